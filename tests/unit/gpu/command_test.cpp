// SPDX-License-Identifier: MIT
// `bench` and `doctor` as a person runs them, on a machine whose driver and compiler are fakes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "cli/schema.hpp"
#include "core/sha256.hpp"
#include "measured/runs.hpp"
#include "unit/gpu/command.hpp"

namespace reconverge::gpu {
namespace {

using Json = nlohmann::json;
using measured_tests::expanded;
using testing::HasSubstr;

const std::vector<std::string> single = {"bench", "-b", "single_loop"};

bool holds_no_nan(const std::string& text) {
  return text.find("nan") == std::string::npos && text.find("inf,") == std::string::npos &&
         text.find("Infinity") == std::string::npos;
}

TEST_F(Command, BenchGivesTheContractsJson) {
  const auto output = program(with(single, {"--json", "-", "--samples", "8"}));
  EXPECT_EQ(output.status, 0) << output.error;
  EXPECT_TRUE(holds_no_nan(output.out));
  const Json record = Json::parse(output.out);
  EXPECT_EQ(record["schema"], "reconverge.bench");
  ASSERT_EQ(record["benchmarks"].size(), 1u);
  const Json& benchmark = record["benchmarks"][0];
  EXPECT_EQ(benchmark["verdict"], "divergent") << benchmark["verdict_reason"];
  ASSERT_EQ(record["code"].size(), 1u);
  EXPECT_EQ(benchmark["sass"]["sha256"], record["code"][0]["sha256"]);
  const std::string text = record["code"][0]["text"];
  EXPECT_EQ(core::sha256(text), record["code"][0]["sha256"].get<std::string>());
  EXPECT_THAT(text, testing::StartsWith("code for sm_90\nFunction : "));
  EXPECT_THAT(text, testing::Not(HasSubstr("  ")));
  ASSERT_EQ(benchmark["states"].size(), 32u);
  for (int n = 0; n < 32; ++n) {
    const Json& state = benchmark["states"][static_cast<std::size_t>(n)];
    EXPECT_EQ(state["n"], n);
    EXPECT_EQ(state["minimum_cycles"], 949 + 13 * n);
    EXPECT_EQ(state["samples_cycles"], Json::array({Json::array({949 + 13 * n, 8})}));
    EXPECT_EQ(expanded(state["start_cycles"]).size(), 32u);
    EXPECT_EQ(expanded(state["stop_cycles"]).size(), 32u);
    EXPECT_EQ(expanded(state["values"]).size(), 32u);
    EXPECT_EQ(expanded(state["lane_results"]).size(), 32u);
    for (const char* nothing_to_say : {"reason", "counters", "counters_status", "deviation_cycles", "flagged_samples"})
      EXPECT_FALSE(state.contains(nothing_to_say)) << nothing_to_say;
  }
  EXPECT_FALSE(record.contains("incomplete"));
}

TEST_F(Command, BenchJsonFollowsItsSchemaAlsoWhenThingsFail) {
  std::ifstream schema_file(RECONVERGE_SCHEMAS "/bench.schema.json");
  const Json schema = Json::parse(schema_file);
  for (const char* mode : {"ok", "crash", "zero_clock", "bad_code"}) {
    setenv("FAKE_DRIVER", mode, 1);
    for (const char* pattern : {"staircase", "halves(3)"}) {
      const auto output = program(
          {"bench", "-b", "single_loop", "-b", "empty_region", "--pattern", pattern, "--json", "-", "--samples", "4"});
      ASSERT_NE(output.out, "") << mode << output.error;
      EXPECT_THAT(cli_tests::departures(Json::parse(output.out), schema), testing::IsEmpty()) << mode << " " << pattern;
    }
  }
}

TEST_F(Command, BenchWritesListingsBesideItsResult) {
  const std::filesystem::path path = file("result.json", "");
  const auto listings = path.parent_path() / "code";
  std::filesystem::remove_all(listings);
  const auto output = program({"bench", "-b", "single_loop", "-a", "n=3", "--samples", "3", "--json", path});
  ASSERT_EQ(output.status, 0) << output.error;
  std::ifstream stream(path), schema_file(RECONVERGE_SCHEMAS "/bench.schema.json");
  const Json record = Json::parse(stream);
  EXPECT_THAT(cli_tests::departures(record, Json::parse(schema_file)), testing::IsEmpty());
  ASSERT_EQ(record["code"].size(), 1u);
  const std::string hash = record["code"][0]["sha256"];
  EXPECT_EQ(record["code"], Json::array({{{"sha256", hash}}}));
  std::ifstream listing(listings / (hash + ".sass"));
  EXPECT_EQ(core::sha256(std::string(std::istreambuf_iterator<char>(listing), {})), hash);

  const std::vector<std::string> emulated = {"compare", "--emulated", path, "--by", "state", "--csv", "-"};
  const auto compared = program(emulated);
  EXPECT_EQ(compared.status, 0) << compared.error;
  EXPECT_THAT(compared.out, testing::Not(HasSubstr("code/")));
  std::ofstream(listings / (hash + ".sass"), std::ios::app) << "// changed\n";
  EXPECT_EQ(program(emulated).status, 4);
  EXPECT_THAT(program(emulated).error, HasSubstr("code/" + hash + ".sass beside it is not the listing that ran"));
  std::filesystem::remove_all(listings);
  const auto lost = program(emulated);
  EXPECT_EQ(lost.status, 0) << lost.error;
  EXPECT_THAT(lost.out, HasSubstr("code/" + hash + ".sass, which holds its code, is not beside it"));
}

TEST_F(Command, BenchIntoAPipeKeepsItsListingsInside) {
  const auto output = program(with(single, {"--samples", "3", "-a", "n=3", "--json", "/dev/stdout"}));
  EXPECT_EQ(output.status, 0) << output.error;
  EXPECT_THAT(output.out, HasSubstr("\"text\": \"code for sm_90"));
}

TEST_F(Command, BenchIsNotLostForANameThatIsNoUtf8) {
  const std::string path = testing::TempDir() + "bench\xff.json";
  const auto output = program(with(single, {"--samples", "3", "-a", "n=3", "--json", path}));
  EXPECT_EQ(output.status, 0) << output.error;
  std::ifstream file(path);
  EXPECT_EQ(Json::parse(file)["benchmarks"].size(), 1u);
}

TEST_F(Command, BenchPrintsATableAndWritesCsv) {
  const auto text = program(with(single, {"--samples", "3", "-a", "n=[0:3:1]"}));
  EXPECT_EQ(text.status, 0) << text.error;
  EXPECT_THAT(text.out, HasSubstr("988"));
  const auto csv = program(with(single, {"--samples", "3", "-a", "n=[0,3]", "--csv", "-"}));
  EXPECT_THAT(csv.out, testing::StartsWith("name,device,inner_unroll,warmup,pattern,n,verdict,status,"));
  EXPECT_THAT(csv.out, HasSubstr("single_loop,0,1,copy,staircase,3,divergent,ok,count,3,988"));
}

TEST_F(Command, BenchTimesBlocksOfSeveralWarps) {
  const auto output = program(
      with(single, {"--json", "-", "--samples", "3", "--pattern", "staircase", "-a", "n=[0,8]", "--warps", "1,4,32"}));
  EXPECT_EQ(output.status, 0) << output.error;
  const Json record = Json::parse(output.out);
  std::ifstream schema_file(RECONVERGE_SCHEMAS "/bench.schema.json");
  EXPECT_THAT(cli_tests::departures(record, Json::parse(schema_file)), testing::IsEmpty());
  ASSERT_EQ(record["benchmarks"].size(), 3u);
  const std::array warps = {1, 4, 32};
  for (std::size_t i = 0; i < warps.size(); ++i) {
    const Json& benchmark = record["benchmarks"][i];
    EXPECT_EQ(benchmark["warps"], warps[i]);
    EXPECT_EQ(benchmark["sass"]["sha256"], record["code"][0]["sha256"]) << "one code for all numbers of warps";
    const Json& state = benchmark["states"][1];
    const int each = 949 + 13 * 8 * std::max(warps[i], 8) / 8;
    EXPECT_EQ(state["median_cycles"], each + warps[i] - 1);
    if (warps[i] == 1) continue;
    ASSERT_EQ(state["warp_starts_cycles"].size(), 3u);
    const auto starts = expanded(state["warp_starts_cycles"][2]), stops = expanded(state["warp_stops_cycles"][2]);
    ASSERT_EQ(starts.size(), static_cast<std::size_t>(warps[i]));
    for (std::size_t warp = 0; warp < starts.size(); ++warp) {
      EXPECT_EQ(starts[warp], warp);
      EXPECT_EQ(stops[warp].get<int>() - starts[warp].get<int>(), each);
    }
  }
}

TEST_F(Command, BenchSaysWhatOtherWarpsHideOfDivergence) {
  const auto csv = program(with(single, {"--csv", "-", "--samples", "3", "-a", "n=[0,8]", "--warps", "1,8,32"}));
  EXPECT_EQ(csv.status, 0) << csv.error;
  EXPECT_THAT(csv.out, HasSubstr(",reason,warps,total_cycles,warp_cycles,throughput,hidden_share\n"));
  EXPECT_THAT(csv.out, HasSubstr(",1,1053,1053,"));
  EXPECT_THAT(csv.out, HasSubstr(",8,1060,1053,")) << "the last of eight begins seven cycles after the first";
  EXPECT_THAT(csv.out, HasSubstr(",0.5\n"));  // 104 cycles for two warps of a sub-partition; 416 for eight
  const auto alone = program(with(single, {"--csv", "-", "--samples", "3", "-a", "n=8", "--warps", "8"}));
  EXPECT_THAT(alone.out, testing::Not(HasSubstr("0.5")));
  const auto text = program(with(single, {"--samples", "3", "-a", "n=[0,8]", "--warps", "1,8"}));
  EXPECT_THAT(text.out, HasSubstr("warps per 1000 cycles"));
}

TEST_F(Command, NumbersOfWarpsThatNoBlockHasAreExitTwo) {
  for (const char* wrong : {"0", "33", "4,,x", "four"})
    EXPECT_EQ(program(with(single, {"--warps", wrong})).status, 2) << wrong;
}

TEST_F(Command, NoDriverIsExitThree) {
  setenv("LD_LIBRARY_PATH", "/nonexistent", 1);
  const auto output = program(single);
  if (output.error.find("no NVIDIA driver") == std::string::npos) GTEST_SKIP() << "a real driver is here";
  EXPECT_EQ(output.status, 3);
  EXPECT_THAT(output.error, HasSubstr("doctor"));
}

TEST_F(Command, NoDeviceAndAnAbsentDeviceAreExitThree) {
  EXPECT_EQ(program(with(single, {"-d", "7"})).status, 3);
  setenv("FAKE_DRIVER", "no_device", 1);
  EXPECT_EQ(program(single).status, 3);
}

TEST_F(Command, WrongWordsAreExitTwoAndNameTheChoices) {
  const auto benchmark = program({"bench", "-b", "triple_loop"});
  EXPECT_EQ(benchmark.status, 2);
  EXPECT_THAT(benchmark.error, HasSubstr("detailed_loop"));
  const auto filter = program({"bench", "--filter", "^nothing$"});
  EXPECT_EQ(filter.status, 2);
  EXPECT_THAT(filter.error, HasSubstr("detailed_loop"));
  for (const auto& wrong : {std::array{"--axis", "n=[0:40:1]"},
                            {"--axis", "n=[0:31:0]"},
                            {"--axis", "n=[0:31:1:1]"},
                            {"--axis", "n=[0:000310]"},
                            {"--axis", "n=[4294967296:4294967297]"},
                            {"--axis", "n=99999999999999999999"},
                            {"--pattern", "spiral(3)"},
                            {"--unroll", "0"},
                            {"--warmup-by", "wishes"},
                            {"--stopping-criterion", "never"},
                            {"-d", "first"},
                            {"--filter", "("}})
    EXPECT_EQ(program(with(single, {wrong[0], wrong[1]})).status, 2) << wrong[0];
}

TEST_F(Command, NumbersOfAnAxisAreTakenWhole) {
  for (const auto& [axis, wanted] : {std::pair{"n=[00001:00031:00010]", std::vector{1, 11, 21, 31}},
                                     {"n=[0:31:100000]", {0}},
                                     {"n=[3,00000017]", {3, 17}}}) {
    const auto output = program(with(single, {"--json", "-", "--axis", axis}));
    ASSERT_EQ(output.status, 0) << output.error;
    const Json record = Json::parse(output.out);
    std::vector<int> measured;
    for (const Json& state : record["benchmarks"][0]["states"]) measured.push_back(state["n"]);
    EXPECT_EQ(measured, wanted) << axis;
  }
}

TEST_F(Command, ALaunchThatHangsIsKeptAsTimedOutAndTheRestAsSkipped) {
  setenv("FAKE_DRIVER", "hang", 1);
  const auto output = program(with(single, {"--json", "-", "--samples", "8", "--watchdog", "0.1"}));
  EXPECT_EQ(output.status, 3) << output.error;
  const Json record = Json::parse(output.out);
  EXPECT_THAT(record["incomplete"].get<std::string>(), HasSubstr("hangs"));
  int ok = 0, timed_out = 0, skipped = 0;
  for (const Json& state : record["benchmarks"][0]["states"]) {
    ok += state["status"] == "ok" ? 1 : 0;
    timed_out += state["status"] == "timed_out" ? 1 : 0;
    skipped += state["status"] == "skipped" ? 1 : 0;
  }
  EXPECT_GT(ok, 0);
  EXPECT_EQ(timed_out, 1);
  EXPECT_EQ(ok + timed_out + skipped, 32);
}

TEST_F(Command, AKernelThatDoesNotCompileIsExitFourWithTheCompilersWords) {
  const auto output = program({"bench", file("broken.cu", "REJECT"), "--kernel", "mine"});
  EXPECT_EQ(output.status, 4);
  EXPECT_THAT(output.error, HasSubstr("told to reject"));
}

TEST_F(Command, AUsersKernelNeedsItsNameAndRuns) {
  const std::string source = file("mine.cu", "// any");
  EXPECT_EQ(program({"bench", source}).status, 2);
  const auto output =
      program({"bench", source, "--kernel", "double_loops", "--limits-per-lane", "1", "--json", "-", "--samples", "2"});
  EXPECT_EQ(output.status, 0) << output.error;
  const Json record = Json::parse(output.out);
  EXPECT_EQ(record["benchmarks"][0]["name"], "double_loops");
  EXPECT_EQ(record["benchmarks"][0]["verdict"], "divergent");
}

TEST_F(Command, SeveralKernelsOfAUserAreMeasuredAndAllAreFoundInTheText) {
  const std::string source =
      file("two.cu", "__global__ void double_loops(\nextern \"C\" __global__ void\nsingle_loop_sync (");
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"all"}, {"double_loops", "single_loop_sync"}}) {
    std::vector<std::string> words = {"bench", source, "--json", "-", "--samples", "2", "-a", "n=0"};
    for (const std::string& name : names) words.insert(words.end(), {"--kernel", name});
    const auto output = program(words);
    EXPECT_EQ(output.status, 0) << output.error;
    const Json record = Json::parse(output.out);
    ASSERT_EQ(record["benchmarks"].size(), 2u);
    EXPECT_EQ(record["benchmarks"][0]["name"], "double_loops");
    EXPECT_EQ(record["benchmarks"][1]["name"], "single_loop_sync");
  }
  EXPECT_EQ(program({"bench", file("none.cu", "// nothing"), "--kernel", "all"}).status, 2);
}

