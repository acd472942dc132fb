// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::LaneMask;

TEST(Move, RegistersImmediatesConstantsAndUniformRegisters) {
  EXPECT_EQ(result_of_row("MOV R0, R1", 7), 7u);
  EXPECT_EQ(result_of_row("MOV R0, 0x12345678", 7), 0x1234'5678u);
  EXPECT_EQ(result_of_row("MOV R0, c[0x0][0x210]", 7), 0x1111'2222u);
  EXPECT_EQ(DataRow("MOV R0, UR4").set_uniform(4, 9).execute().word(0), 9u);
  EXPECT_EQ(result_of_row("MOV32I R0, 0x3f800000", 0, 0, 0, "sm_52"), 0x3F80'0000u);
  EXPECT_EQ(DataRow("UMOV UR4, 0x5").execute().uniform(4), 5u);
  EXPECT_EQ(pair_result_of_row("MOV.64 R0, 0x400921fb54442d18", 0, 0, 0, "sm_120"), 0x4009'21FB'5444'2D18u);
  EXPECT_EQ(pair_result_of_row("MOV.64 R0, RZ", 0, 0, 0, "sm_120"), 0u);
  EXPECT_EQ(DataRow("UMOV.64 UR4, 0x123456789", "sm_120").execute().uniform(5), 1u);
  EXPECT_FALSE(can_execute("MOV R0, c[0x0][0x999]"));
  EXPECT_FALSE(can_execute("MOV R0, -R1"));
}

TEST(Move, SelectsByPredicate) {
  EXPECT_EQ(DataRow("SEL R0, R1, 0x5, P0").set(1, 4).set_predicate(0, true).execute().word(0), 4u);
  EXPECT_EQ(DataRow("SEL R0, R1, 0x5, !P0").set(1, 4).set_predicate(0, true).execute().word(0), 5u);
  EXPECT_EQ(DataRow("USEL UR4, UR5, 0x5, UP0").set_uniform(5, 4).execute().uniform(4), 5u);
  EXPECT_EQ(DataRow("SEL.64 R0, RZ, -0x1, !PT", "sm_120").execute().pair(0), ~std::uint64_t{0});
  EXPECT_EQ(DataRow("USEL.64 UR4, UR6, -0x1, UPT", "sm_120").set_uniform(7, 4).execute().uniform(5), 4u);
}

TEST(Move, R2urTakesTheLowestExecutingLane) {
  DataRow row("R2UR UR4, R1");
  for (std::size_t i = 0; i < lanes; ++i) row.warp.values[1][i] = static_cast<std::uint32_t>(i);
  row.execute(LaneMask(0xF0));
  EXPECT_EQ(row.uniform(4), 4u);
  EXPECT_EQ(row.warp.values[first_uniform + 4][31], 4u) << "in every element";
}

TEST(Move, PredicatesToRegistersAndBack) {
  DataRow out("P2R R0, PR, R1, 0x5");
  out.set(1, 0xFFFF'FFF0).set_predicate(0, true).set_predicate(1, true).execute();
  EXPECT_EQ(out.word(0), 0xFFFF'FFF1u);
  DataRow high("P2R.B1 R0, PR, R1, 0x7f");
  high.set(1, 0x12'FF34).set_predicate(6, true).execute();
  EXPECT_EQ(high.word(0), 0x12'C034u) << "bit 7 stays";
  DataRow in("R2P PR, R1.B1, 0x3");
  in.set(1, 0x0200).set_predicate(0, true).set_predicate(2, true).execute();
  EXPECT_FALSE(in.holds(0));
  EXPECT_TRUE(in.holds(1));
  EXPECT_TRUE(in.holds(2)) << "not named";
  EXPECT_FALSE(can_execute("R2P UPR, R1, 0x3"));
  EXPECT_EQ(DataRow("UP2UR UR4, UPR, URZ, 0x1").set_predicate(first_uniform_predicate, true).execute().uniform(4), 1u);
  EXPECT_TRUE(DataRow("UR2UP UPR, UR4, 0x1").set_uniform(4, 1).execute().holds(first_uniform_predicate));
}

TEST(R2ur, TellsWhetherLanesDiffer) {
  DataRow row("R2UR P1, UR4, R1");
  row.warp.set_register(1, core::LaneValues{7, 7, 9});
  row.set_predicate(1, true).execute(core::LaneMask(0b011));
  EXPECT_EQ(row.warp.predicates[1], ~core::LaneMask(0b011));
  row.set_predicate(1, false).execute(core::LaneMask(0b110));
  EXPECT_EQ(row.warp.predicates[1], core::LaneMask(0b110));
  EXPECT_EQ(row.uniform(4), 7u);
  EXPECT_EQ(row.execute(core::LaneMask(0b100)).uniform(4), 9u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
