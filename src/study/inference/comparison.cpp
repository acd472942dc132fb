// SPDX-License-Identifier: MIT
#include "study/inference/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "statistics/location.hpp"
#include "statistics/two_samples.hpp"

namespace reconverge::study {
namespace {

bool has_spread(const MeasuredState& state) {
  return std::ranges::adjacent_find(state.samples, std::ranges::not_equal_to{}) != state.samples.end();
}

bool close(double left, double right) { return std::abs(left - right) <= 1e-9 * (1 + std::abs(left)); }

/// A prediction's interval against what the other side has.
Judgement against_interval(const statistics::Bounds& interval, double cycles) {
  const double reach = 1e-9 * (1 + std::abs(cycles));
  return interval.low - reach <= cycles && cycles <= interval.high + reach ? Judgement::within : Judgement::outside;
}

/// Fills in everything but the significance; a test that is due leaves its unadjusted p value.
void judge(const MeasuredState& left, const MeasuredState& right, SignificanceTest test, ComparedState& state) {
  state.left = statistics::robust_location(left.samples).value;
  state.right = statistics::robust_location(right.samples).value;
  state.difference = *state.right - *state.left;
  if (*state.left != 0) state.percent = 100 * *state.difference / *state.left;
  if (left.interval || right.interval) {
    state.judgement = right.interval ? against_interval(*right.interval, *state.left)
                                     : against_interval(*left.interval, *state.right);
    return;
  }
  if (!has_spread(left) && !has_spread(right)) {
    state.judgement = close(*state.left, *state.right) ? Judgement::equal : Judgement::differs;
    return;
  }
  if (left.samples.size() < 2 || right.samples.size() < 2) {
    state.judgement = Judgement::untested;
    return;
  }
  const auto result = test == SignificanceTest::welch ? statistics::welch_test(left.samples, right.samples)
                                                      : statistics::rank_test(left.samples, right.samples);
  state.p_value = result.p_value;
}

void adjust(std::vector<ComparedState>& states) {
  std::vector<double> p_values;
  for (const auto& state : states)
    if (state.p_value) p_values.push_back(*state.p_value);
  const auto adjusted = statistics::holm(p_values);
  std::size_t next = 0;
  for (auto& state : states) {
    if (!state.p_value) continue;
    state.p_value = adjusted[next++];
    state.judgement = *state.p_value < significance ? Judgement::significant : Judgement::chance;
  }
}

void compare_states(const Measurement& left, const Measurement& right, Comparison& comparison) {
  std::vector<int> all;
  for (const auto& states : {left.states, right.states})
    for (const auto& state : states) all.push_back(state.n);
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  for (const int n : all) {
    const auto of_left = std::ranges::find(left.states, n, &MeasuredState::n);
    const auto of_right = std::ranges::find(right.states, n, &MeasuredState::n);
    const bool in_left = of_left != left.states.end() && !of_left->samples.empty();
    const bool in_right = of_right != right.states.end() && !of_right->samples.empty();
    ComparedState state{.benchmark = left.benchmark.empty() ? right.benchmark : left.benchmark,
                        .n = n,
                        .left = {},
                        .right = {},
                        .difference = {},
                        .percent = {},
                        .p_value = {}};
    if (in_left && in_right) {
      judge(*of_left, *of_right, comparison.test, state);
    } else {
      if (in_left) state.left = statistics::robust_location(of_left->samples).value;
      if (in_right) state.right = statistics::robust_location(of_right->samples).value;
      state.judgement = in_left ? Judgement::only_left : Judgement::only_right;
      const bool is_listed = in_left ? of_right != right.states.end() : of_left != left.states.end();
      state.why_missing = !is_listed ? "there is no such state" : in_left ? of_right->why_not : of_left->why_not;
      if (!in_left && !in_right) continue;
    }
    comparison.states.push_back(std::move(state));
  }
}

std::string label(const std::vector<Measurement>& measurements) {
  const Measurement& first = measurements.front();
  const std::string device = first.device_label();
  return device.empty() ? first.source : fmt::format("{} ({})", first.source, device);
}

bool belong_together(const Measurement& left, const Measurement& right) {
  const bool alike = left.pattern == right.pattern || left.pattern.empty() || right.pattern.empty();
  return left.benchmark == right.benchmark && alike;
}

/// A benchmark that one side has twice belongs to nothing on the other.
core::Result<core::Done> check_single(const std::vector<Measurement>& side) {
  for (auto one = side.begin(); one != side.end(); ++one) {
    const auto other = std::find_if(std::next(one), side.end(), [&](const Measurement& measurement) {
      return measurement.benchmark == one->benchmark && measurement.pattern == one->pattern;
    });
    if (other == side.end()) continue;
    return core::Diagnostic{
        .failure = core::Failure::input,
        .message = fmt::format("'{}' is there twice ({} {}; {} {})", one->benchmark, one->device_label(), one->options,
                               other->device_label(), other->options),
        .hint = "--device-a and --device-b choose a device; else one run a file",
        .where = {one->source}};
  }
  return core::Done{};
}

}  // namespace

core::Result<Comparison> compare(const std::vector<Measurement>& left, const std::vector<Measurement>& right,
                                 SignificanceTest test) {
  for (const auto* side : {&left, &right})
    if (auto once = check_single(*side); !once) return once.error();
  Comparison comparison{.left = label(left), .right = label(right), .test = test, .states = {}};
  const bool single = left.size() == 1 && right.size() == 1;
  for (const Measurement& one : left)
    for (const Measurement& other : right)
      if (single || belong_together(one, other)) compare_states(one, other, comparison);
  for (const ComparedState& state : comparison.states) {
    if (!state.difference) continue;
    ++comparison.compared;
    comparison.worst_difference = std::max(comparison.worst_difference, std::abs(*state.difference));
    if (state.percent) comparison.worst_percent = std::max(comparison.worst_percent, std::abs(*state.percent));
  }
  if (comparison.compared == 0)
    return core::Diagnostic{.failure = core::Failure::check,
                            .message = "the two sides have no state in common",
                            .hint = "the same benchmark and n on both sides; --benchmark chooses one"};
  adjust(comparison.states);
  return comparison;
}

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::equal: return "equal";
    case Judgement::differs: return "differs";
    case Judgement::significant: return "significant";
    case Judgement::chance: return "within noise";
    case Judgement::within: return "within interval";
    case Judgement::outside: return "outside interval";
    case Judgement::untested: return "untested";
    case Judgement::only_left: return "only left";
    case Judgement::only_right: return "only right";
  }
  return "unknown";
}

}  // namespace reconverge::study
