// SPDX-License-Identifier: MIT
// BAR as the lanes of one warp come to it, and runs that are made step by step.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(BlockBarrier, OfTheWholeWarpGoesOn) {
  BarrierScene scene(R"(
    BAR.SYNC.DEFER_BLOCKING 0x0
    EXIT)");
  scene.expect("BAR.SYNC.DEFER_BLOCKING:0123 EXIT:0123", R"(
    block_barrier 0123 0x10
    exit 0123)");
}

TEST(BlockBarrier, GroupsThatArriveApartStayApart) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    BAR.SYNC 0x0
    EXIT
    .other:
    BAR.SYNC 0x0
    NOP
    EXIT)");
  scene.expect("BRA:23 BAR.SYNC:01 BAR.SYNC:23 NOP:23 EXIT:23 EXIT:01", R"(
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x30
    park 01 0x20
    block_barrier 23 0x40
    exit 23
    resumed_older 01 0x20
    exit 01)");
}

TEST(BlockBarrier, IsCompletedByAnExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    @P2 BRA `(.bar)
    NOP
    .bar:
    BAR.SYNC 0x0
    EXIT
    .out:
    EXIT)");
  scene.expect_trace("BRA:23 BRA:1 NOP:0 BAR.SYNC:0 BAR.SYNC:1 EXIT:23 BAR.SYNC:1 EXIT:01");
}

TEST(BlockBarrier, IsCompletedByAnExitOnlyOfLanesAtAnother) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    @P2 BRA `(.bar)
    BAR.SYNC 0x1
    BAR.SYNC 0x2
    EXIT
    .bar:
    BAR.SYNC R4
    BAR.SYNC R5
    EXIT
    .out:
    EXIT)");
  scene.set(4, {1});
  scene.set(5, {2});
  scene.expect_trace("BRA:23 BRA:1 BAR.SYNC:0 BAR.SYNC:1 EXIT:23 BAR.SYNC:1 BAR.SYNC:1 BAR.SYNC:0 EXIT:0 EXIT:1");
}

