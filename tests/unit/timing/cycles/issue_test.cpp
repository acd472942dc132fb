// SPDX-License-Identifier: MIT
// Rules 1 to 9 of docs/model.md, "hopper-cycles": control words, pipes, scoreboards, fetch.

#include <gtest/gtest.h>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using testing::nops;
using testing::TimedListing;

TEST(Rule1, NextInstructionIssuesAfterTheStall) {
  EXPECT_EQ(cycles_of("NOP ?trans5\nNOP ?trans11\nNOP\nEXIT"), "NOP:0 NOP:5 NOP:16 EXIT:17");
}

TEST(Rule1, StallsFromTwelveOnNeedTheYieldBitClear) {
  EXPECT_EQ(cycles_of("NOP ?WAIT12_END_GROUP\nNOP ?WAIT15_END_GROUP\nEXIT"), "NOP:0 NOP:12 EXIT:27");
  EXPECT_EQ(cycles_of("NOP ?trans12\nNOP ?trans15\nEXIT"), "NOP:0 NOP:1 EXIT:2");
}

TEST(Rule1, AStallOfOneWithTheYieldBitClearIsTwo) {
  EXPECT_EQ(cycles_of("NOP ?WAIT1_END_GROUP\nNOP ?trans1\nEXIT"), "NOP:0 NOP:2 EXIT:3");
}

TEST(Rule1, YieldWithoutAStallHandsOver) {
  EXPECT_EQ(cycles_of("NOP ?WAIT0_END_GROUP\nEXIT"), "NOP:0 EXIT:51");
  EXPECT_EQ(cycles_of("NOP ?trans0\nEXIT"), "NOP:0 EXIT:1");
}

TEST(Rule2, WaitsUntilItsScoreboardsAreClear) {
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x3 ?trans2\nNOP\nNOP &req={3} ?trans1\nEXIT"),
            "LDC:0 NOP:2 NOP:25 EXIT:26");
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x3 ?trans2\nNOP &req={0} ?trans1\nEXIT"), "LDC:0 NOP:2 EXIT:3");
}

TEST(Rule2, WaitsForTheLastOfSeveral) {
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x0 ?trans2\nS2R R2, SR_LANEID &wr=0x1 ?trans2\nNOP &req={0,1} ?trans1\n"
                      "EXIT"),
            "LDC:0 S2R:2 NOP:25 EXIT:26");
}

TEST(Rule2, DoesNotSeeAScoreboardThatWasSetOneCycleBefore) {
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x0 ?trans1\nNOP &req={0} ?trans1\nEXIT"), "LDC:0 NOP:1 EXIT:2");
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT"), "LDC:0 NOP:25 EXIT:26");
}

TEST(Rule2, SeesOneThatAnOlderInstructionStillHolds) {
  EXPECT_EQ(cycles_of("LDC R1, c[0x0][0x4] &wr=0x0 ?trans10\nLDC R2, c[0x0][0x8] &wr=0x0 ?trans1\n"
                      "NOP &req={0} ?trans1\nEXIT"),
            "LDC:0 LDC:10 NOP:35 EXIT:36");
}

// Segments st_sts_rr_8 to _10 of data/measured/h200/segments.csv: the first store has read at 11.
TEST(Rule2, WhatWasSetOneCycleBeforeIsNotSeenWhereTheOlderOneClearsJustThen) {
  const auto behind = [](int distance) {
    return cycles_of("STS [R24], R11 &rd=0x0 ?trans" + std::to_string(distance) +
                     "\nSTS [R24], R11 &rd=0x0 ?trans1\nNOP &req={0} ?trans2\nEXIT");
  };
  EXPECT_EQ(behind(9), "STS:0 STS:9 NOP:20 EXIT:22");
  EXPECT_EQ(behind(10), "STS:0 STS:10 NOP:11 EXIT:13");
  EXPECT_EQ(behind(11), "STS:0 STS:11 NOP:12 EXIT:14");
}

