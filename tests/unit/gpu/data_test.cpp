// The measured results in data/: they follow the schema and say what their README says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/schema.hpp"
#include "gpu/proof.hpp"
#include "gpu/sha256.hpp"

namespace reconverge::gpu {
namespace {

using Json = nlohmann::json;

Json parsed(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return Json::parse(file);
}

Json measured(const std::string& name) { return parsed(RECONVERGE_MEASURED "/h100/" + name); }

class MeasuredFile : public testing::TestWithParam<const char*> {};

TEST_P(MeasuredFile, FollowsTheSchema) {
  const Json schema = parsed(RECONVERGE_SCHEMAS "/bench.schema.json");
  EXPECT_THAT(cli_tests::departures(measured(GetParam()), schema), testing::IsEmpty());
}

TEST_P(MeasuredFile, HoldsTheCodeThatItsHashAndVerdictAreOf) {
  const Json record = measured(GetParam());
  ASSERT_FALSE(record["benchmarks"].empty());
  for (const Json& benchmark : record["benchmarks"]) {
    const std::string text = benchmark["sass"]["text"];
    const std::string name = benchmark["name"];
    EXPECT_EQ(sha256(text), benchmark["sass"]["sha256"].get<std::string>()) << name;
    const Proof proof = prove_listing(text, name, benchmark["sass"]["function"]);
    EXPECT_EQ(to_string(proof.verdict), benchmark["verdict"].get<std::string>()) << name << ": " << proof.reason;
  }
}

INSTANTIATE_TEST_SUITE_P(H100, MeasuredFile,
                         testing::Values("all_copy.json", "paper_patterns.json", "paper_unroll.json", "warmup_same_code.json",
                                         "paper_all_gpus.json", "shapes_all_gpus.json"),
                         [](const auto& instance) { return std::string(instance.param).substr(0, std::string(instance.param).find('.')); });

/// Cycles of one kernel on one card by n; the test fails where samples spread.
std::map<int, double> exact_cycles(const Json& record, const std::string& name, int device) {
  std::map<int, double> cycles;
  for (const Json& benchmark : record["benchmarks"]) {
    if (benchmark["name"] != name || benchmark["device"] != device) continue;
    for (const Json& state : benchmark["states"]) {
      EXPECT_EQ(state["minimum_cycles"], state["maximum_cycles"]) << name << " n = " << state["n"];
      cycles[state["n"]] = state["minimum_cycles"];
    }
  }
  return cycles;
}

TEST(MeasuredH100, ThePapersLoopsAreStraightInTheirBranchesOnBothGpus) {
  const Json record = measured("paper_all_gpus.json");
  ASSERT_NE(record["devices"][0]["uuid"], record["devices"][1]["uuid"]);
  for (const int device : {0, 1}) {
    const auto once = exact_cycles(record, "single_loop", device);
    const auto twice = exact_cycles(record, "double_loop", device);
    const auto equal = exact_cycles(record, "double_loop_equal", device);
    for (int n = 0; n < 32; ++n) {
      EXPECT_EQ(once.at(n), 949 + 13 * n);
      EXPECT_EQ(twice.at(n), 31132 + 13 * n * (65 - n) / 2);
      EXPECT_EQ(equal.at(n), 29911 + 13 * n * (65 - n) / 2);
    }
  }
}

// Lane 0 reads the clock in each of its 32 rounds of the detailed loop. Another lane leaves in each of the
// last n rounds: 13 cycles more, there and then. The way out takes as long for every n, so nothing is left
// for the unwinding.
TEST(MeasuredH100, TheCyclesOfADivergentBranchFallAtTheBranch) {
  const Json record = measured("all_copy.json");
  int loops = 0;
  for (const Json& benchmark : record["benchmarks"]) {
    const std::string name = benchmark["name"];
    if (!name.starts_with("detailed_loop")) continue;
    ++loops;
    std::set<int> ways_out;
    for (const Json& state : benchmark["states"]) {
      const int n = state["n"];
      const Json& stamps = state["stamps_cycles"];
      const auto since_previous = [&](int stamp) {
        return stamps[static_cast<std::size_t>(stamp)][0].get<int>() - stamps[static_cast<std::size_t>(stamp) - 1][0].get<int>();
      };
      for (int stamp = 2; stamp <= 32; ++stamp)  // the first round fetches its code
        EXPECT_EQ(since_previous(stamp), stamp > 32 - n ? 47 : 34) << name << " n = " << n << ", read " << stamp;
      ways_out.insert(since_previous(33));
    }
    EXPECT_EQ(ways_out.size(), 1u) << name;
  }
  EXPECT_EQ(loops, 2);
}

TEST(MeasuredH100, CountersGrowByOneForEachDivergentBranch) {
  const Json record = measured("all_copy.json");
  int loops = 0;
  for (const Json& benchmark : record["benchmarks"]) {
    const std::string name = benchmark["name"];
    if (name != "single_loop" && name != "double_loop") continue;
    ++loops;
    const Json& first = benchmark["states"][0]["counters"];
    for (const Json& state : benchmark["states"]) {
      const int n = state["n"];
      const int branches = 2 * (name == "single_loop" ? n : n * (65 - n) / 2);  // warm-up copy and timed loop
      EXPECT_EQ(state["counters"]["divergent_branch_targets"]["value"], branches) << name << n;
      for (const char* key : {"warp_instructions", "branches", "control_unit_instructions"})
        EXPECT_EQ(state["counters"][key]["value"].get<double>() - first[key]["value"].get<double>(), branches) << name << n << key;
    }
  }
  EXPECT_EQ(loops, 2);
}

}  // namespace
}  // namespace reconverge::gpu
