// SPDX-License-Identifier: MIT
#include "statistics/location.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace reconverge::statistics {
namespace {

constexpr double deviations_of_an_outlier = 5;
/// Makes the median deviation of normal samples their standard deviation.
constexpr double normal_scale = 1.4826;

}  // namespace

double median(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  if (sorted.size() % 2 == 1) return *middle;
  return (*std::max_element(sorted.begin(), middle) + *middle) / 2;
}

Location robust_location(std::span<const double> samples) {
  const double centre = median(samples);
  std::vector<double> distances;
  for (const double sample : samples) distances.push_back(std::abs(sample - centre));
  const double reach = std::max(1.0, deviations_of_an_outlier * normal_scale * median(distances));
  Location location{.samples = samples.size()};
  double sum = 0;
  for (const double sample : samples) {
    if (std::abs(sample - centre) <= reach) sum += sample;
    else ++location.outlying;
  }
  location.value = sum / static_cast<double>(location.samples - location.outlying);
  location.exact = std::ranges::all_of(samples, [&](double sample) { return sample == samples.front(); });
  return location;
}

}  // namespace reconverge::statistics
