// SPDX-License-Identifier: MIT
#include "statistics/mixture.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "statistics/student.hpp"

namespace reconverge::statistics {
namespace {

using Components = std::vector<Component>;

TEST(Mixture, OfOneComponentIsStudent) {
  const Components one{{.weight = 1, .centre = 32, .deviation = 2, .degrees = 10}};
  const Bounds bounds = mixture_interval(one, 0.95);
  EXPECT_NEAR(bounds.low, 32 - 2 * 2.2281, 1e-3);
  EXPECT_NEAR(bounds.high, 32 + 2 * 2.2281, 1e-3);
}

TEST(Mixture, IsCutAtZeroForWhatCannotBeNegative) {
  const Components one{{.weight = 1, .centre = 1, .deviation = 2, .degrees = 10, .positive = true}};
  const Bounds bounds = mixture_interval(one, 0.95);
  EXPECT_GT(bounds.low, 0);
  EXPECT_NEAR(mixture_cdf(one, bounds.low), 0.025, 1e-9);
  EXPECT_NEAR(mixture_cdf(one, bounds.high), 0.975, 1e-9);
}

TEST(Mixture, HoldsEveryExactExplanation) {
  const Components three{
      {.weight = 0.98, .centre = 300}, {.weight = 0.01, .centre = 150}, {.weight = 0.01, .centre = 100}};
  EXPECT_EQ(mixture_interval(three, 0.95), (Bounds{100, 300}));
}

TEST(Mixture, ReachesOverExplanationsThatCount) {
  const Components two{{.weight = 0.6, .centre = 10, .deviation = 0.1, .degrees = 30},
                       {.weight = 0.4, .centre = 20, .deviation = 0.1, .degrees = 30}};
  const Bounds bounds = mixture_interval(two, 0.95);
  EXPECT_LT(bounds.low, 10);
  EXPECT_GT(bounds.high, 20);
}

}  // namespace
}  // namespace reconverge::statistics
