// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analysis/difference/difference.hpp"

namespace reconverge::analysis {

/// The branches that were executed in one of two builds, each with its counterpart: that of the same line, inlined at
/// the same calls. First those of the new code, then what the old one alone has.
std::vector<BranchDifference> branches_of(const Build& old_build, const Build& new_build);

}  // namespace reconverge::analysis