/// Rows up to the cycle before a scoreboard is clear or thereabouts, and what waits for it one cycle behind.
std::string waiting_behind(const std::string& row, int issue_before) {
  const std::string cycles = cycles_of(row + " &wr=0x0 ?trans11\nNOP ?trans" + std::to_string(issue_before - 11) +
                                       "\nNOP ?trans1\nNOP &req={0} ?trans1\nEXIT");
  return cycles.substr(cycles.find("NOP:" + std::to_string(issue_before)));
}

TEST(Rule2, OneCycleBehindAnotherALoadThatArrivesJustThenIsMissed) {
  EXPECT_EQ(waiting_behind("LDS R1, [R2]", 21), "NOP:21 NOP:23 EXIT:24");
  EXPECT_EQ(waiting_behind("LDS R1, [R2]", 22), "NOP:22 NOP:24 EXIT:25");
  EXPECT_EQ(
      cycles_of("LDS R1, [R2] &wr=0x0 ?trans11\nNOP ?trans11\nNOP ?trans2\nNOP ?trans1\nNOP &req={0} ?trans1\nEXIT"),
      "LDS:0 NOP:11 NOP:22 NOP:24 NOP:25 EXIT:26");
}

TEST(Rule2, OtherResultsAreNot) {
  EXPECT_EQ(waiting_behind("POPC R1, R2", 15), "NOP:15 NOP:17 EXIT:18");
  EXPECT_EQ(waiting_behind("POPC R1, R2", 16), "NOP:16 NOP:17 EXIT:18");
}

TEST(Rule2, TwoCyclesBehindNothingIsMissed) {
  EXPECT_EQ(cycles_of("LDS R1, [R2] &wr=0x0 ?trans11\nNOP ?trans10\nNOP ?trans2\nNOP &req={0} ?trans1\nEXIT"),
            "LDS:0 NOP:11 NOP:21 NOP:23 EXIT:24");
}

/// Behind a BSYNC that lanes pass at this cycle.
std::string waiting_behind_a_bsync(const std::string& row, int at) {
  const std::string cycles =
      cycles_of(row + " &wr=0x0 ?trans" + std::to_string(at) + "\nBSYNC B0 ?trans5\nNOP &req={0} ?trans1\nEXIT");
  return cycles.substr(cycles.find("BSYNC:"));
}

TEST(Rule2, BehindABsyncWhatClearedSinceItIssuedTakesOneMore) {
  EXPECT_EQ(waiting_behind_a_bsync("POPC R1, R2", 2), "BSYNC:2 NOP:17 EXIT:18") << "clear later";
  EXPECT_EQ(waiting_behind_a_bsync("POPC R1, R2", 3), "BSYNC:3 NOP:17 EXIT:18") << "clear later";
  EXPECT_EQ(waiting_behind_a_bsync("POPC R1, R2", 4), "BSYNC:4 NOP:18 EXIT:19");
  EXPECT_EQ(waiting_behind_a_bsync("POPC R1, R2", 11), "BSYNC:11 NOP:25 EXIT:26");
  EXPECT_EQ(cycles_of("POPC R1, R2 &wr=0x0 ?trans11\nNOP ?trans5\nBSYNC B0 ?trans5\nNOP &req={0} ?trans1\nEXIT"),
            "POPC:0 NOP:11 BSYNC:16 NOP:29 EXIT:30");
}

struct PairOnAPipe {
  const char* rows;
  const char* cycles;
};

class Rule3 : public ::testing::TestWithParam<PairOnAPipe> {};

TEST_P(Rule3, OperationsOfOnePipeKeepTheirDistance) {
  EXPECT_EQ(cycles_of(std::string(GetParam().rows) + "\nEXIT"), GetParam().cycles);
}

