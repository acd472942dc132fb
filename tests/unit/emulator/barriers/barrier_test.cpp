// SPDX-License-Identifier: MIT
// BSSY, BSYNC: which lanes a barrier is armed with, which block, which are released.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;
using testing::three_places;

TEST(Barrier, LastLanesToArriveReleaseAllAsOneGroup) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.meet)
    NOP
    .meet:
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 BRA:23 NOP:01 BSYNC:01 BSYNC:23 EXIT:0123", R"(
    arm B0:0123
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x30
    release B0:0123
    reconverged 0123 0x40
    exit 0123)");
}

TEST(Barrier, GroupThatIsWholePassesAtOnce) {
  BarrierScene scene(R"(
    BSSY B5, `(.join)
    BSYNC B5
    .join:
    BSYNC B5
    EXIT)");
  scene.expect("BSSY:0123 BSYNC:0123 BSYNC:0123 EXIT:0123", R"(
    arm B5:0123
    release B5:0123
    reconverged 0123 0x20
    reconverged 0123 0x30
    exit 0123)");
}

TEST(Barrier, LanesThatHaveExitedAreNotWaitedFor) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P1 EXIT
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 EXIT:3 BSYNC:012 EXIT:012", R"(
    arm B0:0123
    exit 3
    exited_some 012 0x20
    release B0:012
    reconverged 012 0x30
    exit 012)");
}

TEST(Barrier, EmptyBarrierLetsAllPass) {
  BarrierScene scene(R"(
    BSYNC B15
    EXIT)");
  scene.expect("BSYNC:0123 EXIT:0123", R"(
    reconverged 0123 0x10
    exit 0123)");
}

TEST(Barrier, LanesOutsideGoAlongWithThoseThatCompleteIt) {
  BarrierScene scene(R"(
    @P0 BSSY B0, `(.join)
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:23 BSYNC:0123 EXIT:0123", R"(
    arm B0:23
    release B0:23
    reconverged 0123 0x20
    exit 0123)");
}

TEST(Barrier, LanesOutsidePassThoseThatBlock) {
  BarrierScene scene(R"(
    @P0 BSSY B0, `(.join)
    @!P1 BRA `(.meet)
    NOP
    .meet:
    BSYNC B0
    .join:
    NOP
    EXIT)");
  scene.policy.first = FirstSide::taken;
  scene.expect("BSSY:23 BRA:012 BSYNC:012 NOP:01 EXIT:01 NOP:3 BSYNC:3 NOP:23 EXIT:23", R"(
    arm B0:23
    branch 012/3
    park 3 0x20
    diverged_taken_first 012 0x30
    block B0:2 for 3
    reconverged 01 0x40
    exit 01
    resumed_newest 3 0x20
    release B0:23
    reconverged 23 0x40
    exit 23)");
}

TEST(Barrier, LanesWhoseGuardFailsPass) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BSYNC B0
    .join:
    NOP
    EXIT)");
  scene.expect_trace("BSSY:0123 BSYNC:23 NOP:01 EXIT:01 BSYNC:23 NOP:23 EXIT:23");
}

TEST(Barrier, ArmingByNobodyChangesNothing) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P3 BSSY B0, `(.join)
    @P0 BRA `(.meet)
    .meet:
    BSYNC B0
    .join:
    EXIT)");
  scene.expect_trace("BSSY:0123 BSSY:- BRA:23 BSYNC:01 BSYNC:23 EXIT:0123");
}

constexpr std::string_view armed_twice = R"(
    BSSY B0, `(.join)
    @P0 BSSY B0, `(.join)
    BSYNC B0
    .join:
    EXIT)";

TEST(Barrier, ArmedTwiceHoldsTheSecondSetIfThePolicyAssigns) {
  BarrierScene scene(armed_twice);
  scene.policy.arming = Arming::assigns;
  scene.expect("BSSY:0123 BSSY:23 BSYNC:0123 EXIT:0123", R"(
    arm B0:0123
    arm B0:23
    release B0:23
    reconverged_at_rewritten_barrier 0123 0x30
    exit 0123)");
}

TEST(Barrier, ArmedTwiceHoldsBothSetsAsOnHopper) {
  BarrierScene scene(armed_twice);
  scene.expect("BSSY:0123 BSSY:23 BSYNC:0123 EXIT:0123", R"(
    arm B0:0123
    arm B0:0123
    release B0:0123
    reconverged_at_rewritten_barrier 0123 0x30
    exit 0123)");
}

TEST(Barrier, LanesThatWaitAtAnotherBsyncGoOnBehindTheOneThatCompletesIt) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.other)
    BSYNC B0
    .join:
    NOP
    EXIT
    .other:
    BSYNC B0
    BRA `(.join))");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 BSYNC:23 BRA:0123 NOP:0123 EXIT:0123", R"(
    arm B0:0123
    branch 23/01
    park 23 0x50
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x50
    release B0:0123
    reconverged 0123 0x60
    jumped 0123 0x30
    exit 0123)");
}

TEST(Barrier, ArmedOnceTakesLanesOfAllPlacesAlong) {
  BarrierScene scene(three_places("NOP\nBSSY B0, `(.two)"));
  scene.expect_trace("NOP:0123 BSSY:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BSYNC:23 NOP:0123 EXIT:0123");
}

TEST(Barrier, ArmedTwiceLooksAndLanesPassWhereTheyWaitedFirstComeFirstServed) {
  BarrierScene scene(three_places("BSSY B0, `(.two)\nBSSY B0, `(.two)"));
  scene.expect("BSSY:0123 BSSY:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BSYNC:23 NOP:23 EXIT:23 BSYNC:0 EXIT:0 BSYNC:1 EXIT:1",
               R"(
    arm B0:0123
    arm B0:0123
    branch 23/01
    park 23 0x80
    diverged_fall_through_first 01 0x30
    branch 1/0
    park 1 0x60
    diverged_fall_through_first 0 0x40
    block B0:0 for 123
    resumed_newest 1 0x60
    block B0:1 for 23
    resumed_older 23 0x80
    release B0:0123
    park 1 0x60
    park 0 0x40
    reconverged_at_rewritten_barrier 23 0x90
    exit 23
    resumed_older 0 0x40
    reconverged 0 0x50
    exit 0
    resumed_older 1 0x60
    reconverged 1 0x70
    exit 1)");
}

TEST(Barrier, ArmedAfreshWhenItWasSavedItLooksNoLonger) {
  BarrierScene scene(three_places(R"(
    BSSY B0, `(.two)
    BSSY B0, `(.two)
    BMOV.32.CLEAR R2, B0
    BSSY B0, `(.two))"));
  scene.expect_trace(
      "BSSY:0123 BSSY:0123 BMOV.32.CLEAR:0123 BSSY:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BSYNC:23 NOP:0123 EXIT:0123");
}

}  // namespace
}  // namespace reconverge::emulator
