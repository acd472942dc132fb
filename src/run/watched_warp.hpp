#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/unknown/unknown_values.hpp"
#include "observers/absent_lanes.hpp"
#include "observers/call_depths.hpp"
#include "observers/contested_stores.hpp"
#include "observers/partial_groups.hpp"
#include "observers/uninitialised_reads.hpp"
#include "run/barrier_visits.hpp"
#include "run/kernel_run.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::run {

/// Instructions times the lanes that executed them, and what guards took out.
class ThreadInstructions final : public emulator::Listener {
 public:
  explicit ThreadInstructions(const emulator::Executable& executable) : executable_(executable) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    count += static_cast<std::uint64_t>(event.executing.count());
    if (event.executing == event.active || event.executing.empty()) return;
    if (executable_.instructions[event.at.index].control.operation != 0) return;
    ++guarded.instructions;
    guarded.lanes_off += static_cast<std::uint64_t>(event.active.without(event.executing).count());
  }

  std::uint64_t count = 0;
  GuardedInstructions guarded;

 private:
  const emulator::Executable& executable_;
};

/// A second clock beside that of the run: the kernel does not read it.
class Shadow final : public emulator::Listener {
 public:
  explicit Shadow(timing::WarpClock& clock) : clock_(clock) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override { clock_.issue(event); }

 private:
  timing::WarpClock& clock_;
};

/// One warp of the block, and who watches it. What it adds to all warps' counts is in the result.
struct WatchedWarp {
  /// @param marked  words of memory that are not known, of all warps
  WatchedWarp(const KernelSpec& spec, int number, bool timed, const std::string& not_timed,
              const std::shared_ptr<emulator::MarkedMemory>& marked, KernelRun& result, ThreadInstructions& threads,
              observers::WrittenShared& shared, const std::vector<KernelListener>& extra);
  WatchedWarp(const WatchedWarp&) = delete;
  WatchedWarp& operator=(const WatchedWarp&) = delete;

  emulator::Warp warp;
  emulator::ConvergenceBarriers mechanism;
  core::LaneMask live;
  observers::UninitialisedReads uninitialised;
  observers::PartialGroups partial;
  observers::AbsentLanes absent;
  observers::ContestedStores contested;
  observers::CallDepths depths;
  BarrierVisits barriers;
  observers::InstructionCounter counter;
  std::optional<timing::WarpClock> clock;
  std::optional<timing::WaitingProfile> waiting;
  std::optional<timing::ClockIntervals> intervals;
  std::optional<timing::CycleAccountant> accountant;
  std::optional<timing::WarpClock> cold_clock;
  std::optional<Shadow> cold_issue;
  std::optional<timing::ClockIntervals> cold_intervals;
  std::optional<emulator::UnknownValues> unknown;
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  emulator::Events events;
  std::optional<emulator::Run> run;
};

}  // namespace reconverge::run
