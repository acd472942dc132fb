// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace reconverge::run {

/// Use of the issue slots of a multiprocessor while the warps of one block ran on it. A slot is a cycle of a
/// sub-partition that has warps, from cycle 0 to the last issue of the block.
struct SlotAccount {
  struct Row {
    std::uint64_t issued = 0;       ///< slots in which the row issued
    std::uint64_t empty = 0;        ///< slots in which nothing did, and the row was the next of its sub-partition
    std::uint64_t shared_unit = 0;  ///< operations of the shared unit
    std::uint64_t slots() const { return issued + empty; }
  };
  std::vector<Row> rows = {};  ///< by index of the code
  std::uint64_t ended = 0;     ///< slots of sub-partitions whose warps had all ended

  /// All slots: the cycles of the block times its sub-partitions.
  std::uint64_t total() const {
    return std::accumulate(rows.begin(), rows.end(), ended,
                           [](std::uint64_t sum, const Row& row) { return sum + row.slots(); });
  }
};

/// Fills an account. Instructions of one sub-partition come in the order of their issue.
class SlotAccountant {
 public:
  SlotAccountant(std::size_t rows, std::size_t sub_partitions) : next_(sub_partitions) { account_.rows.resize(rows); }

  void issued(std::size_t sub_partition, std::uint32_t row, std::uint64_t cycle, std::uint64_t shared_unit) {
    std::optional<std::uint64_t>& next = next_[sub_partition];
    SlotAccount::Row& own = account_.rows[row];
    own.empty += cycle - std::min(cycle, next.value_or(0));
    ++own.issued;
    own.shared_unit += shared_unit;
    next = cycle + 1;
  }

  SlotAccount account() const {
    SlotAccount result = account_;
    std::uint64_t last = 0;
    for (const auto& next : next_) last = std::max(last, next.value_or(0));
    for (const auto& next : next_)
      if (next) result.ended += last - *next;
    return result;
  }

 private:
  SlotAccount account_;
  std::vector<std::optional<std::uint64_t>> next_;  ///< by sub-partition: its first slot that is not accounted for
};

}  // namespace reconverge::run