INSTANTIATE_TEST_SUITE_P(
    Pipes, Rule3,
    ::testing::Values(
        PairOnAPipe{"IADD3 R1, R1, R2, RZ\nLOP3 R1, R1, R2, RZ, 0xc0, !PT", "IADD3:0 LOP3:2 EXIT:3"},
        PairOnAPipe{"MOV R1, R2 ?trans4\nSEL R1, R1, R2, P0", "MOV:0 SEL:4 EXIT:5"},
        PairOnAPipe{"IADD3 R1, R1, R2, RZ\nIMAD R1, R1, R2, RZ\nISETP.LT.AND P0, PT, R1, R2, PT",
                    "IADD3:0 IMAD:1 ISETP.LT.AND:2 EXIT:3"},
        PairOnAPipe{"IMAD.MOV.U32 R1, RZ, RZ, R2\nVIADD R1, R1, 0x1", "IMAD.MOV.U32:0 VIADD:2 EXIT:3"},
        PairOnAPipe{"IMAD.WIDE R2, R4, R5, R6\nIADD3 R1, R1, R2, RZ", "IMAD.WIDE:0 IADD3:3 EXIT:4"},
        PairOnAPipe{"IMAD.WIDE R2, R4, R5, R6\nIMAD R1, R1, R2, RZ", "IMAD.WIDE:0 IMAD:4 EXIT:5"},
        PairOnAPipe{"IMAD.WIDE R2, R4, R5, R6\nCS2R R8, SR_CLOCKLO", "IMAD.WIDE:0 CS2R:1 EXIT:4"},
        PairOnAPipe{"FADD R1, R1, R2\nFMUL R3, R3, R2\nFFMA R4, R4, R2, R1", "FADD:0 FMUL:1 FFMA:2 EXIT:3"},
        PairOnAPipe{"IMAD R1, R1, R2, RZ\nFADD R1, R1, R2\nIMAD R1, R1, R2, RZ", "IMAD:0 FADD:1 IMAD:2 EXIT:3"},
        PairOnAPipe{"HFMA2.MMA R1, -RZ, RZ, 0, 0\nHFMA2.MMA R1, -RZ, RZ, 0, 0", "HFMA2.MMA:0 HFMA2.MMA:2 EXIT:3"},
        PairOnAPipe{"UIADD3 UR4, UR4, UR5, URZ\nUIADD3 UR4, UR4, UR5, URZ", "UIADD3:0 UIADD3:2 EXIT:3"},
        PairOnAPipe{"UMOV UR4, 0x1\nUMOV UR5, 0x1", "UMOV:0 UMOV:1 EXIT:2"},
        PairOnAPipe{"LDC R1, c[0x0][0x4]\nS2R R2, SR_LANEID", "LDC:0 S2R:1 EXIT:2"},
        PairOnAPipe{"LDG.E R1, desc[UR4][R2.64]\nLDS R1, [R2]", "LDG.E:0 LDS:1 EXIT:2"},
        PairOnAPipe{"STL [R1], R2\nLDL R1, [R2]", "STL:0 LDL:1 EXIT:2"},
        PairOnAPipe{"STG.E desc[UR4][R2.64], R5\nLDS R1, [R2]", "STG.E:0 LDS:1 EXIT:2"},
        PairOnAPipe{"STG.E.64 desc[UR4][R2.64], R6\nLDS R1, [R2]", "STG.E.64:0 LDS:1 EXIT:2"}));

TEST(Rule5, ClockIsSampledAtIssue) {
  TimedListing listing("NOP ?trans7\nCS2R R2, SR_CLOCKLO ?trans3\nCS2R R4, SR_CLOCKLO ?trans1\nEXIT");
  EXPECT_EQ(listing.cycles(), "NOP:0 CS2R:7 CS2R:10 EXIT:11");
  EXPECT_EQ(listing.warp.register_value(2)[0], 7u);
  EXPECT_EQ(listing.warp.register_value(4)[0], 10u);
}

