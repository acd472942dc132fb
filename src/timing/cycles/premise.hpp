#pragma once

namespace reconverge::timing {

/// What all cycles of single instructions assume. Where it is known not to hold there are none.
inline constexpr const char* cycles_premise = "one warp, code and data in the nearest caches";

}  // namespace reconverge::timing
