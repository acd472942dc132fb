// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/open_splits.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/lane_vector.hpp"
#include "emulator/reconvergence/lane_groups.hpp"

namespace reconverge::emulator {

using core::LaneMask;

namespace {

/// Of fewer groups a state is written with those that are useless.
constexpr std::size_t many_groups = 24;

}  // namespace

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
  std::array<std::uint32_t, lanes> later{};  // by lane: the lanes that it has been together with since
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    const std::uint32_t together = (group->lanes & live_).bits();
    std::uint32_t news = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {  // without branches: all lanes at once
      const std::uint32_t mine = (together & lane_bit[lane]) != 0 ? together : 0;
      news |= mine & ~(later[lane] | lane_bit[lane]);
      later[lane] |= mine;
    }
    if (news == 0) group->lanes = LaneMask::none();
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

void OpenSplits::write_state(std::vector<std::uint32_t>& words) {
  if (groups_.size() > many_groups) forget_useless();
  words.insert(words.end(), {live_.bits(), live_now_.bits(), active_.bits(), never_live_.bits(),
                             static_cast<std::uint32_t>(is_stale_), row_});
  for (const auto* groups : {&groups_, &exits_}) {
    words.push_back(static_cast<std::uint32_t>(groups->size()));
    for (const Group& group : *groups) words.insert(words.end(), {group.row, group.lanes.bits()});
  }
  if (!is_stale_) return;  // else the answers are older than what they would be found from
  words.insert(words.end(), {cause_, static_cast<std::uint32_t>(idle_.size())});
  for (const auto& [cause, lanes] : idle_)
    words.insert(words.end(), {static_cast<std::uint32_t>(cause.why), cause.row, static_cast<std::uint32_t>(lanes)});
}

void OpenSplits::read_state(ControlWords& words) {
  for (LaneMask* const mask : {&live_, &live_now_, &active_, &never_live_}) *mask = words.next_mask();
  is_stale_ = words.next() != 0;
  row_ = words.next();
  for (auto* const groups : {&groups_, &exits_}) {
    groups->resize(words.next());
    for (Group& group : *groups) {
      group.row = words.next();
      group.lanes = words.next_mask();
    }
  }
  charge_idle();
  if (!is_stale_) return;
  cause_ = words.next();
  idle_.resize(words.next());
  for (auto& [cause, lanes] : idle_) {
    cause.why = static_cast<Idle>(words.next());
    cause.row = words.next();
    lanes = words.next();
  }
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
