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
  if (2 * known_.size() >= places_.size()) make_room();
  const std::uint64_t hash = hash_of(splits);
  std::uint32_t& place = place_of(hash, [&](const Situation& one) { return one.hash == hash && one.is_of(splits); });
  if (place != 0) return place - 1;
  known_.push_back({hash, splits.are_apart(), splits.cause(), {splits.idle().begin(), splits.idle().end()}});
  place = static_cast<std::uint32_t>(known_.size());
  return place - 1;
}

/// Of the situation for which it holds, or where a new one goes.
template <typename Holds> std::uint32_t& Situations::place_of(std::uint64_t hash, Holds holds) {
  const std::size_t last = places_.size() - 1;  // all ones: the size is a power of two
  std::size_t at = hash & last;
  while (places_[at] != 0 && !holds(known_[places_[at] - 1])) at = (at + 1) & last;
  return places_[at];
}

void Situations::make_room() {
  places_.assign(std::max<std::size_t>(64, 2 * places_.size()), 0);
  for (std::uint32_t i = 0; i < known_.size(); ++i)
    place_of(known_[i].hash, [](const Situation&) { return false; }) = i + 1;
}

void Situations::clear() {
  known_.clear();
  std::ranges::fill(places_, 0);
}

}  // namespace reconverge::emulator
