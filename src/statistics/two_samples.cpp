// SPDX-License-Identifier: MIT
#include "statistics/two_samples.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "statistics/student.hpp"

namespace reconverge::statistics {
namespace {

struct Moments {
  double mean = 0;
  double variance_of_mean = 0;
  double degrees = 0;
};

Moments moments(std::span<const double> samples) {
  const Eigen::Map<const Eigen::ArrayXd> values(samples.data(), static_cast<Eigen::Index>(samples.size()));
  const auto size = static_cast<double>(samples.size());
  const double mean = values.mean();
  return {mean, (values - mean).square().sum() / (size - 1) / size, size - 1};
}

}  // namespace

TestResult welch_test(std::span<const double> left, std::span<const double> right) {
  const Moments a = moments(left);
  const Moments b = moments(right);
  const double variance = a.variance_of_mean + b.variance_of_mean;
  const double t = (b.mean - a.mean) / std::sqrt(variance);
  const double degrees =
      variance * variance /
      (a.variance_of_mean * a.variance_of_mean / a.degrees + b.variance_of_mean * b.variance_of_mean / b.degrees);
  return {t, degrees, student_two_sided(t, degrees)};
}

TestResult rank_test(std::span<const double> left, std::span<const double> right) {
  std::vector<std::pair<double, bool>> all;  // value, from the left
  for (const double value : left) all.emplace_back(value, true);
  for (const double value : right) all.emplace_back(value, false);
  std::ranges::sort(all);
  double left_ranks = 0;
  double ties = 0;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first;
    while (end < all.size() && all[end].first == all[first].first) ++end;
    const auto run = static_cast<double>(end - first);
    const double rank = static_cast<double>(first + end + 1) / 2;  // mean of first+1 .. end
    for (std::size_t i = first; i < end; ++i) left_ranks += all[i].second ? rank : 0;
    ties += run * run * run - run;
    first = end;
  }
  const auto m = static_cast<double>(left.size());
  const auto n = static_cast<double>(right.size());
  const double u = left_ranks - m * (m + 1) / 2;
  const double variance = m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1)));
  const double distance = std::max(0.0, std::abs(u - m * n / 2) - 0.5);
  return {u, 0, 2 * normal_cdf(-distance / std::sqrt(variance))};
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double scaled = p_values[order[rank]] * static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, scaled));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace reconverge::statistics
