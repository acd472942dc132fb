// SPDX-License-Identifier: MIT
// Each rule at code that breaks it, and at the same code put right. Stalls and scoreboards stand behind the operands,
// as some disassemblers print them: `?trans4`, `&wr=0x0`, `&req={0}`.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "unit/analysis/remarks.hpp"

namespace reconverge::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const std::string tid = "S2R R0, SR_TID.X";

// Convergence barriers -----------------------------------------------------------------------------------------------

TEST(Barriers, ThatNoBssyArmed) {
  EXPECT_THAT(remarks({"BSYNC B0", "EXIT"}), ElementsAre("wait-at-unarmed-barrier 0x00"));
  EXPECT_THAT(remarks({"BSSY B1, 0x10", "BSYNC B1", "BSYNC B1", "EXIT"}), ElementsAre("wait-at-unarmed-barrier 0x20"));
  EXPECT_THAT(remarks({"BSSY B0, 0x10", "BSYNC B0", "EXIT"}), IsEmpty());
}

TEST(Barriers, AreArmedIfSomeWayArmsThem) {
  EXPECT_THAT(remarks({tid, "ISETP.GE.AND P0, PT, R0, 0x5, PT", "@P0 BRA 0x40", "BSSY B0, 0x40", "BSYNC B0", "EXIT"}),
              IsEmpty());
}

TEST(Barriers, ThatBreakTakesLanesOutOf) {
  EXPECT_THAT(remarks({"BREAK B3", "EXIT"}), ElementsAre("break-of-unarmed-barrier 0x00"));
  EXPECT_THAT(remarks({"BSSY B3, 0x20", "BREAK B3", "BSYNC B3", "EXIT"}), IsEmpty());
}

TEST(Barriers, ArmedWhileTheyHoldLanes) {
  EXPECT_THAT(remarks({"BSSY B0, 0x20", "BSSY B0, 0x20", "BSYNC B0", "EXIT"}), ElementsAre("barrier-armed-twice 0x10"));
  EXPECT_THAT(remarks({"BSSY B0, 0x10", "BSYNC B0", "BSSY B0, 0x30", "BSYNC B0", "EXIT"}), IsEmpty());
  EXPECT_THAT(remarks({"BSSY B0, 0x30", "BMOV.32.CLEAR R4, B0", "BSSY B0, 0x30", "BSYNC B0", "EXIT"}), IsEmpty());
}

TEST(Barriers, WhosePlaceIsNoBsync) {
  EXPECT_THAT(remarks({"BSSY B0, 0x20", "BSYNC B0", "NOP", "EXIT"}), IsEmpty()) << "it may name what follows the BSYNC";
  EXPECT_THAT(remarks({"BSSY B0, 0x30", "BSYNC B0", "NOP", "NOP", "EXIT"}), ElementsAre("bssy-without-bsync 0x00"));
  EXPECT_THAT(remarks({"BSSY B0, 0x20", "BSSY B1, 0x20", "BSYNC B1", "BSYNC B0", "EXIT"}),
              ElementsAre("bssy-without-bsync 0x00"));
}

// Targets, calls, code -----------------------------------------------------------------------------------------------

TEST(Targets, HaveARow) {
  EXPECT_THAT(remarks({"BRA 0x1000", "EXIT"}), testing::Contains("target-without-row 0x00"));
  EXPECT_THAT(remarks({"BRA 0x18", "EXIT", "EXIT"}), testing::Contains("target-without-row 0x00"));
  EXPECT_THAT(remarks({"BRA 0x10", "EXIT"}), IsEmpty());
}

TEST(Code, ThatNothingLeadsTo) {
  EXPECT_THAT(remarks({"EXIT", "MOV R0, 0x1", "EXIT"}), ElementsAre("unreachable-code 0x10"));
  EXPECT_THAT(remarks({"EXIT", "BRA 0x10", "NOP", "NOP"}), IsEmpty()) << "padding";
}

