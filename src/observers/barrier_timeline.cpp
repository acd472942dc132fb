#include "observers/barrier_timeline.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::observers {

using core::LaneMask;

BarrierTimelineRecorder::BarrierTimelineRecorder(const emulator::ConvergenceBarriers& mechanism,
                                                 const emulator::Executable& executable,
                                                 Timeline& out, Cycle cycle)
    : mechanism_(mechanism),
      executable_(executable),
      out_(out),
      cycle_(std::move(cycle)),
      path_(out.path) {
  out_ = {};
}

BarrierTimelineRecorder::~BarrierTimelineRecorder() {
  if (controls_) tell_the_rest();
  path_.end();
}

/// The state stands before the instruction, so the one before it has had its effect.
void BarrierTimelineRecorder::issued(const emulator::Issued& event) {
  if (event.at.step == 1)
    out_.start = active_ = event.active;
  else if (controls_)
    tell_the_rest();
  out_.steps = event.at.step;
  if (event.executing != event.active) out_.guarded.push_back({event.at.step, event.executing});
  if (cycle_) out_.issue_cycles.push_back(cycle_());
  path_.follow(event.at.index);
  controls_ = executable_.instructions[event.at.index].control.operation != 0;
}

void BarrierTimelineRecorder::branched(const emulator::Branched& event) {
  if (!event.diverged()) return;
  active_ = event.taken;
  add(Timeline::Diverged{event.taken, event.not_taken});
}

/// The group is the newest of the ready ones, or the oldest if it gave way to all of them. One that
/// was ready may have been taken just before.
void BarrierTimelineRecorder::parked(const emulator::Parked& event) {
  const auto& ready = mechanism_.ready();
  const LaneMask taken = ready_.without(lanes_of(ready.groups()));
  if (taken.any()) add(Timeline::Activated{active_ = taken});
  ready_ = lanes_of(ready.groups());
  const auto& newest = ready.groups().back();
  const bool on_top = newest.mask == event.mask && newest.index == event.index;
  const std::size_t position = on_top ? ready.groups().size() - 1 : 0;
  active_ = active_.without(event.mask);
  add(Timeline::Parked{event.mask, event.index, static_cast<std::uint32_t>(position),
                       ready.has_fast()});
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
void BarrierTimelineRecorder::tell_the_rest() {
  tell_registers();
  const LaneMask blocked = tell_waits();
  ready_ = lanes_of(mechanism_.ready().groups()) | mechanism_.yielded();
  const LaneMask running = mechanism_.live().without(blocked).without(ready_);
  active_ = active_.without(blocked);
  if (running != active_) add(Timeline::Activated{active_ = running});
}

void BarrierTimelineRecorder::tell_registers() {
  const auto barriers = mechanism_.barriers();
  for (std::size_t i = 0; i < barriers.size(); ++i) {
    if (barriers[i].mask == registers_[i]) continue;
    registers_[i] = barriers[i].mask;
    add(Timeline::Withdrawn{static_cast<std::uint8_t>(i), registers_[i]});
  }
}

/// Tells of lanes that wait where they did not before; returns all that wait.
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
      waits.push_back({Timeline::Place::barrier, static_cast<std::uint8_t>(i), group.mask,
                       group.index, (barriers[i].mask & live).without(barriers[i].arrived)});
  for (const auto& gathering : mechanism_.gatherings()) {
    LaneMask here;
    for (const auto& other : mechanism_.gatherings())
      if (other.collective == gathering.collective) here |= other.waiting.mask;
    waits.push_back({gathering.collective ? Timeline::Place::collective : Timeline::Place::warpsync,
                     0, gathering.waiting.mask, gathering.waiting.index,
                     (gathering.awaited & live).without(here)});
  }
  for (const auto& group : mechanism_.at_block_barrier())
    waits.push_back({Timeline::Place::block_barrier, 0, group.mask, group.index,
                     live.without(lanes_of(mechanism_.at_block_barrier()))});
  return waits;
}

}  // namespace reconverge::observers
