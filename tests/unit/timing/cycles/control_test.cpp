// SPDX-License-Identifier: MIT
// Rules 10 to 17 of docs/model.md, "hopper-cycles": what branches and barriers cost.
// P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, of the lanes 0..3. Cycles stand where control
// goes on; the jump itself says nothing.

#include <gtest/gtest.h>

#include <string>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using testing::nops;
using testing::TimedListing;
using testing::with_register;

TEST(Rule10, BranchTakenByNobodyCostsItsStall) {
  EXPECT_EQ(cycles_of("@P3 BRA `(.end) ?trans5\nNOP\n.end:\nEXIT"), "BRA:0 NOP:5 EXIT:6");
}

TEST(Rule10, BranchTakenByAllCostsTenOrItsStall) {
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP\n.end:\nEXIT"), "BRA:0 EXIT:10");
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans11\nNOP\n.end:\nEXIT"), "BRA:0 EXIT:11");
}

TEST(Rule10, CallCostsTheSame) {
  EXPECT_EQ(cycles_of("CALL.REL.NOINC `(.end) ?trans5\nNOP\n.end:\nEXIT"), "CALL.REL.NOINC:0 EXIT:10");
}

TEST(Rule10, TwentyOneMoreInFrontOfTheEndlessBranchThatClosesAFunction) {
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP ?WAIT0_END_GROUP\n.end:\nEXIT"), "BRA:0 EXIT:31");
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans11\nNOP ?WAIT0_END_GROUP\n.end:\nEXIT"), "BRA:0 EXIT:32");
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP ?WAIT1_END_GROUP\n.end:\nEXIT"), "BRA:0 EXIT:10") << "it has a stall";
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP ?trans0\n.end:\nEXIT"), "BRA:0 EXIT:10") << "the yield bit is set";
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP\nNOP ?WAIT0_END_GROUP\n.end:\nEXIT"), "BRA:0 EXIT:10");
}

TEST(Rule10, NotIfSomeOrNobodyTakesIt) {
  EXPECT_EQ(cycles_of("@P1 BRA `(.end) ?trans5\nNOP ?WAIT0_END_GROUP\nEXIT\n.end:\nEXIT"),
            "BRA:0 EXIT:10 NOP:26 EXIT:77");
  EXPECT_EQ(cycles_of("@P3 BRA `(.end) ?trans5\nNOP ?WAIT0_END_GROUP\n.end:\nEXIT"), "BRA:0 NOP:5 EXIT:56");
}

TEST(Rule10, TheCodeBehindTheLandingComesThatMuchLaterToo) {
  // The jump lands in the last slot of a line at 31, the next line is there at 34.
  EXPECT_EQ(cycles_of("BRA `(.land) ?trans5\nNOP ?WAIT0_END_GROUP\n" + nops(5) + ".land:\nNOP\nEXIT"),
            "BRA:0 NOP:31 EXIT:34");
}

TEST(Rule11, DivergentBranchCostsSevenIfTheSideThatFallsThroughRunsFirst) {
  EXPECT_EQ(cycles_of("@P0 BRA `(.end) ?trans5\nEXIT\n.end:\nEXIT"), "BRA:0 EXIT:7 EXIT:23");
  EXPECT_EQ(cycles_of("@P0 BRA `(.end) ?trans9\nEXIT\n.end:\nEXIT"), "BRA:0 EXIT:9 EXIT:25");
}

TEST(Rule11, AndTenIfTheSideThatJumpsDoes) {
  EXPECT_EQ(cycles_of("@P1 BRA `(.end) ?trans5\nNOP\nEXIT\n.end:\nEXIT"), "BRA:0 EXIT:10 NOP:26 EXIT:27");
  EXPECT_EQ(cycles_of("@P1 BRA `(.end) ?trans11\nNOP\nEXIT\n.end:\nEXIT"), "BRA:0 EXIT:11 NOP:27 EXIT:28");
}

TEST(Rule12, GroupsBelowTheNewestAreSlowToResume) {
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.meet)
    @P2 BRA `(.meet)
    NOP
    .meet:
    BSYNC B0
    .join:
    EXIT)"),
            // 0 alone from 8; 1 fast, 16 after the BSYNC; 2 and 3 slow, 51 after the next
            "BSSY:0 BRA:1 BRA:8 NOP:15 BSYNC:16 BSYNC:32 BSYNC:83 EXIT:96");
}

TEST(Rule13, BsyncOfTheWholeBarrierCostsThirteen) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.join) ?trans4\nBSYNC B0 ?trans5\n.join:\nEXIT"), "BSSY:0 BSYNC:4 EXIT:17");
}

TEST(Rule13, HandOverToTheFastGroupCostsSixteen) {
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join) ?trans4
    @P0 BRA `(.meet) ?trans5
    NOP
    .meet:
    BSYNC B0 ?trans5
    .join:
    EXIT)"),
            "BSSY:0 BRA:4 NOP:11 BSYNC:12 BSYNC:28 EXIT:41");
}

