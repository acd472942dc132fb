// SPDX-License-Identifier: MIT
// Every control instruction of the token stack, by what runs in which lanes and what is pushed.
// P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, of the lanes 0..3.

#include <gtest/gtest.h>

#include "unit/emulator/control_flow.hpp"

namespace reconverge::emulator {
namespace {

using testing::ControlFlow;
using testing::Scene;

TEST_F(ControlFlow, BranchTakenByNobodyFallsThroughWithoutAToken) {
  Scene scene(R"(
    @P3 BRA `(.end)
    NOP
    .end:
    EXIT)");
  expect_trace(scene, "BRA:- NOP:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "");
}

TEST_F(ControlFlow, BranchTakenByAllJumpsWithoutAToken) {
  Scene scene(R"(
    @!P3 BRA `(.end)
    NOP
    .end:
    EXIT)");
  expect_trace(scene, "BRA:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "");
}

TEST_F(ControlFlow, DivergentBranchRunsTheTakenSideFirst) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.taken)
    IADD R1, R1, 0x1
    SYNC
    .taken:
    MOV R2, R1
    SYNC
    .join:
    EXIT)",
              "sm_50");
  expect_trace(scene, "SSY:0123 BRA:23 MOV:23 SYNC:23 IADD:01 SYNC:01 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 -DIV:01 -SYNC:0123");
}

TEST_F(ControlFlow, PredicateCountsForActiveLanesOnly) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.taken)
    @!P0 BRA `(.never)
    SYNC
    .taken:
    @!P0 BRA `(.never)
    SYNC
    .never:
    SYNC
    .join:
    EXIT)",
              "sm_50");
  expect_trace(scene, "SSY:0123 BRA:23 BRA:- SYNC:23 BRA:01 SYNC:01 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 -DIV:01 -SYNC:0123");
}

TEST_F(ControlFlow, SuffixSLeavesTheSyncTokenAfterItsCarrier) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.last)
    IADD R1, R1, 0x1
    .last:
    IADD.S R2, R2, 0x1
    .join:
    EXIT)");
  expect_trace(scene, "SSY:0123 BRA:23 IADD.S:23 IADD:01 IADD.S:01 EXIT:0123");
  for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_EQ(scene.warp.register_value(2)[lane], 1u) << lane;
  EXPECT_EQ(scene.warp.register_value(2)[4], 0u) << "lane 4 takes no part";
}

TEST_F(ControlFlow, NopSIsACarrier) {
  Scene scene(R"(
    SSY `(.join)
    NOP.S
    NOP
    .join:
    EXIT)");
  expect_trace(scene, "SSY:0123 NOP.S:0123 EXIT:0123");
}

TEST_F(ControlFlow, PredicatedCarrierRetiresOnlyTheLanesOfItsGuard) {
  Scene scene(R"(
    SSY `(.join)
    @P0 IADD.S R1, R1, 0x1
    IADD R2, R2, 0x1
    NOP.S
    .join:
    EXIT)");
  expect_trace(scene, "SSY:0123 IADD.S:23 IADD:01 NOP.S:01 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 -SYNC:0123");
  EXPECT_EQ(scene.warp.register_value(1)[1], 0u);
  EXPECT_EQ(scene.warp.register_value(1)[2], 1u);
}

