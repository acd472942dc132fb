// SPDX-License-Identifier: MIT
// BAR of the token stack's generations, and the result of BAR.RED. Convergence barriers: barriers/.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(BlockBarrierOfAWarp, IsPassedByWhicheverLanesComeToIt) {
  Scene scene(R"(
    SSY `(.join)
    @P0 BRA `(.other)
    BAR.SYNC 0x0
    SYNC
    .other:
    BAR.SYNC R4, R4
    SYNC
    .join:
    EXIT)",
              "sm_61");
  scene.warp.predicates[0] = core::LaneMask(0b0011);
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.trace(), "SSY:0123 BRA:01 BAR.SYNC:01 SYNC:01 BAR.SYNC:23 SYNC:23 EXIT:0123");
}

TEST(BlockBarrierOfAWarp, ReducesAPredicateOfItsLanes) {
  Scene scene(R"(
    BAR.RED.POPC 0x3, 0x40, P0
    B2R.RESULT R0
    BAR.RED.POPC R6, R6, !P0
    B2R.RESULT R1
    BAR.RED.AND 0x0, P0
    B2R.RESULT RZ, P1
    BAR.RED.AND 0x0, PT
    B2R.RESULT RZ, P2
    BAR.RED.OR 0x0, P0
    B2R.RESULT RZ, P3
    BAR.RED.OR R6, !PT
    B2R.RESULT RZ, P4
    EXIT)",
              "sm_52");
  scene.warp.predicates[0] = core::LaneMask(0b1'0111);  // lane 4 is not there
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(0)[3], 3u);
  EXPECT_EQ(scene.warp.register_value(1)[0], 1u);
  EXPECT_EQ(scene.warp.predicates[1], core::LaneMask::none());
  EXPECT_EQ(scene.warp.predicates[2], core::LaneMask(0xF));
  EXPECT_EQ(scene.warp.predicates[3], core::LaneMask(0xF));
  EXPECT_EQ(scene.warp.predicates[4], core::LaneMask::none());
}

TEST(ResultOfAReduction, GoesToTheExecutingLanesAlone) {
  DataRow count("B2R.RESULT R0");
  count.warp.reduction = {BarrierQuestion::how_many, 64, 17};
  count.set(0, 5).execute(core::LaneMask(0b10));
  EXPECT_EQ(count.word(0), 5u);
  EXPECT_EQ(count.warp.register_value(0)[1], 17u);
}

TEST(ResultOfAReduction, IsACountOrAVerdict) {
  EXPECT_FALSE(can_execute("B2R.RESULT R0, P0"));
  EXPECT_FALSE(can_execute("B2R R0"));
  EXPECT_FALSE(can_execute("BAR.RED.POPC 0x0", "sm_61"));
  EXPECT_FALSE(can_execute("BAR.RED.AND.OR 0x0, P0", "sm_61"));
  EXPECT_TRUE(can_execute("BAR.ARV 0x4, 0x40", "sm_61"));
  EXPECT_FALSE(can_execute("BAR.SCAN 0x0", "sm_61"));
  EXPECT_FALSE(can_execute("BAR.SYNC 0x0, P0", "sm_61"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
