// SPDX-License-Identifier: MIT
// WARPSYNC, WARPSYNC.COLLECTIVE .. ENDCOLLECTIVE, BAR: lanes wait without a convergence barrier.

#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(WarpSync, OfLanesThatAreTogetherGoesOn) {
  BarrierScene scene(R"(
    WARPSYNC.ALL
    WARPSYNC R1
    EXIT)");
  scene.set(1, {0xF});
  scene.expect("WARPSYNC.ALL:0123 WARPSYNC:0123 EXIT:0123", R"(
    synchronised 0123 0x10
    synchronised 0123 0x20
    exit 0123)");
}

TEST(WarpSync, WaitsForAllLiveLanesAndMakesThemOneGroup) {
  BarrierScene scene(R"(
    @P0 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC.ALL
    EXIT)");
  scene.expect("BRA:23 NOP:01 WARPSYNC.ALL:01 WARPSYNC.ALL:23 EXIT:0123", R"(
    branch 23/01
    park 23 0x20
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x20
    synchronised_last 0123 0x30
    exit 0123)");
}

TEST(WarpSync, WaitsForTheLanesOfItsRegisterOnly) {
  BarrierScene scene(R"(
    @P2 BRA `(.meet)
    @P0 BRA `(.other)
    NOP
    .meet:
    WARPSYNC R1
    EXIT
    .other:
    NOP
    EXIT)");
  scene.set(1, {0b1011});
  scene.expect_trace("BRA:13 BRA:2 NOP:0 WARPSYNC:0 NOP:2 EXIT:2 WARPSYNC:13 EXIT:013");
}

TEST(WarpSync, WaitsForTheLanesOfALiteral) {
  BarrierScene scene(R"(
    @P2 BRA `(.meet)
    @P0 BRA `(.other)
    NOP
    .meet:
    @!P1 WARPSYNC 0x3
    EXIT
    .other:
    WARPSYNC 0xfffffffc
    EXIT)");
  scene.expect_trace("BRA:13 BRA:2 NOP:0 WARPSYNC:0 WARPSYNC:2 WARPSYNC:1 EXIT:013 WARPSYNC:2 EXIT:2");
}

/// Tiles of two lanes in one group: each waits for its own.
BarrierScene tiles(const std::string& rows) {
  BarrierScene scene(rows);
  scene.set(1, {0b0011, 0b0011, 0b1100});
  return scene;
}

TEST(WarpSync, OfSeveralMasksWaitsForEachOne) {
  const std::string three_and_the_others = R"(
    @P1 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC R1
    EXIT)";
  tiles(three_and_the_others).expect_trace("BRA:3 WARPSYNC:3 NOP:012 WARPSYNC:012 EXIT:0123");
  BarrierScene others_first = tiles(three_and_the_others);
  others_first.policy.first = FirstSide::fall_through;
  others_first.expect_trace("BRA:3 NOP:012 WARPSYNC:012 EXIT:01 WARPSYNC:3 EXIT:23");
  tiles(R"(
    @P1 BRA `(.late)
    @P0 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC R1
    EXIT
    .late:
    YIELD
    BRA `(.meet))")
      .expect_trace("BRA:3 YIELD:3 BRA:2 WARPSYNC:2 NOP:01 WARPSYNC:01 EXIT:01 BRA:3 WARPSYNC:3 EXIT:23");
}

TEST(WarpSync, ExclusiveLanesOfOneMaskGoOnAlone) {
  tiles(R"(
    BSSY B0, `(.end)
    WARPSYNC.EXCLUSIVE R1
    VOTE.ANY R2, PT, PT
    BSYNC B0
    .end:
    EXIT)")
      .expect_trace(
          "BSSY:0123 WARPSYNC.EXCLUSIVE:0123 VOTE.ANY:01 BSYNC:01 WARPSYNC.EXCLUSIVE:23 VOTE.ANY:23 BSYNC:23 "
          "EXIT:0123");
}

TEST(WarpSync, OfTwoHalvesDoNotWaitForEachOther) {
  BarrierScene scene(R"(
    @P0 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC R1
    NOP
    EXIT)");
  scene.set(1, {0b0011, 0b0011, 0b1100, 0b1100});
  scene.expect_trace("BRA:23 NOP:01 WARPSYNC:01 NOP:01 EXIT:01 WARPSYNC:23 NOP:23 EXIT:23");
}

TEST(WarpSync, LanesWhoseGuardFailsPass) {
  BarrierScene scene(R"(
    BRA P0, `(.meet)
    .meet:
    @P2 WARPSYNC R1
    NOP
    EXIT)");
  scene.set(1, {0b1010});
  scene.policy.merges_equal_addresses = false;
  scene.expect_trace("BRA:0123 WARPSYNC:1 NOP:0 EXIT:0 WARPSYNC:3 NOP:123 EXIT:123");
}

TEST(WarpSync, IsCompletedByAnExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    WARPSYNC.ALL
    EXIT
    .out:
    EXIT)");
  scene.expect("BRA:23 WARPSYNC.ALL:01 EXIT:23 WARPSYNC.ALL:01 EXIT:01", R"(
    branch 23/01
    park 23 0x30
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x30
    exit 23
    park 01 0x10
    completed_by_exit 01 0x10
    synchronised 01 0x20
    exit 01)");
}

