// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/code.hpp"

namespace reconverge::analysis {

/// Rows whose guard holds for some lanes of a warp and not for others, by their number: on every way to it the
/// predicate was computed from the number of the lane or thread, by operations that keep different numbers different.
/// Those of the uniform datapath are left out. In the order of the rows.
std::vector<std::size_t> rows_guarded_by_lane(const Code& code);

}  // namespace reconverge::analysis
