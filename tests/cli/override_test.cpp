// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

// What the user gives in place of the paper's numbers is marked in every output.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

constexpr const char* given = "kepler:divergent-branch=30";

TEST(Override, IsMarkedInEveryFormOfEmulate) {
  const Folder folder;
  const Outcome text = run({"emulate", "single_loop", "--reg", "R5=staircase(2)", "--cost", given, "--json",
                            folder / "run.json", "--csv", folder / "run.csv", "--markdown", folder / "run.md"});
  EXPECT_EQ(text.status, 0) << text;
  EXPECT_NE(text.out.find(std::string("iven by the user: --cost ") + given), std::string::npos) << text;
  EXPECT_NE(read_file(folder / "run.csv").find(std::string("--cost ") + given), std::string::npos);
  EXPECT_NE(read_file(folder / "run.md").find(given), std::string::npos);
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("given"), Json::array({std::string("--cost ") + given}));
  const Json& kepler = record["generations"]["kepler"];
  EXPECT_EQ(kepler.at("divergence_cycles"), 60);
  bool graded = false;
  for (const Json& cost : kepler.at("costs"))
    graded = graded || (cost["name"] == "divergent-branch" && cost["grade"] == "given" && cost["value_cycles"] == 30);
  EXPECT_TRUE(graded) << kepler.dump(2);
  EXPECT_EQ(record["generations"]["maxwell"].at("divergence_cycles"), 52);
}

TEST(Override, IsMarkedInEveryFileOfPaperItTouches) {
  const Folder folder;
  const Outcome outcome = run({"paper", "--out", folder.path().string(), "--cost", given});
  EXPECT_EQ(outcome.status, 1) << "30 cycles do not meet the paper's 32: " << outcome.err;
  EXPECT_NE(outcome.out.find(given), std::string::npos);
  EXPECT_NE(outcome.out.find("not met"), std::string::npos);
  for (const char* file : {"report.html", "data/single_loop.csv", "data/double_loop.csv", "data/claims.csv",
                           "data/costs.csv", "data/overhead.csv", "figures/single_loop_timing.svg"})
    EXPECT_NE(read_file(folder.path() / file).find(given), std::string::npos) << file;
  const Json summary = Json::parse(read_file(folder / "summary.json"));
  EXPECT_EQ(summary.at("given"), Json::array({std::string("--cost ") + given}));
}

TEST(Override, OfTheStackIsMarkedInTheCounts) {
  const Folder folder;
  run({"paper", "--out", folder.path().string(), "--capacity", "8"});
  for (const char* file : {"data/stack_history_single_n31.csv", "data/spill_rules.csv", "data/single_loop.csv"})
    EXPECT_NE(read_file(folder.path() / file).find("--capacity 8"), std::string::npos) << file;
}

TEST(Override, OfACostNeverMovesACount) {
  const Arguments plain{"emulate", "double_loop",      "--reg",  "R8=staircase(20)",
                        "--reg",   "R9=staircase(20)", "--json", "-"};
  Arguments priced = plain;
  for (const char* cost : {"divergent-branch=1", "spill=2", "reload=3", "base=4"}) {
    priced.emplace_back("--cost");
    priced.emplace_back(cost);
  }
  const Json before = Json::parse(run(plain).out)["generations"]["kepler"];
  const Json after = Json::parse(run(priced).out)["generations"]["kepler"];
  for (const char* count : {"depth", "pushes", "branches", "divergent_branches", "instructions", "spills", "reloads"})
    EXPECT_EQ(before.at(count), after.at(count)) << count;
  const int cycles =
      after["divergent_branches"].get<int>() + 2 * after["spills"].get<int>() + 3 * after["reloads"].get<int>();
  EXPECT_EQ(after.at("divergence_cycles"), cycles);
  EXPECT_EQ(after.at("cycles"), cycles + 4);
}

TEST(Override, OfSpillAndReloadIsSharedOutAmongTheRows) {
  const Json record = Json::parse(run({"emulate", "double_loop", "--reg", "R8=staircase(20)", "--reg",
                                       "R9=staircase(20)", "--cost", "spill=2", "--cost", "reload=3", "--json", "-"})
                                      .out);
  double sum = 0;
  for (const Json& row : record.at("branches")) sum += row.at("kepler_cycles").get<double>();
  EXPECT_EQ(sum, record["generations"]["kepler"].at("divergence_cycles"));
}

}  // namespace
}  // namespace reconverge::cli_tests
