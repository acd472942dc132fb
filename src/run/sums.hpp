// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/reconvergence/control_memo.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "observers/finding.hpp"
#include "observers/instruction_counts.hpp"
#include "run/thread_instructions.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/waiting_profile.hpp"

namespace reconverge::run {

/// Summary of one warp of a launch.
struct WarpSummary {
  std::uint64_t block = 0;  ///< its number in the grid, x fastest
  int warp = 0;             ///< its number in the block
  std::uint64_t instructions = 0;
  std::uint64_t active_lanes = 0;  ///< summed over the instructions
  std::uint64_t divergent_branches = 0;
  std::optional<std::uint64_t> cycles;  ///< by itself; none: not known

  double mean_active_lanes() const;
};

/// Number of most expensive warps that are kept.
inline constexpr std::size_t worst_warps_kept = 10;

/// Counts and times by row of the code, summed over warps.
struct RowSums {
  observers::InstructionCounts instructions;
  timing::CycleAccount account;  ///< of the cycles of warps that were timed
};

/// The same and what happened at rows of the code: what the warps of a block add to as they run.
struct RunningSums : RowSums {
  observers::DivergenceProfile profile;
  timing::WaitingProfile::Rows waiting;  ///< empty if no cycles are known

  void settle() {
    instructions.settle();
    account.settle();
  }
  /// Both are settled.
  void add(const RunningSums& more);
  /// Of no warp.
  void clear() {
    instructions = {};
    account.clear();
    profile = {};
    waiting.clear();
  }
  void add_waiting(const timing::WaitingProfile::Rows& more);
};

/// Sums over warps. Their size does not grow with the number of warps.
struct Sums : RunningSums {
  observers::EventCounts counts;
  std::uint64_t warp_instructions = 0;    ///< executed
  std::uint64_t thread_instructions = 0;  ///< times the lanes that executed them
  GuardedInstructions guarded;
  timing::Untimed untimed;  ///< untimed instructions that ran
  std::vector<observers::Finding> findings;
  std::set<std::uint32_t> races_unfollowed;  ///< rows, see observers::SharedRaces::unfollowed
  std::uint64_t warp_cycles = 0;             ///< of the warps whose cycles are known, each by itself
  std::uint64_t warps_run = 0;
  std::uint64_t untimed_warps = 0;   ///< of these, those whose cycles are not known
  std::vector<WarpSummary> worst;    ///< worst first: by cycles, then by instructions
  std::vector<WarpSummary> busiest;  ///< by instructions alone, the most first: where cycles of some are not known
  /// What was looked up, by memo: not yet in any other sum but those of cycles.
  std::map<const emulator::ControlMemo*, emulator::LegTally> legs;

  void add(const Sums& more);
  void add(const ThreadInstructions& more);
  /// Adds what was looked up to the sums that it belongs to. The memos must be there still.
  void add_legs(const emulator::Executable& executable);
  /// Keeps a warp if it is among the worst.
  void add_to_worst(const WarpSummary& warp);
  /// Findings of one kind and row are one, in whichever warps they are.
  void add_findings(const std::vector<observers::Finding>& more);
  void add_untimed(const timing::Untimed& more);
};

}  // namespace reconverge::run
