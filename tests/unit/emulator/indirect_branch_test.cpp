// SPDX-License-Identifier: MIT
// Branches to addresses in registers, under the token stack.

#include <gtest/gtest.h>

#include "unit/emulator/control_flow.hpp"

namespace reconverge::emulator {
namespace {

using testing::ControlFlow;
using testing::Scene;

TEST_F(ControlFlow, IndirectBranchServesOneTargetAfterAnother) {
  // Rows are 8 bytes on sm_20: SSY 00, BRX 08, case at 10, case at 20, join 30.
  Scene scene(R"(
    SSY `(.join)
    BRX R4 -0x10
    IADD R1, R1, 0x1
    NOP.S
    IADD R2, R2, 0x1
    NOP.S
    .join:
    EXIT)");
  scene.warp.set_register(4, core::LaneValues{0x20, 0x10, 0x20, 0x10});
  expect_trace(scene, "SSY:0123 BRX:0123 IADD:02 NOP.S:02 BRX:13 IADD:13 NOP.S:13 EXIT:0123");
  EXPECT_EQ(scene.stack_events(), "+SYNC:0123 +DIV:13 -DIV:13 -SYNC:0123");
  EXPECT_EQ(scene.warp.register_value(2)[0], 1u);
  EXPECT_EQ(scene.warp.register_value(1)[1], 1u);
}

TEST_F(ControlFlow, IndirectBranchCountsFromItsEnd) {
  Scene scene(R"(
    BRX R4 0x8
    NOP
    NOP
    EXIT)");
  scene.warp.set_register(4, testing::same(0x8));
  expect_trace(scene, "BRX:0123 EXIT:0123");
}

TEST_F(ControlFlow, IndirectBranchDoesNotCountTheControlWordBehindIt) {
  // NOPs at 08 and 10, BRX at 18; 20 is a control word, which tables may hold: 28 is meant.
  const auto rows = [](std::string_view offset) {
    return "NOP\nNOP\nBRX R4 " + std::string(offset) + "\nIADD R1, R1, 0x1\nIADD R2, R2, 0x1\nEXIT";
  };
  Scene scene(rows("-0x20"), "sm_61");
  scene.warp.set_register(4, core::LaneValues{0x28, 0x30, 0x20, 0x38});
  expect_trace(
      scene,
      "NOP:0123 NOP:0123 BRX:0123 IADD:0 IADD:0 EXIT:0 BRX:123 IADD:1 EXIT:1 BRX:23 IADD:2 IADD:2 EXIT:2 BRX:3 EXIT:3");
  Scene relative(rows("0x10"), "sm_61");
  expect_trace(relative, "NOP:0123 NOP:0123 BRX:0123 IADD:0123 EXIT:0123");
}

TEST_F(ControlFlow, IndirectBranchWithManyTargetsEndsInOneGroup) {
  Scene scene(R"(
    SSY `(.join)
    BRX R4 -0x10
    NOP.S
    NOP.S
    NOP.S
    NOP.S
    .join:
    EXIT)");
  scene.warp.set_register(4, core::LaneValues{0x28, 0x20, 0x18, 0x10});
  expect_trace(scene, "SSY:0123 BRX:0123 NOP.S:0 BRX:123 NOP.S:1 BRX:23 NOP.S:2 BRX:3 NOP.S:3 EXIT:0123");
}

TEST_F(ControlFlow, PredicatedIndirectBranchKeepsTheOthersForTheirTurn) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRX R4 -0x10
    IADD R1, R1, 0x1
    NOP.S
    NOP.S
    .join:
    EXIT)");
  scene.warp.set_register(4, testing::same(0x20));
  expect_trace(scene, "SSY:0123 BRX:23 NOP.S:23 BRX:- IADD:01 NOP.S:01 EXIT:0123");
}

}  // namespace
}  // namespace reconverge::emulator