TEST_F(Command, WhatAKernelLeavesBeyondItsLanesIsKept) {
  const auto output = program({"bench", file("two.cu", "// any"), "--kernel", "double_loops", "--kernel",
                               "single_loop_sync", "--json", "-", "--samples", "2", "-a", "n=0"});
  const Json record = Json::parse(output.out);
  std::ifstream schema_file(RECONVERGE_SCHEMAS "/bench.schema.json");
  EXPECT_THAT(cli_tests::departures(record, Json::parse(schema_file)), testing::IsEmpty());
  const Json plain = record["benchmarks"][0]["states"][0], more = record["benchmarks"][1]["states"][0];
  EXPECT_FALSE(plain.contains("stamps_cycles"));
  EXPECT_FALSE(plain.contains("data_words"));
  ASSERT_EQ(more["stamps_cycles"].size(), 5u);
  const Json row = expanded(more["stamps_cycles"][4]), words = expanded(more["data_words"]);
  ASSERT_EQ(row.size(), 32u);
  EXPECT_EQ(row[7], 123);
  EXPECT_TRUE(row[6].is_null());
  ASSERT_EQ(words.size(), 41u);
  EXPECT_EQ(words[40], 0x7fc00123u);
  EXPECT_EQ(words[39], 0x3f800000u);
  EXPECT_TRUE(plain.contains("lane_results"));
  EXPECT_FALSE(more.contains("lane_results")) << "the words hold them";
}

