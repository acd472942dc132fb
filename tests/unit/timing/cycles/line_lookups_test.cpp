// SPDX-License-Identifier: MIT
#include "timing/cycles/line_lookups.hpp"

#include <gtest/gtest.h>

#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

constexpr Cycle first = 100;  // when a branch of warp 0 lands

LineLookups lookups() { return LineLookups(built_in_record("sm_90")->fetch); }

/// How late a landing of a warp at a cycle is.
Cycle late(LineLookups& shared, std::size_t warp, std::uint32_t line, Cycle cycle) {
  shared.come_to_land(warp, line, cycle);
  shared.advance(cycle + 20);
  return shared.landed(warp).value();
}

TEST(LineLookups, OfAWarpThatIsAloneAreInTime) {
  LineLookups shared = lookups();
  EXPECT_EQ(late(shared, 0, 7, first), 0u);
  EXPECT_EQ(shared.available(0, 7), first);
  EXPECT_EQ(shared.available(0, 8), first + 3);
  EXPECT_EQ(shared.available(0, 9), first + 5);
  EXPECT_EQ(shared.available(0, 10), 0u) << "nothing says so";
  EXPECT_FALSE(shared.landed(0)) << "it is told once";
}

/// Three lookups of 2 cycles each (pairs.csv, `two` and `land`; jumps.csv).
TEST(LineLookups, ALandingWaitsForThoseOfAnotherOne) {
  const auto late_behind = [](Cycle behind) {
    LineLookups shared = lookups();
    shared.come_to_land(0, 7, first);
    return late(shared, 1, 20, first + behind);
  };
  EXPECT_EQ(late_behind(1), 4u) << "it comes again when the second line is being looked up, and goes before the third";
  EXPECT_EQ(late_behind(2), 3u);
  EXPECT_EQ(late_behind(3), 4u);
  EXPECT_EQ(late_behind(4), 3u) << "the third line goes first";
  EXPECT_EQ(late_behind(5), 3u) << "it is the last one";
  EXPECT_EQ(late_behind(6), 0u);
}

TEST(LineLookups, ALandingWaitsForALineAheadIfThatIsJustLookedUp) {
  const auto late_at = [](Cycle cycle) {
    LineLookups shared = lookups();
    late(shared, 0, 7, first);
    shared.run_on(0, 7, first + 30);  // its lookup begins at 131
    return late(shared, 1, 20, cycle);
  };
  EXPECT_EQ(late_at(136), 0u) << "the landing goes first";
  EXPECT_EQ(late_at(137), 3u);
  EXPECT_EQ(late_at(138), 0u);
}

TEST(LineLookups, ALineAheadWaitsForALanding) {
  LineLookups shared = lookups();
  late(shared, 0, 7, first);
  shared.come_to_land(1, 20, first + 36);  // looked up from 131 to 137
  shared.run_on(0, 7, first + 30);
  shared.advance(first + 60);
  EXPECT_EQ(shared.available(0, 10), 137u + 2 + 4);
}

TEST(LineLookups, ALineThatCodeWaitsForGoesBeforeOthers) {
  const auto available = [](bool is_waited_for) {
    LineLookups shared = lookups();
    late(shared, 0, 7, first);
    late(shared, 1, 20, first + 10);
    shared.run_on(1, 20, first + 40);
    shared.come_to_land(2, 40, first + 44);  // looked up from 139 to 145
    shared.run_on(0, 7, first + 41);         // wanted a cycle after that of warp 1
    shared.advance(first + 43);
    if (is_waited_for) {
      EXPECT_GT(shared.available(0, 10), first + 45u + 2) << "it is not known yet";
    }
    shared.advance(first + 60);
    return shared.available(0, 10);
  };
  EXPECT_EQ(available(false), 147u + 2 + 4);
  EXPECT_EQ(available(true), 145u + 2 + 4);
}

TEST(LineLookups, ALandingThatHasToWaitGivesUpLinesAhead) {
  LineLookups shared = lookups();
  late(shared, 1, 20, first);
  shared.come_to_land(0, 7, first + 36);  // looked up from 131 to 137
  shared.run_on(1, 20, first + 33);       // the third line behind waits
  EXPECT_EQ(late(shared, 1, 30, first + 41), 3u) << "it is looked up at 138, and that third line is not at 137";
  EXPECT_EQ(shared.available(1, 31), 138u + 2 + 2 + 4);
}

TEST(LineLookups, AWarpThatBeginsLooksLinesUpToo) {
  LineLookups shared = lookups();
  shared.begin(0, 0, first);
  EXPECT_EQ(late(shared, 1, 20, first + 1), 4u);
  EXPECT_EQ(shared.available(0, 1), first + 3);
}

TEST(LineLookups, WhatWasLookedUpBeforeTheLaunchIsThere) {
  LineLookups shared = lookups();
  shared.begin(0, 0, 2);
  EXPECT_EQ(late(shared, 1, 20, 10), 0u);
  EXPECT_EQ(shared.available(0, 2), 0u);
}

}  // namespace
}  // namespace reconverge::timing
