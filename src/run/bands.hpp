// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "run/kernel_run.hpp"

namespace reconverge::run {

/// Cycles where each access of a spread latency takes low, typical or high: `typical` is that of the run in which all
/// take their median; low and high are the least and the most of the three runs, whatever the rules make of single
/// accesses.
struct BandCycles {
  std::uint64_t low = 0, typical = 0, high = 0;
};

/// From the first issue to the last.
BandCycles band_of_launch(const Bands& bands);
/// Between two clock reads: `typical` is the last time, low and high are of every time.
BandCycles band_of_interval(const Bands& bands, std::pair<std::uint32_t, std::uint32_t> rows);

}  // namespace reconverge::run
