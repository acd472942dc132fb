// SPDX-License-Identifier: MIT
// What `diff` says of two builds of one kernel.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "cases/diff/builds.hpp"
#include "cli/folder.hpp"
#include "cli/schema.hpp"

namespace reconverge::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Diff, TakesNoLimitThatNothingExceeds) {
  for (const char* limit : {"nan", "-101", "inf", "1x"}) {
    const Outcome outcome = diff("loop_new", "loop_old", {"--fail-above", limit});
    EXPECT_EQ(outcome.status, 2) << limit << outcome;
  }
}

/// Of 0 cycles no percentage is known.
TEST(Diff, FailsAboveALimitWhereTheOldBuildNeedsNothing) {
  const std::string exit = "EXIT ;    /* 0x000000000000794d */\n                  /* 0x000fea0003800000 */\n";
  const std::string nop = "NOP ;     /* 0x0000000000007918 */\n                  /* 0x000fc00000000000 */\n";
  const std::string head = "code for sm_90\n\tFunction : k\n        /*0000*/         ";
  const Folder folder;
  const std::string before = folder.write("old.sass", head + exit);
  const std::string after = folder.write("new.sass", head + nop + "        /*0010*/         " + exit);
  const Outcome more = run({"diff", before, after, "--fail-above", "5"});
  EXPECT_EQ(more.status, 1) << more;
  EXPECT_THAT(more.err, HasSubstr("the old build needs 0 cycles and the new one more"));
  EXPECT_EQ(run({"diff", before, before, "--fail-above", "5"}).status, 0);
  EXPECT_EQ(run({"diff", after, before, "--fail-above", "5"}).status, 0) << "the new build needs less";
  const std::string a = folder / "a.json", b = folder / "b.json";
  run({"emulate", before, "--json", a});
  run({"emulate", after, "--json", b});
  EXPECT_EQ(run({"compare", a, a, "--fail-above", "5"}).status, 0) << "0 is known";
  const Outcome compared = run({"compare", a, b, "--fail-above", "5"});
  EXPECT_EQ(compared.status, 1) << compared;
  EXPECT_THAT(compared.err, HasSubstr("A needs 0 cycles and B 51"));
}

/// "scale" is the whole name of one and a part of the other's.
TEST(Diff, OfANameThatMeansTwoFunctionsIsRefused) {
  std::ifstream file(listing("loop_new"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t at = text.find("_Z5scale"); at != std::string::npos; at = text.find("_Z5scaleP", at + 1))
    text.replace(at, 8, "_Z11scale_other");
  ASSERT_NE(text.find("_Z11scale_other"), std::string::npos);
  const Folder folder;
  const std::string other = folder.write("other.sass", text);
  const Outcome outcome = run({"diff", listing("loop_old"), other, "--function", "scale", "--arg",
                               "i32[32]=staircase(28)", "--arg", "f32[32]=1"});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("which are not one function"));
  EXPECT_THAT(outcome.err, HasSubstr("scale_other"));
}

TEST(Diff, HasTheNumbersOfEmulate) {
  const Json both = record("loop_old", "loop_new");
  for (const char* side : {"old", "new"}) {
    const Json alone = emulated(std::string("loop_") + side);
    for (const char* what : {"cycles", "warp_instructions", "thread_instructions", "branches", "divergent_branches"})
      EXPECT_EQ(both.at(side).at(what), alone.at("counts").at(what)) << side << " " << what;
    for (const char* what : {"simt_efficiency", "simt_efficiency_predicated_on", "apart_cycles", "idle_lanes"})
      EXPECT_EQ(both.at(side).at(what), alone.at("account").at(what)) << side << " " << what;
  }
}

TEST(Diff, SaysWhatBecameOfDivergence) {
  const std::string text = diff("loop_old", "loop_new").out;
  EXPECT_THAT(text, testing::ContainsRegex("Lanes, old -> new: SIMT efficiency [0-9.]+ % -> [0-9.]+ %; with guards"));
  EXPECT_THAT(text, testing::ContainsRegex("\ncycles while lanes were elsewhere +[0-9]+ +[0-9]+ +-[0-9]+\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\nidle lane slots +[0-9]+ +[0-9]+ +-?[0-9]+\n"));
  EXPECT_THAT(diff("loop_old", "loop_new", {"--markdown", "-"}).out, HasSubstr("SIMT efficiency"));
}

