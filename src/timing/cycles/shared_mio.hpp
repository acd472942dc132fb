// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/short_queue.hpp"

namespace reconverge::timing {

/// Banks of the first level that a store writes, one cycle after another.
struct StoreWrites {
  Cycle from = 0;
  std::vector<std::uint32_t> banks;
  Cycle until() const { return from + static_cast<Cycle>(banks.size()); }
};

/// The units that the MIOs of all sub-partitions of a multiprocessor share: rule shared-mio. Operations arrive in the
/// order of time; each call returns when the operation begins. The record must outlive it.
class SharedMio {
 public:
  explicit SharedMio(const CycleRecord& record)
      : address_interval_(cycles(record.mio.constant_interval)),
        tag_lookup_(cycles(record.multiprocessor.tag_lookup)),
        wavefront_(cycles(record.multiprocessor.shared_memory_wavefront)),
        predicate_after_(cycles(record.multiprocessor.predicate_after)) {}

  /// An operation of an address unit.
  Cycle address(Cycle cycle) { return take(address_free_, cycle, address_interval_); }
  /// When the next one can begin.
  Cycle address_free() const { return address_free_; }
  /// An access of the first level that looks up so many tags.
  Cycle tags(Cycle cycle, std::uint64_t count) { return take(tags_free_, cycle, count * tag_lookup_); }
  /// Takes over the data of an access whose address is read behind them, or half an address: one after another, like
  /// accesses.
  Cycle take_data(Cycle cycle) { return take(data_free_, cycle, wavefront_); }
  Cycle data_free() const { return data_free_; }
  /// Takes over an access of memory, or SHFL, that has read its registers: one after another.
  Cycle accept(Cycle cycle) { return take(accept_free_, cycle, wavefront_); }
  Cycle accept_free() const { return accept_free_; }
  /// The first level takes over a store, and the next load no earlier than behind a store of its own warp.
  void take_store(Cycle cycle, Cycle interval) { stored_ = cycle + interval; }
  Cycle behind_store(Cycle load) const { return std::max(load, stored_); }
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
  /// A wavefront that is read again takes a slot as well. Returns how much later than wanted that begins.
  Cycle read_again(Cycle wanted) { return take_slot(wanted) - wanted; }
  /// What the last stores write into the first level, in their order.
  ShortQueue<StoreWrites>& store_writes() { return store_writes_; }
  /// A register of an access of shared memory, or SHFL, comes back in that cycle; perhaps a predicate of the same
  /// later. Returns when that would be; 0: there is none.
  Cycle give_back(Cycle cycle, bool with_predicate) {
    returns_.erase(returns_.begin(),
                   std::ranges::find_if(returns_, [&](const Return& one) { return one.cycle + remembered > cycle; }));
    returns_.push_back({cycle, with_predicate ? cycle + predicate_after_ : 0});
    return returns_.back().predicate;
  }
  /// How much later than it would a predicate comes back: registers go first, then what would have come first.
  Cycle predicate_late(Cycle wanted) const {
    std::vector<Cycle> taken;
    for (const Return& one : returns_) taken.push_back(one.cycle);
    for (const Return& one : returns_) {
      if (one.predicate == 0) continue;
      Cycle cycle = one.predicate;
      while (std::ranges::find(taken, cycle) != taken.end()) ++cycle;
      if (one.predicate == wanted) return cycle - wanted;
      taken.push_back(cycle);
    }
    return 0;
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

  /// Longer than anything waits for what comes back.
  static constexpr Cycle remembered = 64;
  /// What comes back of an access.
  struct Return {
    Cycle cycle = 0;      ///< its register
    Cycle predicate = 0;  ///< would be next; 0: there is none
  };

  Cycle address_interval_, tag_lookup_, wavefront_, predicate_after_;
  Cycle address_free_ = 0, tags_free_ = 0, accept_free_ = 0, data_free_ = 0, registers_done_ = 0, stored_ = 0;
  std::vector<Cycle> taken_;  ///< slots of wavefronts, the earliest first
  std::vector<Return> returns_;
  ShortQueue<StoreWrites> store_writes_;
};

}  // namespace reconverge::timing
