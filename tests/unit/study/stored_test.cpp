#include "study/stored/stored.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/formats/formats.hpp"

namespace reconverge::study {
namespace {

using Json = nlohmann::ordered_json;

StoredResult bench(const std::string& file, const std::string& device, const char* states) {
  return {file,
          {{"schema", "reconverge.bench"},
           {"devices", {{{"id", 0}, {"name", device}, {"clock_mhz", 1410}}}},
           {"benchmarks",
            {{{"name", "single_loop"},
              {"device", 0},
              {"pattern", "staircase"},
              {"verdict", "diverges"},
              {"states", Json::parse(states)}}}}}};
}

const report::Table* table_of(const report::Report& report, const std::string& id) {
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks)
      if (const auto* table = std::get_if<report::Table>(&block); table != nullptr && table->id == id) return table;
  return nullptr;
}

const report::Figure* first_figure(const report::Report& report) {
  for (const auto& section : report.sections)
    for (const auto& block : section.blocks)
      if (const auto* figure = std::get_if<report::Figure>(&block)) return figure;
  return nullptr;
}

constexpr const char* whole =
    R"([{"n": 0, "status": "ok", "median_cycles": 10}, {"n": 1, "status": "ok", "median_cycles": 20},
  {"n": 2, "status": "ok", "median_cycles": 30}])";

TEST(StoredBench, PutsDevicesSideBySide) {
  const auto report = stored_report({bench("a.json", "A100", whole), bench("b.json", "H100", whole)});
  ASSERT_TRUE(report.has_value());
  const auto* figure = first_figure(*report);
  ASSERT_NE(figure, nullptr);
  ASSERT_EQ(figure->series.size(), 2u);
  EXPECT_EQ(figure->series[0].name, "A100");
  EXPECT_EQ(figure->series[1].provenance, "measured: b.json");
  EXPECT_EQ(figure->series[1].points.size(), 3u);
  EXPECT_EQ(table_of(*report, "devices")->columns.size(), 3u);
}

TEST(StoredBench, ShowsBothVersionsOfTheSchema) {
  auto second = bench("b.json", "H100", R"([{"n": 0, "status": "ok", "samples": 8, "samples_cycles": [[943,8]],
    "minimum_cycles": 943, "median_cycles": 943, "maximum_cycles": 943}, {"n": 1, "status": "failed", "reason": "a read of 0",
    "samples": 0, "samples_cycles": []}])");
  second.content["schema_version"] = 2;
  const auto report = stored_report({bench("a.json", "A100", whole), second});
  ASSERT_TRUE(report.has_value());
  const auto* figure = first_figure(*report);
  ASSERT_EQ(figure->series.size(), 2u);
  EXPECT_EQ(figure->series[1].points, (std::vector<std::pair<double, double>>{{0, 943}}));
  const auto* missing = table_of(*report, "missing");
  ASSERT_NE(missing, nullptr);
  bool told = false;
  for (const auto& row : missing->rows) told |= std::get<std::string>(row.back()) == "failed: a read of 0";
  EXPECT_TRUE(told);
}

TEST(StoredBench, TellsWhatHasNoName) {
  const auto report = stored_report({{"a.json",
                                      {{"schema", "reconverge.bench"},
                                       {"schema_version", 1},
                                       {"devices", Json::array()},
                                       {"benchmarks", {{{"states", Json::parse(whole)}}}}}}});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->sections.front().title, "unnamed benchmark");
  EXPECT_EQ(first_figure(*report)->series[0].name, "unnamed device");
  EXPECT_EQ(table_of(*report, "devices"), nullptr);  // an empty table tells nothing
  EXPECT_EQ(table_of(*report, "missing")->rows.size(), 1u);
}

TEST(StoredBench, TellsReasonsInPlaceOfWhatIsAbsent) {
  auto refused = bench("b.json", "H100", R"([{"n": 0, "status": "skipped", "reason": "refused"}])");
  refused.content["devices"][0]["clock_mhz"] = nullptr;
  refused.content["devices"][0]["clock_mhz_absent"] = "denied";
  const auto report = stored_report({bench("a.json", "A100", whole), refused});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(first_figure(*report)->series[1].absent_because, "skipped: refused");
  const auto& rows = table_of(*report, "devices")->rows;
  ASSERT_EQ(rows.size(), 3u);  // id, name, clock
  EXPECT_EQ(rows[2][2], report::Cell(report::Absent{"denied"}));
}

TEST(StoredBench, OfAnotherVersionIsRefused) {
  auto result = bench("a.json", "A100", whole);
  result.content["schema_version"] = 3;
  const auto report = stored_report({result});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().message, "version 3 of schema 'reconverge.bench' is not known");
  EXPECT_EQ(report.error().where.source, "a.json");
}

