// SPDX-License-Identifier: MIT
#include "timing/cycles/code_cache.hpp"

#include <algorithm>

namespace reconverge::timing {

bool CodeCache::holds(std::size_t line) const {
  if (start_ == CodeAtStart::cold)
    return line < lines_.size() && lines_[line].fetched > 0 && fetched_after(line) < number(rule_.cached_lines);
  if (line >= lines_.size() || !lines_[line].used) return true;
  return fetched_after(line) < number(rule_.cached_lines);  // first in, first out
}

std::uint64_t CodeCache::fetched_after(std::size_t line) const {
  if (lines_[line].fetched > 0) return fetches_ - lines_[line].fetched;
  const auto higher = lines_.begin() + static_cast<std::ptrdiff_t>(line) + 1;
  return fetches_ + static_cast<std::uint64_t>(std::ranges::count(higher, lines_.end(), true, &Line::used));
}

void CodeCache::reach(std::size_t line, Cycle cycle) {
  if (line == current_) return;
  current_ = line;
  lines_.resize(std::max(lines_.size(), line + 1 + rule_.lines_ahead.size()));
  if (!lines_[line].reached) ++reached_;
  lines_[line].reached = true;
  bring(line, 0);
  for (const std::int32_t arrives : rule_.lines_ahead) bring(++line, cycle + cycles(arrives));
}

void CodeCache::bring(std::size_t line, Cycle there) {
  if (!lines_[line].used) ++used_;
  lines_[line].used = true;
  if (holds(line)) return;
  lines_[line].fetched = ++fetches_;
  lines_[line].there = there;
}

/// A line after which as many were fetched as the cache holds has left it, whatever its number.
void CodeCache::forget(const Horizon& horizon) {
  const std::uint64_t most = number(rule_.cached_lines);
  const std::uint64_t past = fetches_ > most ? fetches_ - most : 0;
  fetches_ -= past;
  for (Line& line : lines_) {
    line.fetched -= std::min(line.fetched, past);
    line.there = std::max(line.there, horizon.units);
  }
}

Cycle CodeCache::wait(std::size_t line, std::uint32_t slot, Cycle cycle) const {
  if (!holds(line)) return cycles(rule_.missed_target) + slot / number(rule_.slots_a_cycle);
  if (line >= lines_.size() || lines_[line].there <= cycle) return 0;
  const Cycle early = lines_[line].there - cycle;
  const Cycle step = cycles(rule_.poll_interval);
  return (early + step - 1) / step * step;
}

}  // namespace reconverge::timing
