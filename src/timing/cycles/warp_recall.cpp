// SPDX-License-Identifier: MIT
// How the clock of a warp remembers: it follows a graph of what was worked out before, and works out the rest.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "timing/cycles/clock_memo.hpp"
#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {
Cycle WarpClock::issue(const emulator::Issued& event) {
  const auto what = ClockEvent::issue(event.at.index, event.executing.any());
  if (!recall(what)) {
    const std::uint64_t operations = shared_unit_operations_;
    work_out_issue(event.at.index, event.executing.any());
    learn(what, shared_unit_operations_ - operations);
  }
  told_ = event.at.step;
  if (observer_ != nullptr) observer_->timed(event, now_, steps_);
  return now_;
}

/// Accesses of the run were heard of before. Its first instruction may follow on others in several ways, the rest are
/// stretches between accesses.
void WarpClock::issued_run(const emulator::IssuedRun& run) {
  if (legs_.memo != nullptr && !std::exchange(legs_.is_refused, false) && take_leg(run)) return;
  if (run.count == 1 && early_.empty()) {
    issue({run.first, run.active, run.guarded.empty() ? run.active : run.guarded.front().executing});
    return;
  }
  auto early = early_.begin();
  Stretch stretch{.run = run, .begin = 0, .end = 1, .guarded = run.guarded};
  while (stretch.begin < run.count) {
    if (!follow(stretch)) issue_each(stretch);
    for (; early != early_.end() && early->at.step + 1 == run.first.step + stretch.end; ++early) {
      if (early->lines != 0) {
        const auto number = static_cast<std::size_t>(early - early_.begin());
        if (number < LegMemo::most_accesses) legs_.learned.leg.issued[number] = relative(now_, base_);
        follow_lines(early->at.index, early_lines_[early->lines - 1]);
      }
      if (early->use != 0) enter_remembered(early->use - 1);
      else enter_access(early_timings_[early->place]);
    }
    const std::uint64_t up_to = early == early_.end() ? run.count : early->at.step + 1 - run.first.step;
    stretch.begin = stretch.end;
    stretch.end =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(up_to, stretch.begin + ClockMemo::RunKey::most_rows));
  }
  forget_early();
}

ClockMemo::RunKey WarpClock::Stretch::key() const {
  ClockMemo::RunKey key{.first = run.first.index + begin, .count = end - begin};
  for (const auto& one : guarded) {
    if (one.index >= run.first.index + end) break;
    if (one.executing.empty()) key.idle_rows |= std::uint64_t{1} << (one.index - key.first);
  }
  return key;
}

/// Whether a stretch is known as a whole.
bool WarpClock::follow(Stretch& stretch) {
  if (memo_ == nullptr || stretch.begin == 0 || (observer_ != nullptr && !observer_->takes_runs())) return false;
  const std::uint32_t number = memo_->run_from(place_, stretch.key());
  if (number == 0) return false;
  const ClockMemo::Run& known = memo_->run(number);
  const Cycle before = now_;
  memo_->count_recall(known.key.count);
  take_moments(memo_->outcome(known.end));
  shared_unit_operations_ += known.shared_unit;
  place_ = known.end;
  told_ = stretch.run.first.step + stretch.end - 1;
  if (observer_ != nullptr)
    observer_->timed_run({.memo = *memo_,
                          .number = number,
                          .first = {stretch.run.first.step + stretch.begin, known.key.first},
                          .count = known.key.count,
                          .active = stretch.run.active,
                          .before = before,
                          .base = base_});
  stretch.pass_guards();
  return true;
}

void WarpClock::issue_each(Stretch& stretch) {
  const ClockMemo::Place from = place_;
  const ClockMemo::RunKey key = stretch.key();
  for (std::uint32_t i = stretch.begin; i < stretch.end; ++i) {
    const emulator::Moment at{stretch.run.first.step + i, stretch.run.first.index + i};
    const bool is_guarded = !stretch.guarded.empty() && stretch.guarded.front().index == at.index;
    issue({at, stretch.run.active, is_guarded ? stretch.guarded.front().executing : stretch.run.active});
    if (is_guarded) stretch.guarded = stretch.guarded.subspan(1);
  }
  if (memo_ != nullptr && stretch.begin > 0 && !memo_->is_full()) memo_->add_run(from, key, place_);
}

