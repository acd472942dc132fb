// SPDX-License-Identifier: MIT
// Uses of what nothing has written: registers, predicates, shared and local memory.

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/uninitialised_reads.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/one_by_one.hpp"
#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;
using emulator::testing::OneByOne;
using testing::ElementsAre;
using testing::IsEmpty;

const UninitialisedReads::Given given{.registers = {5}, .predicates = {0}};

/// Four lanes; P0 holds lanes 2 and 3, R5 is 3, 3, 2, 1, and both are given.
emulator::Warp warp_of_four() {
  emulator::Warp warp;
  warp.predicates[0] = LaneMask(0b1100);
  warp.set_register(5, core::LaneValues{3, 3, 2, 1});
  return warp;
}

/// Several warps one after another, with one shared memory; findings of the last.
std::vector<Finding> watch(const emulator::Executable& executable, emulator::Mechanism& mechanism, int warps,
                           bool one_by_one) {
  WrittenShared shared;
  std::vector<Finding> findings;
  for (int number = 0; number < warps; ++number) {
    emulator::Warp warp = warp_of_four();
    UninitialisedReads reads(executable, warp, LaneMask(0xF), shared, given, UninitialisedReads::code_of(executable));
    OneByOne listener;
    std::vector<emulator::Listener*> listeners{&reads};
    if (one_by_one) listeners.push_back(&listener);
    const auto result =
        emulator::run(executable, warp, mechanism, emulator::Events(listeners), {.steps = 1000}, LaneMask(0xF));
    if (result.diagnostic) throw std::runtime_error(to_string(*result.diagnostic));
    findings = reads.findings();
  }
  return findings;
}

/// The same in straight runs and one by one.
std::vector<Finding> watch(const sass::Function& function, emulator::Mechanism& mechanism, int warps = 1) {
  const auto executable = emulator::decode(function, mechanism, {}, "rows");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  const auto texts = [](const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& one : findings)
      all += fmt::format("{} {} {} {} {}\n", one.index, one.message, one.count, to_string(one.lanes), one.kind);
    return all;
  };
  const auto single = watch(*executable, mechanism, warps, true), runs = watch(*executable, mechanism, warps, false);
  EXPECT_EQ(texts(runs), texts(single));
  return single;
}

/// Rows of sm_20, 8 bytes apart.
std::vector<Finding> uninitialised(const std::string& rows) {
  emulator::TokenStack stack;
  return watch(watched_function(rows), stack);
}

/// Rows of sm_90, 16 bytes apart.
std::vector<Finding> found(const std::string& rows, int warps = 1) {
  std::string text = "code for sm_90\nFunction : rows\n";
  std::istringstream lines(rows);
  int address = 0;
  for (std::string row; std::getline(lines, row); address += 16) text += fmt::format("/*{:04x}*/ {} ;\n", address, row);
  const auto function = sass::read_function(text + fmt::format("/*{:04x}*/ EXIT ;\n", address), "rows");
  if (!function) throw std::runtime_error(to_string(function.error()));
  emulator::ConvergenceBarriers barriers;
  return watch(*function, barriers, warps);
}

/// "index: message", one a finding.
std::vector<std::string> messages(const std::string& rows, int warps = 1) {
  std::vector<std::string> texts;
  for (const Finding& finding : found(rows, warps))
    texts.push_back(fmt::format("{}: {}", finding.index, finding.message));
  return texts;
}

TEST(UninitialisedReads, NameRowRegisterAndLanes) {
  const auto findings = uninitialised("@P0 MOV R1, R5\nIADD R2, R1, 0x1\nIADD R2, R1, 0x1\nEXIT\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].index, 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0011));
  EXPECT_EQ(findings[0].message, "R1 is used, but nothing has written it");
}

TEST(UninitialisedReads, AreToldOnceARow) {
  // The loop of little_loop reads R4, which nothing has written, in its first pass only.
  const auto findings = uninitialised(little_loop);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 1u);
  EXPECT_EQ(findings[0].count, 1u);
}

