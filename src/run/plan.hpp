// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/launch/abi.hpp"
#include "emulator/memo_pool.hpp"
#include "emulator/reconvergence/control_memo.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/unknown/unknown_values.hpp"
#include "observers/absent_lanes.hpp"
#include "observers/call_depths.hpp"
#include "observers/foreign_reads.hpp"
#include "observers/partial_groups.hpp"
#include "observers/shared_races.hpp"
#include "observers/unfinished_copies.hpp"
#include "observers/uninitialised_reads.hpp"
#include "run/kernel_run.hpp"
#include "run/register_files.hpp"
#include "timing/cycles/clock_memo.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/leg_memo.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::run {

/// What the warps of a block look up. Legs of control have their numbers in one memo alone, so that these stay
/// together.
struct BlockMemo {
  emulator::ControlMemo control;
  timing::ClockMemo clock;
  timing::LegMemo legs;
};
using BlockMemos = emulator::MemoPool<BlockMemo>;

/// Data common to all warps of a launch, computed once. The specification has to outlive it.
struct KernelPlan {
  explicit KernelPlan(const KernelSpec& specification);
  /// The same, timed under these premises too: a launch of one warp that is timed.
  KernelPlan under(const std::vector<timing::MemoryPremise>& premises) const;
  /// Lets the nearest instruction caches begin with these lines, by sub-partition.
  void begin_with(std::vector<timing::HeldLines> code);

  /// Global memory at the beginning of the launch.
  emulator::GlobalMemory memory() const;

  /// Whether cycles of single warps are wanted and may be known.
  bool is_timed() const { return clock.has_value(); }
  /// Whether the launch is one warp: then the kernel reads the cycles that it takes.
  bool is_one_warp() const { return warps_of_block == 1 && blocks == 1; }

  /// Whether warps are timed together: those of one block.
  bool is_timed_together() const;
  /// Whether the kernel reads cycles that are known: a warp that is alone, or has a sub-partition to itself.
  bool reads_own_cycles() const;

  const KernelSpec& spec;
  emulator::Abi abi;
  emulator::BarrierPolicy policy;
  int warps_of_block = 1;
  std::uint64_t blocks = 1;  ///< of the grid
  bool arrives = false;      ///< and BAR.ARV
  bool reads_time = false;
  bool reads_unknown_words = false;  ///< of the driver, see emulator::DriverWord
  bool calls_runtime = false;  ///< printf, malloc and others of the driver, which keep their state from call to call
  std::shared_ptr<RegisterFiles> registers;  ///< of warps that have ended
  std::string no_cycles_because;             ///< why no cycles of the launch are known; empty: they may be
  std::string no_warp_cycles_because;        ///< likewise of single warps
  std::shared_ptr<const emulator::UnknownValues::Code> unknown;       ///< null: nothing can be unknown
  std::shared_ptr<const observers::ForeignReads::Code> order;         ///< null: warps are not timed together
  std::shared_ptr<const observers::UninitialisedReads::Code> values;  ///< these five if faults are looked for
  std::shared_ptr<const observers::UnfinishedCopies::Code> copies;    ///< null too: the code has none
  observers::PartialGroups::Rows groups;
  observers::AbsentLanes::Rows absent;
  std::shared_ptr<const observers::SharedRaces::Code> races;  ///< null too: a block is one warp
  observers::CallDepths::Changes depths;                      ///< null: the code has no CALL
  std::shared_ptr<const CallerRows> callers;                  ///< null: no code has the lines of several calls
  timing::CycleAccountant::Setters setters;                   ///< if cycles are known
  std::optional<timing::WarpClock> clock;                     ///< as it is before the first instruction
  std::vector<timing::HeldLines> code_left;                   ///< see begin_with(); empty: each line as if just used
  std::shared_ptr<BlockMemos> memos;                          ///< null: everything is worked out
  std::optional<timing::WarpClock> cold_clock;                ///< likewise
  std::vector<timing::WarpClock> band_clocks;                 ///< likewise, one a premise
};

}  // namespace reconverge::run