/// Those of its rows.
void WarpClock::Stretch::pass_guards() {
  while (!guarded.empty() && guarded.front().index < run.first.index + end) guarded = guarded.subspan(1);
}

void WarpClock::transferred(const emulator::Transferred& event) {
  if (legs_.until == event.at.step && legs_.is_ahead) return;  // it is part of the leg
  const auto what = ClockEvent::transfer(static_cast<std::uint8_t>(event.transfer), event.count, event.index);
  if (recall(what)) return;
  const std::uint64_t operations = shared_unit_operations_;
  work_out_transfer(event);
  learn(what, shared_unit_operations_ - operations);
}

void WarpClock::take_access(emulator::Moment at, const AccessTiming& timing, const emulator::Access* of_lines) {
  if (memo_ != nullptr) return take_remembered(at, memo_->number_of(timing), of_lines);
  if (follows_runs_ && at.step > told_) {
    early_.push_back({.at = at, .place = static_cast<std::uint32_t>(early_timings_.size())});
    early_timings_.push_back(timing);
    if (of_lines != nullptr) keep_lines(*of_lines);
    return;
  }
  if (of_lines != nullptr) follow_lines(at.index, *of_lines);
  enter_access(timing);
}

/// An access delays its instruction, which may not be told yet.
void WarpClock::take_remembered(emulator::Moment at, std::uint32_t use, const emulator::Access* of_lines) {
  if (follows_runs_ && at.step > told_) {
    early_.push_back({.at = at, .use = use + 1});
    if (of_lines != nullptr && (of_lines->writes || lost_lines_.concern_loads() || !early_lines_.empty()))
      keep_lines(*of_lines);
    return;
  }
  if (of_lines != nullptr) follow_lines(at.index, *of_lines);
  enter_remembered(use);
}

void WarpClock::enter_remembered(std::uint32_t use) {
  if (memo_ == nullptr || uses_->use(use).waits_behind_bar) return enter_access(uses_->use(use));
  const ClockEvent what = ClockEvent::access(use);
  if (recall(what)) return;
  work_out_access(uses_->use(use));
  learn(what, 0);
}

void WarpClock::enter_access(AccessTiming access) {
  if (std::exchange(access.waits_behind_bar, false) && held_by_bar_) access.delay = record_.block_barrier.load;
  const ClockEvent what = memo_ == nullptr ? ClockEvent() : ClockEvent::access(memo_->number_of(access));
  if (recall(what)) return;
  work_out_access(access);
  learn(what, 0);
}

void WarpClock::work_out_access(const AccessTiming& access) {
  if (access.passes) sub_->mio.accessed(*access.passes);
  if (access.delay != 0) sub_->mio.delay(access.delay);
  if (access.words != 0) sub_->mio.take_words(access.words);
}

void WarpClock::note(const ClockNote& note) {
  if (is_replaying_) return;
  apply(note);
  if (memo_ != nullptr) notes_.push_back(note);
}

void WarpClock::apply(const ClockNote& note) {
  ++notes_applied_;
  if (note.kind == ClockNote::Kind::doubt) {
    ++doubts_[note.row];
    return;
  }
  ++untimed_[note.row];
  ++untimed_total_;
  if (note.kind == ClockNote::Kind::code && !beyond_known_code_) beyond_known_code_ = note.row;
}

void WarpClock::remember(ClockMemo& memo) {
  memo_ = uses_ = &memo;
  look_up_shapes(memo.shapes(record_));
  place_ = memo.begin([this](std::vector<std::uint32_t>& words) { write_state(words); });
}