TEST(Rule6, BarHoldsBackWhatComesFromTheSixthToTheFourteenthCycle) {
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?trans5\nEXIT"), "BAR.SYNC:0 EXIT:5");
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?trans6\nEXIT"), "BAR.SYNC:0 EXIT:14");
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?WAIT13_END_GROUP\nEXIT"), "BAR.SYNC:0 EXIT:14");
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?WAIT15_END_GROUP\nEXIT"), "BAR.SYNC:0 EXIT:15");
}

TEST(Rule6, WhatFollowsAtOnceIsHeldACycleEarlier) {
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?trans3\nNOP\nNOP\nNOP\nEXIT"), "BAR.SYNC:0 NOP:3 NOP:4 NOP:14 EXIT:15");
  const std::string_view arithmetic = "BAR.SYNC 0x0 ?trans11\nIADD3 R1, R1, R2, RZ ?trans";
  EXPECT_EQ(cycles_of(std::string(arithmetic) + "1\nNOP\nEXIT"), "BAR.SYNC:0 IADD3:11 NOP:14 EXIT:15");
  EXPECT_EQ(cycles_of(std::string(arithmetic) + "2\nNOP\nEXIT"), "BAR.SYNC:0 IADD3:11 NOP:14 EXIT:15");
  EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?WAIT12_END_GROUP\nIADD3 R1, R1, R2, RZ ?trans1\nNOP\nEXIT"),
            "BAR.SYNC:0 IADD3:12 NOP:13 EXIT:14");
}

// Segments conflict_* of data/measured/h200/segments.csv.
TEST(Rule23, ALoadThatBarHeldBackIsLateOnceMoreWhereStoresAreServed) {
  const auto result_behind = [](int stores, const std::string& between) {
    std::string rows;
    for (int i = 0; i < stores; ++i) rows += "STS [R2], R1 ?trans1\n";
    testing::TimedListing listing(rows + between + "\nLDS R3, [R2] &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT");
    listing.warp.access = {.lanes = core::LaneMask(0xF)};
    for (std::size_t lane = 0; lane < 4; ++lane) listing.warp.access.address[lane] = 128 * lane;
    const std::string cycles = listing.cycles();
    return std::stoi(cycles.substr(cycles.rfind("NOP:") + 4));
  };
  const int alone = result_behind(1, "BAR.SYNC 0x0 ?trans6"), busy = result_behind(6, "BAR.SYNC 0x0 ?trans6");
  EXPECT_EQ(busy - result_behind(6, "NOP ?trans6"), 2);
  EXPECT_GT(busy, alone + 6) << "else nothing is served any more";
}

TEST(Rule6, ArithmeticIsNotHeldBack) {
  for (const std::string row : {"CS2R R2, SR_CLOCKLO", "IADD3 R1, R1, R2, RZ", "IMAD R1, R1, R2, RZ", "FADD R1, R1, R2",
                                "HFMA2.MMA R1, -RZ, RZ, 0, 0", "DADD R2, R2, R4", "UIADD3 UR4, UR4, UR5, URZ"}) {
    const std::string mnemonic = row.substr(0, row.find(' '));
    EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?trans6\n" + row + " ?trans1\nEXIT"), "BAR.SYNC:0 " + mnemonic + ":6 EXIT:14");
  }
}

TEST(Rule6, MovesToUniformRegistersAre) {
  for (const std::string row :
       {"UMOV UR4, 0x1", "VOTEU.ANY UR4, UPT, P0", "ULDC UR4, c[0x0][0x4]", "LDC R1, c[0x0][0x4]", "POPC R1, R2"}) {
    const std::string mnemonic = row.substr(0, row.find(' '));
    EXPECT_EQ(cycles_of("BAR.SYNC 0x0 ?trans6\n" + row + " ?trans1\nEXIT"), "BAR.SYNC:0 " + mnemonic + ":14 EXIT:15");
  }
}

