// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/sub_partition.hpp"

namespace reconverge::timing {

/// What the warps of a block share: rule shared-unit, and rule issue-choice if there are more of them than
/// sub-partitions. The record must outlive it.
class Multiprocessor {
 public:
  explicit Multiprocessor(const CycleRecord& record)
      : sub_partitions_(count_of(record), SubPartition(record)),
        rule_(record.multiprocessor),
        operation_(static_cast<std::uint64_t>(record.multiprocessor.shared_unit_operation)) {}
  Multiprocessor(const Multiprocessor&) = delete;
  Multiprocessor& operator=(const Multiprocessor&) = delete;

  static std::size_t count_of(const CycleRecord& record) {
    return static_cast<std::size_t>(record.multiprocessor.sub_partitions);
  }
  SubPartition& of_warp(std::size_t number) { return sub_partitions_[number % sub_partitions_.size()]; }
  const SubPartition& of_warp(std::size_t number) const { return sub_partitions_[number % sub_partitions_.size()]; }
  FirstLevelLines& first_level() { return first_level_; }

  /// Operations of the shared unit are requested in the order of issue. Gives when they begin.
  std::uint64_t use_shared_unit(std::uint64_t cycle, std::int32_t operations) {
    const std::uint64_t start = operations > 0 ? std::max(cycle, shared_unit_free_) : cycle;
    if (operations > 0) shared_unit_free_ = start + static_cast<std::uint64_t>(operations) * operation_;
    return start;
  }

  /// Whether warps share a sub-partition: their cycles are an estimate then.
  static bool is_crowded(const CycleRecord& record, std::size_t warps) { return warps > count_of(record); }

  /// When a BAR is complete that warps have issued in these cycles: they come to it one after another.
  std::uint64_t bar_complete(std::vector<std::uint64_t> issued) const {
    const bool crowded = issued.size() > sub_partitions_.size();
    const auto apart = static_cast<std::uint64_t>(crowded ? rule_.bar_arrival_crowded : rule_.bar_arrival);
    std::ranges::sort(issued);
    std::uint64_t complete = issued.front();
    for (std::size_t i = 1; i < issued.size(); ++i) complete = std::max(complete + apart, issued[i]);
    return complete;
  }

  /// Of warps that can issue at one cycle: how late in turn a sub-partition is.
  std::size_t turn_of(std::size_t warp, std::uint64_t cycle) const {
    const std::size_t count = sub_partitions_.size();
    return (warp % count + count - cycle % count) % count;
  }

 private:
  std::vector<SubPartition> sub_partitions_;
  FirstLevelLines first_level_;
  const MultiprocessorTiming& rule_;
  std::uint64_t operation_;
  std::uint64_t shared_unit_free_ = 0;
};

}  // namespace reconverge::timing
