// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/formats/formats.hpp"
#include "unit/report/markup.hpp"

namespace reconverge::report {
namespace {

Table costs() {
  return {"costs",
          "Costs",
          {{"what", "what", ""}, {"cycles", "cycles", "paper, section 4"}},
          {{std::string("branch"), 32.0}, {std::string("spill"), Absent{"not printed"}}},
          {"A note."}};
}

Figure cycles() {
  return {"single_loop",
          "Cycles",
          {"n"},
          {"cycles"},
          {{.name = "Kepler", .provenance = "paper, section 5", .points = {{0, 800}, {1, 1041.5}}},
           {.name = "measured", .absent_because = "no card"}},
          {"A remark."}};
}

Report full_report() {
  return {"Report",
          {{"version", "0.1"}},
          {{"first", "First", {Text{"one\n\ntwo", false}, costs(), cycles()}},
           {"second",
            "Second",
            {Text{"a\n  b", true}, cycles(), BoxDiagram{"walk", "Walk", {{"state 1", "", {{"SSY", "token"}}}}, {}}}}}};
}

TEST(Html, IsSoundMarkupWithUniqueIdsAndNoRequest) {
  REQUIRE_MARKUP_CHECKER();
  EXPECT_TRUE(is_sound_markup(to_html(full_report())));  // holds one figure twice
  EXPECT_TRUE(is_sound_markup(to_html(Report{})));
}

TEST(Html, ForbidsTheBrowserEveryRequest) {
  EXPECT_NE(to_html(full_report()).find("default-src 'none'"), std::string::npos);
}

TEST(Html, ListsPropertiesAndContents) {
  const std::string html = to_html(full_report());
  EXPECT_NE(html.find("<th scope=\"row\">version</th><td>0.1</td>"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"#second\">Second</a>"), std::string::npos);
  EXPECT_NE(html.find("<h2 id=\"second\">Second</h2>"), std::string::npos);
}

TEST(Html, BeginsWithItsContentsAndEndsWithHowItWasMade) {
  const std::string html = to_html(full_report());
  const std::size_t contents = html.find("<nav");
  EXPECT_LT(contents, html.find("<section aria-labelledby"));
  EXPECT_LT(contents, html.find("<h2 id=\"second\">"));
  EXPECT_LT(html.find("<h2 id=\"second\">"), html.find("<table class=\"properties\">"));
}

TEST(Html, ShowsNumberedLinesAsAList) {
  const auto page_of = [](const char* text) {
    return to_html(Report{.sections = {{.id = "s", .title = "S", .blocks = {Text{.body = text}}}}});
  };
  EXPECT_NE(page_of("1. one <b>\n2. two").find("<ol>\n<li>one &lt;b&gt;</li>\n<li>two</li>\n</ol>"), std::string::npos);
  EXPECT_EQ(page_of("1. one\n3. three").find("<li>one"), std::string::npos);
  EXPECT_NE(page_of("1.5 cycles").find("<p>1.5 cycles</p>"), std::string::npos);
}

TEST(Html, MakesNumbersOfAWideTableSmallEnoughForPaper) {
  const auto table_of = [](std::size_t columns, double value) {
    Table table{.id = "wide"};
    for (std::size_t i = 0; i < columns; ++i) table.columns.push_back({std::to_string(i), std::to_string(i), ""});
    table.rows.push_back(std::vector<Cell>(columns, value));
    return to_html(Report{.sections = {{.id = "s", .title = "S", .blocks = {table}}}});
  };
  EXPECT_EQ(table_of(8, 32).find("style=\"--rc-print"), std::string::npos);
  EXPECT_NE(table_of(12, 1234567.25).find("<table class=\"lead\" style=\"--rc-print:"), std::string::npos);
  EXPECT_NE(table_of(34, 32).find("<table class=\"many lead\""), std::string::npos);
}

TEST(Html, BreaksLongNamesAfterTheirPartsAndNoArrow) {
  Table table{.id = "t", .columns = {{"name", "name", ""}, {"change", "change", ""}}};
  table.rows.push_back({"breadth_first_search_step", "1287 -> 547"});
  table.rows.push_back({"short_name", "a<b"});
  const std::string html = to_html(Report{.sections = {{.id = "s", .title = "S", .blocks = {table}}}});
  EXPECT_NE(html.find(">breadth_<wbr/>first_<wbr/>search_<wbr/>step</td>"), std::string::npos);
  EXPECT_NE(html.find(">1287 <span class=\"arrow\">-&gt;</span> 547</td>"), std::string::npos);
  EXPECT_NE(html.find(">short_name</td>"), std::string::npos);
}

TEST(Html, GivesAWideTableTheWindow) {
  const auto table_of = [](std::size_t columns) {
    Table table{.id = "wide", .sortable = true};
    for (std::size_t i = 0; i < columns; ++i) table.columns.push_back({std::to_string(i), std::to_string(i), ""});
    table.rows.push_back(std::vector<Cell>(columns, "NVIDIA H100 80GB HBM3"));
    return to_html(Report{.sections = {{.id = "s", .title = "S", .blocks = {table}}}});
  };
  EXPECT_EQ(table_of(3).find("class=\"wide\""), std::string::npos);
  EXPECT_NE(table_of(5).find("<figure id=\"wide\" class=\"wide\" style=\"--rc-half:"), std::string::npos);
  EXPECT_NE(table_of(5).find("<td class=\"brief\">"), std::string::npos);
}

TEST(Html, ShowsAbsentCellsWithTooltipAndFootnote) {
  const std::string html = to_html(full_report());
  EXPECT_NE(html.find("<td class=\"absent number\" title=\"not printed\">absent<sup>"
                      "<a href=\"#costs-absent-1\">1</a></sup></td>"),
            std::string::npos);
  EXPECT_NE(html.find("<li id=\"costs-absent-1\"><strong>1 absent:</strong> not printed</li>"), std::string::npos);
}

TEST(Html, AlignsNumbersAndPrintsProvenance) {
  const std::string html = to_html(full_report());
  EXPECT_NE(html.find("<td class=\"number\">32</td>"), std::string::npos);
  EXPECT_NE(html.find("<li><strong>cycles:</strong> paper, section 4</li>"), std::string::npos);
}

TEST(Html, GivesAFigureItsDataSourcesAndNotes) {
  const std::string html = to_html(full_report());
  const std::size_t details = html.find("<details>");
  ASSERT_NE(details, std::string::npos);
  const std::string inside = html.substr(details, html.find("</details>") - details);
  EXPECT_NE(inside.find("<td class=\"number\">1041.5</td>"), std::string::npos);
  EXPECT_NE(inside.find("<strong>Kepler:</strong> paper, section 5"), std::string::npos);
  EXPECT_NE(inside.find("<strong>measured:</strong> absent: no card"), std::string::npos);
  EXPECT_NE(inside.find("A remark."), std::string::npos);
}

TEST(Html, KeepsAnchorsOfTheDocument) {
  const std::string html = to_html(full_report());
  EXPECT_NE(html.find("<figure id=\"single_loop\""), std::string::npos);
  EXPECT_NE(html.find("<figure id=\"single_loop-2\""), std::string::npos);
}

TEST(Html, SplitsParagraphsAndKeepsCodeAsItIs) {
  const std::string html = to_html(full_report());
  EXPECT_NE(html.find("<p>one</p>\n<p>two</p>"), std::string::npos);
  EXPECT_NE(html.find("a&#10;  b</pre>"), std::string::npos);
}

TEST(Html, HasAStyleForLightDarkPhoneAndPaper) {
  const std::string html = to_html(full_report());
  for (const char* rule : {"prefers-color-scheme:dark", "@media print", "@media (max-width:"}) {
    EXPECT_NE(html.find(rule), std::string::npos) << rule;
  }
}

TEST(Html, ShowsHostileNamesAsText) {
  REQUIRE_MARKUP_CHECKER();
  Report report{hostile, {{hostile, hostile}}, {}};
  Figure figure{
      hostile,
      hostile,
      {hostile},
      {hostile},
      {{.name = hostile, .provenance = hostile, .points = {{1, 2}}}, {.name = hostile, .absent_because = hostile}},
      {hostile}};
  report.sections = {
      {hostile,
       hostile,
       {Text{hostile, false}, Text{hostile, true},
        Table{hostile, hostile, {{hostile, hostile, hostile}}, {{hostile}, {Absent{hostile}}}, {hostile}}, figure,
        BoxDiagram{hostile, hostile, {{hostile, hostile, {{hostile, hostile}}}}, {hostile}}}}};
  const std::string html = to_html(report);
  EXPECT_TRUE(is_sound_markup(html));
  EXPECT_EQ(html.find(hostile), std::string::npos);
}

TEST(Html, MakesFiguresInteractiveOrSaysWhyNot) {
  const std::string html = to_html(full_report());
  const bool charts = html.find("script-src 'nonce-") != std::string::npos;
  const bool excuse = html.find("no charting library was found") != std::string::npos;
  EXPECT_NE(charts, excuse);
  EXPECT_EQ(charts, html.find("data-chart=") != std::string::npos);
}

TEST(Html, HasNoScriptWithoutFigures) {
  const std::string html = to_html(Report{"t", {}, {{"s", "s", {Text{"words", false}, costs()}}}});
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("script-src"), std::string::npos);
}

TEST(Html, HoldsAnApplet) {
  REQUIRE_MARKUP_CHECKER();
  Applet applet{.id = "a",
                .caption = "An applet",
                .markup = "<p>hello</p>",
                .script = "if (1 < 2 && true) go();\n",
                .data = R"(["</script><b>&"])",
                .without_script = "none"};
  const std::string html = to_html(Report{"t", {}, {{"s", "s", {applet}}}});
  EXPECT_TRUE(is_sound_markup(html));
  EXPECT_NE(html.find("<p>hello</p>"), std::string::npos);
  EXPECT_NE(html.find(R"(["\u003c/script\u003e\u003cb\u003e\u0026"])"), std::string::npos);
}

TEST(Html, NamesBulkTablesInsteadOfShowingThem) {
  Table bulk = costs();
  bulk.bulk = true;
  const std::string html = to_html(Report{"t", {}, {{"s", "s", {bulk}}}});
  EXPECT_EQ(html.find("<td class=\"number\">32</td>"), std::string::npos);
  EXPECT_NE(html.find("rows, in the file costs.csv"), std::string::npos);
}

}  // namespace
}  // namespace reconverge::report
