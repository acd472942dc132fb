// SPDX-License-Identifier: MIT
#include "core/lane_mask.hpp"

#include <gtest/gtest.h>

namespace reconverge::core {
namespace {

TEST(LaneMask, StartsEmpty) {
  EXPECT_TRUE(LaneMask().empty());
  EXPECT_EQ(LaneMask(), LaneMask::none());
  EXPECT_FALSE(LaneMask().any());
}

TEST(LaneMask, AllHoldsThirtyTwoLanes) {
  EXPECT_EQ(LaneMask::all().count(), lane_count);
  for (int lane = 0; lane < lane_count; ++lane) EXPECT_TRUE(LaneMask::all().contains(lane)) << lane;
}

TEST(LaneMask, BitIStandsForLaneI) {
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneMask one = LaneMask::lane(lane);
    EXPECT_EQ(one.bits(), std::uint32_t{1} << lane);
    EXPECT_EQ(one.count(), 1);
    EXPECT_EQ(one.lowest(), lane);
    for (int other = 0; other < lane_count; ++other) EXPECT_EQ(one.contains(other), other == lane);
  }
}

TEST(LaneMask, LowestSkipsAbsentLanes) {
  EXPECT_EQ(LaneMask(0x8000'0100u).lowest(), 8);
  EXPECT_EQ(LaneMask(0x8000'0000u).lowest(), 31);
}

TEST(LaneMask, ContainsAWholeSetOnly) {
  const LaneMask set(0b1110u);
  EXPECT_TRUE(set.contains(LaneMask(0b0110u)));
  EXPECT_TRUE(set.contains(set));
  EXPECT_TRUE(set.contains(LaneMask::none()));
  EXPECT_FALSE(set.contains(LaneMask(0b0111u)));
}

TEST(LaneMask, IntersectsWhereOneLaneIsShared) {
  EXPECT_TRUE(LaneMask(0b0110u).intersects(LaneMask(0b1100u)));
  EXPECT_FALSE(LaneMask(0b0110u).intersects(LaneMask(0b1001u)));
  EXPECT_FALSE(LaneMask::all().intersects(LaneMask::none()));
}

TEST(LaneMask, SetOperations) {
  const LaneMask a(0b0110u);
  const LaneMask b(0b1100u);
  EXPECT_EQ(a & b, LaneMask(0b0100u));
  EXPECT_EQ(a | b, LaneMask(0b1110u));
  EXPECT_EQ(a.without(b), LaneMask(0b0010u));
  EXPECT_EQ(~a, LaneMask(0xFFFF'FFF9u));
}

TEST(LaneMask, AssignmentOperators) {
  LaneMask mask(0b0110u);
  mask &= LaneMask(0b1100u);
  EXPECT_EQ(mask, LaneMask(0b0100u));
  mask |= LaneMask::lane(31);
  EXPECT_EQ(mask, LaneMask(0x8000'0004u));
}

TEST(LaneMask, TextAlwaysHasEightDigits) {
  EXPECT_EQ(to_string(LaneMask::none()), "0x00000000");
  EXPECT_EQ(to_string(LaneMask(0x7FFF'FFFFu)), "0x7fffffff");
}

}  // namespace
}  // namespace reconverge::core
