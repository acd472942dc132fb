#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/lane_mask.hpp"
#include "core/result.hpp"

namespace reconverge::core {

/// One 32-bit value per lane; floats are kept as their IEEE single-precision bits.
using LaneValues = std::array<std::uint32_t, lane_count>;

/// The paper's loop bounds (Table 1): 32 for every lane, except that the last n lanes, 0 <= n <= 31,
/// count down: 31, 30, ... 32 - n.
LaneValues staircase(int n);

/// Uniform integers in [low, high] from a Mersenne twister, the same on every platform.
LaneValues random_values(std::uint32_t seed, std::int64_t low, std::int64_t high);

/// Reads a lane pattern: `staircase(n)`, `list(v0,...,v31)`, `random(seed,low,high)` or one value for
/// all lanes. A value is a 32-bit integer (decimal or 0x..., possibly negative) or a float with a
/// decimal point. Fails with Failure::usage.
Result<LaneValues> parse_lane_pattern(std::string_view text);

}  // namespace reconverge::core
