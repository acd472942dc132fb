// SPDX-License-Identifier: MIT
// Warps of one sub-partition in the same straight code: pairs.csv and crowds.csv against rule issue-choice.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "golden/measured_files.hpp"
#include "golden/table.hpp"
#include "study/replay/replay.hpp"
#include "timing/cycles/issue_port.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::golden {
namespace {

using timing::Cycle;

constexpr std::size_t sub_partitions = 4;
constexpr Cycle clock_interval = 2;  // of CS2R: rule issue-interval
constexpr Cycle slow = 15;           // of the NOPs before and behind a segment

struct Row {
  Cycle stall = 1;
  bool yields = false;
  bool reads_clock = false;
};

/// "2y*": a stall of 2, the yield bit clear, a clock read.
std::vector<Row> rows_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<Row> rows;
  for (std::string word; words >> word;) {
    Row row{.stall = std::stoull(word), .yields = word.find('y') != word.npos, .reads_clock = word.back() == '*'};
    if (row.yields) row.stall = std::max<Cycle>(row.stall, 2);  // rule stall-count
    rows.push_back(row);
  }
  rows.resize(rows.size() + 5, {.stall = slow, .yields = true});
  return rows;
}

using Stamps = std::vector<std::vector<Cycle>>;  // of each warp of a sub-partition

/// @param starts  of the warps, which have every fourth number
Stamps issue(const std::vector<Row>& rows, const std::vector<Cycle>& starts) {
  struct Warp {
    std::size_t number = 0;
    Cycle ready = 0;
    std::size_t next = 0;
  };
  timing::IssuePort port(*timing::built_in_record("sm_90"));
  std::vector<Warp> warps;
  for (const Cycle start : starts) warps.push_back({sub_partitions * warps.size(), start});
  Stamps stamps(warps.size());
  Cycle clock_free = 0;
  for (Cycle now = 0; std::ranges::any_of(warps, [&](const Warp& warp) { return warp.next < rows.size(); }); ++now) {
    Warp* chosen = nullptr;
    for (Warp& warp : warps) {
      if (warp.next == rows.size() || warp.ready > now) continue;
      if (rows[warp.next].reads_clock && clock_free > now) continue;
      if (chosen == nullptr || port.goes_before(warp.number, chosen->number, now)) chosen = &warp;
    }
    if (chosen == nullptr) continue;
    const Row& row = rows[chosen->next++];
    port.issue(chosen->number, now, row.yields);
    chosen->ready = now + row.stall;
    if (!row.reads_clock) continue;
    clock_free = now + clock_interval;
    stamps[chosen->number / sub_partitions].push_back(now);
  }
  return stamps;
}

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

/// The straight cells of a file.
std::vector<Launches> straight_cells(const std::string& name) {
  std::ifstream file(std::string(RECONVERGE_MEASURED) + "/h200/" + name);
  const Table table(std::string{std::istreambuf_iterator<char>(file), {}});
  std::vector<Launches> all;
  bool is_straight = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.word(i, "warp") == "0") {
      is_straight = !table.word(i, "rows").empty();
      if (is_straight)
        all.push_back({table.word(i, "cell"),
                       table.word(i, "rows"),
                       {},
                       name == "crowds.csv" ? static_cast<int>(table.count(i, "registers")) : 0,
                       static_cast<int>(table.count(i, "agree")),
                       static_cast<int>(table.count(i, "launches"))});
    }
    if (!is_straight) continue;
    std::istringstream words(table.word(i, "stamps"));
    all.back().stamps.emplace_back(std::istream_iterator<Cycle>(words), std::istream_iterator<Cycle>{});
  }
  return all;
}

/// Which of the two comes first depends on the launch; all else follows.
bool is_predicted_of_pair(const Launches& launches) {
  Stamps card = {launches.stamps.front(), launches.stamps.back()};
  count_from_the_first(card);
  const std::vector<Row> rows = rows_of(launches.rows);
  return std::ranges::any_of(std::vector<std::vector<Cycle>>{{0, 1}, {1, 0}}, [&](const std::vector<Cycle>& starts) {
    Stamps ours = issue(rows, starts);
    count_from_the_first(ours);
    return ours == card;
  });
}

/// Those that yield would depend on credits that other code has left.
TEST(WarpPairs, IssueAsOnTheCardUnlessBothHaveYielded) {
  int cells = 0, launches = 0;
  for (const Launches& one : straight_cells("pairs.csv")) {
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
  for (const Launches& one : straight_cells("crowds.csv")) {
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

TEST(WarpCrowds, BeginAsFarApartAsOnTheCard) {
  const auto interval = timing::cycles(timing::built_in_record("sm_90")->multiprocessor.launch_interval);
  int cells = 0;
  for (const Launches& one : straight_cells("crowds.csv")) {
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
