// SPDX-License-Identifier: MIT
#include "timing/cycles/line_lookups.hpp"

#include <utility>

namespace reconverge::timing {

LineLookups::Warp& LineLookups::of(std::size_t warp) {
  warps_.resize(std::max(warps_.size(), warp + 1));
  return warps_[warp];
}

void LineLookups::begin(std::size_t warp, std::uint32_t line, Cycle cycle) {
  Path& path = of(warp).path;
  path = {.line = line};
  path.looked_up = path.asked = static_cast<std::uint8_t>(rule_.lines_ahead + 1);
  if (cycle < cycles(rule_.lookup_ahead)) return;  // before everything else
  Landing& landing = warps_[warp].landing;
  landing = {.line = line, .wanted = cycle - cycles(rule_.lookup_ahead), .cycle = cycle, .was_refused = true};
  mark(landing_, warp, true);
  find_next();
}

void LineLookups::come_to_land(std::size_t warp, std::uint32_t line, Cycle cycle) {
  const Cycle ahead = cycles(rule_.lookup_ahead);
  of(warp).landing = {.line = line, .wanted = cycle - std::min(cycle, ahead), .cycle = cycle};
  mark(landing_, warp, true);
  find_next();
}

void LineLookups::run_on(std::size_t warp, std::uint32_t line, Cycle issued) {
  Path& path = of(warp).path;
  if (path.asked == 0 || path.line != line) {  // code that was reached without a landing
    path = {.line = line};
    path.looked_up = path.asked = static_cast<std::uint8_t>(rule_.lines_ahead + 1);
  }
  std::ranges::rotate(path.cycles, path.cycles.begin() + 1);
  ++path.line;
  if (path.looked_up > 0) --path.looked_up;
  path.cycles[path.asked - 1u] = issued + cycles(rule_.line_request);
  mark(ahead_, warp, true);
  find_next();
}

/// Of two lines ahead the one goes first that code waits for; else those behind a landing follow that; else the one
/// that is wanted longest.
bool LineLookups::goes_before(std::size_t warp, std::size_t other) const {
  const Path &path = warps_[warp].path, &than = warps_[other].path;
  if (path.held_up_since != than.held_up_since) return path.held_up_since < than.held_up_since;
  const bool follows = path.is_behind_landing && warp == last_;
  if (follows || (than.is_behind_landing && other == last_)) return follows;
  return path.wanted() < than.wanted();
}

/// The warp whose line ahead is looked up next.
std::optional<std::size_t> LineLookups::first_ahead(Cycle cycle) const {
  std::optional<std::size_t> first;
  visit(ahead_, [&](std::size_t warp) {
    const bool waits = warps_[warp].path.wanted() <= cycle;
    if (waits && (!first || goes_before(warp, *first))) first = warp;
  });
  return first;
}

void LineLookups::look_ahead(std::size_t warp) {
  Path& path = warps_[warp].path;
  const Cycle begin = std::max(free_, path.wanted());
  free_ = begin + cycles(rule_.held_lookup);
  path.cycles[path.looked_up++] = free_ + lead();
  path.held_up_since = never;
  path.is_behind_landing &= path.waits();
  mark(ahead_, warp, path.waits());
  last_ = warp;
}

void LineLookups::land(std::size_t warp) {
  Landing& landing = warps_[warp].landing;
  const Cycle begin = next_;
  const Cycle ahead = cycles(rule_.lookup_ahead);
  const Cycle lands =
      begin + ahead + (landing.was_refused ? cycles(rule_.poll_interval - rule_.interrupted_lookup) : 0);
  landing.late = lands - landing.cycle;
  mark(landing_, warp, false);
  free_ = begin + cycles(rule_.held_lookup);
  last_ = warp;
  Path& path = warps_[warp].path;
  path = {.line = landing.line, .looked_up = 1, .is_behind_landing = true};
  path.asked = static_cast<std::uint8_t>(rule_.lines_ahead + 1);
  path.cycles.fill(begin);
  path.cycles[0] = lands;
  mark(ahead_, warp, path.waits());
}

/// What happens at next_. A landing that finds a lookup going on, or lines behind the landing of another warp, comes
/// again a little later, and then before all lines ahead.
void LineLookups::step() {
  const Cycle cycle = next_;
  std::optional<std::size_t> first;
  visit(landing_, [&](std::size_t warp) {
    const Landing& landing = warps_[warp].landing;
    const bool comes = landing.wanted <= cycle && (!landing.was_refused || free_ <= cycle);
    if (comes && (!first || landing.wanted < warps_[*first].landing.wanted)) first = warp;
  });
  if (!first) {
    look_ahead(*first_ahead(cycle));
  } else if (Landing& landing = warps_[*first].landing; landing.was_refused || is_free_for(*first, cycle)) {
    land(*first);
  } else {
    landing.was_refused = true;
    landing.wanted = cycle + cycles(rule_.interrupted_lookup);
    Path& path = warps_[*first].path;
    path.asked = path.looked_up;
    path.is_behind_landing = false;
    mark(ahead_, *first, false);
  }
  find_next();
}

/// Whether a landing that comes at this cycle is looked up.
bool LineLookups::is_free_for(std::size_t warp, Cycle cycle) const {
  bool is_free = free_ <= cycle;
  visit(ahead_, [&](std::size_t other) {
    const Path& path = warps_[other].path;
    if (other != warp && path.is_behind_landing && path.wanted() < cycle) is_free = false;
  });
  return is_free;
}

void LineLookups::find_next() {
  next_ = never;
  visit(landing_, [&](std::size_t warp) {
    const Landing& landing = warps_[warp].landing;
    next_ = std::min(next_, landing.was_refused ? std::max(free_, landing.wanted) : landing.wanted);
  });
  visit(ahead_, [&](std::size_t warp) { next_ = std::min(next_, std::max(free_, warps_[warp].path.wanted())); });
}

std::optional<Cycle> LineLookups::landed(std::size_t warp) {
  return std::exchange(warps_[warp].landing.late, std::nullopt);
}

Cycle LineLookups::available(std::size_t warp, std::uint32_t line) {
  if (warp >= warps_.size()) return 0;
  Path& path = warps_[warp].path;
  const std::uint32_t place = line - path.line;
  if (line < path.line || place >= path.asked) return 0;
  if (place < path.looked_up) return path.cycles[place];
  if (place == path.looked_up) path.held_up_since = std::min(path.held_up_since, now_);
  return std::max(free_, now_ + 1) + cycles(rule_.held_lookup) + lead();
}

}  // namespace reconverge::timing
