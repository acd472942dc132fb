// SPDX-License-Identifier: MIT
#pragma once

namespace reconverge::statistics {

/// P(T <= t) of Student's distribution with `degrees` > 0 of freedom.
double student_cdf(double t, double degrees);

/// P(|T| >= |t|): what a two-sided test reports.
double student_two_sided(double t, double degrees);

/// The t with student_cdf(t, degrees) = probability, 0 < probability < 1.
double student_quantile(double probability, double degrees);

/// P(Z <= z) of the standard normal distribution.
double normal_cdf(double z);

}  // namespace reconverge::statistics
