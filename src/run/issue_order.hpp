// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "run/block_warp.hpp"
#include "timing/cycles/multiprocessor.hpp"

namespace reconverge::run {

/// Which warp of a multiprocessor issues next: the one that can earliest. Rules shared-unit and issue-choice.
class IssueOrder {
 public:
  IssueOrder(const std::vector<BlockWarp>& warps, timing::Multiprocessor& multiprocessor);

  /// Nothing: none can continue.
  std::optional<std::size_t> next();
  /// A warp has issued, or its clock was set later.
  void changed(std::size_t number) { known(number) = warps_[number].clock->not_before(); }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct Candidate {
    std::size_t number = 0;
    std::uint64_t cycle = never;
  };
  /// The warps of one sub-partition.
  struct Group {
    const timing::IssuePort* port = nullptr;
    std::vector<std::size_t> numbers = {};
    /// Of each of them: it cannot issue before. Other warps make it later, never earlier. `never`: it does not run.
    std::vector<std::uint64_t> known = {};
    Candidate first = {};         ///< which of them goes first
    bool first_is_known = false;  ///< and nothing that it follows from has changed
  };
  Group& group_of(std::size_t number) { return groups_[warps_[number].sub_partition]; }
  /// To be changed, or because its port changes.
  std::uint64_t& known(std::size_t number) {
    Group& group = group_of(number);
    group.first_is_known = false;
    return group.known[place_[number]];
  }
  static Candidate first_of(const Group& group);
  Candidate earliest();
  std::uint64_t issue_ahead(const BlockWarp& warp, std::uint64_t cycle);

  const std::vector<BlockWarp>& warps_;
  timing::Multiprocessor& multiprocessor_;
  std::vector<Group> groups_;       ///< by sub-partition
  std::vector<std::size_t> place_;  ///< by warp: in its group
};

}  // namespace reconverge::run
