// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace reconverge::core {

/// What n is in a pattern that leaves it open, see `is_pattern_family`.
struct PatternAxis {
  bool counts_lanes = false;  ///< n lanes have a bound below 32; else the same lanes have 32 - n for every n above 0
  int lowered_lanes = 0;      ///< how many have that bound; 0 where n counts them
};

/// Nothing of a text that is no such pattern.
std::optional<PatternAxis> pattern_axis(std::string_view family);

}  // namespace reconverge::core
