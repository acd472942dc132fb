// SPDX-License-Identifier: MIT
// How a run ends, and what it says when it stops.

#include <gtest/gtest.h>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::Failure;
using core::LaneMask;

TEST(Run, EndsWhenEveryLaneHasExited) {
  Scene scene("NOP\nEXIT");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(result.steps, 2u);
  EXPECT_FALSE(result.diagnostic);
}

TEST(Run, WithoutLanesEndsAtOnce) {
  Scene scene("NOP\nEXIT");
  scene.live = LaneMask::none();
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(result.steps, 0u);
}

TEST(Run, PastTheLastRowOfAnExcerptIsAnEnd) {
  Scene scene("NOP\nNOP");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::left_listing);
  EXPECT_EQ(result.steps, 2u);
  EXPECT_FALSE(result.diagnostic);
}

TEST(Run, PastTheLastRowWithLanesWaitingIsAFault) {
  Scene scene("NOP\nSSY 0x18\nNOP");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, Failure::input);
  EXPECT_EQ(result.diagnostic->where.line, 5u);
  EXPECT_EQ(result.diagnostic->message,
            "control runs past the last row from 0x10 (NOP) while lanes still wait: SYNC "
            "0x0000000f 0x18");
  EXPECT_EQ(result.diagnostic->hint, "give the complete listing of the function");
}

TEST(Run, StopsAtTheStepLimitWithItsState) {
  Scene scene("SSY 0x10\nBRA 0x8\nEXIT");
  scene.limits.steps = 100;
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::step_limit);
  EXPECT_EQ(result.steps, 100u);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, Failure::emulation);
  EXPECT_EQ(result.diagnostic->where.line, 4u);
  EXPECT_EQ(result.diagnostic->message,
            "no end after 100 instructions; pc 0x8, active 0x0000000f, waiting: SYNC 0x0000000f 0x10");
  EXPECT_NE(result.diagnostic->hint.find("--max-steps"), std::string::npos);
}

TEST(Run, TheLimitAllowsExactlySoManySteps) {
  Scene scene("NOP\nEXIT");
  scene.limits.steps = 2;
  EXPECT_EQ(scene.run().ending, Ending::exited);
  scene.limits.steps = 1;
  EXPECT_EQ(scene.run().ending, Ending::step_limit);
}

TEST(Run, LeavingWithoutATokenUnderflows) {
  for (const char* row : {"SYNC", "NOP.S", "BRK", "CONT", "RET", "LONGJMP"}) {
    Scene scene("NOP\n" + std::string(row) + "\nEXIT");
    const RunResult result = scene.run();
    EXPECT_EQ(result.ending, Ending::stopped) << row;
    EXPECT_EQ(result.steps, 2u) << row;
    ASSERT_TRUE(result.diagnostic) << row;
    EXPECT_EQ(result.diagnostic->failure, Failure::emulation) << row;
    EXPECT_EQ(result.diagnostic->where.line, 4u) << row;
    EXPECT_EQ(result.diagnostic->message,
              std::string(row) +
                  " finds no token of its kind on the re-convergence stack; pc 0x8, active 0x0000000f, "
                  "waiting: nothing");
    EXPECT_NE(result.diagnostic->hint.find("SSY, PBK, PCNT or CAL"), std::string::npos);
  }
}

TEST(Run, ATokenOfAnotherKindIsNoHelp) {
  Scene scene("SSY 0x10\nBRK\nEXIT");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_NE(result.diagnostic->message.find("waiting: SYNC 0x0000000f 0x10"), std::string::npos)
      << result.diagnostic->message;
}

TEST(Run, IndirectBranchToNowhereIsAFault) {
  Scene scene("BRX R4\nEXIT");
  scene.warp.set_register(4, same(0x1234));
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, Failure::emulation);
  EXPECT_EQ(result.diagnostic->where.line, 3u);
  EXPECT_NE(result.diagnostic->message.find("jumps to an address without an instruction"), std::string::npos);
  EXPECT_EQ(result.diagnostic->hint, "check the register that holds the target");
}

TEST(Run, EndlessRecursionIsAFaultOfTheStack) {
  Scene scene("CAL 0x0\nEXIT");
  scene.limits.steps = 10'000'000;
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_EQ(result.steps, TokenStack::max_depth + 1);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, Failure::emulation);
  EXPECT_NE(result.diagnostic->message.find("too deep"), std::string::npos);
  EXPECT_NE(result.diagnostic->hint.find("recursion"), std::string::npos);
  EXPECT_LT(to_string(*result.diagnostic).size(), 2000u) << "the state of a million tokens is not for reading";
}

TEST(Run, EmptyFunctionLeavesTheListing) {
  TokenStack stack;
  const auto executable = decode({}, stack, {}, "empty");
  ASSERT_TRUE(executable);
  Warp warp;
  const RunResult result = run(executable.value(), warp, stack, Events());
  EXPECT_EQ(result.ending, Ending::left_listing);
  EXPECT_EQ(result.steps, 0u);
}

TEST(Run, AWarpAndAStackMayBeUsedAgain) {
  Scene scene("SSY `(.end)\nIADD.S R0, R0, c[0x0][0x20]\n.end:\nEXIT");
  scene.constants = {{{0, 0x20}, 5}};
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.register_value(0)[0], 10u);

  auto function = sass::read_function(listing("SSY 0x10\nFROB\nEXIT", "sm_20"), "f");
  TokenStack stack;
  const auto executable = decode(std::move(function).value(), stack, {}, "f");
  ASSERT_TRUE(executable);
  Warp warp;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run(executable.value(), warp, stack, Events()).ending, Ending::stopped);
    EXPECT_EQ(stack.tokens().size(), 1u);
    EXPECT_EQ(stack.resident(), 1);
  }
}

TEST(TokenStack, DescribesItsTokensBottomFirst) {
  auto function = sass::read_function(listing("PBK 0x18\nSSY 0x10\nFROB\nEXIT", "sm_20"), "f");
  TokenStack stack;
  const auto executable = decode(std::move(function).value(), stack, {}, "f");
  ASSERT_TRUE(executable);
  Warp warp;
  run(executable.value(), warp, stack, Events(), {}, LaneMask(0x3));
  EXPECT_EQ(stack.describe(), "BRK 0x00000003 0x18 | SYNC 0x00000003 0x10");
  EXPECT_EQ(stack.name(), "token-stack");
  EXPECT_EQ(stack.live(), LaneMask(0x3));
  EXPECT_TRUE(stack.has_waiting());
}

}  // namespace
}  // namespace reconverge::emulator::testing
