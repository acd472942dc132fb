// SPDX-License-Identifier: MIT
// Runs that never end are told so at once, and those that end do.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Progress, ASpinLockOnTheStackNeverEnds) {
  const Emulated run = emulated("spin_on_the_stack.sass", {});
  EXPECT_EQ(run.outcome.status, 5);
  EXPECT_THAT(
      run.outcome.err,
      HasSubstr("no progress: the same 4 instructions with the same registers and memory; lanes 0xfffffffe spin, "
                "lane 0 waits at SYNC for them (stack hardware cannot continue; sm_70 and later can)"));
  EXPECT_LT(run.json.at("executed_instructions").get<std::int64_t>(), 100'000);
}

// spin_lock_sm_60.sass is what NVRTC 12.4 and cuobjdump 12.4 make of
//   extern "C" __global__ void k(int *lock, int *count) {
//       while (atomicCAS(lock, 0, 1) != 0) { }
//       ++*(volatile int *)count;
//       __threadfence(); atomicExch(lock, 0);
//   }
// (rows after EXIT are left out). The lane that has the lock is on the stack, and cannot release it.
TEST(Progress, ASpinLockThatACompilerMadeForTheStackNeverEnds) {
  const Emulated run = emulated("spin_lock_sm_60.sass", {"--arg", "i32[1]", "--arg", "i32[1]"});
  EXPECT_EQ(run.outcome.status, 5);
  EXPECT_THAT(
      run.outcome.err,
      HasSubstr("no progress: the same 7 instructions with the same registers and memory; lanes 0xfffffffe spin, "
                "lane 0 waits at SYNC for them (stack hardware cannot continue; sm_70 and later can)"));
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

// barrier_in_a_branch_sm_90.sass is what nvcc 13 and nvdisasm make of
//   __global__ void k(int n, volatile int *flag) {
//     int t = threadIdx.x;
//     if (t < 16) { __syncthreads(); *flag = 1; }
//     else while (!*flag);
//   }
TEST(Progress, WarpsThatSpinBesideLanesAtABlockBarrierAreNamed) {
  for (const char* threads : {"64", "512"}) {
    const Emulated run = emulated("barrier_in_a_branch_sm_90.sass",
                                  {"--block", threads, "--max-steps", "1000000", "--arg", "i32:1", "--arg", "i32[1]"});
    EXPECT_EQ(run.outcome.status, 5);
    EXPECT_THAT(run.outcome.err, HasSubstr("no progress: all warps that can run repeat"));
    EXPECT_THAT(run.outcome.err, HasSubstr("warp 0: lanes 0x0000ffff wait at WARPSYNC (0xb0, b6.cu:4) for lanes "
                                           "0xffff0000; lanes 0xffff0000 spin at LDG.E.STRONG.SYS (0x60, b6.cu:7)"));
    EXPECT_THAT(run.outcome.err, Not(HasSubstr("raise --max-steps")));
    EXPECT_LT(run.json.at("executed_instructions").get<std::int64_t>(), 500'000);
  }
}

TEST(Progress, OneWarpThatSpinsBesideItsLanesAtABlockBarrierIsProvedToSpin) {
  const Emulated run = emulated("barrier_in_a_branch_sm_90.sass",
                                {"--block", "32", "--max-steps", "1000000", "--arg", "i32:1", "--arg", "i32[1]"});
  EXPECT_EQ(run.outcome.status, 5);
  EXPECT_THAT(run.outcome.err, HasSubstr("lanes 0xffff0000 spin; lanes 0x0000ffff wait at WARPSYNC (0xb0, b6.cu:4)"));
  EXPECT_LT(run.json.at("executed_instructions").get<std::int64_t>(), 100'000);
}

/// Lanes 0 to 7 are at WARPSYNC.ALL when 8 to 15 exit; the rest never comes.
TEST(Progress, OfADeadlockNothingIsSaidToContinueAndLinesAreNamed) {
  const cli_tests::Outcome outcome =
      cli_tests::run({"emulate", "-", "--pred", "P0=0xffffff00", "--pred", "P1=0xff00"}, R"(code for sm_90
    Function : stuck
//## File "/src/stuck.cu", line 4
/*0000*/ BSSY B0, 0x60 ;
//## File "/src/stuck.cu", line 5
/*0010*/ @P0 BRA 0x40 ;
//## File "/src/stuck.cu", line 6
/*0020*/ WARPSYNC.ALL ;
/*0030*/ BRA 0x60 ;
//## File "/src/stuck.cu", line 8
/*0040*/ @P1 EXIT ;
/*0050*/ BRA 0x60 ;
//## File "/src/stuck.cu", line 9
/*0060*/ BSYNC B0 ;
/*0070*/ EXIT ;
)");
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err, HasSubstr("lanes 0xffff0000 wait at B0 (0x60, stuck.cu:9) for lanes 0x000000ff; "
                                     "lanes 0x000000ff wait at WARPSYNC (0x20, stuck.cu:6) for lanes 0xffff0000"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("continues only because they exit")));
}

}  // namespace
}  // namespace reconverge::cases
