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
        ports_free_(number(record.multiprocessor.shared_memory_ports)) {}

  /// An operation of an address unit.
  Cycle address(Cycle cycle) { return take(address_free_, cycle, address_interval_); }
  /// An access of the first level that looks up so many tags.
  Cycle tags(Cycle cycle, std::uint64_t count) { return take(tags_free_, cycle, count * tag_lookup_); }
  /// An access of shared memory that takes a port for so many cycles.
  Cycle shared_memory(Cycle cycle, Cycle taken) { return take(*std::ranges::min_element(ports_free_), cycle, taken); }

 private:
  static Cycle take(Cycle& free, Cycle cycle, Cycle taken) {
    const Cycle start = std::max(cycle, free);
    free = start + taken;
    return start;
  }

  Cycle address_interval_, tag_lookup_;
  Cycle address_free_ = 0, tags_free_ = 0;
  std::vector<Cycle> ports_free_;
};

}  // namespace reconverge::timing
