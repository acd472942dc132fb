// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "run/kernel_run.hpp"

namespace reconverge::run {

/// Cycles if each access with a latency band takes low, typical or high: `typical` is the run in which all
/// take their median; low and high are the least and the most of the three runs, whichever run they come
/// from.
struct BandCycles {
  std::uint64_t low = 0, typical = 0, high = 0;
};

/// The accounts of the runs whose cycles those of the launch are: the sums over their rows are low, typical and high of
/// band_of_launch(). Of a single row the fastest run can have more cycles than the slowest one.
std::array<const timing::CycleAccount*, timing::assumption_count> accounts_of(const Bands& bands);

/// From the first issue to the last.
BandCycles band_of_launch(const Bands& bands);
/// Between two clock reads: `typical` is the last time, low and high are of every time.
BandCycles band_of_interval(const Bands& bands, std::pair<std::uint32_t, std::uint32_t> rows);

}  // namespace reconverge::run