TEST_F(ControlFlow, ConditionalSyncRetiresOnlyTheLanesOfItsGuard) {
  Scene scene(R"(
    SSY `(.join)
    @P1 SYNC
    @P0 SYNC
    NOP
    SYNC
    .join:
    EXIT)",
              "sm_50");
  expect_trace(scene, "SSY:0123 SYNC:3 SYNC:2 NOP:01 SYNC:01 EXIT:0123");
}

TEST_F(ControlFlow, RetiredLanesAlsoLeaveTheTokensAbove) {
  // Lane 3 breaks out of the if; the SYNC token above the BRK token must not bring it back.
  Scene scene(R"(
    PBK `(.out)
    SSY `(.join)
    @P1 BRK
    NOP
    SYNC
    .join:
    IADD R1, R1, 0x1
    BRK
    .out:
    EXIT)",
              "sm_50");
  expect_trace(scene, "PBK:0123 SSY:0123 BRK:3 NOP:012 SYNC:012 IADD:012 BRK:012 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+BRK:0123 +SYNC:0123 -SYNC:012 -BRK:0123");
}

TEST_F(ControlFlow, SyncOfNobodyNeedsNoToken) {
  Scene scene(R"(
    @P3 SYNC
    @P3 BRK
    @P3 CONT
    @P3 RET
    EXIT)",
              "sm_50");
  expect_trace(scene, "SYNC:- BRK:- CONT:- RET:- EXIT:0123");
}

TEST_F(ControlFlow, BreakLeavesALoopLaneByLane) {
  // Lanes leave when the counter reaches their bound: 1, 1, 2, 3.
  Scene scene(R"(
    PBK `(.out)
    .top:
    IADD R1, R1, 0x1
    ISETP.GE.AND P4, PT, R1, R5, PT
    @P4 BRK
    BRA `(.top)
    .out:
    EXIT)",
              "sm_50");
  core::LaneValues bounds{1, 1, 2, 3};
  scene.warp.set_register(5, bounds);
  expect_trace(scene,
               "PBK:0123 IADD:0123 ISETP.GE.AND:0123 BRK:01 BRA:23 IADD:23 ISETP.GE.AND:23 BRK:2 BRA:3 "
               "IADD:3 ISETP.GE.AND:3 BRK:3 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+BRK:0123 -BRK:0123");
  for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_EQ(scene.warp.register_value(1)[lane], bounds[lane]);
}

TEST_F(ControlFlow, BreakOutOfAnIfUnwindsTheSyncToken) {
  // Both sides of the if break: its SYNC token is popped, empty, on the way to the BRK token.
  Scene scene(R"(
    PBK `(.out)
    SSY `(.join)
    @P0 BRA `(.taken)
    BRK
    .taken:
    BRK
    .join:
    NOP
    .out:
    EXIT)",
              "sm_50");
  expect_trace(scene, "PBK:0123 SSY:0123 BRA:23 BRK:23 BRK:01 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+BRK:0123 +SYNC:0123 +DIV:01 -DIV:01 -SYNC:- -BRK:0123");
}

TEST_F(ControlFlow, ContinueWaitsForTheOthersAtTheTokensTarget) {
  Scene scene(R"(
    PCNT `(.latch)
    @P0 CONT
    IADD R1, R1, 0x1
    CONT
    NOP
    .latch:
    IADD R2, R2, 0x1
    EXIT)",
              "sm_50");
  expect_trace(scene, "PCNT:0123 CONT:23 IADD:01 CONT:01 IADD:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+CONT:0123 -CONT:0123");
}

TEST_F(ControlFlow, InnermostTokenOfTheKindIsTheOneLeft) {
  Scene scene(R"(
    PBK `(.outer)
    PBK `(.inner)
    BRK
    .inner:
    IADD R1, R1, 0x1
    BRK
    .outer:
    EXIT)",
              "sm_50");
  expect_trace(scene, "PBK:0123 PBK:0123 BRK:0123 IADD:0123 BRK:0123 EXIT:0123");
}

TEST_F(ControlFlow, CallReturnsToTheNextInstruction) {
  Scene scene(R"(
    CAL `(.callee)
    IADD R1, R2, 0x1
    EXIT
    .callee:
    @P0 RET
    IADD R2, R2, 0x5
    RET)",
              "sm_50");
  expect_trace(scene, "CAL:0123 RET:23 IADD:01 RET:01 IADD:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+RET:0123 -RET:0123");
  EXPECT_EQ(scene.warp.register_value(1)[0], 6u);
  EXPECT_EQ(scene.warp.register_value(1)[3], 1u);
}

TEST_F(ControlFlow, PredicatedCallLeavesTheOthersWaitingBehindIt) {
  Scene scene(R"(
    SSY `(.join)
    @P0 CAL `(.callee)
    SYNC
    .join:
    EXIT
    .callee:
    IADD R2, R2, 0x5
    RET)",
              "sm_50");
  expect_trace(scene, "SSY:0123 CAL:23 IADD:23 RET:23 SYNC:23 SYNC:01 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 +RET:23 -RET:23 -DIV:01 -SYNC:0123");
}

