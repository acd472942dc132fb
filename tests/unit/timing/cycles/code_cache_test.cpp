// SPDX-License-Identifier: MIT
// Rule 9 of docs/model.md, "hopper-cycles": which lines of code are close.

#include "timing/cycles/code_cache.hpp"
#include "timing/record/reader.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <span>
#include <string>
#include <string_view>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

constexpr Cycle later = 10'000;

CodeCache empty_cache() { return CodeCache(built_in_record("sm_90")->fetch, CodeAtStart::cold); }

/// After `lines` lines of straight code from `first` on, long before `later`.
CodeCache after_straight_code(std::size_t lines, std::size_t first = 0) {
  CodeCache cache(built_in_record("sm_90")->fetch);
  cache.land(first, 0, 100);
  for (std::size_t line = 1; line < lines; ++line) cache.run_on(first + line, 100 + 16 * line);
  return cache;
}

/// How long a landing waits. The cache is a copy.
Cycle wait(CodeCache cache, std::size_t line, std::uint32_t slot, Cycle cycle) { return cache.land(line, slot, cycle); }

TEST(Rule9, FortyEightLinesAreCloseWithTheTwoThatComeAlong) {
  CodeCache cache = after_straight_code(48);
  cache.land(47, 0, later);
  EXPECT_FALSE(cache.holds(1));
  EXPECT_TRUE(cache.holds(2));
  EXPECT_TRUE(cache.holds(49));
}

TEST(Rule9, CodeThatFitsStaysClose) {
  CodeCache cache = after_straight_code(46);
  for (std::size_t i = 0; i < 3 * 46; ++i) EXPECT_EQ(cache.land(i % 46, 0, later + 100 * i), 0U) << "line " << i % 46;
}

TEST(Rule9, ALineThatWasNeverUsedIsClose) {
  const CodeCache cache = after_straight_code(100, 100);
  EXPECT_EQ(wait(cache, 5, 0, later), 0U);
  EXPECT_EQ(wait(cache, 500, 0, later), 0U);
}

TEST(Rule9, WhatCameFirstLeavesFirstHoweverOftenItIsUsed) {
  CodeCache cache = after_straight_code(100);
  Cycle cycle = later;
  cache.land(0, 0, cycle);  // with 1 and 2
  for (std::size_t line = 3; line < 48; line += 3) {
    cache.land(line, 0, cycle += 100);
    EXPECT_EQ(cache.land(0, 0, cycle += 100), 0U);
  }
  cache.land(48, 0, cycle += 100);
  EXPECT_EQ(cache.land(0, 0, cycle + 100), 9U);
}

TEST(Rule9, ALandingStillFindsALineThatIsJustBeingReplaced) {
  CodeCache cache = after_straight_code(100);
  Cycle cycle = later;
  for (std::size_t line = 0; line < 48; line += 3) cache.land(line, 0, cycle += 100);
  cache.land(48, 0, cycle += 100);  // looked up 5 cycles before, when it takes the place of line 0
  EXPECT_EQ(wait(cache, 0, 0, cycle + 8), 0U);
  EXPECT_EQ(wait(cache, 0, 0, cycle + 14), 9U);
}

TEST(Rule9, NothingIsLookedUpWhereTheWarpWaitsForItsNextPlace) {
  CodeCache cache = empty_cache();
  cache.land(10, 0, later);
  cache.stop(later + 2);  // the lookups behind the landing begin at later - 1 and later + 3
  cache.settle(later + 100);
  EXPECT_TRUE(cache.holds(11));
  EXPECT_FALSE(cache.holds(12));
  cache.land(20, 0, later + 100);
  cache.settle(later + 200);
  EXPECT_TRUE(cache.holds(22)) << "from the landing on it is";
}

