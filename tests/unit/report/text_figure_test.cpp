// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

Figure rising() {
  return {.id = "f",
          .caption = "Rising.",
          .x = {.title = "n"},
          .y = {.title = "cycles"},
          .series = {{.name = "up", .points = {{0, 0}, {1, 10}, {2, 20}, {3, 30}}},
                     {.name = "flat", .points = {{0, 30}, {3, 30}}},
                     {.name = "none", .absent_because = "no card"}}};
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TextFigure, DrawsCurvesToOneScale) {
  const std::string text = to_text(rising(), 80);
  EXPECT_TRUE(holds(text, "▁"));
  EXPECT_TRUE(holds(text, "█"));
  EXPECT_TRUE(holds(text, "0 to 30"));
  // The flat one is as high as the other's highest point everywhere.
  const auto flat = text.substr(text.find("flat"), text.find("none") - text.find("flat"));
  EXPECT_FALSE(holds(flat, "▁"));
  EXPECT_TRUE(holds(flat, "█"));
}

TEST(TextFigure, SaysWhyASeriesIsAbsent) { EXPECT_TRUE(holds(to_text(rising(), 80), "absent: no card")); }

TEST(TextFigure, HasColourOnlyIfAsked) {
  EXPECT_FALSE(holds(to_text(rising(), 80), "\033"));
  EXPECT_TRUE(holds(to_text(rising(), 80, Style::coloured), "\033[34m"));
}

TEST(TextFigure, KeepsEscapeSequencesOfNamesOut) {
  Figure figure = rising();
  figure.series[0].name = "\033[31mred";
  EXPECT_FALSE(holds(to_text(figure, 80), "\033"));
}

TEST(TextFigure, KeepsTheEndOfLongNames) {
  Figure figure = rising();
  figure.series[0].name = "NVIDIA H100 80GB HBM3, lanes alternating";
  figure.series[1].name = "NVIDIA H100 80GB HBM3, lanes halves";
  for (const int width : {40, 80, 160}) {
    EXPECT_TRUE(holds(to_text(figure, width), "alternating")) << width;
    EXPECT_TRUE(holds(to_text(figure, width), "halves")) << width;
  }
  EXPECT_TRUE(holds(to_text(figure, 160), "NVIDIA H100 80GB HBM3, lanes alternating  "));
}

TEST(TextFigure, EndsWithItsNotes) {
  Figure figure = rising();
  figure.notes = {"what n is"};
  EXPECT_TRUE(to_text(figure, 80).ends_with("what n is\n"));
}

}  // namespace
}  // namespace reconverge::report
