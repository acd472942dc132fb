// SPDX-License-Identifier: MIT
// Warps of one sub-partition in the same assembled code: pairs.csv, crowds.csv and jumps.csv against rules issue-choice
// and shared-lookups.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "golden/assembled_rows.hpp"
#include "golden/measured_files.hpp"
#include "golden/table.hpp"
#include "study/replay/replay.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::golden {
namespace {

using timing::Cycle;

void count_from_the_first(Stamps& stamps) {
  Cycle first = stamps.front().front();
  for (const std::vector<Cycle>& of_warp : stamps) first = std::min(first, of_warp.front());
  for (std::vector<Cycle>& of_warp : stamps)
    for (Cycle& stamp : of_warp) stamp -= first;
}

struct Launches {
  std::string cell, rows;
  Stamps stamps;  ///< of all warps that the file has
  int registers = 0, agree = 0, launches = 0;
};

/// The cells of a file whose rows it says.
std::vector<Launches> cells_with_rows(const std::string& name) {
  std::ifstream file(std::string(RECONVERGE_MEASURED) + "/h200/" + name);
  const Table table(std::string{std::istreambuf_iterator<char>(file), {}});
  std::vector<Launches> all;
  bool has_rows = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.word(i, "warp") == "0") {
      has_rows = !table.word(i, "rows").empty();
      if (has_rows)
        all.push_back({table.word(i, "cell"),
                       table.word(i, "rows"),
                       {},
                       name == "pairs.csv" ? 0 : static_cast<int>(table.count(i, "registers")),
                       static_cast<int>(table.count(i, "agree")),
                       static_cast<int>(table.count(i, "launches"))});
    }
    if (!has_rows) continue;
    std::istringstream words(table.word(i, "stamps"));
    all.back().stamps.emplace_back(std::istream_iterator<Cycle>(words), std::istream_iterator<Cycle>{});
  }
  return all;
}

/// Which of the two comes first depends on the launch; all else follows.
bool is_predicted_of_pair(const Launches& launches) {
  Stamps card = {launches.stamps.front(), launches.stamps.back()};
  count_from_the_first(card);
  const std::vector<AssembledRow> rows = rows_of(launches.rows);
  return std::ranges::any_of(std::vector<std::vector<Cycle>>{{0, 1}, {1, 0}}, [&](const std::vector<Cycle>& starts) {
    Stamps ours = issue(rows, starts);
    count_from_the_first(ours);
    return ours == card;
  });
}

/// Those that yield would depend on credits that other code has left.
TEST(WarpPairs, IssueAsOnTheCardUnlessBothHaveYielded) {
  int cells = 0, launches = 0;
  for (const Launches& one : cells_with_rows("pairs.csv")) {
    if (one.rows.find('y') != one.rows.npos) continue;
    EXPECT_TRUE(is_predicted_of_pair(one)) << one.cell;
    ++cells;
    launches += one.agree;
  }
  EXPECT_GT(cells, 100);
  EXPECT_GT(launches, 700);
}

/// Two to eight warps of a sub-partition from the launch on.
TEST(WarpCrowds, IssueAsOnTheCard) {
  const auto interval = timing::cycles(timing::built_in_record("sm_90")->multiprocessor.launch_interval);
  int cells = 0, predicted = 0;
  for (const Launches& one : cells_with_rows("crowds.csv")) {
    if (one.cell.starts_with("starts")) continue;
    EXPECT_EQ(one.agree, one.launches) << one.cell << ": it repeats to the cycle";
    Stamps ours(one.stamps.size());
    for (std::size_t sub = 0; sub < sub_partitions; ++sub) {
      std::vector<Cycle> starts;
      for (std::size_t warp = sub; warp < ours.size(); warp += sub_partitions) starts.push_back(warp * interval);
      Stamps issued = issue(rows_of(one.rows), starts);
      for (std::size_t i = 0; i < issued.size(); ++i) ours[sub + i * sub_partitions] = std::move(issued[i]);
    }
    count_from_the_first(ours);
    ++cells;
    predicted += ours == one.stamps ? 1 : 0;
  }
  EXPECT_EQ(cells, 80);
  EXPECT_GE(predicted, 76);
}

struct Followed {
  int cells = 0, exact = 0;
  double error = 0;  ///< of when all have done, in parts of that: the sum
};

/// One to eight warps of a sub-partition in code that jumps, from the launch on.
TEST(WarpJumps, LandAsOnTheCard) {
  const auto interval = timing::cycles(timing::built_in_record("sm_90")->multiprocessor.launch_interval);
  std::map<std::size_t, Followed> by_warps;
  for (const Launches& one : cells_with_rows("jumps.csv")) {
    std::vector<Cycle> starts;
    for (std::size_t i = 0; i < one.stamps.size(); ++i) starts.push_back(sub_partitions * interval * i);
    Stamps ours = issue(rows_of(one.rows), starts);
    count_from_the_first(ours);
    Cycle end = 0, end_of_card = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ASSERT_EQ(ours[i].size(), one.stamps[i].size()) << one.cell;
      end = std::max(end, std::ranges::max(ours[i]));
      end_of_card = std::max(end_of_card, std::ranges::max(one.stamps[i]));
    }
    Followed& followed = by_warps[ours.size()];
    ++followed.cells;
    followed.exact += ours == one.stamps ? 1 : 0;
    followed.error += std::abs(static_cast<double>(end) / static_cast<double>(end_of_card) - 1);
  }
  EXPECT_GE(by_warps[1].exact, 43);
  EXPECT_GE(by_warps[2].exact, 17);
  for (const auto& [warps, followed] : by_warps) {
    EXPECT_GT(followed.cells, 20);
    EXPECT_LT(followed.error / followed.cells, 0.025) << warps << " warps";
  }
  EXPECT_EQ(by_warps.size(), 8u);
}

TEST(WarpCrowds, BeginAsFarApartAsOnTheCard) {
  const auto interval = timing::cycles(timing::built_in_record("sm_90")->multiprocessor.launch_interval);
  int cells = 0;
  for (const Launches& one : cells_with_rows("crowds.csv")) {
    constexpr int most_registers = 128;
    if (!one.cell.starts_with("starts") || one.registers > most_registers) continue;
    for (std::size_t warp = 0; warp < sub_partitions; ++warp)
      EXPECT_EQ(one.stamps[warp].front(), warp * interval) << one.cell;
    ++cells;
  }
  EXPECT_EQ(cells, 4);
}

/// A clock read behind a BAR does not wait for warps that come to it later.
TEST(WarpPairs, ReadTheClockBehindABarAsFarApartAsOnTheCard) {
  const auto apart = [](const auto& warps) { return std::abs(warps.at(0).start - warps.at(sub_partitions).start); };
  int compared = 0;
  for (const measurements::BenchRun& run : measured("h200/occupancy/shapes.json")) {
    if (run.warps != 8 || run.name != "nested_if_2" || run.pattern != "staircase") continue;
    const auto replay = study::EmulatedBenchmark::open(run, "shapes.json");
    ASSERT_TRUE(replay);
    study::ReplayedSeries series(*replay);
    for (const measurements::BenchState& state : run.states) {
      const auto ours = series.run(state);
      ASSERT_TRUE(ours.launch);
      if (state.n != 0 && state.n != 4) continue;
      ++compared;
      EXPECT_TRUE(
          std::ranges::any_of(state.warps, [&](const auto& card) { return apart(card) == apart(ours.launch->warps); }))
          << apart(ours.launch->warps) << " cycles";
    }
  }
  EXPECT_EQ(compared, 2);
}

}  // namespace
}  // namespace reconverge::golden
