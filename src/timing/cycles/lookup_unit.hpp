// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/short_queue.hpp"

namespace reconverge::timing {

/// The unit, shared by all warps of a multiprocessor, that looks up where a warp continues if the instruction does not
/// say it: an older group, or a target in a register. Rule lookup. Lookups arrive in the order of time, one a cycle,
/// and are served one after another; in a cycle in which one arrives none begins. The record must outlive it.
class LookupUnit {
 public:
  /// How much later a lookup begins than it would if it were alone.
  struct Late {
    Cycle cycles = 0;
    bool is_final = false;  ///< false: it has not begun yet, and will be later still
  };

  explicit LookupUnit(const MultiprocessorTiming& rule) : after_(cycles(rule.lookup_after)) {}

  /// A lookup of so many cycles arrives. Returns its number.
  /// @param again  so many cycles after it begins, it is followed by a second one; 0: it is not
  std::size_t come(Cycle cycle, std::int32_t taken, std::int32_t again = 0) {
    const Cycle came = std::max(cycle, arrival_free_);
    arrival_free_ = came + 1;
    lookups_.push_back({.wanted = cycle + after_, .came = came, .cycles = cycles(taken), .again = cycles(again)});
    return first_ + lookups_.size() - 1;
  }

  /// The delay of one as known at `now`, if all earlier arrivals are in. Not to be asked again once it is
  /// final.
  Late late(std::size_t number, Cycle now) {
    begin_before(now);
    Lookup& asked = lookups_[number - first_];
    if (!asked.begun) return {.cycles = asked.late + (now > asked.wanted ? now - asked.wanted : 0), .is_final = false};
    const Late result{.cycles = asked.late, .is_final = true};
    asked.is_answered = true;
    while (!lookups_.empty() && lookups_.front().is_answered) {
      lookups_.pop_front();
      ++first_;
    }
    return result;
  }

 private:
  struct Lookup {
    Cycle wanted = 0, came = 0, cycles = 0;
    Cycle again = 0;
    Cycle late = 0;
    bool is_second = false;
    bool begun = false;  ///< the last of them
    bool is_answered = false;
  };

  void begin_before(Cycle now);
  Lookup* first_to_begin();
  /// Of those that wait when the unit is free, a second one goes first, then what was wanted first.
  bool goes_before(const Lookup& lookup, const Lookup& other) const;

  Cycle after_;  ///< cycles from its arrival to its beginning
  Cycle free_ = 0, arrival_free_ = 0;
  ShortQueue<Lookup> lookups_;  ///< in the order of arrival
  std::size_t first_ = 0;       ///< the number of the first
};

}  // namespace reconverge::timing