TEST(Calls, ThatDoNotComeBack) {
  EXPECT_THAT(remarks({"CALL.REL.NOINC 0x20", "EXIT", "NOP", "BRA 0x20"}), ElementsAre("call-without-return 0x00"));
  EXPECT_THAT(remarks({"MOV R20, 0x20", "MOV R21, 0x0", "CALL.REL.NOINC 0x40", "EXIT", "RET.REL.NODEC R20 0x0"}),
              IsEmpty());
}

TEST(Code, ThatCannotBeExecutedIsANote) {
  EXPECT_THAT(remarks({"FROBNICATE R1, R2", "EXIT"}), ElementsAre("unsupported-instruction 0x00"));
  EXPECT_EQ(find_rule("unsupported-instruction")->severity, observers::Severity::note);
}

// Registers ----------------------------------------------------------------------------------------------------------

TEST(Registers, ThatNoWayWrites) {
  EXPECT_THAT(remarks({"IADD3 R2, R3, 0x1, RZ", "EXIT"}), ElementsAre("register-never-written 0x00"));
  EXPECT_THAT(remarks({"MOV R2, R3", "EXIT"}), IsEmpty()) << "a copy uses nothing";
  EXPECT_THAT(remarks({tid, "IADD3 R2, R0, 0x1, RZ", "EXIT"}), IsEmpty());
}

TEST(Registers, OfAFunctionThatIsCalledMayBeArguments) {
  EXPECT_THAT(remarks({"IADD3 R4, R4, 0x1, RZ", "RET.REL.NODEC R20 0x0"}), IsEmpty());
}

TEST(Registers, OfAKernelThatCallsAFunctionOfItsOwn) {
  EXPECT_THAT(remarks({"IADD3 R2, R3, 0x1, RZ", "MOV R20, 0x40", "MOV R21, 0x0", "CALL.REL.NOINC 0x50", "EXIT",
                       "RET.REL.NODEC R20 0x0"}),
              ElementsAre("register-never-written 0x00"))
      << "what returns is the function, not the kernel";
}

TEST(Registers, WrittenOnOneWayOnly) {
  EXPECT_THAT(remarks({tid, "ISETP.GE.AND P0, PT, R0, 0x5, PT", "@P0 BRA 0x40", "MOV R3, 0x1", "IADD3 R2, R3, 0x1, RZ",
                       "EXIT"}),
              IsEmpty())
      << "the branch may always go the other way";
}

TEST(Registers, WrittenAfterACallMayBeItsResult) {
  EXPECT_THAT(remarks({"MOV R20, 0x30", "MOV R21, 0x0", "CALL.REL.NOINC 0x50", "IADD3 R2, R4, 0x1, RZ", "EXIT",
                       "RET.REL.NODEC R20 0x0"}),
              IsEmpty());
}

TEST(Predicates, ThatNoWayWrites) {
  EXPECT_THAT(remarks({"@P1 BRA 0x10", "EXIT"}), ElementsAre("predicate-never-written 0x00"));
  EXPECT_THAT(remarks({tid, "ISETP.GE.AND P1, PT, R0, 0x5, PT", "@P1 BRA 0x30", "EXIT"}), IsEmpty());
}

// Control words ------------------------------------------------------------------------------------------------------

TEST(Scoreboards, ThatAreNotWaitedFor) {
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", "IADD3 R2, R0, 0x1, RZ ?trans4", "EXIT ?trans5"}),
              ElementsAre("result-not-awaited 0x10"));
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", "IADD3 R2, R0, 0x1, RZ &req={1} ?trans4", "EXIT ?trans5"}),
              ElementsAre("scoreboard-never-set 0x10", "result-not-awaited 0x10"));
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", "IADD3 R2, R0, 0x1, RZ &req={0} ?trans4", "EXIT ?trans5"}), IsEmpty());
}

TEST(Scoreboards, OfADescriptorThatAreNotWaitedFor) {
  const auto loaded_with = [](const std::string& wait) {
    return remarks({"ULDC.64 UR4, c[0x0][0x208] &wr=0x1 ?trans1",
                    "LDG.E R2, desc[UR4][R2.64] " + wait + "&wr=0x0 ?trans2", "EXIT ?trans5"});
  };
  EXPECT_THAT(loaded_with("&req={1} "), Not(Contains("result-not-awaited 0x10")));
  EXPECT_THAT(loaded_with(""), testing::Contains("result-not-awaited 0x10").Times(1)) << "of UR4 and UR5 together";
}

