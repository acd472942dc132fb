// SPDX-License-Identifier: MIT
// Rule 19 of docs/model.md, "hopper-cycles": how lanes give way at YIELD, and what that spares others.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(Rule19, AloneItGoesOn) {
  BarrierScene scene(R"(
    YIELD
    EXIT)");
  scene.expect("YIELD:0123 EXIT:0123", R"(
    yielded_alone 0123 0x10
    exit 0123)");
}

TEST(Rule19, YieldThatNobodyExecutesFallsThrough) {
  BarrierScene scene(R"(
    @P0 BRA `(.end)
    @P3 YIELD
    .end:
    EXIT)");
  scene.expect_trace("BRA:23 YIELD:- EXIT:01 EXIT:23");
}

TEST(Rule19, LanesThatGaveWayComeBackWhenNobodyIsReady) {
  BarrierScene scene(R"(
    @P0 BRA `(.end)
    YIELD
    NOP
    .end:
    EXIT)");
  scene.expect("BRA:23 YIELD:01 EXIT:23 NOP:01 EXIT:01", R"(
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x10
    park 01 0x20
    resumed_newest 23 0x30
    exit 23
    park 01 0x20
    resumed_older 01 0x20
    exit 01)");
}

TEST(Rule19, LetsEveryOtherGroupRunFirst) {
  BarrierScene scene(R"(
    @P0 BRA `(.a)
    @P2 BRA `(.b)
    YIELD
    EXIT
    .b:
    NOP
    EXIT
    .a:
    EXIT)");
  scene.expect_trace("BRA:23 BRA:1 YIELD:0 NOP:1 EXIT:1 EXIT:23 EXIT:0");
}

TEST(Rule19, NanosleepGivesWayToo) {
  for (const std::string sleep : {"NANOSLEEP", "NANOSLEEP.WARP"}) {
    BarrierScene scene("@P0 BRA `(.end)\n" + sleep + " 0x64\nNOP\n.end:\nEXIT");
    scene.expect_trace("BRA:23 " + sleep + ":01 EXIT:23 NOP:01 EXIT:01");
  }
}

TEST(Rule19, TwoGroupsThatGiveWayTakeTurns) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    YIELD
    YIELD
    EXIT
    .other:
    YIELD
    YIELD
    EXIT)");
  scene.expect_trace("BRA:23 YIELD:01 YIELD:23 YIELD:01 YIELD:23 EXIT:01 EXIT:23");
}

TEST(Rule19, OfSeveralThatGaveWayTheLowestLaneComesBack) {
  BarrierScene scene(R"(
    @!P0 BRA `(.low)
    @P1 BRA `(.three)
    YIELD
    EXIT
    .three:
    YIELD
    EXIT
    .low:
    YIELD
    NOP
    EXIT)");
  // 2, then 3, then 0 and 1 give way; the last ones are not asked again themselves, so 2 is.
  scene.expect_trace("BRA:01 BRA:3 YIELD:2 YIELD:3 YIELD:01 EXIT:2 NOP:01 EXIT:01 EXIT:3");
}

// Excuses

TEST(Rule19, ABarrierDoesNotWaitForLanesThatGaveWay) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.meet)
    YIELD
    NOP
    .meet:
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 BRA:23 YIELD:01 BSYNC:23 EXIT:23 NOP:01 BSYNC:01 EXIT:01", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    park 01 0x30
    resumed_newest 23 0x40
    release B0:23
    reconverged 23 0x50
    exit 23
    park 01 0x30
    resumed_older 01 0x30
    reconverged 01 0x50
    exit 01)");
}

