// SPDX-License-Identifier: MIT
#include "observers/timeline.hpp"

#include <utility>

namespace reconverge::observers {

using core::LaneMask;

void PathRecorder::follow(std::uint32_t row) {
  if (stretch_.count > 0 && row == stretch_.row + stretch_.count) {
    ++stretch_.count;
    return;
  }
  end();
  stretch_ = {row, 1, 1};
}

/// A loop that repeats as before is one stretch, executed once more.
void PathRecorder::end() {
  if (stretch_.count == 0) return;
  if (!out_.empty() && out_.back().row == stretch_.row && out_.back().count == stretch_.count) ++out_.back().times;
  else out_.push_back(stretch_);
  stretch_ = {};
}

TimelineRecorder::TimelineRecorder(const emulator::TokenStack& stack, Timeline& out)
    : stack_(stack), out_(out), path_(out.path) {
  out_ = {};
}

void TimelineRecorder::run_ended() { path_.end(); }

void TimelineRecorder::add(std::uint64_t step, Timeline::Change change) {
  out_.events.push_back({step, std::move(change)});
  changed_ = true;
}

/// The state is the one before the instruction: a difference from the reported state is an effect of the previous
/// one.
void TimelineRecorder::issued(const emulator::Issued& event) {
  if (event.at.step == 1) {
    out_.start = live_ = event.active;
  } else if (changed_ || event.active != active_) {
    compare_with_stack();
    if (event.active != active_) out_.events.push_back({out_.steps, Timeline::Activated{event.active}});
  }
  changed_ = false;
  active_ = event.active;
  out_.steps = event.at.step;
  if (event.executing != event.active) out_.guarded.push_back({event.at.step, event.executing});
  path_.follow(event.at.index);
}

/// Leaving a token takes lanes out of those above it, and exiting out of all.
void TimelineRecorder::compare_with_stack() {
  const auto tokens = stack_.tokens();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].mask == masks_[i]) continue;
    masks_[i] = tokens[i].mask;
    out_.events.push_back({out_.steps, Timeline::Narrowed{static_cast<std::uint32_t>(i), masks_[i]}});
  }
}

void TimelineRecorder::branched(const emulator::Branched& event) {
  if (!event.diverged()) return;
  active_ = event.taken;
  add(event.at.step, Timeline::Diverged{event.taken, event.not_taken});
}

void TimelineRecorder::pushed(const emulator::Pushed& event) {
  masks_.push_back(event.mask);
  // No other token changes with a push: checking all of them would be quadratic in the depth of a recursion.
  out_.events.push_back({event.at.step, Timeline::Pushed{event.kind, event.mask, stack_.tokens().back().index}});
}

/// The mask that the stack reports is the one after every loss of lanes; a token that lost some in
/// this very step was narrowed first.
void TimelineRecorder::popped(const emulator::Popped& event) {
  if (masks_.back() != event.mask)
    add(event.at.step, Timeline::Narrowed{static_cast<std::uint32_t>(masks_.size() - 1), event.mask});
  masks_.pop_back();
  active_ = event.mask & live_;
  add(event.at.step, Timeline::Popped{event.kind, event.mask});
}

void TimelineRecorder::spilled(const emulator::Spilled& event) {
  out_.events.push_back({event.at.step, Timeline::Spilled{event.entries}});
}

void TimelineRecorder::reloaded(const emulator::Reloaded& event) {
  out_.events.push_back({event.at.step, Timeline::Reloaded{event.entries}});
}

void TimelineRecorder::lanes_exited(const emulator::LanesExited& event) {
  live_ = live_.without(event.mask);
  active_ = active_.without(event.mask);
  add(event.at.step, Timeline::Exited{event.mask});
}

}  // namespace reconverge::observers
