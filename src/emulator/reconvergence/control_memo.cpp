// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/control_memo.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::emulator {
namespace {

/// Of what has this key, a new one at the end if nothing has.
template <typename One>
One& one_of(std::vector<One>& all, std::vector<std::uint32_t>& places, std::uint32_t key, const One& fresh) {
  if (key >= places.size()) places.resize(key + std::size_t{1});
  if (places[key] == 0) {
    all.push_back(fresh);
    places[key] = static_cast<std::uint32_t>(all.size());
  }
  return all[places[key] - 1];
}

}  // namespace

void ControlEvent::tell(Moment at, const Events& events, std::uint64_t times) const {
  switch (kind_) {
    case EventKind::branched: return events.branched({at, mask_, other_, times});
    case EventKind::transferred: return events.transferred(transferred(at));
    case EventKind::parked: return events.parked(parked(at));
    case EventKind::armed: return events.armed({at, what_, mask_});
    case EventKind::blocked: return events.blocked({at, what_, mask_, other_});
    case EventKind::released: return events.released({at, what_, mask_});
    case EventKind::lanes_exited: return events.lanes_exited({at, mask_});
    default: return;
  }
}

void LegTally::add(const LegTally& more) {
  for (const Taken& one : more.taken) one_of(taken, places_, one.leg, {one.leg}).times += one.times;
  for (const LeftOut& one : more.left_out) one_of(left_out, rows_, one.index, {one.index}).add(one);
}

void ControlMemo::add(Leg leg, std::span<const ControlEvent> events) {
  leg.first_event = static_cast<std::uint32_t>(events_.size());
  leg.event_count = static_cast<std::uint32_t>(events.size());
  leg.diverged = static_cast<std::uint32_t>(std::ranges::count_if(events, &ControlEvent::is_divergence));
  events_.insert(events_.end(), events.begin(), events.end());
  legs_.add(leg.from, leg);
}

LegTally ControlMemo::take_tally() {
  LegTally tally;
  tally.taken.reserve(legs_.taken());
  legs_.end_tally([&](Number number, std::uint64_t times) { tally.taken.push_back({number, times}); });
  tally.left_out = std::move(left_out_);
  left_out_.clear();
  for (const LeftOut& one : tally.left_out) left_rows_[one.index] = 0;
  return tally;
}

void ControlMemo::tell(const LegTally& tally, ControlFollower& follower, const Events& events) const {
  for (const auto& [number, times] : tally.taken) {
    const Leg& one = legs_[number];
    ControlWords words(state_of(one.from));
    follower.read_state(words);
    const std::uint32_t last = one.first + one.count - 1;
    const IssuedRun::Guarded guarded[] = {{last, one.key.guard}};
    events.issued_run({.first = {0, one.first},
                       .count = one.count,
                       .active = one.active,
                       .guarded = std::span(guarded).first(one.key.guard == one.active ? 0 : 1),
                       .times = times});
    for (const ControlEvent& event : events_of(one)) event.tell({0, last}, events, times);
  }
  for (const LeftOut& one : tally.left_out) events.left_out(one);
}

}  // namespace reconverge::emulator
