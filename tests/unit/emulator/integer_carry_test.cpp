// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::LaneMask;

/// R0 of "row" with R1 = a, R2 = b, R3 = c in every lane.
std::uint32_t r0(const std::string& row, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0) {
  Scene scene(row + "\nEXIT");
  scene.warp.set_register(1, same(a));
  scene.warp.set_register(2, same(b));
  scene.warp.set_register(3, same(c));
  const LaneVector result = result_of(scene, 0);
  for (std::size_t lane = 1; lane < lanes; ++lane) EXPECT_EQ(result[lane], result[0]) << row;
  return result[0];
}

/// The 64-bit R4:R5 of rows that work on a = R0:R1 and b = R2:R3.
std::uint64_t wide(const std::string& rows, std::uint64_t a, std::uint64_t b) {
  Scene scene(rows + "\nEXIT");
  scene.warp.set_register(0, same(static_cast<std::uint32_t>(a)));
  scene.warp.set_register(1, same(static_cast<std::uint32_t>(a >> 32)));
  scene.warp.set_register(2, same(static_cast<std::uint32_t>(b)));
  scene.warp.set_register(3, same(static_cast<std::uint32_t>(b >> 32)));
  const LaneVector low = result_of(scene, 4);
  return low[17] | std::uint64_t{scene.warp.register_value(5)[17]} << 32;
}

