#pragma once

#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The nearest instruction cache: which lines of code it holds, and when those come that are on
/// their way. Rule 9. Code is warm: at first the cache holds what it would, had the lines that are
/// going to be used just been used once, in the order of their addresses.
class CodeCache {
 public:
  /// The record must outlive the cache.
  explicit CodeCache(const FetchTiming& rule) : rule_(rule) {}

  /// The fetch arrives in a line, by a landing or straight on: it brings that line and those behind
  /// it.
  void reach(std::size_t line, std::uint64_t cycle);

  /// Whether a line is there or on its way. One that was never used is, since first passes are not
  /// modelled.
  bool holds(std::size_t line) const;

  /// What control that lands in a slot of a line waits for it.
  std::uint64_t wait(std::size_t line, std::uint32_t slot, std::uint64_t cycle) const;

 private:
  struct Line {
    std::uint64_t fetched =
        0;  ///< its number among all that were fetched; 0: not since the beginning
    std::uint64_t there = 0;  ///< cycle from which control can land in it, while it is held
    bool used = false;
  };
  /// How many lines came after this one.
  std::uint64_t fetched_after(std::size_t line) const;
  void bring(std::size_t line, std::uint64_t there);

  const FetchTiming& rule_;
  std::vector<Line> lines_;
  std::uint64_t fetches_ = 0;
  std::size_t current_ = static_cast<std::size_t>(-1);
};

}  // namespace reconverge::timing
