// SPDX-License-Identifier: MIT
// Low, typical and high of three runs.

#include "run/bands.hpp"

#include <gtest/gtest.h>

namespace reconverge::run {
namespace {

Bands of(std::uint64_t low, std::uint64_t typical, std::uint64_t high) {
  Bands bands;
  bands[0].last_issue = low;
  bands[1].last_issue = typical;
  bands[2].last_issue = high;
  return bands;
}

TEST(BandCycles, TypicalIsTheRunOfTheMediansWhereverItLies) {
  for (const auto& bands : {of(10, 20, 30), of(30, 20, 10)}) {
    const BandCycles cycles = band_of_launch(bands);
    EXPECT_EQ(cycles.low, 10u);
    EXPECT_EQ(cycles.typical, 20u);
    EXPECT_EQ(cycles.high, 30u);
  }
  const BandCycles slow = band_of_launch(of(10, 35, 30));
  EXPECT_EQ(slow.typical, 35u) << "not one of the others";
  EXPECT_EQ(slow.high, 35u);
  const BandCycles fast = band_of_launch(of(10, 5, 30));
  EXPECT_EQ(fast.typical, 5u);
  EXPECT_EQ(fast.low, 5u);
}

timing::ClockInterval interval(std::uint64_t last, std::uint64_t shortest, std::uint64_t longest) {
  timing::ClockInterval cycles;
  cycles.last = last;
  cycles.shortest = shortest;
  cycles.longest = longest;
  return cycles;
}

TEST(BandCycles, OfAnIntervalHoldEveryTime) {
  const std::pair<std::uint32_t, std::uint32_t> rows{1, 4};
  Bands bands;
  bands[0].intervals[rows] = interval(60, 50, 70);
  bands[1].intervals[rows] = interval(80, 40, 90);
  bands[2].intervals[rows] = interval(75, 60, 85);
  const BandCycles cycles = band_of_interval(bands, rows);
  EXPECT_EQ(cycles.low, 40u);
  EXPECT_EQ(cycles.typical, 80u) << "the last time in the run of the medians";
  EXPECT_EQ(cycles.high, 90u);
}

}  // namespace
}  // namespace reconverge::run
