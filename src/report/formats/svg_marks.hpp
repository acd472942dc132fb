// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/document.hpp"

namespace reconverge::report {

using Pixels = std::vector<std::pair<double, double>>;  ///< x to the right, y downwards

/// Marks up to this many points of a series are elements of their own, each with its tooltip; beyond it the marks of a
/// series are one path.
inline constexpr std::size_t tooltip_limit = 600;

/// An open mark around a point, with a tooltip unless that is empty.
std::string mark_at(Mark mark, double x, double y, std::string_view tooltip);

/// Every mark of a long series as one path, with one tooltip.
std::string marks_path(Mark mark, const Pixels& points, std::string_view tooltip);

/// The line through the points; nothing for Line::none.
std::string line_path(Line line, const Pixels& points, std::string_view tooltip);

/// The same picture from fewer points: of the neighbours that fall into one half of a pixel
/// column, the first, the lowest, the highest and the last are kept.
Pixels thin_out(const Pixels& points);

}  // namespace reconverge::report
