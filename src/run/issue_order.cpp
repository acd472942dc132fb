// SPDX-License-Identifier: MIT
#include "run/issue_order.hpp"

#include <algorithm>

namespace reconverge::run {

IssueOrder::IssueOrder(const std::vector<BlockWarp>& warps, timing::Multiprocessor& multiprocessor)
    : warps_(warps), multiprocessor_(multiprocessor) {
  for (const timing::SubPartition& sub : multiprocessor.sub_partitions()) groups_.push_back({.port = &sub.port});
  for (std::size_t number = 0; number < warps.size(); ++number) {
    Group& group = group_of(number);
    place_.push_back(group.numbers.size());
    group.numbers.push_back(number);
    group.known.push_back(0);
  }
}

/// Warps that can issue at one cycle take turns. Which of them goes first is like chance, so that nothing is decided by
/// branches here.
IssueOrder::Candidate IssueOrder::first_of(const Group& group) {
  std::uint64_t earliest = never;
  for (const std::uint64_t known : group.known) earliest = std::min(earliest, known);
  if (earliest == never) return {};
  Candidate first{.number = 0, .cycle = std::max(earliest, group.port->free())};
  std::uint64_t lowest = never;
  for (std::size_t i = 0; i < group.known.size(); ++i) {
    const std::uint64_t rank = group.port->rank_of(group.numbers[i], first.cycle);
    const bool is_first = group.known[i] <= first.cycle && rank < lowest;
    lowest = is_first ? rank : lowest;
    first.number = is_first ? group.numbers[i] : first.number;
  }
  return first;
}

/// The warp that can issue earliest, as far as is known, and when; `never`: none. Of those that can at one cycle
/// sub-partitions take turns.
IssueOrder::Candidate IssueOrder::earliest() {
  Candidate first;
  std::uint64_t turn_of_first = 0;
  for (std::size_t sub = 0; sub < groups_.size(); ++sub) {
    Group& group = groups_[sub];
    if (!group.first_is_known) group.first = first_of(group);
    group.first_is_known = true;
    const Candidate& own = group.first;
    if (own.cycle > first.cycle || own.cycle == never) continue;
    const std::uint64_t turn = multiprocessor_.turn_of(sub);
    if (own.cycle == first.cycle && turn >= turn_of_first) continue;
    first = own;
    turn_of_first = turn;
  }
  return first;
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
  for (Candidate first = earliest(); first.cycle != never; first = earliest()) {
    const auto [number, cycle] = first;
    const BlockWarp& warp = warps_[number];
    std::uint64_t& known_of_warp = known(number);
    if (!warp.runs()) {
      known_of_warp = issue_ahead(warp, cycle);
      continue;
    }
    if (warp.clock->has_issued_ahead()) return number;
    multiprocessor_.advance(cycle);
    multiprocessor_.advance_code(number, cycle);
    if (!warp.clock->settle(cycle)) {
      known_of_warp = std::max(cycle + 1, warp.clock->not_before());
      continue;
    }
    const std::uint32_t row = warp.next_row();
    const std::uint64_t own = row != emulator::no_index ? warp.clock->earliest_issue(row) : warp.clock->now();
    if (own <= cycle) {
      warp.clock->choose();
      return number;
    }
    known_of_warp = own;
  }
  return std::nullopt;
}

}  // namespace reconverge::run
