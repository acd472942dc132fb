// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Where the nearest instruction caches of a multiprocessor get lines from that they do not hold: rule shared-fetch.
/// Sub-partitions whose numbers are both even or both odd share a way of their own. Lines are to be taken in the order
/// of ready_for(). The record must outlive it.
class FetchPort {
 public:
  explicit FetchPort(const MultiprocessorTiming& rule) : rule_(rule) {}

  /// Until when the way of a sub-partition is or was busy.
  Cycle used_until(std::size_t sub_partition) const { return way_of(sub_partition); }
  /// When the way of a sub-partition can take a line that is wanted at a cycle.
  Cycle ready_for(std::size_t sub_partition, Cycle wanted) const { return std::max(wanted, way_of(sub_partition)); }
  /// Takes it. Returns when.
  Cycle take(std::size_t sub_partition, Cycle wanted) {
    const Cycle begin = std::max(ready_for(sub_partition, wanted), free_);
    way_of(sub_partition) = begin + cycles(rule_.fetched_line_of_way);
    free_ = begin + cycles(rule_.fetched_line);
    return begin;
  }

 private:
  static constexpr std::size_t ways = 2;

  Cycle& way_of(std::size_t sub_partition) { return way_free_[sub_partition % ways]; }
  const Cycle& way_of(std::size_t sub_partition) const { return way_free_[sub_partition % ways]; }

  const MultiprocessorTiming& rule_;
  std::array<Cycle, ways> way_free_{};
  Cycle free_ = 0;
};

}  // namespace reconverge::timing
