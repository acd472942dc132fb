// What the mechanism refuses, and what it says when no lane can go on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;
using ::testing::HasSubstr;

std::string message_of(BarrierScene&& scene) {
  const RunResult result = scene.run();
  return result.diagnostic ? result.diagnostic->message : "";
}

TEST(Deadlock, NamesLanesBarrierAndLanesWaitedFor) {
  BarrierScene scene(R"(
    BSSY B3, `(.join)
    @P0 BRA `(.wait)
    BSYNC B3
    .join:
    EXIT
    .wait:
    WARPSYNC.ALL
    EXIT)");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->message,
            "deadlock at WARPSYNC.ALL: no lane can go on; lanes 0x00000003 wait at B3 (0x20) for lanes 0x0000000c; "
            "lanes 0x0000000c wait at WARPSYNC (0x40) for lanes 0x00000003");
  EXPECT_EQ(result.diagnostic->where.line, 9);
  EXPECT_THAT(result.diagnostic->hint, HasSubstr("BREAK that is missing"));
}

TEST(Deadlock, AtABlockBarrierThatOthersDoNotReach) {
  BarrierScene scene(R"(
    BSSY B3, `(.join)
    @P0 BRA `(.wait)
    BSYNC B3
    .join:
    EXIT
    .wait:
    BAR.SYNC 0x0
    EXIT)");
  EXPECT_THAT(message_of(std::move(scene)), HasSubstr("lanes 0x0000000c wait at BAR (0x40) for lanes 0x00000003"));
}

TEST(Deadlock, OfTwoBarriersThatWaitForEachOther) {
  BarrierScene scene(R"(
    BSSY B0, `(.end)
    BSSY B1, `(.end)
    @P0 BRA `(.other)
    BSYNC B0
    BSYNC B1
    EXIT
    .other:
    BSYNC B1
    BSYNC B0
    .end:
    EXIT)");
  EXPECT_THAT(message_of(std::move(scene)), HasSubstr("lanes 0x00000003 wait at B0 (0x30) for lanes 0x0000000c; "
                                           "lanes 0x0000000c wait at B1 (0x60) for lanes 0x00000003"));
}

TEST(Limit, EndsALoopAndShowsWhoIsWhere) {
  // A spin without YIELD: the lanes that could end it never run.
  BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.meet)
    .spin:
    BRA `(.spin)
    .meet:
    BSYNC B0
    .join:
    EXIT)");
  scene.limits.steps = 100;
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::step_limit);
  EXPECT_EQ(result.steps, 100u);
  EXPECT_THAT(result.diagnostic.value().message,
              HasSubstr("pc 0x20, active 0x00000003, waiting: B0 0x0000000f | ready 0x0000000c 0x30"));
}

/// What the run says at a row that it cannot execute.
std::string refusal_of(const std::string& row) {
  BarrierScene scene(row + "\nEXIT");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped) << row;
  return result.diagnostic ? result.diagnostic->message : "";
}

class UnknownModifier : public ::testing::TestWithParam<const char*> {};

TEST_P(UnknownModifier, StopsTheRunThere) {
  const std::string row = GetParam();
  const std::string mnemonic = row.substr(0, row.find(' '));
  EXPECT_EQ(refusal_of(row), "'" + mnemonic + "' cannot be executed: no such instruction is implemented");
}

INSTANTIATE_TEST_SUITE_P(Control, UnknownModifier,
                         ::testing::Values("BSYNC.NEVER B0", "BREAK.ALWAYS B0", "BMOV.64 R1, B0", "BAR.SCAN 0x0",
                                           "BAR.RED.XOR 0x0, P0", "B2R R1", "BPT.INT 0x1", "EXIT.KEEPREFCOUNT", "YIELD.LATER",
                                           "WARPSYNC.SOME R1"));

class UnknownOperands : public ::testing::TestWithParam<const char*> {};

TEST_P(UnknownOperands, StopTheRunThere) {
  EXPECT_THAT(refusal_of(GetParam()), ::testing::AnyOf(HasSubstr("are not of the form this tool executes"),
                                                       HasSubstr("is not implemented")));
}

INSTANTIATE_TEST_SUITE_P(Control, UnknownOperands,
                         ::testing::Values("BREAK", "BSYNC R1", "BMOV.32 R1, R2", "BMOV.32 B0, 0x1", "WARPSYNC",
                                           "BRX c[0x0][0x4]", "RET.REL.NODEC 0x0", "BAR 0x0", "BAR.SYNC.ARV 0x0", "BAR.RED.POPC 0x0",
                                           "BAR.RED 0x0, P0", "BAR.RED.AND.OR 0x0, P0", "BAR.SYNC.AND 0x0, P0", "BAR.SYNC 0x0, P0",
                                           "BAR.RED.OR 0x0, P0, P1"));

/// What a run under either mechanism says that comes to BPT.TRAP with some lanes, or with none.
std::optional<core::Diagnostic> trapped(const char* arch, core::LaneMask lanes) {
  testing::Scene scene("@P0 BPT.TRAP 0x1\nEXIT", arch);
  scene.warp.predicates[0] = lanes;
  return scene.run().diagnostic;
}

TEST(Trap, EndsTheRunIfALaneComesToIt) {
  for (const char* arch : {"sm_61", "sm_90"}) {
    const auto diagnostic = trapped(arch, core::LaneMask(0b0100));
    ASSERT_TRUE(diagnostic) << arch;
    EXPECT_EQ(diagnostic->failure, core::Failure::emulation);
    EXPECT_THAT(diagnostic->message, HasSubstr("BPT.TRAP stops the kernel"));
    EXPECT_FALSE(trapped(arch, core::LaneMask::none())) << arch;
  }
}

TEST(Refusal, TokensOfOlderGenerationsAreUnknown) {
  EXPECT_THAT(message_of(BarrierScene("SSY `(.end)\n.end:\nEXIT")), HasSubstr("SSY"));
}

TEST(Refusal, ATargetThatIsMissingIsAnErrorAtOnce) {
  const BarrierScene scene("BSSY B0\nEXIT");
  EXPECT_THAT(scene.decoding_error().value().message, HasSubstr("BSSY has no target"));
}

}  // namespace
}  // namespace reconverge::emulator
