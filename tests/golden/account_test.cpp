// Every cycle and every execution of every kernel that the card was measured with belongs to one row.

#include <gtest/gtest.h>

#include "golden/measured_files.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

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
  EXPECT_EQ(apart, 0u) << "executions apart, and no row is known at which the lanes parted";
}

TEST(Account, OfEveryMeasuredKernelIsWhole) {
  std::size_t runs = 0;
  for (const std::string& file : measured_files())
    for (const auto& bench : measured(file)) {
      const auto replay = study::Replay::open(bench, file);
      if (!replay || bench.states.empty()) continue;
      for (const auto* state : {&bench.states.front(), &bench.states[bench.states.size() / 2]}) {
        SCOPED_TRACE(file + " " + bench.name);
        expect_all_accounted(replay->run(*state, false).run);
        ++runs;
      }
    }
  EXPECT_GT(runs, 300u);
}

}  // namespace
}  // namespace reconverge::golden
