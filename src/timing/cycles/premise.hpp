// SPDX-License-Identifier: MIT
#pragma once

namespace reconverge::timing {

/// What all cycles of single instructions assume. Where it is known not to hold there are none.
inline constexpr const char* cycles_premise = "one warp, code and data in the nearest caches";

/// Of the cycles of a warp that has others beside it.
inline constexpr const char* warp_cycles_premise =
    "each warp by itself, code and data in the nearest caches; at BAR the others are there before it";

}  // namespace reconverge::timing