/// Rows, BAR, rows, and a load from shared memory that is waited for.
std::string loading_behind_a_barrier(const std::string& rows, const std::string& before = "STS [R2], R3 ?trans2\n") {
  TimedListing listing(before + "BAR.SYNC 0x0 " + rows + "LDS R1, [R2] &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT");
  listing.warp.access = {.reads = true, .lanes = core::LaneMask(1)};
  const std::string cycles = listing.cycles();
  return cycles.substr(cycles.find("LDS:"));
}

// However long ago the last instruction issued: variants of g_bfs (probes/strangers/exam3.cu) on an H200.
TEST(Rule6, ALoadThatIsHeldBackTakesOneMore) {
  EXPECT_EQ(loading_behind_a_barrier("?trans6\n"), "LDS:16 NOP:40 EXIT:41");
  EXPECT_EQ(loading_behind_a_barrier("?trans4\nIADD3 R4, R5, R6, RZ ?trans5\n"), "LDS:16 NOP:40 EXIT:41");
  EXPECT_EQ(loading_behind_a_barrier("?trans4\nIADD3 R4, R5, R6, RZ ?trans4\n"), "LDS:16 NOP:40 EXIT:41");
  EXPECT_EQ(loading_behind_a_barrier("?trans4\nIADD3 R4, R5, R6, RZ ?trans1\n"), "LDS:16 NOP:40 EXIT:41");
  EXPECT_EQ(loading_behind_a_barrier("?WAIT14_END_GROUP\n"), "LDS:16 NOP:39 EXIT:40") << "not held back";
}

// Measured on an H200: bar_lds_* of data/measured/h200/segments.csv.
TEST(Rule6, ButNotIfNothingWasAccessedSinceTheBarBefore) {
  EXPECT_EQ(loading_behind_a_barrier("?trans6\n", ""), "LDS:14 NOP:37 EXIT:38");
  EXPECT_EQ(loading_behind_a_barrier("?trans6\n", "IADD3 R4, R5, R6, RZ ?trans2\n"), "LDS:16 NOP:39 EXIT:40");
  EXPECT_EQ(loading_behind_a_barrier("?trans6\n", "STS [R2], R3 ?trans2\nBAR.SYNC 0x0 ?WAIT15_END_GROUP\n"),
            "LDS:31 NOP:54 EXIT:55");
}

TEST(Rule7, StraightCodeCrossesLinesFree) {
  EXPECT_EQ(cycles_of(nops(9) + "EXIT"), "NOP:0 NOP:1 NOP:2 NOP:3 NOP:4 NOP:5 NOP:6 NOP:7 NOP:8 EXIT:9");
}

/// A jump to a slot of the second line, and three instructions from there on.
std::string landing_in(int slot) {
  return cycles_of("BRA `(.land)\n" + nops(7 + slot) + ".land:\nNOP\nNOP\nNOP\nEXIT");
}

TEST(Rule7, LineBehindALandingComesThreeCyclesLater) {
  EXPECT_EQ(landing_in(4), "BRA:0 NOP:10 NOP:11 NOP:12 EXIT:13");
  EXPECT_EQ(landing_in(5), "BRA:0 NOP:10 NOP:11 NOP:12 EXIT:13");
  EXPECT_EQ(landing_in(6), "BRA:0 NOP:10 NOP:11 NOP:13 EXIT:14");
  EXPECT_EQ(landing_in(7), "BRA:0 NOP:10 NOP:13 NOP:14 EXIT:15");
}

/// A jump to a BSYNC, directly or by way of NOPs, in a slot of the second line.
std::string meeting_in(int slot, int nops_before) {
  return cycles_of("BRA `(.land)\n" + nops(7 + slot - nops_before) + ".land:\n" + nops(nops_before) + "BSYNC B0\nEXIT");
}

