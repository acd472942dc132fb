// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>

#include "emulator/arithmetic/rounding.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(Format16, RoundTripsAndRounds) {
  for (std::uint32_t bits = 0; bits < 0x1'0000; ++bits) {
    const auto word = static_cast<std::uint16_t>(bits);
    ASSERT_EQ(Half::round(Half::value(word)), Half::is_nan(word) ? 0x7FFF : word);
    ASSERT_EQ(Bfloat::round(Bfloat::value(word)), Bfloat::is_nan(word) ? 0x7FFF : word);
  }
  EXPECT_EQ(Half::round(65519.99), 0x7BFF);
  EXPECT_EQ(Half::round(65520.0), 0x7C00) << "half way to the next power of two";
  EXPECT_EQ(Half::round(1e9, Rounding::zero), 0x7BFF);
  EXPECT_EQ(Half::round(0x1p-25), 0) << "a tie between 0 and the least denormal";
  EXPECT_EQ(Half::round(0x1.8p-24), 2);
  EXPECT_EQ(Half::round(-0x1p-40, Rounding::down), 0x8001);
  EXPECT_EQ(Bfloat::round(1.00390625), 0x3F80);
}

TEST(Half, SumsProductsAndBoth) {
  EXPECT_EQ(result_of_row("HADD2 R0, R1, R2", 0x4000'3C00, 0x3C00'3C00), 0x4200'4000u);
  EXPECT_EQ(result_of_row("HADD2 R0, R1.H0_H0, -R2.H1_H1", 0x4000'3C00, 0x3C00'0000), 0u);
  EXPECT_EQ(result_of_row("HADD2 R0, |R1|.H0_H0, R2", 0xBC00, 0), 0x3C00'3C00u);
  EXPECT_EQ(result_of_row("HMUL2 R0, R1, 2, 0.5", 0x3C00'3C00), 0x4000'3800u);
  EXPECT_EQ(result_of_row("HMUL2.SAT R0, R1, R1", 0x4000'3800), 0x3C00'3400u);
  EXPECT_EQ(result_of_row("HFMA2 R0, R1, R2, R3", 0x3C02'3C02, 0x3C02'3C02, 0xBC00'BC00), 0x1C01'1C01u)
      << "rounded once";
  EXPECT_EQ(result_of_row("HFMA2.RELU R0, R1, R2, -R3", 0x3C00'3C00, 0x3C00'3C00, 0x4000'0000), 0x0000'3C00u);
  EXPECT_EQ(result_of_row("HFMA2.MMA R0, -RZ, RZ, 1.875, 5.9604644775390625e-08", 0), 0x3F80'0001u) << "a constant";
  EXPECT_EQ(result_of_row("HFMA2 R0, R1.H1_H1, R2.H0_NH1, R3", 0x3C00'0000, 0x4000'4200, 0), 0x4200'C000u)
      << "complex product";
  EXPECT_EQ(result_of_row("HADD2.FTZ R0, R1, R2", 0x0001'0001, 0x0001'8001), 0u);
  EXPECT_EQ(result_of_row("HADD2 R0, R1, -R1", 0x7C00'3C00), 0x7FFF'0000u);
  EXPECT_EQ(result_of_row("HADD2.F32 R0, -RZ, R1.H1_H1", 0x3C00'0000), 0x3F80'0000u);
  EXPECT_EQ(result_of_row("HADD2.BF16_V2 R0, R1, R2", 0x3F80'4000, 0x3F80'3F80), 0x4000'4040u);
  EXPECT_EQ(result_of_row("HMUL2.BF16_V2 R0, R1, R2", 0x3F80'4000, 0x3F80'4000), 0x3F80'4080u);
  EXPECT_EQ(result_of_row("HFMA2.BF16_V2 R0, R1, 2, 2, R3", 0x3F80'3F80, 0, 0x3F80'0000), 0x4040'4000u);
  EXPECT_FALSE(can_execute("HADD2.MRG_H0 R0, R1, R2", "sm_61"));
}

/// How ptxas writes cvt.rz.f16.f32 for sm_70 and sm_75: 0.3 becomes 0x34cc, to nearest it would be 0x34cd.
TEST(Half, AFloatIsCutOffToAHalfInBothHalves) {
  const auto of = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  for (const char* row : {"HADD2 R0, R1.F32, -RZ.H0_H0", "HADD2 R0, -RZ.H0_H0, R1.F32"}) {
    EXPECT_EQ(result_of_row(row, of(1), 0, 0, "sm_75"), 0x3C00'3C00u) << row;
    EXPECT_EQ(result_of_row(row, of(3.1415927f), 0, 0, "sm_70"), 0x4248'4248u) << row;
    EXPECT_EQ(result_of_row(row, of(0.3f), 0, 0, "sm_75"), 0x34CC'34CCu) << row;
    EXPECT_EQ(result_of_row(row, of(-0.3f), 0, 0, "sm_75"), 0xB4CC'B4CCu) << row;
    EXPECT_EQ(result_of_row(row, of(1e6f), 0, 0, "sm_75"), 0x7BFF'7BFFu) << row;
    EXPECT_EQ(result_of_row(row, of(-1e-30f), 0, 0, "sm_75"), 0x8000'8000u) << row;
    EXPECT_EQ(result_of_row(row, 0x7F80'0001, 0, 0, "sm_75"), 0x7FFF'7FFFu) << row;
  }
  EXPECT_EQ(result_of_row("HADD2 R0, -|R1.F32|, -RZ", of(1), 0, 0, "sm_75"), 0xBC00'BC00u);
  EXPECT_EQ(result_of_row("HADD2 R0, R1.F32, RZ", of(-0.0f), 0, 0, "sm_75"), 0u) << "-0 + 0";
}

/// What is rounded, and when, where something is added to or multiplied with the float.
TEST(Half, AFloatInAnyOtherPlaceIsRefused) {
  for (const char* row :
       {"HADD2 R0, R1.F32, R2", "HADD2 R0, R1.F32, R2.F32", "HADD2 R0, R1.F32, 1, 1", "HADD2.F32 R0, R1.F32, -RZ",
        "HADD2.BF16_V2 R0, R1.F32, -RZ", "HMUL2 R0, R1.F32, R2", "HFMA2 R0, R1.F32, R2, R3",
        "HMNMX2 R0, R1.F32, R2, PT", "HSET2.GT.AND R0, R1.F32, R2, PT", "HSETP2.GT.AND P0, PT, R1.F32, R2, PT"})
    EXPECT_FALSE(can_execute(row, "sm_75")) << row;
}

TEST(Half, ImmediatesAreNumbersOfSixteenBits) {
  EXPECT_EQ(result_of_row("HADD2 R0, R1, 0.1, -0.1", 0), 0x2E66'AE66u);
  EXPECT_FALSE(can_execute("HADD2 R0, R1, 0x3c00, 0x3c00"));
  EXPECT_FALSE(can_execute("HADD2 R0, R1, 0x3c003c00"));
}

TEST(Half, ConstantsAreFloatsBeforeVolta) {
  EXPECT_EQ(result_of_row("HADD2 R0, R1, c[0x0][0x210]", 0x3C00'3C00, 0, 0, "sm_61"), 0x3C00'3C00u)
      << "0x11112222 is 1e-28";
  EXPECT_EQ(result_of_row("HADD2 R0, R1, c[0x0][0x210]", 0x3C00'3C00), 0x3C01'3C0Cu);
}

TEST(Half, LeastAndGreatest) {
  EXPECT_EQ(result_of_row("HMNMX2 R0, R1, R2, PT", 0x3C00'7FFF, 0x4000'3C00), 0x3C00'3C00u);
  EXPECT_EQ(result_of_row("HMNMX2.NAN R0, R1, R2, PT", 0x3C00'7E00, 0x4000'3C00), 0x3C00'7FFFu);
  EXPECT_EQ(result_of_row("HMNMX2 R0, R1, R2, !PT", 0x8000'0000, 0x0000'8000), 0u);
  EXPECT_EQ(result_of_row("HMNMX2.XORSIGN R0, |R1|, |R2|, !PT", 0xBC00'3C00, 0x4000'4000), 0xC000'4000u);
  EXPECT_EQ(result_of_row("HMNMX2.BF16_V2 R0, R1, R2, !PT", 0x3F80'4000, 0x4000'3F80), 0x4000'4000u);
}

TEST(Half, OfThree) {
  EXPECT_EQ(result_of_row("VHMNMX R0, R1, R2, R3, PT", 0x3C00'4000, 0x4000'3C00, 0x4200'7FFF), 0x3C00'3C00u);
  EXPECT_EQ(result_of_row("VHMNMX.BF16_V2 R0, R1, R2, R3, !PT", 0x3F80'4000, 0x4000'3F80, 0x4040'0000), 0x4040'4000u);
}

TEST(Half, Comparisons) {
  DataRow row("HSETP2.GT.AND P0, P1, R1, R2, PT");
  row.set(1, 0x3C00'4000).set(2, 0x3C00'3C00).execute();
  EXPECT_TRUE(row.holds(0)) << "low";
  EXPECT_FALSE(row.holds(1)) << "high";
  DataRow both("HSETP2.GE.H_AND.AND P0, P1, R1, R2, PT");
  EXPECT_FALSE(both.set(1, 0x4000'0000).set(2, 0x3C00'3C00).execute().holds(0));
  EXPECT_EQ(result_of_row("HSET2.BF.GT.AND R0, R1, R2, PT", 0x3C00'4000, 0x3C00'3C00), 0x0000'3C00u);
  EXPECT_EQ(result_of_row("HSET2.GEU.AND R0, R1, 1, 1, PT", 0x7FFF'0000), 0xFFFF'0000u);
  EXPECT_EQ(result_of_row("HSET2.BF16_V2.BF.EQ.AND R0, R1, R2, PT", 0x3F80'0000, 0x3F80'3F80), 0x3F80'0000u);
  EXPECT_TRUE(DataRow("HSETP2.BF16_V2.GT.AND P0, PT, R1.H0_H0, R2, PT").set(1, 0x3F80).execute().holds(0));
}

}  // namespace
}  // namespace reconverge::emulator::testing
