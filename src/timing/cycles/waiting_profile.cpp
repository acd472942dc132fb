// SPDX-License-Identifier: MIT
#include "timing/cycles/waiting_profile.hpp"

#include <algorithm>

namespace reconverge::timing {

/// The path of the lanes if they had not diverged.
Cycle WaitingProfile::alone(const emulator::Parked& event) const {
  using emulator::ControlTransfer;
  const bool again = event.index == event.at.index, next = event.index == event.at.index + 1;
  const ControlTransfer direct = next ? ControlTransfer::fell_through : ControlTransfer::jumped;
  const auto cycles = clock_.cycles_of(event.at.index, again ? ControlTransfer::jumped_indirect : direct);
  return cycles ? *cycles : clock_.cycles_of(event.at.index, ControlTransfer::jumped_indirect).value_or(0);
}

void WaitingProfile::parked(const emulator::Parked& event) {
  waits_.push_back({.lanes = event.mask,
                    .index = event.at.index,
                    .counted = row_for(event.at.index),
                    .since = clock_.now(),
                    .alone = alone(event),
                    .untimed_total = clock_.untimed_total(),
                    .untimed = clock_.untimed().empty() ? nullptr : std::make_unique<Untimed>(clock_.untimed())});
}

void WaitingProfile::end(const Wait& wait) {
  Row& row = sum_of(wait.counted);
  const Cycle waited = clock_.ready() - wait.since;
  row.waited += waited - std::min(waited, wait.alone);
  if (clock_.untimed_total() == wait.untimed_total) return;
  for (const auto& [what, count] : clock_.untimed()) {
    std::uint64_t inside = count;
    if (wait.untimed != nullptr)
      if (const auto before = wait.untimed->find(what); before != wait.untimed->end()) inside -= before->second;
    if (inside > 0) row.untimed[what] += inside;
  }
}

void WaitingProfile::hear(std::span<const emulator::ControlEvent> events, emulator::Moment at) {
  for (const emulator::ControlEvent& event : events) {
    switch (event.kind()) {
      case emulator::EventKind::parked: parked(event.parked(at)); break;
      case emulator::EventKind::blocked:
      case emulator::EventKind::released: meets_ = at.step; break;
      case emulator::EventKind::transferred: transferred(event.transferred(at)); break;
      default: break;
    }
  }
}

void WaitingProfile::transferred(const emulator::Transferred& event) {
  if (meets_ == event.at.step) {
    Row& row = sum_of(row_for(event.at.index));
    row.meeting += clock_.ready() - clock_.now();
    for (const auto& [what, count] : clock_.untimed())
      if (what.index == event.at.index) ++row.untimed[what];
  }
  if (waits_.empty()) return;
  std::erase_if(waits_, [&](const Wait& wait) {
    if (wait.step_is(event.at.index, clock_.now()) || (wait.lanes & event.group) != wait.lanes) return false;
    end(wait);
    return true;
  });
}

}  // namespace reconverge::timing