TEST(UninitialisedReads, LeaveWhatIsWrittenOrGivenAlone) {
  EXPECT_TRUE(uninitialised("MOV R1, R5\nIADD R2, R1, R5\nEXIT\n").empty());
  EXPECT_TRUE(uninitialised("@P0 MOV R1, R5\n@P0 IADD R2, R1, RZ\nEXIT\n").empty());
}

TEST(UninitialisedReads, CopyingIsNoUseAndACopyOfNothingIsNothing) {
  EXPECT_TRUE(uninitialised("MOV R1, R7\nEXIT\n").empty());
  const auto findings = uninitialised("MOV R1, R7\nIADD R2, R1, RZ\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "R1 is used, but it comes from R7, which nothing has written");
}

TEST(UninitialisedReads, AShuffleTakesWhatOneLaneHas) {
  EXPECT_TRUE(uninitialised("@P0 MOV R1, R5\nSHFL.IDX PT, R2, R1, 0x3, 0x1f\nIADD R3, R2, RZ\nEXIT\n").empty());
  EXPECT_EQ(uninitialised("SHFL.IDX PT, R2, R1, 0x3, 0x1f\nIADD R3, R2, RZ\nEXIT\n").size(), 1u);
}

TEST(UninitialisedReads, AComparisonThatAPredicateMayDecideIsNoUse) {
  EXPECT_TRUE(uninitialised("ISETP.LT.U32.AND P1, PT, R5, R7, !P0\nEXIT\n").empty());
  EXPECT_EQ(uninitialised("ISETP.LT.U32.AND P1, PT, R5, R7, PT\nEXIT\n").size(), 1u);
}

TEST(UninitialisedReads, SeeBothWordsOfAnAddress) {
  const auto findings = uninitialised("LD.E R1, [R4]\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u) << "R5 is given, R4 is not";
}

// ---- predicates and the uniform datapath --------------------------------------------------------

TEST(UninitialisedReads, SeeTheGuardOfABranchAndOfData) {
  EXPECT_THAT(messages("@P1 BRA 0x10"), ElementsAre("0: P1 is used, but nothing has written it"));
  EXPECT_THAT(messages("@!P1 MOV R1, R5"), ElementsAre("0: P1 is used, but nothing has written it"));
  EXPECT_THAT(messages("@UP2 BRA 0x10"), ElementsAre("0: UP2 is used, but nothing has written it"));
  EXPECT_THAT(messages("@P0 BRA 0x10"), IsEmpty()) << "it is given";
  EXPECT_EQ(found("@P1 BRA 0x10").front().kind, "uninitialised-predicate");
}

TEST(UninitialisedReads, SeeAPredicateInTheLanesThatWroteNone) {
  const auto findings = found("@P0 ISETP.LT.AND P1, PT, R5, 0x2, PT\n@P1 MOV R1, RZ");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0011));
}

TEST(UninitialisedReads, APredicateThatCannotMatterIsNoUse) {
  EXPECT_THAT(messages("ISETP.GT.AND P1, PT, R5, 0x9, P2\n@P1 BRA 0x20"), IsEmpty()) << "no lane is greater";
  EXPECT_THAT(messages("ISETP.LT.OR P1, PT, R5, 0x9, P2\n@P1 BRA 0x20"), IsEmpty()) << "all are less";
  EXPECT_THAT(messages("PLOP3.LUT P1, PT, PT, PT, P2, 0xf0, 0x0\n@P1 BRA 0x20"), IsEmpty());
  EXPECT_THAT(messages("ISETP.LT.AND P1, PT, R5, 0x9, P2\n@P1 BRA 0x20"),
              ElementsAre("1: P1 is used, but it comes from P2, which nothing has written"));
  EXPECT_THAT(messages("@!PT VOTE.ANY R1, PT, P3\nVOTE.ANY R1, PT, PT"), IsEmpty());
  EXPECT_THAT(messages("VOTE.ANY R1, PT, P3"), ElementsAre("0: P3 is used, but nothing has written it"));
}

