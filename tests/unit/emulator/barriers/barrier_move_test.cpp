// SPDX-License-Identifier: MIT
// BMOV: masks of barriers that are saved, restored and overwritten.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;
using testing::three_places;

TEST(BarrierMove, GivesTheWholeMaskToEachExecutingLane) {
  BarrierScene scene(R"(
    BSSY B6, `(.join)
    @P0 BMOV.32 R1, B6
    BSYNC B6
    .join:
    BMOV.32 R2, B6
    EXIT)");
  scene.set(1, {7});
  scene.expect_trace("BSSY:0123 BMOV.32:23 BSYNC:0123 BMOV.32:0123 EXIT:0123");
  EXPECT_EQ(scene.warp.register_value(1)[1], 7u);
  EXPECT_EQ(scene.warp.register_value(1)[2], 0xFu);
  EXPECT_EQ(scene.warp.register_value(2)[0], 0u) << "the barrier is empty after its BSYNC";
}

TEST(BarrierMove, ClearEmptiesTheBarrier) {
  BarrierScene scene(R"(
    BSSY B6, `(.join)
    @P3 BMOV.32.CLEAR R1, B6
    BMOV.32 R2, B6
    BMOV.32.CLEAR RZ, B6
    BMOV.32 R3, B6
    .join:
    EXIT)");
  scene.expect_trace("BSSY:0123 BMOV.32.CLEAR:- BMOV.32:0123 BMOV.32.CLEAR:0123 BMOV.32:0123 EXIT:0123");
  EXPECT_EQ(scene.warp.register_value(2)[0], 0xFu) << "nobody cleared it";
  EXPECT_EQ(scene.warp.register_value(3)[0], 0u);
}

