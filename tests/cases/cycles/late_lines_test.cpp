// SPDX-License-Identifier: MIT
// Kernels of probes/strangers/exam2.cu that were off when they were measured, with what an H200 took from clock read to
// clock read (data/measured/h200/exam2.csv), and what is named beside their cycles. The listing was printed by nvdisasm
// -hex of those kernels alone, compiled for sm_90.

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

constexpr const char* uniform = "i32[32]=12";

Json emulated(const std::string& function, const std::string& listing = "late_lines") {
  const Outcome outcome = run({"emulate", std::string(RECONVERGE_CASES) + "/" + listing + ".nvdisasm", "--function",
                               function, "--arg", uniform, "--arg", "i32[4096]", "--arg", "i64[64]", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

Json cycles_of(const Json& record) {
  for (const Json& row : record.at("clock_reads"))
    if (row.at("from_pc").get<std::string>() < row.at("to_pc").get<std::string>()) return row.at("last_cycles");
  return {};
}

TEST(LateLines, StandStillWhileIssueDoes) {
  EXPECT_EQ(cycles_of(emulated("d_mulhi")), 347) << "registers that are late behind a branch";
  EXPECT_EQ(cycles_of(emulated("m_itoa")), 728) << "IMAD.WIDE in the last slot of the line that a branch lands in";
}

TEST(LoadBehindBar, IsNotLaterWithoutARegister) { EXPECT_EQ(cycles_of(emulated("s_rank")), 1903); }

// Segment second_wide_15_1_x3 of data/measured/h200/segments.csv: three @!PT IMAD.WIDE one after another.
TEST(SecondPass, IsNotTakenForNoLanes) { EXPECT_EQ(cycles_of(emulated("frame", "no_lanes")), 20); }

TEST(Doubts, NameLinesWhoseBanksDependOnTheBuffer) {
  const Json record = emulated("o_vec4");
  EXPECT_EQ(cycles_of(record), 81) << "82 where the buffer lies 4 lines further";
  ASSERT_FALSE(record.at("doubts").empty());
  EXPECT_THAT(record.at("doubts").at(0).at("instruction").get<std::string>(),
              HasSubstr("depend on where the buffer is"));
  EXPECT_GT(record.at("doubts").at(0).at("measured_intervals"), 20);
  EXPECT_TRUE(emulated("d_mulhi").at("doubts").empty());
}

}  // namespace
}  // namespace reconverge::cli_tests
