// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/control_recall.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::emulator {

/// Whether one of them hears of legs at all.
bool ControlRecall::hear(std::span<Listener* const> listeners) {
  constexpr EventKind kinds[] = {EventKind::branched, EventKind::transferred, EventKind::parked,      EventKind::armed,
                                 EventKind::blocked,  EventKind::released,    EventKind::lanes_exited};
  return std::ranges::any_of(listeners, [&](const Listener* one) {
    const EventKinds heard = one->hears();
    return one->wants_runs() || std::ranges::any_of(kinds, [&](EventKind kind) { return heard.contain(kind); });
  });
}

const Events& ControlRecall::make_learning() {
  std::vector<Listener*> all(of_run_.all().begin(), of_run_.all().end());
  all.push_back(this);
  return learning_.emplace(all);
}

void ControlRecall::write(const Flow& flow) {
  std::vector<std::uint32_t>& words = memo_.empty_words();
  follower_.write_state(words);
  mechanism_.write_state(words);
  words.insert(words.end(), {flow.active.bits(), flow.index, static_cast<std::uint32_t>(flow.done)});
  place_ = memo_.place_of_words();
  if (next_.from == ControlMemo::nowhere) return;
  next_.to = place_;
  next_.after = flow;
  memo_.add(next_, heard_);
}

bool ControlRecall::follow(IssuedRun& run, const DecodedInstruction& control, core::LaneMask executing,
                           const Warp& warp, Flow& flow) {
  if (place_ == ControlMemo::nowhere) return false;
  const PredicateSource& second = control.predicate_source[0];
  const ControlMemo::Chosen chosen{executing, executing & warp.predicate(second.index, second.negated)};
  const ControlMemo::Number number = memo_.leg_from(place_, chosen);
  if (number == ControlMemo::none) {
    catch_up();
    heard_.clear();
    if (ConvergenceBarriers::follows_from_state(control))
      next_ = {.key = chosen,
               .lanes = static_cast<std::uint32_t>(run.active.count()) * run.count,
               .count = run.count,
               .first = run.first.index,
               .active = run.active,
               .from = place_};
    return false;
  }
  for (const auto& guarded : run.guarded)
    if (guarded.index != run.last())
      leave_out(guarded.index, static_cast<std::uint32_t>(run.active.without(guarded.executing).count()),
                guarded.executing.empty());
  run.leg = number;
  if (tells_) tell(run);
  take(number, flow);
  return true;
}

void ControlRecall::tell(const IssuedRun& run) {
  if (legs_ != nullptr && legs_->hear(run, memo_.events_of(memo_.leg(run.leg)))) return;
  if (!at_once_) at_once_.emplace(of_run_.all().subspan(sums_));
  at_once_->issued_run(run);
  for (const ControlEvent& event : memo_.events_of(memo_.leg(run.leg)))
    event.tell({run.first.step + run.count - 1, run.last()}, *at_once_);
}

void ControlRecall::read_state() {
  is_behind_ = false;
  ControlWords words(memo_.state_of(place_));
  follower_.read_state(words);
  mechanism_.read_state(words);
}

}  // namespace reconverge::emulator
