// SPDX-License-Identifier: MIT
#include "report/formats/series_style.hpp"

#include <gtest/gtest.h>

#include "report/formats/formats.hpp"
#include "report/formats/printed_figure.hpp"

namespace reconverge::report {
namespace {

Series series(const std::string& name, std::optional<std::size_t> colour, double y) {
  return {.name = name, .points = {{0, y}, {1, y}}, .colour = colour};
}

TEST(SeriesStyle, KeepsAColourOfItsOwnAndGivesOthersNoneThatIsTaken) {
  const Figure figure{
      .id = "f",
      .series = {series("a", {}, 1), series("b", 0, 2), series("c", {}, 3), series("d", 2, 4), series("e", {}, 5)}};
  EXPECT_EQ(colours_of(figure), (std::vector<std::size_t>{1, 0, 3, 2, 4}));
}

TEST(SeriesStyle, ColoursStartAgain) {
  Figure figure{.id = "f"};
  for (int i = 0; i < 8; ++i) figure.series.push_back(series("s", {}, i));
  EXPECT_EQ(colours_of(figure), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 0, 1}));
}

TEST(SeriesStyle, SaysWhichCurvesAreEqual) {
  const Figure figure{
      .id = "f", .series = {series("a", {}, 1), series("b", {}, 2), series("c", {}, 1), {.name = "d"}, {.name = "e"}}};
  EXPECT_EQ(equal_to(figure), (std::vector<std::string>{"", "", "a", "", ""}));
  EXPECT_NE(to_svg(figure).find("the same values as a"), std::string::npos);
}

TEST(PrintedFigure, IsAsWideAsAColumnAndSaysHowItWasMade) {
  const Figure figure{.id = "f", .caption = "Cycles", .series = {series("first", {}, 1), series("second", {}, 2)}};
  const std::string svg = to_printed_svg(figure, {"Cycles.", "Made by: reconverge."});
  EXPECT_NE(svg.find("width=\"89mm\""), std::string::npos);
  for (const char* text : {">first<", ">second<", ">Cycles.<", ">Made by: reconverge.<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(to_svg(figure).find("mm\""), std::string::npos);
}

}  // namespace
}  // namespace reconverge::report
