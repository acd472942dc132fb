// SPDX-License-Identifier: MIT
// Launches of code that the nearest instruction cache does not hold, one after another on sub-partitions in turn:
// data/measured/h200/launches_in_turn.csv.

#include <gtest/gtest.h>

#include <algorithm>
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

namespace reconverge::golden {
namespace {

struct Known {
  std::map<std::pair<std::string, int>, measurements::BenchRun> runs;  ///< by kernel and warps
  std::map<std::string, measurements::BenchState> states;              ///< by limits
};

Known known() {
  Known all;
  for (const char* file :
       {"h200/occupancy/control_nested.json", "h200/occupancy/shapes.json", "h200/occupancy/held_out.json"})
    for (const measurements::BenchRun& run : measured(file)) {
      if (run.name != "tree_4" && run.name != "switch_32") continue;
      all.runs.emplace(std::pair(run.name, run.warps), run);
      for (measurements::BenchState state : run.states) {
        state.samples.clear();  // one launch
        all.states.emplace(run.pattern + " " + std::to_string(state.n.value_or(-1)), std::move(state));
      }
    }
  return all;
}

std::vector<std::int64_t> sorted_cycles(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::int64_t> cycles{std::istream_iterator<std::int64_t>(words), {}};
  std::ranges::sort(cycles);
  return cycles;
}

std::vector<std::int64_t> sorted_cycles(const gpu::LaunchResult& launch, int warps) {
  if (warps == 1) return {launch.cycles};
  std::vector<std::int64_t> cycles;
  for (const auto& warp : launch.warps) cycles.push_back(warp.stop - warp.start);
  std::ranges::sort(cycles);
  return cycles;
}

TEST(LaunchesInTurn, FindWhatThoseBeforeLeftOnTheirSubPartition) {
  std::ifstream file(RECONVERGE_MEASURED "/h200/launches_in_turn.csv");
  const Table table(std::string{std::istreambuf_iterator<char>(file), {}});
  const Known all = known();
  std::map<int, int> launches, exact;
  int far = 0;
  for (const auto& [of, run] : all.runs) {
    const auto& [kernel, warps] = of;
    if (warps > 4) continue;
    const auto benchmark = study::EmulatedBenchmark::open(run, "");
    ASSERT_TRUE(benchmark) << kernel;
    std::optional<study::ReplayedSeries> series;  // of code that is loaded once
    for (std::size_t row = 0; row < table.size(); ++row) {
      if (table.word(row, "kernel") != kernel || table.word(row, "warps") != std::to_string(warps)) continue;
      if (table.word(row, "launch") == "0") series.emplace(*benchmark);
      const auto ours = series->run(all.states.at(table.word(row, "limits")));
      ASSERT_TRUE(ours.launch);
      const auto cycles = sorted_cycles(table.word(row, "cycles")), emulated = sorted_cycles(*ours.launch, warps);
      ++launches[warps];
      exact[warps] += cycles == emulated ? 1 : 0;
      const auto late = static_cast<double>(cycles.back() - emulated.back());
      far += std::abs(late) > 0.01 * static_cast<double>(cycles.back()) ? 1 : 0;
    }
  }
  const std::map<int, int> least = {{1, 75}, {2, 61}, {3, 45}, {4, 50}};
  for (const auto& [warps, count] : launches) {
    EXPECT_GE(exact[warps], least.at(warps)) << "of " << count;
  }
  EXPECT_LE(far, 4) << "the first launches behind the loading of the code";
}

}  // namespace
}  // namespace reconverge::golden
