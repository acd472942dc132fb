// SPDX-License-Identifier: MIT
// Two builds of one function, line by line.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/difference/difference.hpp"
#include "analysis/difference/sequence.hpp"
#include "sass/reader.hpp"

namespace reconverge::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Sequences ----------------------------------------------------------------------------------------------------------

/// "0 - 1": where each element of the first is in the second.
std::string matched(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::string text;
  for (const auto& match : match_sequences(from, to))
    text += (text.empty() ? "" : " ") + (match ? std::to_string(*match) : std::string("-"));
  return text;
}

TEST(Sequences, MatchTheirLongestCommonPart) {
  EXPECT_EQ(matched({"a", "b", "c"}, {"a", "b", "c"}), "0 1 2");
  EXPECT_EQ(matched({"a", "x", "c"}, {"a", "c"}), "0 - 1");
  EXPECT_EQ(matched({"a", "c"}, {"a", "x", "c"}), "0 2");
  EXPECT_EQ(matched({"a", "b"}, {}), "- -");
  EXPECT_EQ(matched({}, {"a"}), "");
}

TEST(Sequences, GoByWhatOccursOnce) {
  EXPECT_EQ(matched({"}", "f", "}", "g", "}"}, {"g", "}", "}"}), "- - - 0 2") << "the brace after g stays with it";
  EXPECT_EQ(matched({"1", "2", "3"}, {"3", "1", "2"}), "1 2 -") << "the longest run of them";
}

TEST(Sequences, WithoutAnythingUniqueAreMatchedAllTheSame) {
  EXPECT_EQ(matched({"x", "a", "a", "b", "b", "y"}, {"z", "a", "b", "b", "a", "w"}), "- - 1 2 3 -");
}

// Builds -------------------------------------------------------------------------------------------------------------

/// Rows "LINE: instruction" of k.cu, or "LINE@CALL: instruction" of a line that was inlined; each with how often a warp
/// executed it behind a '*'.
struct Made {
  sass::Function function;
  Build build;

  Made(const std::vector<std::string>& rows, const std::vector<std::string>& source = {},
       const std::string& file = "k.cu") {
    std::string text = "code for sm_90\n\tFunction : _Z1kPi\n";
    std::vector<std::uint64_t> times;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto colon = rows[i].find(": "), star = rows[i].find(" *");
      const std::string place = rows[i].substr(0, colon), line = place.substr(0, place.find('@'));
      const std::string call =
          line == place ? "" : fmt::format(" inlined at \"{}\", line {}", file, place.substr(line.size() + 1));
      text += fmt::format("\t//## File \"{}\", line {}{}\n/*{:04x}*/ {} ;\n", file, line, call, 16 * i,
                          rows[i].substr(colon + 2, star == std::string::npos ? star : star - colon - 2));
      times.push_back(star == std::string::npos ? 1 : std::stoull(rows[i].substr(star + 2)));
    }
    auto read = sass::read_function(text, "k.sass", {});
    EXPECT_TRUE(read.has_value()) << (read ? "" : to_string(read.error()));
    if (read) function = *read;
    for (const std::uint64_t count : times) build.rows.push_back({.executions = count, .lanes = 32 * count});
    if (!source.empty()) build.sources[file] = source;
    build.function = &function;
  }
  Made(const Made&) = delete;
};

const LineDifference* line_at(const Difference& difference, std::uint32_t line) {
  for (const LineDifference& one : difference.lines)
    if (one.new_line == line) return &one;
  return nullptr;
}

std::vector<std::string> changes_at(const Made& before, const Made& after, std::uint32_t line) {
  const Difference difference = difference_of(before.build, after.build);
  const LineDifference* found = line_at(difference, line);
  return found == nullptr ? std::vector<std::string>{"no such line"} : found->changes;
}

