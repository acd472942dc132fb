// SPDX-License-Identifier: MIT
#include "statistics/candidate_regression.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "statistics/location.hpp"
#include "statistics/student.hpp"

namespace reconverge::statistics {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double deviations_of_an_outlier = 6;
constexpr double most_set_aside = 0.25;  ///< of the observations
constexpr double least_weight = 1e-6;    ///< of an alternative that is worth keeping
constexpr double noise_ratio_that_counts = 1.6;
constexpr double least_noise_ratio = 1e-4;

/// Sums of doubles of this size agree to about here.
double rounding_of(const CandidateProblem& problem) { return 1e-9 * (1 + problem.response.cwiseAbs().maxCoeff()); }

/// Least squares for every candidate under given row weights (roots of 1 / variance; 0 leaves a row
/// out). The shared columns are taken out of response and candidates first, so that each candidate
/// is one division (the theorem of Frisch, Waugh and Lovell).
class Solver {
 public:
  Solver(const CandidateProblem& problem, const VectorXd& root_weight)
      : problem_(problem), root_(root_weight), rows_((root_weight.array() > 0).count()) {
    const MatrixXd shared = root_.asDiagonal() * problem.shared;
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(shared);
    usable_ = qr.rank() == shared.cols() && rows_ > shared.cols() + 1;
    if (!usable_) return;
    const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(shared.rows(), shared.cols());
    const VectorXd response = root_.asDiagonal() * problem.response;
    columns_ = root_.asDiagonal() * problem.candidates;
    left_of_response_ = response - basis * (basis.transpose() * response);
    left_of_columns_ = columns_ - basis * (basis.transpose() * columns_);
    size_ = left_of_columns_.colwise().squaredNorm();
    norm_ = columns_.colwise().squaredNorm();
    slope_ = (size_.array() > 0).select((left_of_columns_.transpose() * left_of_response_).array() / size_.array(), 0);
    shared_solution_ = qr.solve(response);
    columns_solution_ = qr.solve(columns_);
    inverse_ = (shared.transpose() * shared).ldlt().solve(MatrixXd::Identity(shared.cols(), shared.cols()));
  }

  bool usable() const { return usable_; }
  bool has_column(Index candidate) const { return norm_(candidate) > 0; }
  bool confounded(Index candidate) const {
    return has_column(candidate) && size_(candidate) <= 1e-9 * norm_(candidate);
  }
  double slope(Index candidate) const { return slope_(candidate); }
  double degrees(Index candidate) const {
    return static_cast<double>(rows_ - problem_.shared.cols() - (has_column(candidate) ? 1 : 0));
  }
  double square_sum(Index candidate) const {
    return (left_of_response_ - slope(candidate) * left_of_columns_.col(candidate)).squaredNorm();
  }
  /// Residuals of every observation, those left out too, in units of the response.
  VectorXd residuals(Index candidate) const {
    const VectorXd shared = shared_solution_ - slope(candidate) * columns_solution_.col(candidate);
    return problem_.response - problem_.shared * shared - slope(candidate) * problem_.candidates.col(candidate);
  }
  bool exact(Index candidate) const {
    const ArrayXd taking_part = (root_.array() > 0).cast<double>();
    return (residuals(candidate).array() * taking_part).abs().maxCoeff() <= rounding_of(problem_);
  }

  /// Logarithm of prior times probability of the data, up to what all candidates share.
  double log_evidence(Index candidate) const {
    const double nu = degrees(candidate);
    const double squares = square_sum(candidate);
    double log = std::log(problem_.prior[static_cast<std::size_t>(candidate)]) + std::lgamma(nu / 2) -
                 nu / 2 * std::log(std::numbers::pi * squares);
    if (!has_column(candidate)) return log;
    const double error = std::sqrt(squares / nu / size_(candidate));
    const double positive = student_cdf(slope(candidate) / error, nu);
    return log + log_price(candidate) + std::log(std::max(positive, std::numeric_limits<double>::min()));
  }
  /// The remaining terms of log_evidence if the fit is exact.
  double log_exact_evidence(Index candidate) const {
    const double prior = std::log(problem_.prior[static_cast<std::size_t>(candidate)]);
    return has_column(candidate) ? prior + log_price(candidate) : prior;
  }

