#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/support/simulation.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The options that give a warp its initial state.
struct LaunchOptions {
  std::vector<std::string> registers;   ///< R5=staircase(2)
  std::vector<std::string> predicates;  ///< P0=0xffffffff
  std::vector<std::string> constants;   ///< c[0x0][0x30]=0x1000
  std::string lanes = "0xffffffff";     ///< mask of the lanes that take part
  std::uint64_t max_steps = emulator::RunLimits{}.steps;

  void add_to(CLI::App& app);
};

/// The same, understood. All functions fail with Failure::usage.
core::Result<emulator::Constants> parse_constants(const LaunchOptions& options);
core::Result<core::Done> apply_launch(const LaunchOptions& options, study::SimulationSpec& spec);

}  // namespace reconverge::cli
