// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint64_t default_nan = 0xFFF8'0000'0000'0000, infinity = 0x7FF0'0000'0000'0000,
                        minus_zero = std::uint64_t{1} << 63;

std::uint64_t of(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t result(const std::string& row, std::uint64_t r2, std::uint64_t r4 = 0, std::uint64_t r6 = 0) {
  return pair_result_of_row(row, r2, r4, r6);
}

TEST(Double, SumsAndProducts) {
  EXPECT_EQ(result("DADD R0, R2, R4", of(1), of(2)), of(3));
  EXPECT_EQ(result("DADD R0, R2, -R4", of(1), of(2)), of(-1));
  EXPECT_EQ(result("DADD R0, -RZ, |R2|", of(-5)), of(5));
  EXPECT_EQ(result("DMUL R0, R2, 2.5", of(3)), of(7.5));
  EXPECT_EQ(result("DMUL R0, R2, R4", of(-1), 0), minus_zero);
  EXPECT_EQ(result("DFMA R0, R2, R4, R6", of(0x1.0000001p0), of(0x1.0000001p0), of(-1)), of(0x1.00000008p-27))
      << "exact product";
  EXPECT_EQ(result("DADD R0, R2, c[0x0][0x210]", 0), 0x3333'4444'1111'2222u);
}

TEST(Double, DirectedRoundings) {
  const std::uint64_t next = of(1) + 1;
  EXPECT_EQ(result("DADD.RP R0, R2, R4", of(1), of(0x1p-80)), next);
  EXPECT_EQ(result("DADD.RZ R0, R2, R4", of(1), of(0x1p-80)), of(1));
  EXPECT_EQ(result("DADD.RM R0, R2, R4", of(1), of(-0x1p-80)), of(1) - 1);
  EXPECT_EQ(result("DADD.RM R0, R2, R4", of(1), of(-1)), minus_zero);
  EXPECT_EQ(result("DMUL.RP R0, R2, R4", next, next), of(1) + 3);
  EXPECT_EQ(result("DMUL.RZ R0, R2, R4", of(-1), 0), minus_zero) << "an exact zero";
  EXPECT_EQ(result("DFMA.RM R0, R2, R4, R6", of(1), of(1), of(-0x1p-80)), of(1) - 1);
}

TEST(Double, NansKeepWhatTheyHold) {
  const std::uint64_t first = 0x7FF0'0000'0000'0001, second = 0xFFF8'0000'0000'0002, third = 0x7FF8'0000'0000'0003;
  const std::uint64_t quiet = 0x0008'0000'0000'0000;
  EXPECT_EQ(result("DADD R0, R2, -R4", infinity, infinity), default_nan);
  EXPECT_EQ(result("DMUL R0, R2, R4", infinity, 0), default_nan);
  EXPECT_EQ(result("DADD R0, R2, R4", first, of(1)), first | quiet);
  EXPECT_EQ(result("DADD R0, -R2, R4", first, of(1)), first | quiet) << "a sign modifier leaves it alone";
  EXPECT_EQ(result("DADD R0, R2, R4", first, second), second);
  EXPECT_EQ(result("DFMA R0, R2, R4, R6", first, second, third), second);
  EXPECT_EQ(result("DFMA R0, R2, R4, R6", first, of(1), third), third);
}

TEST(DoubleCompare, RelationsAndMinimum) {
  const auto p = [](const std::string& row, std::uint64_t a, std::uint64_t b, int index = 0) {
    return DataRow(row).set_pair(2, a).set_pair(4, b).execute().holds(index);
  };
  EXPECT_TRUE(p("DSETP.LT.AND P0, PT, R2, R4, PT", of(1), of(2)));
  EXPECT_TRUE(p("DSETP.GEU.AND P0, PT, R2, R4, PT", default_nan, of(2)));
  EXPECT_FALSE(p("DSETP.NEU.AND P0, PT, |R2|, R4, PT", of(-2), of(2)));
  EXPECT_TRUE(p("DSETP.MIN.AND P0, P1, R2, R4, PT", of(1), of(2)));
  EXPECT_FALSE(p("DSETP.MAX.AND P0, P1, R2, R4, PT", of(1), of(2)));
  EXPECT_TRUE(p("DSETP.MAX.AND P0, P1, R2, R4, PT", of(1), default_nan)) << "the only number";
  EXPECT_FALSE(p("DSETP.MAX.AND P0, P1, R2, R4, PT", of(1), default_nan, 1));
  EXPECT_TRUE(p("DSETP.MAX.AND P0, P1, R2, R4, PT", default_nan, default_nan, 1));
  EXPECT_TRUE(p("DSETP.MIN.AND P0, P1, R2, R4, PT", minus_zero, 0));
}

TEST(Double, BeforeVolta) {
  EXPECT_EQ(pair_result_of_row("DMNMX R0, R2, R4, PT", of(1), of(2), 0, "sm_52"), of(1));
  EXPECT_EQ(pair_result_of_row("DMNMX R0, R2, R4, !PT", default_nan, of(2), 0, "sm_52"), of(2));
  EXPECT_EQ(pair_result_of_row("DMNMX R0, R2, R4, PT", 0, minus_zero, 0, "sm_52"), minus_zero);
  EXPECT_EQ(DataRow("DSET.BF.LT.AND R0, R2, R4, PT", "sm_52").set_pair(4, of(1)).execute().word(0), 0x3F80'0000u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
