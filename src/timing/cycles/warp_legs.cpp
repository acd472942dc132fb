// SPDX-License-Identifier: MIT
// How the clock of a warp looks up what legs of control cost, its account of cycles included.
#include <utility>

#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

void WarpClock::look_up_legs(LegMemo& memo, LegAccount& account) {
  legs_.memo = &memo;
  legs_.account = &account;
}

/// Whether a run and the transfer behind it are known as a leg. If not, all is ready for working them out.
bool WarpClock::take_leg(const emulator::IssuedRun& run) {
  conclude_leg();
  LegMemo::Happened what;
  if (memo_ == nullptr || !describe(run, what)) {
    leave_legs();
    return false;
  }
  if (legs_.place == LegMemo::Graph::nowhere) legs_.place = place_of_legs();
  const LegMemo::Graph::Number number = legs_.memo->graph().leg_from(legs_.place, what);
  if (number == LegMemo::Graph::none) {
    const LegMemo::Graph::Place from = legs_.place;
    leave_legs();
    if (from == LegMemo::Graph::nowhere) return false;
    legs_.learned = {.from = from, .base = base_, .operations = shared_unit_operations_, .notes = notes_applied_};
    legs_.learned.leg.key = what;
    legs_.account->note_parts(legs_.memo, &legs_.parts);
    return false;
  }
  legs_.memo->graph().take(number);
  told_ = legs_.until = run.first.step + run.count - 1;
  take_leg(legs_.memo->leg(number));
  return true;
}

void WarpClock::take_leg(const LegMemo::Leg& leg) {
  for (std::size_t i = 0; i < early_.size() && !early_lines_.empty(); ++i) {
    if (early_[i].lines == 0) continue;
    now_ = absolute(leg.issued[i], base_);
    follow_lines(early_[i].at.index, early_lines_[early_[i].lines - 1]);
  }
  take_moments(leg.outcome);
  shared_unit_operations_ += leg.shared_unit;
  place_ = leg.clock;
  if (leg.begins_path) base_ = now_;
  forget_early();
  legs_.place = leg.to;
  if (!std::exchange(legs_.is_ahead, true)) legs_.account->fall_behind(*legs_.memo);
}

/// Says what happens on a leg, as the memo has it. False: it may be of another kind.
bool WarpClock::describe(const emulator::IssuedRun& run, LegMemo::Happened& what) {
  if (run.leg == 0 || run.count > LegMemo::most_rows || early_.size() > LegMemo::most_accesses) return false;
  what.leg = run.leg;
  what.access_count = static_cast<std::uint32_t>(early_.size());
  for (std::size_t i = 0; i < early_.size(); ++i) what.accesses[i] = early_[i].use - 1;
  std::uint64_t idle_rows = 0;
  for (const auto& [index, executing] : run.guarded)
    if (executing.empty()) idle_rows |= std::uint64_t{1} << (index - run.first.index);
  what.idle_rows = idle_rows;
  return true;
}

/// Of what is now; nowhere: it is not to be noted.
LegMemo::Graph::Place WarpClock::place_of_legs() {
  if (!legs_.memo->may_write()) return LegMemo::Graph::nowhere;
  std::vector<std::uint32_t>& words = legs_.memo->states().empty_words();
  words.push_back(place_);
  legs_.account->write_state(words, now_);
  return legs_.memo->states().number_of_words();
}

/// The leg that was worked out last is over: its transfer has been told.
void WarpClock::conclude_leg() {
  if (legs_.learned.from == LegMemo::Graph::nowhere) return;
  auto [from, leg, base, operations, notes] = std::exchange(legs_.learned, {});
  legs_.account->note_parts(nullptr, nullptr);
  if (memo_ == nullptr || notes != notes_applied_) return legs_.parts.clear();
  legs_.place = place_of_legs();
  if (legs_.place != LegMemo::Graph::nowhere) {
    leg.to = legs_.place;
    leg.clock = place_;
    leg.outcome = {.now = relative(now_, base), .ready = relative(ready_.next, base), .held_by_bar = held_by_bar_};
    leg.shared_unit = static_cast<std::uint32_t>(shared_unit_operations_ - operations);
    leg.begins_path = base_ != base;
    legs_.memo->add(from, leg, legs_.parts);
  }
  legs_.parts.clear();
}

/// What follows is told as it happens: the account hears of it again.
void WarpClock::leave_legs() {
  if (std::exchange(legs_.is_ahead, false)) {
    emulator::ControlWords words(legs_.memo->states().words_of(legs_.place));
    words.next();  // the clock has its place
    legs_.account->read_state(words, now_);
  }
  legs_.place = LegMemo::Graph::nowhere;
}

}  // namespace reconverge::timing
