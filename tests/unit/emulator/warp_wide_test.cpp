// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::LaneMask;

DataRow numbered(const std::string& row, std::string_view arch = "sm_90") {
  DataRow data(row, arch);
  for (std::size_t i = 0; i < lanes; ++i) data.warp.values[1][i] = static_cast<std::uint32_t>(100 + i);
  return data;
}

TEST(Vote, CountsTheExecutingLanesOnly) {
  DataRow row("VOTE.ANY R0, P1, P0");
  row.warp.predicates[0] = LaneMask(0xFF0F);
  row.execute(LaneMask(0x0FF0));
  EXPECT_EQ(row.warp.values[0][4], 0x0F00u);
  EXPECT_EQ(row.warp.values[0][0], 0u) << "not executing";
  EXPECT_EQ(row.warp.predicates[1], LaneMask(0x0FF0));
  DataRow all("VOTE.ALL P1, P0");
  all.warp.predicates[0] = LaneMask(0xFF);
  EXPECT_EQ(all.execute(LaneMask(0x0F)).warp.predicates[1], LaneMask(0x0F));
  DataRow equal("VOTE.EQ R0, P1, !P0");
  equal.warp.predicates[0] = LaneMask(0xFF);
  EXPECT_EQ(equal.execute(LaneMask(0x0F)).warp.predicates[1], LaneMask(0x0F)) << "none is as equal as all";
  EXPECT_FALSE(can_execute("VOTE.SOME R0, PT, P0"));
}

TEST(Vote, UniformFormWritesForTheWarp) {
  DataRow row("VOTEU.ANY UR4, UP0, P0");
  row.warp.predicates[0] = LaneMask(0xF0);
  row.execute(LaneMask(0x3C));
  EXPECT_EQ(row.uniform(4), 0x30u);
  EXPECT_EQ(row.warp.predicates[first_uniform_predicate], LaneMask::all());
}

TEST(Shfl, Modes) {
  const auto lane_7 = [](const std::string& operands) {
    return numbered("SHFL." + operands).execute().warp.values[0][7];
  };
  EXPECT_EQ(lane_7("IDX PT, R0, R1, 0x3, 0x1f"), 103u);
  EXPECT_EQ(lane_7("UP PT, R0, R1, 0x2, 0x0"), 105u);
  EXPECT_EQ(lane_7("UP PT, R0, R1, 0x8, 0x0"), 107u) << "below the segment: its own";
  EXPECT_EQ(lane_7("DOWN PT, R0, R1, 0x2, 0x1f"), 109u);
  EXPECT_EQ(lane_7("BFLY PT, R0, R1, 0x4, 0x1f"), 103u);
  EXPECT_EQ(lane_7("IDX PT, R0, R1, 0xb, 0x181f"), 103u) << "segments of eight";
  EXPECT_EQ(lane_7("DOWN PT, R0, R1, 0x2, 0x181f"), 107u);
}

TEST(Shfl, PredicateTellsWhetherTheSourceIsInside) {
  DataRow row = numbered("SHFL.DOWN P0, R0, R1, 0x1, 0x1f");
  EXPECT_EQ(row.execute().warp.predicates[0], LaneMask(0x7FFF'FFFF));
  EXPECT_FALSE(can_execute("SHFL.ROT P0, R0, R1, 0x1, 0x1f"));
}

TEST(Match, GroupsEqualValues) {
  DataRow any("MATCH.ANY R0, R1");
  for (std::size_t i = 0; i < lanes; ++i) any.warp.values[1][i] = static_cast<std::uint32_t>(i % 2);
  any.execute(LaneMask(0xFF));
  EXPECT_EQ(any.warp.values[0][0], 0x55u);
  EXPECT_EQ(any.warp.values[0][3], 0xAAu);
  DataRow wide("MATCH.ANY.U64 R0, R2");
  wide.warp.values[3][1] = 1;
  wide.execute(LaneMask(7));
  EXPECT_EQ(wide.warp.values[0][0], 5u);
  DataRow all("MATCH.ALL P0, R0, R1");
  all.warp.values[1][9] = 1;
  EXPECT_EQ(all.execute(LaneMask(0xFF)).word(0), 0xFFu);
  EXPECT_TRUE(all.holds(0));
  all.execute();
  EXPECT_EQ(all.word(0), 0u);
  EXPECT_FALSE(all.holds(0));
}

TEST(Redux, BringsLanesTogether) {
  const auto redux = [](const std::string& name, LaneMask chosen) {
    return numbered(name + " UR4, R1").execute(chosen).uniform(4);
  };
  EXPECT_EQ(redux("REDUX.SUM.S32", LaneMask(0b111)), 303u);
  EXPECT_EQ(redux("REDUX.MIN.S32", LaneMask(0b110)), 101u);
  EXPECT_EQ(redux("REDUX.MAX", LaneMask(0b110)), 102u);
  EXPECT_EQ(redux("REDUX", LaneMask(0b110)), 100u) << "101 & 102";
  EXPECT_EQ(redux("REDUX.OR", LaneMask(0b110)), 103u);
  EXPECT_EQ(redux("REDUX.XOR", LaneMask(0b110)), 3u);
  EXPECT_EQ(redux("CREDUX.MIN", LaneMask(0b110)), 101u);
  DataRow negative("REDUX.MAX.S32 UR4, R1");
  EXPECT_EQ(negative.set(1, 0x8000'0000).execute().uniform(4), 0x8000'0000u);
}

TEST(Elect, ChoosesTheLowestLane) {
  DataRow row("ELECT P0, UR4, PT");
  row.execute(LaneMask(0xF8));
  EXPECT_EQ(row.warp.predicates[0], LaneMask(8));
  EXPECT_EQ(row.uniform(4), 3u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
