// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/emulator.hpp"
#include "emulator/launch/launch.hpp"
#include "observers/timeline.hpp"
#include "run/block_cycles.hpp"
#include "run/block_list.hpp"
#include "run/caller_rows.hpp"
#include "run/load.hpp"
#include "run/sums.hpp"
#include "run/warp_start.hpp"
#include "timing/cycles/clock_intervals.hpp"
#include "timing/cycles/code_cache.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/second_level.hpp"
#include "timing/cycles/waiting_profile.hpp"

namespace reconverge::run {

/// Called at the begin of a grid and after blocks of it; of one block with its instructions, last 0, and an `all` of 0.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// A compiled kernel of sm_70 or later and its launch.
struct KernelSpec {
  SharedExecutable executable = {};
  std::string source_name = {};
  emulator::Launch launch = {};
  bool bounded = true;  ///< false: every global address can be used, unless the launch was captured
  WarpStart start = {};
  emulator::RunLimits limits = {};
  bool follows_cold_code = false;  ///< costs time: KernelRun::cold_intervals
  bool looks_for_faults = true;    ///< costs time: KernelRun::findings
  bool remembers = true;  ///< looks up what was found out where a warp was in the same state; no result depends on it
  std::shared_ptr<const timing::CycleRecord> record = {};  ///< cycles of instructions; null: those of the architecture
  observers::Timeline* timeline = nullptr;  ///< where the whole run of one warp is written, if it is wanted
  std::uint64_t timeline_block = 0;         ///< which one: its block in the grid
  int timeline_warp = 0;                    ///< and its number there
  std::vector<observers::Timeline>* timelines = nullptr;  ///< or where those of every warp of that block are, as many
  std::optional<BlockList> blocks = {};                   ///< which of the grid are run; nothing: all
  timing::LoadsFrom loads_from = timing::LoadsFrom::as_known;  ///< else an assumption: KernelRun::bands
  /// By launches of the same code before, by the sub-partition of a warp: KernelRun's. Nothing: by launches like it.
  std::vector<timing::HeldLines> code_left = {};
  int jobs = 1;  ///< threads that run blocks; the results do not depend on it
  Progress progress = {};

  /// Whether only memory that the launch has can be used.
  bool is_bounded() const { return bounded || launch.captured; }
};

/// A launch of one warp under one assumption about each access whose latency is a distribution.
struct AssumedRun {
  std::uint64_t last_issue = 0;
  timing::Untimed untimed;  ///< instructions without a band too; if not empty, no cycles are given
  timing::ClockIntervals::Intervals intervals;
  timing::CycleAccount account = {};  ///< of these cycles, by row
};
/// Under each of them: by Assumption.
using Bands = std::array<AssumedRun, timing::assumption_count>;

/// Counts and times of rows where code without lines has those of several calls: by the rows of these.
struct CallerSums : RowSums {
  std::shared_ptr<const CallerRows> rows;
  timing::WaitingProfile::Rows waiting = {};
};

/// Its results. The sums are of all warps that were run.
struct KernelRun : Sums {
  std::optional<CallerSums> by_caller;  ///< there if the code has such rows
  std::optional<Sums> shown;            ///< of the warps whose timelines are written alone; nothing if none ran
  emulator::RunResult run;
  int warps = 1;                                          ///< of a block
  std::uint64_t blocks = 1;                               ///< that were run
  core::Result<std::uint64_t> cycles = std::uint64_t{0};  ///< of the one warp of the launch, from the first issue to
                                                          ///< the last, or why they are not known
  std::optional<BlockCycles> block_cycles;                ///< of a launch of one block of several warps, if it is timed
  std::uint64_t last_issue = 0;                           ///< the same, whether or not all that ran before it is timed
  std::string no_cycles_because;                          ///< why no cycles of any part are known; empty if they can be
  std::string no_warp_cycles_because;                     ///< likewise of each warp by itself
  timing::ClockIntervals::Intervals intervals;  ///< what the kernel measures of itself; empty if no cycles are known
  timing::ClockIntervals::Intervals
      cold_intervals;                 ///< the same if the nearest instruction cache holds nothing at the start
  std::uint64_t cold_last_issue = 0;  ///< likewise; 0 and empty if that was not followed
  timing::Untimed doubts;             ///< of one warp: rows whose cycles are less certain, and how often
  std::optional<Bands> bands;         ///< there if the cycles are a distribution, or loads are assumed
  timing::LoadsFrom loads_from = timing::LoadsFrom::as_known;  ///< KernelSpec::loads_from
  std::shared_ptr<const timing::CycleRecord> record;           ///< KernelSpec::record; `untimed` may name its fields
  /// What it leaves in the nearest instruction caches, by sub-partition; empty: all of the code fits, or its cycles are
  /// not known.
  std::vector<timing::HeldLines> code_left = {};
  std::vector<emulator::BufferAfter> buffers;
  emulator::GlobalMemory memory;  ///< as the run left it, if the launch was captured; else empty
  emulator::Warp warp;            ///< the first
  std::map<int, core::LaneMask> unknown_registers =
      {};                            ///< of the first warp: lanes whose values depend on what is not known
  std::string unknown_because = {};  ///< why; empty if all are known

  /// Whether the launch is more than one warp: then cycles are those of each warp by itself.
  bool has_many_warps() const { return warps > 1 || warps_run > 1 || blocks > 1; }
};

/// Listeners of the run that are made from the mechanism that runs.
using KernelListener = std::function<std::unique_ptr<emulator::Listener>(const emulator::Mechanism&)>;
/// Runs the blocks of a launch as if one after another, in the order of their numbers. Where one waits for a later one,
/// they take turns; see GridRun.
KernelRun run_kernel(const KernelSpec& spec, const std::vector<KernelListener>& extra = {});

}  // namespace reconverge::run
