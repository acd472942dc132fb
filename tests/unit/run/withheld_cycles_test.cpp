// SPDX-License-Identifier: MIT
// Where cycles are withheld, no clock runs: it would cost time and say nothing.

#include <gtest/gtest.h>

#include <utility>

#include "unit/run/grid_kernels.hpp"

namespace reconverge::run {
namespace {

KernelSpec one_warp(bool has_control_words) {
  KernelSpec spec = grid_kernel(
      "places", {.block = 32,
                 .grid = 1,
                 .arguments = {emulator::Buffer{emulator::ElementType::i32, std::vector<std::uint8_t>(32 * 6 * 4)}}});
  emulator::Executable executable = *spec.executable;
  if (!has_control_words) executable.function.instructions.front().control.reset();
  spec.executable = share(std::move(executable));
  return spec;
}

TEST(WithheldCycles, NoClockRunsWhereAControlWordIsMissing) {
  const KernelRun run = run_kernel(one_warp(false));
  EXPECT_FALSE(run.cycles);
  EXPECT_NE(run.no_cycles_because.find("no control word"), std::string::npos) << run.no_cycles_because;
  EXPECT_EQ(run.last_issue, 0u);
  EXPECT_TRUE(run.account.rows.empty());
  EXPECT_TRUE(run.untimed.empty());
  EXPECT_GT(run.warp_instructions, 10u);
}

TEST(WithheldCycles, AClockRunsWhereAllHaveOne) {
  const KernelRun run = run_kernel(one_warp(true));
  ASSERT_TRUE(run.cycles) << run.no_cycles_because;
  EXPECT_EQ(run.account.total(), run.cycles.value());
}

/// A smaller launch would not help: that must not be what is said of a grid.
TEST(WithheldCycles, WhatTimesNoWarpIsSaidBeforeTheSizeOfTheLaunch) {
  KernelSpec spec = one_warp(false);
  spec.launch.grid = 2;
  const KernelRun run = run_kernel(spec);
  EXPECT_NE(run.no_cycles_because.find("no control word"), std::string::npos) << run.no_cycles_because;
  spec = one_warp(true);
  spec.launch.grid = 2;
  EXPECT_NE(run_kernel(spec).no_cycles_because.find("2 blocks"), std::string::npos);
}

}  // namespace
}  // namespace reconverge::run
