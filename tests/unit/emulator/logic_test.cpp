// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;

TEST(Lop3, FollowsItsTable) {
  // Every table, on the eight combinations of bits at once.
  constexpr std::uint32_t a = 0xF0, b = 0xCC, c = 0xAA;
  for (unsigned table = 0; table < 256; ++table) {
    const auto row = "LOP3.LUT R0, R1, R2, R3, " + std::to_string(table) + ", !PT";
    EXPECT_EQ(result_of_row(row, a, b, c) & 0xFF, table) << row;
  }
}

TEST(Lop3, PredicateTellsWhetherAnyBitIsSet) {
  EXPECT_TRUE(DataRow("LOP3.LUT P0, RZ, R1, R2, RZ, 0xc0, !PT").set(1, 6).set(2, 2).execute().holds(0));
  EXPECT_FALSE(DataRow("LOP3.LUT P0, RZ, R1, R2, RZ, 0xc0, !PT").set(1, 4).set(2, 2).execute().holds(0));
  EXPECT_TRUE(
      DataRow("LOP3.LUT P0, RZ, R1, R2, RZ, 0xc0, P1").set(1, 4).set(2, 2).set_predicate(1, true).execute().holds(0));
  EXPECT_FALSE(DataRow("LOP3.LUT.PAND P0, RZ, R1, R2, RZ, 0xc0, P1").set(1, 6).set(2, 2).execute().holds(0));
  EXPECT_EQ(DataRow("ULOP3.LUT UR4, UR5, 0xf, URZ, 0xc0, !UPT").set_uniform(5, 0x3C).execute().uniform(4), 0xCu);
}

TEST(Plop3, HasTwoTables) {
  DataRow row("PLOP3.LUT P0, P1, P2, P3, !PT, 0xc0, 0xfc");
  row.set_predicate(2, true).set_predicate(3, false).execute();
  EXPECT_FALSE(row.holds(0)) << "and";
  EXPECT_TRUE(row.holds(1)) << "or";
  DataRow mixed("PLOP3.LUT P0, PT, PT, PT, UP0, 0x80, 0x8");
  mixed.set_predicate(first_uniform_predicate, true).execute();
  EXPECT_TRUE(mixed.holds(0));
  DataRow uniform("UPLOP3.LUT UP1, UPT, UPT, UPT, UP0, 0x80, 0x8");
  uniform.set_predicate(first_uniform_predicate, true).execute();
  EXPECT_TRUE(uniform.holds(first_uniform_predicate + 1));
  DataRow signs("PLOP3.LUT P0, PT, R1.SIGN, R2.SIGN, R3.SIGN, 0x40, 0x0", "sm_120");
  EXPECT_TRUE(signs.set(1, minus_one).set(2, minus_one).set(3, 1).execute().holds(0)) << "a and b and not c";
}

TEST(Shf, FromVoltaShiftsPairs) {
  EXPECT_EQ(result_of_row("SHF.L.U32 R0, R1, 0x4, RZ", 0x1234'5678), 0x2345'6780u);
  EXPECT_EQ(result_of_row("SHF.R.U32.HI R0, RZ, 0x4, R1", 0x8234'5678), 0x0823'4567u);
  EXPECT_EQ(result_of_row("SHF.R.S32.HI R0, RZ, 0x1f, R1", 0x8234'5678), minus_one);
  EXPECT_EQ(result_of_row("SHF.L.U32 R0, R1, R2, RZ", 1, 32), 0u) << "the amount is limited";
  EXPECT_EQ(result_of_row("SHF.R.S32.HI R0, RZ, R2, R1", 0x8000'0000, 99), minus_one);
  EXPECT_EQ(result_of_row("SHF.L.W.U32.HI R0, R1, R2, R1", 0x8000'0001, 33), 3u) << "a rotation";
  EXPECT_EQ(result_of_row("SHF.R.W.U32 R0, R1, R2, R3", 0x0000'000F, 4, 0xA), 0xA000'0000u);
  EXPECT_EQ(result_of_row("SHF.R.U32 R0, R1, R2, R3", 0xF, 32, 0xA), 0xAu);
  EXPECT_EQ(result_of_row("SHF.L.U64.HI R0, R1, R2, R3", 0x8000'0000, 1, 0), 1u);
  EXPECT_EQ(result_of_row("SHF.L.U64.HI R0, R1, R2, R3", 3, 40, 0), 0x300u);
  EXPECT_EQ(result_of_row("SHF.R.U64 R0, R1, R2, R3", 0, 40, 0x1200), 0x12u);
  EXPECT_EQ(result_of_row("SHF.R.S64 R0, R1, R2, R3", 0, 64, 0x8000'0000), minus_one);
  EXPECT_EQ(DataRow("USHF.L.U32 UR4, UR5, 0x2, URZ").set_uniform(5, 3).execute().uniform(4), 12u);
  EXPECT_FALSE(can_execute("SHF.L.U32 R0, -R1, 0x4, RZ"));
}

TEST(Shf, BeforeVoltaNamesTheWordByTheDirection) {
  EXPECT_EQ(result_of_row("SHF.L.W R0, R1, 0x4, R2", 0xF000'0000, 1, 0, "sm_52"), 0x1Fu);
  EXPECT_EQ(result_of_row("SHF.R.W R0, R1, 0x4, R2", 0xF, 1, 0, "sm_52"), 0x1000'0000u);
}

TEST(Shift, BeforeVolta) {
  EXPECT_EQ(result_of_row("SHL R0, R1, 0x4", 3, 0, 0, "sm_52"), 48u);
  EXPECT_EQ(result_of_row("SHL R0, R1, R2", 3, 32, 0, "sm_52"), 0u);
  EXPECT_EQ(result_of_row("SHL.W R0, R1, R2", 3, 33, 0, "sm_52"), 6u);
  EXPECT_EQ(result_of_row("SHR R0, R1, R2", 0x8000'0000, 99, 0, "sm_52"), minus_one);
  EXPECT_EQ(result_of_row("SHR.U32 R0, R1, R2", 0x8000'0000, 31, 0, "sm_52"), 1u);
  EXPECT_FALSE(can_execute("SHR R0, R1, R2", "sm_90"));
}

TEST(Lop, BeforeVolta) {
  EXPECT_EQ(result_of_row("LOP.AND R0, R1, R2", 6, 3, 0, "sm_52"), 2u);
  EXPECT_EQ(result_of_row("LOP.AND R0, R1, ~R2", 6, 3, 0, "sm_52"), 4u);
  EXPECT_EQ(result_of_row("LOP32I.XOR R0, R1, 0xffffffff", 6, 0, 0, "sm_52"), ~6u);
  DataRow coded("LOP32I.XOR RZ.CC, R1, 0x55555555", "sm_61");
  EXPECT_TRUE(coded.set(1, 0x5555'5555).execute().warp.code.zero.contains(0));
  EXPECT_FALSE(coded.set(1, 0x5555'5554).execute().warp.code.zero.contains(0));
  EXPECT_EQ(result_of_row("LOP.PASS_B R0, RZ, ~R2", 6, 3, 0, "sm_52"), ~3u);
  DataRow tested("LOP.AND.NZ P0, R0, R1, R2", "sm_52");
  tested.set(1, 4).set(2, 3).set_predicate(0, true).execute();
  EXPECT_FALSE(tested.holds(0));
  EXPECT_TRUE(DataRow("LOP.XOR.Z P0, R0, R1, R1", "sm_52").execute().holds(0));
  EXPECT_FALSE(can_execute("LOP.NAND R0, R1, R2", "sm_52"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
