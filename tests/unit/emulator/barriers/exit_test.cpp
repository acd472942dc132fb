// SPDX-License-Identifier: MIT
// EXIT and KILL: lanes leave the warp.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(BarrierExit, OfNobodyFallsThrough) {
  BarrierScene scene(R"(
    @P3 EXIT
    EXIT)");
  scene.expect("EXIT:- EXIT:0123", R"(
    fell_through 0123 0x10
    exit 0123)");
}

TEST(BarrierExit, OfPartOfAGroupLetsTheOthersGoOn) {
  BarrierScene scene(R"(
    @P0 EXIT
    EXIT)");
  scene.expect("EXIT:23 EXIT:01", R"(
    exit 23
    exited_some 01 0x10
    exit 01)");
}

TEST(BarrierExit, NeedsTheSecondPredicateToo) {
  BarrierScene scene(R"(
    @P0 EXIT P2
    EXIT)");
  scene.expect("EXIT:23 EXIT:012", R"(
    exit 3
    exited_some 012 0x10
    exit 012)");
}

TEST(BarrierExit, OfAWholeGroupResumesAnother) {
  BarrierScene scene(R"(
    @P0 BRA `(.end)
    EXIT
    .end:
    EXIT)");
  scene.expect("BRA:23 EXIT:01 EXIT:23", R"(
    branch 23/01
    park 23 0x20
    diverged_fall_through_first 01 0x10
    exit 01
    resumed_newest 23 0x20
    exit 23)");
}

TEST(BarrierExit, OfTheLastAwaitedLanesReleasesThoseWhoWait) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    BSYNC B0
    .join:
    EXIT
    .out:
    EXIT)");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 EXIT:23 BSYNC:01 EXIT:01", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x40
    exit 23
    park 01 0x20
    completed_by_exit 01 0x20
    release B0:01
    reconverged 01 0x30
    exit 01)");
}

TEST(BarrierExit, OfTheLastAwaitedLanesSendsThoseAtSeveralBsyncsThereAgainTheLastOneFirst) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    @P2 BRA `(.other)
    BSYNC B0
    .join:
    NOP
    .out:
    EXIT
    .other:
    BSYNC B0
    EXIT)");
  scene.expect_trace("BSSY:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 EXIT:23 BSYNC:1 BSYNC:0 NOP:01 EXIT:01");
}

TEST(BarrierExit, OfSomeAwaitedLanesReleasesNobody) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    .meet:
    BSYNC B0
    .join:
    EXIT
    .out:
    @P1 EXIT
    BRA `(.meet))");
  scene.expect_trace("BSSY:0123 BRA:23 BSYNC:01 EXIT:3 BRA:2 BSYNC:2 EXIT:012");
}

TEST(BarrierExit, KillIsTheSame) {
  BarrierScene scene(R"(
    @P0 KILL
    EXIT)");
  scene.expect("KILL:23 EXIT:01", R"(
    exit 23
    exited_some 01 0x10
    exit 01)");
}

}  // namespace
}  // namespace reconverge::emulator
