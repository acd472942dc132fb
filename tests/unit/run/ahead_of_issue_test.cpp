// SPDX-License-Identifier: MIT
// Warps that are timed together execute rows that touch registers alone before these issue: nothing depends on it.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "unit/run/grid_kernels.hpp"

namespace reconverge::run {
namespace {

/// Notes the longest run that the first warp was told, and may want to hear of each row before it executes.
class FirstWarp final : public emulator::Listener {
 public:
  FirstWarp(bool goes_row_by_row, std::uint32_t& longest) : goes_row_by_row_(goes_row_by_row), longest_(longest) {}
  bool wants_issued() const override { return goes_row_by_row_; }
  bool wants_runs() const override { return true; }
  void issued_run(const emulator::IssuedRun& run) override { longest_ = std::max(longest_, run.count); }

 private:
  bool goes_row_by_row_;
  std::uint32_t& longest_;
};

void expect_same(const SlotAccount& ahead, const SlotAccount& by_row) {
  EXPECT_EQ(ahead.ended, by_row.ended);
  ASSERT_EQ(ahead.rows.size(), by_row.rows.size());
  for (std::size_t i = 0; i < by_row.rows.size(); ++i) {
    EXPECT_EQ(ahead.rows[i].issued, by_row.rows[i].issued) << i;
    EXPECT_EQ(ahead.rows[i].empty, by_row.rows[i].empty) << i;
    EXPECT_EQ(ahead.rows[i].shared_unit, by_row.rows[i].shared_unit) << i;
  }
}

/// With the first warp row by row, and ahead of its issue as the others are.
void expect_no_difference(KernelSpec spec) {
  for (const bool looks_for_faults : {false, true}) {
    SCOPED_TRACE(looks_for_faults);
    spec.looks_for_faults = looks_for_faults;
    std::uint32_t longest_by_row = 0, longest_ahead = 0;
    const auto run_with = [&](bool row_by_row, std::uint32_t& longest) {
      return run_kernel(spec, {[&, row_by_row](const emulator::Mechanism&) {
                          return std::make_unique<FirstWarp>(row_by_row, longest);
                        }});
    };
    const KernelRun by_row = run_with(true, longest_by_row), ahead = run_with(false, longest_ahead);
    EXPECT_EQ(longest_by_row, 1u);
    EXPECT_GT(longest_ahead, 1u) << "nothing was executed ahead";
    ASSERT_FALSE(ahead.run.diagnostic) << to_string(*ahead.run.diagnostic);
    EXPECT_EQ(ahead.run.steps, by_row.run.steps);
    EXPECT_EQ(ahead.instructions.rows, by_row.instructions.rows);
    EXPECT_EQ(ahead.account.rows, by_row.account.rows);
    EXPECT_EQ(ahead.waiting, by_row.waiting);
    EXPECT_EQ(ahead.untimed, by_row.untimed);
    EXPECT_EQ(ahead.warp_cycles, by_row.warp_cycles);
    EXPECT_EQ(ahead.thread_instructions, by_row.thread_instructions);
    ASSERT_TRUE(ahead.block_cycles && by_row.block_cycles);
    EXPECT_EQ(ahead.block_cycles->cycles, by_row.block_cycles->cycles);
    EXPECT_EQ(ahead.block_cycles->at_least.cycles, by_row.block_cycles->at_least.cycles);
    expect_same(ahead.block_cycles->slots, by_row.block_cycles->slots);
    ASSERT_EQ(ahead.buffers.size(), by_row.buffers.size());
    for (std::size_t i = 0; i < by_row.buffers.size(); ++i)
      EXPECT_EQ(ahead.buffers[i].buffer.bytes, by_row.buffers[i].buffer.bytes);
  }
}

TEST(AheadOfIssue, LoopsThatReadTheClock) {
  for (const std::uint32_t threads : {64u, 128u, 256u, 1024u}) {
    SCOPED_TRACE(threads);
    const KernelSpec spec = staircase_loop(1, threads);
    EXPECT_TRUE(run_kernel(spec).block_cycles->cycles);
    expect_no_difference(spec);
  }
}

TEST(AheadOfIssue, NothingIsExecutedBeyondALimit) {
  KernelSpec spec = staircase_loop(1, 256);
  const std::uint64_t steps = run_kernel(spec).run.steps;
  for (std::uint64_t limit = 1; limit < steps; limit += 17) {
    SCOPED_TRACE(limit);
    spec.limits.steps = limit;
    const KernelRun run = run_kernel(spec);
    EXPECT_EQ(run.run.fault, emulator::Fault::no_end);
    EXPECT_EQ(run.run.steps, limit);
    EXPECT_EQ(run.warp_instructions, limit);
  }
}

/// Rows that execute together end where the watch began: the state is looked at there alone.
TEST(AheadOfIssue, ASpinIsFoundWhereverTheWatchBegins) {
  const KernelSpec spec = listed_kernel(
      "/*0000*/ MOV R0, 0x1 ;\n/*0010*/ MOV R1, 0x2 ;\n/*0020*/ MOV R2, 0x3 ;\n/*0030*/ BRA 0x0 ;\n", {.block = 32});
  for (int steps = 20; steps < 24; ++steps) {
    SCOPED_TRACE(steps);
    emulator::Warp warp;
    emulator::ConvergenceBarriers mechanism;
    const emulator::Events events;
    emulator::Run run({*spec.executable, warp, mechanism, events});
    for (int i = 0; i < steps; ++i) run.step({});
    run.watch();
    for (int i = 0; i < 64 && run.is_watched(); ++i)
      if (run.execute_ahead().count == 0) run.step({});
    EXPECT_TRUE(run.spin());
  }
}

}  // namespace
}  // namespace reconverge::run
