#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing/cycles/sub_partition.hpp"

namespace reconverge::timing {

/// What the warps of a block share, of which each has a sub-partition to itself: rule shared-unit. More warps than
/// sub-partitions compete for issue ports, which nothing here models. The record must outlive it.
class Multiprocessor {
 public:
  explicit Multiprocessor(const CycleRecord& record)
      : sub_partitions_(count_of(record), SubPartition(record)),
        operation_(static_cast<std::uint64_t>(record.multiprocessor.shared_unit_operation)) {}
  Multiprocessor(const Multiprocessor&) = delete;
  Multiprocessor& operator=(const Multiprocessor&) = delete;

  static std::size_t count_of(const CycleRecord& record) {
    return static_cast<std::size_t>(record.multiprocessor.sub_partitions);
  }
  SubPartition& of_warp(std::size_t number) { return sub_partitions_[number % sub_partitions_.size()]; }
  FirstLevelLines& first_level() { return first_level_; }

  /// Operations of the shared unit are asked for in the order of issue. Gives when they begin.
  std::uint64_t use_shared_unit(std::uint64_t cycle, std::int32_t operations) {
    const std::uint64_t start = operations > 0 ? std::max(cycle, shared_unit_free_) : cycle;
    if (operations > 0) shared_unit_free_ = start + static_cast<std::uint64_t>(operations) * operation_;
    return start;
  }

  /// Of warps that can issue at one cycle: how late in turn a sub-partition is.
  std::size_t turn_of(std::size_t warp, std::uint64_t cycle) const {
    const std::size_t count = sub_partitions_.size();
    return (warp % count + count - cycle % count) % count;
  }

 private:
  std::vector<SubPartition> sub_partitions_;
  FirstLevelLines first_level_;
  std::uint64_t operation_;
  std::uint64_t shared_unit_free_ = 0;
};

}  // namespace reconverge::timing