TEST(UninitialisedReads, AnEqualityIsNotTakenForKnown) {
  EXPECT_THAT(messages("ISETP.EQ.AND P1, PT, R7, 0x12345, PT"),
              ElementsAre("0: R7 is used, but nothing has written it"));
  EXPECT_THAT(messages("LOP3.LUT P1, RZ, R7, 0x12345, RZ, 0x3c, !PT\n@P1 BRA 0x20"),
              ElementsAre("1: P1 is used, but it comes from R7, which nothing has written"));
}

/// As compilers write it for a __half in a register whose upper half nobody needs.
TEST(UninitialisedReads, AComparisonOfAHalfReadsThatHalf) {
  const std::string low = "PRMT R7, R5, 0x7610, R7\n";
  EXPECT_THAT(messages(low + "HSETP2.GT.AND P1, PT, R7.H0_H0, R5.H0_H0, PT"), IsEmpty());
  EXPECT_THAT(messages(low + "HSETP2.GT.AND P1, PT, R7.H1_H1, R5.H0_H0, PT").size(), 1u);
  EXPECT_THAT(messages(low + "HSETP2.GT.AND P1, PT, R7, R5.H0_H0, PT").size(), 1u);
}

/// Of a signed char, of which the compiler keeps the lower half.
TEST(UninitialisedReads, ASumHandsOnItsLowBits) {
  const std::string sum = "PRMT R7, R5, 0x7610, R7\nIADD3 R8, R5, R7, RZ\n";
  EXPECT_THAT(messages(sum + "PRMT R9, R8, 0x9910, RZ\nIADD3 R10, R9, 0x1, RZ"), IsEmpty());
  EXPECT_THAT(messages(sum + "ISETP.LT.AND P1, PT, R8, 0x9, PT"),
              ElementsAre("2: R8 is used, but it comes from R7, which nothing has written"));
  EXPECT_THAT(messages("IADD3 R8, R5, R7, RZ"), ElementsAre("0: R7 is used, but nothing has written it"))
      << "a register of which nothing was written";
}

TEST(UninitialisedReads, SavedPredicatesComeBackAsTheyWere) {
  const std::string saved = "ISETP.LT.AND P1, PT, R5, 0x2, PT\nP2R R4, PR, RZ, 0x7f\nR2P PR, R4, 0x7f\n";
  EXPECT_THAT(messages(saved + "@P1 MOV R1, RZ"), IsEmpty());
  EXPECT_THAT(messages(saved + "@P3 MOV R1, RZ"), ElementsAre("3: P3 is used, but nothing has written it"));
}

TEST(UninitialisedReads, SeeUniformRegisters) {
  EXPECT_THAT(messages("UIADD3 UR4, UR5, 0x1, URZ"), ElementsAre("0: UR5 is used, but nothing has written it"));
  EXPECT_THAT(messages("IADD3 R1, R5, UR6, RZ"), ElementsAre("0: UR6 is used, but nothing has written it"));
  EXPECT_THAT(messages("UMOV UR5, 0x3\nUIADD3 UR4, UR5, 0x1, URZ"), IsEmpty());
  EXPECT_THAT(messages("@P0 R2UR UR4, R5\nIADD3 R1, R5, UR4, RZ"), IsEmpty()) << "it is written for the warp";
}

// ---- what is handed on --------------------------------------------------------------------------

TEST(UninitialisedReads, ASelectionTakesOneSide) {
  EXPECT_THAT(messages("SEL R1, R5, R7, PT\nIADD3 R2, R1, 0x1, RZ"), IsEmpty());
  const auto findings = found("SEL R1, R5, R7, P0\nIADD3 R2, R1, 0x1, RZ");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0011)) << "where P0 takes R7";
  EXPECT_EQ(findings[0].message, "R1 is used, but it comes from R7, which nothing has written");
}

TEST(UninitialisedReads, APermutationTakesSomeBytes) {
  EXPECT_THAT(messages("PRMT R1, R5, 0x5410, R7\nLOP3.LUT R2, R1, 0xffff, RZ, 0xc0, !PT\nIADD3 R3, R2, 0x1, RZ"),
              IsEmpty());
  EXPECT_THAT(
      messages("PRMT R1, R5, 0x5410, R7\nLOP3.LUT R2, R1, 0x1ffff, RZ, 0xc0, !PT\nISETP.LT.AND P1, PT, R2, 0x1, PT")
          .size(),
      1u);
}

