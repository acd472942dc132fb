// SPDX-License-Identifier: MIT
// Blocks of several warps on one multiprocessor: what the card measured against the emulator's exact cycles, estimates
// and lower bounds. The errors that estimates are given with are those that are found here.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "golden/measured_files.hpp"
#include "study/replay/replay.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::golden {
namespace {

/// Without a warm pass of their own, or flagged, or with tables of functions that a result does not hold, or a race.
const std::set<std::string> not_compared = {"detailed_loop", "early_exit", "recursion", "indirect_call", "spin_flag"};

struct Cell {
  std::string name;
  int warps = 1;
  std::int64_t measured = 0, emulated = 0;
  std::uint64_t slots = 0;  ///< instructions of one sub-partition between the clock reads of the last pass
  std::vector<gpu::LaneTimes> ours;

  double error() const { return std::abs(static_cast<double>(emulated) / static_cast<double>(measured) - 1); }
};

/// Instructions of the timed region, of one pass and one warp: all of them run the same way.
std::uint64_t slots_of(const measurements::BenchRun& run, const study::ReplayedState& state,
                       const sass::Function& function) {
  constexpr std::uint64_t passes = 3;
  std::uint64_t executed = 0;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const std::uint64_t address = function.instructions[i].address;
    if (address > *run.start && address < run.last_stop) executed += state.run.instructions.rows[i].executions;
  }
  return executed / passes / static_cast<std::uint64_t>(run.warps) * static_cast<std::uint64_t>((run.warps + 3) / 4);
}

std::vector<Cell> cells_of(const std::string& file, const std::string& pattern = "") {
  std::vector<Cell> cells;
  for (const auto& run : measured(file)) {
    if (not_compared.contains(run.name) || (!pattern.empty() && run.pattern != pattern)) continue;
    const auto replay = study::EmulatedBenchmark::open(run, file);
    EXPECT_TRUE(replay) << to_string(replay.error());
    if (!replay) continue;
    for (const auto& state : run.states) {
      const auto ours = replay->run(state);
      EXPECT_TRUE(ours.launch) << run.name << ": " << to_string(ours.launch.error());
      if (!ours.launch || !state.median) continue;
      cells.push_back({fmt::format("{} {} n = {}, {} warps", run.name, run.pattern, state.n.value_or(-1), run.warps),
                       run.warps, std::llround(*state.median), ours.launch->cycles,
                       slots_of(run, ours, replay->executable().function), ours.launch->warps});
    }
  }
  return cells;
}

struct Errors {
  double sum = 0, worst = 0;
  int count = 0, exact = 0;
  std::string of;

  void add(const Cell& cell) {
    ++count;
    exact += cell.emulated == cell.measured ? 1 : 0;
    sum += cell.error();
    if (cell.error() < worst) return;
    worst = cell.error();
    of = cell.name;
  }
  std::int32_t mean_in_thousandths() const { return static_cast<std::int32_t>(std::ceil(1000 * sum / count)); }
  std::int32_t worst_in_thousandths() const { return static_cast<std::int32_t>(std::ceil(1000 * worst)); }
};

std::vector<Cell> all_cells() {
  std::vector<Cell> cells = cells_of("h200/occupancy/shapes.json", "staircase");
  for (const char* file : {"h200/occupancy/held_out.json", "h200/occupancy/random_programs.json"})
    for (Cell& cell : cells_of(file)) cells.push_back(std::move(cell));
  return cells;
}

TEST(Occupancy, FollowsTheCardAndTheErrorOfEstimatesIsThatOfTheRecord) {
  Errors apart, few, many;
  for (const Cell& cell : all_cells()) {
    (cell.warps <= 4 ? apart : cell.warps <= 8 ? few : many).add(cell);
    EXPECT_GE(cell.measured + 1, static_cast<std::int64_t>(cell.slots)) << cell.name << ": fewer cycles than slots";
    EXPECT_GT(cell.slots, 0u) << cell.name;
  }
  EXPECT_GE(apart.exact, 0.85 * apart.count) << apart.exact << " of " << apart.count;
  EXPECT_LE(apart.sum / apart.count, 0.001);
  EXPECT_LE(apart.worst, 0.081) << apart.of;  // code of 7 kB, whose samples lie 7 % apart on the card
  const timing::MultiprocessorTiming& rule = timing::built_in_record("sm_90")->multiprocessor;
  EXPECT_EQ(few.mean_in_thousandths(), rule.mean_error) << few.count;
  EXPECT_EQ(few.worst_in_thousandths(), rule.worst_error) << few.of;
  EXPECT_EQ(many.mean_in_thousandths(), rule.mean_error_crowded) << many.count;
  EXPECT_EQ(many.worst_in_thousandths(), rule.worst_error_crowded) << many.of;
}

/// Whatever is between the clock reads, nobody is faster beside others than alone.
TEST(Occupancy, NoBlockIsFasterThanOneOfItsWarpsAlone) {
  std::map<std::string, std::int64_t> alone;
  int compared = 0;
  for (const auto& run : measured("h200/occupancy/shapes.json")) {
    for (const auto& state : run.states) {
      const std::string key = fmt::format("{} {} {}", run.name, run.pattern, state.n.value_or(-1));
      ASSERT_FALSE(state.samples.empty()) << key;
      const auto fastest = std::llround(std::ranges::min(state.samples));
      if (run.warps == 1) alone[key] = fastest;
      else if (run.name != "detailed_loop") {  // its code is cold, and its stores take what they take
        EXPECT_GE(fastest, alone.at(key)) << key << ", " << run.warps << " warps";
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 900);
}

}  // namespace
}  // namespace reconverge::golden