TEST(WarpSync, OfSeveralGroupsIsCompletedByAnExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    @P2 BRA `(.meet)
    NOP
    .meet:
    WARPSYNC.ALL
    EXIT
    .out:
    EXIT)");
  scene.expect_trace("BRA:23 BRA:1 NOP:0 WARPSYNC.ALL:0 WARPSYNC.ALL:1 EXIT:23 WARPSYNC.ALL:1 EXIT:01");
}

// COLLECTIVE

constexpr std::string_view two_ways_into_a_collective = R"(
    @P0 BRA `(.other)
    WARPSYNC.COLLECTIVE R1, `(.here)
    NOP
    ENDCOLLECTIVE
    .here:
    EXIT
    .other:
    WARPSYNC.COLLECTIVE R1, `(.there)
    NOP
    ENDCOLLECTIVE
    .there:
    EXIT)";

TEST(Collective, LanesFromDifferentPlacesRunItOnceAndGoBack) {
  BarrierScene scene(two_ways_into_a_collective);
  scene.set(1, {0xF});
  scene.expect(
      "BRA:23 WARPSYNC.COLLECTIVE:01 WARPSYNC.COLLECTIVE:23 NOP:0123 ENDCOLLECTIVE:0123 EXIT:23 "
      "ENDCOLLECTIVE:01 EXIT:01",
      R"(
    branch 23/01
    park 23 0x50
    diverged_fall_through_first 01 0x10
    resumed_newest 23 0x50
    synchronised_last 0123 0x60
    park 01 0x70
    collective_last_first 23 0x80
    exit 23
    resumed_older 01 0x70
    collective_others 01 0x40
    exit 01)");
}

TEST(Collective, LanesOfThreePlacesGoBackTheLastOnesFirstThenTheLowest) {
  BarrierScene scene(R"(
    @P0 BRA `(.high)
    @P2 BRA `(.middle)
    WARPSYNC.COLLECTIVE R1, `(.end)
    .middle:
    WARPSYNC.COLLECTIVE R1, `(.end_of_middle)
    .high:
    WARPSYNC.COLLECTIVE R1, `(.end)
    ENDCOLLECTIVE
    .end_of_middle:
    NOP
    .end:
    EXIT)");
  scene.set(1, {0xF});
  scene.expect(
      "BRA:23 BRA:1 WARPSYNC.COLLECTIVE:0 WARPSYNC.COLLECTIVE:1 WARPSYNC.COLLECTIVE:23 ENDCOLLECTIVE:0123 "
      "EXIT:23 ENDCOLLECTIVE:01 EXIT:0 ENDCOLLECTIVE:1 NOP:1 EXIT:1",
      R"(
    branch 23/01
    park 23 0x40
    diverged_fall_through_first 01 0x10
    branch 1/0
    park 1 0x30
    diverged_fall_through_first 0 0x20
    resumed_newest 1 0x30
    resumed_older 23 0x40
    synchronised_last 0123 0x50
    park 01 0x50
    collective_last_first 23 0x70
    exit 23
    resumed_older 01 0x50
    park 1 0x50
    collective_others 0 0x70
    exit 0
    resumed_older 1 0x50
    collective_others 1 0x60
    exit 1)");
}

TEST(Collective, DoesNotMeetAWarpsyncWithoutARegion) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    WARPSYNC R1
    EXIT
    .other:
    WARPSYNC.COLLECTIVE R1, `(.here)
    ENDCOLLECTIVE
    .here:
    EXIT)");
  scene.set(1, {0xF});
  EXPECT_EQ(scene.run().ending, Ending::stopped);
  EXPECT_EQ(scene.trace(), "BRA:23 WARPSYNC:01 WARPSYNC.COLLECTIVE:23");
}

TEST(Collective, IsCompletedByAnExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    WARPSYNC.COLLECTIVE R1, `(.here)
    NOP
    ENDCOLLECTIVE
    .here:
    EXIT
    .out:
    EXIT)");
  scene.set(1, {0xF});
  scene.expect_trace("BRA:23 WARPSYNC.COLLECTIVE:01 EXIT:23 WARPSYNC.COLLECTIVE:01 NOP:01 ENDCOLLECTIVE:01 EXIT:01");
}

TEST(Collective, IsOfTheLanesOfOneMask) {
  tiles(R"(
    BSSY B0, `(.end)
    WARPSYNC.COLLECTIVE R1, `(.here)
    VOTE.ANY R2, PT, PT
    ENDCOLLECTIVE
    .here:
    BSYNC B0
    .end:
    EXIT)")
      .expect_trace(
          "BSSY:0123 WARPSYNC.COLLECTIVE:0123 VOTE.ANY:01 ENDCOLLECTIVE:01 BSYNC:01 WARPSYNC.COLLECTIVE:23 VOTE.ANY:23 "
          "ENDCOLLECTIVE:23 BSYNC:23 EXIT:0123");
}

TEST(Collective, LanesThatPartInsideAllComeBack) {
  BarrierScene scene(R"(
    WARPSYNC.COLLECTIVE R1, `(.here)
    @P0 BRA `(.end)
    NOP
    .end:
    ENDCOLLECTIVE
    .here:
    EXIT)");
  scene.set(1, {0xF});
  scene.expect_trace("WARPSYNC.COLLECTIVE:0123 BRA:23 NOP:01 ENDCOLLECTIVE:01 EXIT:01 ENDCOLLECTIVE:23 EXIT:23");
}

TEST(Collective, EndWithoutABeginningFallsThrough) {
  BarrierScene scene(R"(
    ENDCOLLECTIVE
    EXIT)");
  scene.expect_trace("ENDCOLLECTIVE:0123 EXIT:0123");
}

// BAR

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
