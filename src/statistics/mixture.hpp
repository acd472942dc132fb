// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace reconverge::statistics {

/// The belief of one explanation in a number: Student's distribution about a centre.
struct Component {
  double weight = 0;  ///< belief in the explanation
  double centre = 0;
  double deviation = 0;   ///< standard error; 0: the number is exact
  double degrees = 0;     ///< of freedom; not used if `deviation` is 0
  bool positive = false;  ///< the number cannot be below 0: the distribution is cut there
};

struct Bounds {
  double low = 0;
  double high = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Belief that the number is at most `x`, all explanations together.
double mixture_cdf(std::span<const Component> components, double x);

/// Leaves (1 - level) / 2 of the belief on either side. If every component is exact nothing is left
/// out: the interval holds every centre. Precondition: `components` is not empty.
Bounds mixture_interval(std::span<const Component> components, double level);

}  // namespace reconverge::statistics
