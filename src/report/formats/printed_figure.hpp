// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/document.hpp"

namespace reconverge::report {

/// Width of a column of a paper, and of a drawing for it in pixels: text of 12.5 is then 8 points high.
inline constexpr double column_millimetres = 89;
inline constexpr double column_pixels = 394;

/// A figure as a paper prints it: as wide as one column, with its legend, and below it a caption of several paragraphs.
std::string to_printed_svg(const Figure& figure, const std::vector<std::string>& caption);
std::string to_printed_svg(const BoxDiagram& diagram, const std::vector<std::string>& caption);

}  // namespace reconverge::report