TEST(UninitialisedReads, AShuffleReadsTheLanesThatItNames) {
  const std::string third = "@P0 MOV R1, R5\nSHFL.IDX PT, R2, R1, 0x3, 0x1f\nIADD3 R3, R2, 0x1, RZ";
  EXPECT_THAT(messages(third), IsEmpty());
  const std::string first = "@P0 MOV R1, R5\nSHFL.IDX PT, R2, R1, 0x0, 0x1f\nIADD3 R3, R2, 0x1, RZ";
  EXPECT_THAT(messages(first), ElementsAre("2: R2 is used, but it comes from R1, which nothing has written"));
  const auto neighbours = found("@P0 MOV R1, R5\nSHFL.DOWN PT, R2, R1, 0x1, 0x1f\nIADD3 R3, R2, 0x1, RZ");
  ASSERT_EQ(neighbours.size(), 1u);
  EXPECT_EQ(neighbours[0].lanes, LaneMask(0b0001)) << "lane 1 reads lane 2, which has written it";
}

TEST(UninitialisedReads, AProductWithNothingOfItIsNoUse) {
  EXPECT_THAT(messages("IMAD R1, R7, RZ, R5"), IsEmpty());
  EXPECT_THAT(messages("LOP3.LUT R1, R7, R7, RZ, 0x3c, !PT\nIADD3 R2, R1, 0x1, RZ"), IsEmpty()) << "x ^ x";
}

// ---- control ------------------------------------------------------------------------------------

TEST(UninitialisedReads, SeeTheRegistersOfControlInstructions) {
  EXPECT_THAT(messages("MOV R3, RZ\nMOV R2, 0x30\nRET.ABS.NODEC R2 0x0"), IsEmpty());
  EXPECT_THAT(messages("MOV R3, RZ\nRET.ABS.NODEC R2 0x20"), ElementsAre("1: R2 is used, but nothing has written it"));
  EXPECT_THAT(messages("MOV R2, RZ\nRET.ABS.NODEC R2 0x20"), ElementsAre("1: R3 is used, but nothing has written it"))
      << "a pair";
  EXPECT_THAT(messages("BRX R2 0x0"),
              ElementsAre("0: R2 is used, but nothing has written it", "0: R3 is used, but nothing has written it"));
  EXPECT_THAT(messages("CALL.REL.NOINC 0x10"), IsEmpty());
  EXPECT_THAT(messages("WARPSYNC R2"), ElementsAre("0: R2 is used, but nothing has written it"));
  EXPECT_THAT(messages("BAR.SYNC.DEFER_BLOCKING R2"), ElementsAre("0: R2 is used, but nothing has written it"));
  EXPECT_THAT(messages("BMOV.32.CLEAR R4, B3\nBMOV.32 B3, R4"), IsEmpty());
  EXPECT_THAT(messages("BMOV.32 B3, R4"), ElementsAre("0: R4 is used, but nothing has written it"));
}

// ---- memory -------------------------------------------------------------------------------------

TEST(UninitialisedReads, SeeSharedMemoryByTheByte) {
  const auto findings = found("STS.U8 [RZ], R5\nLDS.U16 R1, [RZ]\nIADD3 R2, R1, 0x1, RZ\nIADD3 R2, R1, 0x1, RZ");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "uninitialised-shared-memory");
  EXPECT_EQ(findings[0].index, 1u) << "the load, not where its value is used";
  EXPECT_EQ(findings[0].message, "LDS reads shared memory that nothing has written");
  EXPECT_EQ(findings[0].count, 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b1111));
  EXPECT_THAT(messages("STS.U8 [RZ], R5\nSTS.U8 [RZ+0x1], R5\nLDS.U16 R1, [RZ]\nIADD3 R2, R1, 0x1, RZ"), IsEmpty());
  EXPECT_THAT(messages("STS.U8 [RZ], R5\nLDS R1, [RZ]\nLOP3.LUT R2, R1, 0xff, RZ, 0xc0, !PT\nIADD3 R2, R2, 0x1, RZ"),
              IsEmpty());
}

