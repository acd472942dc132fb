// SPDX-License-Identifier: MIT
#include "study/inference/input_checks.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/usage_error.hpp"
#include "measurements/json_text.hpp"
#include "statistics/location.hpp"

namespace reconverge::study {
namespace {

core::Diagnostic refusal(const Measurement& measurement, std::string message, std::string hint = "",
                         core::Failure failure = core::Failure::check) {
  const std::string name = measurement.benchmark.empty() ? "" : fmt::format("'{}': ", measurement.benchmark);
  return {
      .failure = failure, .message = name + std::move(message), .hint = std::move(hint), .where = {measurement.source}};
}

std::set<std::string> names_of(const std::vector<Measurement>& measurements) {
  std::set<std::string> names;
  for (const auto& measurement : measurements) names.insert(measurement.benchmark);
  return names;
}

/// Whether every KEY=VALUE is among the options of a measurement.
bool measured_under(const Measurement& measurement, const std::vector<std::string>& wanted) {
  const auto options =
      measurements::parse_json(measurement.options.empty() ? "{}" : measurement.options, measurement.source);
  return options && std::ranges::all_of(wanted, [&](const std::string& text) {
           const auto equals = text.find('=');
           const auto& value = measurements::member(*options, text.substr(0, equals));
           const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
           return equals != std::string::npos && !value.is_null() && shown == text.substr(equals + 1);
         });
}

core::Result<core::Done> keep_chosen(std::vector<Measurement>& measurements, const InputChoice& choice) {
  const auto names = names_of(measurements);
  for (const std::string& wanted : choice.benchmarks)
    if (!names.contains(wanted))
      return core::usage_error(fmt::format("there is no benchmark '{}' in the results", wanted),
                               fmt::format("{}", fmt::join(names, ", ")));
  std::erase_if(measurements, [&](const Measurement& measurement) {
    const bool other = !choice.benchmarks.empty() &&
                       std::ranges::find(choice.benchmarks, measurement.benchmark) == choice.benchmarks.end();
    const bool elsewhere =
        !choice.device.empty() && choice.device != measurement.device && choice.device != measurement.device_name;
    const bool pattern = !choice.pattern.empty() && choice.pattern != measurement.pattern;
    return other || elsewhere || pattern || !measured_under(measurement, choice.options);
  });
  if (measurements.empty())
    return core::usage_error("none of the results is what was asked for",
                             "look at --benchmark, --device (a number or name), --pattern and --option");
  return core::Done{};
}

core::Result<core::Done> check_one_device(const std::vector<Measurement>& measurements) {
  std::set<std::string> labels;
  for (const auto& measurement : measurements)
    if (const auto label = measurement.device_label(); !label.empty()) labels.insert(label);
  if (labels.size() < 2) return core::Done{};
  return core::Diagnostic{
      .failure = core::Failure::check,
      .message = fmt::format("the results are of {} devices: {}", labels.size(), fmt::join(labels, "; ")),
      .hint = "--device chooses one; `reconverge compare` sets two beside each other"};
}

/// One benchmark under two options is two kernels: together they fit neither.
core::Result<core::Done> check_each_once(const std::vector<Measurement>& measurements) {
  for (std::size_t i = 0; i < measurements.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Measurement& one = measurements[i];
      const Measurement& other = measurements[j];
      if (one.benchmark.empty() || one.benchmark != other.benchmark || one.pattern != other.pattern) continue;
      return refusal(one, fmt::format("it is there more than once ({}; {})", other.options, one.options),
                     "--option KEY=VALUE chooses how it was measured");
    }
  return core::Done{};
}

core::Result<core::Done> check_meaning(const Measurement& measurement) {
  if (measurement.predicted)
    return refusal(measurement, "these cycles were predicted, not measured", "the JSON of `reconverge bench`");
  if (measurement.verdict == "predicated" || measurement.verdict == "moved") {
    const std::string reason =
        measurement.verdict_reason.empty() ? "" : fmt::format(" ({})", measurement.verdict_reason);
    const char* meaning = measurement.verdict == "moved" ? "the clock reads do not enclose the divergent region"
                                                         : "the code was predicated and does not diverge";
    return refusal(
        measurement,
        fmt::format("verdict '{}'{}: {}, so its cycles price no divergence", measurement.verdict, reason, meaning),
        "--benchmark chooses others");
  }
  return core::Done{};
}

/// The n of which no number is there, though its neighbours' distance says that there should be.
std::vector<int> missing_between(const std::vector<MeasuredState>& states) {
  int step = states.back().n - states.front().n;
  for (std::size_t i = 1; i < states.size(); ++i) step = std::min(step, states[i].n - states[i - 1].n);
  std::vector<int> missing;
  for (std::size_t i = 1; i < states.size(); ++i)
    for (int n = states[i - 1].n + step; n < states[i].n; n += step) missing.push_back(n);
  return missing;
}

core::Result<core::Done> check_states(Measurement& measurement, bool allow_gaps) {
  auto& states = measurement.states;
  std::ranges::stable_sort(states, {}, &MeasuredState::n);
  if (std::ranges::any_of(states, [](const MeasuredState& state) { return !state.has_n; }))
    return refusal(measurement,
                   fmt::format("a state has no n{}, so nothing says how many lanes diverge",
                               measurement.pattern.empty() ? "" : fmt::format(" (pattern {})", measurement.pattern)),
                   "a pattern with n, such as staircase");
  for (const MeasuredState& state : states)
    if (state.samples.empty() && !allow_gaps)
      return refusal(measurement, fmt::format("n = {} has no cycles ({})", state.n, state.why_not),
                     "--allow-gaps fits the others");
  std::erase_if(states, [](const MeasuredState& state) { return state.samples.empty(); });
  const auto twice = std::ranges::adjacent_find(states, {}, &MeasuredState::n);
  if (twice != states.end())
    return refusal(measurement, fmt::format("n = {} appears twice", twice->n), "one file a run, or --benchmark");
  if (states.size() < fewest_states)
    return refusal(measurement,
                   fmt::format("{} states are too few; a fit needs {} or more", states.size(), fewest_states),
                   "measure n = 0..31");
  const auto missing = missing_between(states);
  if (!missing.empty() && !allow_gaps)
    return refusal(measurement, fmt::format("n = {} is missing", fmt::join(missing, ", ")),
                   "measure it, or --allow-gaps");
  const double first = statistics::robust_location(states.front().samples).value;
  const bool constant = std::ranges::all_of(
      states, [&](const MeasuredState& state) { return statistics::robust_location(state.samples).value == first; });
  if (constant)
    return refusal(measurement,
                   fmt::format("every state takes {} cycles: n changes nothing, so nothing is to be fitted", first),
                   "is it the right column, and does the kernel diverge?");
  return core::Done{};
}

}  // namespace

core::Result<std::vector<Measurement>> choose_inputs(std::vector<Measurement> measurements, const InputChoice& choice) {
  if (auto kept = keep_chosen(measurements, choice); !kept) return kept.error();
  if (auto one = check_one_device(measurements); !one) return one.error();
  if (auto once = check_each_once(measurements); !once) return once.error();
  for (Measurement& measurement : measurements) {
    if (auto meant = check_meaning(measurement); !meant) return meant.error();
    if (auto complete = check_states(measurement, choice.allow_gaps); !complete) return complete.error();
  }
  return measurements;
}

}  // namespace reconverge::study