TEST(Rule9, AMissedLandingCostsNineAndOneForTwoSlotsBeforeItsOwn) {
  const CodeCache cache = after_straight_code(100);
  EXPECT_EQ(wait(cache, 0, 0, later), 9U);
  EXPECT_EQ(wait(cache, 0, 1, later), 9U);
  EXPECT_EQ(wait(cache, 0, 2, later), 10U);
  EXPECT_EQ(wait(cache, 0, 7, later), 12U);
}

/// Line 0 is looked up at 995, 1 at 999, 2 at 1003; each has arrived 17 later.
TEST(Rule9, ALandingWaitsForALineOnItsWay) {
  CodeCache cache = empty_cache();
  cache.land(0, 0, 1000);
  EXPECT_EQ(wait(cache, 1, 0, 1012), 8U);
  EXPECT_EQ(wait(cache, 2, 5, 1012), 12U);
  EXPECT_EQ(wait(cache, 2, 5, 1021), 3U);
  EXPECT_EQ(wait(cache, 2, 5, 1022), 3U) << "at least, if it waits at all";
  EXPECT_EQ(wait(cache, 2, 5, 1023), 0U);
  EXPECT_EQ(wait(cache, 3, 0, 1021), 9U) << "no longer delayed by the others";
}

TEST(Rule9, StraightCodeWaitsForALineOnItsWay) {
  CodeCache cache = empty_cache();
  cache.land(0, 7, 1000);
  EXPECT_EQ(cache.available(1), 1013U);
  EXPECT_EQ(cache.available(2), 1017U);
  cache.run_on(1, 1014);
  EXPECT_EQ(cache.available(3), 1028U);
}

/// 20 is held, 21 is not, 22 is held: its lookup ends 16 after that of 21.
TEST(Rule9, AHeldLineBehindOneThatIsNotHoldsTheFetchUp) {
  CodeCache cache = empty_cache();
  cache.land(22, 0, 500);
  cache.land(18, 0, 700);   // with 19 and 20
  cache.land(20, 0, 1000);  // 20 at 995, 21 at 997, 22 at 1001 until 1013
  EXPECT_EQ(cache.available(22), 1017U);
  EXPECT_EQ(wait(cache, 18, 0, 1017), 3U);
  EXPECT_EQ(wait(cache, 18, 0, 1018), 0U);
  EXPECT_EQ(wait(cache, 40, 0, 1017), 11U);
  EXPECT_EQ(wait(cache, 40, 0, 1018), 9U);
}

