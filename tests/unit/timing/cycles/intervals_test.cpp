// SPDX-License-Identifier: MIT
// Cycles between clock reads, and what lies between them without a known time.

#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "sass/reader.hpp"
#include "timing/cycles/clock_intervals.hpp"
#include "timing/record/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::timing {
namespace {

using core::LaneMask;

ClockIntervals::Intervals intervals_of(std::string_view rows) {
  auto function = sass::read_function(emulator::testing::listing(rows, "sm_90"), "test.sass");
  EXPECT_TRUE(function) << to_string(function.error());
  emulator::ConvergenceBarriers barriers;
  const auto executable = emulator::decode(std::move(function).value(), barriers, {}, "test.sass");
  EXPECT_TRUE(executable) << to_string(executable.error());
  emulator::Warp warp;
  warp.predicates[0] = LaneMask(0b1100);
  WarpClock clock(*executable, *built_in_record("sm_90"));
  ClockIntervals intervals(executable->function, clock);
  emulator::Listener* const listeners[] = {&clock, &intervals};
  const emulator::Events events(listeners);
  const auto result =
      emulator::Run({*executable, warp, barriers, events, &clock, "test.sass"}, LaneMask(0xF)).go_on({.steps = 1'000});
  EXPECT_FALSE(result.diagnostic) << to_string(*result.diagnostic);
  return intervals.intervals();
}

TEST(ClockIntervals, AreFromOneReadToTheNext) {
  const auto intervals = intervals_of("CS2R R2, SR_CLOCKLO\nNOP\nNOP\nCS2R R4, SR_CLOCKLO\nCS2R R6, SRZ\nEXIT\n");
  ASSERT_EQ(intervals.size(), 1u) << "SRZ is no clock";
  EXPECT_EQ(intervals.begin()->first, std::pair(0u, 3u));
  EXPECT_EQ(intervals.begin()->second.times, 1u);
  EXPECT_EQ(intervals.begin()->second.last, 3u);
}

TEST(ClockIntervals, NameWhatIsNotTimedInsideAndOnlyThat) {
  const auto intervals = intervals_of(
      "UBREV UR4, UR6\nCS2R R2, SR_CLOCKLO\nNOP\nCS2R R4, SR_CLOCKLO\nUBREV UR4, UR6\nUBREV UR4, UR6\nCS2R R6, "
      "SR_CLOCKLO\nEXIT\n");
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_TRUE(intervals.at({1, 3}).untimed.empty()) << "what ran before the first read does not matter";
  EXPECT_EQ(intervals.at({3, 6}).untimed.size(), 2u);
  EXPECT_EQ(intervals.at({3, 6}).untimed.begin()->first.index, 4u);
}

TEST(ClockIntervals, AreOfTheLanesThatReadBoth) {
  const auto intervals =
      intervals_of("@P0 CS2R R2, SR_CLOCKLO\nNOP\nCS2R R4, SR_CLOCKLO\nNOP\nCS2R R6, SR_CLOCKLO\nEXIT\n");
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_EQ(intervals.at({0, 2}).times, 1u);
  EXPECT_EQ(intervals.at({2, 4}).times, 1u) << "all lanes read the clock there last";
}

}  // namespace
}  // namespace reconverge::timing
