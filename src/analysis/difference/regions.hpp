// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analysis/difference/difference.hpp"

namespace reconverge::analysis {

/// Gathers lines into regions, the largest change first: by cycles if all lines have some, else by executions. A line
/// that both builds have is a region of its own. Those that one build alone has are one region with what stands in
/// their place in the other: all between two lines that both have.
/// A single matched line between two such regions that costs no more than either does not part them, if one has lines
/// of the old build and the other lines of the new.
/// @param lines  of the two builds, as Difference::lines; regions name their places in it
std::vector<RegionDifference> regions_of(const Build& old_build, const Build& new_build,
                                         const std::vector<LineDifference>& lines);

}  // namespace reconverge::analysis
