// SPDX-License-Identifier: MIT
#include "study/stored/stored.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

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

/// Of one card twice, whose entries are told apart by their options.
TEST(StoredBench, OptionsThatAreNoObjectAreNone) {
  for (const char* options : {"[1]", "\"inner_unroll\"", "2"}) {
    auto second = bench("b.json", "A100", whole);
    second.content["benchmarks"][0]["options"] = Json::parse(options);
    EXPECT_TRUE(stored_report({bench("a.json", "A100", whole), second})) << options;
  }
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
    if (report) report::to_html(*report);
    else EXPECT_EQ(report.error().failure, core::Failure::input) << text;
  }
}

TEST(StoredBench, BeginsWithWhatALaneCosts) {
  auto stored = bench("a.json", "A100", whole);
  auto other = stored.content["benchmarks"][0];
  other["name"] = "flat";
  other["states"] = Json::parse(R"([{"n": 3, "status": "ok", "median_cycles": 7}])");
  stored.content["benchmarks"].push_back(other);
  const auto report = stored_report({stored});
  ASSERT_TRUE(report.has_value());
  const auto* overview = table_of(*report, "overview");
  ASSERT_NE(overview, nullptr);
  EXPECT_TRUE(overview->sortable);
  ASSERT_EQ(overview->rows.size(), 2u);
  EXPECT_EQ(overview->rows[0][3], report::Cell(10.0));
  EXPECT_EQ(overview->rows[0][4], report::Cell(10.0));
  EXPECT_EQ(overview->rows[0][5], report::Cell("0 to 2"));
  EXPECT_EQ(overview->rows[0][6], report::Cell(30.0));
  // Ranked by the cost: what has none is last, though its name is the first.
  EXPECT_EQ(overview->rows[1][3], report::Cell(report::Absent{"fewer than two n have a median"}));
}

TEST(StoredBench, TakesNForLanesOnlyWhereItIsTheirNumber) {
  auto stored = bench("a.json", "A100", whole);
  auto other = stored.content["benchmarks"][0];
  stored.content["benchmarks"][0]["pattern"] = "reverse";
  other["pattern"] = "halves";
  stored.content["benchmarks"].push_back(other);
  const auto report = stored_report({stored});
  ASSERT_TRUE(report.has_value());
  const auto* overview = table_of(*report, "overview");
  ASSERT_NE(overview, nullptr);
  ASSERT_EQ(overview->rows.size(), 2u);
  EXPECT_EQ(overview->rows[0][3], report::Cell(10.0));
  EXPECT_EQ(overview->rows[1][3],
            report::Cell(report::Absent{
                "n is not the number of lanes that diverge: 16 lanes have the loop bound 32 - n for every n"}));
  for (const auto& section : report->sections)
    for (const auto& block : section.blocks)
      if (const auto* figure = std::get_if<report::Figure>(&block)) {
        EXPECT_EQ(figure->x.title, "n: lanes with a smaller loop bound, or how much smaller");
        ASSERT_EQ(figure->notes.size(), 1u);
        EXPECT_TRUE(figure->notes[0].starts_with("lanes halves: ")) << figure->notes[0];
      }
}

TEST(StoredBench, DrawsThePatternsOfAKernelInOneFigure) {
  auto stored = bench("a.json", "A100", whole);
  auto other = stored.content["benchmarks"][0];
  other["pattern"] = "halves";
  stored.content["benchmarks"].push_back(other);
  const auto report = stored_report({stored});
  ASSERT_TRUE(report.has_value());
  const auto* figure = first_figure(*report);
  ASSERT_EQ(figure->series.size(), 2u);
  // The card that all are of is said once, above.
  EXPECT_TRUE(figure->caption.ends_with(" A100.")) << figure->caption;
  EXPECT_EQ(figure->series[0].name, "lanes halves");
  EXPECT_EQ(figure->series[1].name, "lanes staircase");
  EXPECT_NE(figure->series[0].mark, figure->series[1].mark);
  EXPECT_NE(table_of(*report, "bench_1_1_cycles"), nullptr);
  EXPECT_NE(table_of(*report, "bench_1_2_cycles"), nullptr);
}

TEST(StoredBench, GivesACardOneColourInAllFigures) {
  auto one = bench("a.json", "A100", whole), two = bench("b.json", "H100", whole);
  for (auto* stored : {&one, &two}) {
    auto other = stored->content["benchmarks"][0];
    other["name"] = "another";
    stored->content["benchmarks"].push_back(other);
  }
  // A third card alone in the first figure would take the first colour of the others if figures counted for themselves.
  auto third = bench("c.json", "Z", whole);
  third.content["benchmarks"][0]["name"] = "another";
  const auto report = stored_report({two, third, one});
  ASSERT_TRUE(report.has_value());
  std::map<std::string, std::set<std::size_t>> colours;
  for (const auto& section : report->sections)
    for (const auto& block : section.blocks)
      if (const auto* figure = std::get_if<report::Figure>(&block))
        for (const auto& series : figure->series) colours[series.name].insert(series.colour.value_or(99));
  ASSERT_EQ(colours.size(), 3u);
  std::set<std::size_t> all;
  for (const auto& [name, used] : colours) {
    EXPECT_EQ(used.size(), 1u) << name;
    all.insert(*used.begin());
  }
  EXPECT_EQ(all.size(), 3u);
}