TEST_F(Command, WhatIsRefusedIsMeasuredOnlyIfAnyVerdictWillDo) {
  setenv("FAKE_LISTING", RECONVERGE_FAKES "/straight.sass", 1);
  std::ofstream(RECONVERGE_FAKES "/straight.sass")
      << "\tcode for sm_90\n\t\tFunction : straight\n"
         "        /*0000*/                   CS2R R2, SR_CLOCKLO ;   /* 0x0000000000027805 */\n"
         "                                                           /* 0x000fe20000015000 */\n"
         "        /*0010*/                   FADD R4, R4, R5 ;       /* 0x0000000504047221 */\n"
         "                                                           /* 0x000fe20000000000 */\n"
         "        /*0020*/                   CS2R R6, SR_CLOCKLO ;   /* 0x0000000000067805 */\n"
         "                                                           /* 0x000fe20000015000 */\n"
         "        /*0030*/                   EXIT ;                  /* 0x000000000000794d */\n"
         "                                                           /* 0x000fea0003800000 */\n";
  const std::vector<std::string> words = {
      "bench", file("straight.cu", "// any"), "--kernel", "straight", "--json", "-", "--samples", "2", "-a", "n=0"};
  const Json refused = Json::parse(program(words).out)["benchmarks"][0];
  EXPECT_EQ(refused["verdict"], "predicated") << refused["verdict_reason"];
  EXPECT_EQ(refused["states"][0]["status"], "skipped");
  const Json taken = Json::parse(program(with(words, {"--any-verdict"})).out)["benchmarks"][0];
  EXPECT_EQ(taken["verdict"], "predicated");
  EXPECT_EQ(taken["states"][0]["minimum_cycles"], 949);
}

