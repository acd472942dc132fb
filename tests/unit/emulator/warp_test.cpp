// SPDX-License-Identifier: MIT
#include "emulator/warp.hpp"

#include <gtest/gtest.h>

namespace reconverge::emulator {
namespace {

using core::LaneMask;

TEST(Warp, StartsAtZeroWithPtTrue) {
  const Warp warp;
  for (const LaneVector& value : warp.values) EXPECT_EQ(value, LaneVector{});
  for (std::size_t i = 0; i < sass::true_predicate; ++i) EXPECT_TRUE(warp.predicates[i].empty()) << i;
  EXPECT_EQ(warp.predicates[sass::true_predicate], LaneMask::all());
  EXPECT_TRUE(warp.code.carry.empty());
}

TEST(Warp, RegistersAreSetLaneByLane) {
  Warp warp;
  warp.set_register(254, core::staircase(2));
  EXPECT_EQ(warp.register_value(254)[29], 32u);
  EXPECT_EQ(warp.register_value(254)[30], 31u);
  EXPECT_EQ(warp.register_value(254)[31], 30u);
}

TEST(LaneVector, AssignOverwritesTheChosenLanesOnly) {
  for (const std::uint32_t bits : {0u, 1u, 0x8000'0000u, 0x1234'5678u, 0xFFFF'FFFFu}) {
    LaneVector vector = broadcast(7);
    LaneVector value;
    for (std::size_t i = 0; i < lanes; ++i) value[i] = 0xA000'0000u + static_cast<std::uint32_t>(i);
    assign(vector, value, LaneMask(bits));
    for (std::size_t i = 0; i < lanes; ++i)
      EXPECT_EQ(vector[i], (bits >> i & 1u) != 0 ? value[i] : 7u) << bits << " lane " << i;
  }
}

TEST(LaneVector, LanesWhereCollectsACondition) {
  EXPECT_EQ(lanes_where([](std::size_t lane) { return lane % 2 == 1; }), LaneMask(0xAAAA'AAAA));
  EXPECT_EQ(lanes_where([](std::size_t) { return true; }), LaneMask::all());
  EXPECT_EQ(lanes_where([](std::size_t) { return false; }), LaneMask::none());
}

}  // namespace
}  // namespace reconverge::emulator
