// SPDX-License-Identifier: MIT
// Code without lines that is called: which calls reach it, and whose line it has.

#include "sass/called_code.hpp"

#include <gmock/gmock.h>

#include "sass/source_lines.hpp"
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// A kernel that calls at lines 5 and 6, and ends at line 7; then the code of a routine.
std::string kernel_with(const std::string& second_call, const std::string& routine) {
  return "code for sm_90\n\tFunction : k\n"
         "\t//## File \"k.cu\", line 5\n/*0000*/ CALL.REL.NOINC `(routine) ;\n"
         "\t//## File \"k.cu\", line 6\n/*0010*/ " +
         second_call +
         " ;\n"
         "\t//## File \"k.cu\", line 7\n/*0020*/ EXIT ;\n"
         "        .type           routine,@function\nroutine:\n" +
         routine;
}

std::vector<std::uint32_t> lines_of(const Function& function) {
  std::vector<std::uint32_t> lines;
  for (const Instruction& row : function.instructions) {
    const auto frames = frames_of(function, row);
    lines.push_back(frames.empty() ? 0 : frames[0].line);
  }
  return lines;
}

TEST(CalledCode, HasNoLineOfWhatStandsBeforeIt) {
  const Function function = read_one(kernel_with("NOP", "/*0030*/ NOP ;\n/*0040*/ RET.REL.NODEC R2 `(k) ;\n"));
  EXPECT_THAT(lines_of(function), testing::ElementsAre(5, 6, 7, 0, 0));
}

TEST(CalledCode, HasTheLineThatIsNotedInIt) {
  const std::string routine =
      "\t//## File \"k.cu\", line 2\n/*0030*/ NOP ;\n\t//## File \"k.cu\", line 3\n/*0040*/ RET.REL.NODEC R2 `(k) ;\n";
  EXPECT_THAT(lines_of(read_one(kernel_with("NOP", routine))), testing::ElementsAre(5, 6, 7, 2, 3));
}

TEST(CalledCode, HasTheLineOfItsOnlyCall) {
  Function function = read_one(kernel_with("NOP", "/*0030*/ NOP ;\n/*0040*/ RET.REL.NODEC R2 `(k) ;\n"));
  EXPECT_THAT(called_regions(function), testing::ElementsAre(CalledRegion{3, 5, {0}}));
  take_lines_of_callers(function);
  EXPECT_THAT(lines_of(function), testing::ElementsAre(5, 6, 7, 5, 5));
}

TEST(CalledCode, OfTwoLinesHasNeither) {
  Function function =
      read_one(kernel_with("CALL.REL.NOINC `(routine)", "/*0030*/ NOP ;\n/*0040*/ RET.REL.NODEC R2 `(k) ;\n"));
  EXPECT_THAT(called_regions(function), testing::ElementsAre(CalledRegion{3, 5, {0, 1}}));
  take_lines_of_callers(function);
  EXPECT_THAT(lines_of(function), testing::ElementsAre(5, 6, 7, 0, 0));
}

TEST(CalledCode, ThatCallsMoreDoesSoForItsCallers) {
  Function function = read_one(kernel_with("NOP",
                                           "/*0030*/ CALL.REL.NOINC `(inner) ;\n/*0040*/ RET.REL.NODEC R2 `(k) ;\n"
                                           "inner:\n/*0050*/ RET.REL.NODEC R4 `(k) ;\n"));
  EXPECT_THAT(called_regions(function), testing::ElementsAre(CalledRegion{3, 5, {0}}, CalledRegion{5, 6, {0}}));
  take_lines_of_callers(function);
  EXPECT_THAT(lines_of(function), testing::ElementsAre(5, 6, 7, 5, 5, 5));
}

TEST(CalledCode, ThatLanesAlsoJumpIntoHasNoLine) {
  Function function = read_one(kernel_with("@P0 BRA `(routine)", "/*0030*/ NOP ;\n/*0040*/ EXIT ;\n"));
  ASSERT_EQ(called_regions(function).size(), 1u);
  EXPECT_TRUE(called_regions(function)[0].is_jumped_into);
  take_lines_of_callers(function);
  EXPECT_THAT(lines_of(function), testing::ElementsAre(5, 6, 7, 0, 0));
}

TEST(CalledCode, MayBeReachedThroughARegisterFromAnyCall) {
  Function function = read_one(kernel_with("CALL.REL.NOINC R4 `(k)", "/*0030*/ NOP ;\n/*0040*/ EXIT ;\n"));
  ASSERT_EQ(called_regions(function).size(), 1u);
  EXPECT_TRUE(called_regions(function)[0].is_called_by_register);
  EXPECT_FALSE(called_regions(function)[0].is_jumped_into);
}

TEST(CalledCode, IsNotLookedForWhereNoLineIsKnown) {
  EXPECT_TRUE(called_regions(read_one("code for sm_90\n\tFunction : k\n/*0000*/ CALL.REL.NOINC `(f) ;\n"
                                      "/*0010*/ EXIT ;\nf:\n/*0020*/ EXIT ;\n"))
                  .empty());
}

}  // namespace
}  // namespace reconverge::sass