/// A register that nothing has written.
TEST(Diff, NamesFindingsOfOneBuildAlone) {
  std::string text = read_file(listing("if_new"));
  const std::size_t at = text.find("FFMA R7, R7, R0, 2");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 18, "FFMA R7, R7, R20, 2");
  const Folder folder;
  const std::string read = folder.write("read.sass", text);
  const auto compared = [&](const std::string& before, const std::string& after) {
    return Json::parse(
        run({"diff", before, after, "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--json", "-"}).out);
  };
  const Json both = compared(listing("if_old"), read);
  ASSERT_EQ(both.at("new_findings").size(), 1u) << both.at("new_findings");
  EXPECT_EQ(both.at("new_findings").at(0).at("kind"), "uninitialised-register");
  EXPECT_EQ(both.at("new_findings").at(0).at("place"), "if_new.cu:4 0x00b0 FFMA");
  EXPECT_TRUE(both.at("gone_findings").empty());
  EXPECT_EQ(compared(read, listing("if_new")).at("gone_findings").size(), 1u);
  EXPECT_TRUE(compared(read, read).at("new_findings").empty());
  EXPECT_THAT(run({"diff", listing("if_old"), read, "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1"}).out,
              HasSubstr("New finding: uninitialised-register at if_new.cu:4 0x00b0 FFMA: "));
}

/// As many as the code has are not as many as the table has rows.
TEST(Diff, SaysHowManyOfTheBranchesWereExecuted) {
  const std::string text = diff("loop_old", "loop_new").out;
  std::smatch code, table;
  ASSERT_TRUE(std::regex_search(text, code, std::regex("branches that can part lanes: ([0-9]+) -> ([0-9]+)"))) << text;
  ASSERT_TRUE(std::regex_search(text, table,
                                std::regex("of those that were executed: ([0-9]+) of ([0-9]+) in the old code, "
                                           "([0-9]+) of ([0-9]+) in\\s+the new\\.")))
      << text;
  EXPECT_EQ(code[1], table[2]);
  EXPECT_EQ(code[2], table[4]);
  EXPECT_LE(std::stoi(table[1]), std::stoi(table[2]));
}

TEST(Diff, SaysWhichIsFasterAndWhere) {
  const Json both = record("loop_old", "loop_new");
  EXPECT_THAT(both.at("summary").get<std::string>(), HasSubstr("faster by "));
  EXPECT_THAT(both.at("summary").get<std::string>(), HasSubstr("cycles; most at loop_new.cu:7"));
  EXPECT_EQ(both.at("measure"), "cycles");
  const double before = both.at("old").at("cycles").get<double>(), after = both.at("new").at("cycles").get<double>();
  EXPECT_DOUBLE_EQ(both.at("change_percent").get<double>(), (after - before) / before * 100);
  const Outcome back = diff("loop_new", "loop_old");
  EXPECT_THAT(back.out, HasSubstr("slower by "));
}

TEST(Diff, MatchesLinesByTheirTextAndSeesTheUnrolling) {
  const Json both = record("loop_old", "loop_new");
  const Json* loop = line_of(both, "loop_new.cu:7");
  ASSERT_NE(loop, nullptr) << both.at("lines");
  EXPECT_EQ(loop->at("old_line"), 5) << "two lines were added above";
  EXPECT_THAT(loop->at("source").get<std::string>(), HasSubstr("sum = sum * 0.5f + 1.0f;"));
  EXPECT_THAT(loop->at("form").get<std::string>(), HasSubstr("unrolled: 4 times as many copies"));
}

void expect_lines_to_sum_to_the_runs(const Json& both) {
  const auto sum = [&](const std::string& what) {
    std::int64_t total = 0;
    for (const Json& line : both.at("lines"))
      total += line.at("new_" + what).get<std::int64_t>() - line.at("old_" + what).get<std::int64_t>();
    return total;
  };
  const auto change = [&](const char* what) {
    return both.at("new").at(what).get<std::int64_t>() - both.at("old").at(what).get<std::int64_t>();
  };
  EXPECT_NE(change("cycles"), 0);
  EXPECT_EQ(sum("cycles"), change("cycles"));
  EXPECT_EQ(sum("executed"), change("warp_instructions"));
  EXPECT_EQ(sum("threads"), change("thread_instructions"));
  EXPECT_EQ(sum("divergent"), change("divergent_branches"));
}

