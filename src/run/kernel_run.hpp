#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/emulator.hpp"
#include "emulator/launch/launch.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "observers/finding.hpp"
#include "observers/instruction_counts.hpp"
#include "observers/timeline.hpp"
#include "run/load.hpp"
#include "timing/cycles/clock_intervals.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/waiting_profile.hpp"

namespace reconverge::run {

/// A compiled kernel of sm_70 or later and what it is started with: one block.
struct KernelSpec {
  SharedExecutable executable = {};
  std::string source_name = {};
  emulator::Launch launch = {};
  bool bounded = true;  ///< false: every global address can be used
  std::map<int, core::LaneValues> registers = {};
  std::map<int, core::LaneMask> predicates = {};
  emulator::RunLimits limits = {};
  core::LaneMask live = core::LaneMask::all();             ///< of the lanes that a warp of the block has
  bool follows_cold_code = false;                          ///< costs time: KernelRun::cold_intervals
  bool looks_for_faults = true;                            ///< costs time: KernelRun::findings
  std::shared_ptr<const timing::CycleRecord> record = {};  ///< cycles of instructions; null: those of the architecture
  observers::Timeline* timeline = nullptr;  ///< where the whole run of the first warp is written, if it is wanted
};

/// Instructions that a guard let run for some of the active lanes; control instructions apart.
struct GuardedInstructions {
  std::uint64_t instructions = 0;  ///< executed
  std::uint64_t lanes_off = 0;     ///< active lanes that they left out, summed
};

/// What came of it.
struct KernelRun {
  emulator::RunResult run;
  int warps = 1;  ///< of the block; counts are of all of them
  observers::EventCounts counts;
  observers::DivergenceProfile profile;
  observers::InstructionCounts instructions = {};  ///< by row
  timing::CycleAccount account = {};               ///< of the cycles of warps that were timed, by row
  std::uint64_t thread_instructions = 0;
  GuardedInstructions guarded = {};
  core::Result<std::uint64_t> cycles;  ///< from the first issue to the last, or why they are not known
  std::uint64_t last_issue = 0;        ///< the same, whether or not all that ran before it is timed
  std::string no_cycles_because;       ///< why no cycles of any part are known; empty if they can be
  std::map<std::uint32_t, timing::WaitingProfile::Row> waiting;  ///< by row; empty if no cycles are known
  timing::ClockIntervals::Intervals intervals;                   ///< what the kernel measures of itself; likewise
  timing::ClockIntervals::Intervals
      cold_intervals;                 ///< the same if the nearest instruction cache holds nothing at the start
  std::uint64_t cold_last_issue = 0;  ///< likewise; 0 and empty if that was not followed
  timing::Untimed untimed;            ///< what ran without its time being known
  std::shared_ptr<const timing::CycleRecord> record;  ///< KernelSpec::record; `untimed` may name its fields
  std::vector<observers::Finding> findings;
  std::vector<emulator::BufferAfter> buffers;
  emulator::Warp warp;  ///< the first
  std::map<int, core::LaneMask> unknown_registers =
      {};                            ///< of the first warp: lanes whose values depend on what is not known
  std::string unknown_because = {};  ///< why; empty if all are known
};

/// Listeners of the run that are made from the mechanism that runs.
using KernelListener = std::function<std::unique_ptr<emulator::Listener>(const emulator::Mechanism&)>;
KernelRun run_kernel(const KernelSpec& spec, const std::vector<KernelListener>& extra = {});

}  // namespace reconverge::run
