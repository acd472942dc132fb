// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emulator/reconvergence/lane_groups.hpp"

namespace reconverge::emulator {

/// How a group became ready.
enum class ReadyAs : std::uint8_t {
  parted,  ///< from the running group
  woken,   ///< what it waited for has happened
};

/// The groups of a warp that could run and do not: last in, first out. The newest one is `fast` to
/// resume, if it parted, until a later divergence puts another on top of it, or it is taken (docs/model.md, "barriers";
/// on Hopper rule 12). All others are slow, and those of one address merge when they are resumed.
class ReadyGroups {
 public:
  using Group = LaneGroup;  ///< and where it continues
  struct Resumed {
    Group group;
    bool fast = false;
  };

  explicit ReadyGroups(bool merges_equal_addresses) : merges_(merges_equal_addresses) {}

  void push(Group group, ReadyAs how) {
    groups_.push_back(group);
    fast_ = how == ReadyAs::parted;
  }

  bool empty() const { return groups_.empty(); }
  bool has_fast() const { return fast_; }
  const LaneGroups& groups() const { return groups_; }

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
  /// As they were when groups() and has_fast() said so.
  void restore(const LaneGroups& groups, bool has_fast) {
    groups_ = groups;
    fast_ = has_fast;
  }

 private:
  void merge_into(Group& chosen) {
    for (const Group& group : groups_)
      if (group.index == chosen.index) chosen.mask |= group.mask;
    groups_.erase_if([&](const Group& group) { return group.index == chosen.index; });
  }

  bool merges_;
  bool fast_ = false;  ///< the newest group is fast
  LaneGroups groups_;
};

}  // namespace reconverge::emulator
