// SPDX-License-Identifier: MIT
#include "cli/grid_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

using testing::HasSubstr;

TEST(LongRun, IsSaidWithWhatItTakesAtTheSpeedOfTheFirstBlocks) {
  EXPECT_EQ(long_run_text(100, 200, 1.5), "");
  EXPECT_EQ(long_run_text(100, 7900, 1.5), "") << "118.5 s";
  EXPECT_THAT(long_run_text(100, 20'000, 1.5), HasSubstr("100 of 20000 blocks took 1.5 s; all take about 5 minutes"));
  EXPECT_THAT(long_run_text(1000, 20'000'000, 1.5), HasSubstr("about 8 hours"));
  EXPECT_THAT(long_run_text(20'000, 2'147'483'647, 2), HasSubstr("about 2 days"));
}

/// Preparation took 50 seconds of the clock before the grid began.
TEST(LongRun, IsEstimatedFromItsBegin) {
  LongRun run;
  EXPECT_EQ(run.at(0, 20'000, 50), "");
  EXPECT_EQ(run.at(60, 20'000, 50.9), "") << "too early";
  EXPECT_THAT(run.at(100, 20'000, 51.5), HasSubstr("100 of 20000 blocks took 1.5 s; all take about 5 minutes"));
  EXPECT_EQ(run.at(200, 20'000, 53), "") << "it is said once";
  LongRun later;
  EXPECT_EQ(later.at(10, 20'000, 7), "");
  EXPECT_THAT(later.at(110, 20'000, 8.5), HasSubstr("100 of 20000 blocks took 1.5 s"));
}

}  // namespace
}  // namespace reconverge::cli
