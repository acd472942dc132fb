// SPDX-License-Identifier: MIT
// Warps of blocks that have ended become those of later blocks: each block is as if it was run by itself.

#include <gtest/gtest.h>

#include "unit/run/grid_kernels.hpp"

namespace reconverge::run {
namespace {

/// What a launch leaves is the sum of what its blocks leave, each of them the first one that is run.
void expect_sum_of_blocks(KernelSpec spec) {
  const std::uint64_t blocks = spec.launch.grid.count();
  for (const bool looks_for_faults : {false, true}) {
    SCOPED_TRACE(looks_for_faults);
    spec.looks_for_faults = looks_for_faults;
    spec.blocks.reset();
    const KernelRun together = run_kernel(spec);
    ASSERT_FALSE(together.run.diagnostic) << to_string(*together.run.diagnostic);
    Sums sum;
    std::uint64_t findings = 0;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      spec.blocks = BlockList({{block, block}});
      const KernelRun alone = run_kernel(spec);
      ASSERT_FALSE(alone.run.diagnostic) << to_string(*alone.run.diagnostic);
      sum.add(alone);
      for (const auto& finding : alone.findings) findings += finding.count;
    }
    sum.instructions.order_causes();
    EXPECT_EQ(together.instructions.rows, sum.instructions.rows);
    EXPECT_EQ(together.account.rows, sum.account.rows);
    EXPECT_EQ(together.waiting, sum.waiting);
    EXPECT_EQ(together.untimed, sum.untimed);
    EXPECT_EQ(together.warp_cycles, sum.warp_cycles);
    EXPECT_EQ(together.warp_instructions, sum.warp_instructions);
    EXPECT_EQ(together.thread_instructions, sum.thread_instructions);
    EXPECT_EQ(together.guarded.lanes_off, sum.guarded.lanes_off);
    EXPECT_EQ(together.counts.branches, sum.counts.branches);
    EXPECT_EQ(together.counts.divergent_branches, sum.counts.divergent_branches);
    std::uint64_t found = 0;
    for (const auto& finding : together.findings)
      if (finding.kind != "contested-blocks") found += finding.count;  // of several
    EXPECT_EQ(found, findings);
  }
}

TEST(RestartedBlocks, OfLoopsThatLanesLeaveOneAfterAnother) {
  for (const bool remembers : {false, true}) {
    KernelSpec spec = grid_kernel(
        "mandelbrot", {.block = {10, 5},
                       .grid = {5, 3},
                       .arguments = {scalar(47), scalar(14), scalar(50), buffer_of(std::vector<int>(750))}});
    spec.remembers = remembers;
    expect_sum_of_blocks(spec);
  }
}

TEST(RestartedBlocks, OfSharedMemoryAndBarriers) {
  constexpr int width = 75, height = 41;
  std::vector<float> in(static_cast<std::size_t>(width) * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  for (const bool remembers : {false, true}) {
    KernelSpec spec = grid_kernel("transpose", {.block = {16, 16},
                                                .grid = {5, 3},
                                                .arguments = {scalar(width), scalar(height), buffer_of(in),
                                                              buffer_of(std::vector<float>(in.size()))}});
    spec.remembers = remembers;
    expect_sum_of_blocks(spec);
  }
}

TEST(RestartedBlocks, OfSharedMemoryThatIsReadUnwritten) {
  const KernelSpec spec = listed_kernel(
      "/*0000*/ S2R R0, SR_TID.X ;\n"
      "/*0010*/ IMAD R1, R0, 0x4, RZ ;\n"
      "/*0020*/ LDS R2, [R1+0x400] ;\n"
      "/*0030*/ IADD3 R2, R2, 0x1, RZ ;\n"
      "/*0040*/ STS [R1+0x400], R2 ;\n"
      "/*0050*/ EXIT ;\n",
      {.block = 64, .grid = 5, .shared_bytes = 256});
  expect_sum_of_blocks(spec);
  EXPECT_FALSE(run_kernel(spec).findings.empty());
}

TEST(RestartedBlocks, OfTimedLoopsWhoseBlocksWriteTheSameWords) {
  for (const bool remembers : {false, true}) {
    KernelSpec spec = staircase_loop(9, 96);
    spec.remembers = remembers;
    expect_sum_of_blocks(spec);
  }
}

}  // namespace
}  // namespace reconverge::run
