#include "emulator/reconvergence/open_splits.hpp"

#include <algorithm>

namespace reconverge::emulator {
namespace {

/// Groups that meet in other combinations than they parted in leave splits open; the oldest are forgotten.
constexpr std::size_t most_splits = 128;

}  // namespace

void OpenSplits::regroup(core::LaneMask active) {
  const core::LaneMask before = active_ & live_;
  if (active != before && before.contains(active)) {
    if (splits_.size() == most_splits) splits_.erase(splits_.begin());
    splits_.push_back({row_, before});
  }
  std::erase_if(splits_, [&](const Split& split) { return active.contains(split.lanes & live_); });
  const auto latest = std::find_if(splits_.rbegin(), splits_.rend(),
                                   [&](const Split& split) { return split.lanes.intersects(active); });
  cause_ = latest == splits_.rend() ? no_index : latest->row;
  active_ = active;
  live_now_ = live_;
  is_stale_ = false;
}

}  // namespace reconverge::emulator
