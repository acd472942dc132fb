// SPDX-License-Identifier: MIT
#include "study/inference/fit_summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/formats/formats.hpp"
#include "study/inference/fit_limits.hpp"

namespace reconverge::study {
namespace {

using statistics::Component;

std::vector<Component> components(const Fit& fit, std::size_t place, bool positive) {
  std::vector<Component> parts;
  for (const Explanation& explanation : fit.explanations) {
    if (place >= explanation.coefficients.size()) continue;
    parts.push_back({.weight = explanation.weight,
                     .centre = explanation.coefficients[place],
                     .deviation = std::sqrt(explanation.covariance[place][place]),
                     .degrees = explanation.degrees,
                     .positive = positive});
  }
  return parts;
}

std::optional<Estimate> estimate(const Fit& fit, std::size_t place, bool positive = false) {
  const auto parts = components(fit, place, positive);
  if (parts.empty()) return std::nullopt;
  Estimate result{parts.front().centre, statistics::mixture_interval(parts, level)};
  result.interval.low = std::min(result.interval.low, result.value);
  result.interval.high = std::max(result.interval.high, result.value);
  return result;
}

/// The values that hold the belief `level` together, heaviest first; of exact data every value.
template <typename Value> std::vector<Value> values_left(const Fit& fit, Value (*value_of)(const Candidate&)) {
  std::map<Value, double> beliefs;
  double all = 0;
  for (const Explanation& explanation : fit.explanations) {
    if (!explanation.spills) continue;
    double within = 0;
    for (const Candidate& candidate : explanation.candidates) within += prior(candidate);
    for (const Candidate& candidate : explanation.candidates)
      beliefs[value_of(candidate)] += explanation.weight * prior(candidate) / within;
    all += explanation.weight;
  }
  std::vector<std::pair<double, Value>> order;
  for (const auto& [value, belief] : beliefs) order.emplace_back(belief, value);
  std::ranges::stable_sort(order, std::ranges::greater{}, &std::pair<double, Value>::first);
  std::vector<Value> left;
  double held = 0;
  for (const auto& [belief, value] : order) {
    if (!fit.exact && held >= level * all) break;
    left.push_back(value);
    held += belief;
  }
  std::ranges::sort(left);
  return left;
}

void describe_spills(const Fit& fit, FitSummary& summary) {
  const auto heaviest = std::ranges::find_if(fit.explanations, &Explanation::spills);
  summary.best = heaviest->candidates.front();
  summary.spill = estimate(fit, heaviest->spill_place(fit.benchmarks.size()), true);
  summary.capacities = values_left<int>(fit, [](const Candidate& one) { return one.capacity.value_or(0); });
  summary.chunks = values_left<int>(fit, [](const Candidate& one) { return one.chunk; });
  // Rules are in one array, so that their addresses are in its order.
  summary.rules = values_left<const emulator::SpillRule*>(fit, [](const Candidate& one) { return one.rule; });
}

}  // namespace

FitSummary summarise(const Fit& fit) {
  FitSummary summary;
  const std::size_t benchmarks = fit.benchmarks.size();
  for (std::size_t place = 0; place < benchmarks; ++place) summary.bases.push_back(*estimate(fit, place));
  summary.branch = *estimate(fit, benchmarks);
  for (const Explanation& explanation : fit.explanations)
    summary.knee_belief += explanation.spills ? explanation.weight : 0;
  summary.knee = summary.knee_belief > level       ? Knee::found
                 : summary.knee_belief < 1 - level ? Knee::none
                                                   : Knee::undecided;
  if (!fit.stack_known) summary.knee = Knee::undecided;
  if (summary.knee != Knee::none && summary.knee_belief > 0) describe_spills(fit, summary);
  if (summary.knee == Knee::none && fit.stackless.empty()) summary.at_least = fit.deepest;
  for (const FittedState& state : fit.states)
    if (!state.set_aside)
      summary.worst_residual = std::max(summary.worst_residual, std::abs(state.measured - state.fitted));
  summary.cannot_tell = limits_of(fit, summary);
  return summary;
}

std::string list_text(const std::vector<int>& sorted) {
  if (sorted.empty()) return "none";
  const bool run = sorted.size() > 2 && sorted.back() - sorted.front() + 1 == static_cast<int>(sorted.size());
  if (run) return fmt::format("{}..{}", sorted.front(), sorted.back());
  return fmt::format("{}", fmt::join(sorted, ", "));
}

std::string to_string(const Estimate& estimate) {
  using report::format_number;
  if (!estimate.has_spread()) return format_number(estimate.value);
  return fmt::format("{} ({} to {})", format_number(estimate.value, 2), format_number(estimate.interval.low, 2),
                     format_number(estimate.interval.high, 2));
}

}  // namespace reconverge::study
