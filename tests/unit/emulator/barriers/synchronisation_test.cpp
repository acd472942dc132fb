// SPDX-License-Identifier: MIT
// WARPSYNC, WARPSYNC.COLLECTIVE .. ENDCOLLECTIVE: lanes wait without a convergence barrier.

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

TEST(Collective, OfAllNamesNoRegister) {
  BarrierScene scene(R"(
    @P0 BRA `(.other)
    WARPSYNC.COLLECTIVE.ALL `(.here)
    NOP
    ENDCOLLECTIVE
    .here:
    EXIT
    .other:
    WARPSYNC.COLLECTIVE.ALL `(.there)
    NOP
    ENDCOLLECTIVE
    .there:
    EXIT)");
  scene.expect_trace(
      "BRA:23 WARPSYNC.COLLECTIVE.ALL:01 WARPSYNC.COLLECTIVE.ALL:23 NOP:0123 ENDCOLLECTIVE:0123 EXIT:23 "
      "ENDCOLLECTIVE:01 EXIT:01");
}

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

}  // namespace
}  // namespace reconverge::emulator
