// SPDX-License-Identifier: MIT
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
            "deadlock at WARPSYNC.ALL: no lane can continue; lanes 0x00000003 wait at B3 (0x20) for lanes 0x0000000c; "
            "lanes 0x0000000c wait at WARPSYNC (0x40) for lanes 0x00000003");
  EXPECT_EQ(result.diagnostic->where.line, 9);
  EXPECT_THAT(result.diagnostic->hint, HasSubstr("BREAK that is missing"));
  EXPECT_THAT(result.diagnostic->hint, HasSubstr("a __syncwarp() or __syncthreads() (WARPSYNC, BAR) in a branch"));
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
  EXPECT_THAT(message_of(std::move(scene)), HasSubstr("lanes 0x0000000c wait at BAR 0 (0x40) for lanes 0x00000003"));
}

TEST(Deadlock, OfLanesAtTwoWarpsyncs) {
  const std::string_view rows = R"(
    @P0 BRA `(.other)
    WARPSYNC.ALL
    EXIT
    .other:
    WARPSYNC.ALL
    EXIT)";
  EXPECT_THAT(message_of(BarrierScene(rows)),
              HasSubstr("lanes 0x00000003 wait at WARPSYNC (0x10) for lanes 0x0000000c; "
                        "lanes 0x0000000c wait at WARPSYNC (0x30) for lanes 0x00000003"));
}

TEST(Deadlock, OfLanesAtTwoWarpsyncsStaysOneWhenOthersExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    @P2 BRA `(.other)
    WARPSYNC.ALL
    EXIT
    .other:
    WARPSYNC.ALL
    EXIT
    .out:
    EXIT)");
  EXPECT_EQ(scene.run().ending, Ending::stopped);
  EXPECT_EQ(scene.trace(), "BRA:23 BRA:1 WARPSYNC.ALL:0 WARPSYNC.ALL:1 EXIT:23") << "nobody looks again in vain";
}

