// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/launch_options.hpp"
#include "cli/model_options.hpp"
#include "cli/program_options.hpp"
#include "cli/record_options.hpp"
#include "cli/session.hpp"
#include "run/kernel_run.hpp"
#include "run/simulation.hpp"

namespace reconverge::cli {

/// The options of one run, parsed, with the data of its program.
struct LaunchRequest {
  emulator::Constants constants;
  emulator::Launch launch;
  run::WarpStart start;
  emulator::RunLimits limits;
};

/// The same with the model of the token stack.
struct ModelRequest : LaunchRequest {
  run::StackModel model;
  std::vector<timing::Generation> generations;
};

/// Parses the options. Both fail with Failure::usage.
core::Result<LaunchRequest> parse_request(const LaunchOptions& options);
core::Result<ModelRequest> parse_request(const ProgramOptions& program, const ModelOptions& model,
                                         const LaunchOptions& options);

/// Reads the program of a request. Notes what the user has to know of it, and takes the launch that a capture holds.
core::Result<Program> read_program(const ProgramOptions& program, const LaunchOptions& options, const Session& session,
                                   LaunchRequest& request);

/// Adds the data of a program: constants, which yield to those that the options give, and variables. Notes
/// parameters without an argument, and warns of arguments of another type. Fails with Failure::usage if arguments or
/// symbols do not fit the program.
/// @param saved  variables that are to be saved: add_variables()
/// @param said  warnings that were printed before, which are not printed again; those that are printed are added. Null:
///              all are printed
core::Result<core::Done> add_program(const Program& program, const LaunchOptions& options,
                                     const std::vector<std::string>& saved, const Session& session,
                                     LaunchRequest& request, std::vector<std::string>* said = nullptr);

/// A kernel for sm_70 or later, decoded, with its launch and its record.
/// @param input  name of the file, for diagnostics
core::Result<run::KernelSpec> kernel_spec(sass::Function function, const LaunchRequest& request,
                                          const LaunchOptions& options, const RecordOptions& record,
                                          const std::string& input);

/// A function for the token stack, decoded, with its launch if it has one. Which generation's stack it runs on, and at
/// which costs, is left open.
/// @param order  one of emulator::carrier_orders()
/// @param input  name of the file, for diagnostics
core::Result<run::SimulationSpec> stack_spec(sass::Function function, const LaunchRequest& request,
                                             const LaunchOptions& options, const emulator::CarrierOrder* order,
                                             const std::string& input);

}  // namespace reconverge::cli
