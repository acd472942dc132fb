// SPDX-License-Identifier: MIT
#include "statistics/student.hpp"

#include <Eigen/Core>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

namespace reconverge::statistics {

double student_two_sided(double t, double degrees) {
  // The incomplete beta function of Eigen is exact to about 1e-12, and undefined at its ends.
  const double x = degrees / (degrees + t * t);
  if (x >= 1) return 1;
  if (x <= 0) return 0;
  return Eigen::numext::betainc(degrees / 2, 0.5, x);
}

double student_cdf(double t, double degrees) {
  const double tail = student_two_sided(t, degrees) / 2;
  return t > 0 ? 1 - tail : tail;
}

double student_quantile(double probability, double degrees) {
  double low = -1;
  double high = 1;
  while (student_cdf(low, degrees) > probability) low *= 2;
  while (student_cdf(high, degrees) < probability) high *= 2;
  for (int halving = 0; halving < 100 && high - low > 1e-12 * (1 + std::abs(low)); ++halving) {
    const double middle = (low + high) / 2;
    (student_cdf(middle, degrees) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

double normal_cdf(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

}  // namespace reconverge::statistics
