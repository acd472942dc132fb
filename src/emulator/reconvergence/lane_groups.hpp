// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/each_lane.hpp"
#include "core/lane_mask.hpp"

namespace reconverge::emulator {

/// Lanes that are at one instruction.
struct LaneGroup {
  core::LaneMask mask;
  std::uint32_t index = 0;

  friend bool operator==(const LaneGroup&, const LaneGroup&) = default;
};

/// All lanes of some groups.
inline core::LaneMask lanes_of(const std::vector<LaneGroup>& groups) {
  core::LaneMask all;
  for (const LaneGroup& group : groups) all |= group.mask;
  return all;
}

/// Puts lanes with those that are at the same instruction.
inline void add_to(std::vector<LaneGroup>& groups, LaneGroup more) {
  const auto same = std::ranges::find(groups, more.index, &LaneGroup::index);
  if (same == groups.end()) groups.push_back(more);
  else same->mask |= more.mask;
}

/// Removes lanes from groups, and returns them as groups.
inline std::vector<LaneGroup> take(std::vector<LaneGroup>& groups, core::LaneMask wanted) {
  std::vector<LaneGroup> taken;
  for (LaneGroup& group : groups) {
    if (group.mask.intersects(wanted)) taken.push_back({group.mask & wanted, group.index});
    group.mask = group.mask.without(wanted);
  }
  std::erase_if(groups, [](const LaneGroup& group) { return group.mask.empty(); });
  return taken;
}

}  // namespace reconverge::emulator
