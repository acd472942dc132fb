// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <sstream>

#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

Table costs() {
  return {"costs",
          "Costs",
          {{"what", "what", ""}, {"cycles", "clock cycles", "paper, section 4"}},
          {{std::string("divergent branch"), 32.0}, {std::string("spill"), Absent{"not printed"}}},
          {"A note."}};
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(Text, AlignsColumnsAndNumbersToTheRight) {
  EXPECT_EQ(to_text(costs()),
            "Costs\n"
            "\n"
            "what              clock cycles\n"
            "----------------  ------------\n"
            "divergent branch            32\n"
            "spill               absent [1]\n"
            "\n"
            "[1] absent: not printed\n"
            "clock cycles: paper, section 4\n"
            "A note.\n");
}

TEST(Text, NamesAProvenanceOnceForAllItsColumns) {
  const Table table{
      "t", "", {{"a", "a", "counted"}, {"b", "b", "priced"}, {"c", "c", "counted"}, {"d", "d", ""}}, {}, {}};
  const std::string text = to_text(table);
  EXPECT_NE(text.find("\na, c: counted\nb: priced\n"), std::string::npos) << text;
}

TEST(Text, TakesWidthWhereItCostsTheFewestLines) {
  Table table{"t", "", {{"prose", "prose", ""}, {"verdict", "verdict", ""}}, {}, {}};
  for (int row = 0; row < 8; ++row) {
    table.rows.push_back(
        {std::string("a sentence of many short words that goes on until it is long"), std::string("met")});
  }
  table.rows.push_back({std::string("short"), std::string("the text contradicts itself, and here at some length")});
  const std::string text = to_text(table, 80);
  EXPECT_LE(widest_line(text), 80u) << text;
  EXPECT_NE(text.find("until it is long  met"), std::string::npos) << text;  // eight lines, not sixteen
}

TEST(Text, WrapsAParagraph) {
  EXPECT_EQ(to_text(Text{"one two three\n", false}, 8), "one two\nthree\n");
  EXPECT_EQ(to_text(Text{"one two three", true}, 8), "one two three\n");
}

TEST(Text, WrapsLongTextColumnsAndKeepsTheWidth) {
  Table table = costs();
  table.rows[0][0].emplace<std::string>("a divergent branch whatever the number of lanes that take it");
  const std::string text = to_text(table, 40);
  EXPECT_LE(widest_line(text), 40u) << text;
  EXPECT_NE(text.find("absent [1]"), std::string::npos);
}

TEST(Text, MovesColumnsThatDoNotFitToAnotherPanel) {
  Table table{"t", "", {}, {{}}, {}};
  for (int i = 0; i < 12; ++i) {
    table.columns.push_back({"k", "column" + std::to_string(i), ""});
    table.rows[0].emplace_back(std::int64_t{1000000000} + i);
  }
  const std::string text = to_text(table, 60);
  EXPECT_LE(widest_line(text), 60u) << text;
  for (const auto& cell : table.rows[0]) {
    EXPECT_NE(text.find(std::to_string(std::get<std::int64_t>(cell))), std::string::npos) << text;
  }
}

TEST(Text, NeverCutsInsideACodePoint) {
  Table table = costs();
  std::string umlauts;
  for (int i = 0; i < 50; ++i) umlauts += "\u00e4";
  table.rows[0][0].emplace<std::string>(umlauts);
  const std::string text = to_text(table, 32);
  EXPECT_EQ(text.find("\uFFFD"), std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto first = static_cast<unsigned char>(line.empty() ? ' ' : line[0]);
    EXPECT_NE(first & 0xC0, 0x80) << line;
  }
}

TEST(Text, LetsNoControlCharacterReachTheTerminal) {
  Table table = costs();
  table.rows[0][0].emplace<std::string>("\x1b[2Jgone");
  table.columns[0].title = "\x1b[31m";
  table.notes = {"\x07"};
  EXPECT_EQ(to_text(table).find_first_of("\x1b\x07"), std::string::npos);
}

TEST(Text, ShowsATableWithoutRows) {
  Table table = costs();
  table.rows.clear();
  EXPECT_NE(to_text(table).find("clock cycles"), std::string::npos);
}

}  // namespace
}  // namespace reconverge::report
