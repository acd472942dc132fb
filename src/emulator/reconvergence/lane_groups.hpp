// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/each_lane.hpp"
#include "core/lane_mask.hpp"

namespace reconverge::emulator {

/// Lanes that are at one instruction.
struct LaneGroup {
  core::LaneMask mask;
  std::uint32_t index = 0;

  friend bool operator==(const LaneGroup&, const LaneGroup&) = default;
};

/// Groups without common lanes, so that a warp has 32 at most. They are kept in place: lanes wait and meet all the
/// time.
class LaneGroups {
 public:
  LaneGroups() {}  // NOLINT(modernize-use-equals-default, *-member-init): a warp has many, and clears none
  LaneGroups(const LaneGroups& other) : count_(other.count_) { std::ranges::copy(other, begin()); }
  LaneGroups& operator=(const LaneGroups& other) {
    if (this == &other) return *this;
    count_ = other.count_;
    std::ranges::copy(other, begin());
    return *this;
  }

  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  LaneGroup* begin() { return groups_.data(); }
  LaneGroup* end() { return groups_.data() + count_; }
  const LaneGroup* begin() const { return groups_.data(); }
  const LaneGroup* end() const { return groups_.data() + count_; }
  const LaneGroup& operator[](std::size_t i) const { return groups_[i]; }
  LaneGroup& back() { return groups_[count_ - 1]; }
  const LaneGroup& back() const { return groups_[count_ - 1]; }
  void push_back(const LaneGroup& group) { groups_[count_++] = group; }
  void pop_back() { --count_; }
  /// In front of the one of that number.
  void insert(std::size_t number, const LaneGroup& group) {
    std::copy_backward(begin() + number, end(), end() + 1);
    groups_[number] = group;
    ++count_;
  }
  void clear() { count_ = 0; }
  template <typename Condition> void erase_if(Condition condition) {
    count_ = static_cast<std::size_t>(std::remove_if(begin(), end(), condition) - begin());
  }
  friend bool operator==(const LaneGroups& a, const LaneGroups& b) { return std::ranges::equal(a, b); }

  core::LaneMask lanes() const {
    core::LaneMask all;
    for (const LaneGroup& group : *this) all |= group.mask;
    return all;
  }
  /// Puts lanes with those that are at the same instruction.
  void add(const LaneGroup& more) {
    LaneGroup* const same = std::ranges::find(*this, more.index, &LaneGroup::index);
    if (same == end()) push_back(more);
    else same->mask |= more.mask;
  }
  /// Removes lanes, and returns them as groups.
  LaneGroups take(core::LaneMask wanted) {
    LaneGroups taken;
    for (LaneGroup& group : *this) {
      if (group.mask.intersects(wanted)) taken.push_back({group.mask & wanted, group.index});
      group.mask = group.mask.without(wanted);
    }
    erase_if([](const LaneGroup& group) { return group.mask.empty(); });
    return taken;
  }

 private:
  union {  // without a value until one is written: the groups would each be cleared
    std::array<LaneGroup, static_cast<std::size_t>(core::lane_count)> groups_;
  };
  std::size_t count_ = 0;
};

}  // namespace reconverge::emulator
