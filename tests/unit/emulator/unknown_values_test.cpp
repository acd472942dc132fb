// SPDX-License-Identifier: MIT
#include "emulator/unknown/unknown_values.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "emulator/emulator.hpp"
#include "emulator/launch/driver_words.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

/// Ten cycles an instruction; what some rows read belongs to another epoch than the first one.
class EpochClock final : public Clock {
 public:
  explicit EpochClock(std::map<std::uint32_t, std::uint64_t> epochs) : epochs_(std::move(epochs)) {}
  std::uint64_t issue(const Issued& event) override { return event.at.step * 10; }
  ClockReading reading(std::uint32_t index) const override {
    const auto found = epochs_.find(index);
    return found == epochs_.end() ? ClockReading{} : ClockReading{found->second, "something took long"};
  }

 private:
  std::map<std::uint32_t, std::uint64_t> epochs_;
};

/// Rows for sm_90 that run in four lanes, the clock's values of some rows belonging to later epochs. Without a clock
/// nothing is known of any, and rows are executed in straight runs.
struct Followed {
  Followed(const std::string& rows, std::map<std::uint32_t, std::uint64_t> epochs, int architecture = 90,
           const Constants& given = {}, bool has_clock = true)
      : scene(rows, "sm_" + std::to_string(architecture)), clock(std::move(epochs)) {
    const ConvergenceBarriers decoder;
    scene.constants = given;
    add_driver_words(architecture, scene.constants);
    auto decoded = scene.decoded(decoder);
    EXPECT_TRUE(decoded) << (decoded ? "" : to_string(decoded.error()));
    executable = std::make_unique<Executable>(std::move(decoded).value());
    unknown = std::make_unique<UnknownValues>(*executable, UnknownValues::code_of(*executable),
                                              std::make_shared<MarkedMemory>(), "");
    ConvergenceBarriers mechanism;
    const Events events;
    result = Run({*executable, scene.warp, mechanism, events, has_clock ? &clock : nullptr, "", unknown.get()},
                 core::LaneMask(0xF))
                 .go_on({.steps = 1000});
  }

  /// The lanes in which a register is not known.
  core::LaneMask lanes(int index) const {
    const auto registers = unknown->unknown_registers();
    const auto found = registers.find(index);
    return found == registers.end() ? core::LaneMask() : found->second;
  }
  bool knows(int index) const { return lanes(index).empty(); }

  Scene scene;
  EpochClock clock;
  std::unique_ptr<Executable> executable;
  std::unique_ptr<UnknownValues> unknown;
  RunResult result;
};

constexpr const char* difference = R"(
    CS2R R2, SR_CLOCKLO
    CS2R R4, SR_CLOCKLO
    IADD3 R6, P0, -R2, R4, RZ
    IADD3.X R7, ~R3, R5, RZ, P0, !PT
    IADD3 R8, R6, 0x1, RZ
    EXIT)";

TEST(UnknownValues, AnEpochIsKnownToItself) {
  const Followed run(difference, {{0, 3}, {1, 3}});
  EXPECT_EQ(run.result.ending, Ending::exited);
  EXPECT_EQ(run.lanes(2), core::LaneMask(0xF));
  EXPECT_EQ(run.lanes(5), core::LaneMask(0xF));
  EXPECT_TRUE(run.knows(6));
  EXPECT_TRUE(run.knows(7)) << "with the carry of the lower halves";
  EXPECT_TRUE(run.knows(8));
}

constexpr const char* reserved_of_ampere = R"(
    MOV R2, c[0x0][0x124]
    IADD3 R3, R2, 0x1, RZ
    MOV R4, 0x7
    EXIT)";

TEST(UnknownValues, WordsOfTheDriverThatNobodyMeasured) {
  const Followed run(reserved_of_ampere, {}, 80);
  EXPECT_EQ(run.result.ending, Ending::exited) << "it only passes them on";
  EXPECT_EQ(run.lanes(2), core::LaneMask(0xF));
  EXPECT_EQ(run.lanes(3), core::LaneMask(0xF));
  EXPECT_TRUE(run.knows(4));
  EXPECT_EQ(run.unknown->because(), "%reserved_smem_offset_1 of sm_80 was measured on no card (0x0 reads it)");
}

TEST(UnknownValues, AWordOfTheDriverThatIsGivenIsKnown) {
  const Followed run(reserved_of_ampere, {}, 80, {{{0, 0x124}, 0}});
  EXPECT_TRUE(run.knows(2));
  EXPECT_TRUE(run.unknown->because().empty());
}

TEST(UnknownValues, WordsOfTheDriverWereMeasuredOnHopper) {
  const Followed run("LDC R2, c[0x0][0x6c]\nLDC R3, c[0x0][0x68]\nEXIT", {}, 90);
  EXPECT_TRUE(run.knows(2) && run.knows(3));
  EXPECT_EQ(run.scene.warp.values[2][0], 0u);
  EXPECT_EQ(run.scene.warp.values[3][0], 288u);
}

/// A block that is no cluster finds the word 0xa0 before the place that is written.
TEST(UnknownValues, WordsOfTheDriverByTheSizeOfTheCluster) {
  const std::string rows = R"(
    CS2R.32 R2, SR_CGASIZE
    IMAD R2, R2, -0xa0, RZ
    LDC R3, c[0x0][R2+0x27c]
    MOV R4, 0x7)";
  const Followed kept(rows + "\nEXIT", {}, 120);
  EXPECT_EQ(kept.result.ending, Ending::exited);
  EXPECT_EQ(kept.lanes(3), core::LaneMask(0xF));
  EXPECT_TRUE(kept.knows(2) && kept.knows(4));
  const Followed used(rows + "\nLDS R5, [R3]\nEXIT", {}, 120);
  ASSERT_TRUE(used.result.diagnostic);
  EXPECT_EQ(used.result.diagnostic->message,
            "LDS depends on a value that is not known: %reserved_smem_offset_1 of sm_120 was measured on no card "
            "(0x20 reads it)");
}

