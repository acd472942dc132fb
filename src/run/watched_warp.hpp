// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/reconvergence/control_recall.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/unknown/unknown_values.hpp"
#include "observers/absent_lanes.hpp"
#include "observers/call_depths.hpp"
#include "observers/contested_stores.hpp"
#include "observers/foreign_reads.hpp"
#include "observers/partial_groups.hpp"
#include "observers/shared_races.hpp"
#include "observers/undeclared_shared.hpp"
#include "observers/unfinished_copies.hpp"
#include "observers/uninitialised_reads.hpp"
#include "run/barrier_visits.hpp"
#include "run/kernel_run.hpp"
#include "run/plan.hpp"
#include "run/thread_instructions.hpp"
#include "run/timed_legs.hpp"
#include "timing/cycles/unit_demand.hpp"

namespace reconverge::run {

/// A second clock of the run, which the kernel does not read.
class Shadow final : public emulator::Listener {
 public:
  explicit Shadow(timing::WarpClock& clock) : clock_(clock) {}
  bool wants_issued() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<Shadow>(); }
  void issued(const emulator::Issued& event) override { clock_.issue(event); }

 private:
  timing::WarpClock& clock_;
};

/// One more clock of the run, with the kernel's own measurements by it.
struct BandClock {
  BandClock(const timing::WarpClock& fresh, const sass::Function& function,
            const timing::CycleAccountant::Setters& setters, core::LaneMask live)
      : clock(fresh), issue(clock), intervals(function, clock), accountant(setters, clock, live, account) {}
  BandClock(const BandClock&) = delete;
  BandClock& operator=(const BandClock&) = delete;

  timing::WarpClock clock;
  Shadow issue;
  timing::ClockIntervals intervals;
  timing::CycleAccount account;
  timing::CycleAccountant accountant;
};

/// Notes in the block's view of memory which instruction wrote each word.
class StoreNotes final : public emulator::Listener {
 public:
  explicit StoreNotes(const emulator::Warp& warp) : warp_(warp) {}
  emulator::EventKinds hears() const override { return emulator::heard_by<StoreNotes>(); }
  bool hears_of_shared() const override { return false; }
  void accessed(const emulator::Accessed& event) override {
    if (emulator::MemoryView* view = warp_.global().view()) view->note_store(event.access, event.at.index);
  }

 private:
  const emulator::Warp& warp_;
};

/// Knowledge of the shared memory of a block.
struct SharedNotes {
  observers::WrittenShared written;
  observers::PendingCopies copies;
  observers::SharedUse use;
  observers::ChangedMemory changed;
};

/// Further listeners of the warps of a block.
struct Attached {
  const std::vector<KernelListener>* to_first = nullptr;  ///< to its first warp
  observers::Timeline* timeline = nullptr;                ///< written by one of its warps
  int timeline_warp = 0;
  std::vector<observers::Timeline>* timelines = nullptr;  ///< written by each of its warps

  observers::Timeline* timeline_of(int warp) const {
    if (timelines != nullptr) return &(*timelines)[static_cast<std::size_t>(warp)];
    return warp == timeline_warp ? timeline : nullptr;
  }
};

/// One warp of a block, and its listeners. add_to() adds it to the sums of the launch.
struct WatchedWarp {
  /// @param block   its number in the grid
  /// @param memory  of the block
  /// @param marked  words of memory that are not known, of all warps
  /// @param shared  of all warps of the block
  /// @param rows    counts of the block by row; each warp adds to them as it runs
  /// @param multiprocessor  on which the warps are timed together; null: they are not
  /// @param control  of the block; null: nothing is looked up
  WatchedWarp(const KernelPlan& plan, std::uint64_t block, int number,
              const std::shared_ptr<emulator::BlockMemory>& memory,
              const std::shared_ptr<emulator::MarkedMemory>& marked, SharedNotes& shared, RunningSums& rows,
              const Attached& attached, timing::Multiprocessor* multiprocessor, emulator::ControlMemo* control);
  ~WatchedWarp();
  /// As if made anew, for the same warp of another block: to make its listeners known to one another takes longer than
  /// many warps run. Not if something was attached to it, or its warps are timed together.
  void restart(std::uint64_t block_number, const std::shared_ptr<emulator::MarkedMemory>& marked, SharedNotes& shared,
               RunningSums& rows);
  WatchedWarp(const WatchedWarp&) = delete;
  WatchedWarp& operator=(const WatchedWarp&) = delete;

  /// Adds the warp until now to the sums of a launch: the listeners of single warps are merged here.
  void add_to(Sums& sums) const;

  const KernelPlan& plan;
  std::uint64_t block;
  int number;
  emulator::Warp warp;
  emulator::ConvergenceBarriers mechanism;
  core::LaneMask live;
  observers::EventCounts counts;
  ThreadInstructions threads;
  BarrierVisits barriers;
  observers::InstructionCounter counter;
  std::optional<AtCallers> counted_at_callers;  ///< these two if the plan has rows of callers
  std::optional<observers::CallDepths> depths;  ///< if the code calls functions
  StoreNotes stores;
  std::optional<observers::UninitialisedReads> uninitialised;  ///< these five if faults are looked for
  std::optional<observers::UnfinishedCopies> copies;           ///< null if the code has none
  std::optional<observers::PartialGroups> partial;
  std::optional<observers::AbsentLanes> absent;
  std::optional<observers::ContestedStores> contested;
  std::optional<observers::SharedRaces> races;            ///< likewise, if a block has several warps
  std::optional<observers::UndeclaredShared> undeclared;  ///< likewise, if a block has more than is declared
  std::optional<timing::WarpClock> clock;       ///< if the warp is timed; the kernel reads it if the launch is one warp
  std::unique_ptr<timing::WarpClock> together;  ///< with the other warps of the block, if they are followed; the run's
  std::optional<timing::UnitDemand> demand;     ///< likewise
  std::optional<observers::ForeignReads> foreign_reads;  ///< likewise
  std::optional<timing::WaitingProfile> waiting;
  std::optional<timing::CycleAccountant> accountant;
  std::optional<AtCallers> timed_at_callers;
  std::optional<TimedLegs> legs;                    ///< if legs are looked up
  std::optional<timing::ClockIntervals> intervals;  ///< if the launch is one warp
  std::unique_ptr<timing::WarpClock> cold_clock;    ///< likewise
  std::optional<Shadow> cold_issue;
  std::optional<timing::ClockIntervals> cold_intervals;
  std::vector<std::unique_ptr<BandClock>> bands;  ///< likewise, one a premise of the plan
  std::optional<emulator::UnknownValues> unknown;
  observers::Timeline* timeline = nullptr;  ///< that it writes, if any
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  std::optional<emulator::ControlRecall> recall;  ///< if only sums are told late
  emulator::Events events;
  std::optional<emulator::Run> run;

 private:
  void make_listeners(SharedNotes& shared, RunningSums& rows, timing::Multiprocessor* multiprocessor);
  void start_clocks(RunningSums& rows);
  void attach(const Attached& attached);
  void follow_unknown(const std::shared_ptr<emulator::MarkedMemory>& marked);
  bool can_recall() const;
  WarpSummary summary() const;
  /// Whether lanes met at two depths of their calls: the card's cycles are not known there.
  std::vector<observers::Finding> depth_findings() const;

  /// In the order in which they hear; those that only sum up come first.
  std::vector<emulator::Listener*> listeners_;
};

}  // namespace reconverge::run
