// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/folder.hpp"
#include "cli/program.hpp"

// The contracts of `paper` that other programs rely on.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

/// One run for all tests of this file that only read what it left.
struct Paper {
  Folder folder;
  Outcome outcome;
  Paper() : outcome(run({"paper", "--out", folder / "not/there/yet"})) {}
  std::filesystem::path path() const { return folder.path() / "not/there/yet"; }
};

const Paper& paper() {
  static const Paper run_once;
  return run_once;
}

std::string first_line(const std::string& file) {
  const std::string text = read_file(paper().path() / file);
  return text.substr(0, text.find('\n'));
}

TEST(Paper, MeetsEveryClaimThatCanBeMet) {
  EXPECT_EQ(paper().outcome.status, 0) << paper().outcome;
  EXPECT_NE(paper().outcome.out.find(" 0 not met"), std::string::npos) << paper().outcome;
}

TEST(Paper, PrintsTheClaimsAndNothingElseOnStandardOutput) {
  EXPECT_TRUE(paper().outcome.out.starts_with("49 claims: 28 met, 0 not met, ")) << paper().outcome;
  EXPECT_NE(paper().outcome.out.find("here\n\nThe paper's values"), std::string::npos) << paper().outcome;
  EXPECT_TRUE(paper().outcome.err.starts_with("written: ")) << paper().outcome;
  EXPECT_EQ(std::ranges::count(paper().outcome.err, '\n'), 1) << paper().outcome;
}

TEST(Paper, GivesItsClaimsRoom) {
  // What is said is prose; its section and the verdict are a word or two.
  const std::string& out = paper().outcome.out;
  const auto rule = out.find("\n-");
  ASSERT_NE(rule, std::string::npos);
  std::istringstream dashes(out.substr(rule + 1, out.find('\n', rule + 1) - rule - 1));
  std::string claim, section, value, ours, verdict;
  dashes >> claim >> section >> value >> ours >> verdict;
  EXPECT_GT(claim.size(), section.size());
  EXPECT_GT(claim.size(), verdict.size());
  EXPECT_GT(ours.size(), section.size());
  EXPECT_GT(ours.size(), verdict.size());
}

TEST(Paper, WritesTheContractsFiles) {
  const auto files = paper().folder.files();
  const std::string top = "not/there/yet/";
  for (const char* file :
       {"report.html", "summary.json", "data/single_loop.csv", "data/double_loop.csv", "data/claims.csv",
        "data/stack_history_single_n23.csv", "data/stack_history_single_n31.csv", "data/stack_history_double_n23.csv",
        "data/stack_history_double_n31.csv", "figures/walk_through.svg"})
    EXPECT_TRUE(std::ranges::binary_search(files, top + file)) << file;
  for (const std::string& file : files) {
    EXPECT_GT(std::filesystem::file_size(paper().folder.path() / file), 0u) << file;
    const bool known =
        file.ends_with(".csv") || file.ends_with(".svg") || file == top + "report.html" || file == top + "summary.json";
    EXPECT_TRUE(known) << file;
  }
}

TEST(Paper, WritesTheContractsColumns) {
  EXPECT_EQ(first_line("data/single_loop.csv"),
            "n,depth,pushes,branches,instructions,spills,reloads,kepler_cycles,maxwell_divergence_"
            "cycles");
  EXPECT_EQ(first_line("data/double_loop.csv"),
            "n,depth,pushes,branches,instructions,spills,reloads,kepler_cycles,maxwell_cycles");
  for (const char* kernel : {"single", "double"})
    for (const char* n : {"23", "31"})
      EXPECT_EQ(first_line(std::string("data/stack_history_") + kernel + "_n" + n + ".csv"), "step,depth,resident");
  EXPECT_EQ(first_line("data/claims.csv"), "claim,section,paper,ours,verdict");
}

TEST(Paper, WritesARowForEveryN) {
  for (const char* file : {"data/single_loop.csv", "data/double_loop.csv"}) {
    const std::string text = read_file(paper().path() / file);
    EXPECT_EQ(std::ranges::count(text, '\n'), 33) << file;
  }
}

TEST(Paper, LeavesAFieldEmptyThatNobodyPublished) {
  const std::string costs = read_file(paper().path() / "data/costs.csv");
  EXPECT_NE(costs.find("fermi,any,any,,,,absent"), std::string::npos) << costs;
}

TEST(Paper, WritesNoNumberThatIsNone) {
  const Json summary = Json::parse(read_file(paper().path() / "summary.json"));
  EXPECT_EQ(summary.at("schema"), "reconverge.paper");
  EXPECT_EQ(summary.at("verdicts").at("not met"), 0);
  for (const std::string& file : paper().folder.files()) {
    if (!file.ends_with(".csv")) continue;
    const std::string text = read_file(paper().folder.path() / file);
    for (const char* none : {",nan", ",-nan", ",inf", ",-inf", ",NaN", ",Inf"})
      EXPECT_EQ(text.find(none), std::string::npos) << file;
  }
}

TEST(Paper, IsTheSameEveryTime) {
  const Folder again;
  run({"paper", "--out", again.path().string()});
  for (const std::string& file : again.files()) {
    if (!file.starts_with("data/") && !file.starts_with("figures/")) continue;
    EXPECT_EQ(read_file(again.path() / file), read_file(paper().path() / file)) << file;
  }
}

TEST(Paper, OfOneStudyShowsItInFull) {
  const Folder folder;
  const Outcome outcome = run({"paper", "--study", "double_loop_timing", "--out", folder.path().string()});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out.find("The paper's values"), std::string::npos) << outcome;
  EXPECT_NE(outcome.out.find("Maxwell cycles"), std::string::npos) << outcome;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("Fermi, measured +absent: the authors'")) << outcome;
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"data/double_loop.csv", "figures/double_loop_timing.svg",
                                                      "report.html", "summary.json"}));
}

TEST(Paper, ListsItsStudies) {
  const Outcome outcome = run({"paper", "--list"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("claims_table"), std::string::npos);
}

TEST(Paper, MissedClaimsAreStatus1) {
  const Outcome outcome = run({"paper", "--capacity", "unlimited"});
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_NE(outcome.out.find("not met"), std::string::npos);
}

/// Code points of UTF-8: all bytes but those that continue one.
std::ptrdiff_t characters(const std::string& line) {
  return std::ranges::count_if(line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; });
}

TEST(Paper, KeepsWithinTheWidthOfThePage) {
  for (const char* study : {"claims_table", "costs_table", "walk_through", "single_loop_timing"}) {
    std::istringstream lines(run({"paper", "--study", study, "--width", "100"}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(characters(line), 100) << line;
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
