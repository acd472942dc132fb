// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/lane_vector.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

/// The immediates and constants of a function, each value once. Finding one takes the same time however many there are.
class LiteralPool {
 public:
  /// @param values  of the executable; the pool appends
  explicit LiteralPool(std::vector<LaneVector>& values) : values_(values) {}

  /// The slot of one word, or the first slot of two. Nothing if no slot is left for them.
  std::optional<Slot> slot_of(std::span<const std::uint32_t> words);

 private:
  std::vector<LaneVector>& values_;
  std::unordered_map<std::uint32_t, std::size_t> words_;
  std::unordered_map<std::uint64_t, std::size_t> pairs_;
};

}  // namespace reconverge::emulator
