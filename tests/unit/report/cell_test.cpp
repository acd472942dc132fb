// SPDX-License-Identifier: MIT
#include "report/formats/cell.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace reconverge::report {
namespace {

TEST(Cell, IsAbsentWithItsReason) {
  EXPECT_EQ(absence(Cell(Absent{"no card"})), "no card");
  EXPECT_EQ(absence(Cell(Absent{})), "no reason given");
  EXPECT_EQ(absence(Cell(0.0)), std::nullopt);
  EXPECT_EQ(absence(Cell(std::string())), std::nullopt);
}

TEST(Cell, TakesNoFiniteNumberAsAbsent) {
  for (const double broken : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(absence(Cell(broken)).has_value());
    EXPECT_EQ(readable(Cell(broken)), "absent");
    EXPECT_EQ(exact(Cell(broken)), "");
    EXPECT_FALSE(is_number(Cell(broken)));
  }
}

TEST(Cell, ReadsDifferentlyForPeopleAndPrograms) {
  EXPECT_EQ(readable(Cell(true)), "yes");
  EXPECT_EQ(exact(Cell(true)), "true");
  EXPECT_EQ(readable(Cell(1.0 / 3)), "0.3333");
  EXPECT_EQ(exact(Cell(1.0 / 3)), "0.3333333333333");
  EXPECT_EQ(exact(Cell(std::int64_t{-7})), "-7");
}

TEST(NumericColumn, HoldsNumbersAndAbsentCellsOnly) {
  const Table table{"t",
                    "",
                    {{"a", "a", ""}, {"b", "b", ""}, {"c", "c", ""}},
                    {{1.5, 1.5, Absent{}}, {Absent{}, std::string("x"), Absent{}}},
                    {}};
  EXPECT_TRUE(is_numeric_column(table, 0));
  EXPECT_FALSE(is_numeric_column(table, 1));
  EXPECT_FALSE(is_numeric_column(table, 2));  // nothing there that is a number
}

TEST(AbsenceNotes, NumberEachReasonOnce) {
  AbsenceNotes notes;
  EXPECT_EQ(notes.number_of("no card"), 1);
  EXPECT_EQ(notes.number_of("not in the paper"), 2);
  EXPECT_EQ(notes.number_of("no card"), 1);
  EXPECT_EQ(notes.reasons().size(), 2u);
}

TEST(SeriesAbsence, IsToldForEmptyAndForBrokenSeries) {
  EXPECT_EQ(absence(Series{.name = "a", .absent_because = "no card"}), "no card");
  EXPECT_TRUE(absence(Series{.name = "a", .points = {{0, std::nan("")}}}).has_value());
  EXPECT_FALSE(absence(Series{.name = "a", .points = {{0, std::nan("")}, {1, 2}}}).has_value());
}

}  // namespace
}  // namespace reconverge::report
