// SPDX-License-Identifier: MIT
// "account" of docs/model.md: each cycle of a warp belongs to one row and one class. Lanes 0 to 3;
// P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3.

#include <gtest/gtest.h>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::nops;
using testing::TimedListing;

std::string account_of(std::string_view rows) { return TimedListing(rows).account(); }

TEST(Account, AStallCountBelongsToWhatIsHeldBack) {
  EXPECT_EQ(account_of("NOP ?trans6\nNOP ?trans1\nEXIT"),
            "0x0 NOP: 1 issuing\n"
            "0x10 NOP: 1 issuing, 5 operands\n");
}

TEST(Account, TheLastInstructionIssuesWhenTheRunEnds) { EXPECT_EQ(account_of("EXIT"), ""); }

TEST(Account, AScoreboardOfMemoryAndOneOfArithmetic) {
  EXPECT_EQ(account_of("LDS R1, [R2] &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT"),
            "0x0 LDS: 1 issuing\n"
            "0x10 NOP: 1 issuing, 1 operands, 21 memory\n");
  EXPECT_EQ(account_of("S2R R1, SR_LANEID &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT"),
            "0x0 S2R: 1 issuing\n"
            "0x10 NOP: 1 issuing, 22 operands\n");
}

TEST(Account, TheScoreboardThatIsClearLastCounts) {
  EXPECT_EQ(account_of("S2R R1, SR_LANEID &wr=0x1 ?trans1\nLDS R3, [R2] &wr=0x0 ?trans2\nNOP &req={0,1} ?trans1\nEXIT"),
            "0x0 S2R: 1 issuing\n"
            "0x10 LDS: 1 issuing\n"
            "0x20 NOP: 1 issuing, 1 operands, 21 memory\n");
}

TEST(Account, ABranchHasTheCyclesOfItsTransfer) {
  EXPECT_EQ(account_of("BRA `(.end) ?trans5\nNOP\n.end:\nEXIT"), "0x0 BRA: 1 issuing, 9 branch\n");
  EXPECT_EQ(account_of("@P3 BRA `(.end) ?trans5\nNOP\n.end:\nEXIT"),
            "0x0 BRA: 1 issuing, 4 branch\n"
            "0x10 NOP: 1 issuing\n");
}

TEST(Account, LanesApartBelongToTheBranchThatPartedThem) {
  EXPECT_EQ(account_of("BSSY B0, `(.meet) ?trans1\n@P0 BRA `(.meet) ?trans5\nNOP\n.meet:\nBSYNC B0 ?trans5\nNOP\nEXIT"),
            "0x0 BSSY: 1 issuing\n"
            "0x10 BRA: 1 issuing, 6 branch\n"
            "0x20 NOP: 1 issuing; 1 apart since 0x10\n"
            "0x30 BSYNC: 2 issuing, 27 meeting; 29 apart since 0x10\n"
            "0x40 NOP: 1 issuing\n");
}

TEST(Account, TheInnerBranchCountsUntilItsLanesMeet) {
  EXPECT_EQ(
      account_of("BSSY B0, `(.meet) ?trans1\n@P0 BRA `(.meet) ?trans5\nBSSY B1, `(.inner) ?trans1\n"
                 "@P2 BRA `(.inner) ?trans5\nNOP\n.inner:\nBSYNC B1 ?trans5\nNOP\n.meet:\nBSYNC B0 ?trans5\nNOP\nEXIT"),
      "0x0 BSSY: 1 issuing\n"
      "0x10 BRA: 1 issuing, 6 branch\n"
      "0x20 BSSY: 1 issuing; 1 apart since 0x10\n"
      "0x30 BRA: 1 issuing, 6 branch; 7 apart since 0x10\n"
      "0x40 NOP: 1 issuing; 1 apart since 0x30\n"
      "0x50 BSYNC: 2 issuing, 27 meeting; 29 apart since 0x30\n"
      "0x60 NOP: 1 issuing; 1 apart since 0x10\n"
      "0x70 BSYNC: 2 issuing, 62 meeting; 64 apart since 0x10\n"
      "0x80 NOP: 1 issuing, 1 fetch\n");
}

TEST(Account, LanesThatExitedAreNotApart) {
  EXPECT_EQ(account_of("@P0 EXIT ?trans5\nNOP\nEXIT"),
            "0x0 EXIT: 1 issuing, 12 branch\n"
            "0x10 NOP: 1 issuing\n");
}

