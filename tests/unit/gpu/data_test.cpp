// SPDX-License-Identifier: MIT
// The measured results in data/: they follow the schema and say what their README says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/schema.hpp"
#include "core/sha256.hpp"
#include "gpu/proof.hpp"
#include "measured/beside.hpp"
#include "measured/runs.hpp"
#include "report/formats/json_layout.hpp"

namespace reconverge::gpu {
namespace {

using Json = nlohmann::json;

Json parsed(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return Json::parse(file);
}

Json measured(const std::string& name) { return parsed(RECONVERGE_MEASURED "/h100/" + name); }

/// Every file of the card, "probes/control/calls" for one.
std::vector<std::string> measured_files() {
  const std::filesystem::path folder = RECONVERGE_MEASURED "/h100";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".json")
      names.push_back(std::filesystem::relative(entry.path(), folder).replace_extension().generic_string());
  std::ranges::sort(names);
  return names;
}

class MeasuredFile : public testing::TestWithParam<std::string> {
 protected:
  Json record() const { return measured(GetParam() + ".json"); }
};

TEST_P(MeasuredFile, FollowsTheSchema) {
  const Json schema = parsed(RECONVERGE_SCHEMAS "/bench.schema.json");
  EXPECT_THAT(cli_tests::departures(record(), schema), testing::IsEmpty());
}

TEST_P(MeasuredFile, IsLaidOutAsTheProgramWrites) {
  std::ifstream file(RECONVERGE_MEASURED "/h100/" + GetParam() + ".json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_TRUE(report::filled_text(nlohmann::ordered_json::parse(text)) == text);
}

TEST_P(MeasuredFile, HoldsTheCodeThatItsHashAndVerdictAreOf) {
  const Json whole = record();
  ASSERT_FALSE(whole["benchmarks"].empty());
  const auto beside = measured_tests::files_beside(RECONVERGE_MEASURED "/h100/" + GetParam() + ".json");
  std::map<std::string, std::string> code;
  for (const Json& entry : whole["code"]) {
    const std::string hash = entry["sha256"], constants = entry.contains("constants") ? entry["constants"].dump() : "";
    const auto text = beside("code/" + hash + ".sass");
    ASSERT_TRUE(text) << hash;
    EXPECT_EQ(core::sha256(*text + constants), hash);
    EXPECT_TRUE(code.emplace(hash, *text).second) << "twice: " << hash;
  }
  for (const Json& benchmark : whole["benchmarks"]) {
    const std::string name = benchmark["name"], hash = benchmark["sass"]["sha256"];
    ASSERT_TRUE(code.contains(hash)) << name;
    const Proof proof = prove_listing(code.at(hash), name, benchmark["sass"]["function"]);
    EXPECT_EQ(to_string(proof.verdict), benchmark["verdict"].get<std::string>()) << name << ": " << proof.reason;
    if (!proof.stops.empty()) {
      EXPECT_EQ(proof.runs_once, benchmark["options"]["warmup"] != "same-code") << name << ": " << proof.reason;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(H100, MeasuredFile, testing::ValuesIn(measured_files()), [](const auto& instance) {
  std::string name = instance.param;
  std::ranges::replace(name, '/', '_');
  return name;
});

TEST(MeasuredFiles, HaveNoListingBesideThemThatNoneNames) {
  const std::filesystem::path folder = RECONVERGE_MEASURED;
  std::set<std::filesystem::path> named, there;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto& path = entry.path();
    if (path.extension() == ".sass") there.insert(path);
    if (path.extension() != ".json") continue;
    const Json record = parsed(path.string());
    for (const Json& code : record["code"])
      named.insert(path.parent_path() / "code" / (code["sha256"].get<std::string>() + ".sass"));
  }
  EXPECT_EQ(named, there);
}

TEST(MeasuredFiles, OfVersionOneFollowItsSchema) {
  EXPECT_THAT(cli_tests::departures(parsed(RECONVERGE_VERSION_1), parsed(RECONVERGE_SCHEMAS "/bench-1.schema.json")),
              testing::IsEmpty());
}

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
      std::vector<int> stamps;  // of lane 0
      for (const Json& row : state["stamps_cycles"]) stamps.push_back(measured_tests::expanded(row)[0]);
      ASSERT_EQ(stamps.size(), 34u);
      const auto since_previous = [&](int stamp) {
        return stamps[static_cast<std::size_t>(stamp)] - stamps[static_cast<std::size_t>(stamp) - 1];
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
        EXPECT_EQ(state["counters"][key]["value"].get<double>() - first[key]["value"].get<double>(), branches)
            << name << n << key;
    }
  }
  EXPECT_EQ(loops, 2);
}

}  // namespace
}  // namespace reconverge::gpu
