// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;

TEST(Minmax, OfWords) {
  EXPECT_EQ(result_of_row("IMNMX R0, R1, R2, PT", minus_one, 1), minus_one);
  EXPECT_EQ(result_of_row("IMNMX R0, R1, R2, !PT", minus_one, 1), 1u);
  EXPECT_EQ(result_of_row("IMNMX.U32 R0, R1, R2, PT", minus_one, 1), 1u);
  EXPECT_EQ(result_of_row("VIMNMX R0, R1, R2, !PT", minus_one, 1), 1u);
  EXPECT_EQ(result_of_row("VIMNMX.U32 R0, R1, R2, !PT", minus_one, 1), minus_one);
  EXPECT_EQ(result_of_row("VIMNMX.S32.RELU R0, R1, R2, PT", minus_one, 1, 0, "sm_120"), 0u);
  EXPECT_EQ(pair_result_of_row("IMNMX.S64 PT, PT, R0, R2, R4, PT, !PT", ~std::uint64_t{0}, 1, 0, "sm_120"),
            ~std::uint64_t{0});
  EXPECT_EQ(pair_result_of_row("IMNMX.U64 PT, PT, R0, R2, R4, PT, !PT", ~std::uint64_t{0}, 1, 0, "sm_120"), 1u);
  EXPECT_FALSE(can_execute("IMNMX.U64 P0, PT, R0, R2, R4, PT, !PT", "sm_120"));
  EXPECT_EQ(DataRow("UVIMNMX.S32 UR4, UR5, 0x1, UPT", "sm_100").set_uniform(5, minus_one).execute().uniform(4),
            minus_one);
}

TEST(Minmax, OfLanesThatDisagree) {
  DataRow row("IMNMX R0, R1, R2, P0");
  row.warp.predicates[0] = core::LaneMask(1);
  row.set(1, 5).set(2, 6).execute();
  EXPECT_EQ(row.word(0), 5u);
  EXPECT_EQ(row.warp.values[0][1], 6u);
}

TEST(Minmax, OfPartsTellsWhichWereTaken) {
  DataRow row("VIMNMX.U16x2 R0, P1, P2, R1, R2, PT");
  row.set(1, 0x0001'0005).set(2, 0x0002'0004).execute();
  EXPECT_EQ(row.word(0), 0x0001'0004u);
  EXPECT_FALSE(row.holds(1)) << "low";
  EXPECT_TRUE(row.holds(2)) << "high";
  EXPECT_EQ(result_of_row("VIMNMX.S16x2 R0, R1, R2, !PT", 0xFFFF'0005, 0x0000'0004), 0x0000'0005u);
  EXPECT_EQ(result_of_row("VIMNMX.U8x4 R0, R1, R2, PT", 0x01FF'0305, 0x0210'0204, 0, "sm_120"), 0x0110'0204u);
  EXPECT_FALSE(can_execute("VIMNMX.Q R0, R1, R2, PT"));
}

TEST(Minmax, OfThree) {
  EXPECT_EQ(result_of_row("VIMNMX3 R0, R1, R2, R3, !PT", 1, minus_one, 7), 7u);
  EXPECT_EQ(result_of_row("VIMNMX3.U32 R0, R1, R2, R3, PT", 1, minus_one, 7), 1u);
  EXPECT_EQ(result_of_row("VIADDMNMX R0, R1, R2, R3, !PT", 5, 6, 10), 11u);
  EXPECT_EQ(result_of_row("VIADDMNMX R0, R1, -R2, R3, PT", 5, 6, 10), minus_one);
  EXPECT_EQ(result_of_row("VIADDMNMX.RELU R0, R1, -R2, R3, PT", 5, 6, 10), 0u);
  EXPECT_EQ(result_of_row("VIADDMNMX.S16x2 R0, R1, R2, R3, !PT", 0x7FFF'0001, 0x0001'0001, 0), 0x0000'0002u)
      << "sums wrap";
}

}  // namespace
}  // namespace reconverge::emulator::testing