/// Whether an event is known to the memo. If not, all is ready for working it out.
bool WarpClock::recall(ClockEvent event) {
  if (memo_ == nullptr) return false;
  const ClockMemo::Place next = memo_->after(place_, event);
  if (next == ClockMemo::nowhere) {
    catch_up();
    notes_.clear();
    return false;
  }
  memo_->count_recall();
  const ClockMemo::Outcome& outcome = memo_->outcome(next);
  take_moments(outcome);
  shared_unit_operations_ += outcome.shared_unit;
  if (event.kind() == ClockEvent::Kind::issue && observer_ != nullptr) {
    const ClockMemo::Steps& steps = memo_->steps_of(next);
    for (std::size_t i = 0; i < constraint_count; ++i) steps_.until[i] = absolute(steps.until[i], base_);
    steps_.setter = steps.setter;
  }
  for (const ClockNote& note : memo_->notes_of(next)) apply(note);
  place_ = next;
  if (const ClockMemo::Place state = memo_->state_after(next); state != ClockMemo::nowhere) {
    place_ = state;
    base_ = now_;
  }
  return true;
}

void WarpClock::take_moments(const ClockMemo::Outcome& outcome) {
  now_ = absolute(outcome.now, base_);
  ready_.next = ready_.clock_read = absolute(outcome.ready, base_);
  held_by_bar_ = outcome.held_by_bar;
  is_behind_ = true;
}

void WarpClock::restart(const WarpClock& fresh) {
  fresh_ = &fresh;
  alone_->first_level = fresh.alone_->first_level;
  alone_->constants = fresh.alone_->constants;
  ready_ = fresh.ready_;
  now_ = fresh.now_;
  steps_ = fresh.steps_;
  held_by_bar_ = is_behind_ = false;
  accesses_ = shared_unit_operations_ = untimed_total_ = 0;
  beyond_first_level_.reset();
  beyond_known_code_.reset();
  untimed_.clear();
  doubts_.clear();
  partly_written_ = {};
  lost_lines_ = {};
  told_ = 0;
  forget_early();
  base_ = 0;
  notes_.clear();
  notes_applied_ = 0;
  legs_.place = LegMemo::Graph::nowhere;
  legs_.is_ahead = legs_.is_refused = false;
  legs_.until = 0;
  legs_.learned = {};
  legs_.parts.clear();
}

/// Of all that a state has.
void WarpClock::be_fresh() {
  const WarpClock* const fresh = std::exchange(fresh_, nullptr);
  if (fresh == nullptr) return;
  alone_.emplace(Alone{fresh->alone_->sub_partition, std::move(alone_->first_level), std::move(alone_->constants)});
  sub_->warps = {&ready_};
  sub_->code.follow(code_->jumps());
  released_ = fresh->released_;
  landing_ = fresh->landing_;
  landing_line_ = fresh->landing_line_;
  next_line_ = fresh->next_line_;
  barrier_from_ = fresh->barrier_from_;
  barrier_until_ = fresh->barrier_until_;
  met_ = fresh->met_;
  accessed_since_bar_ = fresh->accessed_since_bar_;
  bar_after_access_ = fresh->bar_after_access_;
  scoreboards_ = fresh->scoreboards_;
  written_ = fresh->written_;
  setters_ = fresh->setters_;
}

/// Works out what was looked up since the path began.
void WarpClock::catch_up() {
  be_fresh();
  if (!is_behind_) return;
  is_behind_ = false;
  const std::uint64_t operations = shared_unit_operations_;
  is_replaying_ = true;
  read_state(memo_->state_before(place_), base_);
  std::uint32_t row = 0;
  for (const ClockEvent event : memo_->path_to(place_)) replay(event, row);
  is_replaying_ = false;
  shared_unit_operations_ = operations;
}

/// @param row  of the last instruction
void WarpClock::replay(ClockEvent event, std::uint32_t& row) {
  switch (event.kind()) {
    case ClockEvent::Kind::start: break;
    case ClockEvent::Kind::issue:
      row = event.low();
      work_out_issue(row, event.executes());
      break;
    case ClockEvent::Kind::access: work_out_access(memo_->use(event.low())); break;
    case ClockEvent::Kind::transfer:
      work_out_transfer({.at = {0, row},
                         .transfer = static_cast<emulator::ControlTransfer>(event.how()),
                         .group = {},
                         .index = event.low(),
                         .count = event.count()});
      break;
  }
}

