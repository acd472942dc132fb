// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "cli/schema.hpp"

// Launches of a grid.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

/// out[block * threads + thread] = block + 1; in block 2 the upper half of each warp goes another way.
const char* const grid_kernel = R"(	code for sm_90
	Function : number
	/*0000*/ S2R R0, SR_TID.X ;
	/*0010*/ S2UR UR6, SR_CTAID.X ;
	/*0020*/ LDC.64 R2, c[0x0][0x210] ;
	/*0030*/ ULDC.64 UR4, c[0x0][0x208] ;
	/*0040*/ LDC R5, c[0x0][0x0] ;
	/*0050*/ IMAD R4, R5, UR6, R0 ;
	/*0060*/ IMAD.WIDE R2, R4, 0x4, R2 ;
	/*0070*/ IMAD R6, RZ, RZ, UR6 ;
	/*0080*/ LOP3.LUT R7, R0, 0x10, RZ, 0xc0, !PT ;
	/*0090*/ ISETP.EQ.AND P0, PT, R6, 0x2, PT ;
	/*00a0*/ ISETP.NE.AND P0, PT, R7, RZ, P0 ;
	/*00b0*/ IADD3 R6, R6, 0x1, RZ ;
	/*00c0*/ BSSY B0, 0xf0 ;
	/*00d0*/ @P0 BRA 0xe0 ;
	/*00e0*/ BSYNC B0 ;
	/*00f0*/ STG.E desc[UR4][R2.64], R6 ;
	/*0100*/ EXIT ;
)";

std::vector<std::string> departures_from_schema(const Json& record) {
  std::ifstream file(RECONVERGE_SCHEMAS "/kernel.schema.json");
  return departures(record, Json::parse(file));
}

Outcome number(const std::string& verb, std::vector<std::string> more) {
  Arguments arguments{verb, "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments, grid_kernel);
}

TEST(Grid, RunsEveryBlock) {
  const Outcome outcome = number("emulate", {"--grid", "4", "--block", "64", "--arg", "i32[256]", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_THAT(departures_from_schema(record), ::testing::IsEmpty());
  for (int i = 0; i < 256; ++i) EXPECT_EQ(record.at("buffers")[0].at("values")[i], i / 64 + 1);
  EXPECT_EQ(record.at("launch"), Json::parse(R"({"grid": [4, 1, 1], "block": [64, 1, 1], "chosen_blocks": null,
                                                 "blocks_run": 4, "warps_run": 8})"));
  EXPECT_EQ(record.at("executed_instructions"), 8 * 17 + 2);
  EXPECT_EQ(record.at("counts").at("branches"), 8);
  EXPECT_EQ(record.at("counts").at("divergent_branches"), 2);
  EXPECT_TRUE(record.at("counts").at("cycles").is_null());
  const Json& worst = record.at("worst_warps");
  ASSERT_EQ(worst.size(), 8u);
  EXPECT_EQ(worst[0].at("block"), 2) << "its warps diverge";
  EXPECT_EQ(worst[0].at("divergent_branches"), 1);
  EXPECT_LT(worst[0].at("mean_active_lanes"), 32);
  EXPECT_EQ(worst[2].at("mean_active_lanes"), 32);
}

TEST(Grid, TextNamesTheLaunchAndItsWorstWarps) {
  const Outcome outcome = number("emulate", {"--grid", "2x2", "--block", "32", "--arg", "i32[64]"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("Grid 2x2, block 32: 4 blocks, 4 warps."));
  EXPECT_THAT(outcome.out, HasSubstr("`trace --warp BLOCK:WARP` opens one"));
  EXPECT_THAT(outcome.out, HasSubstr("mean active lanes"));
}

TEST(Grid, RunsTheChosenBlocksAndSaysSo) {
  const Outcome outcome = number("emulate", {"--grid", "9", "--blocks", "1-2,8", "--block", "32", "--arg", "i32[288]"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("3 of 9 blocks (--blocks 1-2,8), 3 warps"));
}

TEST(Grid, SizesThatNoDeviceHasAreRefused) {
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {{"--block", "1025"}, "x is at most 1024"},
      {{"--block", "1,1,65"}, "z is at most 64"},
      {{"--block", "33,32"}, "1056 threads; a block has at most 1024"},
      {{"--block", "0"}, "at least 1"},
      {{"--block", "8,"}, "not of the form X[,Y[,Z]]"},
      {{"--block", "2,2,2,2"}, "at most three dimensions"},
      {{"--grid", "1,65536"}, "y is at most 65535"},
      {{"--grid", "2147483648"}, "x is at most 2147483647"},
      {{"--grid", "4", "--blocks", "4"}, "the grid has blocks 0 to 3"},
      {{"--grid", "4", "--blocks", "3-1"}, "neither a block nor a range of blocks"}};
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = number("emulate", arguments);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
}

TEST(Grid, TraceOpensOneWarp) {
  const Outcome outcome =
      number("trace", {"--grid", "4", "--block", "64", "--arg", "i32[256]", "--warp", "2:1", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("runs").size(), 1u);
  EXPECT_THAT(outcome.out, HasSubstr("0xffff0000")) << "the half that went another way";
  EXPECT_THAT(number("trace", {"--grid", "4", "--block", "64", "--json", "-"}).err, HasSubstr("--warp BLOCK:WARP"));
  const Arguments many = {"--grid", "1100", "--arg", "i32[35200]", "--warp", "1099", "--json", "-"};
  EXPECT_EQ(number("trace", many).status, 0) << "a block has a number beyond those of warps";
  for (const char* warp : {"4:0", "0:2", "4", "a:0", "1:0:0"})
    EXPECT_EQ(number("trace", {"--grid", "4", "--block", "64", "--warp", warp, "--json", "-"}).status, 2) << warp;
}

TEST(Grid, AFaultKeepsTheResultsOfTheBlocksBefore) {
  const Outcome outcome = number("emulate", {"--grid", "4", "--block", "64", "--arg", "i32[128]", "--json", "-"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("block 2: warp 0: "));
  const Json record = Json::parse(outcome.out);
  EXPECT_THAT(departures_from_schema(record), ::testing::IsEmpty());
  EXPECT_EQ(record.at("buffers")[0].at("values")[127], 2);
  EXPECT_EQ(record.at("launch").at("blocks_run"), 3);
}

TEST(Grid, TheTokenStackRunsOneWarp) {
  const Outcome outcome = run({"emulate", "single_loop", "--grid", "2"});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("runs on one warp"));
}

}  // namespace
}  // namespace reconverge::cli_tests