  Alternative alternative(Index candidate, double weight, bool exact) const {
    Alternative result{.candidate = static_cast<int>(candidate),
                       .has_column = has_column(candidate),
                       .weight = weight,
                       .degrees = degrees(candidate)};
    const double variance = exact ? 0 : square_sum(candidate) / result.degrees;
    const Index shared = problem_.shared.cols();
    const Index all = shared + (result.has_column ? 1 : 0);
    result.coefficients.resize(all);
    result.covariance.resize(all, all);
    result.coefficients.head(shared) = shared_solution_ - slope(candidate) * columns_solution_.col(candidate);
    result.covariance.topLeftCorner(shared, shared) = variance * inverse_;
    if (result.has_column) {
      const VectorXd& along = columns_solution_.col(candidate);
      const double of_slope = variance / size_(candidate);
      result.coefficients(shared) = slope(candidate);
      result.covariance.topLeftCorner(shared, shared) += of_slope * along * along.transpose();
      result.covariance.topRightCorner(shared, 1) = -of_slope * along;
      result.covariance.bottomLeftCorner(1, shared) = -of_slope * along.transpose();
      result.covariance(shared, shared) = of_slope;
    }
    result.deviation = std::sqrt(variance) / smallest_root();
    return result;
  }

 private:
  double log_price(Index candidate) const { return -std::log(size_(candidate)) / 2 - std::log(problem_.prior_width); }
  double smallest_root() const { return (root_.array() > 0).select(root_.array(), root_.maxCoeff()).minCoeff(); }

