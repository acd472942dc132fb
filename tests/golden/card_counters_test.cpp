// SPDX-License-Identifier: MIT
// What the card counted in a launch against what the same launch counts here: warp instructions, and
// branches at which lanes part. The counters cover the whole kernel, as a run here does.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "measured/beside.hpp"
#include "study/replay/replay.hpp"

namespace reconverge {
namespace {

using Json = nlohmann::json;

// Kernels whose warp instructions differ: lanes that the card brings together in another order.
constexpr std::array<std::string_view, 3> other_order = {"indirect_call", "recursion", "spin_flag"};

TEST(CardCounters, AreOursForTheSameCode) {
  const std::string path = RECONVERGE_MEASURED "/h100/all_copy.json";
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const Json record = Json::parse(text);
  const auto runs = measurements::read_bench(text, path, measured_tests::files_beside(path));
  ASSERT_TRUE(runs) << to_string(runs.error());
  ASSERT_EQ(runs->size(), record["benchmarks"].size());
  std::size_t compared = 0;
  std::set<std::string> differ;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    const auto& run = (*runs)[i];
    if (run.listing.empty()) continue;
    const auto replay = study::EmulatedBenchmark::open(run, path);
    ASSERT_TRUE(replay) << run.name << ": " << to_string(replay.error());
    for (std::size_t j = 0; j < run.states.size(); ++j) {
      const Json& state = record["benchmarks"][i]["states"][j];
      if (!run.states[j].why_not.empty() || !state.contains("counters") || !state["counters"].is_object()) continue;
      const Json& counters = state["counters"];
      const auto ours = replay->run(run.states[j]);
      ++compared;
      EXPECT_EQ(counters["divergent_branch_targets"]["value"].get<std::uint64_t>(), ours.run.counts.divergent_branches)
          << run.name << ", n = " << run.states[j].n.value_or(-1);
      if (counters["warp_instructions"]["value"].get<std::uint64_t>() != ours.run.run.steps) differ.insert(run.name);
    }
  }
  EXPECT_GT(compared, 800u);
  EXPECT_EQ(differ, std::set<std::string>(other_order.begin(), other_order.end()));
}

}  // namespace
}  // namespace reconverge