TEST(Scoreboards, ThatAreNotWaitedForBeforeAnOverwrite) {
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", "MOV R0, 0x1 ?trans4", "EXIT ?trans5"}),
              ElementsAre("result-not-awaited 0x10"));
}

TEST(Scoreboards, ThatAreWaitedForOnOneWayOnly) {
  const std::vector<std::string> rows{"S2R R1, SR_LANEID &wr=0x1 ?trans2",
                                      tid + " &wr=0x0 ?trans2",
                                      "ISETP.GE.AND P0, PT, R1, 0x5, PT &req={1} ?trans13",
                                      "@P0 BRA 0x50 ?trans5",
                                      "NOP &req={0} ?trans1",
                                      "IADD3 R2, R0, 0x1, RZ ?trans4",
                                      "EXIT ?trans5"};
  EXPECT_THAT(remarks(rows), ElementsAre("result-not-awaited 0x50"));
}

TEST(Scoreboards, OfSourcesThatAreOverwritten) {
  const std::string store = "STS [R0], R0 &req={0} &rd=0x1 ?trans2";
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", store, "MOV R0, 0x1 ?trans4", "EXIT ?trans5"}),
              ElementsAre("source-overwritten 0x20"));
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", store, "MOV R0, 0x1 &req={1} ?trans4", "EXIT ?trans5"}), IsEmpty());
}

TEST(Scoreboards, OfSourcesThatABarrierOfTheBlockHasPassed) {
  const auto rows = [](const std::string& between) {
    return remarks(
        {"MOV R1, 0x400 ?trans5", "STS [R1], R1 ?trans2 &rd=0x0", between, "MOV R1, RZ ?trans5", "EXIT ?trans5"});
  };
  EXPECT_THAT(rows("BAR.SYNC.DEFER_BLOCKING 0x0 ?trans6"), IsEmpty());
  EXPECT_THAT(rows("NOP ?trans6"), ElementsAre("source-overwritten 0x30"));
  EXPECT_THAT(rows("MEMBAR.SC.CTA ?trans6"), IsEmpty());
  EXPECT_THAT(rows("BAR.ARV 0x0, 0x40 ?trans6"), ElementsAre("source-overwritten 0x30")) << "it waits for nothing";
}

TEST(Scoreboards, OfResultsThatAGuardExcludes) {
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans2", "ISETP.GE.AND P0, PT, R0, 0x5, PT &req={0} ?trans13",
                       "@P0 S2R R1, SR_LANEID &wr=0x1 ?trans2", "@!P0 MOV R1, 0x1 ?trans4", "EXIT ?trans5"}),
              IsEmpty());
}

TEST(Scoreboards, OfResultsUnderAGuard) {
  const auto after = [](const std::vector<std::string>& later) {
    std::vector<std::string> rows{tid + " &wr=0x0 ?trans2", "ISETP.GE.AND P0, PT, R0, 0x5, PT &req={0} ?trans13",
                                  "@P0 S2R R1, SR_LANEID &wr=0x1 ?trans2"};
    rows.insert(rows.end(), later.begin(), later.end());
    rows.emplace_back("EXIT ?trans5");
    return remarks(rows);
  };
  const std::string changed = "ISETP.GE.AND P0, PT, R0, 0x7, PT ?trans13";
  EXPECT_THAT(after({"MOV R2, R1 ?trans4"}), ElementsAre("result-not-awaited 0x30"));
  EXPECT_THAT(after({"@P0 MOV R2, R1 ?trans4"}), ElementsAre("result-not-awaited 0x30"));
  EXPECT_THAT(after({"MOV R1, 0x1 ?trans4"}), ElementsAre("result-not-awaited 0x30")) << "overwrites it";
  EXPECT_THAT(after({"@!P0 MOV R2, R1 ?trans4"}), IsEmpty()) << "there it did not run";
  EXPECT_THAT(after({"MOV R2, R1 &req={1} ?trans4"}), IsEmpty());
  EXPECT_THAT(after({changed, "MOV R2, R1 ?trans4"}), ElementsAre("result-not-awaited 0x40"));
  EXPECT_THAT(after({changed, "@P0 MOV R2, R1 ?trans4"}), IsEmpty()) << "it may be another condition";
  EXPECT_THAT(after({"@!P0 BRA 0x50 ?trans5", "MOV R3, R1 &req={1} ?trans4", "MOV R2, R1 ?trans4"}), IsEmpty())
      << "whoever branched waits for nothing";
}