TEST(Rule8, BsyncInTheLastSlotRightAfterALandingCostsOneMore) {
  EXPECT_EQ(meeting_in(6, 0), "BRA:0 BSYNC:10 EXIT:23");
  EXPECT_EQ(meeting_in(7, 0), "BRA:0 BSYNC:10 EXIT:24");
  EXPECT_EQ(meeting_in(7, 1), "BRA:0 NOP:10 BSYNC:11 EXIT:25");
  EXPECT_EQ(meeting_in(7, 2), "BRA:0 NOP:10 NOP:11 BSYNC:12 EXIT:25");
}

TEST(Rule8, SoDoesADivergentBranchThatFallsThrough) {
  const auto branch_in = [](int slot) {
    return cycles_of("BRA `(.land)\n" + nops(7 + slot) + ".land:\n@P0 BRA `(.end)\nEXIT\n.end:\nEXIT");
  };
  EXPECT_EQ(branch_in(6), "BRA:0 BRA:10 EXIT:17 EXIT:33");
  EXPECT_EQ(branch_in(7), "BRA:0 BRA:10 EXIT:18 EXIT:34");
}

TEST(Rule21, StallsCountFromTheSecondPass) {
  EXPECT_EQ(
      cycles_of(
          "IMAD.WIDE.U32 R2, R4, R5, R6 ?trans4\nIMAD.HI.U32 R8, R9, R10, RZ ?trans5\nIADD3 R1, R1, R1, RZ\nEXIT"),
      "IMAD.WIDE.U32:0 IMAD.HI.U32:6 IADD3:13 EXIT:14");
}

TEST(Rule21, ClockIsReadAsIfThereWereNoSecondPass) {
  EXPECT_EQ(cycles_of("IMAD.HI.U32 R8, R9, R10, RZ ?trans1\nCS2R R2, SR_CLOCKLO ?trans4\nNOP\nEXIT"),
            "IMAD.HI.U32:0 CS2R:1 NOP:7 EXIT:8");
}

TEST(Rule21, MultiplicandsAreNeededEarly) {
  EXPECT_EQ(cycles_of("IADD3 R4, R1, R1, RZ ?trans4\nIMAD.WIDE.U32 R2, R4, R5, RZ ?trans4\nEXIT"),
            "IADD3:0 IMAD.WIDE.U32:7 EXIT:13");
  EXPECT_EQ(cycles_of("IADD3 R4, R1, R1, RZ ?trans4\nIMAD.HI.U32 R2, R5, R4, RZ ?trans4\nEXIT"),
            "IADD3:0 IMAD.HI.U32:7 EXIT:13");
  EXPECT_EQ(cycles_of("IADD3 R4, R1, R1, RZ ?trans4\nIMAD.HI.U32 R2, R5, R6, R4 ?trans4\nEXIT"),
            "IADD3:0 IMAD.HI.U32:4 EXIT:10");
}

TEST(Rule21, UpperHalfOfAPairComesLater) {
  EXPECT_EQ(cycles_of("IMAD.WIDE.U32 R2, R4, R5, RZ ?trans4\nIMAD.WIDE.U32 R8, R2, R5, RZ ?trans4\nEXIT"),
            "IMAD.WIDE.U32:0 IMAD.WIDE.U32:7 EXIT:13");
  EXPECT_EQ(cycles_of("IMAD.WIDE.U32 R2, R4, R5, RZ ?trans4\nIMAD.WIDE.U32 R8, R3, R5, RZ ?trans4\nEXIT"),
            "IMAD.WIDE.U32:0 IMAD.WIDE.U32:9 EXIT:15");
}

