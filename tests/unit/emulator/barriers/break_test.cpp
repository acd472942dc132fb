// SPDX-License-Identifier: MIT
// BREAK: lanes that leave a barrier.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(Break, TakesLanesOutThatThenNeedNotArrive) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P1 BREAK B0
    @P1 BRA `(.out)
    BSYNC B0
    .join:
    NOP
    EXIT
    .out:
    EXIT)");
  scene.policy.first = FirstSide::fall_through;
  scene.expect("BSSY:0123 BREAK:3 BRA:3 BSYNC:012 NOP:012 EXIT:012 EXIT:3", R"(
    arm B0:0123
    left_barrier 0123 0x20
    branch 3/012
    park 3 0x60
    diverged_fall_through_first 012 0x30
    release B0:012
    reconverged 012 0x40
    exit 012
    resumed_newest 3 0x60
    exit 3)");
}

TEST(Break, OfTheLastAwaitedLanesMakesTheWaitersReady) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    BSYNC B0
    .join:
    EXIT
    .out:
    BREAK B0
    NOP
    EXIT)");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 BREAK:23 NOP:23 EXIT:23 BSYNC:01 EXIT:01", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x40
    park 01 0x20
    left_barrier 23 0x50
    exit 23
    resumed_older 01 0x20
    release B0:01
    reconverged 01 0x30
    exit 01)");
}

TEST(Break, OfMoreLanesThanItReleasesLetsThoseGoFirst) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    BSYNC B0
    .join:
    EXIT
    .out:
    BREAK B0
    NOP
    EXIT)");
  scene.live = core::LaneMask(0b1101);
  scene.policy.first = FirstSide::fall_through;
  scene.expect("BSSY:023 BRA:23 BSYNC:0 BREAK:23 BSYNC:0 EXIT:0 NOP:23 EXIT:23", R"(
    arm B0:023
    branch 23/0
    park 23 0x40
    diverged_fall_through_first 0 0x20
    block B0:0 for 23
    resumed_newest 23 0x40
    park 0 0x20
    park 23 0x50
    completed_by_break 0 0x20
    release B0:0
    reconverged 0 0x30
    exit 0
    resumed_newest 23 0x50
    exit 23)");
}

TEST(Break, WithoutALaneKeepsTheBarrier) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P3 BREAK B0
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 BREAK:- BSYNC:0123 EXIT:0123", R"(
    arm B0:0123
    kept_barrier 0123 0x20
    release B0:0123
    reconverged 0123 0x30
    exit 0123)");
}

TEST(Break, NeedsTheSecondPredicateToo) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BREAK !P1, B0
    BSYNC B0
    .join:
    EXIT)");
  scene.expect("BSSY:0123 BREAK:23 BSYNC:0123 EXIT:0123", R"(
    arm B0:0123
    left_barrier 0123 0x20
    release B0:013
    reconverged 0123 0x30
    exit 0123)");
}

}  // namespace
}  // namespace reconverge::emulator
