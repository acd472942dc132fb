// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/lookup_unit.hpp"
#include "timing/cycles/shared_unit.hpp"
#include "timing/cycles/sub_partition.hpp"

namespace reconverge::timing {

/// The units that the warps of a block share: rule shared-unit, and issue-choice if there are more warps than
/// sub-partitions. The record must outlive it.
class Multiprocessor {
 public:
  explicit Multiprocessor(const CycleRecord& record)
      : sub_partitions_(count_of(record), SubPartition(record)),
        rule_(record.multiprocessor),
        shared_unit_(rule_),
        lookup_unit_(rule_),
        shared_mio_(record) {
    for (SubPartition& sub : sub_partitions_) sub.mio.share(shared_mio_);
  }
  Multiprocessor(const Multiprocessor&) = delete;
  Multiprocessor& operator=(const Multiprocessor&) = delete;

  static std::size_t count_of(const CycleRecord& record) {
    return static_cast<std::size_t>(record.multiprocessor.sub_partitions);
  }
  std::size_t sub_partitions() const { return sub_partitions_.size(); }
  SubPartition& of_warp(std::size_t number) { return sub_partitions_[number % sub_partitions_.size()]; }
  const SubPartition& of_warp(std::size_t number) const { return sub_partitions_[number % sub_partitions_.size()]; }
  FirstLevelLines& first_level() { return first_level_; }

  SharedUnit& shared_unit() { return shared_unit_; }
  LookupUnit& lookup_unit() { return lookup_unit_; }

  /// Does all MIO operations that begin before a cycle, in the order of time, since sub-partitions share units. At the
  /// same time the sub-partition goes first that has been idle for longest.
  void advance(std::uint64_t cycle) {
    while (true) {
      SubPartition* first = nullptr;
      std::uint64_t start = cycle;
      for (SubPartition& sub : sub_partitions_) {
        const std::uint64_t own = sub.mio.next_start().value_or(cycle);
        if (own > start || (own == start && (first == nullptr || first->mio_began <= sub.mio_began))) continue;
        first = &sub;
        start = own;
      }
      if (first == nullptr) return;
      first->mio.step(cycle);
      first->mio_began = start;
    }
  }

  /// Whether warps share a sub-partition: their cycles are an estimate then.
  static bool is_crowded(const CycleRecord& record, std::size_t warps) { return warps > count_of(record); }

  /// When a BAR is complete that warps have issued in these cycles: they arrive at it one after another.
  std::uint64_t bar_complete(std::vector<std::uint64_t> issued) const {
    const bool crowded = issued.size() > sub_partitions_.size();
    const auto apart = static_cast<std::uint64_t>(crowded ? rule_.bar_arrival_crowded : rule_.bar_arrival);
    std::ranges::sort(issued);
    std::uint64_t complete = issued.front();
    for (std::size_t i = 1; i < issued.size(); ++i) complete = std::max(complete + apart, issued[i]);
    return complete;
  }

  /// Of warps that can issue at one cycle, those of the sub-partition go first that the shared unit served longest ago.
  std::uint64_t turn_of(std::size_t warp) const { return shared_unit_.last_beside(warp); }

 private:
  std::vector<SubPartition> sub_partitions_;
  FirstLevelLines first_level_;
  const MultiprocessorTiming& rule_;
  SharedUnit shared_unit_;
  LookupUnit lookup_unit_;
  SharedMio shared_mio_;
};

}  // namespace reconverge::timing
