// SPDX-License-Identifier: MIT
// No value of the clock that is not known is shown, or used, as a number. clocks_sm_NN.sass is what cuobjdump of CUDA
// 13.0 prints of clocks.cu, compiled by nvcc -arch=sm_NN -cubin; two_warps.nvdisasm is a kernel as nvdisasm -hex prints
// it.

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

Outcome emulate(const std::string& file, const std::string& function, std::vector<std::string> arguments) {
  std::vector<std::string> all{"emulate", std::string(RECONVERGE_CASES) + "/" + file, "--function", function};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run(all);
}

Json emulated(const std::string& file, const std::string& function, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--json", "-"});
  const Outcome outcome = emulate(file, function, std::move(arguments));
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

/// The last buffer's values.
Json values(const Json& record) { return record.at("buffers").back().at("values"); }

/// The rows of findings on clock values.
std::vector<std::string> places(const Json& record) {
  std::vector<std::string> rows;
  for (const Json& finding : record.at("findings"))
    if (finding.at("kind") == "unknown-clock") rows.push_back(finding.at("pc"));
  return rows;
}

const std::vector<std::string> near_lines{"--arg", "f32[32]=1", "--arg", "f32[32]",
                                          "--arg", "i64[2]",    "--arg", "i32:1"};
/// Lines so far apart that it is not known how long the load takes.
const std::vector<std::string> far_lines{"--arg", "f32[32000]=1", "--arg", "f32[32]",
                                         "--arg", "i64[2]",       "--arg", "i32:999"};

TEST(UnknownClock, IsOfAnArchitectureWithoutTimes) {
  const Json record = emulated("clocks_sm_80.sass", "load_between", near_lines);
  EXPECT_EQ(values(record), Json::parse("[null, 0]"));
  const Json& buffer = record.at("buffers").back();
  EXPECT_EQ(buffer.at("unknown").at(0).at("first"), 0);
  EXPECT_EQ(buffer.at("unknown").at(0).at("last"), 0);
  EXPECT_THAT(buffer.at("unknown").at(0).at("because"), HasSubstr("Ampere"));
  EXPECT_THAT(places(record), testing::ElementsAre("0x0030", "0x00b0"));
}

/// Five warps: two of them are in one sub-partition.
TEST(UnknownClock, IsOfMoreWarpsThanSubPartitions) {
  const Json record = emulated("two_warps.nvdisasm", "m_mwarp",
                               {"--block", "160", "--arg", "u32[32]=2", "--arg", "u32[160]", "--arg", "i64[320]"});
  EXPECT_EQ(values(record), Json(std::vector<Json>(320, nullptr)));
  EXPECT_EQ(record.at("buffers").at(1).at("values").at(40), 7)
      << "what does not depend on the clock is known: 2 + 3 x 1";
  EXPECT_FALSE(places(record).empty());
}

TEST(UnknownClock, IsADifferenceOverWhatIsNotTimed) {
  EXPECT_EQ(values(emulated("clocks_sm_90.sass", "load_between", near_lines)), Json::parse("[87, 0]"));
  const Json record = emulated("clocks_sm_90.sass", "load_between", far_lines);
  EXPECT_EQ(values(record), Json::parse("[null, 0]"));
  EXPECT_THAT(places(record), testing::ElementsAre("0x00d0")) << "the read before the load is exact";
}

TEST(UnknownClock, IsNotADifferenceAfterWhatIsNotTimed) {
  const Json record = emulated("clocks_sm_90.sass", "load_before", far_lines);
  EXPECT_EQ(values(record), Json::parse("[53, null]")) << "the interval is exact, when it began is not known";
  EXPECT_EQ(record.at("clock_reads").at(0).at("last_cycles"), 53);
}

TEST(UnknownClock, IsFollowedThroughSharedMemoryAndOtherLanes) {
  const std::vector<std::string> arguments{"--arg", "i64[2]", "--arg", "i32[64]"};
  const Json unknown = emulated("clocks_sm_80.sass", "wanders", arguments);
  EXPECT_EQ(values(unknown).at(0), nullptr);
  EXPECT_EQ(values(unknown).at(31), nullptr);
  EXPECT_EQ(values(unknown).at(33), 1) << "beside what is not known";
  EXPECT_EQ(unknown.at("buffers").at(0).at("values"), Json::parse("[null, 0]")) << "chosen by what is not known";
  const Json known = emulated("clocks_sm_90.sass", "wanders", arguments);
  EXPECT_NE(values(known).at(0), nullptr);
  EXPECT_TRUE(places(known).empty());
}

TEST(UnknownClock, DecidesNothing) {
  const Outcome branch = emulate("clocks_sm_80.sass", "decides", {"--arg", "i32[32]", "--arg", "i64:100"});
  EXPECT_EQ(branch.status, 5);
  EXPECT_THAT(branch.err, HasSubstr("BRA depends on a value that is not known"));
  const Outcome address = emulate("clocks_sm_80.sass", "indexes", {"--arg", "i32[32]"});
  EXPECT_EQ(address.status, 5);
  EXPECT_THAT(address.err, HasSubstr("STG.E depends on a value that is not known"));
  EXPECT_EQ(emulate("clocks_sm_90.sass", "decides", {"--arg", "i32[32]", "--arg", "i64:100"}).status, 0);
}

TEST(UnknownClock, IsTheTimer) {
  for (const char* file : {"clocks_sm_80.sass", "clocks_sm_90.sass"}) {
    const Json record = emulated(file, "timer", {"--arg", "i64[2]"});
    EXPECT_EQ(values(record), Json::parse("[null, 5]")) << file;
    EXPECT_THAT(record.at("buffers").at(0).at("unknown").at(0).at("because"), HasSubstr("nanoseconds"));
  }
}

TEST(UnknownClock, IsSaidInTextAndOfRegisters) {
  EXPECT_THAT(emulate("clocks_sm_80.sass", "load_between", near_lines).out, HasSubstr("unknown, 0"));
  const Json record = emulated("clocks_sm_80.sass", "load_between", near_lines);
  EXPECT_EQ(record.at("registers").at("R6").at(0), nullptr);
  EXPECT_THAT(record.at("registers_absent"), HasSubstr("Ampere"));
  EXPECT_FALSE(emulated("clocks_sm_90.sass", "load_between", near_lines).contains("registers_absent"));
}

}  // namespace
}  // namespace reconverge::cli_tests
