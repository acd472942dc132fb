// SPDX-License-Identifier: MIT
// Lanes that wait elsewhere while others yield: whom they are excused from, and when they look again.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(Rule19, LanesThatWaitElsewhereAreExcusedTooAndLookAgain) {
  BarrierScene scene(R"(
    BSSY B0, `(.end)
    BSSY B1, `(.end)
    @P0 BRA `(.two)
    @P2 BRA `(.giver)
    BSYNC B1
    .end:
    EXIT
    .giver:
    YIELD
    NOP
    EXIT
    .two:
    BSYNC B0
    EXIT)");
  // 2 and 3 pass without 0, which waits at B1, and 1, which gave way. 0 then waits for 1 all the same.
  scene.expect("BSSY:0123 BSSY:0123 BRA:23 BRA:1 BSYNC:0 YIELD:1 BSYNC:23 EXIT:23 BSYNC:0 NOP:1 EXIT:1 BSYNC:0 EXIT:0",
               R"(
    arm B0:0123
    arm B1:0123
    branch 23/01
    park 23 0x90
    diverged_fall_through_first 01 0x30
    branch 1/0
    park 1 0x60
    diverged_fall_through_first 0 0x40
    block B1:0 for 123
    resumed_newest 1 0x60
    park 1 0x70
    resumed_older 23 0x90
    release B0:23
    reconverged 23 0xa0
    exit 23
    park 0 0x40
    resumed_older 0 0x40
    block B1:0 for 1
    park 1 0x70
    resumed_older 1 0x70
    exit 1
    park 0 0x40
    completed_by_exit 0 0x40
    release B1:0
    reconverged 0 0x50
    exit 0)");
}

TEST(Rule19, WhatGaveWayThenExcusesNobodyBesidesOthersThatDo) {
  BarrierScene scene(R"(
    BSSY B0, `(.end)
    BSSY B1, `(.end)
    @P0 BRA `(.two)
    @P2 BRA `(.giver)
    BSYNC B1
    .end:
    EXIT
    .giver:
    YIELD
    NOP
    EXIT
    .two:
    BSYNC B0
    YIELD
    EXIT)");
  // As before, but 2 and 3 give way: 0 waits for 1 alone, and need not wait for them.
  scene.expect_trace(
      "BSSY:0123 BSSY:0123 BRA:23 BRA:1 BSYNC:0 YIELD:1 BSYNC:23 YIELD:23 BSYNC:0 NOP:1 EXIT:1 BSYNC:0 "
      "EXIT:0 EXIT:23");
}

TEST(Rule19, LanesThatLookAgainAreNotExcusedFromOtherBarriers) {
  BarrierScene scene(R"(
    BSSY B0, `(.last)
    @!P0 BSSY B1, `(.last)
    @P3 BSSY B2, `(.last)
    @P0 BRA `(.two)
    @P2 BRA `(.giver)
    BSYNC B1
    BRA `(.last)
    .giver:
    YIELD
    NOP
    EXIT
    .two:
    BSYNC B0
    .last:
    BSYNC B2
    EXIT)");
  scene.warp.predicates[3] = core::LaneMask(0b1101);
  // 2 and 3 pass B0 without 0, which waits at B1 for 1, and then wait for it at B2.
  scene.expect_trace(
      "BSSY:0123 BSSY:01 BSSY:023 BRA:23 BRA:1 BSYNC:0 YIELD:1 BSYNC:23 BSYNC:23 BSYNC:0 NOP:1 EXIT:1 "
      "BSYNC:0 BRA:0 BSYNC:0 EXIT:023");
}

TEST(Rule19, LanesThatLookAgainWaitNoLonger) {
  BarrierScene scene(R"(
    BSSY B0, `(.end)
    @!P0 BSSY B1, `(.end)
    @P0 BRA `(.two)
    @!P2 BRA `(.giver)
    BSYNC B1
    .end:
    EXIT
    .giver:
    YIELD
    NOP
    EXIT
    .two:
    BSYNC B0
    EXIT)");
  // 0 leaves the barrier at which 1 waited and has to look again.
  scene.expect_trace("BSSY:0123 BSSY:01 BRA:23 BRA:0 BSYNC:1 YIELD:0 BSYNC:23 EXIT:23 NOP:0 EXIT:0 BSYNC:1 EXIT:1");
}

