// SPDX-License-Identifier: MIT
#include "statistics/summary.hpp"

#include <algorithm>
#include <cmath>

namespace reconverge::statistics {
namespace {

double median_of_sorted(std::span<const double> sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// How many of the smallest samples lie below the interval of the median: the largest k with
/// P(X < k) <= 2.5 % for X from Binomial(count, 1/2). Summed as logarithms, so that no term
/// underflows.
std::optional<std::size_t> samples_below_interval(std::size_t count) {
  const double n = static_cast<double>(count);
  double below = 0;
  for (std::size_t k = 0; k <= count / 2; ++k) {
    const double i = static_cast<double>(k);
    below += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) - n * std::log(2.0));
    if (below > 0.025) return k == 0 ? std::nullopt : std::optional<std::size_t>(k);
  }
  return std::nullopt;
}

std::optional<Interval> median_interval(std::span<const double> sorted) {
  const auto below = samples_below_interval(sorted.size());
  if (!below) return std::nullopt;
  return Interval{sorted[*below - 1], sorted[sorted.size() - *below]};
}

std::vector<std::size_t> far_from_median(std::span<const double> samples, double median) {
  std::vector<double> distances;
  distances.reserve(samples.size());
  for (const double sample : samples) distances.push_back(std::abs(sample - median));
  std::vector<double> sorted = distances;
  std::ranges::sort(sorted);
  const double limit = 5 * median_of_sorted(sorted);
  std::vector<std::size_t> far;
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (distances[i] > limit) far.push_back(i);
  return far;
}

}  // namespace

std::optional<Summary> summarise(std::span<const std::int64_t> samples) {
  return summarise(std::vector<double>(samples.begin(), samples.end()));
}

std::optional<Summary> summarise(std::span<const double> samples) {
  if (samples.empty()) return std::nullopt;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  Summary summary;
  summary.count = sorted.size();
  summary.minimum = sorted.front();
  summary.maximum = sorted.back();
  summary.median = median_of_sorted(sorted);
  // From the smallest sample, so that large clock values lose no digits.
  double sum = 0;
  for (const double sample : sorted) sum += sample - summary.minimum;
  summary.mean = summary.minimum + sum / static_cast<double>(sorted.size());
  if (sorted.size() > 1) {
    double squares = 0;
    for (const double sample : sorted) squares += (sample - summary.mean) * (sample - summary.mean);
    summary.deviation = std::sqrt(squares / static_cast<double>(sorted.size() - 1));
  }
  summary.interval = median_interval(sorted);
  summary.flagged = far_from_median(samples, summary.median);
  return summary;
}

std::optional<double> relative_noise(const Summary& summary) {
  if (!summary.deviation || summary.mean == 0) return std::nullopt;
  return *summary.deviation / std::abs(summary.mean);
}

}  // namespace reconverge::statistics
