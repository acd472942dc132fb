// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/difference/lines.hpp"

namespace reconverge::analysis {

/// A line of the source with its rows in both builds, those that match beside each other, each build's in the order of
/// its code. Rows without a line are a group of their own.
struct AlignedLine {
  std::optional<LineKey> old_line = {}, new_line = {};
  std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> rows = {};
};

/// Every row of both builds once, by line in the order of the new source. A line that only the old build has keeps its
/// place: after the line that it followed.
std::vector<AlignedLine> align(const Build& old_build, const Build& new_build);

}  // namespace reconverge::analysis
