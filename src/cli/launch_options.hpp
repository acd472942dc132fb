// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/grid_options.hpp"
#include "cli/session.hpp"
#include "core/result.hpp"
#include "emulator/launch/device_data.hpp"
#include "emulator/launch/launch.hpp"
#include "run/simulation.hpp"

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
  GridOptions shape;
  std::vector<std::string> arguments;   ///< i32:5, in parameter order
  std::vector<std::string> symbols;     ///< NAME=i32:5
  std::vector<std::string> saves;       ///< NAME=FILE
  std::optional<std::uint64_t> shared;  ///< static and dynamic
  std::uint64_t stack = emulator::Launch{}.stack_bytes;
  std::uint64_t heap = std::uint64_t{8} << 20;  ///< bytes, of malloc in a kernel
  std::uint64_t max_steps = emulator::RunLimits{}.steps;

  void add_to(CLI::App& app);
  /// The same with what starts a compiled kernel.
  void add_launch_to(CLI::App& app);
  /// Whether the user starts a kernel, with memory of its own.
  bool launches() const { return shape.launches() || !arguments.empty() || !symbols.empty() || !saves.empty(); }
};

/// "R5=staircase(2), P0=0x1": what makes a run differ from another of the same code.
std::string pattern_of(const LaunchOptions& options);

/// The same, understood. All functions fail with Failure::usage.
core::Result<emulator::Constants> parse_constants(const LaunchOptions& options);
/// Remarks on words that --const gives and that no instruction of a function reads.
void note_unread_constants(const emulator::Constants& given, const sass::Function& function, const Session& session);
core::Result<emulator::Launch> parse_launch(const LaunchOptions& options);
core::Result<run::WarpStart> parse_start(const LaunchOptions& options);
/// With the flag that ends all runs.
emulator::RunLimits limits_of(const LaunchOptions& options);

/// Gives a launch the data that the kernel's file holds beside its code.
void add_device_data(const LaunchOptions& options, std::shared_ptr<const emulator::DeviceData> device,
                     emulator::Launch& launch);

/// Puts a launch into the constants and the warp of a kernel for the token stack, if the user starts one or its file
/// holds more than its code. Existing constants are kept.
core::Result<core::Done> launch_on_stack(const LaunchOptions& options, const emulator::Launch& launch,
                                         sass::Function& function, const std::string& input,
                                         emulator::Constants& constants, run::SimulationSpec& spec);

}  // namespace reconverge::cli
