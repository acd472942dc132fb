#include "explorer/replay.hpp"

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
  void operator()(const Timeline::Narrowed& change) const {
    state.tokens[change.position].mask = change.mask;
  }
  void operator()(const Timeline::Spilled& change) const { state.resident -= change.entries; }
  void operator()(const Timeline::Reloaded& change) const { state.resident += change.entries; }
  void operator()(const Timeline::Exited& change) const {
    state.exited |= change.mask;
    state.active = state.active.without(change.mask);
  }
  void operator()(const Timeline::Activated& change) const { state.active = change.mask; }
};

}  // namespace

std::uint64_t Replay::advance() {
  const auto& events = timeline_.events;
  const std::uint64_t step = events[next_].step;
  for (; next_ < events.size() && events[next_].step == step; ++next_)
    std::visit(Apply{state_}, events[next_].change);
  return step;
}

}  // namespace reconverge::explorer
