// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"

// The verbs fit, predict and compare.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

std::string line(int n, double cycles) {
  return std::to_string(n) + "," + std::to_string(static_cast<int>(cycles)) + "\n";
}

/// The single loop under the paper's costs of Kepler.
std::string kepler_csv() {
  std::string csv = "n,cycles\n";
  for (int n = 0; n < 32; ++n) csv += line(n, 1732 + 32 * n + 84 * (n < 16 ? 0 : (n - 12) / 4));
  return csv;
}

/// A result of `bench` with straight lines.
Json bench(const std::string& benchmark = "single_loop", const std::string& verdict = "divergent") {
  Json states = Json::array();
  for (int n = 0; n < 32; ++n)
    states.push_back(
        {{"n", n}, {"status", "ok"}, {"reason", nullptr}, {"samples_cycles", {949 + 13 * n, 949 + 13 * n}}});
  return {
      {"schema", "reconverge.bench"},
      {"schema_version", 1},
      {"devices", {{{"id", 0}, {"name", "H100"}, {"arch", "sm_90"}}, {{"id", 1}, {"name", "H200"}, {"arch", "sm_90"}}}},
      {"benchmarks",
       {{{"name", benchmark},
         {"device", 0},
         {"pattern", "staircase"},
         {"verdict", verdict},
         {"verdict_reason", "the branch became a select"},
         {"states", states}}}}};
}

Outcome fit(const std::string& input, Arguments more = {"--kernel", "single_loop"}) {
  Arguments arguments{"fit", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments, input);
}

void expect_refused(const Outcome& outcome, int status, const std::string& because) {
  EXPECT_EQ(outcome.status, status) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr(because));
  EXPECT_EQ(outcome.out, "");
}

TEST(Fit, FindsWhatMadeTheSeries) {
  const auto outcome = fit(kepler_csv(), {"--kernel", "single_loop", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("estimates").at(1).at("value_cycles"), 32);
  EXPECT_EQ(record.at("estimates").at(1).at("grade"), "fitted");
  EXPECT_EQ(record.at("estimates").at(2).at("value_cycles"), 84);
  EXPECT_EQ(record.at("stack").at("capacities_left_entries"), Json({16}));
  EXPECT_EQ(record.at("stack").at("chunks_left_entries"), Json({4}));
  EXPECT_EQ(record.at("stack").at("rules_left").size(), 5u);
  const auto schema = Json::parse(read_file(std::string(RECONVERGE_SCHEMAS) + "/fit.schema.json"));
  for (const std::string& departure : departures(record, schema)) ADD_FAILURE() << departure;
}

TEST(Fit, ReadsTheResultsOfABench) {
  const auto outcome = fit(bench().dump(), {"--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("stack").at("knee"), "none");
  EXPECT_TRUE(record.at("stack").at("at_least_entries").is_null());
  EXPECT_EQ(record.at("stack").at("at_least_entries_absent"), "sm_90 has no re-convergence stack");
  EXPECT_EQ(record.at("benchmarks").at(0).at("device"), "H100 (sm_90), device 0");
  const auto schema = Json::parse(read_file(std::string(RECONVERGE_SCHEMAS) + "/fit.schema.json"));
  for (const std::string& departure : departures(record, schema)) ADD_FAILURE() << departure;
}

TEST(Fit, RefusesCyclesAndValuesOfNBelowZero) {
  const auto negative = fit("n,cycles\n0,1\n1,2\n2,-3\n3,4\n", {"--kernel", "single_loop"});
  EXPECT_EQ(negative.status, 4) << negative;
  EXPECT_THAT(negative.err, HasSubstr(":4:2: '-3' is below 0 (cycles)"));
  EXPECT_EQ(fit("n,cycles\n-1,1\n0,2\n1,3\n2,4\n", {"--kernel", "single_loop"}).status, 4);
}

TEST(Predict, OfAGenerationWithoutCostsNamesOnlyOptionsThatItHas) {
  const auto outcome = run({"predict", "single_loop", "-g", "fermi"});
  EXPECT_NE(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("--fit"));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("--cost")));
}

TEST(Predict, RefusesAFitOfAnotherVersion) {
  const Folder folder;
  ASSERT_EQ(fit(kepler_csv(), {"--kernel", "single_loop", "--json", folder / "fit.json"}).status, 0);
  Json record = Json::parse(read_file(folder / "fit.json"));
  record["schema_version"] = 2;
  const auto outcome = run({"predict", "single_loop", "--fit", folder.write("other.json", record.dump())});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("version 2"));
}

