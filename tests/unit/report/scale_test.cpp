// SPDX-License-Identifier: MIT
#include "report/formats/scale.hpp"

#include <gtest/gtest.h>

namespace reconverge::report {
namespace {

using Labels = std::vector<std::string>;
using Ticks = std::vector<double>;

TEST(Ticks, AreRoundNumbersInsideTheRange) {
  EXPECT_EQ(choose_ticks(-0.3, 31.2, 8), (Ticks{0, 5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(choose_ticks(0, 41000, 5), (Ticks{0, 10000, 20000, 30000, 40000}));
}

TEST(Scale, LabelsCarryNoDust) {
  const Scale scale = make_scale({"share"}, {0.05, 0.72}, 8, true);
  EXPECT_EQ(scale.labels, (Labels{"0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"}));
}

TEST(Scale, StartsAtZeroUnlessTheDataIsFarFromIt) {
  EXPECT_EQ(make_scale({"y"}, {100, 900}, 6, true).low, 0);
  EXPECT_GT(make_scale({"y"}, {800, 900}, 6, true).low, 700);
  EXPECT_LT(make_scale({"y"}, {-5, 900}, 6, true).low, -5);
}

TEST(Scale, HoldsGivenTicksAndAllData) {
  const Scale scale = make_scale({"n", {0, 16, 32}}, {-1, 31}, 6, false);
  EXPECT_EQ(scale.ticks, (Ticks{0, 16, 32}));
  EXPECT_LE(scale.low, -1);
  EXPECT_GE(scale.high, 32);
}

TEST(Scale, ShowsASingleValue) {
  const Scale scale = make_scale({"n"}, {5, 5}, 6, false);
  EXPECT_LT(scale.low, 5);
  EXPECT_GT(scale.high, 5);
  EXPECT_DOUBLE_EQ(scale.fraction(5), 0.5);
  EXPECT_EQ(scale.ticks, (Ticks{5}));
}

TEST(Scale, ShowsASingleHeightFromZero) {
  EXPECT_EQ(make_scale({"y"}, {7}, 6, true).low, 0);
  EXPECT_EQ(make_scale({"y"}, {7}, 6, true).ticks, (Ticks{0, 2, 4, 6}));
  EXPECT_EQ(make_scale({"y"}, {0}, 6, true).ticks, (Ticks{0, 1}));
  EXPECT_LT(make_scale({"y"}, {-7}, 6, true).low, -7);
  EXPECT_GE(make_scale({"y"}, {-7}, 6, true).high, 0);
}

TEST(Scale, OfCountsHasNoFractions) { EXPECT_EQ(make_scale({"n"}, {1, 3}, 9, false).ticks, (Ticks{1, 2, 3})); }

TEST(Scale, OfNothingHasNoTicks) { EXPECT_TRUE(make_scale({"n"}, {}, 6, true).ticks.empty()); }

TEST(Grouped, PartsThousandsFromFiveDigitsOn) {
  EXPECT_EQ(grouped("9999"), "9999");
  EXPECT_EQ(grouped("-41548.91"), "-41\u2009548.91");
  EXPECT_EQ(grouped("1000000"), "1\u2009000\u2009000");
}

}  // namespace
}  // namespace reconverge::report