TEST(StoredBench, DescribesACardOfSeveralFilesOnce) {
  auto one = bench("x/a.json", "H100", whole), two = bench("x/b.json", "H100", whole);
  for (auto* stored : {&one, &two}) stored->content["devices"][0]["uuid"] = "03dc";
  two.content["devices"][0]["clock_mhz"] = 1980;
  const auto report = stored_report({one, two});
  ASSERT_TRUE(report.has_value());
  const auto* devices = table_of(*report, "devices");
  ASSERT_EQ(devices->columns.size(), 2u);
  EXPECT_EQ(devices->columns[1].provenance, "a.json, b.json");
  EXPECT_EQ(devices->rows[1][1], report::Cell("H100"));
  EXPECT_EQ(devices->rows[2][1], report::Cell("1410; 1980"));
  EXPECT_EQ(first_figure(*report)->series[0].name, "H100 (a.json)");
}

TEST(StoredKernels, SayWhatARunTookAndWhere) {
  const auto report =
      stored_report({{"x/k.json", Json::parse(R"json({"schema": "reconverge.kernel", "schema_version": 1,
      "function": "_Z1kPi", "demangled": "k(int*)", "arch": "sm_90", "complete": true,
      "launch": {"grid": [2, 1, 1], "block": [32, 1, 1]},
      "account": {"executed": 10, "active_lanes": 160, "thread_instructions": 144, "divergent_branches": 3, "cycles": 400, "apart_cycles": 100},
      "lines": [{"frames": [{"file": "/here/k.cu", "line": 7}], "executed": 4, "executed_apart": 2, "cycles": 90,
                 "apart_cycles": 60},
                {"frames": [], "pcs": ["0x0010"], "executed": 3, "executed_apart": 3, "cycles": null,
                 "cycles_absent": "untimed", "apart_cycles": 70},
                {"frames": [], "pcs": ["0x0020"], "executed": 3, "executed_apart": 0, "cycles": 1, "apart_cycles": 0}]})json")}});
  ASSERT_TRUE(report.has_value());
  const auto& run = table_of(*report, "emulated_kernels")->rows.at(0);
  EXPECT_EQ(run[0], report::Cell("k.json"));
  EXPECT_EQ(run[1], report::Cell("k(int*)"));
  EXPECT_EQ(run[3], report::Cell("2x1x1 blocks of 32x1x1"));
  EXPECT_EQ(run[5], report::Cell(50.0));
  EXPECT_EQ(run[6], report::Cell(45.0)) << "with guards";
  EXPECT_EQ(run[10], report::Cell(25.0));
  EXPECT_EQ(table_of(*report, "emulated_kernels")->columns[8].title, "cycles");
  const auto& places = table_of(*report, "emulated_places")->rows;
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0][2], report::Cell("0x0010"));
  EXPECT_EQ(places[0][5], report::Cell(report::Absent{"untimed"}));
  EXPECT_EQ(places[1][2], report::Cell("k.cu:7"));
}

