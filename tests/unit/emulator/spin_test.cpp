// SPDX-License-Identifier: MIT
// A run whose state comes back is stopped; one that only looks like it is not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using ::testing::HasSubstr;

RunResult run(std::string_view rows, std::string_view arch) {
  Scene scene(rows, arch);
  scene.limits.steps = 200'000;
  scene.live = core::LaneMask(0b11);
  return scene.run();
}

TEST(Spin, OfTheWholeWarpIsProved) {
  for (const char* arch : {"sm_61", "sm_90"}) {
    const RunResult result = run(".loop:\nNOP\nBRA `(.loop)\nEXIT", arch);
    EXPECT_EQ(result.ending, Ending::step_limit);
    EXPECT_LT(result.steps, 20'000u);
    ASSERT_TRUE(result.diagnostic);
    EXPECT_THAT(
        result.diagnostic->message,
        HasSubstr("no progress: the same 2 instructions with the same registers and memory; lanes 0x00000003 spin"));
    EXPECT_EQ(result.diagnostic->where.line > 0, true);
  }
}

TEST(Spin, WhileOthersWaitSaysWhere) {
  const RunResult result = run(
      "BSSY B0, `(.join)\nS2R R0, SR_LANEID\nISETP.EQ.AND P0, PT, R0, 0x0, PT\n@P0 BRA `(.meet)\n.loop:\nBRA `(.loop)\n"
      ".meet:\nBSYNC B0\n.join:\nEXIT",
      "sm_90");
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("no progress: the same 1 instructions"));
  EXPECT_THAT(result.diagnostic->message, HasSubstr("waiting: B0 0x00000003 | ready 0x00000001 0x50"));
}

TEST(Spin, ACounterIsProgress) {
  EXPECT_EQ(
      run("MOV R1, RZ\n.loop:\nIADD3 R1, R1, 0x1, RZ\nISETP.LT.AND P0, PT, R1, 0x4000, PT\n@P0 BRA `(.loop)\nEXIT",
          "sm_90")
          .ending,
      Ending::exited);
}

TEST(Spin, MemoryThatChangesIsProgress) {
  // Registers are the same in every pass; what is counted is in memory.
  EXPECT_EQ(run(".loop:\nLDS R1, [0x800]\nIADD3 R1, R1, 0x1, RZ\nISETP.LT.AND P0, PT, R1, 0x2000, PT\nSTS [0x800], "
                "R1\nMOV R1, RZ\n"
                "@P0 BRA `(.loop)\nEXIT",
                "sm_90")
                .ending,
            Ending::exited);
}

TEST(Spin, AClockIsProgress) {
  EXPECT_EQ(
      run(".loop:\nCS2R R2, SR_CLOCKLO\nISETP.LT.AND P0, PT, R2, 0x9000, PT\nCS2R R2, SRZ\n@P0 BRA `(.loop)\nEXIT",
          "sm_90")
          .ending,
      Ending::exited);
}

TEST(Spin, APeriodLongerThanTheFirstWatchIsFoundLater) {
  // A counter of 10 bits.
  const RunResult result = run(
      "MOV R1, RZ\n.loop:\nIADD3 R1, R1, 0x1, RZ\nLOP3.LUT R1, R1, 0x3ff, RZ, 0xc0, !PT\nBRA `(.loop)\nEXIT", "sm_90");
  EXPECT_EQ(result.ending, Ending::step_limit);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("the same 3072 instructions"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
