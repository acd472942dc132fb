// SPDX-License-Identifier: MIT
#include "statistics/student.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace reconverge::statistics {
namespace {

// Values of printed tables of Student's distribution.
TEST(Student, HasThePrintedQuantiles) {
  EXPECT_NEAR(student_quantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_quantile(0.975, 10), 2.228, 5e-4);
  EXPECT_NEAR(student_quantile(0.95, 30), 1.697, 5e-4);
  EXPECT_NEAR(student_quantile(0.025, 10), -2.228, 5e-4);
}

TEST(Student, HasClosedFormsForOneAndTwoDegrees) {
  for (const double t : {-3.0, -0.5, 0.0, 0.1, 2.0}) {
    EXPECT_NEAR(student_cdf(t, 1), 0.5 + std::atan(t) / M_PI, 1e-9);
    EXPECT_NEAR(student_cdf(t, 2), 0.5 + t / (2 * std::sqrt(2 + t * t)), 1e-9);
  }
}

TEST(Student, IsNormalInTheEnd) {
  EXPECT_NEAR(student_cdf(1.0, 1e7), normal_cdf(1.0), 1e-6);
  EXPECT_NEAR(normal_cdf(1.959964), 0.975, 1e-6);
}

TEST(Student, KeepsItsTails) {
  EXPECT_EQ(student_two_sided(0, 5), 1);
  EXPECT_GT(student_two_sided(50, 5), 0);
  EXPECT_LT(student_two_sided(50, 5), 1e-6);
}

}  // namespace
}  // namespace reconverge::statistics
