// SPDX-License-Identifier: MIT
#include "run/issue_order.hpp"

#include <algorithm>

namespace reconverge::run {

IssueOrder::IssueOrder(const std::vector<BlockWarp>& warps, timing::Multiprocessor& multiprocessor)
    : warps_(warps), multiprocessor_(multiprocessor), known_(warps.size()) {}

std::uint64_t IssueOrder::earliest_of(std::size_t number) const {
  return std::max(known_[number], multiprocessor_.of_warp(number).port.free());
}

/// Of two that can issue in one cycle: sub-partitions take turns, and so do the warps of one.
bool IssueOrder::goes_before(std::size_t number, std::size_t other) const {
  const std::uint64_t turn = multiprocessor_.turn_of(number), others = multiprocessor_.turn_of(other);
  if (turn != others) return turn < others;
  return multiprocessor_.of_warp(number).port.goes_before(number, other);
}

bool IssueOrder::is_contested(std::size_t number, std::uint64_t cycle) const {
  const std::size_t sub_partitions = multiprocessor_.rule().sub_partition_count();
  for (std::size_t i = number % sub_partitions; i < warps_.size(); i += sub_partitions)
    if (i != number && known_[i] <= cycle && warps_[i].runs() && earliest_of(i) <= cycle) return true;
  return false;
}

std::optional<std::size_t> IssueOrder::next() {
  while (true) {
    std::optional<std::size_t> first;
    std::uint64_t cycle = 0;
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      if ((first && known_[i] > cycle) || !warps_[i].runs()) continue;
      const std::uint64_t own = earliest_of(i);
      if (first && (own > cycle || (own == cycle && !goes_before(i, *first)))) continue;
      first = i;
      cycle = own;
    }
    if (!first) return std::nullopt;
    const BlockWarp& warp = warps_[*first];
    multiprocessor_.advance(cycle);
    if (!warp.clock->settle(cycle)) {
      known_[*first] = std::max(cycle + 1, warp.clock->not_before());
      continue;
    }
    const std::optional<std::uint32_t> row = warp.run->next_row();
    const std::uint64_t own = row ? warp.clock->earliest_issue(*row) : warp.clock->now();
    if (own <= cycle) {
      warp.clock->choose(is_contested(*first, cycle));
      return first;
    }
    known_[*first] = own;
  }
}

}  // namespace reconverge::run
