// SPDX-License-Identifier: MIT
#include "report/formats/sarif.hpp"

#include <gtest/gtest.h>

namespace reconverge::report {
namespace {

IssueLog log_of(std::vector<Issue> issues) {
  return {.tool = "reconverge",
          .version = "1.0",
          .arguments = {"reconverge", "lint", "k.sass"},
          .folder = "/repository/project",
          .rules = {{"other", "Another.", "", Level::note}, {"rule", "Short.", "Long.", Level::error}},
          .issues = std::move(issues)};
}

nlohmann::ordered_json result_of(const Issue& issue) {
  return to_sarif(log_of({issue})).at("runs").at(0).at("results").at(0);
}

TEST(Sarif, NamesToolRulesAndVersion) {
  const auto json = to_sarif(log_of({}));
  EXPECT_EQ(json.at("version"), "2.1.0");
  const auto& run = json.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("name"), "reconverge");
  const auto& rule = run.at("tool").at("driver").at("rules").at(1);
  EXPECT_EQ(rule.at("id"), "rule");
  EXPECT_EQ(rule.at("shortDescription").at("text"), "Short.");
  EXPECT_EQ(rule.at("help").at("text"), "Long.");
  EXPECT_EQ(rule.at("defaultConfiguration").at("level"), "error");
  EXPECT_TRUE(run.at("results").is_array());
  EXPECT_TRUE(run.at("results").empty()) << "nothing was found, and that is said";
  EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), true);
  EXPECT_EQ(run.at("invocations").at(0).at("arguments"), (nlohmann::ordered_json{"lint", "k.sass"}));
}

TEST(Sarif, PutsAResultAtItsSourceAndTheListingBesideIt) {
  const auto result = result_of({.rule = "rule",
                                 .level = Level::warning,
                                 .message = "what",
                                 .source = Place{"k.cu", 17, 0},
                                 .listing = {"k.sass", 40, 9},
                                 .function = "_Z1kv"});
  EXPECT_EQ(result.at("ruleId"), "rule");
  EXPECT_EQ(result.at("ruleIndex"), 1);
  EXPECT_EQ(result.at("level"), "warning");
  EXPECT_EQ(result.at("message").at("text"), "what");
  const auto& location = result.at("locations").at(0);
  EXPECT_EQ(location.at("physicalLocation").at("artifactLocation").at("uri"), "k.cu");
  EXPECT_EQ(location.at("physicalLocation").at("region"), (nlohmann::ordered_json{{"startLine", 17}}));
  EXPECT_EQ(location.at("logicalLocations").at(0).at("fullyQualifiedName"), "_Z1kv");
  const auto& related = result.at("relatedLocations").at(0).at("physicalLocation");
  EXPECT_EQ(related.at("artifactLocation").at("uri"), "k.sass");
  EXPECT_EQ(related.at("region"), (nlohmann::ordered_json{{"startLine", 40}, {"startColumn", 9}}));
}

TEST(Sarif, PutsAResultWithoutSourceAtTheListing) {
  const auto result = result_of({.rule = "rule", .message = "what", .listing = {"k.sass", 40, 0}});
  EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 40);
  EXPECT_FALSE(result.contains("relatedLocations"));
}

TEST(Sarif, NamesFilesByUris) {
  const auto uri = [](const std::string& file) {
    return result_of({.rule = "rule", .listing = {file, 1, 0}})
        .at("locations")
        .at(0)
        .at("physicalLocation")
        .at("artifactLocation")
        .at("uri")
        .get<std::string>();
  };
  EXPECT_EQ(uri("/repository/project/kernels/k.cu"), "kernels/k.cu") << "below the folder of the run";
  EXPECT_EQ(uri("/repository/project2/k.cu"), "file:///repository/project2/k.cu");
  EXPECT_EQ(uri("a b%#.cu"), "a%20b%25%23.cu");
  EXPECT_EQ(uri("\xc3\xa4.cu"), "%C3%A4.cu");
}

TEST(Sarif, GivesStandardInputNoAddress) {
  const auto result = result_of({.rule = "rule", .listing = {"-", 4, 0}, .function = "k"});
  EXPECT_FALSE(result.at("locations").at(0).contains("physicalLocation"));
  EXPECT_TRUE(result_of({.rule = "rule", .listing = {"-", 4, 0}}).at("locations").empty());
}

TEST(Sarif, TellsIssuesApartByWhatSurvivesAnEdit) {
  const Issue here{
      .rule = "rule", .message = "at 0x10", .listing = {"k.sass", 4, 0}, .function = "k", .subject = "BAR"};
  Issue moved = here, other = here;
  moved.listing.line = 9;
  moved.message = "at 0x20";
  other.subject = "SHFL";
  const auto print = [](const nlohmann::ordered_json& result) {
    return result.at("partialFingerprints").at("reconverge/v1").get<std::string>();
  };
  EXPECT_EQ(print(result_of(here)), print(result_of(moved)));
  EXPECT_NE(print(result_of(here)), print(result_of(other)));
  const auto results = to_sarif(log_of({here, here})).at("runs").at(0).at("results");
  EXPECT_NE(print(results.at(0)), print(results.at(1))) << "two of one kind are two";
}

TEST(Sarif, SaysThatARunDidNotComeToItsEnd) {
  IssueLog log = log_of({});
  log.incomplete = "deadlock";
  const nlohmann::ordered_json invocation = to_sarif(log).at("runs").at(0).at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").at(0).at("message").at("text"), "deadlock");
}

TEST(Sarif, TellsLogsOfOneCommitApart) {
  IssueLog log = log_of({});
  EXPECT_FALSE(to_sarif(log).at("runs").at(0).contains("automationDetails"));
  log.category = "reconverge/k.cubin";
  EXPECT_EQ(to_sarif(log).at("runs").at(0).at("automationDetails").at("id"), "reconverge/k.cubin/");
}

TEST(Levels, HaveNames) {
  for (const Level level : {Level::note, Level::warning, Level::error}) EXPECT_EQ(level_named(to_string(level)), level);
  EXPECT_EQ(level_named("fatal"), std::nullopt);
}

}  // namespace
}  // namespace reconverge::report
