// SPDX-License-Identifier: MIT
#include "report/formats/utf8.hpp"

#include <gtest/gtest.h>

namespace reconverge::report {
namespace {

using Lines = std::vector<std::string>;

TEST(CleanUtf8, KeepsValidText) {
  const std::string text = "a \u00e4 \u20ac \U0001F600\t\n";
  EXPECT_EQ(clean_utf8(text), text);
}

TEST(CleanUtf8, ReplacesBrokenBytes) {
  EXPECT_EQ(clean_utf8("a\xC3"), "a\uFFFD");                              // cut short
  EXPECT_EQ(clean_utf8("\xC0\xAF"), "\uFFFD\uFFFD");                      // overlong
  EXPECT_EQ(clean_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // surrogate
  EXPECT_EQ(clean_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond Unicode
}

TEST(CleanUtf8, ReplacesTerminalAndDirectionControls) {
  EXPECT_EQ(clean_utf8("\x1b[31m"), "\uFFFD[31m");
  EXPECT_EQ(clean_utf8("a\u202Eb"), "a\uFFFDb");
}

TEST(Wrap, BreaksAtSpaces) { EXPECT_EQ(wrap("one two three", 7, terminal_width), (Lines{"one two", "three"})); }

TEST(Wrap, BreaksAWordOnlyIfItIsTooLong) {
  EXPECT_EQ(wrap("ab abcdefgh", 5, terminal_width), (Lines{"ab", "abcde", "fgh"}));
}

TEST(Wrap, NeverCutsInsideACodePoint) {
  EXPECT_EQ(wrap("\u00e4\u00f6\u00fc", 2, terminal_width), (Lines{"\u00e4\u00f6", "\u00fc"}));
}

TEST(Wrap, KeepsLineFeedsAndIsNeverEmpty) {
  EXPECT_EQ(wrap("a\nb", 10, terminal_width), (Lines{"a", "b"}));
  EXPECT_EQ(wrap("", 10, terminal_width), (Lines{""}));
}

TEST(Wrap, EndsEvenIfNoCharacterFits) { EXPECT_EQ(wrap("ab", 0.5, terminal_width), (Lines{"a", "b"})); }

TEST(Paragraphs, ArePartedByEmptyLines) {
  EXPECT_EQ(paragraphs("a\nb\n\n\nc\n"), (Lines{"a\nb", "c\n"}));
  EXPECT_TRUE(paragraphs("\n\n").empty());
}

}  // namespace
}  // namespace reconverge::report
