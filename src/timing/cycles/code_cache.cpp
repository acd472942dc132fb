// SPDX-License-Identifier: MIT
#include "timing/cycles/code_cache.hpp"

#include <algorithm>
#include <utility>

namespace reconverge::timing {
namespace {

constexpr std::uint32_t misses_without_gap = 3;

Cycle before(Cycle cycle, Cycle count) { return cycle > count ? cycle - count : 0; }

}  // namespace

void CodeCache::begin_with(const HeldLines& lines) {
  start_ = CodeAtStart::left;
  idle_until_ = 0;
  lines_.clear();
  fetches_ = 0;
  for (const std::uint32_t line : lines) {
    lines_.resize(std::max(lines_.size(), line + std::size_t{1}));
    lines_[line].fetched = ++fetches_;
  }
}

HeldLines CodeCache::held_lines() const {
  HeldLines held;
  for (std::uint32_t line = 0; line < lines_.size(); ++line)
    if (lines_[line].fetched > 0 && is_held(line, 0)) held.push_back(line);
  std::ranges::sort(held, {}, [&](std::uint32_t line) { return lines_[line].fetched; });
  return held;
}

/// @param more  fetches that are still to come
bool CodeCache::is_held(std::size_t line, std::uint64_t more) const {
  const bool was_asked_for = line < lines_.size() && lines_[line].used;
  if (start_ == CodeAtStart::warm && !was_asked_for) return true;
  if (line >= lines_.size()) return false;
  return lines_[line].fetched > 0 && fetched_after(line) + more < number(rule_.cached_lines);  // first in, first out
}

/// A landing still finds a line that was replaced a few cycles ago.
bool CodeCache::is_held_at(std::size_t line, Cycle cycle) const {
  if (is_held(line, 0)) return true;
  if (line >= lines_.size() || lines_[line].fetched == 0) return false;
  const auto after = std::ranges::count_if(recent_, [&](Cycle fetched) { return fetched > cycle; });
  const auto count = std::min(static_cast<std::uint64_t>(after), fetched_after(line));
  return fetched_after(line) - count < number(rule_.cached_lines);
}

std::uint64_t CodeCache::fetched_after(std::size_t line) const { return fetches_ - lines_[line].fetched; }

bool CodeCache::is_in_flight(std::size_t line, Cycle lookup) const {
  if (line >= lines_.size() || lines_[line].fetched == 0 || lines_[line].looked_up == 0) return false;
  return lookup + cycles(rule_.lookup_ahead) + 1 < lines_[line].looked_up + cycles(rule_.landing_in_flight);
}

/// When the lookup of a line that is not held begins.
Cycle CodeCache::miss_start(const Fetch& fetch, Cycle cycle) const {
  const bool waits = cycle == fetch.free && fetch.misses == misses_without_gap;
  return cycle + (waits ? cycles(rule_.fourth_miss) : 0);
}

/// The lookup of a line, and until when the fetch is busy with it.
CodeCache::Lookup CodeCache::look_up(Fetch& fetch, std::size_t line, Cycle cycle, bool held, bool landing,
                                     FetchPort* port) const {
  if (!held) {
    const Cycle wanted = miss_start(fetch, cycle);
    const bool follows = cycle == fetch.free && wanted == cycle;
    cycle = port == nullptr ? wanted : port->take(sub_partition_, wanted);
    const Cycle late = cycle - wanted;
    fetch.misses = follows && late == 0 && fetch.misses > 0 ? fetch.misses + 1 : 1;
    fetch.free = cycle + cycles(rule_.missed_lookup);
    fetch.behind = cycle + cycles(rule_.held_behind_miss);
    fetch.is_behind = false;
    return {cycle, cycle + first_slots(), false, late};
  }
  fetch.misses = 0;
  fetch.bound = cycle;
  fetch.is_behind = false;
  fetch.free = cycle + cycles(rule_.held_lookup);
  if (is_in_flight(line, cycle)) {
    const Cycle again = cycle + cycles(rule_.poll_interval) + (landing ? 1 : 0);
    fetch.free = std::max(again, lines_[line].looked_up + cycles(rule_.line_arrives));
    fetch.bound = fetch.free - 1;
  } else if (!landing && cycle < fetch.behind) {
    fetch.free = std::max(fetch.free, fetch.behind);
    fetch.is_behind = true;
  }
  const Cycle near = cycles(rule_.lookup_ahead + rule_.next_line - 2 * rule_.held_lookup);
  return {cycle, fetch.free + near, true, 0};
}

void CodeCache::enter(const OnPath& at, const Lookup& lookup) {
  idle_until_ = 0;
  fetched_ = lookup.cycle;
  OnPath& place = path_[path_length_++];
  place.line = at.line;
  place.slot = at.slot;
  place.looked_up = lookup.cycle;
  place.available = lookup.available;
  place.arrives = !lookup.held;
  place.is_target = at.is_target;
  place.branch = at.branch;
  lines_.resize(std::max(lines_.size(), place.line + std::size_t{1}));
  Line& line = lines_[place.line];
  if (!line.used) ++used_;
  if (!lookup.held || line.fetched == 0) line.fetched = ++fetches_;
  line.used = true;
  if (lookup.held) return;
  line.looked_up = std::max<Cycle>(lookup.cycle, 1);  // 0: it was there from the start
  std::ranges::rotate(recent_, recent_.end() - 1);
  recent_.front() = lookup.cycle;
}

/// The first jump of a line that the path cannot pass.
const CodeJump* CodeCache::jump_of(const OnPath& place) const {
  const auto jump = std::ranges::lower_bound(jumps_, std::pair(place.line, place.slot), {},
                                             [](const CodeJump& at) { return std::pair(at.line, at.slot); });
  return jump != jumps_.end() && jump->line == place.line ? &*jump : nullptr;
}

/// The first branch on the path that is not followed yet. In a line that was held none is.
CodeCache::Turn CodeCache::next_turn() const {
  for (const OnPath& place : std::span(path_).first(path_length_)) {
    if (!place.arrives || place.branch == Branch::followed) continue;
    if (const CodeJump* jump = jump_of(place)) return {&place, jump};
  }
  return {};
}

/// A line that is given up leaves its place in the cache to the next one.
void CodeCache::give_up(const OnPath& place) {
  std::ranges::rotate(given_up_, given_up_.end() - 1);
  given_up_.front() = {place.line, place.looked_up};
  given_up_since_landing_ = std::min(given_up_since_landing_ + 1, given_up_.size());
  lines_[place.line].fetched = 0;
  --fetches_;
  std::ranges::rotate(recent_, recent_.begin() + 1);
  recent_.back() = 0;
}

/// The branch of a line is seen as the line arrives: what was looked up behind it is given up.
void CodeCache::see(OnPath& place, Cycle cycle) {
  idle_until_ = 0;
  place.branch = Branch::seen;
  seen_ = cycle;
  turn_ = place.looked_up + cycles(rule_.branch_followed);
  const auto kept = static_cast<std::size_t>(&place - path_.data()) + 1;
  turns_behind_held_ = fetch_.is_behind && fetch_.free > cycle && path_length_ > kept;
  bool is_first = true;
  for (const OnPath& ahead : std::span(path_).first(path_length_).subspan(kept)) {
    if (!ahead.arrives) continue;
    if (is_first) turn_ = ahead.looked_up + cycles(rule_.given_up_returns);
    is_first = false;
    give_up(ahead);
  }
  if (turns_behind_held_) turn_ = fetch_.free + cycles(rule_.interrupted_lookup);
  path_length_ = kept;
}

/// From when on a line can be looked up that may have been given up, or while others that were return.
Cycle CodeCache::not_before(std::size_t line, Cycle cycle) const {
  const auto same = std::ranges::find(given_up_, line, &GivenUp::line);
  if (same != given_up_.end() && !is_held(line, 0))
    cycle = std::max(cycle, same->looked_up + cycles(rule_.asked_again));
  for (std::size_t i = given_up_since_landing_; i > 0; --i) {
    const Cycle returned = given_up_[i - 1].looked_up + cycles(rule_.given_up_returns);
    if (cycle < returned && cycle + cycles(rule_.interrupted_lookup) >= returned) cycle = returned;
  }
  return cycle;
}

/// When all is back that was given up since the last landing.
Cycle CodeCache::drained() const {
  Cycle last = turns_behind_held_ ? turn_ : 0;
  if (given_up_since_landing_ > 0) last = std::max(last, given_up_.front().looked_up + cycles(rule_.given_up_returns));
  return last;
}

Cycle CodeCache::next_lookup(const Fetch& fetch, std::size_t line) const {
  return not_before(line, std::max({fetch.free, from_, drained()}));
}

Cycle CodeCache::turn_start() const { return std::max({fetch_.free, from_, turn_}); }

/// The second line of a target comes before a landing in the same cycle.
bool CodeCache::wins_tie(Cycle start) const {
  const OnPath& last = path_[path_length_ - 1];
  return last.is_target && last.arrives && start == fetch_.free;
}

/// What comes next, and when.
CodeCache::Step CodeCache::next_step() const {
  using Kind = Step::Kind;
  if (path_length_ == 0) return {};
  const Turn turn = next_turn();
  const bool waits = turn.from != nullptr && turn.from->branch == Branch::seen;
  const bool stands = is_full() || waits;
  Step step;  // written part by part, and not read as a whole right after
  if (!stands) {
    step.kind = Kind::go_on;
    step.cycle = next_lookup(fetch_, path_[path_length_ - 1].line + std::size_t{1});
    step.ties = wins_tie(step.cycle);
  } else if (waits && !is_full()) {
    step.kind = Kind::follow;
    step.cycle = not_before(turn.jump->target_line, turn_start());
    step.turn = turn;
  }
  if (turn.from != nullptr && !waits) {
    const Cycle seen = turn.from->looked_up + cycles(rule_.branch_seen) + turn.jump->slot / number(rule_.slots_a_cycle);
    if (step.kind == Kind::none || seen <= step.cycle) {
      step.kind = Kind::see;
      step.cycle = seen;
      step.turn = turn;
      step.ties = true;
    }
  }
  if (step.cycle >= stopped_) step.kind = Kind::none;
  return step;
}

void CodeCache::do_step(const Step& step) {
  OnPath* const from =
      step.turn.from == nullptr ? nullptr : &path_[static_cast<std::size_t>(step.turn.from - path_.data())];
  if (step.kind == Step::Kind::see) return see(*from, step.cycle);
  OnPath place{.line = path_[path_length_ - 1].line + 1};
  if (step.kind == Step::Kind::follow) {
    place = {.line = step.turn.jump->target_line, .slot = step.turn.jump->target_slot, .is_target = true};
    from->branch = Branch::followed;
  }
  enter(place, look_up(fetch_, place.line, step.cycle, is_held(place.line, 0), false, port_));
}

/// Does what is to be done before a cycle, and sees the branches that are to be seen in it.
void CodeCache::catch_up(Cycle cycle) {
  while (cycle >= idle_until_) {
    const Step step = next_step();
    if (step.kind == Step::Kind::none || step.cycle > cycle || (step.cycle == cycle && !step.ties)) {
      idle_until_ = step.kind == Step::Kind::none ? never : step.cycle;
      return;
    }
    do_step(step);
  }
}

bool CodeCache::is_missed(const Step& step) const {
  if (step.kind == Step::Kind::see) return false;
  const bool follows = step.kind == Step::Kind::follow;
  return !is_held(follows ? step.turn.jump->target_line : path_[path_length_ - 1].line + std::size_t{1}, 0);
}

std::optional<CodeCache::Fetching> CodeCache::next_fetch(Cycle cycle) const {
  Fetching next{.last = fetched_, .way_used = port_->used_until(sub_partition_)};
  bool missed = false;
  const Step step = next_step();
  const Cycle lookup = coming_ ? before(coming_->cycle, cycles(rule_.lookup_ahead)) : never;
  if (step.kind != Step::Kind::none && (step.cycle < lookup || (step.cycle == lookup && step.ties))) {
    next.cycle = step.cycle;
    missed = is_missed(step);
  } else if (coming_) {
    const bool held = is_held_to_land(coming_->line, lookup);
    next.cycle = landing_start(coming_->line, coming_->slot, lookup, held);
    next.lands = true;
    missed = !held;
  } else {
    return std::nullopt;
  }
  if (missed) next.cycle = miss_start(fetch_, next.cycle);
  next.wanted = next.cycle;
  if (missed) next.cycle = port_->ready_for(sub_partition_, next.wanted);
  return next.cycle > cycle ? std::nullopt : std::optional(next);
}

void CodeCache::fetch() {
  const Step step = next_step();
  const Cycle lookup = coming_ ? before(coming_->cycle, cycles(rule_.lookup_ahead)) : never;
  if (step.kind != Step::Kind::none && (step.cycle < lookup || (step.cycle == lookup && step.ties)))
    return do_step(step);
  const Coming coming = *std::exchange(coming_, std::nullopt);
  landed_ = land(coming.line, coming.slot, coming.cycle);
}

void CodeCache::come_to_land(std::size_t line, std::uint32_t slot, Cycle cycle) { coming_ = Coming{line, slot, cycle}; }

/// Whether lines that were given up are just returning, or a branch is just seen: a landing does not end that at once.
bool CodeCache::turns_at(Cycle cycle) const {
  const auto is_just_before = [&](Cycle end) { return cycle < end && cycle + cycles(rule_.interrupted_lookup) >= end; };
  if (cycle == seen_ || (turns_behind_held_ && is_just_before(turn_))) return true;
  return std::ranges::any_of(std::span(given_up_).first(given_up_since_landing_), [&](const GivenUp& line) {
    return is_just_before(line.looked_up + cycles(rule_.given_up_returns));
  });
}

/// Whether the fetch has come to this place ahead of time, by the branch that lands there.
bool CodeCache::has_followed_to(std::size_t line, std::uint32_t slot) const {
  return std::ranges::any_of(std::span(path_).first(path_length_), [&](const OnPath& place) {
    return place.is_target && place.line == line && place.slot == slot;
  });
}

void CodeCache::reach(std::size_t line) {
  lines_.resize(std::max(lines_.size(), line + 1));
  if (!lines_[line].reached) ++reached_;
  lines_[line].reached = true;
  current_ = line;
}

bool CodeCache::is_held_to_land(std::size_t line, Cycle lookup) const {
  return is_held_at(line, before(lookup, cycles(rule_.replaced_line)));
}

/// When the lookup of a landing's line begins.
Cycle CodeCache::landing_start(std::size_t line, std::uint32_t slot, Cycle lookup, bool held) const {
  Cycle start = lookup;
  if (!has_followed_to(line, slot)) {
    const bool ends_held = fetch_.misses == 0 && lookup >= fetch_.bound && lookup < fetch_.free;
    if (ends_held || turns_at(lookup)) start += cycles(rule_.interrupted_lookup);
    if (fetch_.misses > 0) start = std::max(start, before(fetch_.free, held ? 1 : 0));
  }
  return start;
}

Cycle CodeCache::land(std::size_t line, std::uint32_t slot, Cycle cycle, bool alone) {
  const Cycle lookup = before(cycle, cycles(rule_.lookup_ahead));
  catch_up(alone ? lookup : ~Cycle{0});
  lines_.resize(std::max(lines_.size(), line + 1));
  const bool held = is_held_to_land(line, lookup);
  if (!alone) fetch_ = {};
  Cycle start = alone ? landing_start(line, slot, lookup, held) : lookup;
  Cycle wait = 0;
  if (held && is_in_flight(line, lookup))
    wait =
        std::max(cycles(rule_.poll_interval), before(lines_[line].looked_up + cycles(rule_.landing_in_flight), cycle));
  else if (held && start > lookup) wait = cycles(rule_.poll_interval);
  fetch_.behind = 0;
  given_up_since_landing_ = 0;
  turns_behind_held_ = false;
  seen_ = 0;
  path_length_ = 0;
  from_ = 0;
  stopped_ = never;
  if (!held) start = not_before(line, start);
  const Lookup found = look_up(fetch_, line, start, held, true, port_);
  enter({.line = static_cast<std::uint32_t>(line), .slot = slot}, found);
  if (!held) wait = found.available - cycle + slot / number(rule_.slots_a_cycle);
  reach(line);
  return wait;
}

void CodeCache::run_on(std::size_t line, Cycle cycle) {
  if (port_ == nullptr) catch_up(cycle);
  const Turn turn = next_turn();
  if (turn.from != nullptr && turn.from->branch == Branch::seen && !turns_behind_held_)
    turn_ = std::min(turn_, seen_ < cycle ? cycle : cycle + 1);
  if (is_full() || path_length_ < 2) from_ = std::max(from_, cycle);
  if (path_length_ < 2)
    enter({.line = static_cast<std::uint32_t>(line)},
          look_up(fetch_, line, next_lookup(fetch_, line), is_held(line, 0), false, port_));
  std::ranges::rotate(path_, path_.begin() + 1);
  --path_length_;
  idle_until_ = 0;
  reach(line);
}

void CodeCache::run(std::size_t line, Cycle cycle) {
  if (line == current_) return;
  if (current_ == no_line) {  // its line is there, warm code has long been looked up
    const std::uint64_t ahead = start_ == CodeAtStart::cold ? 0 : number(rule_.lines_ahead);
    for (std::size_t next = line; next <= line + ahead; ++next)
      enter({.line = static_cast<std::uint32_t>(next)}, {.held = start_ != CodeAtStart::left || is_held(next, 0)});
    return reach(line);
  }
  if (line == current_ + 1) return reach(line);
  land(line, 0, cycle);
}

Cycle CodeCache::available(std::size_t line) const {
  const auto path = std::span(path_).first(path_length_);
  const auto found = std::ranges::find(path, line, &OnPath::line);
  if (found != path.end()) return found->available;
  if (path.empty() || line < path.back().line || line > path.front().line + number(rule_.lines_ahead)) return 0;
  Fetch fetch = fetch_;
  std::uint64_t more = 0;
  Lookup ahead;
  for (std::size_t next = path.back().line + 1; next <= line; ++next) {
    ahead = look_up(fetch, next, next_lookup(fetch, next), is_held(next, more), false);
    more += ahead.held && next < lines_.size() && lines_[next].fetched > 0 ? 0 : 1;
  }
  return ahead.available;
}

void CodeCache::settle(Cycle issue) {
  if (port_ != nullptr) return;
  catch_up(before(issue, cycles(rule_.lookup_ahead)));  // a landing's line is looked up so early
}

/// A line after which as many were fetched as the cache holds has left it, whatever its number.
void CodeCache::forget(const Horizon& horizon) {
  const Cycle first = before(horizon.issue, cycles(rule_.lookup_ahead));
  settle(horizon.issue);
  // A landing still finds the last replaced ones, and what is ahead on the path may be given up.
  const std::uint64_t most = number(rule_.cached_lines) + recent_.size() + path_.size();
  const std::uint64_t past = fetches_ > most ? fetches_ - most : 0;
  fetches_ -= past;
  const Cycle arrived = before(first, cycles(rule_.landing_in_flight));
  for (Line& line : lines_) {
    line.fetched -= std::min(line.fetched, past);
    line.looked_up = std::max(line.looked_up, arrived);
  }
  for (OnPath& place : path_) {
    place.looked_up = std::max(place.looked_up, arrived);
    place.available = std::max(place.available, first);
  }
  for (std::size_t i = path_length_; i < path_.size(); ++i) path_[i] = {.looked_up = arrived, .available = first};
  for (GivenUp& line : given_up_)
    if (line.looked_up + cycles(rule_.asked_again) <= first) line = {.looked_up = arrived};
  while (given_up_since_landing_ > 0 &&
         given_up_[given_up_since_landing_ - 1].looked_up + cycles(rule_.given_up_returns) <= first)
    --given_up_since_landing_;
  seen_ = std::max(seen_, arrived);
  turn_ = std::max(turn_, arrived);
  for (Cycle& fetched : recent_) fetched = std::max(fetched, before(first, cycles(rule_.replaced_line)));
  if (fetch_.free < arrived) fetch_ = {.free = arrived, .bound = arrived, .behind = fetch_.behind};
  fetch_.bound = std::max(fetch_.bound, arrived);
  fetch_.behind = std::max(fetch_.behind, arrived);
  from_ = std::max(from_, arrived);
  idle_until_ = 0;
}

}  // namespace reconverge::timing
