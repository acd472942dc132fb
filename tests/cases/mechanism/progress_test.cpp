// Runs that never end are told so at once, and those that end do.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {
namespace {

using ::testing::HasSubstr;

TEST(Progress, ASpinLockOnTheStackNeverEnds) {
  const Emulated run = emulated("spin_on_the_stack.sass", {});
  EXPECT_EQ(run.outcome.status, 5);
  EXPECT_THAT(
      run.outcome.err,
      HasSubstr("no progress: the same 4 instructions with the same registers and memory; lanes 0xfffffffe spin, "
                "lane 0 waits at SYNC for them (stack hardware cannot go on; sm_70 and later can)"));
  EXPECT_LT(run.json.at("executed_instructions").get<std::int64_t>(), 100'000);
}

TEST(Progress, AGroupThatGaveWayDoesNotStarveBesideOthersThatWait) {
  const Emulated run = emulated("yield_among_three.sass", {"--max-steps", "100000"});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
}

TEST(Progress, AWarpThatSpinsForAnotherEnds) {
  const Emulated run =
      emulated("spin_between_warps_sm_90.sass", {"--block", "64", "--arg", "i32[1]", "--arg", "i32[64]"});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.buffer(0)[0], 1);
}

TEST(Progress, OfTheLastWarpThatRunsASpinIsProved) {
  const Emulated run = emulated("spin_between_warps_sm_90.sass", {"--arg", "i32[1]", "--arg", "i32[64]"});
  EXPECT_EQ(run.outcome.status, 5);
  EXPECT_THAT(run.outcome.err, HasSubstr("no progress: the same"));
}

}  // namespace
}  // namespace reconverge::cases