TEST(UnknownValues, TwoEpochsHaveNoDifference) {
  const Followed run(difference, {{0, 3}, {1, 4}});
  for (const int index : {6, 7, 8}) EXPECT_EQ(run.lanes(index), core::LaneMask(0xF)) << index;
}

TEST(UnknownValues, TheFirstEpochHasNoDifferenceFromALaterOne) {
  const Followed run(difference, {{1, 1}});
  EXPECT_TRUE(run.knows(2));
  for (const int index : {4, 5, 6, 7, 8}) EXPECT_FALSE(run.knows(index)) << index;
}

TEST(UnknownValues, FirstEpochIsKnown) {
  const Followed run(difference, {});
  for (const int index : {2, 3, 4, 5, 6, 7, 8}) EXPECT_TRUE(run.knows(index)) << index;
}

TEST(UnknownValues, DoesNotCancelWhatIsAddedOrScaled) {
  const Followed run(R"(
    CS2R.32 R2, SR_CLOCKLO
    CS2R.32 R4, SR_CLOCKLO
    IADD3 R6, R2, R4, RZ
    IMAD R7, R2, -0x1, R4
    IMAD R8, R2, -0x2, R4
    IMAD.IADD R9, R4, 0x1, -R2
    MOV R10, R2
    IMAD.IADD R11, R4, 0x1, -R10
    LOP3.LUT R12, R2, R4, RZ, 0x3c, !PT
    EXIT)",
                     {{0, 1}, {1, 1}});
  EXPECT_EQ(run.result.ending, Ending::exited) << (run.result.diagnostic ? to_string(*run.result.diagnostic) : "");
  EXPECT_FALSE(run.knows(6));
  EXPECT_TRUE(run.knows(7));
  EXPECT_FALSE(run.knows(8));
  EXPECT_TRUE(run.knows(9));
  EXPECT_TRUE(run.knows(11));
  EXPECT_FALSE(run.knows(12));
}

TEST(UnknownValues, GoesThroughMemoryByWords) {
  for (const bool in_runs : {false, true}) {
    SCOPED_TRACE(in_runs);
    const Followed run(R"(
    CS2R.32 R2, SR_CLOCKLO
    STS [0x400], R2
    STS.U8 [0x405], R2
    STS [0x408], RZ
    LDS R3, [0x400]
    IADD3 R8, R3, 0x1, RZ
    LDS R4, [0x404]
    LDS R5, [0x408]
    LDS.U8 R6, [0x401]
    STS [0x400], RZ
    LDS R7, [0x400]
    EXIT)",
                       {{0, 1}}, 90, {}, !in_runs);
    EXPECT_EQ(run.result.ending, Ending::exited) << (run.result.diagnostic ? to_string(*run.result.diagnostic) : "");
    EXPECT_FALSE(run.knows(3));
    EXPECT_FALSE(run.knows(8)) << "of what a load marked";
    EXPECT_FALSE(run.knows(4)) << "one byte of it";
    EXPECT_TRUE(run.knows(5));
    EXPECT_FALSE(run.knows(6));
    EXPECT_TRUE(run.knows(7)) << "overwritten";
  }
}

TEST(UnknownValues, GoesFromLaneToLane) {
  const Followed run(R"(
    S2R R0, SR_LANEID
    ISETP.EQ.AND P0, PT, R0, 0x2, PT
    MOV R2, RZ
    @P0 CS2R.32 R2, SR_CLOCKLO
    IADD3 R3, R2, 0x1, RZ
    SHFL.IDX PT, R4, R0, RZ, 0x1f
    SHFL.IDX PT, R5, R2, RZ, 0x1f
    EXIT)",
                     {{3, 1}});
  EXPECT_EQ(run.lanes(3), core::LaneMask(0x4)) << "of the lane that read it";
  EXPECT_TRUE(run.knows(4));
  EXPECT_EQ(run.lanes(5), core::LaneMask(0xF));
}

TEST(UnknownValues, AGuardMakesUnknownWhatItGuards) {
  const Followed run(R"(
    CS2R.32 R2, SR_CLOCKLO
    ISETP.GT.AND P0, PT, R2, 0x7, PT
    MOV R3, RZ
    MOV R5, RZ
    @P0 MOV R3, 0x1
    SEL R4, R5, RZ, P0
    EXIT)",
                     {{0, 1}});
  EXPECT_EQ(run.result.ending, Ending::exited);
  EXPECT_FALSE(run.knows(3));
  EXPECT_FALSE(run.knows(4));
  EXPECT_TRUE(run.knows(5));
}

TEST(UnknownValues, StopsWhereItWouldDecide) {
  for (const std::string row : {"@P0 EXIT", "@P0 BRA 0x0", "STS [R2], RZ", "@P0 STS [0x400], RZ", "LDS R3, [R2]"}) {
    const Followed run("CS2R.32 R2, SR_CLOCKLO\nISETP.GT.AND P0, PT, R2, 0x7, PT\n" + row + "\nEXIT", {{0, 1}});
    ASSERT_TRUE(run.result.diagnostic) << row;
    EXPECT_EQ(run.result.diagnostic->failure, core::Failure::emulation) << row;
    EXPECT_NE(run.result.diagnostic->message.find("something took long"), std::string::npos)
        << run.result.diagnostic->message;
    EXPECT_EQ(run.result.diagnostic->where.line, 0u + run.executable->function.instructions[2].line) << row;
  }
}

}  // namespace
}  // namespace reconverge::emulator::testing
