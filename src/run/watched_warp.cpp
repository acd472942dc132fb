// SPDX-License-Identifier: MIT
#include "run/watched_warp.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "observers/barrier_timeline.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

/// Of the listeners, the first, that only sum up.
constexpr std::size_t listeners_that_sum = 4;

std::size_t counted_rows(const KernelPlan& plan) {
  return plan.callers ? plan.callers->rows() : plan.spec.executable->instructions.size();
}

/// A listener that hears of rows as they are counted.
emulator::Listener* at_callers(const KernelPlan& plan, emulator::Listener& inner, std::optional<AtCallers>& outer) {
  return plan.callers ? &outer.emplace(*plan.callers, inner) : &inner;
}

/// Of a warp that has not executed anything yet.
void begin(emulator::Warp& warp, const KernelSpec& spec, std::uint64_t block) {
  warp.block_place = spec.launch.grid.at(block);
  spec.start.put_into(warp);
}

/// Local memory and registers are each warp's own.
emulator::Warp warp_of(const KernelPlan& plan, std::uint64_t block, int number,
                       const std::shared_ptr<emulator::BlockMemory>& memory, std::vector<emulator::LaneVector> values) {
  const KernelSpec& spec = plan.spec;
  emulator::Warp warp(std::move(values), memory);
  warp.local.resize(spec.launch.stack_bytes);
  warp.windows = plan.abi.windows;
  warp.first_thread = static_cast<std::uint32_t>(number * core::lane_count);
  warp.block_size = spec.launch.block;
  begin(warp, spec, block);
  return warp;
}

core::LaneMask live_lanes(const KernelSpec& spec, int number) {
  return spec.start.live & lanes_of_block(static_cast<int>(spec.launch.block.count()) - number * core::lane_count);
}

observers::UninitialisedReads::Given given_values(const KernelSpec& spec) {
  observers::UninitialisedReads::Given given;
  for (const auto& [index, values] : spec.start.registers) given.registers.push_back(index);
  for (const auto& [index, mask] : spec.start.predicates) given.predicates.push_back(index);
  return given;
}

std::unique_ptr<emulator::Listener> timeline_recorder(const emulator::ConvergenceBarriers& mechanism,
                                                      const emulator::Executable& executable,
                                                      const timing::WarpClock* clock, observers::Timeline& timeline) {
  const auto cycle = clock ? observers::BarrierTimelineRecorder::Cycle([clock] { return clock->now(); }) : nullptr;
  return std::make_unique<observers::BarrierTimelineRecorder>(mechanism, executable, timeline, cycle);
}

std::vector<observers::Finding> unknown_clock_findings(const emulator::UnknownValues& unknown) {
  std::vector<observers::Finding> findings;
  for (const auto& [index, read] : unknown.reads()) {
    observers::Finding& finding = findings.emplace_back();
    finding.kind = "unknown-clock";
    finding.index = index;
    finding.lanes = read.lanes;
    finding.count = read.times;
    finding.message = "reads a clock value that is not known: " + read.because;
  }
  return findings;
}

}  // namespace

WatchedWarp::WatchedWarp(const KernelPlan& plan_of_launch, std::uint64_t block_number, int number_in_block,
                         const std::shared_ptr<emulator::BlockMemory>& memory,
                         const std::shared_ptr<emulator::MarkedMemory>& marked, SharedNotes& shared, RunningSums& rows,
                         const Attached& attached, timing::Multiprocessor* multiprocessor,
                         emulator::ControlMemo* control)
    : plan(plan_of_launch),
      block(block_number),
      number(number_in_block),
      warp(warp_of(plan, block, number, memory, plan.registers->take())),
      mechanism(plan.policy),
      live(live_lanes(plan.spec, number)),
      threads(*plan.spec.executable),
      barriers(*plan.spec.executable, plan.arrives, warp, mechanism),
      counter(counted_rows(plan), live, rows.instructions, observers::InstructionCounter::Rows::at_first_event),
      stores(warp) {
  listeners_.reserve(16);  // mostly enough
  make_listeners(shared, rows, multiprocessor);
  attach(attached);
  if (control != nullptr && can_recall())
    recall.emplace(*control, mechanism, counter, events, listeners_that_sum,
                   std::span(listeners_).subspan(listeners_that_sum));
  if (recall && clock && plan.memos) {
    std::vector<emulator::Listener*> others;
    for (emulator::Listener* one : std::span(listeners_).subspan(listeners_that_sum))
      if (one != &*clock && one != &*waiting && one != &*accountant) others.push_back(one);
    recall->tell_first(legs.emplace(*clock, *waiting), others);
  }
  events = emulator::Events(listeners_);
  follow_unknown(marked);
  run.emplace(emulator::RunSetup{*plan.spec.executable, warp, mechanism, events,
                                 together                      ? together.get()
                                 : plan.is_one_warp() && clock ? &*clock
                                                               : nullptr,
                                 plan.spec.source_name, unknown ? &*unknown : nullptr, recall ? &*recall : nullptr},
              live);
}

