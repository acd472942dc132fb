// SPDX-License-Identifier: MIT
// Kernels of probes/strangers whose memory the first level does not serve, or that use generic addresses, with what an
// H200 took from clock read to clock read in 12 and 16 launches (data/measured/h200/strangers.csv). The listing was
// printed by nvdisasm -hex of those kernels alone, compiled for sm_90.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// The input "random1" of data/measured/h200/strangers_inputs.csv.
constexpr const char* random1 =
    "i32[32]=15,8,23,30,4,0,30,16,14,12,30,30,25,9,14,9,24,0,4,10,2,19,1,17,30,24,27,25,28,8,23,6";

std::vector<std::string> command(const std::string& function, const std::vector<std::string>& more) {
  std::vector<std::string> all{"emulate",    std::string(RECONVERGE_CASES) + "/bands.nvdisasm",
                               "--function", function,
                               "--arg",      random1,
                               "--arg",      "i32[4096]",
                               "--arg",      "i64[64]"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Json emulated(const std::string& function, const std::vector<std::string>& more = {}) {
  std::vector<std::string> all = command(function, more);
  all.insert(all.end(), {"--json", "-"});
  const Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

/// From the start to the stop of a pass.
Json interval_of(const Json& record) {
  for (const Json& row : record.at("clock_reads"))
    if (row.at("from_pc").get<std::string>() < row.at("to_pc").get<std::string>()) return row;
  return {};
}

TEST(Bands, HoldWhatTheCardTook) {
  struct Case {
    std::string function;
    int least, most;
    int widest;  ///< more than this between low and high would be of no use
  };
  const Case cases[] = {{"d_gatomicl", 2273, 2286, 1300},
                        {"d_vol", 1457, 1461, 800},
                        {"d_fence", 884, 893, 600},
                        {"d_manylines", 344, 344, 10},
                        {"y_chain_g", 858, 858, 30}};
  for (const auto& [function, least, most, widest] : cases) {
    const Json record = emulated(function);
    const Json interval = interval_of(record);
    EXPECT_EQ(interval.at("last_cycles"), nullptr) << function << ": no single number";
    EXPECT_EQ(record.at("counts").at("cycles"), nullptr) << function;
    EXPECT_LE(interval.at("low_cycles"), least) << function;
    EXPECT_GE(interval.at("high_cycles"), most) << function;
    EXPECT_LE(interval.at("low_cycles"), interval.at("typical_cycles")) << function;
    EXPECT_LE(interval.at("typical_cycles"), interval.at("high_cycles")) << function;
    EXPECT_LE(interval.at("high_cycles").get<int>() - interval.at("low_cycles").get<int>(), widest) << function;
    EXPECT_LE(record.at("counts").at("cycles_low"), record.at("counts").at("cycles_high")) << function;
    EXPECT_EQ(record.at("buffers").back().at("values").at(1), nullptr)
        << function << ": the kernel reads no such clock";
  }
}

TEST(Bands, OfLinesSumUpToThoseOfTheLaunch) {
  for (const std::string function : {"d_vol", "d_manylines", "y_chain_g"}) {
    const Json record = emulated(function);
    for (const std::string which : {"low", "typical", "high"}) {
      const std::string key = which + "_cycles";
      for (const char* list : {"lines", "instructions"}) {
        std::uint64_t sum = 0;
        for (const Json& line : record.at(list)) sum += line.at(key).get<std::uint64_t>();
        EXPECT_EQ(sum, record.at("counts").at("cycles_" + which)) << function << " " << key << " of " << list;
      }
      EXPECT_EQ(record.at("account").at(key), record.at("counts").at("cycles_" + which)) << function;
    }
    const Json& lines = record.at("lines");
    EXPECT_GE(lines.front().at("typical_cycles"), lines.back().at("typical_cycles")) << "the most first";
  }
  const Outcome text = run(command("d_vol", {"--lines", "1"}));
  EXPECT_THAT(text.out, HasSubstr("Cost by source line, the most typical cycles first"));
  EXPECT_THAT(text.out, testing::ContainsRegex("line +low +typical +high +executed"));
}

/// The places of the summary are ranked as the table of lines is: d_vol waits for its load, which executes no more
/// often than what is around it.
TEST(Bands, RankThePlacesOfTheSummaryByTypicalCycles) {
  const Json record = emulated("d_vol");
  const Json* worst = &record.at("instructions").front();
  for (const Json& row : record.at("instructions"))
    if (row.at("typical_cycles") > worst->at("typical_cycles")) worst = &row;
  const auto cycles = worst->at("typical_cycles").get<std::uint64_t>();
  const auto pc = worst->at("pc").get<std::string>();
  EXPECT_THAT(run(command("d_vol", {})).out,
              testing::ContainsRegex("most at +1\\. " + pc + " .*: " + std::to_string(cycles) + " typical cycles"));
}

TEST(Bands, AreNotWhereANumberIsKnown) {
  const Json record = emulated("y_chain_s");
  EXPECT_FALSE(record.at("counts").contains("cycles_low"));
  EXPECT_FALSE(interval_of(record).contains("low_cycles"));
  EXPECT_FALSE(record.at("account").contains("low_cycles"));
}

TEST(Bands, StandInTextAndCsv) {
  const Outcome text = run(command("d_vol", {}));
  EXPECT_THAT(text.out, HasSubstr("typically"));
  EXPECT_THAT(text.out, HasSubstr("1st, 50th or 99th percentile"));
  std::vector<std::string> csv = command("d_vol", {"--csv", "-"});
  EXPECT_THAT(run(csv).out, HasSubstr("cycles_low,cycles_typical,cycles_high"));
}

TEST(GenericAccess, OfSharedMemoryIsExact) {
  const std::pair<const char*, int> cases[] = {{"y_chain_s", 843}};
  for (const auto& [function, cycles] : cases) {
    const Json record = emulated(function);
    EXPECT_EQ(interval_of(record).at("last_cycles"), cycles) << function;
  }
}

TEST(Assume, AnswersAllLoadsFromOnePlace) {
  const auto high = [](const std::string& from) {
    const Json record = emulated("d_manylines", {"--assume", from});
    EXPECT_EQ(record.at("assumed_loads_from"), from);
    EXPECT_EQ(record.at("counts").at("cycles"), nullptr) << "what is assumed is no prediction";
    EXPECT_THAT(record.at("counts").at("premise"),
                HasSubstr("assumed: all loads of global memory are answered from " + from));
    EXPECT_THAT(record.at("counts").at("premise"), testing::Not(HasSubstr(", data in the second level or nearer")))
        << "which would contradict it";
    return record.at("counts").at("cycles_high").get<int>();
  };
  const int l1 = high("l1"), l2 = high("l2"), dram = high("dram");
  EXPECT_LT(l1, l2);
  EXPECT_LT(l2, dram);
  EXPECT_EQ(emulated("d_manylines").at("assumed_loads_from"), nullptr);
}

TEST(Assume, RefusesWhatItDoesNotKnow) {
  const Outcome outcome = run(command("d_vol", {"--assume", "l3"}));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--assume takes l1, l2, dram"));
}

TEST(Assume, IsCheckedAndRefusedUnderTheTokenStack) {
  const Outcome nonsense = run({"emulate", "single_loop", "--assume", "l3"});
  EXPECT_EQ(nonsense.status, 2);
  EXPECT_THAT(nonsense.err, HasSubstr("--assume takes l1, l2, dram"));
  const Outcome refused = run({"emulate", "single_loop", "--assume", "l2"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--assume is for code that is timed by instruction"));
}

/// Nothing that no number follows from is named as assumed.
void expect_no_effect(const Outcome& outcome, const std::string& why) {
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("note: --assume l2 has no effect: " + why));
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("assumed_loads_from"), nullptr);
  EXPECT_THAT(record.at("assumption_without_effect").get<std::string>(), HasSubstr(why));
}

TEST(Assume, SaysWhereItHasNoEffect) {
  expect_no_effect(run(command("d_manylines", {"--assume", "l2", "--grid", "2", "--json", "-"})),
                   "the launch has 2 blocks of 1 warp");
  const std::string untimed = "code for sm_80\n\tFunction : k\n/*0000*/ EXIT ;\n";
  expect_no_effect(run({"emulate", "-", "--assume", "l2", "--json", "-"}, untimed),
                   "no instruction timings for Ampere");
  EXPECT_FALSE(emulated("d_manylines", {"--assume", "l2"}).contains("assumption_without_effect"));
}

TEST(Bands, OfOneNumberAreOneNumber) {
  const Outcome outcome = run(command("y_chain_s", {"--assume", "l2"}));
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("cycles +[0-9]+ from the first instruction to the last, under what is "
                                     "assumed of memory"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("typically")));
  EXPECT_THAT(outcome.out, HasSubstr("assumed: all loads of global memory are answered from l2"));
}

}  // namespace
}  // namespace reconverge::cli_tests
