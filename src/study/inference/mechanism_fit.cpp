// SPDX-License-Identifier: MIT
#include "study/inference/mechanism_fit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sass/architecture.hpp"
#include "statistics/candidate_regression.hpp"
#include "statistics/location.hpp"

namespace reconverge::study {
namespace {

using Eigen::Index;

/// Candidates by what they do on these data: one column of spills, one list of candidates.
struct Classes {
  std::vector<std::vector<double>> columns;
  std::vector<std::vector<int>> members;
};

/// With one stack unknown nothing can be said of spills: no candidate has any.
Classes classes_of(std::span<const FitInput> inputs, bool stack_known) {
  Classes classes;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t candidate = 0; candidate < candidates().size(); ++candidate) {
    std::vector<double> column;
    for (const FitInput& input : inputs) {
      const auto& spills = input.events.spills;
      if (!stack_known) column.insert(column.end(), input.events.n.size(), 0.0);
      else column.insert(column.end(), spills[candidate].begin(), spills[candidate].end());
    }
    const std::string key(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(double));
    const auto [place, is_new] = places.try_emplace(key, classes.columns.size());
    if (is_new) {
      classes.columns.push_back(std::move(column));
      classes.members.emplace_back();
    }
    classes.members[place->second].push_back(static_cast<int>(candidate));
  }
  return classes;
}

std::vector<FittedState> states_of(std::span<const FitInput> inputs) {
  std::vector<FittedState> states;
  for (std::size_t place = 0; place < inputs.size(); ++place)
    for (std::size_t i = 0; i < inputs[place].measurement.states.size(); ++i) {
      const MeasuredState& state = inputs[place].measurement.states[i];
      const auto location = statistics::robust_location(state.samples);
      states.push_back({.benchmark = place,
                        .n = state.n,
                        .measured = location.value,
                        .samples = location.samples,
                        .outlying = location.outlying,
                        .repeats = location.exact && location.samples > 1,
                        .divergent_branches = inputs[place].events.divergent_branches[i],
                        .spills = {}});
    }
  return states;
}

statistics::CandidateProblem problem_of(const std::vector<FittedState>& states, const Classes& classes,
                                        std::size_t benchmarks) {
  const auto rows = static_cast<Index>(states.size());
  const auto bases = static_cast<Index>(benchmarks);
  statistics::CandidateProblem problem;
  problem.response.resize(rows);
  problem.shared = Eigen::MatrixXd::Zero(rows, bases + 1);
  problem.candidates.resize(rows, static_cast<Index>(classes.columns.size()));
  for (Index row = 0; row < rows; ++row) {
    const FittedState& state = states[static_cast<std::size_t>(row)];
    problem.response(row) = state.measured;
    problem.shared(row, static_cast<Index>(state.benchmark)) = 1;
    problem.shared(row, bases) = state.divergent_branches;
    problem.group.push_back(static_cast<int>(state.benchmark));
  }
  for (std::size_t i = 0; i < classes.columns.size(); ++i) {
    problem.candidates.col(static_cast<Index>(i)) = Eigen::Map<const Eigen::VectorXd>(classes.columns[i].data(), rows);
    double belief = 0;
    for (const int candidate : classes.members[i]) belief += prior(candidates()[static_cast<std::size_t>(candidate)]);
    problem.prior.push_back(belief);
  }
  return problem;
}

/// An exact fit is exact to rounding: without the dust of sums, 32 is 32.
double without_dust(double cycles) { return std::round(cycles * 1e8) / 1e8; }

Explanation explanation_of(const statistics::Alternative& alternative, const Classes& classes, bool exact) {
  Explanation explanation{.weight = alternative.weight,
                          .candidates = {},
                          .spills = alternative.has_column,
                          .coefficients = {},
                          .covariance = {},
                          .degrees = alternative.degrees,
                          .deviation = alternative.deviation};
  for (const int candidate : classes.members[static_cast<std::size_t>(alternative.candidate)])
    explanation.candidates.push_back(candidates()[static_cast<std::size_t>(candidate)]);
  const auto& coefficients = alternative.coefficients;
  explanation.coefficients.assign(coefficients.begin(), coefficients.end());
  if (exact) std::ranges::transform(coefficients, explanation.coefficients.begin(), without_dust);
  for (Index row = 0; row < alternative.covariance.rows(); ++row) {
    const Eigen::VectorXd values = alternative.covariance.row(row);
    explanation.covariance.emplace_back(values.begin(), values.end());
  }
  return explanation;
}

FittedBenchmark benchmark_of(const FitInput& input) {
  return {.source = input.measurement.source,
          .benchmark = input.measurement.benchmark,
          .device = input.measurement.device_label(),
          .options = input.measurement.options,
          .verdict = input.measurement.verdict,
          .counts_from = input.events.provenance};
}

core::Diagnostic undetermined(std::string message, std::string hint) {
  return {.failure = core::Failure::check, .message = std::move(message), .hint = std::move(hint)};
}

/// Fitted cycles and spills by the heaviest explanation.
void fill_in(Fit& fit, const Classes& classes, const statistics::Selection& selection) {
  const auto& best = selection.alternatives.front();
  const auto& column = classes.columns[static_cast<std::size_t>(best.candidate)];
  const auto bases = static_cast<Index>(fit.benchmarks.size());
  for (std::size_t i = 0; i < fit.states.size(); ++i) {
    FittedState& state = fit.states[i];
    state.set_aside = selection.set_aside[i];
    state.fitted =
        best.coefficients(static_cast<Index>(state.benchmark)) + best.coefficients(bases) * state.divergent_branches;
    if (best.has_column) state.fitted += best.coefficients(bases + 1) * column[i];
    if (fit.exact && !state.set_aside) state.fitted = state.measured;
    if (fit.stack_known) state.spills = column[i];
  }
}

}  // namespace

core::Result<Fit> fit_mechanism(std::span<const FitInput> inputs) {
  Fit fit;
  for (const FitInput& input : inputs) {
    fit.benchmarks.push_back(benchmark_of(input));
    if (sass::has_convergence_barriers(sass::arch_number(input.measurement.arch).value_or(0)))
      fit.stackless = input.measurement.arch;
    fit.stack_known = fit.stack_known && !input.events.spills.empty();
    for (const int depth : input.events.depth) fit.deepest = std::max(fit.deepest, depth);
  }
  fit.states = states_of(inputs);
  const bool varies = std::ranges::any_of(inputs, [](const FitInput& input) {
    return std::ranges::adjacent_find(input.events.divergent_branches, std::ranges::not_equal_to{}) !=
           input.events.divergent_branches.end();
  });
  if (!varies)
    return undetermined("every state diverges equally often, so the cost of a branch cannot be separated from the base",
                        "measure several n, from 0 on");
  const Classes classes = classes_of(inputs, fit.stack_known);
  const auto selection = statistics::select_candidate(problem_of(fit.states, classes, inputs.size()));
  if (!selection)
    return undetermined(fmt::format("{} states are too few for a base each and a cost of a branch", fit.states.size()),
                        "measure more n");
  fit.exact = selection->exact;
  for (const auto& alternative : selection->alternatives)
    fit.explanations.push_back(explanation_of(alternative, classes, fit.exact));
  for (const int place : selection->confounded)
    for (const int candidate : classes.members[static_cast<std::size_t>(place)])
      fit.confounded.push_back(candidates()[static_cast<std::size_t>(candidate)]);
  fill_in(fit, classes, *selection);
  if (!fit.stack_known) fit.deepest = 0;
  return fit;
}

}  // namespace reconverge::study
