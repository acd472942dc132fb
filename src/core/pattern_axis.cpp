// SPDX-License-Identifier: MIT
#include "core/pattern_axis.hpp"

#include <algorithm>

#include "core/lane_pattern.hpp"

namespace reconverge::core {

std::optional<PatternAxis> pattern_axis(std::string_view family) {
  if (!is_pattern_family(family)) return std::nullopt;
  PatternAxis axis{.counts_lanes = true};
  for (int n = 0; n < lane_count; ++n) {
    const auto values = parse_lane_pattern(family, n);
    if (!values) return std::nullopt;
    const auto lowered = std::ranges::count_if(*values, [](std::uint32_t value) { return value != lane_count; });
    axis.counts_lanes = axis.counts_lanes && lowered == n;
    axis.lowered_lanes = static_cast<int>(lowered);
  }
  if (axis.counts_lanes) axis.lowered_lanes = 0;
  return axis;
}

}  // namespace reconverge::core