/// The entry of kernels for sm_87: all lanes into B0, from there through every barrier, and out of the last one.
TEST(BarrierMove, HandsLanesFromBarrierToBarrier) {
  BarrierScene scene(R"(
    BMOV.32 B0, 0xffffffff
    BMOV.32.CLEAR B1, B0
    BMOV.32 B2, B1
    BMOV.32 R1, B0
    BMOV.32 R2, B1
    BMOV.32 R3, B2
    BMOV.32 B1, 0x0
    BMOV.32 R4, B1
    @P3 BMOV.32 B2, 0x0
    @P3 BMOV.32.CLEAR B1, B2
    BMOV.32 R5, B2
    EXIT)");
  scene.run();
  EXPECT_EQ(scene.warp.register_value(1)[0], 0u) << "cleared when its mask went on";
  EXPECT_EQ(scene.warp.register_value(2)[0], 0xFFFF'FFFFu) << "kept by the move without .CLEAR";
  EXPECT_EQ(scene.warp.register_value(3)[0], 0xFFFF'FFFFu);
  EXPECT_EQ(scene.warp.register_value(4)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(5)[0], 0xFFFF'FFFFu) << "nobody executed the guarded moves";
}

TEST(BarrierMove, OfAnImmediateIsWaitedForAsAnyMask) {
  BarrierScene scene(R"(
    BMOV.32 B0, 0xd
    @P0 BRA `(.meet)
    BSYNC B0
    EXIT
    .meet:
    BSYNC B0
    EXIT)");
  scene.expect_trace("BMOV.32:0123 BRA:23 BSYNC:01 EXIT:1 BSYNC:23 EXIT:23 BSYNC:0 EXIT:0");
}

TEST(BarrierMove, WritesWhatTheLowestExecutingLaneHolds) {
  BarrierScene scene(R"(
    @P0 BMOV.32 B0, R1
    BSYNC B0
    EXIT)");
  scene.set(1, {1, 1, 0b0110, 0b1001});
  scene.expect("BMOV.32:23 BSYNC:0123 EXIT:0123", R"(
    arm B0:12
    release B0:12
    reconverged_at_rewritten_barrier 0123 0x20
    exit 0123)");
}

TEST(BarrierMove, IsForgottenAfterASlowResume) {
  BarrierScene scene(R"(
    BMOV.32 B0, R1
    @P0 BRA `(.meet)
    @P2 BRA `(.meet)
    .meet:
    BSYNC B0
    EXIT)");
  scene.set(1, {0xF});
  scene.expect("BMOV.32:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BSYNC:23 EXIT:0123", R"(
    arm B0:0123
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x20
    branch 1/0
    park 1 0x30
    diverged_fall_through_first 0 0x30
    block B0:0 for 123
    resumed_newest 1 0x30
    block B0:1 for 23
    resumed_older 23 0x30
    release B0:0123
    reconverged 0123 0x40
    exit 0123)");
}

TEST(BarrierMove, IsNotForgottenAfterASlowResumeElsewhere) {
  // As after recursion to three depths: the card takes 51 more than where the lanes resume at the BSYNC itself.
  BarrierScene scene(R"(
    BMOV.32 B0, R1
    @P0 BRA `(.far)
    @P2 BRA `(.meet)
    .meet:
    BSYNC B0
    EXIT
    .far:
    BRA `(.meet))");
  scene.set(1, {0xF});
  scene.expect("BMOV.32:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BRA:23 BSYNC:23 EXIT:0123", R"(
    arm B0:0123
    branch 23/01
    park 23 0x50
    diverged_fall_through_first 01 0x20
    branch 1/0
    park 1 0x30
    diverged_fall_through_first 0 0x30
    block B0:0 for 123
    resumed_newest 1 0x30
    block B0:1 for 23
    resumed_older 23 0x50
    jumped 23 0x30
    release B0:0123
    reconverged_at_rewritten_barrier 0123 0x40
    exit 0123)");
}

TEST(BarrierMove, IsNotForgottenAfterAFastOne) {
  BarrierScene scene(R"(
    BMOV.32 B0, R1
    @P0 BRA `(.meet)
    .meet:
    BSYNC B0
    EXIT)");
  scene.set(1, {0xF});
  scene.expect("BMOV.32:0123 BRA:23 BSYNC:01 BSYNC:23 EXIT:0123", R"(
    arm B0:0123
    branch 23/01
    park 23 0x20
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x20
    release B0:0123
    reconverged_at_rewritten_barrier 0123 0x30
    exit 0123)");
}

TEST(BarrierMove, LetsLanesPassWhereTheyWaitedAlsoOnceItIsForgotten) {
  // The slow resume of 2 and 3 makes the transfer a plain one (rule 15).
  BarrierScene scene(three_places("NOP\nBMOV.32 B0, R1"));
  scene.set(1, {0xF});
  scene.expect(
      "NOP:0123 BMOV.32:0123 BRA:23 BRA:1 BSYNC:0 BSYNC:1 BSYNC:23 NOP:23 EXIT:23 BSYNC:0 EXIT:0 BSYNC:1 EXIT:1", R"(
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
    reconverged 23 0x90
    exit 23
    resumed_older 0 0x40
    reconverged 0 0x50
    exit 0
    resumed_older 1 0x60
    reconverged 1 0x70
    exit 1)");
}

TEST(BarrierMove, SavedAndRestoredWhileOthersWaitAtTheBarrier) {
  // A function uses the barrier that its caller waits at: those who wait there go on waiting.
  BarrierScene scene(R"(
    BSSY B6, `(.join)
    @P0 BRA `(.function)
    .meet:
    BSYNC B6
    .join:
    EXIT
    .function:
    BMOV.32.CLEAR R2, B6
    BSSY B6, `(.inner)
    BSYNC B6
    .inner:
    BMOV.32 B6, R2
    BRA `(.meet))");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 BMOV.32.CLEAR:23 BSSY:23 BSYNC:23 BMOV.32:23 BRA:23 BSYNC:23 EXIT:0123", R"(
    arm B6:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B6:01 for 23
    resumed_newest 23 0x40
    arm B6:23
    release B6:23
    reconverged 23 0x70
    arm B6:0123
    jumped 23 0x20
    release B6:0123
    reconverged_at_rewritten_barrier 0123 0x30
    exit 0123)");
}

TEST(BarrierMove, OfLanesThatWaitElsewhereTheyAreNotWaitedForWhenNobodyCanRun) {
  // As on the card after recursion that lost convergence: 0 and 1 wait at a restored barrier for 2 and 3, which wait
  // at WARPSYNC for them.
  BarrierScene scene(R"(
    BMOV.32 B6, R1
    @P0 BRA `(.ahead)
    BSYNC B6
    .ahead:
    WARPSYNC.ALL
    EXIT)");
  scene.set(1, {0xF});
  scene.expect("BMOV.32:0123 BRA:23 BSYNC:01 WARPSYNC.ALL:23 BSYNC:01 WARPSYNC.ALL:01 EXIT:0123", R"(
    arm B6:0123
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x20
    block B6:01 for 23
    resumed_newest 23 0x30
    park 01 0x20
    resumed_older 01 0x20
    reconverged 01 0x30
    synchronised_last 0123 0x40
    exit 0123)");
}

TEST(BarrierMove, OfSeveralBarriersTheOneOfTheLowestLaneLetsGo) {
  BarrierScene scene(R"(
    BMOV.32 B1, R1
    BMOV.32 B2, R1
    @P2 BRA `(.other)
    BSYNC B2
    WARPSYNC.ALL
    EXIT
    .other:
    BSYNC B1
    WARPSYNC.ALL
    EXIT)");
  scene.set(1, {0xF});
  scene.run();
  EXPECT_EQ(scene.trace(),
            "BMOV.32:0123 BMOV.32:0123 BRA:13 BSYNC:02 BSYNC:13 BSYNC:02 WARPSYNC.ALL:02 BSYNC:13 WARPSYNC.ALL:13");
}

TEST(BarrierMove, CanReleaseThoseWhoWait) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.write)
    BSYNC B0
    .join:
    EXIT
    .write:
    BMOV.32 B0, R1
    YIELD
    NOP
    EXIT)");
  scene.set(1, {0b0011});
  scene.expect_trace("BSSY:0123 BRA:23 BSYNC:01 BMOV.32:23 YIELD:23 BSYNC:01 EXIT:01 NOP:23 EXIT:23");
}

TEST(BarrierMove, LanesOfARestoredMaskThatHaveExitedAreNotWaitedFor) {
  BarrierScene scene(R"(
    BMOV.32 B0, R1
    @P1 EXIT
    BMOV.32 B0, R1
    BSYNC B0
    EXIT)");
  scene.set(1, {0xF});
  scene.expect_trace("BMOV.32:0123 EXIT:3 BMOV.32:012 BSYNC:012 EXIT:012");
}

// Lanes wait at a barrier while it is written without them.

TEST(BarrierOverwritten, ByBssyLanesThatItDropsBecomeReady) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.again)
    BSYNC B0
    .join:
    EXIT
    .again:
    BSSY B0, `(.inner)
    NOP
    BSYNC B0
    .inner:
    EXIT)");
  scene.policy.arming = Arming::assigns;
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 BSSY:23 NOP:23 BSYNC:23 EXIT:23 BSYNC:01 EXIT:01", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x40
    park 01 0x20
    arm B0:23
    release B0:23
    reconverged_at_rewritten_barrier 23 0x70
    exit 23
    resumed_older 01 0x20
    reconverged 01 0x30
    exit 01)");
}

/// Lanes 0 and 1 wait at B0 while the others clear it, give way once, and leave.
BarrierScene cleared_by_others(const std::string& destination) {
  return BarrierScene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.clear)
    BSYNC B0
    .join:
    EXIT
    .clear:
    BMOV.32.CLEAR )" + destination +
                      R"(, B0
    YIELD
    NOP
    EXIT)");
}

TEST(BarrierOverwritten, LanesThatWaitPassIfTheMaskIsDiscarded) {
  auto scene = cleared_by_others("RZ");
  scene.expect_trace("BSSY:0123 BRA:23 BSYNC:01 BMOV.32.CLEAR:23 YIELD:23 BSYNC:01 EXIT:01 NOP:23 EXIT:23");
}

TEST(BarrierOverwritten, IfTheMaskIsSavedTheyPassOnlyWhenNobodyElseCanRun) {
  auto scene = cleared_by_others("R2");
  scene.expect("BSSY:0123 BRA:23 BSYNC:01 BMOV.32.CLEAR:23 YIELD:23 NOP:23 EXIT:23 BSYNC:01 EXIT:01", R"(
    arm B0:0123
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x20
    block B0:01 for 23
    resumed_newest 23 0x40
    yielded_alone 23 0x60
    exit 23
    park 01 0x20
    resumed_older 01 0x20
    reconverged 01 0x30
    exit 01)");
}

}  // namespace
}  // namespace reconverge::emulator
