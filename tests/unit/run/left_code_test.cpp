// SPDX-License-Identifier: MIT
// A launch finds in the nearest instruction cache what launches of the same code before it left there.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "timing/record/reader.hpp"
#include "unit/run/grid_kernels.hpp"

namespace reconverge::run {
namespace {

/// A launch on a card whose nearest caches hold so many lines.
KernelRun launched(std::int32_t cached_lines, std::uint32_t threads, bool remembers) {
  KernelSpec spec = grid_kernel(
      "places", {.block = {threads},
                 .grid = 1,
                 .arguments = {emulator::Buffer{emulator::ElementType::i32, std::vector<std::uint8_t>(64 * 6 * 4)}}});
  auto record = std::make_shared<timing::CycleRecord>(*timing::built_in_record("sm_90"));
  record->fetch.cached_lines = cached_lines;
  record->fetch.missed_target = 300;  // so that what else the warp waits for does not hide it
  EXPECT_GE(spec.executable->function.instructions.back().address, 2U * 128U) << "too short for what is asked";
  spec.record = record;
  spec.remembers = remembers;
  return run_kernel(spec);
}

/// Cycles of one warp, or of two.
std::uint64_t cycles(std::int32_t cached_lines, std::uint32_t threads, bool remembers) {
  const KernelRun run = launched(cached_lines, threads, remembers);
  return threads > 32 ? run.block_cycles->cycles.value_or(0) : run.last_issue;
}

TEST(LeftCode, StraightCodeThatDoesNotFitIsFetchedByEachLaunch) {
  for (const bool remembers : {false, true}) EXPECT_GT(cycles(2, 32, remembers), cycles(48, 32, remembers) + 200U);
}

TEST(LeftCode, LookingCyclesUpGivesTheSame) { EXPECT_EQ(cycles(2, 32, true), cycles(2, 32, false)); }

TEST(LeftCode, IsToldBySubPartitionUnlessAllOfItFits) {
  EXPECT_TRUE(launched(48, 32, false).code_left.empty());
  const auto left = launched(2, 64, false).code_left;
  EXPECT_EQ(std::ranges::count(left, 2U, &timing::HeldLines::size), 2) << "of four sub-partitions two fetch";
}

TEST(LeftCode, SoByWarpsThatAreTimedTogether) { EXPECT_GT(cycles(2, 64, false), cycles(48, 64, false) + 200U); }

}  // namespace
}  // namespace reconverge::run
