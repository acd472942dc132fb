// SPDX-License-Identifier: MIT
#include "cli/commands/bench_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace reconverge::cli {
namespace {

gpu::State state(int n, std::optional<double> instructions) {
  gpu::State state{.n = n, .status = gpu::StateStatus::ok, .samples = {100 + n}};
  state.counters.status = gpu::CounterStatus::ok;
  state.counters.values = {{"warp_instructions", "smsp__inst_executed.sum", instructions, "the card has none"}};
  return state;
}

gpu::BenchResult result(std::vector<std::vector<gpu::State>> benchmarks) {
  gpu::BenchResult result;
  const auto prepared = std::make_shared<gpu::Prepared>();
  for (auto& states : benchmarks)
    result.benchmarks.push_back(
        {.prepared = prepared, .device = 0, .pattern = "halves", .warps = {}, .states = states});
  return result;
}

const report::Column* column(const report::Table& table, const std::string& key) {
  const auto found = std::ranges::find(table.columns, key, &report::Column::key);
  return found == table.columns.end() ? nullptr : &*found;
}

report::Cell cell(const report::Table& table, std::size_t row, const std::string& key) {
  return table.rows[row][static_cast<std::size_t>(column(table, key) - table.columns.data())];
}

TEST(BenchTable, HasTheCountersThatWereAskedFor) {
  const auto table = bench_table(result({{state(0, 285), state(1, std::nullopt)}}));
  ASSERT_NE(column(table, "warp_instructions"), nullptr);
  EXPECT_EQ(column(table, "warp_instructions")->title, "warp instructions");
  EXPECT_EQ(cell(table, 0, "warp_instructions"), report::Cell(285.0));
  EXPECT_EQ(cell(table, 1, "warp_instructions"), report::Cell(report::Absent{"the card has none"}));
}

TEST(BenchTable, HasNoCounterThatNobodyAskedFor) {
  gpu::State plain = state(0, 1);
  plain.counters = {};
  EXPECT_EQ(column(bench_table(result({{plain}})), "warp_instructions"), nullptr);
}

TEST(BenchOverview, SaysBetweenWhatTheCountersWere) {
  const auto table = bench_overview(result({{state(0, 285), state(1, 300)}, {state(0, 7)}, {state(0, std::nullopt)}}));
  EXPECT_EQ(cell(table, 0, "warp_instructions"), report::Cell("285 to 300"));
  EXPECT_EQ(cell(table, 1, "warp_instructions"), report::Cell(7.0));
  EXPECT_EQ(cell(table, 2, "warp_instructions"), report::Cell(report::Absent{"the card has none"}));
}

TEST(ShownTable, HasNoColumnOfWhatIsAbsentThroughout) {
  const report::Table table{
      .id = "t",
      .columns = {{"a", "a", ""}, {"b", "b", ""}, {"c", "c", ""}, {"d", "d", ""}},
      .rows = {{1.0, report::Absent{"no card"}, report::Absent{"nothing to say"}, report::Absent{"x"}},
               {2.0, report::Absent{"no card"}, report::Absent{"nothing to say"}, 5.0}}};
  const auto shown = without_columns_of_one_reason(table);
  ASSERT_EQ(shown.columns.size(), 2u);
  EXPECT_EQ(shown.columns[1].key, "d");
  EXPECT_EQ(shown.rows[0][1], report::Cell(report::Absent{"x"}));
  EXPECT_EQ(shown.notes, (std::vector<std::string>{"b: absent: no card"}));
}

}  // namespace
}  // namespace reconverge::cli
