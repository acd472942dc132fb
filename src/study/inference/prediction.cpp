// SPDX-License-Identifier: MIT
#include "study/inference/prediction.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace reconverge::study {
namespace {

using statistics::Component;

/// One way to add up: place of a coefficient, and how often it counts.
using Counts = std::vector<std::pair<std::size_t, double>>;

double sum(const Explanation& explanation, const Counts& counts) {
  double cycles = 0;
  for (const auto& [place, count] : counts) cycles += count * explanation.coefficients[place];
  return cycles;
}

double deviation(const Explanation& explanation, const Counts& counts) {
  double variance = 0;
  for (const auto& [row, left] : counts)
    for (const auto& [column, right] : counts) variance += left * right * explanation.covariance[row][column];
  return std::sqrt(std::max(0.0, variance));
}

/// Candidates of one explanation by the spills they have in a run, with the belief in each number.
struct Spilling {
  Candidate first;
  double belief = 0;
};

std::map<std::uint64_t, Spilling> spillings(const Explanation& explanation, const StackTrace& trace) {
  std::map<std::uint64_t, Spilling> groups;
  double all = 0;
  for (const Candidate& candidate : explanation.candidates) {
    const auto [place, is_new] = groups.try_emplace(spills(trace, candidate), Spilling{candidate, 0});
    place->second.belief += prior(candidate);
    all += prior(candidate);
  }
  for (auto& [count, group] : groups) group.belief *= explanation.weight / all;
  return groups;
}

/// Groups in the order of the candidates' list: the default rule first.
std::vector<std::pair<double, Spilling>> in_order(const std::map<std::uint64_t, Spilling>& groups,
                                                  const Explanation& explanation) {
  std::vector<std::pair<double, Spilling>> order;
  for (const Candidate& candidate : explanation.candidates)
    for (const auto& [count, group] : groups)
      if (group.first == candidate) order.emplace_back(static_cast<double>(count), group);
  return order;
}

/// The interval belongs to the cycles: where they are not known, or nothing has spread, there is none.
void set_interval(const std::vector<Component>& components, bool based, const Pricing& pricing, PredictedState& state) {
  if (components.empty()) {
    state.no_interval_because = no_price_of_spill;
  } else if (!based) {
    state.no_interval_because = pricing.base_from;
  } else if (!pricing.no_interval_because.empty()) {
    state.no_interval_because = pricing.no_interval_because;
  } else {
    auto interval = statistics::mixture_interval(components, level);
    interval.low = std::min(interval.low, components.front().centre);
    interval.high = std::max(interval.high, components.front().centre);
    if (Estimate{components.front().centre, interval}.has_spread()) state.interval = interval;
    else state.no_interval_because = "no spread: the fit reproduces its states exactly";
  }
}

}  // namespace

Pricing pricing_of(const Fit& fit, std::string_view kernel, std::string source) {
  Pricing pricing{.explanations = fit.explanations,
                  .benchmarks = fit.benchmarks.size(),
                  .base_place = {},
                  .given_base = {},
                  .base_from = {},
                  .source = std::move(source),
                  .no_interval_because = {}};
  for (std::size_t place = 0; place < fit.benchmarks.size(); ++place)
    if (!kernel.empty() && fit.benchmarks[place].benchmark == kernel && !pricing.base_place) pricing.base_place = place;
  pricing.base_from = pricing.base_place ? fmt::format("fitted: base of {}", kernel)
                                         : "no base of this code was fitted; give --base CYCLES";
  return pricing;
}

core::Result<Pricing> pricing_of(const timing::Generation& generation, const emulator::SpillRule& rule,
                                 std::string_view kernel) {
  const auto branch = generation.find_cost(timing::cost::divergent_branch);
  if (!branch) return branch.error();
  const auto spill = generation.find_cost(timing::cost::spill_and_reload);
  const auto base = generation.find_cost(timing::cost::base, kernel);
  Explanation record{.weight = 1, .candidates = {}, .spills = spill.has_value(), .coefficients = {}, .covariance = {}};
  record.coefficients = {base ? base->value : 0, branch->value};
  if (spill) record.coefficients.push_back(spill->value);
  record.covariance.assign(record.coefficients.size(), std::vector<double>(record.coefficients.size(), 0.0));
  Candidate candidate;
  if (generation.stack_capacity)
    candidate = {static_cast<int>(generation.stack_capacity->value),
                 generation.spill_chunk ? static_cast<int>(generation.spill_chunk->value) : 1, &rule};
  record.candidates = {candidate};
  Pricing pricing{
      .explanations = {record},
      .benchmarks = 1,
      .base_place = base ? std::optional<std::size_t>(0) : std::nullopt,
      .given_base = {},
      .base_from = base ? fmt::format("{}: {}", to_string(base->grade), base->source) : base.error().message,
      .source = fmt::format("record of {}: divergent branch {} ({}, {})", generation.name, branch->value,
                            to_string(branch->grade), branch->source),
      .no_interval_because = "a generation record holds numbers without an uncertainty"};
  return pricing;
}

PredictedState predict(const StackTrace& trace, int n, const Pricing& pricing) {
  PredictedState state{.n = n,
                       .divergent_branches = static_cast<double>(trace.divergent_branches),
                       .depth = trace.depth,
                       .spills = {},
                       .divergence_cycles = {},
                       .cycles = {},
                       .interval = {},
                       .candidates = {}};
  const bool based = pricing.given_base || pricing.base_place;
  std::vector<Component> components;
  for (const Explanation& explanation : pricing.explanations) {
    for (const auto& [count, group] : in_order(spillings(explanation, trace), explanation)) {
      CandidatePrediction prediction{.candidate = group.first, .weight = group.belief, .spills = count, .cycles = {}};
      if (count > 0 && !explanation.spills) {
        state.unpriced = true;
        state.candidates.push_back(prediction);
        continue;
      }
      Counts counts{{explanation.branch_place(pricing.benchmarks), state.divergent_branches}};
      if (count > 0) counts.emplace_back(explanation.spill_place(pricing.benchmarks), count);
      const double divergence = sum(explanation, counts);
      if (pricing.base_place && !pricing.given_base) counts.emplace_back(*pricing.base_place, 1.0);
      const double cycles = sum(explanation, counts) + pricing.given_base.value_or(0);
      if (based) prediction.cycles = cycles;
      components.push_back({.weight = group.belief,
                            .centre = cycles,
                            .deviation = deviation(explanation, counts),
                            .degrees = explanation.degrees});
      if (!state.divergence_cycles) {
        state.divergence_cycles = divergence;
        state.spills = count;
        if (based) state.cycles = cycles;
      }
      state.candidates.push_back(prediction);
    }
  }
  set_interval(components, based, pricing, state);
  return state;
}

}  // namespace reconverge::study
