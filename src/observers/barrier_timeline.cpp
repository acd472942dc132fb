// SPDX-License-Identifier: MIT
#include "observers/barrier_timeline.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::observers {

using core::LaneMask;

BarrierTimelineRecorder::BarrierTimelineRecorder(const emulator::ConvergenceBarriers& mechanism,
                                                 const emulator::Executable& executable, Timeline& out, Cycle cycle)
    : mechanism_(mechanism), executable_(executable), out_(out), cycle_(std::move(cycle)), path_(out.path) {
  out_ = {};
}

void BarrierTimelineRecorder::run_ended() {
  if (controls_) record_changes();
  path_.end();
}

/// The state is the one before the instruction, so the previous one has had its effect.
void BarrierTimelineRecorder::issued(const emulator::Issued& event) {
  if (event.at.step == 1) out_.start = active_ = event.active;
  else if (controls_) record_changes();
  out_.steps = event.at.step;
  if (event.executing != event.active) out_.guarded.push_back({event.at.step, event.executing});
  path_.follow(event.at.index);
  controls_ = executable_.instructions[event.at.index].control.operation != 0;
}

/// Of one instruction: who wants issued() has the run go so.
void BarrierTimelineRecorder::issued_run(const emulator::IssuedRun&) { out_.issue_cycles.push_back(cycle_()); }

void BarrierTimelineRecorder::branched(const emulator::Branched& event) {
  if (!event.diverged()) return;
  active_ = event.taken;
  add(Timeline::Diverged{event.taken, event.not_taken});
}

void BarrierTimelineRecorder::armed(const emulator::Armed& event) {
  registers_[event.barrier] = event.mask;
  add(Timeline::Armed{event.barrier, event.mask});
}

void BarrierTimelineRecorder::released(const emulator::Released& event) {
  registers_[event.barrier] = LaneMask::none();
  add(Timeline::Released{event.barrier, event.mask});
}

void BarrierTimelineRecorder::lanes_exited(const emulator::LanesExited& event) {
  active_ = active_.without(event.mask);
  add(Timeline::Exited{event.mask});
}

/// Live lanes that neither wait nor are ready run.
void BarrierTimelineRecorder::record_changes() {
  tell_registers();
  const LaneMask blocked = tell_waits();
  const emulator::LaneGroups ready = ready_now();
  const LaneMask running = mechanism_.live().without(blocked).without(ready.lanes());
  active_ = active_.without(blocked).without(ready.lanes());
  if (running != active_) add(Timeline::Activated{active_ = running});
  take_from_ready(running | blocked);
  tell_ready(ready);
}

/// Groups that yielded come after all others, so they are at the bottom.
emulator::LaneGroups BarrierTimelineRecorder::ready_now() const {
  emulator::LaneGroups ready = mechanism_.yielded();
  for (const auto& other : mechanism_.ready().groups()) ready.push_back(other);
  return ready;
}

/// The newest is reported again if only its speed has changed.
void BarrierTimelineRecorder::tell_ready(const emulator::LaneGroups& ready) {
  const bool fast = mechanism_.ready().has_fast();
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const bool same_speed = fast_ == fast || i + 1 < ready.size();
    if (i < ready_.size() && ready_[i] == ready[i] && same_speed) continue;
    take_from_ready(ready[i].mask);
    ready_.insert(i, ready[i]);
    add(Timeline::Parked{ready[i].mask, ready[i].index, static_cast<std::uint32_t>(i), fast_ = fast});
  }
}

void BarrierTimelineRecorder::take_from_ready(LaneMask lanes) {
  if (!ready_.take(lanes).empty()) fast_ = false;
}

void BarrierTimelineRecorder::tell_registers() {
  const auto barriers = mechanism_.barriers();
  for (std::size_t i = 0; i < barriers.size(); ++i) {
    if (barriers[i].mask == registers_[i]) continue;
    registers_[i] = barriers[i].mask;
    add(Timeline::Withdrawn{static_cast<std::uint8_t>(i), registers_[i]});
  }
}

/// Reports lanes that wait where they did not before; returns all that wait.
LaneMask BarrierTimelineRecorder::tell_waits() {
  LaneMask blocked;
  Waits now = waits_now();
  for (Timeline::Blocked wait : now) {
    blocked |= wait.mask;
    for (const Timeline::Blocked& before : waits_)
      if (before.place == wait.place && before.barrier == wait.barrier && before.row == wait.row)
        wait.mask = wait.mask.without(before.mask);
    if (wait.mask.any()) add(wait);
  }
  waits_ = std::move(now);
  return blocked;
}

BarrierTimelineRecorder::Waits BarrierTimelineRecorder::waits_now() const {
  Waits waits;
  const LaneMask live = mechanism_.live();
  const auto barriers = mechanism_.barriers();
  for (std::size_t i = 0; i < barriers.size(); ++i)
    for (const auto& group : barriers[i].waiting)
      waits.push_back({Timeline::Place::barrier, static_cast<std::uint8_t>(i), group.mask, group.index,
                       (barriers[i].mask & live).without(barriers[i].arrived)});
  for (const auto& sync : mechanism_.warp_syncs())
    waits.push_back({sync.collective ? Timeline::Place::collective : Timeline::Place::warpsync, 0, sync.waiting.mask,
                     sync.waiting.index, mechanism_.missing_at(sync)});
  for (const auto& group : mechanism_.at_block_barrier())
    waits.push_back(
        {Timeline::Place::block_barrier, 0, group.mask, group.index, mechanism_.missing_at_block_barrier(group)});
  return waits;
}

}  // namespace reconverge::observers