TEST(Scoreboards, OfUniformRegistersOfAddresses) {
  EXPECT_THAT(remarks({"UMOV UR5, 0x400 ?trans5", tid + " &wr=0x0 ?trans2", "STS [UR5], R0 &req={0} &rd=0x1 ?trans2",
                       "UMOV UR5, 0x1 ?trans4", "EXIT ?trans5"}),
              IsEmpty());
}

TEST(Scoreboards, ThatAreNotSeenYet) {
  EXPECT_THAT(remarks({tid + " &wr=0x0 ?trans1", "IADD3 R2, R0, 0x1, RZ &req={0} ?trans4", "EXIT ?trans5"}),
              ElementsAre("scoreboard-not-seen 0x10"));
}

TEST(Scoreboards, ThatAreNone) {
  sass::Function function = function_of({tid + " &wr=0x0 ?trans2", "EXIT ?trans5"});
  function.instructions[0].control->write_scoreboard = 6;
  EXPECT_THAT(remarks_of(function), ElementsAre("no-such-scoreboard 0x00"));
}

/// sm_90: arithmetic writes its register 6 cycles after it issued, and reads at the latest 2 after that.
TEST(Latencies, OfArithmetic) {
  const auto with_stall = [&](int stall) {
    return remarks({"MOV R1, 0x1 ?trans" + std::to_string(stall), "IADD3 R2, R1, 0x1, RZ ?trans4", "EXIT ?trans5"});
  };
  EXPECT_THAT(with_stall(3), ElementsAre("result-read-too-early 0x10"));
  EXPECT_THAT(with_stall(4), IsEmpty());
}

TEST(Latencies, AddUpOverRows) {
  EXPECT_THAT(remarks({"MOV R1, 0x1 ?trans2", "NOP ?trans2", "IADD3 R2, R1, 0x1, RZ ?trans4", "EXIT ?trans5"}),
              IsEmpty());
  EXPECT_THAT(remarks({"MOV R1, 0x1 ?trans2", "NOP ?trans1", "IADD3 R2, R1, 0x1, RZ ?trans4", "EXIT ?trans5"}),
              ElementsAre("result-read-too-early 0x20"));
}

TEST(Latencies, AreKnownOfTimedArchitecturesOnly) {
  EXPECT_THAT(
      remarks_of(function_of({"MOV R1, 0x1 ?trans1", "IADD3 R2, R1, 0x1, RZ ?trans4", "EXIT ?trans5"}, "sm_86")),
      IsEmpty());
}

// Under branches -----------------------------------------------------------------------------------------------------

std::vector<std::string> under_branch(const std::string& number, const std::string& row, const std::string& other) {
  return {"S2R R0, " + number,
          "ISETP.GE.AND P0, PT, R0, 0x5, PT",
          "BSSY B0, 0x60",
          "@P0 BRA 0x60",
          row,
          other,
          "BSYNC B0",
          "EXIT"};
}

TEST(BlockBarriers, UnderABranchByTheNumberOfTheThread) {
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "BAR.SYNC.DEFER_BLOCKING 0x0", "NOP")),
              ElementsAre("block-barrier-under-branch 0x40"));
  EXPECT_THAT(remarks(under_branch("SR_CTAID.X", "BAR.SYNC.DEFER_BLOCKING 0x0", "NOP")), IsEmpty())
      << "all threads of the block go one way";
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "BAR.SYNC.DEFER_BLOCKING 0x1, 0x20", "NOP")), IsEmpty())
      << "a named barrier of some warps";
}

