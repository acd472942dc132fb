// SPDX-License-Identifier: MIT
#include "report/formats/json_reader.hpp"

#include <gtest/gtest.h>

#include "report/formats/json.hpp"

namespace reconverge::report {
namespace {

Report sample() {
  Table table{.id = "t",
              .caption = "T",
              .columns = {{"a", "A", "measured"}, {"b", "B", ""}},
              .rows = {{std::int64_t{5}, Absent{"no card"}}, {1.5, std::string("word")}, {true, std::string()}},
              .notes = {"note"}};
  Table bulk = table;
  bulk.bulk = true;
  Figure figure{
      .id = "f",
      .caption = "F",
      .x = {.title = "n", .ticks = {0, 4}},
      .y = {.title = "cycles"},
      .series =
          {{.name = "s", .provenance = "paper", .mark = Mark::cross, .line = Line::dashed_step, .points = {{0, 1.5}}},
           {.name = "gone", .absent_because = "never"}},
      .notes = {"n"}};
  BoxDiagram diagram{.id = "d", .caption = "D", .columns = {{"1", "sub", {{"box", "kind"}}}}, .notes = {}};
  return {.title = "R",
          .properties = {{"device", "one"}, {"device", "two"}, {"tool", "x"}},
          .sections = {{"s", "S", {Text{"words", true}, table, bulk, figure, diagram}}}};
}

// What is read is written as it was read.
TEST(ReadReport, GivesBackWhatWasStored) {
  const auto stored = to_json(sample());
  const auto read = read_report(stored);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(to_json(*read), stored);
}

TEST(ReadReport, PutsALineInPlaceOfAnApplet) {
  Report report{.title = "R", .sections = {{"s", "S", {Applet{.id = "a", .caption = "Explorer"}}}}};
  const auto read = read_report(to_json(report));
  ASSERT_TRUE(read.has_value());
  const auto* text = std::get_if<Text>(&read->sections[0].blocks[0]);
  ASSERT_NE(text, nullptr);
  EXPECT_NE(text->body.find("Explorer"), std::string::npos);
}

TEST(ReadReport, RefusesWhatIsNoReport) {
  for (const char* text : {"null", "5", "[]", "{}", R"({"sections": 7})"})
    EXPECT_FALSE(read_report(nlohmann::ordered_json::parse(text)).has_value()) << text;
}

// Members of another kind than expected are absent, never a crash.
TEST(ReadReport, SurvivesDamage) {
  for (const char* text :
       {R"({"sections": [7, null, {"blocks": [1, {"type": "table", "rows": 5, "columns": [null]}]}]})",
        R"({"sections": [{"blocks": [{"type": "figure", "series": [{"points": [[1], ["a", 2], null]}]}]}]})",
        R"({"sections": [{"blocks": [{"type": "table", "columns": [{"key": "a"}], "rows": [null, [], {"a": {}}]}]}]})"})
    EXPECT_TRUE(read_report(nlohmann::ordered_json::parse(text)).has_value()) << text;
}

}  // namespace
}  // namespace reconverge::report
