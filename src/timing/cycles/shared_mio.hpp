// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The units that the MIOs of all sub-partitions of a multiprocessor share: rule shared-mio. Operations arrive in the
/// order of time; each call returns when the operation begins. The record must outlive it.
class SharedMio {
 public:
  explicit SharedMio(const CycleRecord& record)
      : address_interval_(static_cast<std::uint64_t>(record.mio.constant_interval)),
        tag_lookup_(static_cast<std::uint64_t>(record.multiprocessor.tag_lookup)),
        ports_free_(static_cast<std::size_t>(record.multiprocessor.shared_memory_ports)) {}

  /// An operation of an address unit.
  std::uint64_t address(std::uint64_t cycle) { return take(address_free_, cycle, address_interval_); }
  /// An access of the first level that looks up so many tags.
  std::uint64_t tags(std::uint64_t cycle, std::uint64_t count) { return take(tags_free_, cycle, count * tag_lookup_); }
  /// An access of shared memory that takes a port for so many cycles.
  std::uint64_t shared_memory(std::uint64_t cycle, std::uint64_t cycles) {
    return take(*std::ranges::min_element(ports_free_), cycle, cycles);
  }

 private:
  static std::uint64_t take(std::uint64_t& free, std::uint64_t cycle, std::uint64_t cycles) {
    const std::uint64_t start = std::max(cycle, free);
    free = start + cycles;
    return start;
  }

  std::uint64_t address_interval_, tag_lookup_;  ///< cycles
  std::uint64_t address_free_ = 0, tags_free_ = 0;
  std::vector<std::uint64_t> ports_free_;
};

}  // namespace reconverge::timing