TEST(BlockBarrier, GroupsAtOneOfThemGoOnAsOne) {
  BarrierScene scene(R"(
    @P0 BRA `(.bar)
    NOP
    .bar:
    BAR.SYNC 0x0
    EXIT)");
  scene.expect("BRA:23 NOP:01 BAR.SYNC:01 BAR.SYNC:23 EXIT:0123", R"(
    branch 23/01
    park 23 0x20
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x20
    block_barrier 0123 0x30
    exit 0123)");
}

TEST(BlockBarrier, LanesWhoseGuardFailsWaitWithTheirGroup) {
  BarrierScene scene(R"(
    @P0 BAR.SYNC 0x0
    NOP
    EXIT)");
  scene.expect("BAR.SYNC:23 NOP:0123 EXIT:0123", R"(
    block_barrier 0123 0x10
    exit 0123)");
}

TEST(BlockBarrier, AGuardThatHoldsForNobodyPasses) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    @P0 BAR.SYNC 0x0
    EXIT
    .other:
    BAR.SYNC 0x0
    EXIT)");
  scene.expect_trace("BRA:23 BAR.SYNC:- EXIT:01 BAR.SYNC:23 EXIT:23");
}

/// Lane 0 and 1 come with 1's guard false; they wait for 2 and 3, at the barrier whose number 0 holds.
TEST(BlockBarrier, AGroupWithAGuardWaitsForOthersAsAWhole) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    @!P2 BAR.SYNC R4, R4
    NOP
    EXIT
    .other:
    BAR.SYNC 0x3
    EXIT)");
  scene.set(4, {3, 7});
  scene.expect_trace("BRA:23 BAR.SYNC:0 BAR.SYNC:23 EXIT:23 NOP:01 EXIT:01");
}

TEST(BlockBarrier, ReductionsAskTheLanesWhoseGuardHolds) {
  BarrierScene scene(R"(
    @P0 BAR.RED.AND 0x0, P0
    B2R.RESULT RZ, P3
    @P0 BAR.RED.POPC 0x0, PT
    B2R.RESULT R4
    EXIT)");
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_TRUE(scene.warp.predicates[3].contains(scene.live));
  EXPECT_EQ(scene.warp.register_value(4)[0], 2u);
}

TEST(BlockBarrier, ReductionsCountTheLanesForWhichAPredicateHolds) {
  BarrierScene scene(R"(
    BAR.RED.POPC.DEFER_BLOCKING 0x0, P2
    B2R.RESULT R4
    BAR.RED.POPC 0x3, 0x40, !P1
    B2R.RESULT R5
    BAR.RED.AND 0x0, P0
    B2R.RESULT RZ, P3
    BAR.RED.AND 0x0, UP0
    B2R.RESULT RZ, P4
    BAR.RED.OR 0x0, P1
    B2R.RESULT RZ, P5
    BAR.RED.OR 0x0, !PT
    B2R.RESULT RZ, P6
    EXIT)");
  ASSERT_EQ(scene.run().ending, Ending::exited);
  for (std::size_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(scene.warp.register_value(4)[lane], 2u);
    EXPECT_EQ(scene.warp.register_value(5)[lane], 3u);
  }
  EXPECT_FALSE(scene.warp.predicates[3].intersects(scene.live));
  EXPECT_TRUE(scene.warp.predicates[4].contains(scene.live));
  EXPECT_TRUE(scene.warp.predicates[5].contains(scene.live));
  EXPECT_FALSE(scene.warp.predicates[6].intersects(scene.live));
}

TEST(BlockBarrier, ArrivingIsNotWaiting) {
  BarrierScene scene(R"(
    @P0 BAR.ARV 0x4, 0x40
    BAR.ARV R1, R1
    EXIT)");
  scene.expect_trace("BAR.ARV:23 BAR.ARV:0123 EXIT:0123");
}

/// Two instructions, two predicates, and a lane that leaves: the answer is of those who came.
TEST(BlockBarrier, ReductionsAreOfAllGroups) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    BAR.RED.POPC 0x0, PT
    B2R.RESULT R4
    EXIT
    .other:
    @P1 EXIT
    BAR.RED.POPC 0x0, P2
    B2R.RESULT R4
    EXIT)");
  scene.expect_trace("BRA:23 BAR.RED.POPC:01 EXIT:3 BAR.RED.POPC:2 B2R.RESULT:2 EXIT:2 B2R.RESULT:01 EXIT:01");
  EXPECT_EQ(scene.warp.register_value(4)[0], 2u);
  EXPECT_EQ(scene.warp.register_value(4)[2], 2u);
}

TEST(BlockBarrier, ASecondReductionForgetsTheFirst) {
  BarrierScene scene(R"(
    BAR.RED.POPC 0x0, P0
    BAR.RED.POPC 0x0, P1
    B2R.RESULT R4
    BAR.SYNC 0x0
    B2R.RESULT R5
    EXIT)");
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(4)[0], 1u);
  EXPECT_EQ(scene.warp.register_value(5)[0], 1u) << "BAR.SYNC asks nothing";
}

/// Runs a warp of a block of several.
TEST(BlockBarrier, EndsTheCallUntilItIsResumed) {
  BarrierScene scene(R"(
    @P0 BRA `(.bar)
    NOP
    .bar:
    BAR.SYNC 0x0
    IADD R1, R1, 0x1
    BAR.SYNC 0x0
    EXIT)");
  ConvergenceBarriers barriers;
  const auto executable = scene.decoded(barriers).value();
  const Events nobody_listens;
  emulator::Run run({executable, scene.warp, barriers, nobody_listens}, scene.live);
  RunResult result = run.go_on({}, true);
  EXPECT_EQ(result.ending, Ending::at_block_barrier);
  EXPECT_EQ(result.steps, 4u);
  EXPECT_EQ(scene.warp.register_value(1)[3], 0u);
  result = run.go_on({}, true);
  EXPECT_EQ(result.ending, Ending::at_block_barrier);
  EXPECT_EQ(scene.warp.register_value(1)[0], 1u);
  EXPECT_EQ(run.go_on({}, true).ending, Ending::exited);
}

/// A scheduler of several warps executes one instruction at a time, and sees which one comes next.
TEST(Stepping, ExecutesOneInstructionACall) {
  BarrierScene scene(R"(
    IADD R1, R1, 0x1
    BAR.SYNC 0x0
    IADD R1, R1, 0x1
    EXIT)");
  ConvergenceBarriers barriers;
  const auto executable = scene.decoded(barriers).value();
  const Events nobody_listens;
  emulator::Run run({executable, scene.warp, barriers, nobody_listens}, scene.live);
  EXPECT_EQ(run.next_row(), 0u);
  EXPECT_FALSE(run.step({}));
  EXPECT_EQ(scene.warp.register_value(1)[0], 1u);
  EXPECT_EQ(run.next_row(), 1u);
  const auto waits = run.step({});
  ASSERT_TRUE(waits);
  EXPECT_EQ(waits->ending, Ending::at_block_barrier);
  EXPECT_EQ(waits->steps, 2u);
  EXPECT_FALSE(run.step({}));
  EXPECT_EQ(scene.warp.register_value(1)[0], 2u);
  const auto ended = run.step({});
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->ending, Ending::exited);
  EXPECT_EQ(ended->steps, 4u);
  EXPECT_FALSE(run.next_row());
}

TEST(Stepping, KeepsToTheLimit) {
  BarrierScene scene(R"(
    NOP
    NOP
    EXIT)");
  ConvergenceBarriers barriers;
  const auto executable = scene.decoded(barriers).value();
  const Events nobody_listens;
  emulator::Run run({executable, scene.warp, barriers, nobody_listens}, scene.live);
  EXPECT_FALSE(run.step({.steps = 1}));
  const auto stopped = run.step({.steps = 1});
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->ending, Ending::step_limit);
  EXPECT_EQ(stopped->steps, 1u);
}

}  // namespace
}  // namespace reconverge::emulator
