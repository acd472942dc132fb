// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/open_splits.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/reconvergence/lane_groups.hpp"

namespace reconverge::emulator {

using core::LaneMask;

OpenSplits::OpenSplits(LaneMask live) : live_(live), active_(live), never_live_(~live) { charge_idle(); }

void OpenSplits::exited(const LanesExited& event) {
  const LaneMask gone = event.mask & live_;
  live_ = live_.without(gone);
  is_stale_ = true;
  const auto same = std::ranges::find(exits_, event.at.index, &Group::row);
  if (same == exits_.end()) exits_.push_back({event.at.index, gone});
  else same->lanes |= gone;
}

/// The lanes that ran until now have executed row_ together. A lane alone is parted from none by that; and those that
/// leave a group one after another at its own row are in it.
void OpenSplits::note_group(LaneMask together) {
  std::erase_if(groups_, [&](const Group& group) { return together.contains(group.lanes & live_); });
  if (together.count() == 1) return;
  if (!groups_.empty() && groups_.back().row == row_ && groups_.back().lanes.contains(together)) return;
  groups_.push_back({row_, together});
  if (groups_.size() > most_groups_) forget_useless();
}

/// Groups that meet in other combinations than they diverged in accumulate. One is needed while two of its lanes have
/// not been together later: there are 496 pairs, so that the rest is bounded.
void OpenSplits::forget_useless() {
  std::array<LaneMask, core::lane_count> later{};  // by lane: the lanes that it has been together with since
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    const LaneMask together = group->lanes & live_;
    bool is_useful = false;
    for_each_lane(together, [&](std::size_t lane) {
      is_useful |= together.without(later[lane]).without(LaneMask::lane(static_cast<int>(lane))).any();
      later[lane] |= together;
    });
    if (!is_useful) group->lanes = LaneMask::none();
  }
  std::erase_if(groups_, [](const Group& group) { return group.lanes.empty(); });
  most_groups_ = std::max<std::size_t>(64, 2 * groups_.size());
}

void OpenSplits::regroup(LaneMask active) {
  const LaneMask before = active_ & live_;
  if (!active.contains(before)) note_group(before);
  std::erase_if(groups_, [&](const Group& group) { return active.contains(group.lanes & live_); });
  active_ = active;
  live_now_ = live_;
  is_stale_ = false;
  charge_idle();
}

void OpenSplits::charge_idle() {
  ++changes_;
  idle_.clear();
  const auto charge = [&](IdleCause cause, LaneMask those) {
    const auto same = std::ranges::find(idle_, cause, &IdleLanes::cause);
    const auto more = static_cast<std::uint64_t>(those.count());
    if (same == idle_.end()) idle_.push_back({cause, more});
    else same->lanes += more;
  };
  if (never_live_.any()) charge({Idle::no_thread, no_index}, never_live_);
  for (const Group& exit : exits_) charge({Idle::exited, exit.row}, exit.lanes);
  cause_ = no_index;
  LaneMask left = live_.without(active_), parted;  // the latter by one row, as by a loop that lanes leave in turn
  std::uint32_t row = no_index;
  for (auto group = groups_.rbegin(); group != groups_.rend() && left.any(); ++group) {
    const LaneMask taken = group->lanes & left;
    if (taken.empty() || !group->lanes.intersects(active_)) continue;
    if (cause_ == no_index) cause_ = group->row;
    if (parted.any() && group->row != row) charge({Idle::parted, row}, std::exchange(parted, LaneMask::none()));
    row = group->row;
    parted |= taken;
    left = left.without(taken);
  }
  if (parted.any()) charge({Idle::parted, row}, parted);
  if (left.any()) charge({Idle::parted, no_index}, left);
}

}  // namespace reconverge::emulator
