// SPDX-License-Identifier: MIT
#include "statistics/candidate_regression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

namespace reconverge::statistics {
namespace {

using Eigen::Index;

/// y over x = 0..19 with three candidates: nothing, a knee at 10, a knee at 15.
CandidateProblem knees(double slope, double knee, double noise) {
  constexpr Index size = 20;
  CandidateProblem problem;
  problem.response.resize(size);
  problem.shared = Eigen::MatrixXd::Ones(size, 2);
  problem.candidates = Eigen::MatrixXd::Zero(size, 3);
  problem.prior = {1, 1, 1};
  for (Index i = 0; i < size; ++i) {
    problem.shared(i, 1) = static_cast<double>(i);
    problem.candidates(i, 1) = static_cast<double>(std::max<Index>(0, i - 10));
    problem.candidates(i, 2) = static_cast<double>(std::max<Index>(0, i - 15));
    problem.response(i) = 100 + slope * static_cast<double>(i) + knee * problem.candidates(i, 1) +
                          noise * std::sin(static_cast<double>(7 * i * i));
  }
  return problem;
}

TEST(CandidateRegression, IsExactOnExactData) {
  const auto selection = select_candidate(knees(32, 84, 0)).value();
  ASSERT_TRUE(selection.exact);
  ASSERT_EQ(selection.alternatives.size(), 1u);
  const auto& best = selection.alternatives.front();
  EXPECT_EQ(best.candidate, 1);
  EXPECT_NEAR(best.coefficients(0), 100, 1e-9);
  EXPECT_NEAR(best.coefficients(1), 32, 1e-9);
  EXPECT_NEAR(best.coefficients(2), 84, 1e-9);
  EXPECT_EQ(best.covariance.norm(), 0);
}

TEST(CandidateRegression, PrefersNothingWhereNothingIs) {
  const auto exact = select_candidate(knees(32, 0, 0)).value();
  ASSERT_EQ(exact.alternatives.size(), 1u);
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(exact.alternatives.front().has_column);
  EXPECT_FALSE(select_candidate(knees(32, 0, 1)).value().alternatives.front().has_column);
}

TEST(CandidateRegression, WeighsCandidatesUnderNoise) {
  const auto selection = select_candidate(knees(32, 84, 1)).value();
  EXPECT_FALSE(selection.exact);
  EXPECT_EQ(selection.alternatives.front().candidate, 1);
  EXPECT_GT(selection.alternatives.front().weight, 0.99);
  double all = 0;
  for (const auto& alternative : selection.alternatives) all += alternative.weight;
  EXPECT_NEAR(all, 1, 1e-5);
}

/// The same as least squares with all columns at once: the textbook's formula.
TEST(CandidateRegression, HasTheCovarianceOfOrdinaryLeastSquares) {
  const auto problem = knees(32, 84, 1);
  const auto best = select_candidate(problem).value().alternatives.front();
  Eigen::MatrixXd design(20, 3);
  design << problem.shared, problem.candidates.col(1);
  const Eigen::Matrix3d inverse = (design.transpose() * design).inverse();
  const Eigen::Vector3d coefficients = inverse * design.transpose() * problem.response;
  const double variance = (problem.response - design * coefficients).squaredNorm() / 17;
  EXPECT_LT((best.coefficients - coefficients).norm(), 1e-8);
  EXPECT_LT((best.covariance - variance * inverse).norm(), 1e-9);
  EXPECT_NEAR(best.deviation, std::sqrt(variance), 1e-9);
}

TEST(CandidateRegression, SetsWildObservationsAsideOnly) {
  auto problem = knees(32, 84, 1);
  problem.response(4) += 700;
  problem.response(17) -= 400;
  const auto selection = select_candidate(problem).value();
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(selection.set_aside[i], i == 4 || i == 17) << i;
  EXPECT_NEAR(selection.alternatives.front().coefficients(1), 32, 1);
  EXPECT_THAT(select_candidate(knees(32, 84, 1)).value().set_aside, testing::Each(false));
}

TEST(CandidateRegression, NamesWhatTheSharedColumnsImitate) {
  auto problem = knees(32, 84, 0);
  problem.candidates.col(2) = 3 * problem.shared.col(1);
  EXPECT_THAT(select_candidate(problem).value().confounded, testing::ElementsAre(2));
}

TEST(CandidateRegression, WeighsAnExactGroupAboveANoisyOne) {
  auto problem = knees(32, 0, 0);
  problem.candidates.setZero();
  for (Index i = 10; i < 20; ++i) problem.response(i) += i < 15 ? -60 : 60;
  problem.group.assign(20, 0);
  std::fill(problem.group.begin() + 10, problem.group.end(), 1);
  EXPECT_NEAR(select_candidate(problem).value().alternatives.front().coefficients(1), 32, 0.5);
}

TEST(CandidateRegression, RefusesWhatItCannotDetermine) {
  auto problem = knees(32, 84, 0);
  problem.shared.col(1).setOnes();
  EXPECT_FALSE(select_candidate(problem));
  CandidateProblem few;
  few.response = Eigen::VectorXd::Ones(3);
  few.shared = Eigen::MatrixXd::Identity(3, 2);
  few.candidates = Eigen::MatrixXd::Zero(3, 1);
  few.prior = {1};
  EXPECT_FALSE(select_candidate(few));
}

}  // namespace
}  // namespace reconverge::statistics
