// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr std::uint32_t minus_one = 0xFFFF'FFFF;
constexpr std::uint64_t wide_values[] = {
    0, 1, 0xFFFF'FFFF, 0x1'0000'0000, 0x7FFF'FFFF'FFFF'FFFF, 0xFFFF'FFFF'FFFF'FFFF};

template <typename Integer> bool holds(const std::string& relation, Integer a, Integer b) {
  if (relation == "LT") return a < b;
  if (relation == "LE") return a <= b;
  if (relation == "EQ") return a == b;
  if (relation == "NE") return a != b;
  if (relation == "GE") return a >= b;
  return a > b;
}

TEST(IsetpFromVolta, ExtendedComparesPairs) {
  for (const std::string relation : {"LT", "LE", "EQ", "NE", "GE", "GT"})
    for (const std::uint64_t a : wide_values)
      for (const std::uint64_t b : wide_values) {
        DataRow low("ISETP." + relation + ".U32.AND P0, PT, R2, R4, PT");
        low.set_pair(2, a).set_pair(4, b).execute();
        const auto high = [&](const std::string& type) {
          DataRow row("ISETP." + relation + type + ".AND.EX P1, PT, R3, R5, PT, P0");
          return row.set_pair(2, a).set_pair(4, b).set_predicate(0, low.holds(0)).execute().holds(1);
        };
        EXPECT_EQ(high(".U32"), holds(relation, a, b)) << relation << " " << a << " " << b;
        EXPECT_EQ(high(""), holds(relation, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b))) << relation;
        DataRow whole("ISETP." + relation + ".S64.AND P0, PT, R2, R4, PT", "sm_120");
        whole.set_pair(2, a).set_pair(4, b).execute();
        EXPECT_EQ(whole.holds(0), holds(relation, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
      }
}

TEST(IsetpFromVolta, CombinesWithAPredicate) {
  DataRow row("ISETP.EQ.U32.XOR P0, P1, R1, 0x3, !P2");
  row.set(1, 3).set_predicate(2, true).execute();
  EXPECT_TRUE(row.holds(0));
  EXPECT_FALSE(row.holds(1));
  EXPECT_TRUE(DataRow("UISETP.GT.AND UP0, UPT, UR4, -0x1, UPT").execute().holds(first_uniform_predicate));
  EXPECT_TRUE(DataRow("UISETP.GT.AND.EX UP0, UPT, UR4, UR5, UPT, UPT").execute().holds(first_uniform_predicate));
  EXPECT_TRUE(DataRow("UISETP.GT.U64.AND UP0, UPT, UR4, UR6, UPT", "sm_120")
                  .set_uniform(5, 1)
                  .execute()
                  .holds(first_uniform_predicate));
  EXPECT_TRUE(DataRow("ISETP.GT.S64.AND P0, PT, R2, -0x1, PT", "sm_120").execute().holds(0));
  EXPECT_FALSE(can_execute("ISETP.GT.AND.EX P0, PT, R1, R2, PT"));
}

TEST(CompareBeforeVolta, SetsWordsAndPredicates) {
  EXPECT_EQ(result_of_row("ISET.LT.AND R0, R1, R2, PT", minus_one, 1, 0, "sm_52"), minus_one);
  EXPECT_EQ(result_of_row("ISET.BF.LT.U32.AND R0, R1, R2, PT", 0, 1, 0, "sm_52"), 0x3F80'0000u);
  EXPECT_EQ(result_of_row("ISET.LT.U32.AND R0, R1, R2, PT", minus_one, 1, 0, "sm_52"), 0u);
  DataRow psetp("PSETP.AND.OR P0, P1, P2, P3, !PT", "sm_52");
  psetp.set_predicate(2, true).execute();
  EXPECT_FALSE(psetp.holds(0));
  EXPECT_TRUE(psetp.holds(1));
  EXPECT_EQ(DataRow("PSET.BF.OR.AND R0, P2, P3, PT", "sm_52").set_predicate(2, true).execute().word(0), 0x3F80'0000u);
  EXPECT_EQ(DataRow("PSET.OR.AND R0, P2, P3, PT", "sm_52").set_predicate(2, true).execute().word(0), minus_one);
}

}  // namespace
}  // namespace reconverge::emulator::testing