TEST(Difference, SumsTheRowsOfALine) {
  const Made before({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *10", "2: FADD R2, R1, R0 *10", "3: EXIT"});
  const Made after({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *4", "3: EXIT"});
  const Difference difference = difference_of(before.build, after.build);
  ASSERT_FALSE(difference.lines.empty());
  const LineDifference& most = difference.lines.front();
  EXPECT_EQ(most.new_line, 2u) << "the largest change comes first";
  EXPECT_EQ(most.old_counts.executions, 20u);
  EXPECT_EQ(most.new_counts.executions, 4u);
  EXPECT_EQ(most.old_counts.lanes, 640u);
  EXPECT_EQ(most.executions(), -16);
  EXPECT_EQ(difference.same_rows, 3u);
  EXPECT_EQ(difference.old_only, 1u);
  EXPECT_EQ(difference.new_only, 0u);
}

/// Cycles of one build alone: lines that only it has get a change of cycles, and it is no measure beside executions.
TEST(Difference, IsInTheOrderOfExecutionsWhereOneBuildHasNoCycles) {
  const Made before({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *10", "3: EXIT"});
  Made after({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *4", "3: EXIT", "4: FADD R2, R0, R0 *2"});
  for (RunCounts& row : after.build.rows) row.cycles = 100 * row.executions;
  const Difference difference = difference_of(before.build, after.build);
  EXPECT_EQ(difference.lines.at(0).new_line, 2u) << "6 executions";
  EXPECT_EQ(difference.lines.at(1).new_line, 4u) << "2 executions, 200 cycles";
}

/// "2-2 -> 2-3: +19" of each region that differs, the largest change first.
std::vector<std::string> regions_between(const Made& before, const Made& after) {
  const auto text = [](const std::optional<LineRange>& lines) {
    return lines ? fmt::format("{}-{}", lines->first, lines->last) : std::string("none");
  };
  std::vector<std::string> texts;
  for (const RegionDifference& region : difference_of(before.build, after.build).regions)
    if (region.executions() != 0)
      texts.push_back(
          fmt::format("{} -> {}: {:+}", text(region.old_lines), text(region.new_lines), region.executions()));
  return texts;
}

/// Line 2 of the old build alone has the largest change, and nothing became faster there.
TEST(Difference, NetsWhatOneBuildAloneHasWithWhatStandsInItsPlace) {
  const Made before({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *100", "3: FADD R2, R0, R0 *200", "4: EXIT *30"},
                    {"first", "loop", "body", "last"});
  const Made after(
      {"1: MOV R0, 0x1", "2: FMUL R1, R0, R0 *60", "3: FMUL R1, R0, R0 *43", "4: FADD R2, R0, R0 *200", "5: EXIT *10"},
      {"first", "longest", "bounded", "body", "last"});
  EXPECT_THAT(regions_between(before, after), ElementsAre("4-4 -> 5-5: -20", "2-2 -> 2-3: +3"));
}

TEST(Difference, ParsNoRegionByALineThatCostsLessThanEither) {
  const std::vector<std::string> old_source{"first", "store", "wait", "tree", "last"};
  const std::vector<std::string> new_source{"first", "shuffle", "write", "wait", "last"};
  const auto old_rows = [](int wait) {
    return std::vector<std::string>{"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *40",
                                    fmt::format("3: FADD R2, R0, R0 *{}", wait), "4: FADD R3, R0, R0 *90", "5: EXIT"};
  };
  const Made after(
      {"1: MOV R0, 0x1", "2: FMUL R1, R0, R0 *30", "3: FMUL R1, R0, R0 *30", "4: FADD R2, R0, R0 *10", "5: EXIT"},
      new_source);
  EXPECT_THAT(regions_between(Made(old_rows(10), old_source), after), ElementsAre("2-4 -> 2-4: -70"));
  EXPECT_THAT(regions_between(Made(old_rows(80), old_source), after),
              ElementsAre("4-4 -> none: -90", "3-3 -> 4-4: -70", "2-2 -> 2-3: +20"));
}

TEST(Difference, CountsNoNopThatFillsUpTheEnd) {
  const Made before({"1: MOV R0, 0x1", "2: EXIT", "2: BRA 0x20 *0"});
  const Made after({"1: MOV R0, 0x1", "2: EXIT", "2: BRA 0x20 *0", "2: NOP *0", "2: NOP *0", "2: NOP *0"});
  const Difference difference = difference_of(before.build, after.build);
  EXPECT_THAT(difference.changes, IsEmpty());
  EXPECT_EQ(difference.new_only, 0u);
  EXPECT_EQ(difference.same_rows, 3u);
  const LineDifference* last = line_at(difference, 2);
  EXPECT_EQ(last->new_form.rows, last->old_form.rows);
  const Made inside({"1: MOV R0, 0x1", "1: NOP", "2: EXIT", "2: BRA 0x30 *0"});
  EXPECT_EQ(difference_of(before.build, inside.build).new_only, 1u) << "that one runs";
}

TEST(Difference, SumsAreThoseOfTheRuns) {
  const Made before({"1: MOV R0, 0x1 *3", "2: FADD R1, R0, R0 *10", "9: EXIT"});
  const Made after({"4: MOV R0, 0x1 *5", "2: FADD R1, R0, R0 *7", "3: EXIT"});
  std::uint64_t olds = 0, news = 0;
  for (const LineDifference& line : difference_of(before.build, after.build).lines) {
    olds += line.old_counts.executions;
    news += line.new_counts.executions;
  }
  EXPECT_EQ(olds, 14u);
  EXPECT_EQ(news, 13u);
}

TEST(Difference, FollowsLinesThatMoved) {
  const Made before({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *8", "3: EXIT"}, {"int a = 1;", "b = a + a;", "}"});
  const Made after({"3: MOV R0, 0x1", "4: FADD R1, R0, R0 *2", "5: EXIT"},
                   {"// a comment", "", "int a = 1;", "  b = a + a;", "}"});
  const Difference difference = difference_of(before.build, after.build);
  const LineDifference* sum = line_at(difference, 4);
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->old_line, 2u);
  EXPECT_EQ(sum->text, "b = a + a;");
  EXPECT_EQ(sum->executions(), -6);
}

TEST(Difference, TakesALineThatWasEditedInPlaceForTheSame) {
  const Made before({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *8", "3: EXIT"}, {"first", "b = a + a;", "last"});
  const Made after({"1: MOV R0, 0x1", "2: FADD R1, R0, R0 *8", "3: EXIT"}, {"first", "b = 2 * a;", "last"});
  EXPECT_EQ(line_at(difference_of(before.build, after.build), 2)->old_line, 2u);
}

TEST(Difference, GoesByNumbersWithoutSource) {
  const Made before({"7: FADD R1, R0, R0 *8", "8: EXIT"}, {}, "old/k.cu");
  const Made after({"7: FADD R1, R0, R0 *4", "9: EXIT"}, {}, "new/k.cu");
  const Difference difference = difference_of(before.build, after.build);
  EXPECT_EQ(line_at(difference, 7)->old_line, 7u) << "files are one by their last part";
  EXPECT_EQ(line_at(difference, 9)->old_line, std::nullopt);
}

TEST(Difference, MatchesFilesOfAnotherName) {
  const Made before({"7: FADD R1, R0, R0 *8", "8: EXIT"}, {}, "one.cu");
  const Made after({"7: FADD R1, R0, R0 *4", "8: EXIT"}, {}, "two.cu");
  EXPECT_EQ(line_at(difference_of(before.build, after.build), 7)->old_line, 7u);
}

// Forms --------------------------------------------------------------------------------------------------------------

TEST(Form, OfABranchThatBecamePredicated) {
  const Made before({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: @P0 BRA 0x30", "1: FADD R1, R1, R2", "2: EXIT"});
  const Made after({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: @!P0 FADD R1, R1, R2", "2: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("branch -> predicated"));
  EXPECT_THAT(changes_at(after, before, 1), ElementsAre("predicated -> branch"));
}

TEST(Form, OfABranchWhoseLinesBecamePredicated) {
  const Made before({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: @P0 BRA 0x30", "2: FADD R1, R1, R2", "3: EXIT"});
  const Made after({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "2: @!P0 FADD R1, R1, R2", "3: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("branch -> predicated"));
  const Made gone({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "3: EXIT"});
  EXPECT_THAT(changes_at(before, gone, 1), ElementsAre("branch gone"));
}

TEST(Form, OfABranchThatBecameASelection) {
  const Made before({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: @P0 BRA 0x30", "1: MOV R1, R2", "2: EXIT"});
  const Made after({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: FSEL R1, R1, R2, P0", "2: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("branch -> select"));
}

TEST(Form, OfALoopThatWasUnrolled) {
  const Made before({"1: FFMA R1, R1, R2, R3 *32", "2: @P0 BRA 0x0 *32", "3: EXIT"});
  const Made after({"1: FFMA R1, R1, R2, R3 *8", "1: FFMA R1, R1, R2, R3 *8", "1: FFMA R1, R1, R2, R3 *8",
                    "1: FFMA R1, R1, R2, R3 *8", "2: @P0 BRA 0x0 *8", "3: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("unrolled: 4 times as many copies"));
  EXPECT_THAT(changes_at(after, before, 1), ElementsAre("less unrolled: 4 times fewer copies"));
}

TEST(Form, SaysAtTheLoopThatItWasUnrolledAndNotAtTheLineOfTheWork) {
  const Made before({"5: NOP", "9: FFMA R1, R1, R2, R3 *32", "5: @P0 BRA 0x10 *32", "10: EXIT"});
  const Made after({"5: NOP", "9: FFMA R1, R1, R2, R3 *8", "9: FFMA R1, R1, R2, R3 *8", "9: FFMA R1, R1, R2, R3 *8",
                    "9: FFMA R1, R1, R2, R3 *8", "5: @P0 BRA 0x10 *8", "10: EXIT"});
  EXPECT_THAT(changes_at(before, after, 5), ElementsAre("unrolled: 4 times as many copies"));
  EXPECT_THAT(changes_at(before, after, 9), IsEmpty());
  EXPECT_THAT(changes_at(after, before, 5), ElementsAre("less unrolled: 4 times fewer copies"));
}

TEST(Form, SaysAtTheLoopThatNothingIsLeftOfIt) {
  const Made before({"5: NOP", "9: FFMA R1, R1, R2, R3 *2", "5: @P0 BRA 0x10 *2", "10: EXIT"});
  const Made after({"5: NOP", "9: FFMA R1, R1, R2, R3", "9: FFMA R1, R1, R2, R3", "10: EXIT"});
  EXPECT_THAT(changes_at(before, after, 5), ElementsAre("loop gone", "unrolled: 2 times as many copies"));
}

TEST(Form, SaysOfALoopOfManyLinesOnceThatItWasUnrolled) {
  const Made before({"5: NOP", "6: FMUL R1, R1, R2 *32", "9: FADD R1, R1, R2 *32", "5: @P0 BRA 0x10 *32", "10: EXIT"});
  const Made after({"5: NOP", "6: FMUL R1, R1, R2 *16", "9: FADD R1, R1, R2 *8", "6: FMUL R1, R1, R2 *8",
                    "9: FADD R1, R1, R2 *8", "9: FADD R1, R1, R2 *8", "9: FADD R1, R1, R2 *8", "5: @P0 BRA 0x10 *8",
                    "10: EXIT"});
  EXPECT_THAT(changes_at(before, after, 5), ElementsAre("unrolled: 4 times as many copies"));
}

TEST(Form, CountsCopiesInTheLoopAndNotWhatIsLeftBesideIt) {
  const Made before({"1: FFMA R1, R1, R2, R3 *32", "2: @P0 BRA 0x0 *32", "3: EXIT"});
  const Made after({"1: FFMA R1, R1, R2, R3 *16", "1: FFMA R1, R1, R2, R3 *16", "2: @P0 BRA 0x0 *16",
                    "1: FFMA R1, R1, R2, R3 *1", "3: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("unrolled: 2 times as many copies"));
}

TEST(Form, OfMoreWorkIsNoUnrolling) {
  const Made before({"1: FFMA R1, R1, R2, R3 *8", "2: EXIT"});
  const Made after({"1: FFMA R1, R1, R2, R3 *8", "1: FFMA R1, R1, R2, R3 *8", "2: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), IsEmpty());
}

TEST(Form, OfLoopsCallsAndSpills) {
  const Made before(
      {"1: FADD R1, R1, R2", "1: BRA 0x0", "2: CALL.REL.NOINC 0x40", "3: EXIT", "4: RET.REL.NODEC R20 0x0"});
  const Made after({"1: FADD R1, R1, R2", "2: FADD R3, R1, R2", "4@2: FMUL R3, R3, R3", "3: STL [R1], R3", "3: EXIT"});
  EXPECT_THAT(changes_at(before, after, 1), ElementsAre("loop gone"));
  EXPECT_THAT(changes_at(before, after, 2), ElementsAre("call inlined"));
  EXPECT_THAT(changes_at(after, before, 2), ElementsAre("called"));
  EXPECT_THAT(changes_at(before, after, 3), ElementsAre("local memory: 0 -> 1 accesses"));
  EXPECT_THAT(difference_of(before.build, after.build).changes, Contains("accesses of local memory: 0 -> 1"));
}

/// A call that went, of which nothing came: it may have been proved to be without effect.
TEST(Form, OfACallThatWentIsNotThatItWasInlined) {
  const Made before({"2: CALL.REL.NOINC 0x30", "2: FADD R1, R1, R2", "3: EXIT", "4: RET.REL.NODEC R20 0x0"});
  const Made after({"2: FADD R1, R1, R2", "3: EXIT"});
  EXPECT_THAT(changes_at(before, after, 2), IsEmpty());
  EXPECT_THAT(changes_at(after, before, 2), IsEmpty());
}

TEST(Form, OfCodeThatShrankIsNoUnrolling) {
  const Made before({"1: LDG.E R1, [R2.64] *8", "1: LDG.E R3, [R2.64+0x4] *8", "1: FFMA R5, R1, R3, R5 *8",
                     "1: FFMA R5, R1, R3, R5 *8", "2: @P0 BRA 0x0 *8", "3: EXIT"});
  const Made wide({"1: LDG.E.64 R1, [R2.64] *16", "1: FFMA R5, R1, R3, R5 *16", "1: FFMA R5, R1, R3, R5 *16",
                   "2: @P0 BRA 0x0 *16", "3: EXIT"});
  EXPECT_THAT(changes_at(before, wide, 1), IsEmpty()) << "loads were joined, the others are as many";
  const Made less({"1: LDG.E R1, [R2.64] *12", "1: FFMA R5, R1, R3, R5 *12", "2: @P0 BRA 0x0 *12", "3: EXIT"});
  EXPECT_THAT(changes_at(before, less, 1), IsEmpty()) << "less is done: 12 and not 16";
  const Made rolled({"1: LDG.E R1, [R2.64] *16", "1: FFMA R5, R1, R3, R5 *16", "2: @P0 BRA 0x0 *16", "3: EXIT"});
  EXPECT_THAT(changes_at(before, rolled, 1), ElementsAre("less unrolled: 2 times fewer copies"));
}

TEST(Form, ThatIsTheSameHasNoChange) {
  const Made build({"1: ISETP.GE.AND P0, PT, R0, 0x5, PT", "1: @P0 BRA 0x30", "1: FADD R1, R1, R2", "2: EXIT"});
  const Difference difference = difference_of(build.build, build.build);
  EXPECT_THAT(difference.changes, IsEmpty());
  for (const LineDifference& line : difference.lines) EXPECT_THAT(line.changes, IsEmpty());
  EXPECT_EQ(difference.old_only + difference.new_only, 0u);
}

// Branches, cycles, functions ----------------------------------------------------------------------------------------

TEST(Branches, AreMatchedByLine) {
  Made before({"1: @P0 BRA 0x20", "2: @P1 BRA 0x20", "3: EXIT"});
  Made after({"2: @P1 BRA 0x20", "3: NOP", "3: EXIT"});
  before.build.rows[0].branches = before.build.rows[1].branches = 5;
  before.build.rows[1].divergent = 4;
  after.build.rows[0].branches = 5;
  after.build.rows[0].divergent = 1;
  const auto branches = difference_of(before.build, after.build).branches;
  ASSERT_EQ(branches.size(), 2u);
  EXPECT_EQ(branches[0].line, 2u);
  EXPECT_EQ(branches[0].old_counts.divergent, 4u);
  EXPECT_EQ(branches[0].new_counts.divergent, 1u);
  EXPECT_EQ(branches[1].line, 1u);
  EXPECT_EQ(branches[1].new_row, std::nullopt) << "it is gone";
}

/// Rows of the old and the new code, "0-2", with the line and its calls: "3@9 0-2".
std::vector<std::string> pairs_of(const Made& before, const Made& after) {
  std::vector<std::string> pairs;
  for (const BranchDifference& one : difference_of(before.build, after.build).branches) {
    std::string text = std::to_string(one.line);
    for (const auto& [file, line] : one.inlined_at) text += fmt::format("@{}", line);
    text += one.old_row ? fmt::format(" {}-", *one.old_row) : " -";
    pairs.push_back(one.new_row ? text + std::to_string(*one.new_row) : text);
  }
  return pairs;
}

void make_branches(Made& made) {
  for (std::size_t i = 0; i < made.function.instructions.size(); ++i)
    if (made.function.instructions[i].opcode() == "BRA") made.build.rows[i].branches = 8;
}

TEST(Branches, InlinedAtSeveralCallsAreThoseOfTheSameCall) {
  Made before({"3@9: @P0 BRA 0x30", "3@12: @P0 BRA 0x30", "12: NOP", "13: EXIT"});
  Made after({"3@12: @P0 BRA 0x30", "3@9: @P0 BRA 0x30", "12: NOP", "13: EXIT"});
  make_branches(before);
  make_branches(after);
  EXPECT_THAT(pairs_of(before, after), ElementsAre("3@12 1-0", "3@9 0-1"));
}

TEST(Branches, OfAFunctionThatIsCalledAndOneThatIsInlinedAreNotPairedByTheirOrder) {
  Made before({"9: NOP", "12: NOP", "13: EXIT", "3: @P0 BRA 0x40", "4: RET.REL.NODEC R2 0x0"});
  Made after({"3@9: @P0 BRA 0x20", "3@12: @P0 BRA 0x20", "13: EXIT"});
  make_branches(before);
  make_branches(after);
  EXPECT_THAT(pairs_of(before, after), ElementsAre("3@9 -0", "3@12 -1", "3 3-"));
  Made once({"3@9: @P0 BRA 0x20", "12: NOP", "13: EXIT"});
  make_branches(once);
  EXPECT_THAT(pairs_of(before, once), ElementsAre("3@9 3-0")) << "each build has one";
}

TEST(Branches, ThatGoForwardAreNotThoseThatCloseALoop) {
  Made before({"3: @P0 BRA 0x20", "3: @P1 BRA 0x0", "4: EXIT"});
  Made after({"3: @P1 BRA 0x0", "3: @P0 BRA 0x20", "4: EXIT"});
  make_branches(before);
  make_branches(after);
  EXPECT_THAT(pairs_of(before, after), ElementsAre("3 1-0", "3 0-1"));
}

/// Of the line of the call, 9, the new build has inlined rows alone.
TEST(Form, OfACallThatWasInlinedIsSaidWhereItsLineHasNoOtherRow) {
  const Made before({"9: CALL.REL.NOINC 0x20", "10: EXIT", "3: FADD R1, R1, R2", "3: RET.REL.NODEC R2 0x0"});
  const Made after({"3@9: FADD R1, R1, R2", "10: EXIT"});
  const auto changes = [](const Made& from, const Made& to) {
    for (const LineDifference& line : difference_of(from.build, to.build).lines)
      if (line.old_line == 9u || line.new_line == 9u) return line.changes;
    return std::vector<std::string>{"no such line"};
  };
  EXPECT_THAT(changes(before, after), ElementsAre("call inlined"));
  EXPECT_THAT(changes(after, before), ElementsAre("called"));
}

/// As run::CallerRows has them: row 3 has no line, and belongs to lines 9 and 10, which call it.
TEST(Lines, HaveWhatTheirCallsCostInCodeWithoutALine) {
  Made before({"9: CALL.REL.NOINC 0x30 *2", "10: CALL.REL.NOINC 0x30 *3", "11: EXIT", "3: RET.REL.NODEC R2 0x0 *5"});
  before.function.instructions[3].source_note = -1;
  before.build.called_rows.resize(4);
  before.build.called_rows[3] = {.executions = 5};
  before.build.called_from = {{0, {.executions = 2}}, {1, {.executions = 3}}};
  const Difference difference = difference_of(before.build, before.build);
  EXPECT_EQ(line_at(difference, 9)->new_counts.executions, 4u);
  EXPECT_EQ(line_at(difference, 9)->old_counts.executions, 4u);
  EXPECT_EQ(line_at(difference, 10)->new_counts.executions, 6u);
  EXPECT_EQ(line_at(difference, 0)->new_counts.executions, 0u);
}

TEST(Cycles, OfALineAreAbsentIfThoseOfARowAre) {
  Made before({"1: NOP", "1: NOP", "2: EXIT"});
  Made after({"1: NOP", "1: NOP", "2: EXIT"});
  for (auto* rows : {&before.build.rows, &after.build.rows})
    for (RunCounts& row : *rows) row.cycles = 7;
  const Difference known = difference_of(before.build, after.build);
  EXPECT_EQ(line_at(known, 1)->old_counts.cycles, 14u);
  EXPECT_EQ(line_at(known, 1)->cycles(), 0);
  after.build.rows[1].cycles.reset();
  const Difference unknown = difference_of(before.build, after.build);
  EXPECT_EQ(line_at(unknown, 1)->cycles(), std::nullopt);
  EXPECT_EQ(line_at(unknown, 2)->cycles(), 0);
}

TEST(Cycles, HaveAReasonInTheDirectionOfTheLine) {
  using timing::CycleClass;
  Made before({"1: NOP", "2: EXIT"}), after({"1: NOP", "2: EXIT"});
  const auto set = [](Made& made, std::uint64_t issuing, std::uint64_t memory) {
    RunCounts& row = made.build.rows[0];
    row.cycles = issuing + memory;
    row.by_class[static_cast<std::size_t>(CycleClass::issuing)] = issuing;
    row.by_class[static_cast<std::size_t>(CycleClass::memory)] = memory;
    made.build.rows[1].cycles = 1;
  };
  const auto reason = [&] { return line_at(difference_of(before.build, after.build), 1)->reason(); };
  set(before, 10, 1200);
  set(after, 400, 300);
  EXPECT_EQ(reason(), CycleClass::memory) << "less by 900; issuing is more";
  set(after, 1300, 1000);
  EXPECT_EQ(reason(), CycleClass::issuing);
  set(after, 10, 1200);
  EXPECT_EQ(reason(), std::nullopt);
  after.build.rows[0].cycles.reset();
  EXPECT_EQ(reason(), std::nullopt);
}

TEST(Functions, AreMatchedBySymbolThenByName) {
  EXPECT_EQ(matching_function("_Z1kPi", {"_Z1jPi", "_Z1kPi"}), 1u);
  EXPECT_EQ(matching_function("_Z1kPi", {"_Z1jPi", "_Z1kPf"}), 1u) << "other parameters";
  EXPECT_EQ(matching_function("_Z1kILi1EEvPi", {"_Z1kILi2EEvPi", "other"}), 0u) << "other template arguments";
  EXPECT_EQ(matching_function("_Z1kPi", {"_Z1kPf", "_Z1kPd"}), std::nullopt) << "either";
  EXPECT_EQ(matching_function("_Z1kPi", {"only"}), 0u);
  EXPECT_EQ(matching_function("_Z1kPi", {"one", "two"}), std::nullopt);
}

TEST(Registers, AreThoseThatTheCodeNames) {
  const Made made({"1: IADD3 R7, R2, R3, RZ", "1: STG.E.128 desc[UR4][R2.64], R8", "2: EXIT"});
  EXPECT_EQ(registers_of(made.function), 12) << "R8 to R11 are stored";
  EXPECT_EQ(registers_of({}), 0);
}

}  // namespace
}  // namespace reconverge::analysis