TEST(Rule19, OneIsSparedAtOnceAndOthersPassAsIfTheyHadWaited) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    BSSY B1, `(.join)
    BSSY B2, `(.join)
    @P0 BRA `(.meet)
    YIELD
    .meet:
    BSYNC B2
    BSYNC B1
    BSYNC B0
    .join:
    EXIT)");
  scene.expect(
      "BSSY:0123 BSSY:0123 BSSY:0123 BRA:23 YIELD:01 BSYNC:23 BSYNC:23 BSYNC:23 EXIT:23 BSYNC:01 BSYNC:01 "
      "BSYNC:01 EXIT:01",
      R"(
    arm B0:0123
    arm B1:0123
    arm B2:0123
    branch 23/01
    park 23 0x50
    diverged_fall_through_first 01 0x40
    park 01 0x50
    resumed_newest 23 0x50
    release B2:23
    reconverged 23 0x60
    release B1:23
    reconverged_at_rewritten_barrier 23 0x70
    release B0:23
    reconverged_at_rewritten_barrier 23 0x80
    exit 23
    park 01 0x50
    resumed_older 01 0x50
    reconverged 01 0x60
    reconverged 01 0x70
    reconverged 01 0x80
    exit 01)");
}

TEST(Rule19, WhoGivesWayAgainSparesOneAtOnceAgain) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    BSSY B1, `(.join)
    @P0 BRA `(.meet)
    YIELD
    YIELD
    EXIT
    .meet:
    BSYNC B1
    YIELD
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 BSSY:0123 BRA:23 YIELD:01 BSYNC:23 YIELD:23 YIELD:01 BSYNC:23 EXIT:23 EXIT:01", R"(
    arm B0:0123
    arm B1:0123
    branch 23/01
    park 23 0x60
    diverged_fall_through_first 01 0x30
    park 01 0x40
    resumed_newest 23 0x60
    release B1:23
    reconverged 23 0x70
    park 23 0x80
    park 01 0x40
    resumed_older 01 0x40
    park 01 0x50
    park 23 0x80
    resumed_older 23 0x80
    release B0:23
    reconverged 23 0x90
    exit 23
    park 01 0x50
    resumed_older 01 0x50
    exit 01)");
}

TEST(Rule19, NobodyIsExcusedWhileAGroupIsReady) {
  BarrierScene scene(R"(
    @P3 BSSY B0, `(.join)
    @P0 BRA `(.others)
    YIELD
    NOP
    EXIT
    .others:
    @!P1 BRA `(.leave)
    BSYNC B0
    .join:
    EXIT
    .leave:
    EXIT)");
  scene.warp.predicates[3] = core::LaneMask(0b1011);
  // 3 waits since 2 is ready. When 2 has left, 0 and 1 gave way and have the lowest lane.
  scene.expect("BSSY:013 BRA:23 YIELD:01 BRA:2 BSYNC:3 EXIT:2 NOP:01 EXIT:01 BSYNC:3 EXIT:3", R"(
    arm B0:013
    branch 23/01
    park 23 0x50
    diverged_fall_through_first 01 0x20
    park 01 0x30
    resumed_newest 23 0x50
    branch 2/3
    park 2 0x80
    diverged_fall_through_first 3 0x60
    block B0:3 for 01
    resumed_newest 2 0x80
    exit 2
    park 01 0x30
    resumed_older 01 0x30
    exit 01
    park 3 0x60
    completed_by_exit 3 0x60
    release B0:3
    reconverged 3 0x70
    exit 3)");
}

TEST(Rule19, ThoseThatWaitForWhoGaveWayComeBackIfTheyHaveTheLowestLane) {
  BarrierScene scene(R"(
    @P3 BSSY B0, `(.join)
    @!P0 BRA `(.others)
    YIELD
    NOP
    EXIT
    .others:
    @P2 BRA `(.leave)
    BSYNC B0
    .join:
    EXIT
    .leave:
    EXIT)");
  scene.warp.predicates[3] = core::LaneMask(0b1101);
  scene.expect("BSSY:023 BRA:01 YIELD:23 BRA:1 BSYNC:0 EXIT:1 BSYNC:0 EXIT:0 NOP:23 EXIT:23", R"(
    arm B0:023
    branch 01/23
    park 01 0x50
    diverged_fall_through_first 23 0x20
    park 23 0x30
    resumed_newest 01 0x50
    branch 1/0
    park 1 0x80
    diverged_fall_through_first 0 0x60
    block B0:0 for 23
    resumed_newest 1 0x80
    exit 1
    park 0 0x60
    resumed_older 0 0x60
    reconverged 0 0x70
    exit 0
    park 23 0x30
    resumed_older 23 0x30
    exit 23)");
}

}  // namespace
}  // namespace reconverge::emulator
