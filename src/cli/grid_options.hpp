// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/session.hpp"
#include "core/result.hpp"
#include "emulator/launch/launch.hpp"
#include "run/kernel_run.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The options that give a launch its shape, and choose its blocks.
struct GridOptions {
  std::string block;     ///< X[,Y[,Z]] threads; empty: not given
  std::string grid;      ///< the same of blocks
  std::string blocks;    ///< 0-3,17; empty: all
  int jobs = 0;          ///< threads that run blocks; 0: as many as the machine has
  bool no_memo = false;  ///< every cycle is worked out: KernelSpec::remembers

  void add_to(CLI::App& app);
  /// The options that choose what is run, for verbs that report it.
  void add_choice_to(CLI::App& app);
  bool launches() const { return !block.empty() || !grid.empty(); }
};

/// A warp of a launch, "B:W", or all of a block, "B".
struct WarpPlace {
  std::uint64_t block = 0;
  std::optional<int> warp;  ///< nothing: all of the block
};

/// The same, understood. All fail with Failure::usage.
core::Result<core::Done> apply_shape(const GridOptions& options, emulator::Launch& launch);
/// Blocks, jobs and progress.
core::Result<core::Done> apply_blocks(const GridOptions& options, const Session& session, run::KernelSpec& spec);
/// How long all blocks take at the speed of the first ones; empty if that is less than two minutes.
std::string long_run_text(std::uint64_t done, std::uint64_t all, double seconds);

/// Says once if a run will take long, after a second of it. What came before the first call, decoding and the reading
/// of buffers, is no part of the run.
class LongRun {
 public:
  /// @param now  seconds from any moment, the same for all calls
  /// @return     long_run_text(), or nothing
  std::string at(std::uint64_t done, std::uint64_t all, double now);

 private:
  std::optional<double> began_;
  std::uint64_t done_before_ = 0;
  bool is_said_ = false;
};
/// Threads of this machine that run blocks.
int jobs_of(const GridOptions& options);
core::Result<WarpPlace> parse_warp(const std::string& text);
/// The warp whose timeline is wanted, or the block: the blocks up to its own are run.
core::Result<WarpPlace> apply_warp(const std::string& text, run::KernelSpec& spec);

/// "4", "4x2", "4x2x8".
std::string to_string(const emulator::Extent& extent);

}  // namespace reconverge::cli