TEST(Diff, SumsOfLinesAreThoseOfTheRuns) {
  expect_lines_to_sum_to_the_runs(record("loop_old", "loop_new"));
  expect_lines_to_sum_to_the_runs(record("if_old", "if_new"));
}

TEST(Diff, OfManyWarpsSumsWhatEachCostsByItself) {
  const std::vector<std::string> launch{"--grid", "3"};
  const Json one = record("loop_old", "loop_new"), three = record("loop_old", "loop_new", launch);
  expect_lines_to_sum_to_the_runs(three);
  for (const char* side : {"old", "new"})
    for (const char* what : {"cycles", "warp_instructions", "divergent_branches"})
      EXPECT_EQ(three.at(side).at(what), 3 * one.at(side).at(what).get<int>()) << side << ' ' << what;
  EXPECT_THAT(three.at("summary").get<std::string>(), HasSubstr(" warp cycles; most at loop_new.cu:7"));
}

TEST(Diff, OfOneBuildWithItselfIsTheSame) {
  const Outcome outcome = diff("loop_old", "loop_old", {"--fail-above", "0", "--same-results"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("the same: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("RESULTS DIFFER")));
  EXPECT_THAT(outcome.out, HasSubstr("Results: equal for these inputs: all 64 elements of 2 buffers."));
  EXPECT_TRUE(record("loop_old", "loop_old").at("lines").empty());
}

TEST(Diff, PutsTheNumbersOfBothBuildsInOneColumnForAPerson) {
  const std::string text = diff("loop_old", "loop_new").out;
  EXPECT_THAT(text,
              testing::ContainsRegex("place +old line +change +mostly +cycles +executed +threads +divergent +form"));
  EXPECT_THAT(text,
              testing::ContainsRegex(
                  "loop_new.cu:7 +5 +-740 +[a-z]+ [0-9]+ -> [0-9]+ +1286 -> 546 +162 -> 93 +2600 -> 1507 +28 -> 10 "));
  EXPECT_THAT(diff("loop_old", "loop_new", {"--csv", "-"}).out, HasSubstr("old_cycles,new_cycles,"));
}

TEST(Diff, SaysWhichBuildAloneHasALine) {
  const Json both = record("if_old", "if_new");
  const Json* added = line_of(both, "if_new.cu:4");
  ASSERT_NE(added, nullptr) << both.at("lines");
  EXPECT_TRUE(added->at("old_line").is_null());
  EXPECT_EQ(added->at("form"), "only in new");
  const Json back = record("if_new", "if_old");
  ASSERT_NE(line_of(back, "if_new.cu:4"), nullptr) << back.at("lines");
  EXPECT_EQ(line_of(back, "if_new.cu:4")->at("form"), "only in old");
}

/// The words of a command as a shell parts them: blanks, single quotes, and a backslash before the end of a line.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  bool is_quoted = false;
  for (const char letter : command) {
    if (letter == '\'') is_quoted = !is_quoted;
    else if (!is_quoted && (letter == ' ' || letter == '\n' || letter == '\\')) words.emplace_back();
    else words.back() += letter;
  }
  std::erase(words, "");
  return words;
}

TEST(Diff, PrintsWhatTheReadmeShows) {
  const std::string root = std::string(RECONVERGE_CASES) + "/../../../", readme = read_file(root + "README.md");
  const std::string start = "```sh\ntools/run diff ", fence = "```\n";
  const std::size_t at = readme.find(start);
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = readme.find(fence, at + start.size());
  const std::size_t shown = readme.find(fence, end + fence.size());
  const std::size_t shown_end = readme.find(fence, shown + fence.size());
  ASSERT_NE(shown_end, std::string::npos);
  auto words = words_of(readme.substr(at + start.size(), end - at - start.size()));
  for (std::string& word : words)
    if (word.ends_with(".sass")) word.insert(0, root);
  words.insert(words.begin(), "diff");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome;
  const std::string expected = readme.substr(shown + fence.size(), shown_end - shown - fence.size());
  EXPECT_TRUE(outcome.out.starts_with(expected)) << outcome.out << "\nREADME:\n" << expected;
}

TEST(Diff, SeesABranchThatBecamePredicated) {
  const Json both = record("if_old", "if_new");
  const Json* condition = line_of(both, "if_new.cu:3");
  ASSERT_NE(condition, nullptr) << both.at("lines");
  EXPECT_EQ(condition->at("form"), "branch -> predicated");
  ASSERT_EQ(both.at("branches").size(), 1u);
  EXPECT_EQ(both.at("branches").at(0).at("old_divergent"), 1);
  EXPECT_TRUE(both.at("branches").at(0).at("new_executed").is_null());
}

TEST(Diff, SaysThatResultsDiffer) {
  const Outcome outcome = diff("if_old", "if_new");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(
      outcome.out.starts_with("RESULTS DIFFER: 27 of 32 elements of argument 1, by up to 0.500244 (25 %); faster by "))
      << outcome.out;
  const Json both = record("if_old", "if_new");
  EXPECT_EQ(both.at("summary").get<std::string>().find("RESULTS DIFFER"), 0u);
  EXPECT_EQ(both.at("results_compared").at("elements"), 64);
  ASSERT_EQ(both.at("results").size(), 1u);
  EXPECT_EQ(both.at("results").at(0).at("argument"), "1");
  EXPECT_EQ(both.at("results").at(0).at("first"), 0);
  EXPECT_EQ(both.at("results").at(0).at("largest").at("element"), 0);
  EXPECT_FLOAT_EQ(both.at("results").at(0).at("largest").at("value").get<float>(), 2.5f - 1.9997559f);
  EXPECT_FLOAT_EQ(both.at("results").at(0).at("largest_relative").at("value").get<float>(), 2.5f / 1.9997559f - 1);
  EXPECT_EQ(both.at("results").at(0).at("not_finite"), 0);
  EXPECT_EQ(both.at("results").at(0).at("elements"), 32);
  EXPECT_EQ(both.at("results").at(0).at("old"), "1.9997559");
  EXPECT_EQ(both.at("results").at(0).at("new"), "2.5");
  EXPECT_EQ(diff("if_old", "if_new", {"--same-results"}).status, 1);
}

TEST(Diff, FailsAboveWhatIsAllowed) {
  const double change = record("loop_new", "loop_old").at("change_percent").get<double>();
  ASSERT_GT(change, 1);
  EXPECT_EQ(diff("loop_new", "loop_old", {"--fail-above", std::to_string(change - 0.5)}).status, 1);
  EXPECT_EQ(diff("loop_new", "loop_old", {"--fail-above", std::to_string(change + 0.5)}).status, 0);
  EXPECT_EQ(diff("loop_old", "loop_new", {"--fail-above", "0"}).status, 0) << "faster is never too much";
}

TEST(Diff, GoesByInstructionsWhereCyclesAreNotKnown) {
  const std::string other = "code for sm_86\n\tFunction : _Z5scalePKiPf\n/*0000*/ NOP ;\n/*0010*/ EXIT ;\n";
  const Outcome outcome = run(
      {"diff", "-", listing("loop_old"), "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--json", "-"}, other);
  EXPECT_EQ(outcome.status, 0) << outcome;
  const Json both = Json::parse(outcome.out);
  EXPECT_EQ(both.at("measure"), "warp instructions");
  EXPECT_THAT(both.at("summary").get<std::string>(), HasSubstr("more warp instructions by "));
  EXPECT_TRUE(both.at("old").at("cycles").is_null());
  EXPECT_THAT(both.at("old").at("cycles_absent").get<std::string>(), HasSubstr("no instruction timings"));
}

/// The store becomes a reduction, whose time is not known: of that alone, cycles are missing.
TEST(Diff, RanksByWhatIsTimedWhereAnInstructionIsNot) {
  const Folder folder;
  const auto reduced = [&](const std::string& name) {
    std::string text = read_file(listing(name));
    const std::size_t at = text.find("STG.E desc");
    EXPECT_NE(at, std::string::npos);
    text.replace(at, 5, "REDG.E.ADD.F32.FTZ.RN.STRONG.GPU");
    folder.write(name + ".cu", read_file(std::string(RECONVERGE_CASES) + "/" + name + ".cu"));
    return folder.write(name + ".sass", text);
  };
  const std::vector<std::string> arguments{
      "diff", reduced("loop_old"), reduced("loop_new"), "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1"};
  const std::string text = run(arguments).out;
  EXPECT_THAT(text, testing::ContainsRegex("^fewer warp instructions by [0-9.]+ %: [0-9]+ -> [0-9]+; known cycles "
                                           "[0-9,]+ -> [0-9,]+, without what is not timed: REDG[A-Z0-9.]+ at 0x130 in "
                                           "the old build, REDG[A-Z0-9.]+ at 0x230 in the new; most at loop_new.cu:7"));
  EXPECT_THAT(text, HasSubstr("Lines that differ, the largest change of known cycles first."));
  auto as_json = arguments;
  as_json.insert(as_json.end(), {"--json", "-"});
  const Json both = Json::parse(run(as_json).out);
  EXPECT_EQ(both.at("measure"), "warp instructions");
  EXPECT_TRUE(both.at("new").at("cycles").is_null());
  EXPECT_THAT(both.at("new").at("known_cycles_without").get<std::string>(), HasSubstr("REDG"));
  EXPECT_LT(both.at("new").at("known_cycles"), both.at("old").at("known_cycles"));
  EXPECT_EQ(both.at("lines").at(0).at("place"), "loop_new.cu:7");
  EXPECT_LT(both.at("lines").at(0).at("cycles_change"), -300);
  std::ifstream schema(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/diff.schema.json");
  EXPECT_THAT(departures(nlohmann::json::parse(both.dump()), nlohmann::json::parse(schema)), testing::IsEmpty());
}

TEST(Diff, SaysWhatACycleChangeWentTo) {
  const Json both = record("loop_old", "loop_new");
  const std::string reason = line_of(both, "loop_new.cu:7")->at("reason").get<std::string>();
  EXPECT_THAT(reason, testing::MatchesRegex("(issuing|operands|memory|fetch|branch|meeting|pipe) [0-9]+ -> [0-9]+"));
  EXPECT_THAT(diff("loop_old", "loop_new").out, HasSubstr(reason));
  EXPECT_THAT(diff("loop_old", "loop_new", {"--markdown", "-"}).out,
              HasSubstr(reason.substr(0, reason.find('>')) + "&gt;"));
}

/// Of runs that did not come to their end there is no difference, in no form.
void expect_no_difference(const Json& both, const std::string& why) {
  EXPECT_THAT(both.at("summary").get<std::string>(), HasSubstr("no comparison: " + why));
  EXPECT_TRUE(both.at("change_percent").is_null()) << both.at("change_percent");
  EXPECT_EQ(both.at("change_absent"), why);
  for (const char* list : {"lines", "branches", "results", "clock_reads"})
    EXPECT_THAT(both.at(list), testing::IsEmpty());
  EXPECT_EQ(both.at("results_compared_absent"), why);
}

TEST(Diff, OfARunThatStopsComparesNothing) {
  const Outcome outcome = diff("loop_old", "loop_new", {"--max-steps", "20", "--fail-above", "-100"});
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.out, HasSubstr("no comparison: the runs of both builds did not finish"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("warp instructions  +20  +20  absent"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("instructions of the code  +22  +38  +16"))
      << "that is known, without the NOPs at the end";
  EXPECT_THAT(outcome.err, Not(HasSubstr("which is above")));
  const std::vector<std::string> steps{"--max-steps", "20"};
  expect_no_difference(record("loop_old", "loop_new", steps), "the runs of both builds did not finish");
  for (const char* format : {"--markdown", "--csv"})
    EXPECT_THAT(diff("loop_old", "loop_new", {"--max-steps", "20", format, "-"}).out, Not(HasSubstr("loop_new.cu:7")));
}

TEST(Diff, OfOneRunThatStopsComparesNothing) {
  const int steps = record("loop_old", "loop_new").at("new").at("warp_instructions");
  const Json both = record("loop_old", "loop_new", {"--max-steps", std::to_string(steps)});
  expect_no_difference(both, "the run of the old build did not finish");
  EXPECT_TRUE(both.at("new").at("ending_diagnostic").is_null());
}

TEST(Diff, OfRunsThatDeadlockComparesNothing) {
  const std::string waits =
      "code for sm_90\n\tFunction : k\n/*0000*/ S2R R0, SR_TID.X ;\n/*0010*/ ISETP.LT.AND P0, PT, R0, 0x20, PT ;\n"
      "/*0020*/ @P0 BAR.SYNC.DEFER_BLOCKING 0x0, 0x60 ;\n/*0030*/ EXIT ;\n";
  const Folder folder;
  const std::string path = folder.write("waits.sass", waits);
  const Outcome outcome = run({"diff", path, path, "--block", "64", "--json", "-"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  expect_no_difference(Json::parse(outcome.out), "the runs of both builds did not finish");
}

TEST(Diff, FitsItsSchemaWhereRunsStop) {
  std::ifstream file(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/diff.schema.json");
  const auto schema = nlohmann::json::parse(file);
  const Json both = record("loop_old", "loop_new", {"--max-steps", "20"});
  for (const std::string& departure : departures(nlohmann::json::parse(both.dump()), schema))
    ADD_FAILURE() << departure;
}

TEST(Diff, NamesTheFunctionsThatThereAre) {
  const std::string two = "code for sm_90\n\tFunction : one\n/*0000*/ EXIT ;\n\tFunction : two\n/*0000*/ EXIT ;\n";
  const Outcome outcome = run({"diff", listing("loop_old"), "-", "--arg", "i32[32]", "--arg", "f32[32]"}, two);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("no function is the counterpart of scale(int const*, float*); there are one, two"));
}

TEST(Diff, LeavesOutWhatComesOfTheClock) {
  const auto reads_clock = [](int stall) {
    return "code for sm_90\n\tFunction : k\n"
           "/*0000*/ LDC R2, c[0x0][0x210] &wr=0x0 ?trans" +
           std::to_string(stall) +
           " ;\n"
           "/*0010*/ LDC R3, c[0x0][0x214] &wr=0x0 ?trans2 ;\n"
           "/*0020*/ CS2R R4, SR_CLOCKLO ?trans5 ;\n"
           "/*0030*/ STG.E [R2.64], R4 &req={0} &rd=0x1 ?trans2 ;\n"
           "/*0040*/ EXIT ?trans5 ;\n";
  };
  const Folder folder;
  const std::string before = folder.write("before.sass", reads_clock(2)),
                    after = folder.write("after.sass", reads_clock(9));
  const Outcome outcome = run({"diff", before, after, "--arg", "i32[1]", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(Json::parse(outcome.out).at("results").empty()) << "the clock is another one, and no result";
}

TEST(Diff, FitsItsSchema) {
  std::ifstream file(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/diff.schema.json");
  const auto schema = nlohmann::json::parse(file);
  for (const auto& [before, after] : {std::pair("loop_old", "loop_new"), {"if_old", "if_new"}, {"if_new", "if_new"}})
    for (const std::string& departure : departures(nlohmann::json::parse(record(before, after).dump()), schema))
      ADD_FAILURE() << departure;
}

TEST(Diff, WritesMarkdownForAPullRequest) {
  const Outcome outcome = diff("loop_old", "loop_new", {"--markdown", "-"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("# faster by ")) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("| place |"));
}

/// Who reads a comment on a pull request has not seen the command.
TEST(Diff, NamesTheLaunchInMarkdown) {
  const auto unescaped = [](std::vector<std::string> more) {
    more.insert(more.end(), {"--markdown", "-"});
    std::string text = diff("loop_old", "loop_new", more).out;
    std::erase(text, '\\');
    return text;
  };
  EXPECT_THAT(unescaped({"--block", "32"}),
              HasSubstr("\n| launch | --block 32 --arg 'i32[32]=staircase(28)' --arg 'f32[32]=1' |\n"));
  const std::string two = unescaped({"--new-arg", "i32[32]=4", "--new-arg", "f32[32]=1"});
  EXPECT_THAT(two, HasSubstr("\n| launch, old | --arg 'i32[32]=staircase(28)' --arg 'f32[32]=1' |\n"));
  EXPECT_THAT(two, HasSubstr("\n| launch, new | --arg 'i32[32]=4' --arg 'f32[32]=1' |\n"));
}

TEST(Diff, SaysWhereEqualResultsAreNotKnownToBeTheCards) {
  const auto both = [](const std::string& mnemonic, const char* form) {
    const Folder folder;
    const std::string path = folder.write("k.sass",
                                          "code for sm_80\n\tFunction : k\n"
                                          "/*0000*/ MOV R2, c[0x0][0x160] ;\n/*0010*/ MOV R3, c[0x0][0x164] ;\n"
                                          "/*0020*/ " +
                                              mnemonic + " R5, R4 ;\n/*0030*/ STG.E [R2.64], R5 ;\n/*0040*/ EXIT ;\n");
    return run({"diff", path, path, "--arg", "f32[1]", "--reg", "R4=0x40400000", form, "-"}).out;
  };
  EXPECT_THAT(both("MUFU.RCP", "--markdown"),
              HasSubstr("The last bits of MUFU.RCP are not known to be the card's: results that are equal here"));
  EXPECT_EQ(Json::parse(both("MUFU.RCP", "--json")).at("approximate"), Json::array({"MUFU.RCP"}));
  EXPECT_THAT(both("MOV", "--markdown"), Not(HasSubstr("The last bits")));
  EXPECT_TRUE(Json::parse(both("MOV", "--json")).at("approximate").empty());
}

TEST(Diff, OneBuildRunsOnTwoInputs) {
  const Json both =
      Json::parse(run({"diff", listing("loop_old"), listing("loop_old"), "--arg", "i32[32]=staircase(28)", "--arg",
                       "f32[32]=1", "--new-arg", "i32[32]=32", "--new-arg", "f32[32]=1", "--json", "-"})
                      .out);
  EXPECT_EQ(both.at("old").at("cycles"), emulated("loop_old").at("counts").at("cycles"));
  EXPECT_GT(both.at("old").at("divergent_branches"), 20);
  EXPECT_EQ(both.at("new").at("divergent_branches"), 0);
  EXPECT_THAT(both.at("results"), testing::IsEmpty());
  const Outcome refused = diff("loop_old", "loop_new", {"--new-arg", "i32[32]=32", "--same-results"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--new-arg"));
}

TEST(Diff, TakesBuiltInKernels) {
  const Json both = Json::parse(run({"diff", "single_loop", "single_loop", "--reg", "R5=staircase(2)", "--new-reg",
                                     "R5=staircase(14)", "--json", "-"})
                                    .out);
  EXPECT_EQ(both.at("old").at("warp_instructions"), 137);
  EXPECT_EQ(both.at("new").at("divergent_branches"), 14);
  EXPECT_THAT(run({"inspect", "single_loop"}).out, HasSubstr("SSY"));
}

TEST(Compare, TakesTwoEmulationsOfKernels) {
  const Folder folder;
  for (const char* name : {"loop_old", "loop_new"}) folder.write(std::string(name) + ".json", emulated(name).dump());
  const std::string before = folder / "loop_old.json", after = folder / "loop_new.json";
  const Json record = Json::parse(run({"compare", before, after, "--json", "-"}).out);
  std::ifstream schema(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/kernel-comparison.schema.json");
  EXPECT_THAT(departures(nlohmann::json::parse(record.dump()), nlohmann::json::parse(schema)), testing::IsEmpty());
  const auto number = [&](const char* what, const char* side) {
    for (const Json& row : record.at("kernels"))
      if (row.at("what") == what) return row.at(side);
    return Json();
  };
  EXPECT_EQ(number("cycles", "a"), emulated("loop_old").at("counts").at("cycles"));
  EXPECT_EQ(number("divergent_branches", "b"), emulated("loop_new").at("counts").at("divergent_branches"));
  const std::vector<std::string> stops{
      "emulate",   listing("loop_old"), "--arg", "i32[32]=32", "--arg",
      "f32[32]=1", "--max-steps",       "20",    "--json",     folder / "stopped.json"};
  EXPECT_EQ(run(stops).status, 5);
  const Outcome stopped = run({"compare", before, folder / "stopped.json", "--fail-above", "1000"});
  EXPECT_EQ(stopped.status, 1) << stopped;
  EXPECT_THAT(stopped.err, HasSubstr("nothing is compared: B did not finish"));
  EXPECT_THAT(stopped.out, testing::ContainsRegex("warp instructions  +173  +20  absent"));
  EXPECT_EQ(run({"compare", before, before, "--fail-above", "0"}).status, 0);
  EXPECT_EQ(run({"compare", before, after, "--fail-above", "5"}).status, 1);
  EXPECT_THAT(run({"compare", before, after}).out, HasSubstr("divergent branches"));
  EXPECT_THAT(run({"compare", before, after}).out, Not(HasSubstr("warp cycles")));
}

/// Code of another architecture has no cycles.
TEST(Compare, GoesByInstructionsWhereCyclesAreNotKnown) {
  const Folder folder;
  const auto emulate = [&](const std::string& name, const std::string& rows) {
    const std::string listing = "code for sm_86\n\tFunction : k\n" + rows;
    EXPECT_EQ(run({"emulate", "-", "--json", folder / name}, listing).status, 0);
  };
  emulate("two.json", "/*0000*/ NOP ;\n/*0010*/ EXIT ;\n");
  emulate("three.json", "/*0000*/ NOP ;\n/*0010*/ NOP ;\n/*0020*/ EXIT ;\n");
  const auto outcome = [&](const char* b, const char* limit) {
    return run({"compare", folder / "two.json", folder / b, "--fail-above", limit});
  };
  const std::string note = "note: --fail-above is held against warp instructions: cycles of a build are not known\n";
  EXPECT_EQ(outcome("two.json", "0").status, 0);
  EXPECT_EQ(outcome("two.json", "0").err, note);
  EXPECT_EQ(outcome("three.json", "50").status, 0);
  EXPECT_EQ(outcome("three.json", "49").status, 1);
  EXPECT_THAT(outcome("three.json", "49").err, HasSubstr("the warp instructions differ by 50.000 %"));
}

TEST(Compare, SaysOfSeveralWarpsThatCyclesAreWarpCycles) {
  const Folder folder;
  const std::string path = folder / "warps.json";
  ASSERT_EQ(
      run({"emulate", listing("loop_old"), "--arg", "i32[64]=9", "--arg", "f32[64]=1", "--grid", "2", "--json", path})
          .status,
      0);
  const std::string text = run({"compare", path, path}).out;
  EXPECT_THAT(text, testing::ContainsRegex("\nwarp cycles +[0-9]"));
  EXPECT_THAT(text, HasSubstr("\nwarp cycles: meeting of lanes"));
  EXPECT_THAT(text, HasSubstr("Warp cycles: the sum of what each warp needs by itself"));
  EXPECT_THAT(run({"report", path}).out, HasSubstr("warp cycles apart"));
}

TEST(Diff, SaysByWhichRecordItsCyclesAre) {
  const Arguments other{"--set", "fetch.next_line=30"};
  EXPECT_THAT(diff("loop_old", "loop_new", other).out,
              HasSubstr("Cycles by the built-in record, with fetch.next_line=30 (given)."));
  EXPECT_EQ(record("loop_old", "loop_new", other).at("record").at("given").at(0), "fetch.next_line=30");
}

TEST(Compare, TakesNoKernelOfAnotherVersionOfItsSchema) {
  const Folder folder;
  Json newer = emulated("loop_old");
  const std::string good = folder.write("good.json", newer.dump());
  for (const Json& version : {Json(2), Json("1"), Json(-1)}) {
    newer["schema_version"] = version;
    const std::string other = folder.write("newer.json", newer.dump());
    for (const auto& files : {std::vector{good, other}, std::vector{other, good}}) {
      const Outcome outcome = run({"compare", files[0], files[1]});
      EXPECT_EQ(outcome.status, 4) << outcome;
      EXPECT_THAT(outcome.err, testing::StartsWith("error: " + other + ": version " + version.dump() + " of schema"));
    }
  }
}

/// As of measurements: they are compared, and it is said.
TEST(Compare, SaysThatTwoKernelsAreTwo) {
  const Folder folder;
  Json one = emulated("loop_old");
  const std::string before = folder.write("before.json", one.dump());
  one["function"] = "_Z3sumPf";
  const std::string after = folder.write("after.json", one.dump());
  const Outcome outcome = run({"compare", before, after});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("two kernels are compared: scale in A, sum in B."));
  EXPECT_EQ(Json::parse(run({"compare", before, after, "--json", "-"}).out).at("functions").at("b"), "_Z3sumPf");
  EXPECT_THAT(run({"compare", before, before}).out, Not(HasSubstr("two kernels")));
}

/// The other one is good.
TEST(Compare, NamesTheFileThatIsBroken) {
  const Folder folder;
  const std::string good = folder.write("good.json", emulated("loop_old").dump());
  const std::string broken = folder.write("broken.json", emulated("loop_old").dump().substr(0, 900));
  const std::string other = folder.write("other.json", R"({"schema": "reconverge.trace"})");
  for (const auto& files : {std::vector{good, broken}, std::vector{broken, good}}) {
    const Outcome outcome = run({"compare", files[0], files[1]});
    EXPECT_EQ(outcome.status, 4) << outcome;
    EXPECT_THAT(outcome.err, testing::StartsWith("error: " + broken + ":1:901: this is not JSON"));
  }
  const Outcome outcome = run({"compare", good, other});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, testing::StartsWith("error: " + other + ": its schema is 'reconverge.trace'"));
}

}  // namespace
}  // namespace reconverge::cli_tests
