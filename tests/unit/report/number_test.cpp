// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "report/formats/cell.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

TEST(FormatNumber, LeavesNoRoundingDust) {
  EXPECT_EQ(format_number(40716.91 + 26 * 32), "41548.91");
  EXPECT_EQ(format_number(0.1 + 0.2), "0.3");
}

TEST(FormatNumber, PrintsWholeNumbersWithoutPoint) {
  EXPECT_EQ(format_number(17.0), "17");
  EXPECT_EQ(format_number(100.0), "100");
  EXPECT_EQ(format_number(0.0), "0");
}

TEST(FormatNumber, HasNoNegativeZero) {
  EXPECT_EQ(format_number(-0.0), "0");
  EXPECT_EQ(format_number(-0.00001), "0");
}

TEST(FormatNumber, NeverUsesAnExponent) {
  EXPECT_EQ(format_number(1e15), "1000000000000000");
  EXPECT_EQ(format_number(-1234567.5), "-1234567.5");
}

TEST(FormatNumber, ForReadersIsNoWiderThanItTells) {
  EXPECT_EQ(format_readable_number(123456789012345.0), "123456789012345");
  EXPECT_EQ(format_readable_number(-1e308), "-1e+308");
}

TEST(FormatNumber, KeepsAtMostTheDecimalsAskedFor) {
  EXPECT_EQ(format_number(2.0 / 3, 2), "0.67");
  EXPECT_EQ(format_number(2.0 / 3, 0), "1");
  EXPECT_EQ(format_number(1000, 0), "1000");
}

TEST(FormatExactNumber, KeepsSmallNumbersAndDropsDust) {
  EXPECT_EQ(format_exact_number(0.0000125), "0.0000125");
  EXPECT_EQ(format_exact_number(40716.91 + 26 * 32), "41548.91");
  EXPECT_EQ(format_exact_number(1.0 / 3), "0.3333333333333");
  EXPECT_EQ(format_exact_number(0), "0");
}

TEST(FormatReadableNumber, NeverShowsAnythingElseAsZero) {
  EXPECT_EQ(format_readable_number(0.0000125), "0.0000125");
  EXPECT_EQ(format_readable_number(0.5), "0.5");
  EXPECT_EQ(format_readable_number(1e-320), "9.99989e-321");
  EXPECT_EQ(format_readable_number(-2.5e-13), "-2.5e-13");
  EXPECT_EQ(format_readable_number(0), "0");
}

}  // namespace
}  // namespace reconverge::report