TEST(Deadlock, OfLanesAtTwoBarriersOfTheBlock) {
  EXPECT_THAT(message_of(BarrierScene(R"(
    @P0 BRA `(.other)
    BAR.SYNC 0x1
    EXIT
    .other:
    BAR.SYNC 0x2
    EXIT)")),
              HasSubstr("lanes 0x00000003 wait at BAR 1 (0x10) for lanes 0x0000000c; "
                        "lanes 0x0000000c wait at BAR 2 (0x30) for lanes 0x00000003"));
  BarrierScene by_register("NOP\nBAR.SYNC R4\nEXIT");
  by_register.set(4, {1, 2, 1, 2});
  EXPECT_THAT(message_of(std::move(by_register)),
              HasSubstr("lanes 0x00000005 wait at BAR 1 (0x10) for lanes 0x0000000a; "
                        "lanes 0x0000000a wait at BAR 2 (0x10) for lanes 0x00000005"));
}

TEST(Deadlock, OfLanesAtTwoBarriersOfTheBlockStaysOneWhenOthersExit) {
  BarrierScene scene(R"(
    @P0 BRA `(.out)
    @P2 BRA `(.other)
    BAR.SYNC 0x1
    EXIT
    .other:
    BAR.SYNC 0x2
    EXIT
    .out:
    EXIT)");
  EXPECT_EQ(scene.run().ending, Ending::stopped);
  EXPECT_EQ(scene.trace(), "BRA:23 BRA:1 BAR.SYNC:0 BAR.SYNC:1 EXIT:23") << "nobody looks again in vain";
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
                                           "BAR.RED.XOR 0x0, P0", "B2R R1", "BPT.INT 0x1", "EXIT.KEEPREFCOUNT",
                                           "YIELD.LATER", "WARPSYNC.SOME R1"));

class UnknownOperands : public ::testing::TestWithParam<const char*> {};

TEST_P(UnknownOperands, StopTheRunThere) {
  EXPECT_THAT(refusal_of(GetParam()),
              ::testing::AnyOf(HasSubstr("are not of the form this tool executes"), HasSubstr("is not implemented")));
}

INSTANTIATE_TEST_SUITE_P(Control, UnknownOperands,
                         ::testing::Values("BREAK", "BSYNC R1", "BMOV.32 R1, R2", "BMOV.32.CLEAR B0, 0x1",
                                           "BMOV.32.CLEAR B0, R1", "BMOV.32 B0", "BMOV.32 B0, B1, B2",
                                           "BMOV.32 0x1, B0", "WARPSYNC", "BRX c[0x0][0x4]", "RET.REL.NODEC 0x0",
                                           "BAR 0x0", "BAR.SYNC.ARV 0x0", "BAR.RED.POPC 0x0", "BAR.RED 0x0, P0",
                                           "BAR.SYNC", "BAR.SYNC B0", "YIELD 0x10", "YIELD R3", "YIELD B0",
                                           "YIELD P0, P1", "ENDCOLLECTIVE R1", "EXIT 0x10", "KILL R1", "BSYNC B0, 0x20",
                                           "BSYNC R1, B0", "BREAK B0, R1", "BRA R1, 0x0", "JMP R1, 0x0", "BRX B0, R1",
                                           "WARPSYNC B0, R1", "BRA P0, P1, 0x0", "BAR.SYNC 0x0, 0x20, 0x20",
                                           "BAR.RED.AND.OR 0x0, P0", "BAR.SYNC.AND 0x0, P0", "BAR.SYNC 0x0, P0",
                                           "BAR.RED.OR 0x0, P0, P1"));

class UnknownBlockBarrier : public ::testing::TestWithParam<const char*> {};

TEST_P(UnknownBlockBarrier, StopsTheRunThere) {
  for (const char* arch : {"sm_61", "sm_70", "sm_90"}) {
    testing::Scene scene("NOP\n" + std::string(GetParam()) + "\nEXIT", arch);
    const auto diagnostic = scene.run().diagnostic;
    ASSERT_TRUE(diagnostic) << arch;
    EXPECT_EQ(diagnostic->failure, core::Failure::input);
    EXPECT_EQ(diagnostic->where.line, 4);
    EXPECT_THAT(diagnostic->message,
                ::testing::AnyOf(HasSubstr(", which no block has"), HasSubstr(", which is not a multiple of 32")));
  }
}

INSTANTIATE_TEST_SUITE_P(Control, UnknownBlockBarrier,
                         ::testing::Values("BAR.SYNC 0x10", "BAR.SYNC -0x1", "BAR.ARV 0xffffffff, 0x20",
                                           "BAR.RED.POPC 0x10, P0", "BAR.SYNC 0x0, 0x21", "BAR.SYNC R4, 0x1",
                                           "BAR.ARV 0x1, -0x20", "BAR.SYNC 0x0, 0x1000", "BAR.RED.AND 0x1, 0x30, P0"));

TEST(BlockBarrierInARegister, OfABlockThatHasNoneStopsTheRun) {
  const auto stopped = [](const std::string& row, std::vector<std::uint32_t> values) {
    BarrierScene scene("NOP\n" + row + "\nEXIT");
    scene.set(4, values);
    const auto diagnostic = scene.run().diagnostic;
    EXPECT_TRUE(!diagnostic || (diagnostic->failure == core::Failure::emulation && diagnostic->where.line == 4));
    return diagnostic ? diagnostic->message : "";
  };
  const auto no_such = HasSubstr("names a barrier that no block has");
  const auto no_warps = HasSubstr("has a thread count that is not a multiple of 32");
  for (const char* row : {"BAR.SYNC R4", "BAR.ARV R4, 0x20", "BAR.RED.OR R4, P0", "BAR.SYNC R4, R4"}) {
    EXPECT_THAT(stopped(row, {16}), no_such) << row;
    EXPECT_THAT(stopped(row, {15, 15, 15, 16}), no_such) << row;
    EXPECT_EQ(stopped(row, {15}), "") << row;
  }
  EXPECT_THAT(stopped("BAR.SYNC 0x1, R4", {33}), no_warps);
  EXPECT_THAT(stopped("BAR.SYNC 0x1, R4", {4096}), no_warps);
  EXPECT_THAT(stopped("BAR.ARV 0x1, R4", {32, 32, 33}), no_warps);
  EXPECT_THAT(stopped("BAR.SYNC R4, R4", {33 << 16 | 1}), no_warps);
  EXPECT_EQ(stopped("BAR.SYNC R4, R4", {0xF020'0001}), "")
      << "above the 12 bits of the count stands what compiled code leaves there";
  EXPECT_EQ(stopped("BAR.SYNC 0x1, R4", {0}), "") << "as if no count were given";
}

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

TEST(Refusal, ATargetThatIsMissingIsAnErrorWhereControlReachesIt) {
  BarrierScene scene("BSSY B0\nEXIT");
  const auto result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_THAT(result.diagnostic->message, HasSubstr("BSSY has no target"));
}

}  // namespace
}  // namespace reconverge::emulator
