// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/program_options.hpp"
#include "core/result.hpp"
#include "run/stack_model.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The options that choose the model, shared by `paper` and `emulate`.
struct ModelOptions {
  std::string spill_rule = "lazy";
  std::string carrier_order = "carrier-first";
  std::string capacity;            ///< entries or "unlimited"; empty: the generation's
  int chunk = 0;                   ///< entries; 0: the generation's
  std::vector<std::string> costs;  ///< [GENERATION:]NAME=CYCLES

  void add_to(CLI::App& app);
};

/// The chosen model. Fails with Failure::usage.
core::Result<run::StackModel> resolve(const ModelOptions& options);

/// Fails with Failure::usage if a function for sm_70 or later comes with options that choose the model of
/// the token stack, `--generation` among them.
core::Result<core::Done> refuse_stack_options(const ProgramOptions& program, const run::StackModel& model,
                                              const sass::Function& function);

/// Spill settings of one generation: what was given, else its record. `known` is false if neither
/// gives a capacity; the settings are unlimited then, and spills are not known.
struct ResolvedSpill {
  emulator::SpillSettings settings;
  bool known = true;
};
ResolvedSpill spill_settings(const ModelOptions& options, const timing::Generation& generation);

}  // namespace reconverge::cli
