// SPDX-License-Identifier: MIT
// BRX, JMX, CALL and RET: targets that stand in registers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

constexpr std::string_view brx_over_three_places = R"(
    BRX R2 -0x10
    EXIT
    NOP
    EXIT
    NOP
    EXIT)";

TEST(IndirectBranch, OffsetCountsFromTheNextInstruction) {
  BarrierScene scene(R"(
    NOP
    BRX R2 -0x20
    NOP
    EXIT)");
  scene.set(2, {0x30});
  scene.expect("NOP:0123 BRX:0123 EXIT:0123", R"(
    branch 0123/-
    jumped_indirect 0123 0x30
    exit 0123)");
}

TEST(IndirectBranch, LanesOfTheLowestLanesTargetPartAndTheRestExecutesItAgain) {
  BarrierScene scene(brx_over_three_places);
  scene.set(2, {0x40, 0x40, 0x20, 0x50});
  scene.expect("BRX:0123 NOP:01 EXIT:01 BRX:23 NOP:2 EXIT:2 BRX:3 EXIT:3", R"(
    branch 01/23
    park 23 0x0
    diverged_lowest_lane_first 01 0x40
    exit 01
    resumed_newest 23 0x0
    branch 2/3
    park 3 0x0
    diverged_lowest_lane_first 2 0x20
    exit 2
    resumed_newest 3 0x0
    branch 3/-
    jumped_indirect 3 0x50
    exit 3)");
}

TEST(IndirectBranch, IfTheyAreMoreThanTheRestTheRestGoesFirst) {
  BarrierScene scene(brx_over_three_places);
  scene.set(2, {0x20, 0x20, 0x40, 0x20});
  scene.expect("BRX:0123 NOP:2 EXIT:2 BRX:013 NOP:013 EXIT:013", R"(
    branch 2/013
    park 013 0x0
    diverged_others_first 2 0x40
    exit 2
    resumed_newest 013 0x0
    branch 013/-
    jumped_indirect 013 0x20
    exit 013)");
}

TEST(IndirectBranch, OfTheRestThoseOfItsLowestLaneGoFirstAndAllOthersWaitAsOneGroup) {
  BarrierScene scene(brx_over_three_places);
  scene.live = core::LaneMask(0b11111);
  scene.set(2, {0x20, 0x20, 0x50, 0x40, 0x20, 0x20});
  // 0, 1 and 4 are more than 2 and 3. Of 0, 1, 3 and 4 then 3 goes first.
  scene.expect_trace("BRX:01234 EXIT:2 BRX:0134 NOP:3 EXIT:3 BRX:014 NOP:014 EXIT:014");
}

TEST(IndirectBranch, LanesThatFallThroughGoFirstUnlessTheyAreMore) {
  BarrierScene scene(R"(
    @!P1 BRX R2 -0x10
    EXIT
    NOP
    EXIT
    NOP
    EXIT)");
  scene.set(2, {0x20, 0x40, 0x40, 0x40});
  scene.expect_trace("BRX:012 EXIT:3 BRX:012 NOP:0 EXIT:0 BRX:12 NOP:12 EXIT:12");
}

// Measured on an H200 for every number of lanes: probes/segments/segments.py.
TEST(IndirectBranch, GuardedReturnPartsAsABranchDoes) {
  constexpr std::string_view early_return = R"(
    @P0 RET.REL R2 0x0
    NOP
    RET.REL R2 0x0
    EXIT)";
  BarrierScene tie(early_return);  // P0 holds for lanes 2 and 3
  tie.set(2, {0x30});
  tie.expect("RET.REL:23 NOP:01 RET.REL:01 EXIT:01 RET.REL:23 EXIT:23", R"(
    branch 23/01
    park 23 0x0
    diverged_fall_through_first 01 0x10
    branch 01/-
    jumped_indirect 01 0x30
    exit 01
    resumed_newest 23 0x0
    branch 23/-
    jumped_indirect 23 0x30
    exit 23)");
  BarrierScene fewer_return(early_return);
  fewer_return.live = core::LaneMask(0b0111);
  fewer_return.set(2, {0x30});
  fewer_return.expect_trace("RET.REL:2 EXIT:2 RET.REL:- NOP:01 RET.REL:01 EXIT:01");
}

TEST(IndirectBranch, GuardAndSecondPredicateSayWhoJumps) {
  BarrierScene scene(R"(
    @P0 BRX P2, R2 -0x10
    NOP
    EXIT)");
  scene.set(2, {0x20});
  scene.expect_trace("BRX:23 EXIT:3 BRX:2 NOP:012 EXIT:012");
}

TEST(IndirectBranch, JmxTakesTheAddressItself) {
  BarrierScene scene(R"(
    JMX R2
    NOP
    EXIT)");
  scene.set(2, {0x20});
  scene.expect_trace("JMX:0123 EXIT:0123");
}

TEST(IndirectBranch, UniformRegisterGivesOneTarget) {
  BarrierScene scene(R"(
    BRXU UR4 -0x10
    NOP
    EXIT)");
  scene.warp.values[first_uniform + 4] = broadcast(0x20);
  scene.expect_trace("BRXU:0123 EXIT:0123");
}

