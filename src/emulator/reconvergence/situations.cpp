// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/situations.hpp"

#include <algorithm>

namespace reconverge::emulator {
namespace {

std::uint64_t hash_of(const OpenSplits& splits) {
  std::uint64_t hash = splits.cause();
  for (const auto& [cause, lanes] : splits.idle())
    hash = (hash ^ cause.row ^ lanes << 32) * 0x9E37'79B9'7F4A'7C15u + static_cast<std::uint64_t>(cause.why);
  return hash >> 32;
}

}  // namespace

std::uint64_t Situation::active_lanes() const {
  std::uint64_t active = core::lane_count;
  for (const auto& part : idle) active -= part.lanes;
  return active;
}

bool Situation::is_of(const OpenSplits& splits) const {
  return are_apart == splits.are_apart() && cause == splits.cause() && std::ranges::equal(idle, splits.idle());
}

std::uint32_t Situations::number_of(const OpenSplits& splits) {
  std::uint32_t& near = near_[hash_of(splits) % near_.size()];
  if (near != 0 && known_[near - 1].is_of(splits)) return near - 1;
  const auto known = std::ranges::find_if(known_, [&](const Situation& one) { return one.is_of(splits); });
  near = static_cast<std::uint32_t>(known - known_.begin()) + 1;
  if (known == known_.end())
    known_.push_back({splits.are_apart(), splits.cause(), {splits.idle().begin(), splits.idle().end()}});
  return near - 1;
}

void Situations::clear() {
  known_.clear();
  near_ = {};
}

}  // namespace reconverge::emulator
