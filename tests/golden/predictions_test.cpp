// SPDX-License-Identifier: MIT
// emulator_predictions.csv, column by column.

#include <gtest/gtest.h>

#include "golden/paper_run.hpp"
#include "golden/table.hpp"

namespace reconverge::golden {
namespace {

const Table& predictions() {
  static const Table table(tables::emulator_predictions);
  return table;
}

void expect_counts(const study::PaperKernel& kernel, const std::string& prefix, const std::string& spills) {
  for (std::size_t n = 0; n < study::staircase_count; ++n) {
    SCOPED_TRACE(testing::Message() << kernel.name << " n=" << n);
    const auto counts =
        run_paper_kernel(kernel, static_cast<int>(n), {.generation = timing::kepler(), .listeners = {}}).counts;
    EXPECT_EQ(counts.depth, predictions().count(n, prefix + "_depth"));
    EXPECT_EQ(counts.pushes, predictions().count(n, prefix + "_pushes"));
    EXPECT_EQ(counts.branches, predictions().count(n, prefix + "_branches"));
    EXPECT_EQ(counts.instructions(), predictions().count(n, prefix + "_instructions"));
    EXPECT_EQ(counts.spills, predictions().count(n, spills));
    EXPECT_EQ(counts.reloads, counts.spills);
    EXPECT_EQ(counts.pops, counts.pushes);
  }
}

void expect_cycles(const study::PaperKernel& kernel, const Setting& setting, std::string_view column) {
  for (std::size_t n = 0; n < study::staircase_count; ++n) {
    SCOPED_TRACE(testing::Message() << column << " n=" << n << " " << setting.spill_rule);
    EXPECT_DOUBLE_EQ(total_cycles(run_paper_kernel(kernel, static_cast<int>(n), setting)),
                     predictions().real(n, column));
  }
}

TEST(Predictions, HoldOneRowForEveryStaircase) {
  ASSERT_EQ(predictions().size(), static_cast<std::size_t>(study::staircase_count));
  for (std::size_t n = 0; n < predictions().size(); ++n) EXPECT_EQ(predictions().count(n, "n"), n);
}

TEST(Predictions, CountsOfTheSingleLoop) { expect_counts(study::single_loop(), "single", "single_spills"); }

TEST(Predictions, CountsOfTheDoubleLoop) { expect_counts(study::double_loop(), "double", "double_spills_lazy"); }

TEST(Predictions, KeplerCyclesOfTheSingleLoop) {
  expect_cycles(study::single_loop(), {.generation = timing::kepler(), .listeners = {}}, "single_kepler_cycles");
}

TEST(Predictions, KeplerCyclesOfTheDoubleLoopOnAnUnlimitedStack) {
  expect_cycles(study::double_loop(), {.capacity = std::nullopt, .generation = timing::kepler(), .listeners = {}},
                "double_kepler_no_spill_cycles");
}

TEST(Predictions, KeplerCyclesOfTheDoubleLoop) {
  expect_cycles(study::double_loop(), {.generation = timing::kepler(), .listeners = {}}, "double_kepler_lazy_cycles");
}

TEST(Predictions, MaxwellCyclesOfTheDoubleLoop) {
  expect_cycles(study::double_loop(), {.generation = timing::maxwell(), .listeners = {}}, "double_maxwell_lazy_cycles");
}

TEST(Predictions, MaxwellCyclesOfTheDoubleLoopWithTheSummarysCost) {
  timing::Generation maxwell = timing::maxwell();
  maxwell.override_cost(timing::cost::divergent_branch, 24, "section V");
  expect_cycles(study::double_loop(), {.generation = maxwell, .listeners = {}}, "double_maxwell_lazy_cycles_if_24");
}

// Two readings of the paper that the double loop cannot tell apart.
class EagerColumns : public testing::TestWithParam<std::string_view> {};

TEST_P(EagerColumns, AgreeInSpillsAndCycles) {
  for (std::size_t n = 0; n < study::staircase_count; ++n) {
    const auto run = run_paper_kernel(study::double_loop(), static_cast<int>(n),
                                      {.spill_rule = GetParam(), .generation = timing::kepler(), .listeners = {}});
    EXPECT_EQ(run.counts.spills, predictions().count(n, "double_spills_eager_or_pinned")) << "n=" << n;
  }
  expect_cycles(study::double_loop(), {.spill_rule = GetParam(), .generation = timing::kepler(), .listeners = {}},
                "double_kepler_eager_cycles");
  expect_cycles(study::double_loop(), {.spill_rule = GetParam(), .generation = timing::maxwell(), .listeners = {}},
                "double_maxwell_eager_cycles");
}

INSTANTIATE_TEST_SUITE_P(Rules, EagerColumns, testing::Values("eager-empty", "pinned-first"), [](const auto& tested) {
  return tested.param == "eager-empty" ? "EagerEmpty" : "PinnedFirst";
});

// The closed forms printed in section IV, which the rows above must not contradict.
TEST(ClosedForms, OfTheSingleLoop) {
  for (int n = 0; n < study::staircase_count; ++n) {
    SCOPED_TRACE(n);
    const auto counts =
        run_paper_kernel(study::single_loop(), n, {.generation = timing::kepler(), .listeners = {}}).counts;
    EXPECT_EQ(counts.pushes, static_cast<std::uint64_t>(n + 1));
    EXPECT_EQ(counts.instructions(), static_cast<std::uint64_t>(133 + n));
    EXPECT_EQ(counts.spills, static_cast<std::uint64_t>(n < 16 ? 0 : (n - 15 + 3) / 4));
  }
}

TEST(ClosedForms, OfTheDoubleLoop) {
  for (int n = 0; n < study::staircase_count; ++n) {
    SCOPED_TRACE(n);
    const auto run = run_paper_kernel(study::double_loop(), n,
                                      {.capacity = std::nullopt, .generation = timing::kepler(), .listeners = {}});
    EXPECT_EQ(run.counts.pushes, static_cast<std::uint64_t>(n * (65 - n) / 2 + 33));
    EXPECT_EQ(run.counts.instructions(), 4388 + (run.counts.pushes - 33));
    EXPECT_EQ(run.counts.branches, 1089u);
    EXPECT_DOUBLE_EQ(total_cycles(run), 57024 - 16 * n * n + 1040 * n);
  }
}

TEST(ClosedForms, EverySpillIsCausedByADivergentBranch) {
  for (const study::PaperKernel* kernel : {&study::single_loop(), &study::double_loop()}) {
    const auto run = run_paper_kernel(*kernel, 31, {.generation = timing::kepler(), .listeners = {}});
    std::uint64_t spills = 0;
    for (const auto& [index, row] : run.profile.rows()) {
      spills += row.spills;
      if (row.spills > 0) {
        EXPECT_GT(row.divergent, 0u) << kernel->name << " row " << index;
      }
    }
    EXPECT_EQ(spills, run.counts.spills);
    EXPECT_GT(spills, 0u);
  }
}

}  // namespace
}  // namespace reconverge::golden
