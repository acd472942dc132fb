// SPDX-License-Identifier: MIT
// Two warps of one sub-partition in the same straight code: data/measured/h200/pairs.csv against rule issue-choice.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
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

constexpr std::array<std::size_t, 2> numbers = {0, 4};  // of the warps
constexpr Cycle clock_interval = 2;                     // of CS2R: rule issue-interval
constexpr Cycle slow = 15;                              // of the NOPs before and behind a segment

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
  rows.resize(rows.size() + 4, {.stall = slow, .yields = true});
  return rows;
}

using Stamps = std::array<std::vector<Cycle>, 2>;

/// @param second  which of the two comes a cycle after the other one
Stamps issue(const std::vector<Row>& rows, std::size_t second) {
  struct Warp {
    Cycle ready = 0;
    std::size_t next = 0;
  };
  timing::IssuePort port(*timing::built_in_record("sm_90"));
  port.share(numbers.size());
  std::array<Warp, 2> warps;
  warps.at(second).ready = 1;
  Stamps stamps;
  Cycle clock_free = 0;
  for (Cycle now = 0; warps[0].next < rows.size() || warps[1].next < rows.size(); ++now) {
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < warps.size(); ++i) {
      const Warp& warp = warps.at(i);
      if (warp.next == rows.size() || warp.ready > now) continue;
      if (rows[warp.next].reads_clock && clock_free > now) continue;
      if (!chosen || port.goes_before(numbers.at(i), numbers.at(*chosen))) chosen = i;
    }
    if (!chosen) continue;
    Warp& warp = warps.at(*chosen);
    const Row& row = rows[warp.next++];
    port.issue(numbers.at(*chosen), now, {.yields = row.yields});
    warp.ready = now + row.stall;
    if (!row.reads_clock) continue;
    clock_free = now + clock_interval;
    stamps.at(*chosen).push_back(now);
  }
  const Cycle first = std::min(stamps[0].front(), stamps[1].front());
  for (std::vector<Cycle>& of_warp : stamps)
    for (Cycle& stamp : of_warp) stamp -= first;
  return stamps;
}

struct Launches {
  std::string cell, rows;
  Stamps stamps;
  int count = 0;
};

std::vector<Launches> straight_cells() {
  std::ifstream file(std::string(RECONVERGE_MEASURED) + "/h200/pairs.csv");
  const Table table(std::string{std::istreambuf_iterator<char>(file), {}});
  std::vector<Launches> all;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string& warp = table.word(i, "warp");
    if (table.word(i, "rows").empty() || warp == "1") continue;
    std::istringstream words(table.word(i, "stamps"));
    std::vector<Cycle> stamps{std::istream_iterator<Cycle>(words), {}};
    if (warp == "0")
      all.push_back({table.word(i, "cell"),
                     table.word(i, "rows"),
                     {std::move(stamps), {}},
                     static_cast<int>(table.count(i, "agree"))});
    else all.back().stamps[1] = std::move(stamps);
  }
  for (Launches& launches : all) {
    const Cycle first = std::min(launches.stamps[0].front(), launches.stamps[1].front());
    for (std::vector<Cycle>& of_warp : launches.stamps)
      for (Cycle& stamp : of_warp) stamp -= first;
  }
  return all;
}

/// Which of the two comes first depends on the launch; all else follows.
bool is_predicted(const Launches& launches) {
  const std::vector<Row> rows = rows_of(launches.rows);
  return issue(rows, 0) == launches.stamps || issue(rows, 1) == launches.stamps;
}

TEST(WarpPairs, IssueAsOnTheCardUnlessBothHaveYielded) {
  int cells = 0, launches = 0;
  for (const Launches& one : straight_cells()) {
    if (one.rows.find('y') != one.rows.npos) continue;
    EXPECT_TRUE(is_predicted(one)) << one.cell;
    ++cells;
    launches += one.count;
  }
  EXPECT_GT(cells, 100);
  EXPECT_GT(launches, 700);
}

/// If both have yielded the one of the higher number goes more often than not: it is not known what decides.
TEST(WarpPairs, ThatYieldAreOftenPredicted) {
  int cells = 0, predicted = 0;
  for (const Launches& one : straight_cells()) {
    if (one.rows.find('y') == one.rows.npos) continue;
    ++cells;
    predicted += is_predicted(one) ? 1 : 0;
  }
  EXPECT_GT(cells, 100);
  EXPECT_GE(predicted, cells / 4) << predicted << " of " << cells;
}

/// A clock read behind a BAR does not wait for warps that come to it later.
TEST(WarpPairs, ReadTheClockBehindABarAsFarApartAsOnTheCard) {
  const auto apart = [](const auto& warps) { return std::abs(warps.at(0).start - warps.at(numbers[1]).start); };
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
