// SPDX-License-Identifier: MIT
#include "report/formats/escape.hpp"

#include <gtest/gtest.h>

namespace reconverge::report {
namespace {

TEST(EscapeXml, TurnsMarkupIntoText) {
  EXPECT_EQ(escape_xml("<a href=\"x\" b='y'>&"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
}

TEST(EscapeXml, KeepsLinesInsideAttributes) { EXPECT_EQ(escape_xml("a\nb"), "a&#10;b"); }

TEST(EscapeXml, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(escape_xml(std::string_view("a\0b\x1b\xff", 5)), "a\uFFFDb\uFFFD\uFFFD");
}

TEST(EscapeMarkdown, KeepsPipesAndMarksAsText) {
  EXPECT_EQ(escape_markdown("a|b"), "a\\|b");
  EXPECT_EQ(escape_markdown("*a* `b` [c](d)"), "\\*a\\* \\`b\\` \\[c\\](d)");
  EXPECT_EQ(escape_markdown("<b>&"), "&lt;b&gt;&amp;");
  EXPECT_EQ(escape_markdown("a\\|b"), "a\\\\\\|b");
  EXPECT_EQ(escape_markdown("two\nlines"), "two<br>lines");
}

TEST(EscapeMarkdown, LeavesOrdinaryNamesAndNumbersReadable) {
  EXPECT_EQ(escape_markdown("kepler_cycles"), "kepler_cycles");
  EXPECT_EQ(escape_markdown("4.2"), "4.2");
  EXPECT_EQ(escape_markdown("-12.5"), "-12.5");
  EXPECT_EQ(escape_markdown("_Z6kernelPf"), "\\_Z6kernelPf");
}

TEST(EscapeMarkdown, StartsNoBlock) {
  EXPECT_EQ(escape_markdown("# a"), "\\# a");
  EXPECT_EQ(escape_markdown("- a"), "\\- a");
  EXPECT_EQ(escape_markdown("---"), "\\---");
  EXPECT_EQ(escape_markdown("12. a"), "12\\. a");
}

TEST(Anchor, IsAnXmlName) {
  EXPECT_EQ(anchor("single_loop"), "single_loop");
  EXPECT_EQ(anchor("n=31 <x>"), "n-31--x-");
  EXPECT_EQ(anchor("31"), "id-31");
  EXPECT_EQ(anchor(""), "id-");
}

}  // namespace
}  // namespace reconverge::report