void WatchedWarp::restart(std::uint64_t block_number, const std::shared_ptr<emulator::MarkedMemory>& marked,
                          SharedNotes& shared, RunningSums& rows) {
  block = block_number;
  plan.registers->clear(warp.values);
  warp.restart();
  begin(warp, plan.spec, block);
  counts = {};
  threads.restart();
  barriers.restart();
  counter.restart(live);
  make_listeners(shared, rows, nullptr);
  if (recall) recall->restart();
  follow_unknown(marked);
  run->restart(live);
}

/// Each lies where it lay before, if it was there.
void WatchedWarp::make_listeners(SharedNotes& shared, RunningSums& rows, timing::Multiprocessor* multiprocessor) {
  const KernelSpec& spec = plan.spec;
  const emulator::Executable& executable = *spec.executable;
  listeners_.assign({&counts, &rows.profile, &threads, at_callers(plan, counter, counted_at_callers)});
  listeners_.push_back(&barriers);
  if (plan.is_timed()) start_clocks(rows);
  if (multiprocessor != nullptr) {
    together = std::make_unique<timing::WarpClock>(*plan.clock, *multiprocessor, static_cast<std::size_t>(number));
    listeners_.push_back(together.get());
    listeners_.push_back(&demand.emplace(*clock, *record_of(spec)));
    listeners_.push_back(&foreign_reads.emplace(executable, plan.order, warp, shared.changed, number,
                                                [this](std::uint32_t row) { together->depend_on_order(row); }));
  }
  if (plan.depths) listeners_.push_back(&depths.emplace(plan.depths, live));
  if (plan.blocks > 1) listeners_.push_back(&stores);
  if (!spec.looks_for_faults) return;
  uninitialised.emplace(executable, warp, live, shared.written, given_values(spec), plan.values);
  partial.emplace(executable.function, plan.groups, live);
  absent.emplace(executable, plan.absent, warp, live);
  contested.emplace(executable, warp);
  listeners_.insert(listeners_.end(), {&*uninitialised, &*partial, &*absent, &*contested});
  const emulator::Launch& launch = spec.launch;
  if (launch.declared_shared && *launch.declared_shared < launch.shared_bytes)
    listeners_.push_back(&undeclared.emplace(executable, plan.abi.shared_begin, *launch.declared_shared));
  if (plan.races) listeners_.push_back(&races.emplace(executable, warp, shared.use, number, plan.races));
  if (plan.copies) listeners_.push_back(&copies.emplace(executable, shared.copies, plan.copies));
}

void WatchedWarp::follow_unknown(const std::shared_ptr<emulator::MarkedMemory>& marked) {
  if (!plan.unknown) return;
  unknown.emplace(*plan.spec.executable, plan.unknown, marked,
                  together && plan.reads_own_cycles() ? "" : plan.no_cycles_because,
                  [this] { return why_unreliable(depth_findings()); });
}

WatchedWarp::~WatchedWarp() { plan.registers->give_back(std::move(warp.values)); }

