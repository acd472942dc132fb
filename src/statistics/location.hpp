// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace reconverge::statistics {

/// Where the samples of one state lie, whatever a few of them do.
struct Location {
  double value = 0;          ///< mean of the samples that are not outlying, in the samples' unit
  std::size_t samples = 0;   ///< all of them
  std::size_t outlying = 0;  ///< those that do not count for `value`
  bool exact = false;        ///< every sample is the same number
};

/// The mean of the samples within five scaled median deviations of the median (at least one unit, so
/// that whole numbers that nearly all agree are not torn apart). A mean rather than the median: of
/// samples rounded to whole numbers it keeps the fraction. Precondition: `samples` is not empty.
Location robust_location(std::span<const double> samples);

/// The middle value; of an even number the mean of the two. Precondition: `samples` is not empty.
double median(std::span<const double> samples);

}  // namespace reconverge::statistics