/// Cycles of several warps are not those of the launch, and those by numbers of the user are not measured.
TEST(StoredKernels, CallCyclesWhatTheyAre) {
  const auto report = stored_report({{"x/k.json", Json::parse(R"json({"schema": "reconverge.kernel",
      "function": "k", "launch": {"warps_run": 4}, "record": {"file": "my/card.json", "given": ["fetch.next_line=4"]},
      "account": {"executed": 10, "active_lanes": 160, "cycles": 400, "apart_cycles": 100},
      "lines": [{"frames": [], "pcs": ["0x0010"], "executed": 10, "executed_apart": 3, "apart_cycles": 70}]})json")}});
  ASSERT_TRUE(report.has_value());
  const report::Table& runs = *table_of(*report, "emulated_kernels");
  EXPECT_EQ(runs.columns[8].title, "warp cycles");
  EXPECT_EQ(runs.columns[9].title, "warp cycles apart");
  EXPECT_EQ(runs.columns[8].provenance,
            "emulated: given or measured rules of the architecture; the sum of what each warp needs by itself");
  EXPECT_EQ(runs.notes.at(0), "k.json: cycles by card.json, with fetch.next_line=4 (given).");
  EXPECT_EQ(table_of(*report, "emulated_places")->columns[5].title, "warp cycles");
}

/// Nothing is said of numbers that one of them lacks.
TEST(StoredKernels, MayLackNumbersOfSomeLines) {
  EXPECT_TRUE(stored_report({{"x/k.json", Json::parse(R"({"schema": "reconverge.kernel",
      "account": {"executed": 9, "cycles": null}, "lines": [{"executed": 4, "cycles": 3}, {}], "instructions": []})")}}));
}

/// A typing error would be shown as emulated.
TEST(StoredKernels, RefuseCountsThatDoNotFitTogether) {
  const std::pair<const char*, const char*> faults[] = {
      {R"("account": {"cycles": -5})", "account: cycles is -5, which is no count"},
      {R"("account": {"executed": "x"})", "account: executed is \"x\", which is no count"},
      {R"("account": {"cycles": 1.5})", "account: cycles is 1.5, which is no count"},
      {R"("account": {"cycles": 4, "issuing_cycles": 5})", "account: issuing_cycles is 5, and cycles is 4"},
      {R"("account": {"executed": 1, "active_lanes": 33})", "account: active_lanes is 33, and executed is 1"},
      {R"("lines": [{}, {"executed": 1, "executed_apart": 2}])", "lines[1]: executed_apart is 2, and executed is 1"},
      {R"("instructions": [{"executed": -1}])", "instructions[0]: executed is -1, which is no count"},
      {R"("account": {"executed": 9}, "lines": [{"executed": 4}, {"executed": 4}])",
       "executed of lines is 8 in sum, and that of the account 9"},
      {R"("account": {"cycles": 9}, "instructions": [{"cycles": 8}, {"cycles": 2}])",
       "cycles of instructions is more than 9 in sum, and that of the account 9"}};
  for (const auto& [members, why] : faults) {
    const std::string text = std::string(R"({"schema": "reconverge.kernel", )") + members + "}";
    const auto report = stored_report({{"x/k.json", Json::parse(text)}});
    ASSERT_FALSE(report.has_value()) << why;
    EXPECT_EQ(report.error().failure, core::Failure::input) << why;
    EXPECT_EQ(report.error().message, why);
    EXPECT_EQ(report.error().where.source, "x/k.json");
  }
}

TEST(StoredBench, RefusesAFileWithoutAnyResult) {
  auto nothing = bench("a.json", "A100", whole);
  nothing.content["benchmarks"] = Json::array();
  const auto report = stored_report({nothing});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().message, "it holds no result of any benchmark");
  EXPECT_EQ(report.error().where.source, "a.json");
  EXPECT_TRUE(stored_report({nothing, bench("b.json", "H100", whole)})) << "the file is listed as missing";
  nothing.content["incomplete"] = "interrupted";
  EXPECT_TRUE(stored_report({nothing})) << "the report says why";
}

/// A summary that its samples do not have would be shown as measured.
TEST(StoredBench, RefusesASummaryThatIsNotThatOfItsSamples) {
  const std::pair<const char*, const char*> faults[] = {
      {R"("samples_cycles": [[10, 3], -1], "median_cycles": 10)", "n = 1: a sample is below 0: -1"},
      {R"("samples_cycles": [10, 12, 14], "median_cycles": 13)",
       "n = 1: median_cycles is 13, and the median of its samples is 12"},
      {R"("samples_cycles": [10, 13], "median_cycles": 10)", "median of its samples is 11.5"},
      {R"("samples_cycles": [10, 12], "minimum_cycles": 9)", "minimum_cycles is 9, and the least of its samples is 10"},
      {R"("samples_cycles": [10, 12], "maximum_cycles": 13)", "the largest of its samples is 12"},
      {R"("samples_cycles": [[10, 2]], "samples": 3)", "samples is 3, and samples_cycles has 2"},
      {R"("samples_cycles": [], "median_cycles": 10)", "median_cycles is 10, and there is no sample"},
      {R"("samples_cycles": [10, 13], "mean_cycles": 11)", "mean_cycles is 11, and the mean of its samples is 11.5"},
      {R"("samples_cycles": [10, 12], "deviation_cycles": 1)",
       "deviation_cycles is 1, and the deviation of its samples"},
      {R"("samples_cycles": [10, 11, 12, 13, 14, 15], "interval_cycles": [11, 15])",
       "interval_cycles is [11, 15], and the interval of its samples is [10, 15]"},
      {R"("samples_cycles": [10, 11], "interval_cycles": [10, 11])", "and 2 samples have no interval"},
      {R"("samples_cycles": [[10, 5], 99], "flagged_samples": [0])", "of its samples [5] are far from the median"},
      {R"("median_cycles": -1)", "median_cycles is below 0: -1"},
      {R"("deviation_cycles": -1)", "deviation_cycles is below 0: -1"},
      {R"("samples": -3)", "samples is below 0: -3"},
      {R"("minimum_cycles": 10, "mean_cycles": 9)", "mean_cycles is 9, below minimum_cycles, 10"},
      {R"("median_cycles": 10, "maximum_cycles": 9)", "median_cycles is 10, above maximum_cycles, 9"},
      {R"("median_cycles": 10, "interval_cycles": [11, 12])", "median_cycles is 10, outside interval_cycles, [11, 12]"},
      {R"("interval_cycles": [12, 11])", "interval_cycles begins above its end: [12, 11]"}};
  for (const auto& [members, says] : faults) {
    const std::string states = R"([{"n": 0, "status": "ok", "samples_cycles": [[7, 4]], "median_cycles": 7},
        {"n": 1, "status": "ok", )" +
                               std::string(members) + "}]";
    const auto report = stored_report({bench("a.json", "A100", states.c_str())});
    ASSERT_FALSE(report.has_value()) << members;
    EXPECT_EQ(report.error().failure, core::Failure::input);
    EXPECT_NE(report.error().message.find(says), std::string::npos) << report.error().message;
    EXPECT_TRUE(report.error().where.source.starts_with("a.json (")) << report.error().where.source;
  }
  EXPECT_TRUE(stored_report({bench("a.json", "A100", R"([{"n": 0, "status": "ok", "samples_cycles": [10, 13],
      "samples": 2, "median_cycles": 11.5, "minimum_cycles": 10, "maximum_cycles": 13}])")}));
  EXPECT_TRUE(stored_report({bench("a.json", "A100", R"([{"n": 0, "status": "ok", "samples_cycles": [[10, 5], 12, 13],
      "samples": 7, "median_cycles": 10, "mean_cycles": 10.714285714285714, "deviation_cycles": 1.2535663410560174,
      "interval_cycles": [10, 13], "flagged_samples": [5, 6]}])")}));
}

/// One of two states of one n would be shown, and the other be lost without a word.
TEST(StoredBench, RefusesStatesThatCannotBe) {
  for (const auto& [n, says] : {std::pair("0", "n = 0 is there twice"), {"-1", "n = -1: n is below 0"}}) {
    const std::string states = std::string(R"([{"n": 0, "status": "ok", "median_cycles": 7},
        {"n": )") + n + R"(, "status": "ok", "median_cycles": 8}])";
    const auto report = stored_report({bench("a.json", "A100", states.c_str())});
    ASSERT_FALSE(report.has_value()) << n;
    EXPECT_EQ(report.error().failure, core::Failure::input);
    EXPECT_EQ(report.error().message, says);
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

TEST(StoredProfile, HasKernelsAndLinesWithWhatIsAbsent) {
  const StoredResult result{"folder/profile.json", Json::parse(R"({"schema": "reconverge.profile", "complete": false,
      "problems": ["CUPTI lost a buffer"],
      "kernels": [{"kernel": "k<int>", "launches": 2, "measured": 1, "warp_instructions": 32, "simt_efficiency": 39.0625,
                   "idle_lanes": 624, "branches": 8, "divergent": 6}],
      "lines": [{"line": "/kernels/a.cu:7", "kernel": "k<int>", "warp_instructions": 16, "active_lanes": 25, "idle_lanes": 112,
                 "branches": 4, "divergent": 3, "handover_cycles_least": 21, "handover_cycles_most": null,
                 "handover_cycles_most_absent": "no record"}]})")};
  const auto report = stored_report({result});
  ASSERT_TRUE(report) << to_string(report.error());
  const report::Table* kernels = table_of(*report, "profiled_kernels");
  ASSERT_NE(kernels, nullptr);
  using Cells = std::vector<report::Cell>;
  const auto number = [](std::int64_t value) { return report::Cell(value); };
  EXPECT_EQ(kernels->rows, std::vector<Cells>{(Cells{"k<...>", number(2), number(1), number(32), 39.0625, number(624),
                                                     number(8), number(6)})});
  const auto both = stored_report({result, {"other.json", result.content}});
  ASSERT_TRUE(both) << to_string(both.error());
  EXPECT_EQ(table_of(*both, "profiled_lines")->rows[1].front(), report::Cell("other.json"));
  EXPECT_EQ(kernels->notes.size(), 2u);
  EXPECT_NE(kernels->notes[1].find("CUPTI lost a buffer"), std::string::npos);
  const report::Table* lines = table_of(*report, "profiled_lines");
  ASSERT_NE(lines, nullptr);
  EXPECT_EQ(lines->rows, std::vector<Cells>{(Cells{"a.cu:7", "k<...>", number(16), number(25), number(112), number(4),
                                                   number(3), number(21), report::Absent{"no record"}})});
}

}  // namespace
}  // namespace reconverge::study