TEST(IndirectBranch, ToNoInstructionStops) {
  BarrierScene scene(R"(
    BRX R2 -0x10
    EXIT)");
  scene.set(2, {0x18});
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_THAT(result.diagnostic.value().message,
              ::testing::HasSubstr("BRX jumps to an address without an instruction"));
}

/// What is said of a jump to a good address but for a 1 in the high word.
std::string refusal_of_wild_high_word(const std::string& row, int pair) {
  BarrierScene scene(row + "\nNOP\nEXIT");
  scene.warp.values[static_cast<std::size_t>(pair)] = broadcast(0x10);
  scene.warp.values[static_cast<std::size_t>(pair) + 1] = broadcast(1);
  const RunResult result = scene.run();
  return result.diagnostic ? result.diagnostic->message : "";
}

TEST(IndirectBranch, TakesBothWordsOfThePair) {
  for (const std::string row :
       {"BRX R2 -0x10", "JMX R2", "RET.ABS.NODEC R2 0x0", "RET.REL.NODEC R2 0x0", "CALL.ABS.NOINC R2"})
    EXPECT_THAT(refusal_of_wild_high_word(row, 2), ::testing::HasSubstr("jumps to an address without an instruction"))
        << row;
  EXPECT_THAT(refusal_of_wild_high_word("BRXU UR4 -0x10", first_uniform + 4),
              ::testing::HasSubstr("jumps to an address without an instruction"));
}

TEST(IndirectBranch, LanesThatDifferInTheHighWordAloneWantDifferentPlaces) {
  BarrierScene scene(brx_over_three_places);
  scene.set(2, {0x20});
  scene.set(3, {0, 1, 0, 0});
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped) << "lane 1 goes nowhere";
}

TEST(IndirectBranch, ATableMayHoldDistancesBackwards) {
  BarrierScene scene(R"(
    BRA `(.table)
    NOP
    EXIT
    .table:
    BRX R2 0x0)");
  scene.set(2, {0xFFFF'FFD0});
  scene.set(3, {0xFFFF'FFFF});
  scene.expect_trace("BRA:0123 BRX:0123 NOP:0123 EXIT:0123");
}

TEST(IndirectBranch, TheOtherHalfOfTheLastRegisterReadsAsZero) {
  for (const char* row : {"JMX R254", "BRXU UR254 -0x10"}) {
    BarrierScene scene(std::string(row) + "\nMOV R1, 0x1\nEXIT");  // the literal would be the word behind UR254
    scene.set(254, {0x20});
    scene.warp.values[first_uniform + 254] = broadcast(0x20);
    EXPECT_EQ(scene.run().ending, Ending::exited) << row;
    EXPECT_EQ(scene.trace().substr(scene.trace().find(' ') + 1), "EXIT:0123");
  }
}

TEST(Call, IsAPlainJumpAndRetGoesWhereTheRegisterSays) {
  BarrierScene scene(R"(
    MOV R20, 0x20
    CALL.REL.NOINC `(.function)
    EXIT
    .function:
    NOP
    RET.REL.NODEC R20 0x0)");
  scene.expect("MOV:0123 CALL.REL.NOINC:0123 NOP:0123 RET.REL.NODEC:0123 EXIT:0123", R"(
    jumped 0123 0x30
    branch 0123/-
    jumped_indirect 0123 0x20
    exit 0123)");
}

TEST(Call, ByPartOfAGroupSplitsIt) {
  BarrierScene scene(R"(
    BSSY B0, `(.back)
    MOV R20, 0x30
    @P1 CALL.REL.NOINC `(.function)
    BSYNC B0
    .back:
    EXIT
    .function:
    RET.REL.NODEC R20 0x0)");
  scene.expect_trace("BSSY:0123 MOV:0123 CALL.REL.NOINC:3 RET.REL.NODEC:3 BSYNC:3 BSYNC:012 EXIT:0123");
}

TEST(Call, ThroughARegisterGoesToEachLanesFunction) {
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    CALL.ABS.NOINC R4
    .back:
    BSYNC B0
    .join:
    EXIT
    IADD R1, R1, 0x1
    RET.ABS.NODEC R20 0x0
    IADD R1, R1, 0x2
    RET.ABS.NODEC R20 0x0)");
  scene.set(4, {0x40, 0x60, 0x40, 0x60});
  scene.set(20, {0x20});
  scene.expect_trace(
      "BSSY:0123 CALL.ABS.NOINC:0123 IADD:02 RET.ABS.NODEC:02 BSYNC:02 "
      "CALL.ABS.NOINC:13 IADD:13 RET.ABS.NODEC:13 BSYNC:13 EXIT:0123");
  EXPECT_EQ(scene.warp.register_value(1)[2], 1u);
  EXPECT_EQ(scene.warp.register_value(1)[3], 2u);
}

TEST(Call, RetCanSplitTheGroup) {
  BarrierScene scene(R"(
    RET.REL.NODEC R20 0x0
    NOP
    EXIT
    EXIT)");
  scene.set(20, {0x10, 0x10, 0x10, 0x30});
  scene.expect_trace("RET.REL.NODEC:0123 EXIT:3 RET.REL.NODEC:012 NOP:012 EXIT:012");
}

}  // namespace
}  // namespace reconverge::emulator