TEST(UninitialisedReads, AGapInSharedMemoryIsSeenAmongWhatIsWritten) {
  const std::string around = "STS.64 [RZ+0x8], RZ\nSTS [RZ+0x14], RZ\n";
  EXPECT_THAT(messages(around + "LDS.64 R8, [RZ+0x10]\nIADD3 R2, R8, 0x1, RZ").size(), 1u);
  EXPECT_THAT(messages(around + "LDS.64 R8, [RZ+0x10]\nIADD3 R2, R9, 0x1, RZ"), IsEmpty());
  EXPECT_THAT(
      messages(around + "STS [RZ+0x10], RZ\nLDS.128 R8, [RZ+0x10]\nIADD3 R2, R9, 0x1, RZ\nIADD3 R2, R10, 0x1, RZ")
          .size(),
      1u);
  EXPECT_THAT(
      messages(around +
               "STS [RZ+0x10], RZ\nSTS [RZ+0x4], RZ\nLDS.64 R8, [RZ+0x10]\nLDS R7, [RZ+0x4]\nIADD3 R2, R8, R9, R7"),
      IsEmpty());
}

TEST(UninitialisedReads, LocalMemoryOfAnotherLaneIsNotThatOfAll) {
  const std::string rows =
      "STL [RZ+0x8], R5\n@P0 STL [RZ+0xc], R5\nLDL R1, [RZ+0x8]\nLDL R2, [RZ+0xc]\nIADD3 R3, R1, R2, RZ";
  const auto findings = found(rows);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 3u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0011));
  EXPECT_THAT(messages("STL [RZ+0x8], R5\nSTL [RZ+0x8], R7\nLDL R1, [RZ+0x8]\nIADD3 R3, R1, 0x1, RZ").size(), 1u)
      << "written over by nothing";
}

TEST(UninitialisedReads, AValueOfMemoryThatIsNotUsedIsNoFinding) {
  EXPECT_THAT(messages("LDS R1, [RZ]"), IsEmpty());
  EXPECT_THAT(messages("LDS R1, [RZ]\nSEL R2, R5, R1, PT\nIADD3 R2, R2, 0x1, RZ"), IsEmpty());
}

TEST(UninitialisedReads, OtherWarpsOfTheBlockWriteSharedMemory) {
  const std::string rows = "@P0 STS [RZ], R5\nLDS R1, [RZ+0x4]\nIADD3 R2, R1, 0x1, RZ\nSTS [RZ+0x4], R5";
  EXPECT_EQ(found(rows).size(), 1u);
  EXPECT_THAT(messages(rows, 2), IsEmpty()) << "the first warp has written it";
}

TEST(UninitialisedReads, AtomicsUseWhatTheyReadButAnExchangeDoesNot) {
  EXPECT_THAT(messages("ATOMS.ADD RZ, [RZ], R5"), ElementsAre("0: ATOMS reads shared memory that nothing has written"));
  EXPECT_THAT(messages("STS [RZ], RZ\nATOMS.ADD RZ, [RZ], R5"), IsEmpty());
  EXPECT_THAT(messages("ATOMS.EXCH R1, [RZ], R5\nLDS R2, [RZ]\nIADD3 R3, R2, 0x1, RZ"), IsEmpty());
  EXPECT_THAT(messages("ATOMS.EXCH R1, [RZ], R5\nIADD3 R3, R1, 0x1, RZ"),
              ElementsAre("0: ATOMS reads shared memory that nothing has written"));
}

TEST(UninitialisedReads, SeeLocalMemoryOfEachLane) {
  const auto findings = found("@P0 STL [RZ+0x8], R5\nLDL R1, [RZ+0x8]\nIADD3 R2, R1, 0x1, RZ");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "uninitialised-local-memory");
  EXPECT_EQ(findings[0].index, 1u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b0011));
}

