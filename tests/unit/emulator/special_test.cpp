#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(S2r, LaneAndThreadAreTheLanesNumber) {
  for (const char* name : {"SR_LANEID", "SR_TID.X", "SR_Tid_X"}) {
    Scene scene("S2R R0, " + std::string(name) + "\nEXIT");
    const LaneVector value = result_of(scene, 0);
    for (std::size_t lane = 0; lane < lanes; ++lane) EXPECT_EQ(value[lane], lane) << name;
  }
}

TEST(S2r, OneWarpIsTheWholeGrid) {
  for (const char* name :
       {"SR_TID.Y", "SR_TID.Z", "SR_CTAID.X", "SR_CTAID.Y", "SR_CTAID.Z", "SR_Ctaid_X"}) {
    Scene scene("MOV32I R0, 0x5\nS2R R0, " + std::string(name) + "\nEXIT");
    EXPECT_EQ(result_of(scene, 0), LaneVector{}) << name;
  }
}

TEST(S2r, ClockCountsInstructions) {
  Scene scene(R"(
    S2R R0, SR_CLOCKLO
    NOP
    S2R R1, SR_CLOCKLO
    S2R R2, SR_CLOCKHI
    EXIT)");
  EXPECT_EQ(result_of(scene, 0), broadcast(1));
  EXPECT_EQ(scene.warp.register_value(1), broadcast(3));
  EXPECT_EQ(scene.warp.register_value(2), broadcast(0));
}

TEST(S2r, UnknownRegisterStopsWhenReached) {
  Scene scene("S2R R0, SR_VIRTCFG\nEXIT");
  const RunResult result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, core::Failure::input);
  EXPECT_EQ(result.steps, 0u);
}

TEST(Nop, ChangesNothing) {
  Scene scene("NOP\nEXIT");
  const Warp before = Warp();
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.values, before.values);
  EXPECT_EQ(scene.warp.predicates, before.predicates);
}

}  // namespace
}  // namespace reconverge::emulator::testing
