// SPDX-License-Identifier: MIT
// Rule 9 of docs/model.md, "hopper-cycles": which lines of code are close.

#include "timing/cycles/code_cache.hpp"
#include "timing/record/reader.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <string_view>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

/// After `lines` lines of straight code.
CodeCache after_straight_code(std::size_t lines) {
  CodeCache cache(built_in_record("sm_90")->fetch);
  for (std::size_t line = 0; line < lines; ++line) cache.reach(line, 0);
  return cache;
}

TEST(Rule9, FortyEightLinesAreCloseWithTheTwoThatComeAlong) {
  const CodeCache cache = after_straight_code(48);
  EXPECT_FALSE(cache.holds(1));
  EXPECT_TRUE(cache.holds(2));
  EXPECT_TRUE(cache.holds(49));
}

TEST(Rule9, CodeThatFitsStaysClose) {
  CodeCache cache = after_straight_code(46);
  for (int pass = 0; pass < 3; ++pass)
    for (std::size_t line = 0; line < 46; ++line) {
      EXPECT_EQ(cache.wait(line, 0, 0), 0U) << "line " << line;
      cache.reach(line, 0);
    }
}

TEST(Rule9, ALineThatWasNeverUsedIsClose) {
  CodeCache cache(built_in_record("sm_90")->fetch);
  for (std::size_t line = 100; line < 200; ++line) cache.reach(line, 0);
  EXPECT_EQ(cache.wait(5, 0, 0), 0U);
  EXPECT_EQ(cache.wait(500, 0, 0), 0U);
}

TEST(Rule9, WhatCameFirstLeavesFirstHoweverOftenItIsUsed) {
  CodeCache cache = after_straight_code(100);
  cache.reach(0, 0);  // with 1 and 2
  for (std::size_t line = 3; line < 48; line += 3) {
    cache.reach(line, 0);
    EXPECT_TRUE(cache.holds(0));
    cache.reach(0, 0);
  }
  cache.reach(48, 0);
  EXPECT_FALSE(cache.holds(0));
}

TEST(Rule9, AMissedLandingCostsNineAndOneForTwoSlotsBeforeItsOwn) {
  const CodeCache cache = after_straight_code(100);
  EXPECT_EQ(cache.wait(0, 0, 0), 9U);
  EXPECT_EQ(cache.wait(0, 1, 0), 9U);
  EXPECT_EQ(cache.wait(0, 2, 0), 10U);
  EXPECT_EQ(cache.wait(0, 7, 0), 12U);
}

TEST(Rule9, ALandingWaitsInStepsForALineOnItsWay) {
  CodeCache cache = after_straight_code(100);
  cache.reach(0, 1000);  // 1 can be landed in from 1017, 2 from 1021
  EXPECT_EQ(cache.wait(1, 0, 1012), 6U);
  EXPECT_EQ(cache.wait(2, 5, 1010), 12U);
  EXPECT_EQ(cache.wait(2, 5, 1018), 3U);
  EXPECT_EQ(cache.wait(2, 5, 1021), 0U);
  EXPECT_EQ(cache.wait(3, 0, 1021), 9U);
}

/// From the last jump to what it lands on.
int cycles_of_last_jump(const std::string& rows) {
  const std::string cycles = testing::cycles_of(rows);
  const std::regex jump(R"(BRA:(\d+) (CS2R|NOP|EXIT):(\d+)( EXIT:\d+)?$)");
  std::smatch found;
  return std::regex_search(cycles, found, jump) ? std::stoi(found[3]) - std::stoi(found[1]) : -1;
}

/// Of a jump back into line 0, slot 4, over so many lines of straight code.
int cycles_back_over(int lines, std::string_view landed_on) {
  return cycles_of_last_jump("BRA `(.body)\n" + testing::nops(3) + ".back:\n" + std::string(landed_on) + "\nEXIT\n" +
                             testing::nops(2) + ".body:\n" + testing::nops(8 * lines) + "BRA `(.back)");
}

/// Of a jump from a slot of line 0 to line 3, slot 4, when neither line is close any more.
int cycles_to_third_line(int slot) {
  return cycles_of_last_jump("BRA `(.first)\n" + testing::nops(slot - 1) + ".again:\nBRA `(.there)\n" +
                             testing::nops(23 - slot) + ".first:\nBRA `(.body)\n" + testing::nops(3) +
                             ".there:\nEXIT\n" + testing::nops(3) + ".body:\n" + testing::nops(8 * 52) +
                             "BRA `(.again)");
}

TEST(Rule9, TheClockWaitsForLinesThatLeft) {
  EXPECT_EQ(cycles_back_over(44, "NOP"), 10);
  EXPECT_EQ(cycles_back_over(50, "NOP"), 21);
}

TEST(Rule9, SoDoesAReadingOfTheClock) { EXPECT_EQ(cycles_back_over(50, "CS2R R2, SR_CLOCKLO"), 21); }

TEST(Rule9, TheFetchGoesOnBehindTheLastSlotOfALineThatJumps) {
  EXPECT_EQ(cycles_to_third_line(6), 21);  // missed
  EXPECT_EQ(cycles_to_third_line(7), 22);  // on its way since the jump
}

/// A cold cache holds what the fetch has brought, and nothing else of the code.
TEST(Rule9, AColdCacheHoldsWhatWasBrought) {
  CodeCache cache(built_in_record("sm_90")->fetch, CodeAtStart::cold);
  cache.reach(10, 0);
  for (const std::size_t line : {10U, 11U, 12U}) EXPECT_TRUE(cache.holds(line)) << line;
  EXPECT_FALSE(cache.holds(9));
  EXPECT_FALSE(cache.holds(13));
  EXPECT_EQ(cache.wait(13, 6, 0), 12U) << "9, and 1 for every two slots before its own";
}

/// The two lines ahead of the code that runs take places as well.
TEST(Rule9, CodeIsInDoubtOnceTheFetchAsksForMoreLinesThanAreHeld) {
  CycleRecord record = *built_in_record("sm_90");
  record.fetch.cached_lines = 4;
  testing::TimedListing fits(testing::nops(14) + "EXIT", record);
  fits.cycles();
  EXPECT_TRUE(fits.doubts().empty());
  testing::TimedListing does_not(testing::nops(23) + "EXIT", record);
  does_not.cycles();
  EXPECT_EQ(does_not.doubts().count("NOP in more code than the nearest cache holds (fitted)"), 1U);
}

/// Code of more lines than the record knows has another level of misses. The fetch goes into the line that is too many
/// from the last row before it.
TEST(Rule9, MoreCodeThanIsKnownIsNotTimed) {
  CycleRecord record = *built_in_record("sm_90");
  EXPECT_EQ(record.fetch.known_lines, 256);
  record.fetch.known_lines = 2;
  testing::TimedListing fits(testing::nops(14) + "EXIT", record);
  fits.cycles();
  EXPECT_TRUE(fits.untimed().empty());
  testing::TimedListing does_not(testing::nops(16) + "EXIT", record);
  does_not.cycles();
  EXPECT_EQ(does_not.untimed().size(), 1U);
  EXPECT_EQ(does_not.untimed().count("NOP in so much code"), 1U);
}

}  // namespace
}  // namespace reconverge::timing
