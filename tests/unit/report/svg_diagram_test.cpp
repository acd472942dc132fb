// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <regex>

#include "report/formats/formats.hpp"
#include "report/formats/printed_figure.hpp"
#include "unit/report/markup.hpp"

namespace reconverge::report {
namespace {

BoxDiagram stacks(int columns) {
  BoxDiagram diagram{"walk", "Walk-through", {}, {}};
  for (int i = 0; i < columns; ++i) {
    diagram.columns.push_back({"state " + std::to_string(i),
                               "after SSY",
                               {{"SSY 0xffffffff", "re-convergence token"}, {"DIV 0x7fffffff", "divergence token"}}});
  }
  return diagram;
}

// The y of the line that holds `text`.
double height_of(const std::string& svg, const std::string& text) {
  std::smatch match;
  const std::regex line("y=\"([0-9.]+)\">" + text + "<");
  EXPECT_TRUE(std::regex_search(svg, match, line)) << text;
  return match.empty() ? 0 : std::stod(match[1]);
}

TEST(SvgDiagram, IsSoundMarkup) {
  REQUIRE_MARKUP_CHECKER();
  EXPECT_TRUE(is_sound_markup(to_svg(stacks(7))));
  EXPECT_TRUE(is_sound_markup(to_svg(stacks(0))));
}

TEST(SvgDiagram, PutsTheLastBoxOnTop) {
  const std::string svg = to_svg(stacks(1));
  EXPECT_LT(height_of(svg, "DIV 0x7fffffff"), height_of(svg, "SSY 0xffffffff"));
}

TEST(SvgDiagram, WrapsColumnsOntoRows) {
  const std::string svg = to_svg(stacks(7));
  EXPECT_EQ(height_of(svg, "state 0"), height_of(svg, "state 1"));
  EXPECT_GT(height_of(svg, "state 6"), height_of(svg, "state 0"));
  EXPECT_NE(svg.find("viewBox=\"0 0 680 "), std::string::npos);
}

TEST(SvgDiagram, FitsAColumnOfAPaperWithItsCaption) {
  const std::string svg = to_printed_svg(stacks(7), {"Walk-through", "Made by: reconverge."});
  EXPECT_NE(svg.find("width=\"89mm\""), std::string::npos);
  EXPECT_NE(svg.find("viewBox=\"0 0 394 "), std::string::npos);
  EXPECT_EQ(count(svg, ">Made by: reconverge.</tspan>"), 1u);
  EXPECT_GT(height_of(svg, "state 6"), height_of(svg, "state 0"));
}

TEST(SvgDiagram, ExplainsEachKindOnce) {
  const std::string svg = to_svg(stacks(3));
  EXPECT_EQ(count(svg, ">re-convergence token</tspan>"), 1u);
  EXPECT_EQ(count(svg, ">divergence token</tspan>"), 1u);
}

TEST(SvgDiagram, SaysThatAStackIsEmpty) {
  BoxDiagram diagram = stacks(1);
  diagram.columns[0].boxes.clear();
  EXPECT_EQ(count(to_svg(diagram), ">empty</tspan>"), 1u);
}

TEST(SvgDiagram, ShowsHostileNamesAsText) {
  REQUIRE_MARKUP_CHECKER();
  EXPECT_TRUE(
      is_sound_markup(to_svg(BoxDiagram{hostile, hostile, {{hostile, hostile, {{hostile, hostile}}}}, {hostile}})));
}

}  // namespace
}  // namespace reconverge::report
