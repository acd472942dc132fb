// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

#include "unit/emulator/data_row.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// The bits of R0 with R1 = a and R2 = b.
std::uint32_t r0(const std::string& row, float a, float b = 0) {
  Scene scene(row + "\nEXIT");
  scene.warp.set_register(1, same_float(a));
  scene.warp.set_register(2, same_float(b));
  return result_of(scene, 0)[7];
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float smallest = std::numeric_limits<float>::denorm_min();
constexpr std::uint32_t canonical_nan = 0x7FFF'FFFF;

TEST(Float, FaddRoundsToNearestEven) {
  EXPECT_EQ(r0("FADD R0, R1, R2", 1.5f, 2.25f), bits(3.75f));
  EXPECT_EQ(r0("FADD R0, R1, R2", 16777216.0f, 1.0f), bits(16777216.0f)) << "a tie goes to even";
  EXPECT_EQ(r0("FADD R0, R1, R2", 16777218.0f, 1.0f), bits(16777220.0f)) << "a tie goes to even";
  EXPECT_EQ(r0("FADD32I R0, R1, 1.3332999944686889648", 1.0f), bits(1.0f + 1.3332999944686889648f));
}

TEST(Float, FmulMultiplies) {
  EXPECT_EQ(r0("FMUL R0, R1, R2", 1.5f, -2.0f), bits(-3.0f));
  EXPECT_EQ(r0("FMUL32I R0, R1, 0.5", 3.0f), bits(1.5f));
}

TEST(Float, WholeImmediatesAreFloats) {
  EXPECT_EQ(r0("FADD R0, R1, 2", 1.0f), bits(3.0f));
  EXPECT_EQ(r0("FADD R0, R1, -2", 1.0f), bits(-1.0f));
  EXPECT_EQ(r0("FMUL32I R0, R1, 10", 1.0f), bits(10.0f));
  EXPECT_EQ(r0("FADD R0, R1, +INF", 1.0f), bits(infinity));
}

TEST(Float, HexadecimalImmediatesAreRefused) {
  Scene scene("FADD R0, R1, 0x3f800\nEXIT");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
}

TEST(Float, SignModifiersAct) {
  EXPECT_EQ(r0("FADD R0, -R1, R2", 1.0f, 3.0f), bits(2.0f));
  EXPECT_EQ(r0("FADD R0, R1, -R2", 1.0f, 3.0f), bits(-2.0f));
  EXPECT_EQ(r0("FADD R0, |R1|, R2", -4.0f, 1.0f), bits(5.0f));
  EXPECT_EQ(r0("FADD R0, -|R1|, R2", -4.0f, 1.0f), bits(-3.0f));
  EXPECT_EQ(r0("FMUL R0, -R1, R2", 0.0f, 1.0f), bits(-0.0f));
}

TEST(Float, NanIsCanonical) {
  EXPECT_EQ(r0("FADD R0, R1, -R2", infinity, infinity), canonical_nan);
  EXPECT_EQ(r0("FMUL R0, R1, R2", infinity, 0.0f), canonical_nan);
  const float payload = std::bit_cast<float>(0xFFC0'1234u);
  EXPECT_EQ(r0("FADD R0, R1, R2", payload, 1.0f), canonical_nan);
  EXPECT_EQ(r0("FADD R0, R1, R2", 1.0f, payload), canonical_nan);
}

TEST(Float, DenormalsAreKept) {
  EXPECT_EQ(r0("FADD R0, R1, R2", smallest, smallest), 2u);
  EXPECT_EQ(r0("FMUL R0, R1, R2", std::numeric_limits<float>::min(), 0.5f), 0x0040'0000u);
  EXPECT_EQ(r0("FADD R0, R1, RZ", smallest), 1u);
}

TEST(Float, InfinityAndSignedZeroFollowIeee) {
  EXPECT_EQ(r0("FMUL R0, R1, R2", std::numeric_limits<float>::max(), 2.0f), bits(infinity));
  EXPECT_EQ(r0("FADD R0, R1, R2", -0.0f, -0.0f), bits(-0.0f));
  EXPECT_EQ(r0("FADD R0, R1, R2", -0.0f, 0.0f), bits(0.0f));
}

TEST(Float, SignsApartFromImmediates) {
  EXPECT_EQ(result_of_row("FFMA R0, R1, 2 .NEG, R2", 0x3F80'0000, 0x4040'0000, 0, "sm_61"), 0x3F80'0000u)
      << "1 * -2 + 3";
  EXPECT_EQ(result_of_row("FADD R0, R1, +INF .NEG", 0x3F80'0000, 0, 0, "sm_61"), 0xFF80'0000u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
