// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "emulator/state_table.hpp"

namespace reconverge::emulator {

/// A graph of places, which are states, and of legs from one to the next. A leg has what tells it from others that
/// begin at the same place, `key`, and is counted as it is taken, in `times`; `sibling` is the graph's own.
template <typename Leg> class LegGraph {
 public:
  using Place = StateTable::Number;
  using Number = std::uint32_t;  ///< of a leg
  static constexpr Place nowhere = 0;
  static constexpr Number none = 0;

  /// The leg from a place; none: it is not known. Loops take the same one again and again.
  Number leg_from(Place place, const typename Leg::Key& key) {
    if (place >= first_legs_.size()) return none;
    Number& first = first_legs_[place];
    if (first == none || legs_[first].key == key) return first;
    for (Number before = first, number; (number = legs_[before].sibling) != none; before = number) {
      if (legs_[number].key != key) continue;
      legs_[before].sibling = legs_[number].sibling;
      legs_[number].sibling = std::exchange(first, number);
      return number;
    }
    return none;
  }
  const Leg& operator[](Number number) const { return legs_[number]; }
  std::size_t size() const { return legs_.size(); }
  void add(Place from, Leg leg) {
    if (from >= first_legs_.size()) first_legs_.resize(from + std::size_t{1});
    leg.sibling = std::exchange(first_legs_[from], static_cast<Number>(legs_.size()));
    legs_.push_back(leg);
  }

  void take(Number number) {
    ++recalled_;
    if (legs_[number].times++ == 0) taken_.push_back(number);
  }
  /// How many legs were taken.
  std::uint64_t recalled() const { return recalled_; }
  /// How many different ones since the last tally.
  std::size_t taken() const { return taken_.size(); }
  /// Calls `visit` with each leg that was taken since the last tally and how often, in the order of their first times.
  template <typename Visit> void end_tally(Visit visit) {
    for (const Number number : taken_) visit(number, std::exchange(legs_[number].times, 0));
    taken_.clear();
  }

 private:
  std::vector<Leg> legs_{1};        ///< the first is none
  std::vector<Number> first_legs_;  ///< by place
  std::vector<Number> taken_;       ///< since the tally
  std::uint64_t recalled_ = 0;
};

}  // namespace reconverge::emulator
