// SPDX-License-Identifier: MIT
#include "statistics/location.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace reconverge::statistics {
namespace {

Location of(const std::vector<double>& samples) { return robust_location(samples); }

TEST(Location, OfOneNumberIsThatNumber) {
  EXPECT_EQ(of({949}).value, 949);
  EXPECT_TRUE(of({949, 949, 949}).exact);
  EXPECT_FALSE(of({949, 950}).exact);
}

TEST(Location, KeepsTheFractionOfWholeNumbers) { EXPECT_DOUBLE_EQ(of({10, 10, 11, 11, 11}).value, 10.6); }

TEST(Location, LeavesOutWhatLiesFarOff) {
  const auto location = of({100, 101, 99, 100, 5000});
  EXPECT_DOUBLE_EQ(location.value, 100);
  EXPECT_EQ(location.outlying, 1u);
  EXPECT_EQ(location.samples, 5u);
}

TEST(Location, DoesNotTearApartSamplesThatNearlyAgree) {
  EXPECT_EQ(of({100, 100, 100, 100, 101}).outlying, 0u);
  EXPECT_EQ(of({100, 100, 100, 100, 102}).outlying, 1u);
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

}  // namespace
}  // namespace reconverge::statistics
