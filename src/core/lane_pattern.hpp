// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/lane_mask.hpp"
#include "core/result.hpp"

namespace reconverge::core {

/// One 32-bit value per lane; floats are kept as their IEEE single-precision bits.
using LaneValues = std::array<std::uint32_t, lane_count>;

/// The paper's loop bounds (Table 1): 32 for every lane, except that the last n lanes, 0 <= n <= 31,
/// count down: 31, 30, ... 32 - n.
LaneValues staircase(int n);

/// The same with the first n lanes: 32 - n, ... 31, 32, 32, ...
LaneValues reverse_staircase(int n);

/// 32 for every lane, except that the lanes for which `chosen` holds have 32 - n.
template <typename Predicate> LaneValues lowered_lanes(int n, Predicate chosen) {
  LaneValues values{};
  for (int lane = 0; lane < lane_count; ++lane)
    values[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(chosen(lane) ? lane_count - n : lane_count);
  return values;
}

/// 32 for every lane, except that n lanes, chosen by the seed, have bounds of 1 to 31.
LaneValues scattered(std::uint32_t seed, int n);

/// Uniform integers in [low, high] from a Mersenne twister, the same on every platform.
LaneValues random_values(std::uint32_t seed, std::int64_t low, std::int64_t high);

/// Reads a lane pattern, with n from 0 to 31:
///   staircase(n), reverse(n)   the last, the first n lanes count down
///   halves(n)                  lanes 16 to 31 have 32 - n
///   alternating(n)             odd lanes have 32 - n
///   every(k,n)                 lanes k-1, 2k-1, ... have 32 - n
///   random(seed,n)             n lanes, chosen by the seed, have bounds of 1 to 31
///   random(seed,low,high)      every lane has a value of its own; with a decimal point in low or high a float
///   list(v0,...,v31)           as given
/// or one value for all lanes. A value is a 32-bit integer (decimal or 0x..., possibly negative) or a float with a
/// decimal point. Fails with Failure::usage.
Result<LaneValues> parse_lane_pattern(std::string_view text);

/// The values of a pattern for so many elements or threads. Every 32 have those of parse_lane_pattern(), but random
/// numbers go on: each element has its own, and each 32 elements their own lanes of random(seed,n). The first 32 are
/// those of parse_lane_pattern(). Fails with Failure::usage.
Result<std::vector<std::uint32_t>> parse_pattern(std::string_view text, std::size_t count);

/// The numbers of a random(seed,low,high) with a decimal point in low or high, before they are rounded to a type:
/// low + (high - low) * output / 2^32. Nothing of another text; fails with Failure::usage.
std::optional<Result<std::vector<double>>> parse_random_reals(std::string_view text, std::size_t count);

/// Whether a text is a pattern that leaves its last argument, n, open: staircase, reverse, halves,
/// alternating, every(k), random(seed).
bool is_pattern_family(std::string_view text);

/// A pattern family at one n: "every(4)" and 3 give every(4,3).
Result<LaneValues> parse_lane_pattern(std::string_view family, int n);

}  // namespace reconverge::core
