// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "report/formats/formats.hpp"
#include "report/formats/svg_canvas.hpp"
#include "report/formats/svg_marks.hpp"
#include "unit/report/markup.hpp"

namespace reconverge::report {
namespace {

Figure cycles() {
  return {"single_loop",
          "Cycles of the single loop",
          {"lanes n"},
          {"cycles"},
          {{.name = "Kepler",
            .provenance = "paper, section 5",
            .mark = Mark::circle,
            .line = Line::solid,
            .points = {{0, 800}, {1, 1041.5}}},
           {.name = "measured", .mark = Mark::cross, .absent_because = "no card of this generation"}},
          {}};
}

TEST(SvgFigure, IsSoundMarkup) {
  REQUIRE_MARKUP_CHECKER();
  EXPECT_TRUE(is_sound_markup(to_svg(cycles())));
}

TEST(SvgFigure, TellsScreenReadersWhatItShows) {
  const std::string svg = to_svg(cycles());
  EXPECT_NE(svg.find("<title id=\"single_loop-title\">Cycles of the single loop</title>"), std::string::npos);
  EXPECT_NE(svg.find("Kepler: 2 points from 800 to 1041.5 (paper, section 5)."), std::string::npos) << svg;
}

TEST(SvgFigure, GivesEachPointATooltipWithValueSeriesAndProvenance) {
  EXPECT_NE(to_svg(cycles()).find("<title>Kepler&#10;lanes n: 1&#10;cycles: 1041.5&#10;paper, section 5</title>"),
            std::string::npos);
}

TEST(SvgFigure, NamesAbsentSeriesInTheLegend) {
  const std::string svg = to_svg(cycles());
  EXPECT_NE(svg.find(">measured</tspan>"), std::string::npos);
  EXPECT_NE(svg.find(">absent: no card of this generation</tspan>"), std::string::npos) << svg;
}

TEST(SvgFigure, DrawsAxesEvenIfEverySeriesIsAbsent) {
  Figure figure = cycles();
  figure.series.erase(figure.series.begin());
  const std::string svg = to_svg(figure);
  EXPECT_NE(svg.find("absent: no series of this figure has a point"), std::string::npos);
  EXPECT_NE(svg.find(">lanes n</tspan>"), std::string::npos);
}

TEST(SvgFigure, LeavesOutBrokenPointsAndSaysSo) {
  Figure figure = cycles();
  figure.series[0].points.emplace_back(2, std::nan(""));
  const std::string svg = to_svg(figure);
  EXPECT_NE(svg.find("1 point without a finite number left out"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(SvgFigure, ShowsHostileNamesAsText) {
  REQUIRE_MARKUP_CHECKER();
  Figure figure = cycles();
  figure.id = figure.caption = figure.x.title = figure.y.title = hostile;
  for (auto& series : figure.series) series.name = series.provenance = series.absent_because = hostile;
  const std::string svg = to_svg(figure);
  EXPECT_TRUE(is_sound_markup(svg));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
}

TEST(SvgFigure, OfLongTracesStaysSmall) {
  Figure figure = cycles();
  figure.series = {{.name = "depth", .mark = Mark::none, .line = Line::step}};
  for (int i = 0; i < 50000; ++i) figure.series[0].points.emplace_back(i, (i * 7919) % 33);
  const std::string svg = to_svg(figure);
  EXPECT_LT(svg.size(), 100'000u);
  EXPECT_EQ(count(svg, "<path fill=\"none\""), 2u);  // the curve and its sample in the legend
}

TEST(SvgFigure, BringsItsColoursOnlyWhenItStandsAlone) {
  EXPECT_EQ(count(draw(cycles(), "a", Embedding::inlined), "<style>"), 0u);
  const std::string alone = to_svg(cycles());
  EXPECT_EQ(count(alone, "<style>"), 1u);
  EXPECT_NE(alone.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(LinePath, HoldsAValueUntilTheNextStep) {
  EXPECT_EQ(line_path(Line::step, {{0, 5}, {1, 5}, {2, 9}, {3, 9}}, ""), "<path fill=\"none\" d=\"M0 5H2V9H3\"/>\n");
}

TEST(LinePath, DashesOnlyDashedLines) {
  EXPECT_EQ(count(line_path(Line::dashed, {{0, 5}, {1, 5}}, ""), "stroke-dasharray"), 1u);
  EXPECT_EQ(count(line_path(Line::dashed_step, {{0, 5}, {1, 5}}, ""), "stroke-dasharray"), 1u);
  EXPECT_EQ(count(line_path(Line::solid, {{0, 5}, {1, 5}}, ""), "stroke-dasharray"), 0u);
  EXPECT_EQ(line_path(Line::none, {{0, 5}, {1, 5}}, ""), "");
}

TEST(ThinOut, KeepsTheExtremesOfEachPixelColumn) {
  const Pixels points = {{0.0, 5}, {0.1, 9}, {0.2, 6}, {0.3, 1}, {0.4, 4}, {0.7, 2}};
  EXPECT_EQ(thin_out(points), (Pixels{{0.0, 5}, {0.1, 9}, {0.3, 1}, {0.4, 4}, {0.7, 2}}));
}

}  // namespace
}  // namespace reconverge::report
