// SPDX-License-Identifier: MIT
// `reconverge profile` against a CUPTI and a driver that are fakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"
#include "profile/by_line.hpp"
#include "profile/collected.hpp"
#include "sass/reader.hpp"

namespace reconverge::profile_tests {
namespace {

using cli_tests::Arguments;
using cli_tests::Outcome;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Profile : public testing::Test {
 protected:
  Profile() {
    setenv("CUDA_HOME", RECONVERGE_FAKE_TOOLKIT, 1);
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    unsetenv("FAKE_CUPTI");
  }

  Outcome profile(Arguments options, const Arguments& words) {
    options.insert(options.begin(), "profile");
    options.insert(options.end(), {"--", RECONVERGE_APPLICATION});
    options.insert(options.end(), words.begin(), words.end());
    return cli_tests::run(options);
  }
  /// The result as JSON, which has to follow its schema.
  json record(Arguments options, const Arguments& words, int status = 0) {
    const std::string path = (folder_ / "profile.json");
    options.insert(options.end(), {"--json", path});
    const Outcome outcome = profile(options, words);
    EXPECT_EQ(outcome.status, status) << outcome;
    const json result = json::parse(std::ifstream(path));
    const json schema = json::parse(std::ifstream(RECONVERGE_SCHEMAS "/profile.schema.json"));
    EXPECT_THAT(cli_tests::departures(result, schema), testing::IsEmpty());
    return result;
  }

  cli_tests::Folder folder_;
};

std::vector<std::string> launches_of(const json& record) {
  std::vector<std::string> names;
  for (const json& launch : record["launches"])
    names.push_back(launch["kernel"].get<std::string>() + ":" + std::to_string(launch["launch"].get<int>()));
  return names;
}

TEST_F(Profile, CountsTheInstructionsOfALaunch) {
  const json result = record({}, {"module", "launch:k"});
  ASSERT_THAT(launches_of(result), ElementsAre("k:1"));
  const json& launch = result["launches"][0];
  EXPECT_EQ(launch["grid"], json({4, 1, 1}));
  EXPECT_EQ(launch["block"], json({64, 1, 1}));
  EXPECT_EQ(launch["dynamic_shared_bytes"], 128);
  ASSERT_EQ(launch["instructions"].size(), 2u);
  const json& first = launch["instructions"][0];
  EXPECT_EQ(first["cubin"], "0000c0b1");
  EXPECT_EQ(first["pc"], 0);
  EXPECT_EQ(first["warp_instructions"], 8);
  EXPECT_EQ(first["thread_instructions"], 200);
  EXPECT_EQ(launch["instructions"][1]["divergent"], 3);
  EXPECT_TRUE(result["complete"]);
}

TEST_F(Profile, MeasuresTheFirstThreeLaunchesOfEachKernel) {
  const json result = record({}, {"launch:a", "launch:b", "launch:a", "launch:a", "launch:a"});
  EXPECT_THAT(launches_of(result), ElementsAre("a:1", "b:1", "a:2", "a:3"));
  for (const json& kernel : result["kernels"]) EXPECT_EQ(kernel["launches"], kernel["kernel"] == "a" ? 4 : 1);
}

TEST_F(Profile, ChoosesKernelsAndLaunches) {
  EXPECT_THAT(launches_of(record({"--kernel", "^re"}, {"launch:reduce", "launch:scan"})), ElementsAre("reduce:1"));
  EXPECT_THAT(launches_of(record({"--launches", "2"}, {"launch:a", "launch:a", "launch:a"})), ElementsAre("a:2"));
}

TEST_F(Profile, TellsTheStatusOfTheApplication) {
  const Outcome outcome = profile({}, {"launch:a", "exit:7"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 7"));
  EXPECT_THAT(outcome.out, HasSubstr("a+0x10"));
}

TEST_F(Profile, KeepsWhatAnApplicationLeftThatCrashed) {
  const json result = record({}, {"launch:a", "launch:b", "crash", "launch:c"}, 1);
  EXPECT_THAT(launches_of(result), ElementsAre("a:1", "b:1"));
  EXPECT_EQ(result["application_status"], 128 + SIGABRT);
}

TEST_F(Profile, TakesWhatForkedProcessesLeave) {
  const json result = record({}, {"launch:a", "fork"});
  EXPECT_THAT(launches_of(result), testing::UnorderedElementsAre("a:1", "of_the_child:1"));
}

TEST_F(Profile, CountsLaunchesOfAProcessOnceIfItForks) {
  const json result = record({}, {"launch:a", "launch:a", "fork", "fork"});
  for (const json& kernel : result["kernels"]) EXPECT_EQ(kernel["launches"], 2) << kernel;
}

TEST_F(Profile, SaysThatNotAllCouldBeKept) {
  const Outcome outcome = profile({}, {"limit:600", "launch:a", "launch:b", "launch:c", "launch:d"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("cannot keep all that was measured"));
}

TEST_F(Profile, KeepsNamesThatAreNotAscii) {
  EXPECT_THAT(launches_of(record({}, {"launch:l\u00e4nge"})), ElementsAre("l\u00e4nge:1"));
}

TEST_F(Profile, SaysWhyNothingIsCounted) {
  const struct {
    const char* mode;
    const char* message;
  } cases[] = {{"denied", "NVreg_RestrictProfilingToAdminUsers=0"},
               {"attached", "is another profiler attached?"},
               {"empty", "CUPTI returned no instruction"}};
  for (const auto& [mode, message] : cases) {
    setenv("FAKE_CUPTI", mode, 1);
    const Outcome outcome = profile({}, {"launch:a"});
    EXPECT_EQ(outcome.status, 3) << mode;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << mode;
    EXPECT_THAT(outcome.out, HasSubstr("the application is done")) << mode;
  }
}

TEST_F(Profile, SaysThatGraphsWereNotMeasured) {
  const Outcome outcome = profile({}, {"instantiate", "graph", "graph", "launch:a"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("2 launches of CUDA graphs were not measured; --graphs measures them"));
}

TEST_F(Profile, ProposesGraphsWhereNothingElseRuns) {
  const Outcome outcome = profile({}, {"instantiate", "graph"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("it starts CUDA graphs: --graphs measures them"));
}

TEST_F(Profile, NamesGraphsInItsTables) {
  const Outcome outcome = profile({"--graphs"}, {"instantiate", "graph"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("\n(graph 1) "));
}

/// Two graphs, of which the second takes the handle of the first; kernels between their launches belong to neither.
TEST_F(Profile, MeasuresGraphsIfWanted) {
  const json result =
      record({"--graphs", "--launches", "1-2"}, {"instantiate", "launch:a", "graph", "launch:a", "launch:a", "graph",
                                                 "graph", "destroy", "instantiate", "graph"});
  ASSERT_THAT(launches_of(result), ElementsAre("a:1", "(graph 1):1", "a:2", "(graph 1):2", "(graph 2):1"));
  for (const json& launch : result["launches"]) {
    std::set<std::string> functions;
    for (const json& row : launch["instructions"]) {
      functions.insert(row["function"]);
      EXPECT_EQ(row["warp_instructions"], 8) << launch["kernel"];
    }
    const bool is_graph = launch["kernel"] != "a";
    EXPECT_EQ(functions,
              is_graph ? std::set<std::string>({"one_of_graph", "two_of_graph"}) : std::set<std::string>({"a"}));
  }
  for (const json& kernel : result["kernels"]) {
    const std::map<std::string, int> launches{{"a", 3}, {"(graph 1)", 3}, {"(graph 2)", 1}};
    EXPECT_EQ(kernel["launches"], launches.at(kernel["kernel"].get<std::string>()));
  }
}

/// To wait for the device while another stream is recorded would make the recording fail.
TEST_F(Profile, LeavesRecordingsOfStreamsAlone) {
  for (const Arguments& options : {Arguments{}, Arguments{"--graphs"}}) {
    const Outcome outcome = profile(options, {"record", "launch:a", "instantiate", "recorded", "launch:b"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_THAT(outcome.out, HasSubstr("recorded\n"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("spoilt")));
    EXPECT_THAT(outcome.err, HasSubstr("1 launches were not measured: a stream was being recorded"));
    EXPECT_THAT(outcome.out, HasSubstr("b+0x10"));
  }
}

TEST_F(Profile, SaysThatALaunchFailed) {
  setenv("FAKE_LAUNCH", "fail", 1);
  const Outcome outcome = profile({}, {"launch:a"});
  unsetenv("FAKE_LAUNCH");
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("cannot count the launch, which failed, of a: CUDA error 1 (CUDA_ERROR_UNKNOWN)"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("no instruction")));
}

TEST_F(Profile, SaysThatNoKernelWasMeasured) {
  const Outcome outcome = profile({}, {});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no kernel was measured"));
}

TEST_F(Profile, ReadsAgainWhatItKept) {
  const std::string kept = (folder_ / "kept");
  ASSERT_EQ(profile({"--keep", kept}, {"module", "launch:a"}).status, 0);
  const Outcome again = cli_tests::run({"profile", "--from", kept});
  EXPECT_EQ(again.status, 0) << again;
  EXPECT_THAT(again.out, HasSubstr("smsp__sass_inst_executed"));
  EXPECT_TRUE(std::filesystem::exists(kept + "/cubin-0000c0b1.cubin"));
  struct stat cubin {};
  ASSERT_EQ(stat((kept + "/cubin-0000c0b1.cubin").c_str(), &cubin), 0);
  EXPECT_EQ(cubin.st_mode & 0777, 0600u);
  EXPECT_EQ(profile({"--keep", kept}, {"launch:a"}).status, 2);
}

TEST_F(Profile, RefusesWhatItDidNotWrite) {
  std::filesystem::create_directories((folder_ / "other"));
  std::ofstream((folder_ / "other/process-1.jsonl")) << "{\"kernel\": 3}\n";
  const Outcome outcome = cli_tests::run({"profile", "--from", (folder_ / "other")});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.err, HasSubstr("process-1.jsonl:1:1:"));
}

TEST_F(Profile, NamesTheFilesThatItDoesNotRead) {
  std::filesystem::create_directories((folder_ / "other"));
  std::ofstream((folder_ / "other/x.json")) << "{\"kernel\": ";
  std::ofstream((folder_ / "other/process-1.jsonl")) << "{\"kernel\": ";
  const Outcome outcome = cli_tests::run({"profile", "--from", (folder_ / "other")});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("not read, since no process under `profile` writes such files: x.json"));
  EXPECT_THAT(outcome.err, HasSubstr("process-1.jsonl: the process was ended while it wrote"));
  EXPECT_THAT(outcome.err, HasSubstr("--from takes a folder that --keep named"));
}

TEST_F(Profile, RefusesWrongOptions) {
  EXPECT_EQ(cli_tests::run({"profile"}).status, 2);
  EXPECT_EQ(profile({"--launches", "0"}, {}).status, 2);
  EXPECT_EQ(profile({"--kernel", "("}, {}).status, 2);
  EXPECT_EQ(cli_tests::run({"profile", "--", "/nowhere/application"}).status, 3);
}

TEST(Collected, AProcessThatWasKilledLeavesWholeLines) {
  profile::Collected collected;
  const std::string line =
      R"({"kernel":"k","launch":1,"grid":[1,1,1],"block":[32,1,1],"dynamic_shared_bytes":0,"device":0,"seconds":0.5,)"
      R"("instructions":[["00000001","k",16,2,40,30,1,1,0]]})";
  ASSERT_TRUE(profile::add_process(line + "\n" + line.substr(0, 40), "p", collected));
  ASSERT_EQ(collected.launches.size(), 1u);
  EXPECT_EQ(collected.cut.size(), 1u);
  EXPECT_EQ(collected.launches[0].instructions.at({"00000001", "k", 16}).thread_instructions_true, 30u);
}

TEST(CostByLine, SumsToTheKernelAndBeginsWithTheWorst) {
  const auto function = sass::read_function(
      "code for sm_90\n\tFunction : k\n"
      "\t//## File \"a.cu\", line 7\n        /*0000*/ NOP ;\n"
      "\t//## File \"a.cu\", line 9\n        /*0010*/ BRA 0x0 ;\n"
      "        /*0020*/ EXIT ;\n",
      "k");
  ASSERT_TRUE(function);
  profile::Launch launch;
  launch.kernel = "k";
  launch.instructions[{"1", "k", 0}] = {.warp_instructions = 4, .thread_instructions = 128};
  launch.instructions[{"1", "k", 16}] = {.warp_instructions = 2, .thread_instructions = 10, .divergent = 1};
  launch.instructions[{"1", "k", 32}] = {.warp_instructions = 1, .thread_instructions = 30};
  launch.instructions[{"2", "other", 64}] = {.warp_instructions = 1, .thread_instructions = 32};
  profile::Collected collected;
  collected.launches.push_back(launch);
  const auto costs = profile::cost_by_line(collected, {{"1", {*function}}});
  ASSERT_EQ(costs.size(), 3u);
  EXPECT_EQ(costs[0].line, "a.cu:9");
  EXPECT_EQ(costs[0].counts.idle_lanes(), 56u);
  EXPECT_EQ(costs[1].line, "a.cu:7");
  EXPECT_EQ(costs[2].line, "other+0x40");
  std::uint64_t sum = 0;
  for (const auto& cost : costs) sum += cost.counts.warp_instructions;
  EXPECT_EQ(sum, 8u);
}

TEST(LinesOf, HaveTheCallsThatWereInlined) {
  const auto function = sass::read_function(
      "code for sm_90\n\tFunction : k\n"
      "\t//## File \"/src/a.cuh\", line 3 inlined at \"/src/a.cu\", line 9\n        /*0000*/ EXIT ;\n",
      "k");
  ASSERT_TRUE(function);
  const profile::Code code{{"1", {*function}}};
  EXPECT_THAT(profile::lines_of(code, {"1", "k", 0}), ElementsAre("/src/a.cuh:3", "/src/a.cu:9"));
  EXPECT_THAT(profile::lines_of(code, {"1", "k", 16}), testing::IsEmpty());
  EXPECT_THAT(profile::lines_of(code, {"2", "k", 0}), testing::IsEmpty());
}

TEST(ShortNames, KeepFoldersWhereFilesHaveOneName) {
  report::Table table{.id = "lines", .caption = "", .columns = {{"line", "line", ""}}};
  for (const char* line : {"/x/a.cu:7", "/x/a.cu:8", "/x/b.cu:1", "/y/b.cu:1", "k+0x10"}) table.rows.push_back({line});
  profile::shorten_names(sass::FunctionNames({}), table);
  std::vector<std::string> shown;
  for (const auto& row : table.rows) shown.push_back(std::get<std::string>(row[0]));
  EXPECT_THAT(shown, ElementsAre("a.cu:7", "a.cu:8", "/x/b.cu:1", "/y/b.cu:1", "k+0x10"));
}

TEST(FunctionNames, AreShortAndTellFunctionsApart) {
  const std::string one = "_ZN2at6reduceILi512EEEvPf", two = "_ZN2at6reduceILi256EEEvPf", plain = "_Z6kernelPi";
  const sass::FunctionNames names({one, two, plain, "main_kernel", one});
  EXPECT_EQ(names.of(plain), "kernel");
  EXPECT_EQ(names.of("main_kernel"), "main_kernel");
  EXPECT_EQ(names.of(one), "reduce<...> (1)");
  EXPECT_EQ(names.of(two), "reduce<...> (2)");
  EXPECT_EQ(names.of("_Z5otheri"), "_Z5otheri") << "it was not given";
  EXPECT_EQ(names.of_place(two + "+0x40"), "reduce<...> (2)+0x40");
  EXPECT_EQ(names.of_place("a.cu:7"), "a.cu:7");
  EXPECT_THAT(names.legend(), ElementsAre("reduce<...> (1): at::reduce<512>", "reduce<...> (2): at::reduce<256>"));
  EXPECT_EQ(sass::FunctionNames({one}).of(one), "reduce<...>");
  EXPECT_THAT(sass::FunctionNames({one}).legend(), testing::IsEmpty());
}

TEST_F(Profile, ShowsNamesAsTheSourceHasThemAndStoresSymbols) {
  const std::string symbol = "_ZN2at6reduceILi512EEEvPf";
  const Outcome outcome = profile({}, {"launch:" + symbol});
  EXPECT_THAT(outcome.out, HasSubstr("reduce<...>+0x10"));
  EXPECT_THAT(outcome.out, Not(HasSubstr(symbol)));
  EXPECT_EQ(record({}, {"launch:" + symbol})["kernels"][0]["kernel"], symbol);
}

/// Of a library without lines every address is a row of the file; a page of all of them is of no use.
TEST_F(Profile, APageShowsTheWorstLines) {
  json result = record({}, {"launch:_Z6kernelPi"});
  const json line = result["lines"][0];
  for (int i = 0; i < 300; ++i) result["lines"].push_back(line);
  const std::string path = folder_ / "many.json";
  std::ofstream(path) << result;
  const Outcome outcome = cli_tests::run({"report", path, "--markdown", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("many.json: 102 more lines and addresses"));
  EXPECT_THAT(outcome.out, HasSubstr("kernel+0x"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("| _Z6kernelPi")));
}

}  // namespace
}  // namespace reconverge::profile_tests
