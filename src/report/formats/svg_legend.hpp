// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace reconverge::report {

struct LegendEntry {
  std::string sample;  ///< SVG drawn in a box of legend_sample_width pixels around height 0
  std::string name;
  std::string remark;  ///< provenance, or why the entry shows nothing
};

inline constexpr double legend_sample_width = 30;

struct Legend {
  double height = 0;
  std::string svg;
};

/// Entries in up to three columns of equal width, row by row. It is beside the data, never on it; long names
/// wrap.
Legend draw_legend(const std::vector<LegendEntry>& entries, double left, double top, double width);

}  // namespace reconverge::report
