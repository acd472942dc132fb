// SPDX-License-Identifier: MIT
// Where the cycles of divergence go: what `emulate` says branch by branch must add up to what the card
// takes longer.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "sass/reader.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

run::KernelRun single_loop(int n) {
  const std::string source = RECONVERGE_LISTINGS "/samples/paper_kernels_sm_90.sass";
  std::ifstream file(source);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto function = sass::read_function(text, source, {.function = "_Z11single_loopILi0EEvPKiPfPx", .arch = ""});
  EXPECT_TRUE(function) << to_string(function.error());
  const auto bounds = core::staircase(n);
  const auto launch = study::benchmark_launch(std::vector<std::int32_t>(bounds.begin(), bounds.end()), 1);
  const auto executable = run::decode_kernel(std::move(function).value(), launch, {}, source);
  EXPECT_TRUE(executable) << to_string(executable.error());
  return run::run_kernel({.executable = *executable, .launch = launch});
}

std::uint64_t serial_cycles(const run::KernelRun& run) {
  std::uint64_t sum = 0;
  for (const auto& [index, row] : run.waiting) sum += row.waited;
  return sum;
}

TEST(DivergenceCycles, OfTheSingleLoopAre13ABranchAndExplainTheWhole) {
  const auto together = single_loop(0);
  ASSERT_TRUE(together.cycles) << together.cycles.error().message;
  EXPECT_EQ(serial_cycles(together), 0u);
  for (int n = 1; n < 32; ++n) {
    const auto apart = single_loop(n);
    ASSERT_TRUE(apart.cycles);
    EXPECT_EQ(apart.counts.divergent_branches, static_cast<std::uint64_t>(n));
    EXPECT_EQ(serial_cycles(apart), 13u * static_cast<std::uint64_t>(n));
    EXPECT_EQ(*apart.cycles - *together.cycles, serial_cycles(apart)) << n;
  }
}

/// The group that leaves waits 16 cycles at its BSYNC for the one that stays; the last one meets it in 13.
TEST(DivergenceCycles, OfMeetingAreTheBarriers) {
  for (const int n : {0, 1, 7, 31}) {
    std::uint64_t meeting = 0;
    for (const auto& [index, row] : single_loop(n).waiting) meeting += row.meeting;
    EXPECT_EQ(meeting, 13u + 16u * static_cast<std::uint64_t>(n)) << n;
  }
}

/// The kernel's own measurement, start to stop, is one interval.
TEST(DivergenceCycles, AreThoseThatTheKernelMeasures) {
  const auto run = single_loop(5);
  ASSERT_EQ(run.intervals.size(), 1u);
  const auto& interval = run.intervals.begin()->second;
  EXPECT_EQ(interval.times, 1u);
  EXPECT_TRUE(interval.untimed.empty());
  const auto measured = study::timed_cycles(run, gpu::TimerLayout::spans);
  ASSERT_TRUE(measured);
  EXPECT_EQ(static_cast<std::int64_t>(interval.last), measured->cycles);
}

}  // namespace
}  // namespace reconverge::golden
