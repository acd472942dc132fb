// SPDX-License-Identifier: MIT
// BRA and JMP: who jumps, which side of a divergent branch runs on, and who is resumed after it.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;
using testing::BarrierScene;

TEST(BarrierBranch, TakenByNobodyFallsThrough) {
  BarrierScene scene(R"(
    @P3 BRA `(.end)
    NOP
    .end:
    EXIT)");
  scene.expect("BRA:- NOP:0123 EXIT:0123", R"(
    branch -/0123
    fell_through 0123 0x10
    exit 0123)");
}

TEST(BarrierBranch, TakenByAllJumps) {
  BarrierScene scene(R"(
    JMP `(.end)
    NOP
    .end:
    EXIT)");
  scene.expect("JMP:0123 EXIT:0123", R"(
    jumped 0123 0x20
    exit 0123)");
}

/// A branch that the lanes of a guard take, past a NOP.
BarrierScene branching(const std::string& branch) {
  return BarrierScene(branch + R"( `(.end)
    NOP
    .end:
    EXIT)");
}

TEST(BarrierBranch, SmallerSideRunsFirst) {
  auto jumps = branching("@P1 BRA");
  jumps.expect("BRA:3 EXIT:3 NOP:012 EXIT:012", R"(
    branch 3/012
    park 012 0x10
    diverged_taken_first 3 0x20
    exit 3
    resumed_newest 012 0x10
    exit 012)");
  auto falls = branching("@!P1 BRA");
  falls.expect_trace("BRA:012 NOP:3 EXIT:3 EXIT:012");
}

TEST(BarrierBranch, OfEqualSidesTheOneThatFallsThroughRunsFirst) {
  auto scene = branching("@P0 BRA");
  scene.expect_trace("BRA:23 NOP:01 EXIT:01 EXIT:23");
}

TEST(BarrierBranch, PolicyCanPutEitherSideFirst) {
  auto falls = branching("@P1 BRA");
  falls.policy.first = FirstSide::fall_through;
  falls.expect_trace("BRA:3 NOP:012 EXIT:012 EXIT:3");
  auto jumps = branching("@!P1 BRA");
  jumps.policy.first = FirstSide::taken;
  jumps.expect_trace("BRA:012 EXIT:012 NOP:3 EXIT:3");
}

TEST(BarrierBranch, NeedsTheSecondPredicateToo) {
  auto both = branching("@P0 BRA P2,");
  both.expect("BRA:23 EXIT:3 NOP:012 EXIT:012", R"(
    branch 3/012
    park 012 0x10
    diverged_taken_first 3 0x20
    exit 3
    resumed_newest 012 0x10
    exit 012)");
  auto negated = branching("@P0 BRA !P2,");
  negated.expect_trace("BRA:23 EXIT:2 NOP:013 EXIT:013");
  auto alone = branching("BRA P1,");
  alone.expect_trace("BRA:0123 EXIT:3 NOP:012 EXIT:012");
}

TEST(BarrierBranch, UniformPredicateHoldsForAllOrNone) {
  branching("BRA.U UP0,").expect_trace("BRA.U:0123 EXIT:0123");
  branching("BRA.U !UP0,").expect_trace("BRA.U:0123 NOP:0123 EXIT:0123");
  branching("@!UP0 BRA").expect_trace("BRA:- NOP:0123 EXIT:0123");
}

// BRA.DIV, BRA.CONV: after a divergent branch, lanes 0 and 1 ask whether somebody is missing.

BarrierScene asking_apart(const std::string& branch) {
  BarrierScene scene("@P0 BRA `(.end)\n" + branch + R"( `(.end)
    NOP
    .end:
    EXIT)");
  scene.set(4, {0b0001});
  return scene;
}

TEST(BarrierBranch, DivJumpsIfALiveLaneIsMissing) {
  asking_apart("BRA.DIV").expect_trace("BRA:23 BRA.DIV:01 EXIT:01 EXIT:23");
  asking_apart("BRA.DIV ~URZ,").expect_trace("BRA:23 BRA.DIV:01 EXIT:01 EXIT:23");
  branching("BRA.DIV").expect_trace("BRA.DIV:0123 NOP:0123 EXIT:0123");
}

TEST(BarrierBranch, DivWithARegisterAsksForItsLanesOnly) {
  asking_apart("BRA.DIV R4,").expect_trace("BRA:23 BRA.DIV:01 NOP:01 EXIT:01 EXIT:23");
  asking_apart("BRA.DIV ~R4,").expect_trace("BRA:23 BRA.DIV:01 EXIT:01 EXIT:23");
}

