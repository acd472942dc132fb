// SPDX-License-Identifier: MIT
// Which warp of a sub-partition issues: rule issue-choice.

#include "timing/cycles/issue_port.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "timing/cycles/issue_credits.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

CycleRecord credits_record() {
  CycleRecord record;
  record.multiprocessor.first_credits = 3;
  record.multiprocessor.round_credits = 8;
  record.multiprocessor.credit_paid_after = 5;
  return record;
}

TEST(IssueCredits, AnInstructionCostsOne) {
  const CycleRecord record = credits_record();
  IssueCredits credits(record);
  EXPECT_EQ(credits.of(4, 0), 3) << "it has not issued";
  credits.issue(4, 10);
  credits.issue(4, 11);
  EXPECT_EQ(credits.of(4, 100), 1);
  EXPECT_EQ(credits.of(0, 100), 3);
}

TEST(IssueCredits, AreKnownLate) {
  const CycleRecord record = credits_record();
  IssueCredits credits(record);
  for (const Cycle cycle : {10, 11, 13}) credits.issue(0, cycle);
  EXPECT_EQ(credits.of(0, 14), 3);
  EXPECT_EQ(credits.of(0, 15), 2);
  EXPECT_EQ(credits.of(0, 16), 1);
  EXPECT_EQ(credits.of(0, 17), 1);
  EXPECT_EQ(credits.of(0, 18), 0);
}

TEST(IssueCredits, OfAllAreRenewedWhereAWarpWithoutAnyIssues) {
  const CycleRecord record = credits_record();
  IssueCredits credits(record);
  Cycle cycle = 0;
  for (int i = 0; i < 3; ++i) credits.issue(4, ++cycle);
  credits.issue(0, ++cycle);
  credits.issue(4, ++cycle);
  EXPECT_EQ(credits.of(4, 100), 8) << "half of none and a round's";
  EXPECT_EQ(credits.of(0, 100), 9) << "half of two";
  EXPECT_EQ(credits.of(8, 100), 3) << "it has not begun";
}

/// What is known is forgotten, and what is not is kept.
TEST(IssueCredits, AreKeptForAllIssuesThatAreNotKnown) {
  const CycleRecord& record = *built_in_record("sm_90");
  IssueCredits credits(record);
  for (Cycle cycle = 0; cycle < 20; ++cycle) {
    credits.issue(cycle % 3 == 0 ? 4 : 0, cycle);
    const std::int32_t paid = cycle < 4 ? 0 : static_cast<std::int32_t>((cycle - 4) / 3 + 1);
    EXPECT_EQ(credits.of(4, cycle + 1), 15 - paid) << cycle;
  }
}

TEST(IssuePort, TakesAnInstructionACycle) {
  const CycleRecord record;
  IssuePort port(record);
  EXPECT_EQ(port.free(), 0u);
  port.issue(0, 7, false);
  EXPECT_EQ(port.free(), 8u);
}

/// As 80 NOPs of stall 1 do on the card: one warp issues all of them, then the other (pairs.csv, `nop_s1_y1`).
TEST(IssuePort, TheOneGoesOnThatIssuedLast) {
  const CycleRecord& record = *built_in_record("sm_90");
  IssuePort port(record);
  port.issue(4, 1, false);
  for (Cycle cycle = 2; cycle < 82; ++cycle) {
    port.issue(0, cycle, false);
    EXPECT_TRUE(port.goes_before(0, 4, cycle + 1)) << "though it has fewer credits";
    EXPECT_FALSE(port.goes_before(4, 0, cycle + 1));
  }
}

TEST(IssuePort, ElseOneGoesThatHasNotYielded) {
  const CycleRecord& record = *built_in_record("sm_90");
  IssuePort port(record);
  port.issue(0, 1, false);
  port.issue(4, 2, true);
  EXPECT_TRUE(port.goes_before(0, 4, 3)) << "4 issued last, but yielded";
  EXPECT_TRUE(port.goes_before(0, 4, 50)) << "though it has no more credits";
  EXPECT_TRUE(port.goes_before(0, 8, 3)) << "8 is new";
  EXPECT_TRUE(port.goes_before(0, 2, 3)) << "2 is, of a lower number than 4";
}

TEST(IssuePort, OfThoseTheOneGoesWithTheMostCredits) {
  const CycleRecord& record = *built_in_record("sm_90");
  IssuePort port(record);
  port.issue(0, 1, false);
  for (const Cycle cycle : {2, 3}) port.issue(4, cycle, false);
  port.issue(8, 4, false);
  EXPECT_TRUE(port.goes_before(4, 0, 5)) << "no issue is known: the higher number";
  EXPECT_TRUE(port.goes_before(4, 0, 7)) << "one of each";
  EXPECT_TRUE(port.goes_before(0, 4, 8));
}

}  // namespace
}  // namespace reconverge::timing
