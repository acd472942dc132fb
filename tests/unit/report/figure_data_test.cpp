// SPDX-License-Identifier: MIT
#include "report/formats/figure_data.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/formats/cell.hpp"

namespace reconverge::report {
namespace {

TEST(FigureData, JoinsSeriesByX) {
  const Figure figure{"f",
                      "",
                      {"n"},
                      {"y"},
                      {{.name = "a", .points = {{2, 20}, {1, 10}}},
                       {.name = "b", .points = {{1, 11}}},
                       {.name = "c", .absent_because = "no card"}},
                      {}};
  const Table table = data_table(figure, 100);
  ASSERT_EQ(table.columns.size(), 3u);  // the absent series has no column of its own
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0], (std::vector<Cell>{1.0, 10.0, 11.0}));
  EXPECT_EQ(table.rows[1][1], Cell(20.0));
  EXPECT_TRUE(absence(table.rows[1][2]).has_value());
}

TEST(FigureData, KeepsSeveralPointsAtOneX) {
  const Figure figure{"f", "", {"n"}, {"y"}, {{.name = "a", .points = {{1, 10}, {1, 11}}}}, {}};
  EXPECT_EQ(data_table(figure, 100).rows.size(), 2u);
}

TEST(FigureData, HasNoRowForABrokenX) {
  const double broken = std::nan("");
  const Figure figure{"f", "", {"n"}, {"y"}, {{.name = "a", .points = {{broken, 1}, {1, 10}, {broken, 2}}}}, {}};
  const Table table = data_table(figure, 100);
  EXPECT_EQ(table.rows, (std::vector<std::vector<Cell>>{{1.0, 10.0}}));
  EXPECT_EQ(table.notes, std::vector<std::string>{"Points left out because their x is not a finite number: 2."});
}

TEST(FigureData, ListsAStepCurveWhereItChanges) {
  const Figure figure{"f",
                      "",
                      {"step"},
                      {"depth"},
                      {{.name = "a", .line = Line::step, .points = {{0, 1}, {1, 1}, {2, 3}, {3, 3}, {4, 3}}}},
                      {}};
  const Table table = data_table(figure, 100);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[1], (std::vector<Cell>{2.0, 3.0}));
  EXPECT_EQ(table.rows[2], (std::vector<Cell>{4.0, 3.0}));  // where the curve ends
  EXPECT_EQ(table.notes.size(), 1u);
}

TEST(FigureData, SaysWhatItLeavesOut) {
  Figure figure{"f", "", {"n"}, {"y"}, {{.name = "a"}}, {}};
  for (int i = 0; i < 50; ++i) figure.series[0].points.emplace_back(i, i);
  const Table table = data_table(figure, 10);
  EXPECT_EQ(table.rows.size(), 10u);
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_EQ(table.notes[0], "The first 10 of 50 rows are listed.");
}

}  // namespace
}  // namespace reconverge::report