TEST(BlockBarriers, UnderAConditionThatMayBeAnything) {
  EXPECT_THAT(remarks({"S2R R0, SR_TID.X", "S2R R1, SR_CTAID.X", "ISETP.GE.AND P1, PT, R1, 0x5, PT", "@P1 BRA 0x50",
                       "MOV R0, R1", "ISETP.GE.AND P0, PT, R0, 0x5, PT", "BSSY B0, 0x90", "@P0 BRA 0x90",
                       "BAR.SYNC.DEFER_BLOCKING 0x0", "BSYNC B0", "EXIT"}),
              IsEmpty())
      << "on one way the condition is the same for the block";
}

/// The number of a thread, through what compilers make of conditions, is followed by its value.
TEST(BlockBarriers, UnderConditionsThatPartAWarp) {
  const auto under = [](const std::vector<std::string>& condition) {
    std::vector<std::string> rows{tid};
    rows.insert(rows.end(), condition.begin(), condition.end());
    const std::size_t end = rows.size() + 3;
    const std::string address = fmt::format("0x{:x}", 16 * end);
    rows.insert(rows.end(),
                {"BSSY B0, " + address, "@P0 BRA " + address, "BAR.SYNC.DEFER_BLOCKING 0x0", "BSYNC B0", "EXIT"});
    return remarks(rows).size();
  };
  EXPECT_EQ(under({"LOP3.LUT R2, R0, 0x1, RZ, 0xc0, !PT", "ISETP.NE.U32.AND P0, PT, R2, 0x1, PT"}), 1u);
  EXPECT_EQ(under({"LOP3.LUT P0, RZ, R0, 0x4, RZ, 0xc0, !PT"}), 1u);
  EXPECT_EQ(under({"SHF.R.U32.HI R2, RZ, 0x3, R0", "LOP3.LUT P0, RZ, R2, 0x1, RZ, 0xc0, !PT"}), 1u);
  EXPECT_EQ(under({"IMAD.SHL.U32 R2, R0, 0x4, RZ", "ISETP.GT.U32.AND P0, PT, R2, 0x20, PT"}), 1u);
  EXPECT_EQ(under({"ISETP.GE.AND P0, PT, R0, c[0x0][0x168], PT"}), 1u) << "what it is compared with is not known";
  EXPECT_EQ(under({"ISETP.GT.U32.AND P0, PT, R0, 0x1f, PT"}), 0u) << "the first warp, whole";
  EXPECT_EQ(under({"LOP3.LUT P0, RZ, R0, 0x20, RZ, 0xc0, !PT"}), 0u) << "every other warp";
  EXPECT_EQ(under({"SHF.R.U32.HI R2, RZ, 0x5, R0", "ISETP.NE.U32.AND P0, PT, R2, RZ, PT"}), 0u) << "its number";
  EXPECT_EQ(under({"LOP3.LUT P0, RZ, R0, 0x4, RZ, 0xc0, P1"}), 0u) << "joined with what is not known";
}

TEST(BlockBarriers, UnderAGuard) {
  const auto guarded = [](const std::string& mask, const std::string& row) {
    return remarks({tid, "LOP3.LUT P0, RZ, R0, " + mask + ", RZ, 0xc0, !PT", "@!P0 " + row, "EXIT"});
  };
  EXPECT_THAT(guarded("0x1", "BAR.SYNC.DEFER_BLOCKING 0x0"), ElementsAre("block-barrier-under-branch 0x20"));
  EXPECT_THAT(guarded("0x1", "WARPSYNC 0xffffffff"), ElementsAre("warpsync-under-branch 0x20"));
  EXPECT_THAT(guarded("0x20", "BAR.SYNC.DEFER_BLOCKING 0x0"), IsEmpty());
  EXPECT_THAT(guarded("0x1", "WARPSYNC 0xaaaaaaaa"), IsEmpty());
}

