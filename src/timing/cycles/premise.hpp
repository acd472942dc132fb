// SPDX-License-Identifier: MIT
#pragma once

namespace reconverge::timing {

/// Premise of all cycles of single instructions. Where it is known not to hold, cycles are absent.
inline constexpr const char* cycles_premise = "one warp, code and data in the nearest caches";

/// Of low, typical and high cycles, given where no single number is known.
inline constexpr const char* band_premise =
    "one warp, code in the nearest caches, data in the second level or nearer; each access of a spread latency takes "
    "its 1st, 50th or 99th percentile";
/// The same where loads of global memory are assumed to be answered from one place, {}.
inline constexpr const char* assumed_band_premise =
    "one warp, code in the nearest caches; assumed: all loads of global memory are answered from {}, other data is in "
    "the second level or nearer; each access of a spread latency takes its 1st, 50th or 99th percentile";

/// Of the cycles of a warp in a block of several.
inline constexpr const char* warp_cycles_premise =
    "each warp by itself, code and data in the nearest caches; at BAR the others are there before it";

}  // namespace reconverge::timing