TEST(Rule9, TheFetchOfSeveralLinesTakesItsTime) {
  CodeCache cache = empty_cache();
  cache.land(0, 0, 1000);
  EXPECT_EQ(wait(cache, 40, 0, 1010), 12U) << "2 is looked up from 1003 to 1007; the fourth in a row begins 1 later";
  EXPECT_EQ(wait(cache, 0, 0, 1012), 3U + 1U);
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

/// Of a jump from a slot of line 0, which the fetch cannot foresee, to line 3, slot 4, when neither line is close any
/// more.
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

/// The line of the jump is looked up 17 cycles before it issues; that of its target, which the fetch follows, in the
/// cycle of the issue.
TEST(Rule9, TheTargetOfAJumpInALineThatWasNotCloseIsOnItsWay) {
  EXPECT_EQ(cycles_to_third_line(6), 21);
  EXPECT_EQ(cycles_to_third_line(7), 21);
}

/// A cold cache holds what the fetch has brought, and nothing else of the code.
TEST(Rule9, AColdCacheHoldsWhatWasBrought) {
  CodeCache cache = empty_cache();
  cache.land(10, 0, 100);
  cache.land(10, 0, 200);
  for (const std::size_t line : {10U, 11U, 12U}) EXPECT_TRUE(cache.holds(line)) << line;
  EXPECT_FALSE(cache.holds(9));
  EXPECT_FALSE(cache.holds(13));
  EXPECT_EQ(cache.land(13, 6, 300), 12U) << "9, and 1 for every two slots before its own";
}

/// A line is as old as the first time that it was asked for, whatever its address.
TEST(Rule9, AtTheStartLinesAreThereInTheOrderInWhichTheyAreAskedForFirst) {
  CodeCache cache(built_in_record("sm_90")->fetch);
  cache.land(60, 0, 100);
  for (std::size_t line = 0; line < 45; line += 3) EXPECT_EQ(cache.land(line, 0, 200 + 100 * line), 0U);
  EXPECT_TRUE(cache.holds(60));
  cache.land(46, 0, later);
  EXPECT_FALSE(cache.holds(60)) << "the oldest of 51";
  EXPECT_TRUE(cache.holds(0));
}

/// What a launch leaves is there for the next one, as old as it was; other lines are not.
TEST(Rule9, ALaunchBeginsWithWhatTheOneBeforeLeft) {
  const HeldLines left = after_straight_code(60).held_lines();  // and one ahead
  ASSERT_EQ(left.size(), 48U);
  EXPECT_EQ(left.front(), 13U);
  EXPECT_EQ(left.back(), 60U);
  CodeCache cache(built_in_record("sm_90")->fetch);
  cache.begin_with(left);
  EXPECT_TRUE(cache.holds(13));
  EXPECT_FALSE(cache.holds(12));
  EXPECT_FALSE(cache.holds(100)) << "never asked for";
  cache.land(0, 0, later);  // with 1 and 2
  cache.settle(later + 20);
  EXPECT_FALSE(cache.holds(13));
  EXPECT_FALSE(cache.holds(15));
  EXPECT_TRUE(cache.holds(16));
}

/// As old as it was, not as when it is used again.
TEST(Rule9, ItsFirstUseByTheNextLaunchDoesNotMakeALineYounger) {
  CodeCache cache(built_in_record("sm_90")->fetch);
  cache.begin_with(after_straight_code(60).held_lines());
  cache.land(13, 0, later);
  cache.land(0, 0, later + 100);
  EXPECT_FALSE(cache.holds(13));
}

/// 20 and 21 are not held; a jump in 20 goes on in its slot 4, and the fetch, which has followed it, asks for 21 again.
TEST(Rule9, ALandingToWhichTheFetchHasComeIsNotDelayedByWhatItIsBusyWith) {
  const auto wait_for_slot = [](std::uint32_t slot) {
    const CodeJump jump{.line = 20, .slot = 0, .target_line = 20, .target_slot = 4};
    CodeCache cache = empty_cache();
    cache.follow(std::span(&jump, 1));
    cache.land(19, 7, 1004);  // 20 at 1003, 21 at 1007 until the jump is seen at 1015, and again from 1022 on
    cache.run_on(20, 1020);
    return cache.land(20, slot, 1029);
  };
  EXPECT_EQ(wait_for_slot(4), 0U);
  EXPECT_EQ(wait_for_slot(5), 3U) << "not where the jump goes";
}

/// 21 is not held, 22 is: its lookup, which begins after the state is written, ends 16 after that of 21 began.
TEST(Rule9, TheStateKeepsUntilWhenAHeldLineWaitsBehindOneThatIsNot) {
  CodeCache cache = empty_cache();
  cache.land(22, 0, 500);
  cache.land(18, 0, 700);
  cache.land(21, 0, 1000);
  CodeCache forgetful = cache;
  forgetful.forget({.issue = 1000, .units = 1000, .now = 990});
  EXPECT_EQ(wait(cache, 18, 0, 1012), 3U);
  EXPECT_EQ(wait(forgetful, 18, 0, 1012), 3U);
}

/// The two lines ahead of the code that runs take places as well.
TEST(Rule9, CodeIsInDoubtOnceTheFetchAsksForMoreLinesThanAreHeld) {
  CycleRecord record = *built_in_record("sm_90");
  record.fetch.cached_lines = 4;
  testing::TimedListing fits(testing::nops(14) + "EXIT", record);
  fits.cycles();
  EXPECT_TRUE(fits.doubts().empty());
  testing::TimedListing does_not(testing::nops(31) + "EXIT", record);
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