  const CandidateProblem& problem_;
  VectorXd root_;
  Index rows_;
  bool usable_ = false;
  MatrixXd columns_, left_of_columns_, columns_solution_, inverse_;
  VectorXd left_of_response_, shared_solution_;
  VectorXd norm_, size_, slope_;  ///< one a candidate: of its column, of what the shared columns leave of it
};

struct Weighed {
  std::vector<std::pair<double, Index>> heaviest_first;  ///< weight, candidate
  bool exact = false;
};

/// Candidates that reproduce the data to rounding. One without a column comes alone: with a column
/// it would be the same at a price of zero.
std::vector<Index> exact_candidates(const Solver& solver, const CandidateProblem& problem) {
  std::vector<Index> found;
  for (Index candidate = 0; candidate < problem.candidates.cols(); ++candidate) {
    if (solver.confounded(candidate) || !solver.exact(candidate)) continue;
    if (!solver.has_column(candidate)) return {candidate};
    if (solver.slope(candidate) > rounding_of(problem)) found.push_back(candidate);
  }
  return found;
}

Weighed weigh(const Solver& solver, const CandidateProblem& problem) {
  Weighed result;
  auto candidates = exact_candidates(solver, problem);
  result.exact = !candidates.empty();
  if (!result.exact)
    for (Index candidate = 0; candidate < problem.candidates.cols(); ++candidate)
      if (!solver.confounded(candidate)) candidates.push_back(candidate);
  double largest = -std::numeric_limits<double>::infinity();
  for (const Index candidate : candidates) {
    const double log = result.exact ? solver.log_exact_evidence(candidate) : solver.log_evidence(candidate);
    result.heaviest_first.emplace_back(log, candidate);
    largest = std::max(largest, log);
  }
  double all = 0;
  for (auto& [weight, candidate] : result.heaviest_first) all += weight = std::exp(weight - largest);
  for (auto& [weight, candidate] : result.heaviest_first) weight /= all;
  std::ranges::stable_sort(result.heaviest_first, std::ranges::greater{}, &std::pair<double, Index>::first);
  return result;
}

/// Residuals of the fit with the least sum of absolute residuals, over all candidates: what a few
/// wild observations cannot bend. By iteratively reweighted least squares.
VectorXd steadfast_residuals(const CandidateProblem& problem) {
  VectorXd best;
  double least = std::numeric_limits<double>::infinity();
  const Index shared = problem.shared.cols();
  for (Index candidate = 0; candidate < problem.candidates.cols(); ++candidate) {
    const bool column = problem.candidates.col(candidate).squaredNorm() > 0;
    MatrixXd design(problem.response.size(), shared + (column ? 1 : 0));
    design.leftCols(shared) = problem.shared;
    if (column) design.col(shared) = problem.candidates.col(candidate);
    VectorXd residual = problem.response - design * design.colPivHouseholderQr().solve(problem.response);
    double smallest = residual.cwiseAbs().maxCoeff() / 10;
    for (int round = 0; round < 30; ++round, smallest /= 2) {
      const VectorXd weight = residual.cwiseAbs().cwiseMax(std::max(smallest, rounding_of(problem))).cwiseInverse();
      const MatrixXd normal = design.transpose() * weight.asDiagonal() * design;
      const VectorXd moment = design.transpose() * weight.asDiagonal() * residual;
      residual -= design * normal.ldlt().solve(moment);
    }
    const double sum = residual.cwiseAbs().sum();
    if (!(sum < least)) continue;
    least = sum;
    best = residual;
  }
  return best;
}

/// Standard deviation of normal residuals, from their median size.
double median_deviation(const VectorXd& residuals) {
  const VectorXd sizes = residuals.cwiseAbs();
  return 1.4826 * median(std::span(sizes.data(), static_cast<std::size_t>(sizes.size())));
}

ArrayXd far_off(const VectorXd& residuals, double deviation, double rounding) {
  const double reach = std::max(deviations_of_an_outlier * deviation, 10 * rounding);
  return (residuals.array().abs() > reach).cast<double>();
}

/// 0 for observations that no candidate explains, else 1; all 1 if they are too many for accidents.
VectorXd mask_of_outliers(const CandidateProblem& problem) {
  const auto size = problem.response.size();
  const VectorXd everything = VectorXd::Ones(size);
  const double rounding = rounding_of(problem);
  const auto too_many = [&](const ArrayXd& off) { return off.sum() > most_set_aside * static_cast<double>(size); };

  const VectorXd steadfast = steadfast_residuals(problem);
  ArrayXd off = far_off(steadfast, median_deviation(steadfast), rounding);
  for (int round = 0; round < 5; ++round) {
    if (too_many(off)) return everything;
    const Solver solver(problem, 1 - off);
    if (!solver.usable()) return everything;
    const Weighed weighed = weigh(solver, problem);
    if (weighed.heaviest_first.empty()) return everything;
    const Index best = weighed.heaviest_first.front().second;
    const double deviation = std::sqrt(solver.square_sum(best) / solver.degrees(best));
    const ArrayXd again = far_off(solver.residuals(best), weighed.exact ? 0 : deviation, rounding);
    if ((again == off).all()) break;
    off = again;
  }
  return too_many(off) ? everything : VectorXd(1 - off);
}

/// Weights of the groups by their noise, if that differs by more than chance.
VectorXd group_weights(const CandidateProblem& problem, const VectorXd& residuals, const VectorXd& mask) {
  const int groups = problem.group.empty() ? 1 : *std::ranges::max_element(problem.group) + 1;
  std::vector<double> squares(static_cast<std::size_t>(groups), 0.0);
  std::vector<double> sizes(static_cast<std::size_t>(groups), 0.0);
  for (Index i = 0; i < residuals.size(); ++i) {
    const auto group = problem.group.empty() ? 0 : static_cast<std::size_t>(problem.group[static_cast<std::size_t>(i)]);
    squares[group] += mask(i) * residuals(i) * residuals(i);
    sizes[group] += mask(i);
  }
  std::vector<double> deviation;
  for (std::size_t group = 0; group < squares.size(); ++group)
    deviation.push_back(std::sqrt(squares[group] / std::max(1.0, sizes[group] - 2)));
  const double largest = *std::ranges::max_element(deviation);
  if (largest <= noise_ratio_that_counts * *std::ranges::min_element(deviation)) return mask;
  VectorXd weights = mask;
  for (Index i = 0; i < weights.size(); ++i) {
    const auto group = static_cast<std::size_t>(problem.group[static_cast<std::size_t>(i)]);
    weights(i) *= largest / std::max(deviation[group], least_noise_ratio * largest);
  }
  return weights;
}

Selection selection_of(const Solver& solver, const Weighed& weighed, const CandidateProblem& problem,
                       const VectorXd& mask) {
  Selection selection;
  selection.exact = weighed.exact;
  for (const auto& [weight, candidate] : weighed.heaviest_first) {
    if (!weighed.exact && weight < least_weight) break;
    selection.alternatives.push_back(solver.alternative(candidate, weight, weighed.exact));
  }
  for (Index candidate = 0; candidate < problem.candidates.cols(); ++candidate)
    if (solver.confounded(candidate)) selection.confounded.push_back(static_cast<int>(candidate));
  for (Index i = 0; i < mask.size(); ++i) selection.set_aside.push_back(mask(i) == 0);
  return selection;
}

}  // namespace

std::optional<Selection> select_candidate(const CandidateProblem& problem) {
  VectorXd mask = VectorXd::Ones(problem.response.size());
  VectorXd weights = mask;
  bool looked_for_outliers = false;
  for (int round = 0; round < 6; ++round) {
    const Solver solver(problem, weights);
    if (!solver.usable()) return std::nullopt;
    const Weighed weighed = weigh(solver, problem);
    if (weighed.heaviest_first.empty()) return std::nullopt;
    const VectorXd residuals = solver.residuals(weighed.heaviest_first.front().second);
    const VectorXd scaled = residuals.cwiseProduct(weights);
    if (!weighed.exact && !looked_for_outliers) {
      looked_for_outliers = true;
      if (scaled.cwiseAbs().maxCoeff() > deviations_of_an_outlier * median_deviation(scaled)) {
        weights = mask = mask_of_outliers(problem);
        continue;
      }
    }
    const VectorXd again = weighed.exact ? weights : group_weights(problem, residuals, mask);
    if (again.isApprox(weights, 0.02) || round == 5) return selection_of(solver, weighed, problem, mask);
    weights = again;
  }
  return std::nullopt;
}

}  // namespace reconverge::statistics
