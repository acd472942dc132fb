// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/launch_options.hpp"
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
  run::SimulationSpec spec;  ///< registers, predicates, lanes, limits
};

/// Parses the options. Fails with Failure::usage.
core::Result<LaunchRequest> parse_request(const LaunchOptions& options);

/// Adds the data of a program: constants, which yield to those that the options give, and variables. Notes
/// parameters without an argument. Fails with Failure::usage if arguments or symbols do not fit the
/// program.
/// @param saved  variables that are to be saved: add_variables()
core::Result<core::Done> add_program(const Program& program, const LaunchOptions& options,
                                     const std::vector<std::string>& saved, const Session& session,
                                     LaunchRequest& request);

/// A kernel for sm_70 or later, decoded, with its launch and its record.
/// @param input  name of the file, for diagnostics
core::Result<run::KernelSpec> kernel_spec(sass::Function function, const LaunchRequest& request,
                                          const LaunchOptions& options, const RecordOptions& record,
                                          const std::string& input);

}  // namespace reconverge::cli
