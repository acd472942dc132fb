// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;

TEST(ImadFromVolta, LowWordHasNoSign) {
  EXPECT_EQ(result_of_row("IMAD R0, R1, R2, R3", 6, 7, 8), 50u);
  EXPECT_EQ(result_of_row("IMAD R0, R1, R2, -R3", 6, 7, 8), 34u);
  EXPECT_EQ(result_of_row("IMAD.U32 R0, R1, R2, R3", minus_one, 2, 0), 0xFFFF'FFFEu);
  EXPECT_EQ(result_of_row("IMAD.MOV.U32 R0, RZ, RZ, R3", 1, 2, 9), 9u);
  EXPECT_EQ(result_of_row("IMAD.MOV R0, RZ, RZ, -R3", 1, 2, 9), static_cast<std::uint32_t>(-9));
  EXPECT_EQ(result_of_row("IMAD.IADD R0, R1, 0x1, -R3", 5, 0, 3), 2u);
  EXPECT_EQ(result_of_row("IMAD.SHL.U32 R0, R1, 0x8, RZ", 5), 40u);
}

TEST(ImadFromVolta, XAddsACarry) {
  EXPECT_EQ(DataRow("IMAD.X R0, R1, 0x1, ~R2, P0").set(1, 5).set(2, 3).set_predicate(0, true).execute().word(0), 2u);
  EXPECT_EQ(DataRow("IMAD.X R0, R1, 0x1, R2, P0").set(1, 5).set(2, 3).set_predicate(0, false).execute().word(0), 8u);
  EXPECT_FALSE(can_execute("IMAD R0, R1, R2, R3, P0"));
}

TEST(ImadFromVolta, WideProductsAndSums) {
  EXPECT_EQ(pair_result_of_row("IMAD.WIDE R0, R2, R4, R6", minus_one, 2, 5), 3u);
  EXPECT_EQ(pair_result_of_row("IMAD.WIDE.U32 R0, R2, R4, R6", minus_one, 2, 5), 0x2'0000'0003u);
  EXPECT_EQ(pair_result_of_row("IMAD.WIDE R0, R2, 0x4, RZ", 3), 12u);
  EXPECT_EQ(pair_result_of_row("IMAD.WIDE R0, R2, 0x4, c[0x0][0x210]", 1), 0x3333'4444'1111'2226u);
  EXPECT_EQ(pair_result_of_row("IMAD.WIDE R0, R2, R4, -R6", 3, 4, 5), 7u);
}

TEST(ImadFromVolta, WideCarries) {
  DataRow out("IMAD.WIDE.U32 R0, P0, R2, R4, R6");
  out.set(2, minus_one).set(4, minus_one).set_pair(6, ~std::uint64_t{0}).execute();
  EXPECT_TRUE(out.holds(0));
  EXPECT_EQ(out.pair(0), 0xFFFF'FFFE'0000'0000u);
  DataRow in("IMAD.WIDE.U32.X R0, R2, R4, R6, P0");
  EXPECT_EQ(in.set(2, 2).set(4, 3).set_pair(6, 1).set_predicate(0, true).execute().pair(0), 8u);
}

TEST(ImadFromVolta, HighWordAddsAPair) {
  // Compilers put an addend into the high word of the pair.
  DataRow row("IMAD.HI.U32 R0, R1, R2, R4");
  row.set(1, minus_one).set(2, minus_one).set_pair(4, std::uint64_t{7} << 32).execute();
  EXPECT_EQ(row.word(0), 0xFFFF'FFFEu + 7u);
  EXPECT_EQ(DataRow("IMAD.HI R0, R1, R2, RZ").set(1, minus_one).set(2, 1).execute().word(0), minus_one);
  DataRow low("IMAD.HI.U32 R0, R1, R2, R4");
  low.set(1, 1).set(2, 1).set_pair(4, 0xFFFF'FFFF).execute();
  EXPECT_EQ(low.word(0), 1u) << "the low word of the pair carries into the high one";
}

TEST(ImadFromVolta, UniformForms) {
  EXPECT_EQ(DataRow("UIMAD UR4, UR5, UR6, URZ").set_uniform(5, 3).set_uniform(6, 4).execute().uniform(4), 12u);
  EXPECT_EQ(DataRow("UIMAD.WIDE UR4, UR6, 0x4, URZ").set_uniform(6, minus_one).execute().uniform(5), minus_one);
  EXPECT_EQ(DataRow("UIMUL UR4, UR6, 0x4").set_uniform(6, 5).execute().uniform(4), 20u);
}

TEST(Idp, DotsBytes) {
  EXPECT_EQ(result_of_row("IDP.4A.S8.S8 R0, R1, R2, R3", 0xFF01'0203, 0x0202'0202, 100), 110u);
  EXPECT_EQ(result_of_row("IDP.4A.U8.U8 R0, R1, R2, R3", 0xFF00'0001, 0x0200'0003, 1), 514u);
  EXPECT_EQ(result_of_row("IDP.2A.LO.S16.S8 R0, R1, R2, R3", 0xFFFF'0002, 0x0000'0305, 0), 7u);
  EXPECT_EQ(result_of_row("IDP.2A.HI.U16.U8 R0, R1, R2, R3", 0x0001'0002, 0x0305'0000, 0), 13u);
  EXPECT_FALSE(can_execute("IDP.2A.S16.S8 R0, R1, R2, R3"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
