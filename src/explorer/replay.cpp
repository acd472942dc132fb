// SPDX-License-Identifier: MIT
#include "explorer/replay.hpp"

#include <algorithm>

namespace reconverge::explorer {
namespace {

using observers::Timeline;

struct Apply {
  WarpState& state;

  void operator()(const Timeline::Diverged& change) const { state.active = change.taken; }
  void operator()(const Timeline::Pushed& change) const {
    state.tokens.push_back({change.kind, change.mask, change.row});
    ++state.resident;
  }
  void operator()(const Timeline::Popped& change) const {
    state.tokens.pop_back();
    --state.resident;
    state.active = change.mask.without(state.exited);
  }
  void operator()(const Timeline::Narrowed& change) const { state.tokens[change.position].mask = change.mask; }
  void operator()(const Timeline::Spilled& change) const { state.resident -= change.entries; }
  void operator()(const Timeline::Reloaded& change) const { state.resident += change.entries; }
  void operator()(const Timeline::Exited& change) const {
    state.exited |= change.mask;
    state.active = state.active.without(change.mask);
  }
  void operator()(const Timeline::Activated& change) const {
    state.active = change.mask;
    take_from_blocked(change.mask);
    if (take_from_ready(change.mask)) state.fast = false;
  }
  void operator()(const Timeline::Armed& change) const { state.registers[change.barrier] = change.mask; }
  void operator()(const Timeline::Withdrawn& change) const { state.registers[change.barrier] = change.mask; }
  void operator()(const Timeline::Released& change) const { state.registers[change.barrier] = core::LaneMask::none(); }
  void operator()(const Timeline::Blocked& change) const {
    state.active = state.active.without(change.mask);
    take_from_ready(change.mask);
    state.blocked.push_back(change);
  }
  void operator()(const Timeline::Parked& change) const {
    state.active = state.active.without(change.mask);
    take_from_blocked(change.mask);
    take_from_ready(change.mask);
    state.ready.insert(state.ready.begin() + change.position, {change.mask, change.row});
    state.fast = change.fast;
  }

  template <typename Groups> static bool take_from(Groups& groups, core::LaneMask lanes) {
    bool any = false;
    for (auto& group : groups) {
      any |= group.mask.intersects(lanes);
      group.mask = group.mask.without(lanes);
    }
    std::erase_if(groups, [](const auto& group) { return group.mask.empty(); });
    return any;
  }
  void take_from_blocked(core::LaneMask lanes) const { take_from(state.blocked, lanes); }
  bool take_from_ready(core::LaneMask lanes) const { return take_from(state.ready, lanes); }
};

}  // namespace

std::uint64_t TimelineCursor::advance() {
  const auto& events = timeline_.events;
  const std::uint64_t step = events[next_].step;
  for (; next_ < events.size() && events[next_].step == step; ++next_) std::visit(Apply{state_}, events[next_].change);
  return step;
}

}  // namespace reconverge::explorer
