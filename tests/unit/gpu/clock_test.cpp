// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/clock_test.hpp"
#include "gpu/launcher.hpp"

namespace reconverge::gpu {
namespace {

using testing::HasSubstr;
using Timer = std::vector<std::int64_t>;

Timer spans(std::int64_t start, std::int64_t stop) {
  Timer timer(Launcher::timer_rows * 32, 0);
  for (std::size_t lane = 0; lane < 32; ++lane) timer[2 * lane] = start, timer[2 * lane + 1] = stop;
  return timer;
}

TEST(ReadTimer, WarpCyclesAreLastStopLessFirstStart) {
  Timer timer = spans(1000, 1900);
  timer[2 * 5] = 990;
  timer[2 * 9 + 1] = 2000;
  const auto launch = read_timer(timer, TimerLayout::spans);
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->cycles, 1010);
  EXPECT_EQ(launch->lanes[5], (LaneTimes{0, 910}));
  EXPECT_EQ(launch->lanes[9], (LaneTimes{10, 1010}));
  EXPECT_TRUE(launch->stamps.empty());
}

TEST(ReadTimer, RefusesAClockOfZeroOneThatStandsAndOneThatRunsBackwards) {
  EXPECT_THAT(read_timer(spans(0, 0), TimerLayout::spans).error().message, HasSubstr("read 0"));
  EXPECT_THAT(read_timer(spans(7, 7), TimerLayout::spans).error().message, HasSubstr("did not move"));
  EXPECT_THAT(read_timer(spans(9, 7), TimerLayout::spans).error().message, HasSubstr("backwards"));
  Timer one_missing = spans(1000, 1900);
  one_missing[2 * 31 + 1] = 0;
  EXPECT_THAT(read_timer(one_missing, TimerLayout::spans).error().message, HasSubstr("lane 31"));
}

TEST(ReadTimer, StampsAreRowsAndUnwrittenOnesAreMarked) {
  Timer timer(Launcher::timer_rows * 32, 0);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    timer[lane] = 100;
    timer[1 * 32 + lane] = 131;
    timer[33 * 32 + lane] = 400;
  }
  const auto launch = read_timer(timer, TimerLayout::stamps);
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->cycles, 300);
  ASSERT_EQ(launch->stamps.size(), 34u);
  EXPECT_EQ(launch->stamps[1][3], 31);
  EXPECT_EQ(launch->stamps[2][3], -1);
  EXPECT_EQ(launch->stamps[33][3], 300);
}

TEST(ReadTimer, SpansMayBeFollowedByStamps) {
  Timer timer(Launcher::timer_rows * 32, 0);
  for (std::size_t lane = 0; lane < 32; ++lane) timer[2 * lane] = 100, timer[2 * lane + 1] = 400;
  timer[3 * 32 + 9] = 250;
  const auto launch = read_timer(timer, TimerLayout::spans);
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->cycles, 300);
  ASSERT_EQ(launch->stamps.size(), 4u);
  EXPECT_EQ(launch->stamps[0][9], -1);  // rows 0 and 1 hold the spans
  EXPECT_EQ(launch->stamps[3][9], 150);
  EXPECT_EQ(launch->stamps[3][8], -1);
}

/// What the self-test's kernel writes on a card where an addition takes four cycles.
Timer good_clock() {
  Timer timer(Launcher::timer_rows * 32, 0);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    for (std::size_t row = 0; row < 8; ++row) timer[row * 32 + lane] = 5000 + 2 * static_cast<std::int64_t>(row);
    for (std::size_t row = 0; row < 4; ++row) timer[(8 + row) * 32 + lane] = 4 * (32 << row) + 9;
    timer[12 * 32 + lane] = timer[13 * 32 + lane] = 3;
  }
  return timer;
}

TEST(ClockTest, PassesAClockThatCountsCycles) {
  const ClockTest test = judge_clock(good_clock());
  EXPECT_TRUE(test.passed) << test.reason;
  EXPECT_EQ(*test.read_cycles, 2);
  EXPECT_EQ(*test.addition_cycles, 4);
  EXPECT_THAT(test.chain_cycles, testing::ElementsAre(137, 265, 521, 1033));
}

TEST(ClockTest, FailsAClockOfZero) {
  Timer timer = good_clock();
  timer[3 * 32 + 7] = 0;
  EXPECT_THAT(judge_clock(timer).reason, HasSubstr("is 0"));
}

TEST(ClockTest, FailsAClockThatStands) {
  Timer timer = good_clock();
  timer[3 * 32 + 7] = timer[2 * 32 + 7];
  EXPECT_THAT(judge_clock(timer).reason, HasSubstr("not later"));
}

TEST(ClockTest, FailsACounterOfCalls) {
  Timer timer = good_clock();
  for (std::size_t row = 8; row < 12; ++row) timer[row * 32] = 1;
  const ClockTest test = judge_clock(timer);
  EXPECT_FALSE(test.passed);
  EXPECT_THAT(test.reason, HasSubstr("does not count cycles"));
}

TEST(ClockTest, FailsAClockThatIsNotEven) {
  Timer timer = good_clock();
  timer[9 * 32] += 40;
  EXPECT_THAT(judge_clock(timer).reason, HasSubstr("not even"));
}

TEST(ClockTest, FailsAWarpThatMovedBetweenMultiprocessors) {
  Timer timer = good_clock();
  timer[13 * 32 + 4] = 9;
  EXPECT_THAT(judge_clock(timer).reason, HasSubstr("multiprocessors"));
}

}  // namespace
}  // namespace reconverge::gpu