TEST(BarrierBranch, ConvIsTheOpposite) {
  asking_apart("BRA.CONV").expect_trace("BRA:23 BRA.CONV:01 NOP:01 EXIT:01 EXIT:23");
  asking_apart("BRA.CONV R4,").expect_trace("BRA:23 BRA.CONV:01 EXIT:01 EXIT:23");
  branching("BRA.CONV").expect_trace("BRA.CONV:0123 EXIT:0123");
}

/// So that `@!P BRA.DIV R` leads to the fast way only if P holds for no lane.
TEST(BarrierBranch, ALaneWhoseGuardFailsIsMissing) {
  branching("@P3 BRA.CONV").expect_trace("BRA.CONV:- NOP:0123 EXIT:0123");
  branching("@P0 BRA.CONV").expect_trace("BRA.CONV:23 NOP:0123 EXIT:0123");
  branching("@P3 BRA.DIV").expect_trace("BRA.DIV:- EXIT:0123");
  branching("@!P0 BRA.DIV").expect_trace("BRA.DIV:01 EXIT:0123");
  branching("@!P3 BRA.DIV").expect_trace("BRA.DIV:0123 NOP:0123 EXIT:0123");
  asking_apart("@!P0 BRA.DIV R4,").expect_trace("BRA:23 BRA.DIV:01 NOP:01 EXIT:01 EXIT:23");
  asking_apart("@P2 BRA.DIV R4,").expect_trace("BRA:23 BRA.DIV:1 EXIT:01 EXIT:23");
}

// Who is resumed

TEST(BarrierBranch, GroupsAreResumedLastInFirstOutAndOnlyTheNewestIsFast) {
  BarrierScene scene(R"(
    @P0 BRA `(.a)
    @P2 BRA `(.b)
    EXIT
    .b:
    EXIT
    .a:
    EXIT)");
  scene.expect("BRA:23 BRA:1 EXIT:0 EXIT:1 EXIT:23", R"(
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x10
    branch 1/0
    park 1 0x30
    diverged_fall_through_first 0 0x20
    exit 0
    resumed_newest 1 0x30
    exit 1
    resumed_older 23 0x40
    exit 23)");
}

constexpr std::string_view two_groups_at_one_address = R"(
    @P1 BRA `(.end)
    @P0 BRA `(.end)
    @P2 BRA `(.other)
    EXIT
    .other:
    EXIT
    .end:
    EXIT)";

TEST(BarrierBranch, SlowGroupsOfOneAddressResumeAsOne) {
  BarrierScene scene(two_groups_at_one_address);
  scene.policy.first = FirstSide::fall_through;
  scene.expect_trace("BRA:3 BRA:2 BRA:1 EXIT:0 EXIT:1 EXIT:23");
}

TEST(BarrierBranch, SlowGroupsStayApartIfThePolicySaysSo) {
  BarrierScene scene(two_groups_at_one_address);
  scene.policy.first = FirstSide::fall_through;
  scene.policy.merges_equal_addresses = false;
  scene.expect_trace("BRA:3 BRA:2 BRA:1 EXIT:0 EXIT:1 EXIT:2 EXIT:3");
}

TEST(BarrierBranch, AFastGroupDoesNotTakeOthersAlong) {
  BarrierScene scene(R"(
    @P1 BRA `(.end)
    @P0 BRA `(.end)
    EXIT
    .end:
    EXIT)");
  scene.policy.first = FirstSide::fall_through;
  scene.expect_trace("BRA:3 BRA:2 EXIT:01 EXIT:2 EXIT:3");
}

// Segments bra_u_* of data/measured/h200/segments.csv: the compiler puts it before a branch that parts lanes.
TEST(Branch, AUniformOneJumpsIfTheGuardHoldsForAll) {
  BarrierScene scene(R"(
    @P1 BRA.U `(.there)
    @P0 BRA.U `(.there)
    @!P3 BRA.U `(.there)
    NOP
    .there:
    EXIT)");
  scene.expect_trace("BRA.U:3 BRA.U:23 BRA.U:0123 EXIT:0123");
}

TEST(Branch, AnyTakesTheWholeGroupAlong) {
  BarrierScene scene(R"(
    @P1 BRA.U.ANY `(.there)
    NOP
    .there:
    @P3 BRA.U.ANY `(.there)
    EXIT)");
  scene.expect_trace("BRA.U.ANY:3 BRA.U.ANY:- EXIT:0123");
}

}  // namespace
}  // namespace reconverge::emulator
