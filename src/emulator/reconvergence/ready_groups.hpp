// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "emulator/reconvergence/lane_groups.hpp"

namespace reconverge::emulator {

/// The groups of a warp that could run and do not: last in, first out. The newest one is `fast` to
/// resume until a later divergence puts another on top of it, or it is taken (docs/model.md, "barriers"; on Hopper
/// rule 12). All others are slow, and those of one address merge when they are resumed.
class ReadyGroups {
 public:
  using Group = LaneGroup;  ///< and where it continues
  struct Resumed {
    Group group;
    bool fast = false;
  };

  explicit ReadyGroups(bool merges_equal_addresses) : merges_(merges_equal_addresses) {}

  /// A group that diverged from the running one.
  void push_fast(Group group) {
    groups_.push_back(group);
    fast_ = true;
  }
  /// A group whose wait has ended.
  void push_slow(Group group) {
    groups_.push_back(group);
    fast_ = false;
  }

  bool empty() const { return groups_.empty(); }
  bool has_fast() const { return fast_; }
  const std::vector<Group>& groups() const { return groups_; }

  /// Takes the newest group.
  Resumed pop() {
    Resumed resumed{groups_.back(), fast_};
    groups_.pop_back();
    if (!fast_ && merges_) merge_into(resumed.group);
    fast_ = false;
    return resumed;
  }

  void clear() {
    groups_.clear();
    fast_ = false;
  }

 private:
  void merge_into(Group& chosen) {
    for (const Group& group : groups_)
      if (group.index == chosen.index) chosen.mask |= group.mask;
    std::erase_if(groups_, [&](const Group& group) { return group.index == chosen.index; });
  }

  bool merges_;
  bool fast_ = false;  ///< the newest group is fast
  std::vector<Group> groups_;
};

}  // namespace reconverge::emulator