TEST(Rule19, LanesThatRunAreNotExcused) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @!P0 BRA `(.others)
    YIELD
    EXIT
    .others:
    @!P2 BSYNC B0
    .join:
    NOP
    EXIT)");
  // 2 and 3 gave way, but 1 passes beside 0; when it has left, B0 lets go.
  scene.expect_trace("BSSY:0123 BRA:01 YIELD:23 BSYNC:0 NOP:1 EXIT:1 BSYNC:0 NOP:0 EXIT:0 EXIT:23");
}

// Who waits already

TEST(Rule19, ABarrierLetsGoThoseThatWaitForLanesThatGiveWay) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.late)
    BSYNC B0
    .join:
    EXIT
    .late:
    YIELD
    BSYNC B0
    EXIT)");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 YIELD:23 BSYNC:01 EXIT:01 BSYNC:23 EXIT:23", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x40
    park 01 0x20
    park 23 0x50
    resumed_older 01 0x20
    reconverged 01 0x30
    exit 01
    park 23 0x50
    resumed_older 23 0x50
    reconverged 23 0x60
    exit 23)");
}

TEST(Rule19, OfSeveralBarriersTheFirstLetsGo) {
  BarrierScene scene(R"(
    @!P2 BSSY B1, `(.join)
    @P3 BSSY B0, `(.join)
    @P0 BRA `(.late)
    @P2 BRA `(.one)
    BSYNC B1
    .join:
    EXIT
    .one:
    BSYNC B0
    EXIT
    .late:
    YIELD
    EXIT)");
  scene.warp.predicates[3] = core::LaneMask(0b0110);
  scene.warp.predicates[0] = core::LaneMask(0b0100);
  scene.live = core::LaneMask(0b0111);
  // 0 waits at B1 and 1 at B0, both for 2. B0 lets go as 2 gives way; 0 has the lowest lane after that.
  scene.expect_trace("BSSY:02 BSSY:12 BRA:2 YIELD:2 BRA:1 BSYNC:0 BSYNC:1 EXIT:1 BSYNC:0 EXIT:0 EXIT:2");
}

TEST(Rule19, LanesAtAWarpsyncLookAgainOnce) {
  BarrierScene scene(R"(
    @P0 BRA `(.late)
    @P2 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC R1
    EXIT
    .late:
    YIELD
    NOP
    BRA `(.meet))");
  scene.set(1, {0xF});
  // 0 and 1 came apart and look as one group, in vain.
  scene.expect_trace(
      "BRA:23 BRA:1 NOP:0 WARPSYNC:0 WARPSYNC:1 YIELD:23 WARPSYNC:01 NOP:23 BRA:23 WARPSYNC:23 EXIT:0123");
}

TEST(Rule19, EachTimeThatOthersGiveWay) {
  BarrierScene scene(R"(
    @P0 BRA `(.late)
    .meet:
    WARPSYNC R1
    EXIT
    .late:
    YIELD
    YIELD
    BRA `(.meet))");
  scene.set(1, {0xF});
  scene.expect("BRA:23 WARPSYNC:01 YIELD:23 WARPSYNC:01 YIELD:23 WARPSYNC:01 BRA:23 WARPSYNC:23 EXIT:0123", R"(
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x30
    park 01 0x10
    park 23 0x40
    resumed_older 01 0x10
    park 23 0x40
    resumed_older 23 0x40
    park 01 0x10
    park 23 0x50
    resumed_older 01 0x10
    park 23 0x50
    resumed_older 23 0x50
    jumped 23 0x10
    synchronised_last 0123 0x20
    exit 0123)");
}

TEST(Rule19, AWarpsyncLooksBeforeThoseThatGaveWayComeBack) {
  BarrierScene scene(R"(
    @P0 BRA `(.leave)
    @P2 BRA `(.giver)
    .meet:
    WARPSYNC R1
    EXIT
    .giver:
    YIELD
    BRA `(.meet)
    .leave:
    EXIT)");
  scene.set(1, {0xF});
  scene.expect_trace("BRA:23 BRA:1 WARPSYNC:0 YIELD:1 EXIT:23 WARPSYNC:0 BRA:1 WARPSYNC:1 EXIT:01");
}

TEST(Rule19, AWarpsyncLooksBeforeABarrierLetsGo) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.late)
    @P2 BRA `(.gather)
    BSYNC B0
    .join:
    EXIT
    .gather:
    WARPSYNC R1
    EXIT
    .late:
    YIELD
    EXIT)");
  scene.set(1, {0b0010, 0b0110});
  // 0 waits at B0 for all others, 1 at a WARPSYNC for 2. Of 0, let go then, and 2, the lowest comes first.
  scene.expect_trace(
      "BSSY:0123 BRA:23 BRA:1 BSYNC:0 WARPSYNC:1 YIELD:23 WARPSYNC:1 BSYNC:0 EXIT:0 EXIT:23 WARPSYNC:1 EXIT:1");
}

}  // namespace
}  // namespace reconverge::emulator