TEST(BlockBarriers, OnBothSidesMayBeMeant) {
  EXPECT_THAT(remarks({tid, "ISETP.GE.AND P0, PT, R0, 0x5, PT", "BSSY B0, 0x70", "@P0 BRA 0x60",
                       "BAR.SYNC.DEFER_BLOCKING 0x0", "BRA 0x70", "BAR.SYNC.DEFER_BLOCKING 0x0", "BSYNC B0", "EXIT"}),
              IsEmpty());
}

TEST(Warpsync, OfAllLanesUnderABranch) {
  EXPECT_THAT(remarks(under_branch("SR_LANEID", "WARPSYNC 0xffffffff", "NOP")),
              ElementsAre("warpsync-under-branch 0x40"));
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "WARPSYNC.ALL", "NOP")), ElementsAre("warpsync-under-branch 0x40"));
  EXPECT_THAT(remarks(under_branch("SR_LANEID", "WARPSYNC 0x1f", "NOP")), IsEmpty());
}

TEST(Warpsync, OfAllLanesOnBothSidesOfABranch) {
  const auto both = [](const std::string& one, const std::string& other) {
    return remarks({tid, "ISETP.GE.AND P0, PT, R0, 0x5, PT", "BSSY B0, 0x70", "@P0 BRA 0x60", one, "BRA 0x70", other,
                    "BSYNC B0", "EXIT"});
  };
  EXPECT_THAT(both("WARPSYNC 0xffffffff", "WARPSYNC.ALL"),
              ElementsAre("warpsync-on-both-sides 0x40", "warpsync-on-both-sides 0x60"));
  EXPECT_THAT(both("WARPSYNC 0xffff", "WARPSYNC 0xffff0000"), IsEmpty());
}

/// __syncwarp() of one side, and of both: as compiled for sm_90, and for sm_80 through a function of the compiler's
/// own.
TEST(Warpsync, OfLanesThatComeFromTwoPlaces) {
  const std::string all = "MOV R2, 0xffffffff", collective = "WARPSYNC.COLLECTIVE R2, 0x90";
  const std::vector<std::string> one{tid,
                                     "LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT",
                                     "BSSY B0, 0xa0",
                                     "@P0 BRA 0xa0",
                                     "UMOV UR5, 0xffffffff",
                                     "BRA.DIV UR5, 0x70",
                                     "BRA 0xa0",
                                     all,
                                     collective,
                                     "BRA 0xa0",
                                     "BSYNC B0",
                                     "EXIT"};
  EXPECT_THAT(remarks(one), ElementsAre("warpsync-under-branch 0x80"));
  const std::vector<std::string> both{tid,
                                      "LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT",
                                      "BSSY B0, 0x90",
                                      "@P0 BRA 0x70",
                                      all,
                                      "WARPSYNC.COLLECTIVE R2, 0x60",
                                      "BRA 0x90",
                                      all,
                                      "WARPSYNC.COLLECTIVE R2, 0x90",
                                      "BSYNC B0",
                                      "EXIT"};
  EXPECT_THAT(remarks(both), IsEmpty()) << "they meet";
  const auto called = [](const std::string& mask, const std::string& other) {
    return remarks({tid, "LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT", "BSSY B0, 0xb0", "@P0 BRA 0x80", "MOV R2, " + mask,
                    "MOV R4, 0x70", "CALL.REL.NOINC 0xd0", "BRA 0xb0", "MOV R2, " + mask, "MOV R4, 0xb0", other,
                    "BSYNC B0", "EXIT", "MOV R5, 0x0", "WARPSYNC R2", "RET.REL.NODEC R4 0x0"});
  };
  EXPECT_THAT(called("0xffffffff", "NOP"), ElementsAre("warpsync-under-branch 0x60"));
  EXPECT_THAT(called("0x55555555", "NOP"), IsEmpty());
  EXPECT_THAT(called("0xffffffff", "CALL.REL.NOINC 0xd0"), IsEmpty()) << "they meet in it";
}