TEST(StoredReport, TellsCommandsAsAShellTakesThem) {
  auto result = bench("a.json", "A100", whole);
  result.content["argv"] = {"reconverge", "bench", "-a", "n=[0:31:1]", "--compile-option", "it's", "--json", "a.json"};
  const auto report = stored_report({result});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(table_of(*report, "sources")->rows[0][2],
            report::Cell("reconverge bench -a 'n=[0:31:1]' --compile-option 'it'\\''s' --json a.json"));
}

TEST(StoredBench, KeepsTwoCardsOfOneNameApart) {
  const auto report = stored_report({bench("a.json", "H100", whole), bench("b.json", "H100", whole)});
  ASSERT_TRUE(report.has_value());
  EXPECT_NE(first_figure(*report)->series[0].name, first_figure(*report)->series[1].name);
}

TEST(StoredBench, TellsSeriesOfOneCardApartByTheirOptions) {
  auto stored = bench("a.json", "H100", whole);
  auto second = stored.content["benchmarks"][0];
  stored.content["benchmarks"][0]["options"] = {{"inner_unroll", 1}, {"repeat", 1}};
  second["options"] = {{"inner_unroll", 4}, {"repeat", 1}};
  stored.content["benchmarks"].push_back(second);
  stored.content["benchmarks"].push_back(second);
  const auto report = stored_report({stored});
  ASSERT_TRUE(report.has_value());
  const auto& series = first_figure(*report)->series;
  EXPECT_EQ(series[0].name, "H100, inner_unroll 1");
  EXPECT_EQ(series[1].name, "H100, inner_unroll 4, entry 2");
  EXPECT_EQ(series[2].name, "H100, inner_unroll 4, entry 3");
}

TEST(StoredBench, FindsTheDeviceByItsIdNotByItsPlace) {
  auto stored = bench("a.json", "first", whole);
  stored.content["devices"] = Json::parse(R"([{"id": 3, "name": "three"}, {"id": 0, "name": "zero"},
                                              {"id": 5, "name": "twin"}, {"id": 6, "name": "twin"}])");
  auto twin = stored.content["benchmarks"][0];
  twin["device"] = 6;
  stored.content["benchmarks"].push_back(twin);
  const auto report = stored_report({stored});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(first_figure(*report)->series[0].name, "zero");
  EXPECT_EQ(first_figure(*report)->series[1].name, "twin #6");
}

TEST(StoredBench, SaysWhatIsMissingAndWhy) {
  const auto report = stored_report(
      {bench("a.json", "A100", whole),
       bench("b.json", "H100", R"([{"n": 0, "status": "timed out", "reason": "60 s", "median_cycles": 7}])")});
  ASSERT_TRUE(report.has_value());
  const auto* missing = table_of(*report, "missing");
  ASSERT_NE(missing, nullptr);
  ASSERT_EQ(missing->rows.size(), 2u);
  const std::string text = report::to_text(*missing, 200);
  EXPECT_NE(text.find("timed out: 60 s"), std::string::npos);
  EXPECT_NE(text.find("1 to 2"), std::string::npos);
  // A number beside a state that is not ok is no result.
  EXPECT_TRUE(first_figure(*report)->series[1].points.empty());
  EXPECT_FALSE(first_figure(*report)->series[1].absent_because.empty());
}

TEST(StoredBench, SurvivesDamage) {
  for (
      const char* text :
      {R"({"schema": "reconverge.bench"})", R"({"schema": "reconverge.bench", "benchmarks": 5, "devices": {}})",
       R"({"schema": "reconverge.bench", "benchmarks": [null, 3, {"states": [1, {"n": "x"}]}], "devices": [1, "a"]})"}) {
    const auto report = stored_report({{"x.json", Json::parse(text)}});
    ASSERT_TRUE(report.has_value()) << text;
    report::to_html(*report);
  }
}

TEST(StoredEmulation, ShowsRunsThatDidNotFinish) {
  const auto report =
      stored_report({{"e.json", Json::parse(R"({"schema": "reconverge.emulation", "function": "f", "complete": false,
      "diagnostic": "no end after 5 instructions", "generations": {"kepler": {"pushes": 3, "cycles": null, "cycles_absent": "no base"}}})")}});
  ASSERT_TRUE(report.has_value());
  const std::string text = report::to_text(*table_of(*report, "emulated_runs"), 200);
  EXPECT_NE(text.find("no end after 5 instructions"), std::string::npos);
  EXPECT_NE(text.find("no base"), std::string::npos);
}

TEST(StoredReport, RefusesOtherSchemasByName) {
  const auto report = stored_report({{"x.json", Json::parse(R"({"schema": "reconverge.trace"})")}});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().failure, core::Failure::input);
  EXPECT_EQ(report.error().where.source, "x.json");
  EXPECT_NE(report.error().message.find("reconverge.trace"), std::string::npos);
  EXPECT_FALSE(stored_report({{"y.json", Json(5)}}).has_value());
}

}  // namespace
}  // namespace reconverge::study
