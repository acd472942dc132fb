// What looks wrong in a run: registers that nothing has written, instructions that miss lanes.

#include <gtest/gtest.h>

#include <optional>

#include "observers/partial_groups.hpp"
#include "observers/uninitialised_reads.hpp"
#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

/// Four lanes; P0 holds lanes 2 and 3, and R5 is given.
std::vector<Finding> uninitialised(const std::string& rows) {
  const sass::Function function = watched_function(rows);
  UninitialisedReads reads(function, {5});
  run_watched(rows, [&](const emulator::TokenStack&) -> emulator::Listener& { return reads; });
  return reads.findings();
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
  EXPECT_EQ(findings[0].message, "R1 is used, but nothing has written it");
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

std::vector<Finding> partial(const std::string& rows, LaneMask live = LaneMask(0xF)) {
  const sass::Function function = watched_function(rows);
  PartialGroups groups(function, live);
  run_watched(rows, [&](const emulator::TokenStack&) -> emulator::Listener& { return groups; });
  return groups.findings();
}

TEST(PartialGroups, AreFoundWhereLanesAreElsewhere) {
  const auto findings = partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, PT\nNOP.S\nVOTE.ANY R1, PT, PT\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 3u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b1100));
  EXPECT_EQ(findings[0].missing, LaneMask(0b0011));
}

TEST(PartialGroups, LanesThatHaveLeftAreNotMissed) {
  EXPECT_TRUE(partial("@P0 EXIT\nVOTE.ANY R1, PT, PT\nEXIT\n").empty());
}

}  // namespace
}  // namespace reconverge::observers