TEST(Rule13, ALaneThatLeavesALoopCostsThirteenMoreThanStaying) {
  // The end of an iteration: lanes that stay jump back to the top, lane 3 leaves.
  const std::string_view loop = R"(
    BSSY B0, `(.join) ?trans4
    @!P1 BRA `(.top) ?trans5
    .meet:
    BSYNC B0 ?trans5
    .join:
    EXIT
    .top:
    NOP
    BRA `(.meet))";
  EXPECT_EQ(cycles_of(loop), "BSSY:0 BRA:4 BSYNC:11 NOP:27 BRA:28 BSYNC:38 EXIT:51");
  TimedListing nobody_leaves(loop);
  nobody_leaves.warp.predicates[1] = core::LaneMask::none();
  EXPECT_EQ(nobody_leaves.cycles(), "BSSY:0 BRA:4 NOP:14 BRA:15 BSYNC:25 EXIT:38");
}

TEST(Rule14, LanesOutsideTheBarrierPassForThirteen) {
  EXPECT_EQ(cycles_of("BSYNC B0 ?trans5\nEXIT"), "BSYNC:0 EXIT:13");
  // Of the lanes 0 and 2, 2 waits for 3 and 0 passes.
  EXPECT_EQ(cycles_of(R"(
    @P0 BSSY B0, `(.join) ?trans4
    @P2 BRA `(.late) ?trans5
    .meet:
    BSYNC B0 ?trans5
    .join:
    EXIT
    .late:
    BRA `(.meet) ?trans5)"),
            "BSSY:0 BRA:4 BSYNC:11 EXIT:24 BRA:40 BSYNC:50 EXIT:63");
}

TEST(Rule12, AnExitToASlowGroupCostsFiftyOne) {
  EXPECT_EQ(cycles_of("@P0 BRA `(.end)\n@P2 BRA `(.end)\nEXIT\n.end:\nEXIT"), "BRA:0 BRA:7 EXIT:14 EXIT:30 EXIT:81");
}

TEST(Rule15, ABarrierThatBmovWroteCostsFiftyOneMore) {
  EXPECT_EQ(with_register("BMOV.32 B0, R1\nNOP ?trans4\nBSYNC B0 ?trans5\nEXIT", 1, {0xF, 0xF, 0xF, 0xF}),
            "BMOV.32:0 NOP:1 BSYNC:5 EXIT:69");
}

TEST(Rule15, SoDoesOneArmedTwice) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.join)\nBSSY B0, `(.join) ?trans4\nBSYNC B0 ?trans5\n.join:\nEXIT"),
            "BSSY:0 BSSY:1 BSYNC:5 EXIT:69");
}

TEST(Rule15, ASlowResumeInBetweenRemovesThatAndAFastOneDoesNot) {
  const std::vector<std::uint32_t> all(4, 0xF);
  EXPECT_EQ(with_register("BMOV.32 B0, R1\n@P0 BRA `(.meet)\n@P2 BRA `(.meet)\nNOP\n.meet:\nBSYNC B0\nEXIT", 1, all),
            "BMOV.32:0 BRA:1 BRA:8 NOP:15 BSYNC:16 BSYNC:32 BSYNC:83 EXIT:96");
  EXPECT_EQ(with_register("BMOV.32 B0, R1\n@P0 BRA `(.meet)\nNOP\n.meet:\nBSYNC B0\nEXIT", 1, all),
            "BMOV.32:0 BRA:1 NOP:8 BSYNC:9 BSYNC:25 EXIT:89");
}

TEST(Rule15, LanesThatWaitAtAnotherBsyncGoAlongForThirteen) {
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.other)
    BSYNC B0
    .join:
    EXIT
    .other:
    BSYNC B0
    EXIT)"),
            "BSSY:0 BRA:1 BSYNC:8 BSYNC:24 EXIT:37");
}

TEST(Rule15, IfTheMachineLooksTheyPassTheirOwn) {
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join)
    BSSY B0, `(.join)
    @P0 BRA `(.other)
    BSYNC B0
    .join:
    EXIT
    .other:
    BSYNC B0
    EXIT)"),
            // the last ones after 13 + 51, the others resumed slowly
            "BSSY:0 BSSY:1 BRA:2 BSYNC:9 BSYNC:25 EXIT:89 BSYNC:140 EXIT:153");
}

