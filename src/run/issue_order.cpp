// SPDX-License-Identifier: MIT
#include "run/issue_order.hpp"

#include <algorithm>

namespace reconverge::run {

IssueOrder::IssueOrder(const std::vector<BlockWarp>& warps, timing::Multiprocessor& multiprocessor)
    : warps_(warps), multiprocessor_(multiprocessor), known_(warps.size()) {}

std::uint64_t IssueOrder::earliest_of(std::size_t number) const {
  return std::max(known_[number], multiprocessor_.of_warp(number).port.free());
}

/// The warp that can issue earliest, as far as is known, and when. Of those that can at one cycle sub-partitions take
/// turns, and so do the warps of one.
std::optional<IssueOrder::Candidate> IssueOrder::earliest() const {
  std::optional<Candidate> first;
  std::uint64_t turn_of_first = 0;
  const auto& sub_partitions = multiprocessor_.sub_partitions();
  for (std::size_t sub = 0; sub < sub_partitions.size(); ++sub) {
    const timing::IssuePort& port = sub_partitions[sub].port;
    std::optional<Candidate> own;
    for (std::size_t i = sub; i < known_.size(); i += sub_partitions.size()) {
      if (known_[i] == never) continue;
      const std::uint64_t cycle = std::max(known_[i], port.free());
      if (!own || cycle < own->cycle || (cycle == own->cycle && port.goes_before(i, own->number)))
        own = Candidate{i, cycle};
    }
    if (!own || (first && own->cycle > first->cycle)) continue;
    const std::uint64_t turn = multiprocessor_.turn_of(own->number);
    if (first && own->cycle == first->cycle && turn >= turn_of_first) continue;
    first = own;
    turn_of_first = turn;
  }
  return first;
}

bool IssueOrder::is_contested(std::size_t number, std::uint64_t cycle) const {
  const std::size_t sub_partitions = multiprocessor_.rule().sub_partition_count();
  for (std::size_t i = number % sub_partitions; i < warps_.size(); i += sub_partitions)
    if (i != number && known_[i] <= cycle && warps_[i].runs() && earliest_of(i) <= cycle) return true;
  return false;
}

/// Of a warp that waits at BAR: when it can issue what does not wait. `never`: until changed() nothing else.
std::uint64_t IssueOrder::issue_ahead(const BlockWarp& warp, std::uint64_t cycle) {
  if (!warp.waits()) return never;
  const std::optional<std::uint32_t> row = warp.clock->row_ahead();
  if (!row) return never;
  multiprocessor_.advance(cycle);
  const std::uint64_t own = warp.clock->earliest_issue(*row);
  if (own > cycle) return own;
  warp.clock->issue_ahead(*row);
  return warp.clock->not_before();
}

std::optional<std::size_t> IssueOrder::next() {
  while (const std::optional<Candidate> first = earliest()) {
    const auto [number, cycle] = *first;
    const BlockWarp& warp = warps_[number];
    if (!warp.runs()) {
      known_[number] = issue_ahead(warp, cycle);
      continue;
    }
    if (warp.clock->has_issued_ahead()) return number;
    multiprocessor_.advance(cycle);
    multiprocessor_.advance_code(cycle);
    if (!warp.clock->settle(cycle)) {
      known_[number] = std::max(cycle + 1, warp.clock->not_before());
      continue;
    }
    const std::optional<std::uint32_t> row = warp.run->next_row();
    const std::uint64_t own = row ? warp.clock->earliest_issue(*row) : warp.clock->now();
    if (own <= cycle) {
      warp.clock->choose(is_contested(number, cycle));
      return number;
    }
    known_[number] = own;
  }
  return std::nullopt;
}

}  // namespace reconverge::run