/// @param operations  of the shared unit that the event began
void WarpClock::learn(ClockEvent event, std::uint64_t operations) {
  if (memo_ == nullptr) return;
  if (memo_->is_full()) {
    memo_ = nullptr;
    return;
  }
  const ClockMemo::Outcome outcome{.now = relative(now_, base_),
                                   .ready = relative(ready_.next, base_),
                                   .held_by_bar = held_by_bar_,
                                   .shared_unit = static_cast<std::uint8_t>(operations)};
  ClockMemo::Steps steps;
  if (event.kind() == ClockEvent::Kind::issue) {
    for (std::size_t i = 0; i < constraint_count; ++i) steps.until[i] = relative(steps_.until[i], base_);
    steps.setter = steps_.setter;
  }
  const bool is_access = event.kind() == ClockEvent::Kind::access;
  place_ = memo_->add(place_, event, outcome, steps, is_access ? std::span<const ClockNote>() : notes_);
  if (event.kind() != ClockEvent::Kind::transfer) return;
  if (!write_state(memo_->empty_words())) return;
  place_ = memo_->end_path(place_);
  base_ = now_;
}

/// What is behind the next issue is forgotten first. False: a part of it has no state.
bool WarpClock::write_state(std::vector<std::uint32_t>& words) {
  Horizon horizon{.issue = std::min(ready_.next, ready_.clock_read), .now = now_};
  const Cycle first = std::min(horizon.issue, sub_->mio.first_waiting().value_or(horizon.issue));
  horizon.units = first > 0 ? first - 1 : 0;
  if (!sub_->mio.forget(scoreboards_, horizon, sub_->reads)) return false;
  forget(horizon);
  StateWriter state(words, now_);
  exchange_own(state);
  Scoreboards::exchange(std::as_const(scoreboards_), state);
  sub_->mio.write_state(state);
  sub_->reads.write_state(state, horizon);
  CodeCache::exchange(std::as_const(sub_->code), state);
  written_.write_state(state);
  return true;
}

void WarpClock::read_state(std::span<const std::uint32_t> words, Cycle base) {
  StateReader state(words, base);
  exchange_own(state);
  Scoreboards::exchange(scoreboards_, state);
  sub_->mio.read_state(state, scoreboards_);
  sub_->reads.read_state(state);
  CodeCache::exchange(sub_->code, state);
  written_.read_state(state);
}

/// Of the clock itself and its sub-partition.
void WarpClock::forget(const Horizon& horizon) {
  const auto before = [&](Cycle count) { return horizon.issue > count ? horizon.issue - count : 0; };
  const auto back_to_back = cycles(std::abs(record_.block_barrier.back_to_back));
  if (barrier_until_ + back_to_back <= horizon.issue) {
    barrier_from_ = barrier_until_ = 0;
    bar_after_access_ = false;
  }
  landing_ = std::max(landing_, before(cycles(record_.fetch.late_within)));
  next_line_ = std::max(next_line_, horizon.units);
  for (Cycle& free : sub_->unit_free) free = std::max(free, horizon.units);
  if (sub_->delaying_issued + cycles(sub_->delays_after) < horizon.issue) {
    sub_->delaying_issued = 0;
    sub_->delays_after = 0;
  }
  sub_->code.forget(horizon);
  sub_->reads.forget(horizon);
  written_.forget(horizon, record_.operand);
  for (std::size_t i = 0; i < Scoreboards::count; ++i)
    if (scoreboards_[i].pending == 0 && scoreboards_[i].results.empty()) setters_[i] = 0;
}

template <typename State> void WarpClock::exchange_own(State& state) {
  state.cycle(now_);
  state.cycle(ready_.next);
  state.cycle(ready_.clock_read);
  state.cycle(released_);
  state.cycle(landing_);
  state.value(landing_line_);
  state.cycle(next_line_);
  const auto if_any = [&](Cycle& moment) {  // 0: there is none
    bool is_any = moment > 0;
    state.value(is_any);
    if (is_any) state.cycle(moment);
    else moment = 0;
  };
  if_any(barrier_from_);
  if_any(barrier_until_);
  if_any(sub_->delaying_issued);
  state.value(sub_->delays_after);
  state.value(met_);
  state.value(accessed_since_bar_);
  state.value(bar_after_access_);
  for (Cycle& free : sub_->unit_free) state.cycle(free);
  for (std::uint32_t& setter : setters_) state.value(setter);
}

}  // namespace reconverge::timing
