// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The units that the MIOs of all sub-partitions of a multiprocessor share: rule shared-mio. Operations arrive in the
/// order of time; each call returns when the operation begins. The record must outlive it.
class SharedMio {
 public:
  explicit SharedMio(const CycleRecord& record)
      : address_interval_(cycles(record.mio.constant_interval)),
        tag_lookup_(cycles(record.multiprocessor.tag_lookup)),
        wavefront_(cycles(record.multiprocessor.shared_memory_wavefront)) {}

  /// An operation of an address unit.
  Cycle address(Cycle cycle) { return take(address_free_, cycle, address_interval_); }
  /// An access of the first level that looks up so many tags.
  Cycle tags(Cycle cycle, std::uint64_t count) { return take(tags_free_, cycle, count * tag_lookup_); }
  /// Takes over an access of memory, or SHFL, that has read its registers: one after another.
  Cycle accept(Cycle cycle) { return take(accept_free_, cycle, wavefront_); }
  /// An access of shared memory or the first level, whose wavefronts take a slot each. Returns when it would begin if
  /// its wavefronts followed each other at once.
  /// @param came   when it was asked for; later calls ask later
  /// @param from   first cycle in which it can begin
  /// @param apart  cycles from one of its wavefronts to the next, at least
  Cycle wavefronts(Cycle came, Cycle from, int count, Cycle apart) {
    taken_.erase(taken_.begin(), std::ranges::find_if(taken_, [&](Cycle slot) { return slot + wavefront_ > came; }));
    Cycle begin = from;
    for (int i = 0; i < count; ++i) begin = take_slot(begin + (i > 0 ? apart : 0));
    return begin - static_cast<Cycle>(count - 1) * apart;
  }
  /// When the last of several registers that shared memory gives is there: those of one access after those of another.
  /// @param done  when it would be there otherwise
  Cycle registers(Cycle done, std::uint64_t count) {
    if (count > 1) registers_done_ = done = std::max(done, registers_done_ + count);
    return done;
  }

 private:
  static Cycle take(Cycle& free, Cycle cycle, Cycle taken) {
    const Cycle start = std::max(cycle, free);
    free = start + taken;
    return start;
  }

  /// The first slot that is free, not before `cycle`.
  Cycle take_slot(Cycle cycle) {
    auto next = std::ranges::find_if(taken_, [&](Cycle slot) { return slot + wavefront_ > cycle; });
    for (; next != taken_.end() && *next < cycle + wavefront_; ++next) cycle = *next + wavefront_;
    taken_.insert(next, cycle);
    return cycle;
  }

  Cycle address_interval_, tag_lookup_, wavefront_;
  Cycle address_free_ = 0, tags_free_ = 0, accept_free_ = 0, registers_done_ = 0;
  std::vector<Cycle> taken_;  ///< slots of wavefronts, the earliest first
};

}  // namespace reconverge::timing
