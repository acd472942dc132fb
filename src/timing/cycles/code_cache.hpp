// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// What the nearest instruction cache holds at the beginning.
enum class CodeAtStart : std::uint8_t {
  warm,  ///< what it would, had the lines that get used just been used once, in the order of their addresses
  cold,  ///< nothing of this code, which the next level has
};

/// The nearest instruction cache: which lines of code it holds, and when those come that are on
/// their way. Rule 9.
class CodeCache {
 public:
  /// The record must outlive the cache.
  explicit CodeCache(const FetchTiming& rule, CodeAtStart start = CodeAtStart::warm) : rule_(rule), start_(start) {}

  /// The fetch arrives in a line, by a landing or straight on: it brings that line and those after
  /// it.
  void reach(std::size_t line, Cycle cycle);
  /// How many lines have been reached.
  std::size_t reached() const { return reached_; }

  /// Whether a line is there or on its way.
  bool holds(std::size_t line) const;

  /// What control that lands in a slot of a line waits for it.
  Cycle wait(std::size_t line, std::uint32_t slot, Cycle cycle) const;

 private:
  struct Line {
    std::uint64_t fetched = 0;  ///< its number among all that were fetched; 0: not since the beginning
    Cycle there = 0;            ///< cycle from which control can land in it, while it is held
    bool used = false;
    bool reached = false;
  };
  /// How many lines came after this one.
  std::uint64_t fetched_after(std::size_t line) const;
  void bring(std::size_t line, Cycle there);

  const FetchTiming& rule_;
  CodeAtStart start_;
  std::size_t reached_ = 0;
  std::vector<Line> lines_;
  std::uint64_t fetches_ = 0;
  std::size_t current_ = static_cast<std::size_t>(-1);
};

}  // namespace reconverge::timing