constexpr std::uint64_t wide_values[] = {0,           1,           0xFFFF'FFFF,           0x1'0000'0000,
                                         0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFF'FFFF'FFFF, 0x1234'5678'9ABC'DEF0};

TEST(Integer, IaddAddsAndWraps) {
  EXPECT_EQ(r0("IADD R0, R1, R2", 3, 4), 7u);
  EXPECT_EQ(r0("IADD R0, R1, R2", 0xFFFF'FFFF, 2), 1u);
  EXPECT_EQ(r0("IADD R0, R1, 0x10", 1), 0x11u);
  EXPECT_EQ(r0("IADD R0, R1, -0x1", 1), 0u);
  EXPECT_EQ(r0("IADD32I R0, R1, 0x12345678", 1), 0x1234'5679u);
  EXPECT_EQ(r0("IADD R0, R1, RZ", 9), 9u);
}

TEST(Integer, SourceModifiersAct) {
  EXPECT_EQ(r0("IADD R0, -R1, R2", 3, 10), 7u);
  EXPECT_EQ(r0("IADD R0, R1, -R2", 3, 10), static_cast<std::uint32_t>(-7));
  EXPECT_EQ(r0("IADD R0, ~R1, R2", 0xFF, 0), 0xFFFF'FF00u);
  EXPECT_EQ(r0("IADD R0, |R1|, R2", static_cast<std::uint32_t>(-5), 0), 5u);
  EXPECT_EQ(r0("IADD R0, -|R1|, R2", 5, 0), static_cast<std::uint32_t>(-5));
  EXPECT_EQ(r0("IADD R0, |R1|, R2", 0x8000'0000, 0), 0x8000'0000u) << "the least integer has no opposite";
}

TEST(Integer, OperandMayBeTheDestination) {
  EXPECT_EQ(r0("MOV R0, R1\nIADD R0, R0, R0", 21), 42u);
  EXPECT_EQ(r0("MOV R0, R1\nIADD R0, -R0, R2", 21, 22), 1u);
}

TEST(Integer, WritesToRzAreDiscarded) { EXPECT_EQ(r0("IADD RZ, R1, R2\nMOV R0, RZ", 3, 4), 0u); }

TEST(Integer, InactiveLanesKeepTheirValue) {
  Scene scene("@P0 IADD R0, R1, 0x1\nEXIT");
  scene.warp.predicates[0] = LaneMask(0x8000'0101);
  scene.warp.set_register(0, same(99));
  const LaneVector result = result_of(scene, 0);
  for (int lane = 0; lane < core::lane_count; ++lane)
    EXPECT_EQ(result[static_cast<std::size_t>(lane)], LaneMask(0x8000'0101).contains(lane) ? 1u : 99u) << lane;
}

TEST(Integer, CarryChainMakesWideSums) {
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values)
      EXPECT_EQ(wide("IADD R4.CC, R0, R2\nIADD.X R5, R1, R3", a, b), a + b) << a << " " << b;
}

TEST(Integer, CarryChainMakesWideDifferences) {
  for (const std::uint64_t a : wide_values)
    for (const std::uint64_t b : wide_values) {
      EXPECT_EQ(wide("IADD R4.CC, R0, -R2\nIADD.X R5, R1, -R3", a, b), a - b) << a << " " << b;
      EXPECT_EQ(wide("IADD R4.CC, -R2, R0\nIADD.X R5, -R3, R1", a, b), a - b) << a << " " << b;
    }
}

TEST(Integer, CarryGoesOnThroughCcAndX) {
  // 96 bits: all ones and one carry from the lowest word.
  Scene scene(R"(
    IADD R4.CC, R1, 0x1
    IADD.X R5.CC, R1, RZ
    IADD.X R6, RZ, RZ
    EXIT)");
  scene.warp.set_register(1, same(0xFFFF'FFFF));
  EXPECT_EQ(result_of(scene, 4)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(5)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(6)[0], 1u);
}

TEST(Integer, AnAddendOfAllOnesPassesTheCarryOn) {
  Scene scene(R"(
    IADD R4.CC, R1, 0x1
    IADD.X R5.CC, R2, R1
    IADD.X R6, RZ, RZ
    EXIT)");
  scene.warp.set_register(1, same(0xFFFF'FFFF));
  scene.warp.set_register(2, same(7));
  EXPECT_EQ(result_of(scene, 5)[0], 7u) << "7 + 0xffffffff + 1";
  EXPECT_EQ(scene.warp.register_value(6)[0], 1u);
}

TEST(Integer, CarryIsLeftAloneWithoutCcAndInLanesThatDoNotExecute) {
  Scene scene(R"(
    @P0 IADD R4.CC, R1, R1
    IADD R5, RZ, 0x1
    IADD.X R0, RZ, RZ
    EXIT)");
  scene.warp.predicates[0] = LaneMask(0xF0);
  scene.warp.set_register(1, same(0x8000'0000));
  const LaneVector carried = result_of(scene, 0);
  for (int lane = 0; lane < core::lane_count; ++lane)
    EXPECT_EQ(carried[static_cast<std::size_t>(lane)], LaneMask(0xF0).contains(lane) ? 1u : 0u) << lane;
}

TEST(Integer, IscaddShiftsThenAdds) {
  EXPECT_EQ(r0("ISCADD R0, R1, R2, 0x5", 3, 1), 97u);
  EXPECT_EQ(r0("ISCADD R0, R1, R2, 0x1f", 3, 1), 0x8000'0001u);
  EXPECT_EQ(r0("ISCADD R0, -R1, R2, 0x2", 3, 20), 8u);
  EXPECT_EQ(r0("ISCADD R0, R1, -R2, 0x2", 3, 2), 10u);
}

TEST(Integer, FormsWithAWordOfImmediate) {
  EXPECT_EQ(r0("ISCADD32I R0, R1, 0x3ff00000, 0x14", 3), 0x4020'0000u);
  EXPECT_EQ(r0("ISCADD32I R0, -R1, 0x10, 0x2", 3), 4u);
  EXPECT_EQ(r0("IMUL32I R0, R1, 0x7feb352d", 0x1'0001), 0xB518'352Du);
  EXPECT_EQ(r0("IMUL32I.U32.U32.HI R0, R1, 0x44", 0x8000'0000), 0x22u);
}

TEST(Integer, ImulMultiplies) {
  const std::uint32_t minus_one = 0xFFFF'FFFF;
  EXPECT_EQ(r0("IMUL R0, R1, R2", minus_one, 7), static_cast<std::uint32_t>(-7));
  EXPECT_EQ(r0("IMUL.HI R0, R1, R2", minus_one, 7), minus_one);
  EXPECT_EQ(r0("IMUL.U32.U32 R0, R1, R2", minus_one, 7), static_cast<std::uint32_t>(-7));
  EXPECT_EQ(r0("IMUL.U32.U32.HI R0, R1, R2", minus_one, 7), 6u);
}

TEST(Integer, ImadMultipliesAndAdds) {
  EXPECT_EQ(r0("IMAD R0, R1, R2, R3", 6, 7, 8), 50u);
  EXPECT_EQ(r0("IMAD R0, R1, R2, R3", 0x1'0001, 0x1'0001, 1), 0x2'0002u);
  EXPECT_EQ(r0("IMAD R0, R1, R2, -R3", 6, 7, 8), 34u);
  EXPECT_EQ(r0("IMAD R0, -R1, R2, R3", 6, 7, 50), 8u);
}

TEST(Integer, ImadHighIsSignedUnlessBothFactorsAreUnsigned) {
  const auto minus = [](int value) { return static_cast<std::uint32_t>(-value); };
  EXPECT_EQ(r0("IMAD.HI R0, R1, R2, R3", minus(1), 1, 0), 0xFFFF'FFFFu);
  EXPECT_EQ(r0("IMAD.HI R0, R1, R2, R3", 0x8000'0000, 0x8000'0000, 0), 0x4000'0000u);
  EXPECT_EQ(r0("IMAD.U32.U32.HI R0, R1, R2, R3", minus(1), minus(1), 0), 0xFFFF'FFFEu);
  EXPECT_EQ(r0("IMAD.U32.U32.HI R0, R1, R2, R3", 0x8000'0000, 2, 5), 6u);
  EXPECT_EQ(r0("IMAD.U32.U32 R0, R1, R2, R3", minus(1), minus(1), 5), 6u);
}

TEST(Integer, ImadChainAddsAWideAddend) {
  // As the paper's listing forms an address: index * 8 + base.
  Scene scene(R"(
    IMAD R8.CC, R0, R9, R2
    IMAD.HI.X R9, R0, R9, R3
    EXIT)");
  scene.warp.set_register(0, same(0x4000'0000));
  scene.warp.set_register(9, same(8));
  scene.warp.set_register(2, same(0xFFFF'FFFF));
  scene.warp.set_register(3, same(0x7));
  EXPECT_EQ(result_of(scene, 8)[0], 0xFFFF'FFFFu);
  EXPECT_EQ(scene.warp.register_value(9)[0], 0x9u) << "0x40000000 * 8 carries 2 into the high word";
}

TEST(Integer, ImadChainTakesTheCarryOfTheLowWord) {
  Scene scene(R"(
    IMAD R8.CC, R0, R9, R2
    IMAD.HI.X R9, R0, R9, R3
    EXIT)");
  scene.warp.set_register(0, same(1));
  scene.warp.set_register(9, same(8));
  scene.warp.set_register(2, same(0xFFFF'FFF8));
  EXPECT_EQ(result_of(scene, 8)[0], 0u);
  EXPECT_EQ(scene.warp.register_value(9)[0], 1u);
}

TEST(Integer, MovCopiesRegistersImmediatesAndConstants) {
  EXPECT_EQ(r0("MOV R0, R1", 5), 5u);
  EXPECT_EQ(r0("MOV R0, RZ", 5), 0u);
  EXPECT_EQ(r0("MOV32I R0, 0xdeadbeef"), 0xDEAD'BEEFu);
  EXPECT_EQ(r0("MOV32I R0, 1.5"), 0x3FC0'0000u);
  Scene scene("MOV R0, c[0x0][0x20]\nEXIT");
  scene.constants = {{{0, 0x20}, 77}};
  EXPECT_EQ(result_of(scene, 0)[31], 77u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
