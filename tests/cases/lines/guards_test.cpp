// SPDX-License-Identifier: MIT
// Lanes that guards left out: a loss that no branch shows. And what a summary says where much would be to be said.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

/// Rows of one source line each.
std::string listing(std::initializer_list<std::pair<int, const char*>> rows) {
  std::string text = "code for sm_90\n\tFunction : k\n";
  int address = 0;
  for (const auto& [line, row] : rows) {
    text += fmt::format("\t//## File \"k.cu\", line {}\n/*{:04x}*/ {} ;\n", line, address, row);
    address += 16;
  }
  return text;
}

/// A guard leaves 24 lanes out twice in a loop of two passes, and its branch at the end of the loop takes all or none.
const std::string loop = listing({{2, "MOV R2, 0x0 ?trans1"},
                                  {3, "@P0 IADD3 R1, R1, 0x1, RZ ?trans1"},
                                  {4, "IADD3 R2, R2, 0x1, RZ ?trans5"},
                                  {4, "ISETP.LT.AND P1, PT, R2, 0x2, PT ?trans13"},
                                  {4, "@P1 BRA 0x10 ?trans5"},
                                  {5, "EXIT ?trans5"}});

TEST(Guards, AreInTheSummaryThoughALoopBranches) {
  const Outcome outcome = run({"emulate", "-", "--pred", "P0=0xff"}, loop);
  ASSERT_EQ(outcome.status, 0) << outcome;
  // 10 instructions of 32 lanes; the lanes that the branch of the last pass leaves out go on.
  EXPECT_THAT(outcome.out, HasSubstr("guards           left out 48 of 320 active lane slots: 100% at k.cu:3\n"));
  EXPECT_THAT(outcome.out, HasSubstr("2 guarded instructions ran under part of the lanes (48 lanes off); nothing was "
                                     "serialised"));
}

TEST(Guards, HaveAColumnOfTheLinesWhereTheyLeftLanesOut) {
  const std::string text = run({"emulate", "-", "--pred", "P0=0xff"}, loop).out;
  EXPECT_THAT(text, HasSubstr("  left out  "));
  EXPECT_THAT(text, HasSubstr("left out: active lanes that guards left out, but for branches and exits"));
  EXPECT_THAT(run({"emulate", "-", "--pred", "P0=0xffffffff"}, loop).out, Not(HasSubstr("left out")));
}

TEST(Guards, HaveTheirLanesInTheAccountAsInTheSummary) {
  const Json record = Json::parse(run({"emulate", "-", "--pred", "P0=0xff", "--json", "-"}, loop).out);
  EXPECT_EQ(record.at("account").at("left_out_lanes"), 48);
  for (const char* parts : {"lines", "instructions"}) {
    int sum = 0;
    for (const auto& part : record.at(parts)) sum += part.at("left_out_lanes").get<int>();
    EXPECT_EQ(sum, 48) << parts;
  }
}

TEST(Lines, NameTheLargestOfAColumnThatIsNotShown) {
  const Outcome one = run({"emulate", "-", "--pred", "P0=0xff", "--lines", "1"}, loop);
  EXPECT_THAT(one.out, HasSubstr("Largest, of lines not shown: left out k.cu:3 48"));
  EXPECT_THAT(run({"emulate", "-", "--pred", "P0=0xff", "--lines", "all"}, loop).out, Not(HasSubstr("not shown")));
}

TEST(Summary, NamesKindsOfInstructionsThatAreNotTimedOnce) {
  std::string rows = "code for sm_90\n\tFunction : k\n";
  int address = 0;
  const auto add = [&](int times, const char* row) {
    for (int i = 0; i < times; ++i, address += 16) rows += fmt::format("/*{:04x}*/ {} ;\n", address, row);
  };
  add(1, "NANOSLEEP 0x10 ?trans1");
  add(29, "UBREV UR4, UR4 ?trans1");
  add(1, "EXIT ?trans5");
  const Outcome outcome = run({"emulate", "-", "--json", "-"}, rows);
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("untimed").size(), 31u) << "the table has each";
  EXPECT_EQ(
      record.at("counts").at("cycles_absent"),
      "not timed inside: UBREV at 0x10 and at 28 more (29), NANOSLEEP at 0x0 (1), NANOSLEEP in this way at 0x0 (1)");
}