TEST_F(Command, WithoutADisassemblerTheVerdictIsUnchecked) {
  unsetenv("FAKE_LISTING");
  const auto output = program(with(single, {"--json", "-", "--samples", "2"}));
  EXPECT_EQ(output.status, 0) << output.error;
  EXPECT_EQ(Json::parse(output.out)["benchmarks"][0]["verdict"], "unchecked");
  EXPECT_THAT(output.error, HasSubstr("unchecked"));
}

TEST_F(Command, AllDevicesAreMeasured) {
  setenv("FAKE_DEVICES", "2", 1);
  const Json record = Json::parse(program(with(single, {"-d", "all", "--json", "-", "--samples", "2"})).out);
  EXPECT_EQ(record["devices"].size(), 2u);
  ASSERT_EQ(record["benchmarks"].size(), 2u);
  EXPECT_EQ(record["benchmarks"][1]["device"], 1);
}

TEST_F(Command, CountersThatAreAbsentLeaveTheCyclesAndAreExitThree) {
  const auto output = program(with(single, {"--counters", "--json", "-", "--samples", "2"}));
  EXPECT_EQ(output.status, 3);
  const Json state = Json::parse(output.out)["benchmarks"][0]["states"][0];
  EXPECT_EQ(state["minimum_cycles"], 949);
  EXPECT_TRUE(state["counters"].is_null());
  EXPECT_NE(state["counters_absent"], "");
}

