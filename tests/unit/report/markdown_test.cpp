// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/formats/formats.hpp"
#include "unit/report/markup.hpp"

namespace reconverge::report {
namespace {

TEST(Markdown, WritesATableWithFootnotesAndSources) {
  const Table table{"t",
                    "Costs",
                    {{"what", "what", ""}, {"cycles", "cycles", "paper"}},
                    {{std::string("a|b"), 32.0}, {std::string("spill"), Absent{"not printed"}}},
                    {"A note."}};
  EXPECT_EQ(to_markdown(table),
            "**Costs**\n\n"
            "| what | cycles |\n"
            "| --- | ---: |\n"
            "| a\\|b | 32 |\n"
            "| spill | absent (1) |\n"
            "\n"
            "- (1) absent: not printed\n"
            "- cycles: paper\n"
            "- A note.\n");
}

TEST(Markdown, SaysWhichSeriesIsAbsentAndWhy) {
  const Figure figure{"f",
                      "Cycles",
                      {"n"},
                      {"cycles"},
                      {{.name = "Kepler", .provenance = "paper", .points = {{1, 2.5}}},
                       {.name = "measured", .absent_because = "no card"}},
                      {}};
  const std::string text = to_markdown(Report{"R", {}, {{"s", "S", {figure}}}});
  EXPECT_NE(text.find("- Kepler (paper)\n- measured: absent: no card\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| n | Kepler |\n| ---: | ---: |\n| 1 | 2.5 |\n"), std::string::npos) << text;
}

TEST(Markdown, ReadsAStackFromTheBottom) {
  const BoxDiagram diagram{
      "d", "Walk", {{"state 1", "start", {}}, {"state 2", "", {{"SSY", "token"}, {"DIV", ""}}}}, {}};
  const std::string text = to_markdown(Report{"R", {}, {{"s", "S", {diagram}}}});
  EXPECT_NE(text.find("- state 1 (start), from the bottom: empty\n"), std::string::npos) << text;
  EXPECT_NE(text.find("- state 2, from the bottom: SSY \\[token\\], DIV\n"), std::string::npos) << text;
}

TEST(Markdown, FencesCodeSoThatItCannotEndTheFence) {
  const std::string text = to_markdown(Report{"R", {}, {{"s", "S", {Text{"a\n```\n<b>", true}}}}});
  EXPECT_NE(text.find("````\na\n```\n<b>\n````\n"), std::string::npos) << text;
}

TEST(Markdown, ShowsHostileNamesAsText) {
  Report report{hostile, {{hostile, hostile}}, {{hostile, hostile, {}}}};
  report.sections[0].blocks = {Text{hostile, false},
                               Table{hostile, hostile, {{hostile, hostile, hostile}}, {{hostile}}, {hostile}}};
  const std::string text = to_markdown(report);
  EXPECT_EQ(text.find("<script"), std::string::npos) << text;
  EXPECT_EQ(text.find("&|"), std::string::npos) << text;
}

}  // namespace
}  // namespace reconverge::report