/// By how much one is late that reads R10 and R12, written by these opcodes `older` and 4 or 5 cycles ago.
int late_behind(const std::string& first, const std::string& second, int older, int newer, const std::string& reader) {
  const auto written = [](const std::string& opcode, const char* into, int stall) {
    return opcode + into + ", R1, RZ, RZ ?trans" + std::to_string(stall) + "\n";
  };
  const std::string cycles = cycles_of(written(first, " R10", older - newer) + written(second, " R12", newer) + reader +
                                       " ?trans4\nNOP\nEXIT");
  return std::stoi(cycles.substr(cycles.find("NOP:") + 4)) - older - 4;
}

constexpr const char *three = "IADD3 R9, R10, R12, R5", *product = "IMAD R9, R12, R10, RZ";

TEST(Rule22, AForwardedRegisterMakesAnotherYoungOneOfItsBankWaitUntilTheBankHasIt) {
  EXPECT_EQ(late_behind("IMAD", "IADD3", 5, 4, three), 3);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 6, 5, three), 2);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 6, 4, three), 2);
  EXPECT_EQ(late_behind("IADD3", "IADD3", 6, 4, "IADD3 R9, R10, R12, RZ"), 2) << "two registers are enough";
  EXPECT_EQ(late_behind("IADD3", "IMAD", 5, 4, product), 3);
  EXPECT_EQ(late_behind("IADD3", "IMAD", 6, 5, product), 2);
  EXPECT_EQ(late_behind("IADD3", "IMAD", 6, 4, product), 2);
}

TEST(Rule22, WhatAnotherUnitWroteFourCyclesAgoIsNotForwarded) {
  EXPECT_EQ(late_behind("IADD3", "IMAD", 5, 4, three), 1);
  EXPECT_EQ(late_behind("IADD3", "IMAD", 6, 4, three), 1);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 6, 4, product), 1);
}

TEST(Rule22, OlderOnesAndOtherBanksDoNotWait) {
  EXPECT_EQ(late_behind("IMAD", "IADD3", 7, 6, three), 0);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 7, 5, three), 0);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 7, 4, three), 0);
  EXPECT_EQ(late_behind("IMAD", "IADD3", 6, 4, "IADD3 R9, R11, R12, R5"), 0);
}

TEST(Untimed, OperationsAreCounted) {
  TimedListing listing("TEX R1, R2\nTEX R1, R2\nREDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R1\nEXIT");
  listing.cycles();
  EXPECT_EQ(listing.untimed(), (std::map<std::string, std::uint64_t>{{"REDG.E.ADD.STRONG.GPU", 1}, {"TEX", 2}}));
}

TEST(Untimed, ScoreboardsWhoseReleaseIsUnknownAreCounted) {
  TimedListing listing("IADD3 R1, R2, R3, RZ &wr=0x0 ?trans1\nLDC R1, c[0x0][0x4] &rd=0x0 ?trans1\nEXIT");
  listing.cycles();
  EXPECT_EQ(listing.untimed(), (std::map<std::string, std::uint64_t>{{"IADD3", 1}, {"LDC", 1}}));
}

TEST(Untimed, AddressesFurtherApartThanTheTagsAreKnownForAreCounted) {
  for (const std::string row : {"LDG.E R1, desc[UR4][R2.64]", "LDL R1, [R2]"}) {
    TimedListing listing(row + "\nEXIT");
    listing.warp.access = {.reads = true, .lanes = core::LaneMask(0b11)};
    listing.warp.access.address[1] = 4096;
    listing.cycles();
    const std::string mnemonic = row.substr(0, row.find(' '));
    EXPECT_EQ(listing.untimed(), (std::map<std::string, std::uint64_t>{{mnemonic + " with these addresses", 1}}));
  }
}

TEST(Untimed, WaysOnWithoutAPriceAreCounted) {
  TimedListing listing("NANOSLEEP 0x1\nEXIT");
  listing.cycles();
  EXPECT_EQ(listing.untimed(), (std::map<std::string, std::uint64_t>{{"NANOSLEEP", 1}, {"NANOSLEEP in this way", 1}}));
}

}  // namespace
}  // namespace reconverge::timing