/// Two lanes of four run a NOP of one cycle; at the BSYNC first they, then the others, and each cycle counts twice.
TEST(Account, IdleLanesAreChargedToTheBranchThatTookThem) {
  EXPECT_EQ(
      TimedListing("BSSY B0, `(.meet) ?trans1\n@P0 BRA `(.meet) ?trans5\nNOP\n.meet:\nBSYNC B0 ?trans5\nNOP\nEXIT")
          .idle(),
      "0x20 NOP: 2 parted at 0x10\n"
      "0x30 BSYNC: 58 parted at 0x10\n");
}

/// P0 takes two lanes of four, P2 one of the two that are left.
TEST(Account, IdleLanesOfTwoBranchesAreChargedToEach) {
  EXPECT_EQ(TimedListing("BSSY B0, `(.meet) ?trans1\n@P0 BRA `(.meet) ?trans5\nBSSY B1, `(.inner) ?trans1\n"
                         "@P2 BRA `(.inner) ?trans5\nNOP\n.inner:\nBSYNC B1 ?trans5\nNOP\n.meet:\nBSYNC B0 ?trans5\n"
                         "NOP\nEXIT")
                .idle(),
            "0x20 BSSY: 2 parted at 0x10\n"
            "0x30 BRA: 14 parted at 0x10\n"
            "0x40 NOP: 1 parted at 0x30\n"
            "0x40 NOP: 2 parted at 0x10\n"
            "0x50 BSYNC: 29 parted at 0x30\n"
            "0x50 BSYNC: 58 parted at 0x10\n"
            "0x60 NOP: 2 parted at 0x10\n"
            "0x70 BSYNC: 128 parted at 0x10\n");
}

TEST(Account, LanesThatExitedAreIdleBecauseOfTheirExit) {
  EXPECT_EQ(TimedListing("@P0 EXIT ?trans5\nNOP\nEXIT").idle(), "0x10 NOP: 2 exited at 0x0\n");
}

TEST(Account, CodeThatComesLateIsFetch) {
  EXPECT_EQ(account_of("BRA `(.land) ?trans5\n" + nops(6) + ".land:\nNOP\nNOP\nEXIT"),
            "0x0 BRA: 1 issuing, 9 branch\n"
            "0x70 NOP: 1 issuing\n"
            "0x80 NOP: 1 issuing, 2 fetch\n");
}

TEST(Account, ABusyUnitIsPipe) {
  EXPECT_EQ(account_of("IMAD R1, R2, R3, R4 ?trans1\nIMAD R5, R6, R7, R8 ?trans1\nEXIT"),
            "0x0 IMAD: 1 issuing\n"
            "0x10 IMAD: 1 issuing, 1 pipe\n");
}

TEST(Account, TheSecondPassOfAnInstructionIsPipeAndTheClockDoesNotWaitForIt) {
  EXPECT_EQ(account_of("IMAD.WIDE R4, R2, R3, R6 ?trans2\nNOP ?trans1\nEXIT"),
            "0x0 IMAD.WIDE: 1 issuing\n"
            "0x10 NOP: 1 issuing, 1 operands, 2 pipe\n");
  EXPECT_EQ(account_of("IMAD.WIDE R4, R2, R3, R6 ?trans2\nCS2R R8, SR_CLOCKLO ?trans1\nNOP\nEXIT"),
            "0x0 IMAD.WIDE: 1 issuing\n"
            "0x10 CS2R: 1 issuing, 1 operands\n"
            "0x20 NOP: 1 issuing, 2 pipe\n");
}

TEST(Account, ABarrierOfTheBlockIsMeeting) {
  EXPECT_EQ(account_of("BAR.SYNC.DEFER_BLOCKING 0x0 ?trans6\nLDS R1, [R2] ?trans1\nEXIT"),
            "0x0 BAR.SYNC.DEFER_BLOCKING: 1 issuing, 5 meeting\n"
            "0x10 LDS: 1 issuing, 8 meeting\n");
}

TEST(Account, WarpsAddUp) {
  const emulator::IdleCause parted{emulator::Idle::parted, 7};
  CycleAccount one{.rows = {{.cycles = {1, 2}, .apart = {{7, 3}}, .idle = {{parted, 6}}}}},
      other{.rows = {{.cycles = {10, 20}, .apart = {{7, 30}, {8, 5}}, .idle = {{parted, 60}}}, {.cycles = {0, 0, 4}}}};
  one.add(other);
  ASSERT_EQ(one.rows.size(), 2u);
  EXPECT_EQ(one.rows[0].of(CycleClass::operands), 22u);
  EXPECT_EQ(one.rows[0].total(), 33u);
  EXPECT_EQ(one.rows[0].total_apart(), 38u);
  EXPECT_EQ(one.total(), 37u);
  EXPECT_EQ(one.rows[0].apart.front().cycles, 33u);
  EXPECT_EQ(one.rows[0].total_idle(), 66u);
}

}  // namespace
}  // namespace reconverge::timing
