// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/ready_groups.hpp"

#include <gtest/gtest.h>

namespace reconverge::emulator {
namespace {

using core::LaneMask;

LaneGroup group(std::uint32_t lanes, std::uint32_t index) { return {LaneMask(lanes), index}; }

std::string next_of(ReadyGroups& ready) {
  const auto [taken, fast] = ready.pop();
  return to_string(taken.mask) + (fast ? " fast" : " slow");
}

TEST(ReadyGroups, NewestComesFirstAndIsFast) {
  ReadyGroups ready(true);
  ready.push(group(1, 10), ReadyAs::parted);
  ready.push(group(2, 20), ReadyAs::parted);
  EXPECT_EQ(next_of(ready), "0x00000002 fast");
  EXPECT_EQ(next_of(ready), "0x00000001 slow");
  EXPECT_TRUE(ready.empty());
}

TEST(ReadyGroups, AGroupThatWaitedHidesTheFastOne) {
  ReadyGroups ready(true);
  ready.push(group(1, 10), ReadyAs::parted);
  ready.push(group(2, 20), ReadyAs::woken);
  EXPECT_EQ(next_of(ready), "0x00000002 slow");
  EXPECT_EQ(next_of(ready), "0x00000001 slow");
}

TEST(ReadyGroups, SlowOnesOfOneAddressMerge) {
  ReadyGroups ready(true);
  ready.push(group(1, 10), ReadyAs::woken);
  ready.push(group(2, 20), ReadyAs::woken);
  ready.push(group(4, 10), ReadyAs::woken);
  EXPECT_EQ(next_of(ready), "0x00000005 slow");
  EXPECT_EQ(next_of(ready), "0x00000002 slow");
}

TEST(ReadyGroups, AFastOneMergesWithNobody) {
  ReadyGroups ready(true);
  ready.push(group(1, 10), ReadyAs::woken);
  ready.push(group(2, 10), ReadyAs::parted);
  EXPECT_EQ(next_of(ready), "0x00000002 fast");
  EXPECT_EQ(next_of(ready), "0x00000001 slow");
}

TEST(ReadyGroups, NobodyMergesWhereThePolicySaysSo) {
  ReadyGroups ready(false);
  ready.push(group(1, 10), ReadyAs::woken);
  ready.push(group(2, 10), ReadyAs::woken);
  EXPECT_EQ(next_of(ready), "0x00000002 slow");
}

}  // namespace
}  // namespace reconverge::emulator
