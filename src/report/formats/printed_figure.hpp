// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/document.hpp"

namespace reconverge::report {

/// A figure as a paper prints it: as wide as one column, 89 mm, with its legend, and below it a caption of several
/// paragraphs.
std::string to_printed_svg(const Figure& figure, const std::vector<std::string>& caption);

}  // namespace reconverge::report