TEST(Counts, SayWhereColdCodeMakesNoDifference) {
  constexpr const char* same = "at the start; here that makes no difference.";
  EXPECT_THAT(run({"emulate", "-", "--pred", "P0=0xff"}, loop).out, HasSubstr(same));
  // What lies far away has to be fetched.
  std::string rows = "code for sm_90\n\tFunction : k\n";
  rows += "/*0000*/ BRA 0x8000 ?trans5 ;\n";
  for (int i = 1; i < 0x800; ++i) rows += fmt::format("/*{:04x}*/ NOP ?trans1 ;\n", 16 * i);
  rows += "/*8000*/ EXIT ?trans5 ;\n";
  const Json counts = Json::parse(run({"emulate", "-", "--json", "-"}, rows).out).at("counts");
  ASSERT_NE(counts.at("cycles"), counts.at("cold_cycles"));
  EXPECT_THAT(run({"emulate", "-"}, rows).out, Not(HasSubstr(same)));
}

TEST(Counts, LeaveOutColumnsOfWhichNothingIsKnown) {
  const Outcome outcome = run({"emulate", "-", "--block", "64"}, loop);
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("cold: absent, not followed beside other warps.\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("  cold  ")));
  EXPECT_THAT(outcome.out.substr(0, outcome.out.find("Cost by source line")), Not(HasSubstr("absent [")));
}

/// The message comes first; the tables of a run that an instruction stopped are no answer.
TEST(Stopped, RunsHaveNoTablesOfCycles) {
  const std::string rows =
      listing({{2, "MOV R1, 0x1 ?trans5"}, {2, "MOV R2, c[0x0][0x210] ?trans5"}, {3, "EXIT ?trans5"}});
  const Outcome outcome = run({"emulate", "-"}, rows);
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("stopped after 1 instructions"));
  EXPECT_THAT(outcome.out, HasSubstr("are in --json"));
  for (const char* title : {"Counts and cycles", "Cost by source line", "SIMT efficiency", "Buffers"})
    EXPECT_THAT(outcome.out, Not(HasSubstr(title)));
  const Json record = Json::parse(run({"emulate", "-", "--json", "-"}, rows).out);
  EXPECT_EQ(record.at("complete"), false);
  EXPECT_FALSE(record.at("lines").empty());
}

TEST(Stopped, ByALimitOfStepsARunKeepsItsTables) {
  const Outcome outcome = run({"emulate", "-", "--max-steps", "3"}, loop);
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("Counts and cycles"));
}

TEST(Notes, OfBothBuildsAreSaidOnce) {
  const std::string file = std::string(RECONVERGE_CASES) + "/cut_group_sm_52.sass";
  const Outcome outcome = run({"diff", file, file});
  const std::string note = "note: rows without a control word, since rows of their groups are cut: 1\n";
  EXPECT_TRUE(outcome.err.starts_with(note)) << outcome;
  EXPECT_EQ(outcome.err.find(note, 1), std::string::npos) << outcome;
}

TEST(Predict, LeavesOutColumnsOfWhichNothingIsKnown) {
  const Outcome outcome = run({"predict", "double_loop", "--generation", "kepler", "--axis", "n=[0:2]"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, Not(HasSubstr("absent [")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("  high")));
  EXPECT_THAT(outcome.out, HasSubstr("No interval: a generation record holds numbers without an uncertainty."));
  EXPECT_THAT(run({"predict", "double_loop", "--generation", "kepler", "--csv", "-"}).out, HasSubstr("high_cycles"));
}

}  // namespace
}  // namespace reconverge::cli_tests
