// SPDX-License-Identifier: MIT
// A launch whose warps look up what others did has the sums of one in which each works it out.

#include <gtest/gtest.h>

#include <utility>

#include "unit/run/grid_kernels.hpp"

namespace reconverge::run {
namespace {

void expect_same(const KernelRun& looked_up, const KernelRun& executed) {
  ASSERT_FALSE(looked_up.run.diagnostic) << to_string(*looked_up.run.diagnostic);
  EXPECT_EQ(looked_up.run.steps, executed.run.steps);
  EXPECT_EQ(looked_up.instructions.rows, executed.instructions.rows);
  EXPECT_EQ(looked_up.account.rows, executed.account.rows);
  EXPECT_EQ(looked_up.waiting, executed.waiting);
  EXPECT_EQ(looked_up.untimed, executed.untimed);
  EXPECT_EQ(looked_up.warp_cycles, executed.warp_cycles);
  EXPECT_EQ(looked_up.warp_instructions, executed.warp_instructions);
  EXPECT_EQ(looked_up.thread_instructions, executed.thread_instructions);
  EXPECT_EQ(looked_up.guarded.instructions, executed.guarded.instructions);
  EXPECT_EQ(looked_up.guarded.lanes_off, executed.guarded.lanes_off);
  EXPECT_EQ(looked_up.counts.branches, executed.counts.branches);
  EXPECT_EQ(looked_up.counts.divergent_branches, executed.counts.divergent_branches);
  ASSERT_EQ(looked_up.profile.rows().size(), executed.profile.rows().size());
  for (const auto& [index, row] : executed.profile.rows())
    EXPECT_EQ(looked_up.profile.rows().at(index).lanes_taken, row.lanes_taken);
  ASSERT_EQ(looked_up.busiest.size(), executed.busiest.size());
  for (std::size_t i = 0; i < executed.busiest.size(); ++i) {
    EXPECT_EQ(looked_up.busiest[i].warp, executed.busiest[i].warp);
    EXPECT_EQ(looked_up.busiest[i].block, executed.busiest[i].block);
    EXPECT_EQ(looked_up.busiest[i].instructions, executed.busiest[i].instructions);
    EXPECT_EQ(looked_up.busiest[i].active_lanes, executed.busiest[i].active_lanes);
    EXPECT_EQ(looked_up.busiest[i].divergent_branches, executed.busiest[i].divergent_branches);
  }
  ASSERT_EQ(looked_up.buffers.size(), executed.buffers.size());
  for (std::size_t i = 0; i < executed.buffers.size(); ++i)
    EXPECT_EQ(looked_up.buffers[i].buffer.bytes, executed.buffers[i].buffer.bytes);
}

void expect_no_difference(KernelSpec spec) {
  for (const bool looks_for_faults : {false, true})
    for (const int jobs : {1, 3}) {
      SCOPED_TRACE(std::to_string(jobs) + " jobs, faults " + std::to_string(looks_for_faults));
      spec.looks_for_faults = looks_for_faults;
      spec.jobs = jobs;
      spec.remembers = false;
      const KernelRun executed = run_kernel(spec);
      spec.remembers = true;
      expect_same(run_kernel(spec), executed);
    }
}

TEST(LookedUp, LanesThatLeaveALoopOneAfterAnother) {
  expect_no_difference(grid_kernel(
      "mandelbrot", {.block = {10, 5},
                     .grid = {7, 8},
                     .arguments = {scalar(67), scalar(40), scalar(50), buffer_of(std::vector<int>(2800))}}));
}

TEST(LookedUp, CyclesOfLoopsWhoseLanesWaitForOneAnother) {
  const KernelSpec spec = staircase_loop(12, 96);
  expect_no_difference(spec);
  const KernelRun run = run_kernel(spec);
  EXPECT_GT(run.warp_cycles, 0u);
  EXPECT_FALSE(run.waiting.empty());
}

/// Two stores to one line, so many cycles apart and on two legs, and a load of it.
void store_twice(sass::Function& function, std::uint8_t apart) {
  constexpr std::uint64_t load = 0x80, branch = 0xb0, before_bar = 0x1d0, behind_bar = 0x1f0, store = 0x210;
  const auto row = [&](std::uint64_t address) -> sass::Instruction& {
    return function.instructions[*function.find(address)];
  };
  const auto put = [&](std::uint64_t to, sass::Instruction what) {
    what.address = to;
    row(to) = std::move(what);
  };
  put(before_bar, row(store));
  put(store + 0x10, row(load));
  put(store + 0x20, row(behind_bar));
  row(store).guard = row(branch).guard;  // a store of a whole line loses none
  row(behind_bar).control->stall = apart;
}

TEST(LookedUp, LinesThatTheFirstLevelLosesWithinLegs) {
  bool any_lost = false;
  for (std::uint8_t apart = 1; apart < 16; ++apart) {
    SCOPED_TRACE(int{apart});
    const KernelSpec spec = staircase_loop(12, 96, [=](sass::Function& function) { store_twice(function, apart); });
    expect_no_difference(spec);
    any_lost |= !run_kernel(spec).untimed.empty();
  }
  EXPECT_TRUE(any_lost);
}

TEST(LookedUp, GuardsThatLeaveLanesOutAndBarriersOfTheBlock) {
  constexpr int width = 135, height = 71;
  std::vector<float> in(static_cast<std::size_t>(width) * height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  expect_no_difference(grid_kernel("transpose", {.block = {16, 16},
                                                 .grid = {9, 5},
                                                 .arguments = {scalar(width), scalar(height), buffer_of(in),
                                                               buffer_of(std::vector<float>(in.size()))}}));
}

}  // namespace
}  // namespace reconverge::run
