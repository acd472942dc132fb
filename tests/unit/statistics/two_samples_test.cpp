// SPDX-License-Identifier: MIT
#include "statistics/two_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace reconverge::statistics {
namespace {

using Samples = std::vector<double>;

// Worked by hand: means 2 and 4, variances 1 and 4, three samples each.
TEST(Welch, IsTheWorkedExample) {
  const auto result = welch_test(Samples{1, 2, 3}, Samples{2, 4, 6});
  EXPECT_NEAR(result.statistic, 2 / std::sqrt(5.0 / 3), 1e-12);
  EXPECT_NEAR(result.degrees, 50.0 / 17, 1e-12);
  EXPECT_NEAR(result.p_value, 0.22, 0.01);
}

TEST(Welch, IsTheSameFromBothSides) {
  const Samples a{10, 12, 11, 14}, b{15, 16, 15};
  EXPECT_DOUBLE_EQ(welch_test(a, b).p_value, welch_test(b, a).p_value);
  EXPECT_LT(welch_test(a, b).p_value, 0.05);
}

TEST(Welch, TakesASideWithoutSpread) { EXPECT_LT(welch_test(Samples{5, 5, 5}, Samples{9, 9.1, 8.9}).p_value, 0.01); }

TEST(RankSum, CountsRanksAndTies) {
  EXPECT_EQ(rank_test(Samples{1, 2, 3}, Samples{4, 5, 6}).statistic, 0);
  EXPECT_EQ(rank_test(Samples{4, 5, 6}, Samples{1, 2, 3}).statistic, 9);
  EXPECT_EQ(rank_test(Samples{1, 1}, Samples{1, 2}).statistic, 1);  // (3 + 1) / 2 tied pairs: ranks 2 and 2
  EXPECT_NEAR(rank_test(Samples{1, 3, 5, 7}, Samples{2, 4, 6, 8}).p_value, 0.665, 0.005);
}

TEST(RankSum, IsNotMovedByOneWildSample) {
  const Samples quiet{10, 10, 11, 11, 10, 11, 10, 11};
  Samples wild = quiet;
  wild.back() = 1e6;
  EXPECT_GT(rank_test(quiet, wild).p_value, 0.05);
}

TEST(Holm, MultipliesTheSmallestByTheirNumber) {
  EXPECT_THAT(holm(Samples{0.01, 0.04, 0.03}),
              testing::Pointwise(testing::DoubleNear(1e-12), Samples{0.03, 0.06, 0.06}));
  EXPECT_THAT(holm(Samples{0.9, 0.8}), testing::ElementsAre(1, 1));
}

}  // namespace
}  // namespace reconverge::statistics
