// SPDX-License-Identifier: MIT
// When a state of control is written to be known again.

#include "emulator/reconvergence/control_memo.hpp"

#include <gtest/gtest.h>

namespace reconverge::emulator {
namespace {

const Flow here = {.active = core::LaneMask(0xFF), .index = 7};

TEST(ControlMemo, WritesWhereTheFourthWarpComesThoughAllHaveBegunBefore) {
  ControlMemo memo;
  std::vector<std::uint8_t> warps;
  for (int i = 0; i < 4; ++i) warps.push_back(memo.begin_warp());
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(memo.may_write(here, warps[static_cast<std::size_t>(i)])) << i;
  EXPECT_TRUE(memo.may_write(here, warps[3]));
}

TEST(ControlMemo, WritesLaterWhereOneWarpComesAgain) {
  ControlMemo memo;
  const std::uint8_t warp = memo.begin_warp();
  int visits = 1;
  while (!memo.may_write(here, warp)) ++visits;
  EXPECT_GT(visits, 16);
  EXPECT_LT(visits, 100);
}

}  // namespace
}  // namespace reconverge::emulator
