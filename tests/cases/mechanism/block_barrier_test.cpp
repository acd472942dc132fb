// SPDX-License-Identifier: MIT
// __syncthreads() under a condition becomes BAR with a guard. An H100 gave the values below.

#include <gtest/gtest.h>

#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {
namespace {

TEST(GuardedBlockBarrier, KeepsTheWarpTogetherForTheUniformRegisterBehindIt) {
  const Emulated run = emulated("guarded_barrier.sass", {"--arg", "i32[32]"});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.buffer(0), std::vector<std::int64_t>(32, 0x11));
}

TEST(GuardedBlockBarrier, InAnIfThatOneWarpTakesInPart) {
  const Emulated run =
      emulated("guarded_barriers_sm_90.sass", {"--function", "sync_in_if", "--block", "64", "--arg", "i32[64]"});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  const auto out = run.buffer(0);
  for (std::size_t t = 0; t < 64; ++t) EXPECT_EQ(out.at(t), (t + 1) & 63) << t;
}

TEST(GuardedBlockBarrier, InBothBranches) {
  const Emulated run =
      emulated("guarded_barriers_sm_90.sass", {"--function", "sync_two", "--block", "64", "--arg", "i32[64]"});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  const auto out = run.buffer(0);
  for (std::size_t t = 0; t < 64; ++t) EXPECT_EQ(out.at(t), t % 2 == 1 ? (t ^ 1) + 1 : (t ^ 1) * 2) << t;
}

}  // namespace
}  // namespace reconverge::cases