TEST_F(Command, APatternCanComeFromAFile) {
  std::string numbers;
  for (int lane = 0; lane < 32; ++lane) numbers += std::to_string(lane < 30 ? 32 : 5) + "\n";
  const auto output =
      program(with(single, {"--pattern", "file(" + file("lanes.txt", numbers) + ")", "--json", "-", "--samples", "2"}));
  const Json states = Json::parse(output.out)["benchmarks"][0]["states"];
  ASSERT_EQ(states.size(), 1u);
  EXPECT_TRUE(states[0]["n"].is_null());
  EXPECT_EQ(states[0]["minimum_cycles"], 949 + 13 * 2);
}

TEST_F(Command, DoctorNamesWhatIsThereAndWhatIsNot) {
  const auto output = program({"doctor", "--json", "-"});
  const Json record = Json::parse(output.out);
  std::vector<std::string> names;
  for (const Json& check : record["checks"]) names.push_back(check["name"]);
  EXPECT_THAT(names,
              testing::IsSupersetOf({"driver", "NVRTC", "disassembler", "GPU 0", "GPU 0: clock", "GPU 0: counters"}));
  EXPECT_EQ(output.status, 0) << output.out;
  setenv("FAKE_DRIVER", "zero_clock", 1);
  const auto bad = program({"doctor"});
  EXPECT_EQ(bad.status, 3);
  EXPECT_THAT(bad.out, HasSubstr("bench cannot run here"));
}

}  // namespace
}  // namespace reconverge::gpu
