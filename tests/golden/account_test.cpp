// SPDX-License-Identifier: MIT
// Every cycle and every execution of every kernel that the card was measured with belongs to one row.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "golden/measured_files.hpp"
#include "golden/paper_run.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

/// Every lane that was not active was taken by a row that is known, and counts in cycles as in executions.
void expect_idle_lanes_accounted(const run::KernelRun& run) {
  std::uint64_t executions = 0, active = 0, idle = 0, unknown = 0;
  for (std::size_t i = 0; i < run.instructions.rows.size(); ++i) {
    const auto& row = run.instructions.rows[i];
    executions += row.executions;
    active += row.active_lanes;
    idle += row.idle_lanes();
    for (const auto& part : row.idle)
      if (part.cause.why == emulator::Idle::parted && part.cause.row == emulator::no_index) unknown += part.lanes;
    if (i >= run.account.rows.size()) continue;
    const auto& cycles = run.account.rows[i];
    if (row.executions == 1) {
      EXPECT_EQ(cycles.total_idle(), row.idle_lanes() * cycles.total()) << "row " << i;
    }
    EXPECT_LE(cycles.total_idle(), core::lane_count * cycles.total()) << "row " << i;
  }
  EXPECT_EQ(idle, executions * core::lane_count - active);
  EXPECT_EQ(unknown, 0u) << "lanes are elsewhere, and no row is known at which they parted";
}

/// The sums of a run, row by row and as it was counted otherwise.
void expect_all_accounted(const run::KernelRun& run) {
  EXPECT_EQ(run.account.total(), run.last_issue);
  std::uint64_t executions = 0, lanes = 0, branches = 0, divergent = 0, apart = 0;
  for (const auto& row : run.instructions.rows) {
    executions += row.executions;
    lanes += row.executing_lanes;
    branches += row.branches;
    divergent += row.divergent;
    for (const auto& part : row.apart) apart += part.cause == emulator::no_index ? part.executions : 0;
  }
  EXPECT_EQ(executions, run.run.steps);
  EXPECT_EQ(lanes, run.thread_instructions);
  EXPECT_EQ(branches, run.counts.branches);
  EXPECT_EQ(divergent, run.counts.divergent_branches);
  expect_idle_lanes_accounted(run);
  EXPECT_EQ(apart, 0u) << "executions apart, and no row is known at which the lanes parted";
}

TEST(Account, OfEveryMeasuredKernelIsWhole) {
  std::size_t runs = 0;
  for (const std::string& file : measured_files())
    for (const auto& bench : measured(file)) {
      const auto replay = study::EmulatedBenchmark::open(bench, file);
      if (!replay || bench.states.empty()) continue;
      for (const auto* state : {&bench.states.front(), &bench.states[bench.states.size() / 2]}) {
        SCOPED_TRACE(file + " " + bench.name);
        expect_all_accounted(replay->run(*state).run);
        ++runs;
      }
    }
  EXPECT_GT(runs, 300u);
}

/// The paper's loops part their lanes at the branches of their loops, and nobody leaves early.
TEST(Account, OfThePapersKernelsChargesEveryIdleLaneToABranchOfALoop) {
  for (const study::PaperKernel* kernel : study::paper_kernels())
    for (const int n : {0, 1, 14, 31}) {
      SCOPED_TRACE(fmt::format("{} n = {}", kernel->name, n));
      observers::InstructionCounts counts;
      const auto run = run_paper_kernel(
          *kernel, n, {.generation = timing::kepler(), .listeners = {[&](const emulator::TokenStack&) {
                                                         return std::make_unique<observers::InstructionCounter>(
                                                             std::size_t{1000}, core::LaneMask::all(), counts);
                                                       }}});
      std::uint64_t executions = 0, active = 0, idle = 0;
      for (const auto& row : counts.rows) {
        executions += row.executions;
        active += row.active_lanes;
        for (const auto& part : row.idle) {
          EXPECT_EQ(part.cause.why, emulator::Idle::parted);
          ASSERT_LT(part.cause.row, counts.rows.size());
          EXPECT_GT(counts.rows[part.cause.row].divergent, 0u) << "row " << part.cause.row;
          idle += part.lanes;
        }
      }
      EXPECT_EQ(executions, run.run.steps);
      EXPECT_EQ(idle, executions * core::lane_count - active);
      EXPECT_EQ(idle > 0, n > 0);
    }
}

}  // namespace
}  // namespace reconverge::golden
