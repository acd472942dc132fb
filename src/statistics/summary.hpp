// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reconverge::statistics {

struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Summary of a set of samples. A number that needs more samples is absent.
struct Summary {
  std::size_t count = 0;
  double minimum = 0;
  double median = 0;
  double mean = 0;
  double maximum = 0;
  std::optional<double> deviation;  ///< of the sample, divided by count - 1; needs two samples
  /// Interval of the median at 95 % confidence, from the order of the samples alone: no shape of
  /// their distribution is assumed. Needs six samples.
  std::optional<Interval> interval;
  /// Places of samples that lie far from the median: more than five times the median deviation from
  /// it. Where half of the samples agree exactly, every other one is flagged. None is dropped.
  std::vector<std::size_t> flagged;

  bool exact() const { return minimum == maximum; }
};

/// Nothing for no samples.
std::optional<Summary> summarise(std::span<const std::int64_t> samples);
std::optional<Summary> summarise(std::span<const double> samples);

/// Standard deviation over mean; absent for one sample or a mean of 0.
std::optional<double> relative_noise(const Summary& summary);

}  // namespace reconverge::statistics
