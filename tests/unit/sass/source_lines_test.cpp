// SPDX-License-Identifier: MIT
#include "sass/source_lines.hpp"

#include "sass/print/listing.hpp"
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// As nvdisasm -gi prints it.
const std::string listing =
    "\tcode for sm_90\n\t\tFunction : _Z1fv\n"
    "  /*0000*/ NOP ;\n"
    "\t//## File \"a.cuh\", line 3 inlined at \"b.cuh\", line 9\n"
    "\t//## File \"b.cuh\", line 9 inlined at \"c.cu\", line 16\n"
    "\t//## File \"c.cu\", line 16\n"
    "  /*0010*/ NOP ;\n"
    "\t//## File \"c.cu\", line 20\n"
    "  /*0020*/ EXIT ;\n";

TEST(SourceLines, FramesAreTheWholeStack) {
  const Function function = read_one(listing);
  EXPECT_TRUE(frames_of(function, function.instructions[0]).empty());
  EXPECT_EQ(frames_of(function, function.instructions[1]),
            (std::vector<SourceFrame>{{"a.cuh", 3, ""}, {"b.cuh", 9, ""}, {"c.cu", 16, "_Z1fv"}}));
  EXPECT_EQ(frames_of(function, function.instructions[2]), (std::vector<SourceFrame>{{"c.cu", 20, "_Z1fv"}}));
}

TEST(SourceLines, OfTheFileReplaceThoseOfTheListing) {
  Function function = read_one(listing);
  const SourceNote inlined{"x.cu", 7, inlined_at("_Z1gv", "c.cu", 16)};
  take_lines({{"_Z2ffv", {{0, {"no.cu", 1, {}}}}}, {"_Z1fv", {{0x10, inlined}, {0x20, {"c.cu", 21, {}}}}}}, function);
  EXPECT_TRUE(frames_of(function, function.instructions[0]).empty());
  EXPECT_EQ(frames_of(function, function.instructions[1]),
            (std::vector<SourceFrame>{{"x.cu", 7, "_Z1gv"}, {"c.cu", 16, "_Z1fv"}}));
  EXPECT_EQ(frames_of(function, function.instructions[2])[0].line, 21u);
}

TEST(SourceLines, WithNamesAreReadBackAsTheyArePrinted) {
  Function function = read_one(listing);
  const SourceNote inlined{"x.cu", 7, inlined_at("_Z1gv", "y.cu", 8) + " " + inlined_at("", "c.cu", 16)};
  take_lines({{"_Z1fv", {{0, inlined}}}}, function);
  const Function again = read_one(to_listing(function));
  const std::vector<SourceFrame> frames{{"x.cu", 7, "_Z1gv"}, {"y.cu", 8, ""}, {"c.cu", 16, "_Z1fv"}};
  EXPECT_EQ(frames_of(function, function.instructions[0]), frames);
  EXPECT_EQ(frames_of(again, again.instructions[0]), frames);
}

TEST(SourceLines, OfAFunctionThatTheFileDoesNotKnowStay) {
  Function function = read_one(listing);
  take_lines({{"_Z1gv", {{0, {"x.cu", 7, {}}}}}}, function);
  EXPECT_EQ(frames_of(function, function.instructions[2])[0].line, 20u);
}

}  // namespace
}  // namespace reconverge::sass