TEST(Rule15, AlsoAfterASlowResumeThatRemovesTheFiftyOne) {
  EXPECT_EQ(with_register(R"(
    BMOV.32 B0, R1
    @P0 BRA `(.other)
    @P2 BRA `(.meet)
    NOP
    .meet:
    BSYNC B0
    EXIT
    .other:
    BSYNC B0
    EXIT)",
                          1, std::vector<std::uint32_t>(4, 0xF)),
            "BMOV.32:0 BRA:1 BRA:8 NOP:15 BSYNC:16 BSYNC:32 BSYNC:83 EXIT:96 BSYNC:147 EXIT:160");
}

TEST(Rule16, BreakWithALaneCostsThirteenAndWithoutOneItsStall) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.join) ?trans4\n@P1 BREAK B0 ?trans3\n.join:\nEXIT"), "BSSY:0 BREAK:4 EXIT:17");
  EXPECT_EQ(cycles_of("BSSY B0, `(.join) ?trans4\n@P3 BREAK B0 ?trans3\n.join:\nEXIT"), "BSSY:0 BREAK:4 EXIT:7");
}

constexpr std::string_view brx = R"(
    BRX R2 -0x10 ?trans5
    EXIT
    EXIT)";

TEST(Rule17, IndirectBranchToOnePlaceCostsThirtyEight) {
  EXPECT_EQ(with_register(brx, 2, {0x10, 0x10, 0x10, 0x10}), "BRX:0 EXIT:38");
  EXPECT_EQ(with_register("RET.REL.NODEC R20 0x0 ?trans5\nEXIT", 20, {0x10, 0x10, 0x10, 0x10}),
            "RET.REL.NODEC:0 EXIT:38");
}

TEST(Rule17, LowestLanesPlaceFirstCostsThirtyEightAndTheRestDoesItAgain) {
  EXPECT_EQ(with_register(brx, 2, {0x10, 0x10, 0x20, 0x20}), "BRX:0 EXIT:38 BRX:54 EXIT:92");
}

TEST(Rule17, IfTheyAreMoreTheRestGoesFirstAfterFortyNine) {
  EXPECT_EQ(with_register(brx, 2, {0x10, 0x10, 0x10, 0x20}), "BRX:0 EXIT:49 BRX:65 EXIT:103");
  EXPECT_EQ(with_register("RET.REL.NODEC R20 0x0 ?trans5\nEXIT\nEXIT", 20, {0x10, 0x10, 0x10, 0x20}),
            "RET.REL.NODEC:0 EXIT:49 RET.REL.NODEC:65 EXIT:103");
}

TEST(Rule17, EverybodyElseWaitsAsOneGroup) {
  EXPECT_EQ(with_register("BRX R2 -0x10 ?trans5\nEXIT\nEXIT\nEXIT", 2, {0x10, 0x20, 0x30, 0x30}),
            "BRX:0 EXIT:38 BRX:54 EXIT:92 BRX:108 EXIT:146");
}

TEST(Rule17, SoDoesACallThroughARegister) {
  EXPECT_EQ(with_register("CALL.ABS.NOINC R4 ?trans5\nEXIT\nEXIT", 4, {0x10, 0x10, 0x10, 0x10}),
            "CALL.ABS.NOINC:0 EXIT:38");
  EXPECT_EQ(with_register("CALL.ABS.NOINC R4 ?trans5\nEXIT\nEXIT", 4, {0x10, 0x10, 0x20, 0x20}),
            "CALL.ABS.NOINC:0 EXIT:38 CALL.ABS.NOINC:54 EXIT:92");
  EXPECT_EQ(with_register("CALL.ABS.NOINC R4 ?trans5\nEXIT\nEXIT", 4, {0x10, 0x10, 0x10, 0x20}),
            "CALL.ABS.NOINC:0 EXIT:49 CALL.ABS.NOINC:65 EXIT:103");
}

TEST(Rule17, AtABarrierTheRestComesAfterSixteen) {
  EXPECT_EQ(with_register(R"(
    BSSY B0, `(.join) ?trans4
    BRX R2 -0x20 ?trans5
    BSYNC B0 ?trans5
    .join:
    EXIT)",
                          2, {0x20, 0x20, 0x20, 0x20}),
            "BSSY:0 BRX:4 BSYNC:42 EXIT:55");
  EXPECT_EQ(with_register(R"(
    BSSY B0, `(.join) ?trans4
    BRX R2 -0x20 ?trans5
    NOP
    BSYNC B0 ?trans5
    .join:
    EXIT)",
                          2, {0x20, 0x20, 0x30, 0x30}),
            "BSSY:0 BRX:4 NOP:42 BSYNC:43 BRX:59 BSYNC:97 EXIT:110");
}

}  // namespace
}  // namespace reconverge::timing