TEST(UninitialisedReads, RegistersThatAreSavedAndRestoredStayAsTheyWere) {
  EXPECT_THAT(messages("STL.64 [RZ+0x8], R6\nLDL.64 R6, [RZ+0x8]"), IsEmpty());
  EXPECT_THAT(messages("STL.64 [RZ+0x8], R6\nLDL.64 R8, [RZ+0x8]\nIADD3 R2, R9, 0x1, RZ"),
              ElementsAre("2: R9 is used, but it comes from R7, which nothing has written"));
  EXPECT_THAT(messages("STL.64 [RZ+0x8], R6\nSTL.64 [RZ+0x8], RZ\nLDL.64 R8, [RZ+0x8]\nIADD3 R2, R9, 0x1, RZ"),
              IsEmpty());
}

TEST(UninitialisedReads, AGenericStoreMayGoToLocalMemory) {
  const std::string to_local = "MOV R3, 0x7e00\nMOV R2, 0x10\nMOV R6, R5\nST.E.64 [R2.64], R6\n";
  EXPECT_THAT(messages(to_local + "LDL R1, [RZ+0x10]\nIADD3 R2, R1, 0x1, RZ"), IsEmpty());
  EXPECT_THAT(messages(to_local + "LD.E R1, [R2.64+0x4]\nIADD3 R2, R1, 0x1, RZ"),
              ElementsAre("5: R1 is used, but it comes from R7, which nothing has written"));
}

TEST(UninitialisedReads, WhatIsStoredIsUsedAsFarAsItGoes) {
  EXPECT_THAT(messages("STS [RZ], R7"), ElementsAre("0: R7 is used, but nothing has written it"));
  EXPECT_THAT(messages("PRMT R1, R5, 0x5410, R7\nSTS.U8 [RZ], R1"), IsEmpty());
  EXPECT_THAT(messages("PRMT R1, R5, 0x5410, R7\nSTS [RZ], R1").size(), 1u);
  EXPECT_THAT(messages("LDS R1, [R7]"), ElementsAre("0: R7 is used, but nothing has written it")) << "an address";
}

// What a load brings together with written bytes may be a gap, whose copy stays one.
TEST(UninitialisedReads, StoringTheGapOfAStructureIsNoUse) {
  const std::string copied = "STS [RZ], R5\nLDS.64 R8, [RZ]\nSTS.64 [RZ+0x10], R8\n";
  EXPECT_THAT(messages(copied + "LDS.64 R8, [RZ+0x10]\nIADD3 R2, R8, 0x1, RZ\nSTS.64 [RZ+0x20], R8"), IsEmpty());
  EXPECT_THAT(messages(copied + "LDS.64 R8, [RZ+0x10]\nIADD3 R2, R9, 0x1, RZ"),
              ElementsAre("3: LDS reads shared memory that nothing has written"));
  EXPECT_THAT(messages("STS [RZ], R5\nLDS R8, [RZ+0x4]\nSTS [RZ+0x10], R8"),
              ElementsAre("1: LDS reads shared memory that nothing has written"))
      << "all of it";
  EXPECT_THAT(messages("MOV R6, R5\nSTS.64 [RZ], R6").size(), 1u) << "a register that nothing has written";
  EXPECT_THAT(messages("STS [RZ], R5\nLDS.64 R8, [RZ]\nATOMS.ADD RZ, [RZ], R9").size(), 1u) << "an atomic computes";
  EXPECT_THAT(messages("STS [RZ], R5\n@P0 STS [RZ+0x4], R5\nLDS.64 R8, [RZ]\nSTS.64 [RZ+0x10], R8"), IsEmpty());
}

TEST(UninitialisedReads, SharedMemoryThatIsFilledInOtherWaysIsNotFollowed) {
  EXPECT_THAT(messages("LDS R1, [RZ]\nIADD3 R2, R1, 0x1, RZ\nEXIT\nLDGSTS.E [R2], [R4.64]"), IsEmpty());
}

}  // namespace
}  // namespace reconverge::observers