TEST_F(ControlFlow, CallOfNobodyFallsThrough) {
  Scene scene(R"(
    @P3 CAL `(.callee)
    EXIT
    .callee:
    RET)");
  expect_trace(scene, "CAL:- EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "");
}

TEST_F(ControlFlow, NestedCallsAndAReturnFromInsideAnIf) {
  Scene scene(R"(
    JCAL `(.outer)
    EXIT
    .outer:
    CAL `(.inner)
    IADD R1, R1, 0x1
    RET
    .inner:
    SSY `(.join)
    @P0 BRA `(.taken)
    RET
    .taken:
    NOP.S
    .join:
    IADD R2, R2, 0x1
    RET)");
  expect_trace(scene,
               "JCAL:0123 CAL:0123 SSY:0123 BRA:23 NOP.S:23 RET:01 IADD:23 RET:23 IADD:0123 RET:0123 "
               "EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+RET:0123 +RET:0123 +SYNC:0123 +DIV:01 -DIV:01 -SYNC:23 -RET:0123 -RET:0123");
}

TEST_F(ControlFlow, PretNamesWhereReturnLeadsTo) {
  Scene scene(R"(
    PRET `(.back)
    BRA `(.callee)
    NOP
    .back:
    EXIT
    .callee:
    RET)");
  expect_trace(scene, "PRET:0123 BRA:0123 RET:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+RET:0123 -RET:0123");
}

TEST_F(ControlFlow, LongjmpLeavesForThePushedTarget) {
  Scene scene(R"(
    PLONGJMP `(.handler)
    @P0 LONGJMP
    NOP
    LONGJMP
    NOP
    .handler:
    EXIT)");
  expect_trace(scene, "PLONGJMP:0123 LONGJMP:23 NOP:01 LONGJMP:01 EXIT:0123");
}

TEST_F(ControlFlow, JumpsAreBranches) {
  Scene scene(R"(
    JMP `(.next)
    NOP
    .next:
    JMX R4
    NOP
    EXIT)");
  scene.warp.set_register(4, testing::same(0x20));
  expect_trace(scene, "JMP:0123 JMX:0123 EXIT:0123");
}

TEST_F(ControlFlow, ExitOfSomeLanesTakesThemOutOfEveryToken) {
  Scene scene(R"(
    SSY `(.join)
    @P1 EXIT
    @P0 BRA `(.taken)
    NOP.S
    .taken:
    NOP.S
    .join:
    EXIT)");
  expect_trace(scene, "SSY:0123 EXIT:3 BRA:2 NOP.S:2 NOP.S:01 EXIT:012");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 -DIV:01 -SYNC:012");
}

TEST_F(ControlFlow, ExitOfOneSideResumesTheOther) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.taken)
    NOP.S
    .taken:
    EXIT
    .join:
    KIL)");
  expect_trace(scene, "SSY:0123 BRA:23 EXIT:23 NOP.S:01 KIL:01");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 -DIV:01 -SYNC:01");
}

TEST_F(ControlFlow, LastExitEmptiesTheStack) {
  Scene scene(R"(
    SSY `(.join)
    PBK `(.join)
    EXIT
    .join:
    NOP)");
  expect_trace(scene, "SSY:0123 PBK:0123 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +BRK:0123 -BRK:- -SYNC:-");
}

TEST_F(ControlFlow, NestedIfsJoinInnermostFirst) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.outer)
    IADD R1, R1, 0x1
    SYNC
    .outer:
    SSY `(.inner_join)
    @P1 BRA `(.inner)
    IADD R2, R2, 0x1
    SYNC
    .inner:
    IADD R3, R3, 0x1
    SYNC
    .inner_join:
    MOV R4, R3
    SYNC
    .join:
    EXIT)",
              "sm_50");
  expect_trace(scene,
               "SSY:0123 BRA:23 SSY:23 BRA:3 IADD:3 SYNC:3 IADD:2 SYNC:2 MOV:23 SYNC:23 IADD:01 SYNC:01 "
               "EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:01 +SYNC:23 +DIV:2 -DIV:2 -SYNC:23 -DIV:01 -SYNC:0123");
}

TEST_F(ControlFlow, LoopWithPerLaneBoundsRetiresAtItsCarrier) {
  // The paper's single loop in little: bounds 3, 3, 2, 1.
  Scene scene(R"(
    SSY `(.join)
    .top:
    IADD R4, R4, 0x1
    ISETP.LT.AND P5, PT, R4, R5, PT
    @P5 BRA `(.top)
    NOP.S
    .join:
    EXIT)");
  const core::LaneValues bounds{3, 3, 2, 1};
  scene.warp.set_register(5, bounds);
  expect_trace(scene,
               "SSY:0123 IADD:0123 ISETP.LT.AND:0123 BRA:012 IADD:012 ISETP.LT.AND:012 BRA:01 IADD:01 "
               "ISETP.LT.AND:01 BRA:- NOP.S:01 NOP.S:2 NOP.S:3 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:3 +DIV:2 -DIV:2 -DIV:3 -SYNC:0123");
  for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_EQ(scene.warp.register_value(4)[lane], bounds[lane]);
}

TEST_F(ControlFlow, UniformHintChangesNothing) {
  Scene scene(R"(
    @P0 BRA.U `(.taken)
    NOP
    .taken:
    EXIT)");
  expect_trace(scene, "BRA.U:23 EXIT:23 NOP:01 EXIT:01");
}

}  // namespace
}  // namespace reconverge::emulator