void WatchedWarp::start_clocks(RunningSums& rows) {
  const sass::Function& function = plan.spec.executable->function;
  accountant.reset();  // it takes leave of its clock
  if (clock && plan.memos) clock->restart(*plan.clock);
  else clock.emplace(*plan.clock);
  accountant.emplace(plan.setters, *clock, live, rows.account);
  emulator::Listener* const accounting = at_callers(plan, *accountant, timed_at_callers);
  if (timed_at_callers) timed_at_callers->account(*clock, *accountant);
  if (timed_at_callers)
    waiting.emplace(*clock, rows.waiting, [this](std::uint32_t row) { return timed_at_callers->row_of(row); });
  else waiting.emplace(*clock, rows.waiting);
  if (!plan.is_one_warp()) clock->follow_runs();
  listeners_.insert(listeners_.end(), {&*clock, &*waiting, accounting});
  if (!plan.is_one_warp()) return;
  intervals.emplace(function, *clock);
  if (intervals->any_reads()) listeners_.push_back(&*intervals);
  for (const timing::WarpClock& fresh : plan.band_clocks) {
    BandClock& band = *bands.emplace_back(std::make_unique<BandClock>(fresh, function, plan.setters, live));
    listeners_.insert(listeners_.end(), {&band.issue, &band.clock, &band.intervals, &band.accountant});
  }
  if (!plan.cold_clock) return;
  cold_clock = std::make_unique<timing::WarpClock>(*plan.cold_clock);
  cold_issue.emplace(*cold_clock);
  cold_intervals.emplace(function, *cold_clock);
  listeners_.insert(listeners_.end(), {&*cold_issue, &*cold_clock});
  if (cold_intervals->any_reads()) listeners_.push_back(&*cold_intervals);
}

/// Not where somebody asks the mechanism as the warp runs, or hears of rows of callers.
bool WatchedWarp::can_recall() const {
  const bool reads_cycles = together != nullptr || (plan.is_one_warp() && clock);
  return !plan.callers && !plan.arrives && !reads_cycles && timeline == nullptr && owned.empty();
}

void WatchedWarp::attach(const Attached& attached) {
  if (number == 0 && attached.to_first != nullptr)
    for (const KernelListener& make : *attached.to_first) owned.push_back(make(mechanism));
  timeline = attached.timeline_of(number);
  if (timeline != nullptr) {
    owned.push_back(timeline_recorder(mechanism, *plan.spec.executable, clock ? &*clock : nullptr, *timeline));
    if (accountant)
      accountant->tell([timeline = timeline](std::uint64_t until, timing::CycleClass what) {
        timeline->spend(until, static_cast<std::uint8_t>(what));
      });
  }
  for (const auto& listener : owned) listeners_.push_back(listener.get());
}

std::vector<observers::Finding> WatchedWarp::depth_findings() const {
  return depths ? depths->findings() : std::vector<observers::Finding>{};
}

WarpSummary WatchedWarp::summary() const {
  WarpSummary summary{.block = block,
                      .warp = number,
                      .instructions = threads.instructions,
                      .active_lanes = threads.active,
                      .divergent_branches = counts.divergent_branches,
                      .cycles = {}};
  if (recall) {
    summary.instructions += recall->instructions();
    summary.active_lanes += recall->active_lanes();
    summary.divergent_branches += recall->divergent_branches();
  }
  if (clock && clock->untimed().empty() && why_unreliable(depth_findings()).empty()) summary.cycles = clock->now();
  return summary;
}

void WatchedWarp::add_to(Sums& sums) const {
  sums.counts.add(counts);
  sums.add(threads);
  if (clock) sums.add_untimed(clock->untimed());
  sums.add_findings(depth_findings());
  if (uninitialised) {
    sums.add_findings(uninitialised->findings());
    sums.add_findings(partial->findings());
    sums.add_findings(absent->findings());
    sums.add_findings(contested->findings());
    if (copies) sums.add_findings(copies->findings());
    if (races) {
      sums.add_findings(races->findings());
      sums.races_unfollowed.insert(races->unfollowed().begin(), races->unfollowed().end());
    }
    if (undeclared) sums.add_findings(undeclared->findings());
  }
  if (unknown) sums.add_findings(unknown_clock_findings(*unknown));
  const WarpSummary own_summary = summary();
  ++sums.warps_run;
  sums.warp_cycles += own_summary.cycles.value_or(0);
  sums.untimed_warps += own_summary.cycles ? 0 : 1;
  sums.add_to_worst(own_summary);
}

}  // namespace reconverge::run