TEST(Fit, OfTheCardGivesTheDoubleLoopToTheCycle) {
  const auto outcome = run({"fit", RECONVERGE_MEASURED "/h100/all_copy.json", "-b", "single_loop", "--validate",
                            "double_loop", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("estimates").at(1).at("value_cycles"), 13);
  EXPECT_EQ(record.at("stack").at("knee"), "none");
  EXPECT_TRUE(record.at("stack").at("at_least_entries").is_null());
  EXPECT_EQ(record.at("stack").at("at_least_entries_absent"), "sm_90 has no re-convergence stack");
  EXPECT_EQ(record.at("validation").at("rules").at(0).at("worst_difference_cycles"), 0);
  EXPECT_EQ(record.at("validation").at("states").size(), 32u);
}

TEST(Fit, WritesEveryFormat) {
  const Folder folder;
  const auto path = [&](const char* name) { return folder / name; };
  ASSERT_EQ(fit(kepler_csv(), {"--kernel", "single_loop", "--csv", path("a.csv"), "--svg", path("a.svg"), "--html",
                               path("a.html"), "--markdown", path("a.md")})
                .status,
            0);
  EXPECT_THAT(read_file(folder / "a.csv"), HasSubstr("divergent-branch,any,32,,,cycles,fitted"));
  EXPECT_THAT(read_file(folder / "a.svg"), HasSubstr("<svg"));
  EXPECT_THAT(read_file(folder / "a.html"), HasSubstr("Not determined by these data"));
  EXPECT_THAT(read_file(folder / "a.md"), HasSubstr("divergent-branch"));
}

TEST(FitRefuses, TooFewStates) { expect_refused(fit("n,cycles\n0,10\n1,23\n2,36\n"), 1, "too few"); }

TEST(FitRefuses, ConstantCycles) {
  std::string csv = "n,cycles\n";
  for (int n = 0; n < 32; ++n) csv += line(n, 954);
  expect_refused(fit(csv), 1, "every state takes 954 cycles");
}

TEST(FitRefuses, MissingN) {
  std::string csv = kepler_csv();
  csv.erase(csv.find("\n7,") + 1, csv.find("\n8,") - csv.find("\n7,"));
  expect_refused(fit(csv), 1, "n = 7 is missing");
  EXPECT_EQ(fit(csv, {"--kernel", "single_loop", "--allow-gaps"}).status, 0);
  expect_refused(fit("m,cycles\n0,10\n"), 4, "-:1:1: there is no column 'n'");
  expect_refused(fit("n,cycles\n0,10\n,23\n"), 4, "-:3:1: the row has no n");
}

TEST(FitRefuses, NumbersThatAreNone) {
  expect_refused(fit("n,cycles\n0,10\n1,nan\n"), 4, "-:3:2: 'nan' is not a finite number");
  expect_refused(fit("n,cycles\n0,10\n1,inf\n"), 4, "-:3:2: 'inf' is not a finite number");
  expect_refused(fit("{\"schema\": NaN}", {}), 4, "-:1:12: this is not JSON");
}

TEST(FitRefuses, StatesThatFailed) {
  Json results = bench();
  results["benchmarks"][0]["states"][5] = {{"n", 5}, {"status", "timed_out"}, {"reason", "after 5 s"}};
  expect_refused(fit(results.dump(), {}), 1, "n = 5 has no cycles (timed_out: after 5 s)");
}

TEST(FitRefuses, FixedPatterns) {
  Json results = bench();
  results["benchmarks"][0]["states"][5]["n"] = nullptr;
  expect_refused(fit(results.dump(), {}), 1, "a state has no n");
}

TEST(FitRefuses, TwoDevices) {
  Json results = bench();
  results["benchmarks"].push_back(results["benchmarks"][0]);
  results["benchmarks"][1]["device"] = 1;
  expect_refused(fit(results.dump(), {}), 1, "2 devices");
  EXPECT_EQ(fit(results.dump(), {"--device", "1"}).status, 0);
}

TEST(FitRefuses, OneBenchmarkUnderTwoOptions) {
  Json results = bench();
  results["benchmarks"][0]["options"] = {{"inner_unroll", 1}};
  results["benchmarks"].push_back(results["benchmarks"][0]);
  results["benchmarks"][1]["options"] = {{"inner_unroll", 4}};
  expect_refused(fit(results.dump(), {}), 1, "more than once");
  EXPECT_EQ(fit(results.dump(), {"--option", "inner_unroll=4"}).status, 0);
  expect_refused(fit(results.dump(), {"--option", "inner_unroll=2"}), 2, "none of the results");
}

TEST(FitRefuses, CodeThatDoesNotDiverge) {
  expect_refused(fit(bench("single_loop", "predicated").dump(), {}), 1, "the branch became a select");
  expect_refused(fit(bench("single_loop", "moved").dump(), {}), 1, "do not enclose");
}

TEST(FitRefuses, KernelsWithoutEvents) {
  expect_refused(fit(bench("switch_8").dump(), {}), 1, "nothing says how often");
}

TEST(Predict, CarriesAFitToAnotherKernel) {
  const Folder folder;
  const std::string path = folder / "fit.json";
  ASSERT_EQ(fit(bench().dump(), {"--json", path}).status, 0);
  const auto outcome = run({"predict", "double_loop", "--fit", path, "--base", "29911", "--csv", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("\ndouble_loop,31,527,33,0,6851,36762,,\n"));
}

TEST(Predict, ComparesWithWhatWasMeasured) {
  const Folder folder;
  const std::string path = folder / "fit.json";
  const std::string prediction = folder / "prediction.json";
  ASSERT_EQ(fit(bench().dump(), {"--json", path}).status, 0);
  ASSERT_EQ(run({"predict", "single_loop", "--fit", path, "--json", prediction}).status, 0);
  EXPECT_EQ(run({"compare", "-", prediction, "--fail-above", "0"}, bench().dump()).status, 0);
}

TEST(Predict, SaysWhyThereIsNoBase) {
  const auto outcome = run({"predict", "single_loop", "-g", "maxwell", "--axis", "n=20"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("872"));  // 20 x 26 + 2 x 176
  EXPECT_THAT(outcome.out, HasSubstr("Base: maxwell: cost 'base' of kernel 'single_loop' is not known."));
}

/// All states of a prediction from a fit of noisy data.
Json predicted_states(const std::vector<std::string>& more) {
  const Folder folder;
  std::string csv = "n,cycles\n";
  for (int n = 0; n < 15; ++n)
    for (int k = 0; k < 3; ++k)
      csv += std::to_string(n) + "," + std::to_string(949 + 13 * n + (n * 7 + k * 3) % 5) + "\n";
  EXPECT_EQ(fit(csv, {"--kernel", "single_loop", "--json", folder / "fit.json"}).status, 0);
  std::vector<std::string> arguments{"predict", "double_loop", "--fit",  folder / "fit.json",
                                     "--axis",  "n=[0:3]",     "--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return Json::parse(run(arguments).out).at("benchmarks").at(0).at("states");
}

TEST(Predict, GivesAnIntervalOnlyWithTheCyclesThatItIsOf) {
  for (const Json& state : predicted_states({})) {
    EXPECT_TRUE(state.at("cycles").is_null());
    EXPECT_THAT(state.at("cycles_absent").get<std::string>(), HasSubstr("--base"));
    EXPECT_TRUE(state.at("interval_cycles").is_null());
    EXPECT_EQ(state.at("interval_cycles_absent"), state.at("cycles_absent"));
    EXPECT_FALSE(state.at("divergence_cycles").is_null());
    for (const Json& candidate : state.at("candidates")) EXPECT_TRUE(candidate.at("cycles").is_null());
  }
  const Json based = predicted_states({"--base", "31132"});
  EXPECT_EQ(based.at(1).at("interval_cycles").size(), 2u);
  EXPECT_FALSE(based.at(1).at("cycles").is_null());
}

TEST(Predict, GivesNoIntervalThatIsAPoint) {
  const Folder folder;
  ASSERT_EQ(fit(bench().dump(), {"--json", folder / "fit.json"}).status, 0);
  const Json estimates = Json::parse(read_file(folder / "fit.json")).at("estimates");
  EXPECT_TRUE(estimates.at(0).at("interval_cycles").is_null());
  EXPECT_THAT(estimates.at(0).at("interval_cycles_absent").get<std::string>(), HasSubstr("no spread"));
  const Json record = Json::parse(run({"predict", "single_loop", "--fit", folder / "fit.json", "--json", "-"}).out);
  const Json& state = record.at("benchmarks").at(0).at("states").at(3);
  EXPECT_EQ(state.at("cycles"), 988);
  EXPECT_TRUE(state.at("interval_cycles").is_null());
  EXPECT_THAT(state.at("interval_cycles_absent").get<std::string>(), HasSubstr("no spread"));
}

TEST(Predict, WantsOneSourceOfCosts) {
  expect_refused(run({"predict", "single_loop"}), 2, "give one of them");
  expect_refused(run({"predict", "single_loop", "-g", "fermi"}), 1, "is not known");
}

TEST(Compare, JudgesExactNumbersAsTheyAre) {
  Json other = bench();
  other["benchmarks"][0]["states"][3]["samples_cycles"] = {1000, 1000};
  const Folder folder;
  std::ofstream(folder / "b.json") << other.dump();
  const auto outcome = run({"compare", "-", (folder / "b.json"), "--csv", "-"}, bench().dump());
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("single_loop,3,988,1000,12,1.21457"));
  EXPECT_THAT(outcome.out, HasSubstr(",differs\n"));
  EXPECT_EQ(run({"compare", "-", (folder / "b.json"), "--fail-above", "1"}, bench().dump()).status, 1);
  EXPECT_EQ(run({"compare", "-", (folder / "b.json"), "--fail-above", "2"}, bench().dump()).status, 0);
}

TEST(Compare, TestsSamplesWithSpread) {
  Json noisy = bench();
  for (Json& state : noisy["benchmarks"][0]["states"]) {
    const int cycles = state["samples_cycles"][0];
    state["samples_cycles"] = {cycles, cycles + 1, cycles - 1, cycles, cycles + 2, cycles - 2};
  }
  Json other = noisy;
  other["benchmarks"][0]["states"][3]["samples_cycles"] = {1087, 1088, 1089, 1088, 1090, 1086};
  const Folder folder;
  std::ofstream(folder / "b.json") << other.dump();
  const auto outcome = run({"compare", "-", (folder / "b.json"), "--json", "-"}, noisy.dump());
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json states = Json::parse(outcome.out).at("states");
  EXPECT_EQ(states.at(3).at("judgement"), "significant");
  EXPECT_EQ(states.at(4).at("judgement"), "within noise");
}

TEST(Compare, AnIntervalIsThatOfAPrediction) {
  Json other = bench();  // the interval of a measured median is no range that others must be in
  for (Json& state : other["benchmarks"][0]["states"]) {
    const int cycles = state["samples_cycles"][0].get<int>();
    state["samples_cycles"] = std::vector<int>(6, cycles);
    state["interval_cycles"] = {cycles, cycles};
  }
  const Folder folder;
  std::ofstream(folder / "b.json") << other.dump();
  const auto outcome = run({"compare", "-", (folder / "b.json"), "--json", "-"}, bench().dump());
  EXPECT_EQ(Json::parse(outcome.out).at("states").at(3).at("judgement"), "equal");
}

/// A result of `bench` whose samples differ, as either schema version writes it.
Json spread(int version, int more = 0) {
  Json record = bench();
  record["schema_version"] = version;
  for (Json& state : record["benchmarks"][0]["states"]) {
    const int cycles = state["samples_cycles"][0].get<int>() + more;
    state["samples_cycles"] = {cycles, cycles, cycles, cycles, cycles + 1, cycles + 2};
    if (version == 1) continue;
    state.erase("reason");
    state["samples_cycles"] = Json::array({Json::array({cycles, 4}), cycles + 1, cycles + 2});
  }
  return record;
}

TEST(SchemaVersionTwo, IsReadAsVersionOneIs) {
  const Folder folder;
  std::ofstream(folder / "b.json") << spread(1, 1).dump();
  const auto fit_1 = fit(spread(1).dump(), {"--csv", "-"}), fit_2 = fit(spread(2).dump(), {"--csv", "-"});
  EXPECT_EQ(fit_1.status, fit_2.status) << fit_2;
  EXPECT_EQ(fit_1.out, fit_2.out);
  const Arguments compare{"compare", "-", (folder / "b.json"), "--csv", "-"};
  const auto compared_1 = run(compare, spread(1).dump()), compared_2 = run(compare, spread(2).dump());
  EXPECT_EQ(compared_1.status, 0) << compared_1;
  EXPECT_THAT(compared_1.out, HasSubstr("within noise"));  // judged by how many samples there are
  EXPECT_EQ(compared_1.out, compared_2.out);
}

TEST(SchemaVersionTwo, RunsThatAreNoneAreRefused) {
  for (const Json& run : {Json::array({988, 0}), Json::array({988, 1.5}), Json::array({988, 1e12}),
                          Json::array({"988", 2}), Json::array({988}), Json::array({988, nullptr})}) {
    Json record = spread(2);
    record["benchmarks"][0]["states"][3]["samples_cycles"] = Json::array({run});
    expect_refused(fit(record.dump()), 4, "a sample is not a finite number");
  }
}

TEST(SchemaVersionTwo, ALaterOneIsRefused) {
  Json record = spread(2);
  record["schema_version"] = 3;
  expect_refused(fit(record.dump()), 4, "schema version 3 is not known here");
}

TEST(Compare, CountsAMissingStateAsAFailure) {
  Json other = bench();
  other["benchmarks"][0]["states"].erase(9);
  const Folder folder;
  std::ofstream(folder / "b.json") << other.dump();
  const auto outcome = run({"compare", "-", (folder / "b.json"), "--fail-above", "50"}, bench().dump());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("1 states are missing"));
}

}  // namespace
}  // namespace reconverge::cli_tests
