// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include "emulator/reconvergence/convergence_barriers.hpp"

/// YIELD and NANOSLEEP: when lanes yield, and which waits that satisfies (rule 19, yield).
namespace reconverge::emulator {

using core::LaneMask;

/// Every other ready group runs first. If none is ready, the WARPSYNCs recheck for missing lanes; else the
/// first barrier that waits only for excused lanes is released.
ControlFault ConvergenceBarriers::yield(const Step& step) {
  if (step.executing.empty())
    return go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
  const Group self{step.flow.active, step.instruction.next};
  yielded_.push_back({self});
  for (WarpSync& sync : warp_syncs_) sync.looks = true;
  if (ready_.empty() && !recheck_after_yield(step)) {
    const auto excused = std::ranges::find_if(barriers_, [&](const Barrier& barrier) { return is_excused(barrier); });
    if (excused != barriers_.end()) release_without_excused(step, *excused);
  }
  if (!ready_.empty()) {
    step.events.parked({step.at, self.mask, self.index});
    return switch_group(step);
  }
  yielded_.pop_back();
  if (yielded_.empty()) return go_on(step, ControlTransfer::yielded_alone, self.mask, self.index);
  step.events.parked({step.at, self.mask, self.index});
  resume_yielded(step);
  yielded_.push_back({self});
  return switch_group(step);
}

LaneGroups ConvergenceBarriers::yielded() const {
  LaneGroups groups;
  for (const Yielded& yielded : yielded_) groups.push_back(yielded.group);
  return groups;
}

/// Lanes that a barrier need not wait for while no group is ready: those that yielded, and those that wait
/// elsewhere.
LaneMask ConvergenceBarriers::excused() const {
  LaneMask all;
  for (const WarpSync& sync : warp_syncs_) all |= sync.waiting.mask;
  for (const Barrier& barrier : barriers_) all |= barrier.arrived;
  for (const Yielded& yielded : yielded_)
    if (yielded.excuses) all |= yielded.group.mask;
  return all;
}

bool ConvergenceBarriers::is_excused(const Barrier& barrier) const {
  if (policy_.yielded == YieldedLanes::awaited || !ready_.empty() || !barrier.arrived.intersects(barrier.mask))
    return false;  // first: checked for all barriers at every YIELD
  const LaneMask awaited = missing(barrier);
  const bool some_gave_way = std::ranges::any_of(
      yielded_, [&](const Yielded& yielded) { return yielded.excuses && yielded.group.mask.intersects(awaited); });
  return some_gave_way && excused().contains(awaited);
}

/// Completes a barrier without these lanes. Returns true if they had excused one before: its lanes then resume
/// as slowly as after a wait. Excused lanes that wait at another barrier recheck it, and are not excused
/// again.
bool ConvergenceBarriers::use_excuse(LaneMask missed) {
  std::vector<Group> again;
  for (Barrier& barrier : barriers_) {
    std::ranges::copy(barrier.waiting.take(missed), std::back_inserter(again));
    barrier.arrived = barrier.arrived.without(missed);
  }
  bool was_used = false;
  for (Yielded& yielded : yielded_) {
    if (!yielded.group.mask.intersects(missed)) continue;
    was_used |= std::exchange(yielded.used, true);
    if (!again.empty()) yielded.excuses = false;
  }
  for (const Group& group : again) yielded_.push_back({group, false});
  return was_used;
}

/// The lanes of a barrier leave it; those that wait pass their BSYNC.
void ConvergenceBarriers::release_without_excused(const Step& step, Barrier& barrier) {
  const LaneMask mask = std::exchange(barrier.mask, LaneMask::none());
  wake(step, barrier, mask);
}

/// Whether the group that yielded first resumes first, whatever its lanes. How the card arbitrates among three
/// groups and more is not known, only that none starves: a short turn now and then, late enough for all
/// measurements.
constexpr bool is_turn_of_the_oldest(std::uint64_t step) {
  constexpr std::uint64_t every = 8192, turn = 256;
  return step >= every && step % every < turn;
}

/// With no group ready, the one with the lowest lane continues of those that yielded and those that wait only for
/// such.
void ConvergenceBarriers::resume_yielded(const Step& step) {
  if (recheck_after_yield(step)) return;
  const auto lowest = [](LaneMask mask) { return mask.empty() ? core::lane_count : mask.lowest(); };
  const bool oldest_first = is_turn_of_the_oldest(step.at.step);
  const auto yielded =
      oldest_first ? yielded_.begin()
                   : std::ranges::min_element(yielded_, {}, [&](const Yielded& one) { return lowest(one.group.mask); });
  const auto lowest_waiting = [&](const Barrier& barrier) {
    return is_excused(barrier) ? lowest(barrier.arrived & barrier.mask) : core::lane_count;
  };
  const auto waiting = std::ranges::min_element(barriers_, {}, lowest_waiting);
  if (yielded == yielded_.end()) return;
  if (!oldest_first && lowest_waiting(*waiting) < lowest(yielded->group.mask))
    return release_without_excused(step, *waiting);
  park(step, yielded->group, ReadyAs::woken);
  yielded_.erase(yielded);
}

/// Lanes that wait at one WARPSYNC, and have not rechecked since others yielded, are ready to re-execute it. Returns
/// whether there were any.
bool ConvergenceBarriers::recheck_after_yield(const Step& step) {
  const auto first = std::ranges::find_if(warp_syncs_, &WarpSync::looks);
  if (first == warp_syncs_.end()) return false;
  Group again{LaneMask::none(), first->waiting.index};
  std::erase_if(warp_syncs_, [&](const WarpSync& sync) {
    const bool looks = sync.looks && sync.waiting.index == again.index;
    if (looks) again.mask |= sync.waiting.mask;
    return looks;
  });
  park(step, again, ReadyAs::woken);
  return true;
}

}  // namespace reconverge::emulator
