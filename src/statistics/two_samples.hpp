// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace reconverge::statistics {

/// Outcome of a test whether two sets of samples share one location.
struct TestResult {
  double statistic = 0;
  double degrees = 0;  ///< of freedom (Welch only)
  double p_value = 1;  ///< two-sided
};

/// Welch's t test: unequal variances, unequal sizes. Preconditions: each side has two samples or
/// more, and at least one side has spread.
TestResult welch_test(std::span<const double> left, std::span<const double> right);

/// The rank sum test of Wilcoxon, Mann and Whitney with the normal approximation, corrected for
/// ties and continuity. Preconditions: no side is empty, and the samples are not all the same.
TestResult rank_test(std::span<const double> left, std::span<const double> right);

/// Holm's adjustment: p values of many tests made at once, so that the chance of a single false
/// alarm among all of them stays below the level at which one compares.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace reconverge::statistics
