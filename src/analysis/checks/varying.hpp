// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/code.hpp"

namespace reconverge::analysis {

/// What the numbers of lanes and threads decide in a function, on every way to a row.
struct ByLane {
  /// Rows whose guard holds for some lanes of a warp and not for others, by their number: the predicate was computed
  /// from the number of the lane or thread, and is different in one warp, or may be, where it is compared with what is
  /// not known. Those of the uniform datapath are left out. In the order of the rows.
  std::vector<std::size_t> guarded;
  /// By row: WARPSYNC of all lanes of the warp, by its mask or the register that holds it.
  std::vector<bool> names_all_lanes;
};
ByLane by_lane(const Code& code);

}  // namespace reconverge::analysis
