// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"

// --record and --set: cycles by another record, and by other numbers.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string single_loop = std::string(RECONVERGE_LISTINGS) + "/samples/paper_kernels_sm_90.sass";
const std::string single_loop_sm_80 = std::string(RECONVERGE_LISTINGS) + "/samples/paper_kernels_sm_80.sass";

Outcome emulate(const std::string& listing, std::vector<std::string> more) {
  Arguments arguments{
      "emulate",     listing, "--function", "_Z11single_loopILi1EEvPKiPfPx", "--arg", "i32[32]=staircase(2)", "--arg",
      "f32[1024]=1", "--arg", "i64[64]"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

std::int64_t measured(const Outcome& outcome) {
  return Json::parse(outcome.out).at("clock_reads").at(0).at("last_cycles").get<std::int64_t>();
}

TEST(Record, OfTheRepositoryFitsItsSchema) {
  const Json schema = Json::parse(read_file(std::string(RECONVERGE_SCHEMAS) + "/record.schema.json"));
  const Json record = Json::parse(read_file(std::string(RECONVERGE_RECORDS) + "/sm_90.json"));
  for (const std::string& departure : departures(record, schema)) ADD_FAILURE() << departure;
}

/// 949 + 13 n, of which a lane that leaves costs the 16 of the resumption and the 7 of its branch where staying
/// costs 10.
TEST(Record, AnswersWhatIfAResumptionCostMore) {
  const Outcome plain = emulate(single_loop, {"--json", "-"});
  ASSERT_EQ(plain.status, 0) << plain;
  const Outcome dear = emulate(single_loop, {"--set", "BSYNC.resumed-newest=30", "--json", "-"});
  ASSERT_EQ(dear.status, 0) << dear;
  EXPECT_EQ(measured(plain), 949 + 13 * 2);
  EXPECT_EQ(measured(dear), 949 + (13 + 30 - 16) * 2);
  EXPECT_EQ(Json::parse(plain.out).at("record"), Json::parse(R"({"file": null, "given": []})"));
  EXPECT_EQ(Json::parse(dear.out).at("record").at("given").at(0), "BSYNC.resumed-newest=30");
  EXPECT_THAT(emulate(single_loop, {"--set", "BSYNC.resumed-newest=30"}).out,
              HasSubstr("BSYNC.resumed-newest=30 (given)"));
}

/// What is given is not measured, and an error was measured with the numbers of the card.
TEST(Record, SaysOfErrorsOfEstimatesWhereTheyComeFrom) {
  const auto block = [](const Arguments& more) {
    Arguments arguments{"emulate", single_loop, "--function", "_Z11single_loopILi1EEvPKiPfPx", "--block", "512"};
    for (const char* argument : {"i32[512]=32", "f32[16384]=1", "i64[1024]"})
      arguments.insert(arguments.end(), {"--arg", argument});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  EXPECT_THAT(block({}).out, HasSubstr("cycles (estimate; measured error "));
  EXPECT_THAT(block({"--set", "fetch.next_line=4"}).out, HasSubstr("% on average (measured without --set), "));
  const Arguments given{"--set", "multiprocessor.mean_error_crowded=20"};
  EXPECT_THAT(block(given).out, HasSubstr("(estimate; error 2.0% on average (given), "));
  const Json record = Json::parse(block({given[0], given[1], "--json", "-"}).out).at("block_cycles");
  EXPECT_EQ(record.at("mean_error_grade"), "given");
  EXPECT_EQ(record.at("worst_error_grade"), "measured");
}

TEST(Record, OfTheUserIsReadByTheSameReader) {
  const Folder folder;
  const std::string same = std::string(RECONVERGE_RECORDS) + "/sm_90.json";
  EXPECT_EQ(measured(emulate(single_loop, {"--record", same, "--json", "-"})), 949 + 13 * 2);
  const std::string card = folder.write(
      "card.json",
      R"({"schema": "reconverge.record", "schema_version": 1, "architecture": "sm_80", "extends": "sm_90"})");
  EXPECT_THAT(emulate(single_loop_sm_80, {}).out, Not(HasSubstr("cycles by")));
  const Outcome invented = emulate(single_loop_sm_80, {"--record", card, "--json", "-"});
  ASSERT_EQ(invented.status, 0) << invented;
  EXPECT_EQ(Json::parse(invented.out).at("record").at("file"), card);
  EXPECT_TRUE(Json::parse(invented.out).at("clock_reads").at(0).at("last_cycles").is_number());
}

TEST(Record, RefusesWhatDoesNotFit) {
  const Folder folder;
  const Outcome other = emulate(single_loop_sm_80, {"--record", std::string(RECONVERGE_RECORDS) + "/sm_90.json"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("is of sm_90, and the code is for sm_80"));
  const Outcome none = emulate(single_loop_sm_80, {"--set", "fetch.next_line=3"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("there is none for sm_80"));
  const Outcome broken = emulate(single_loop, {"--record", folder.write("broken.json", "{\"schema\": ")});
  EXPECT_EQ(broken.status, 4);
  EXPECT_THAT(broken.err, HasSubstr("broken.json:1:"));
  EXPECT_EQ(emulate(single_loop, {"--record", folder / "missing.json"}).status, 3);
  const Outcome misspelt = emulate(single_loop, {"--set", "fetch.nextline=3"});
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("fetch.next_line"));
  const Outcome stack = run({"emulate", "single_loop", "--reg", "R5=3", "--set", "fetch.next_line=3"});
  EXPECT_EQ(stack.status, 2);
  EXPECT_THAT(stack.err, HasSubstr("--cost"));
}

}  // namespace
}  // namespace reconverge::cli_tests