TEST(Warpsync, OfLanesThatHaveExited) {
  const auto after = [](const std::string& number, const std::string& row) {
    return remarks({"S2R R0, " + number, "ISETP.GE.AND P0, PT, R0, 0x14, PT", "@P0 EXIT", row, "EXIT"});
  };
  EXPECT_THAT(after("SR_TID.X", "WARPSYNC.ALL"), ElementsAre("warpsync-after-exit 0x30"));
  EXPECT_THAT(after("SR_TID.X", "WARPSYNC 0xfffff"), IsEmpty());
  EXPECT_THAT(after("SR_CTAID.X", "WARPSYNC.ALL"), IsEmpty()) << "all lanes exit, or none";
  EXPECT_THAT(remarks({tid, "ISETP.GE.AND P0, PT, R0, 0x14, PT", "WARPSYNC.ALL", "@P0 EXIT", "EXIT"}), IsEmpty());
}

TEST(Collectives, UnderABranch) {
  const std::string shuffle = "SHFL.IDX PT, R1, R0, 0x3, 0x1f";
  EXPECT_THAT(remarks(under_branch("SR_TID.X", shuffle, "NOP")), ElementsAre("collective-under-branch 0x40"));
  EXPECT_THAT(remarks(under_branch("SR_CTAID.X", shuffle, "NOP")), IsEmpty());
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "WARPSYNC 0x1f", shuffle)), IsEmpty()) << "the lanes are named";
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "VOTE.ANY R1, PT, PT", shuffle)), IsEmpty())
      << "the active mask is known";
  EXPECT_THAT(remarks(under_branch("SR_TID.X", "ELECT P1, UR4, PT", "NOP")), IsEmpty())
      << "it elects one of those that are here";
  EXPECT_EQ(find_rule("collective-under-branch")->severity, observers::Severity::note);
}

TEST(BlockBarriers, ThatNoBlockHas) {
  EXPECT_THAT(remarks({"BAR.SYNC 0x10", "EXIT"}), ElementsAre("no-such-block-barrier 0x00"));
  EXPECT_THAT(remarks({"BAR.SYNC 0x1, 0x21", "EXIT"}), ElementsAre("no-such-block-barrier 0x00"));
  EXPECT_THAT(remarks({"BAR.SYNC 0xf, 0x20", "EXIT"}), IsEmpty());
}

TEST(SharedMemory, ThatNothingWrites) {
  EXPECT_THAT(remarks({"LDS R0, [0x400]", "EXIT"}), ElementsAre("shared-memory-never-written 0x00"));
  EXPECT_THAT(remarks({tid, "LDS.64 R2, [R0]", "EXIT"}), ElementsAre("shared-memory-never-written 0x10"));
  EXPECT_THAT(remarks({"LDS R0, [0x400]", "STS [0x400], R0", "EXIT"}), IsEmpty())
      << "another warp may be there already";
  EXPECT_THAT(remarks({"MOV R2, 0x0", "MOV R3, 0x0", "ST.E [R2.64], RZ", "LDS R0, [0x400]", "EXIT"}), IsEmpty())
      << "a generic address";
  EXPECT_THAT(remarks({"LDS R0, [0x10]", "EXIT"}), IsEmpty()) << "what the driver keeps there";
}

// All ----------------------------------------------------------------------------------------------------------------

TEST(Rules, HaveNamesOfTheirOwnAndWords) {
  std::set<std::string_view> names;
  for (const auto& rule : rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_FALSE(rule.summary.empty() || rule.help.empty()) << rule.name;
    EXPECT_EQ(find_rule(rule.name), &rule);
  }
  EXPECT_EQ(find_rule("no-such-rule"), nullptr);
}

TEST(Lint, SaysWhatItLeftOut) {
  const auto lint = analysis::lint(function_of({"BRX R2 0x0", "EXIT"}), "k.sass");
  ASSERT_TRUE(lint.has_value());
  EXPECT_THAT(lint->left_out, testing::Contains(testing::HasSubstr("the targets of the branch at 0x0 are not known")));
}

TEST(Lint, OfNothingIsNothing) {
  const auto lint = analysis::lint({}, "k.sass");
  ASSERT_TRUE(lint.has_value());
  EXPECT_THAT(lint->remarks, IsEmpty());
}

}  // namespace
}  // namespace reconverge::analysis
