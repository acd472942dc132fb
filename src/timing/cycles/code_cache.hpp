// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Contents of the nearest instruction cache at the start.
enum class CodeAtStart : std::uint8_t {
  warm,  ///< as after one pass over the lines that get used, in the order of their addresses
  cold,  ///< none of this code, which the next level holds
};

/// The nearest instruction cache: which lines of code it holds, and when in-flight lines arrive. Rule 9
/// (instruction-cache).
class CodeCache {
 public:
  /// The record must outlive the cache.
  explicit CodeCache(const FetchTiming& rule, CodeAtStart start = CodeAtStart::warm) : rule_(rule), start_(start) {}

  /// The fetch reaches a line, by a landing or sequentially: that line and the next ones are
  /// fetched.
  void reach(std::size_t line, Cycle cycle);
  /// How many lines have been reached.
  std::size_t reached() const { return reached_; }
  /// How many lines have been fetched or reached: those ahead of the code that runs too.
  std::size_t used() const { return used_; }

  /// Whether a line is held or in flight.
  bool holds(std::size_t line) const;

  /// Lines that are long there are there, and those that are not held were never fetched.
  void forget(const Horizon& horizon);
  /// See clock_state.hpp.
  template <typename Self, typename State> static void exchange(Self& self, State& state) {
    state.value(self.reached_);
    state.value(self.used_);
    state.value(self.fetches_);
    state.value(self.current_);
    state.size_of(self.lines_);
    for (auto& line : self.lines_) {
      state.value(line.fetched);
      state.cycle(line.there);
      state.value(line.used);
      state.value(line.reached);
    }
  }

  /// Cycles that a branch to a slot of a line waits for it.
  Cycle wait(std::size_t line, std::uint32_t slot, Cycle cycle) const;

 private:
  struct Line {
    std::uint64_t fetched = 0;  ///< its number among all fetches; 0: not since the start
    Cycle there = 0;            ///< cycle from which a branch can land in it, while it is held
    bool used = false;
    bool reached = false;
  };
  /// How many lines were fetched after this one.
  std::uint64_t fetched_after(std::size_t line) const;
  void bring(std::size_t line, Cycle there);

  const FetchTiming& rule_;
  CodeAtStart start_;
  std::size_t reached_ = 0;
  std::size_t used_ = 0;
  std::vector<Line> lines_;
  std::uint64_t fetches_ = 0;
  std::size_t current_ = static_cast<std::size_t>(-1);
};

}  // namespace reconverge::timing
