// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace reconverge::statistics {

/// Observations that a linear model explains with one column of several candidates, or with none:
///
///   response = shared * coefficients + candidate * coefficient + noise
///
/// The coefficient of a candidate cannot be negative. Only one candidate is true.
struct CandidateProblem {
  Eigen::VectorXd response;    ///< one row an observation
  Eigen::MatrixXd shared;      ///< columns that every explanation uses
  Eigen::MatrixXd candidates;  ///< one column a candidate; a column of zeros: nothing is added
  std::vector<double> prior;   ///< belief in each candidate before any data; need not add up to 1
  std::vector<int> group;      ///< observations of one group share a size of noise; from 0
  /// Width of the range in which a candidate's coefficient may lie before any data: the price that a
  /// candidate pays for its additional coefficient.
  double prior_width = 1024;
};

/// One candidate, fitted.
struct Alternative {
  int candidate = 0;                  ///< column of CandidateProblem::candidates
  bool has_column = false;            ///< false for a column of zeros
  double weight = 0;                  ///< belief in it, given the data; all add up to 1
  Eigen::VectorXd coefficients = {};  ///< of the shared columns, then of the candidate's if it has one
  Eigen::MatrixXd covariance = {};    ///< of these
  double degrees = 0;                 ///< of freedom of the residuals
  double deviation = 0;               ///< standard deviation of the residuals, for the noisiest group
};

struct Selection {
  std::vector<Alternative> alternatives;  ///< heaviest first
  bool exact = false;                     ///< the alternatives reproduce every observation to rounding; no others do
  std::vector<bool> set_aside;            ///< observations too far off any explanation to take part
  std::vector<int> confounded;            ///< candidates that the shared columns imitate: nothing distinguishes them
};

/// Least squares for every candidate at once, weighed against each other by the probability of the
/// data (flat priors for the coefficients, 1/deviation for the noise). Observations more than six
/// deviations off are set aside, never more than a quarter; groups are weighted by their noise if
/// that differs. Nothing if there are too few observations or the shared columns depend on each other.
std::optional<Selection> select_candidate(const CandidateProblem& problem);

}  // namespace reconverge::statistics
