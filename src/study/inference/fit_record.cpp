// SPDX-License-Identifier: MIT
#include "study/inference/fit_record.hpp"

#include <fmt/core.h>

#include "measurements/json_text.hpp"
#include "study/inference/fit_report.hpp"

namespace reconverge::study {
namespace {

using measurements::integer_of;
using measurements::member;
using measurements::number_of;
using measurements::read_integer;
using measurements::text_or_empty;

using Json = nlohmann::ordered_json;

std::string_view to_string(Knee knee) {
  switch (knee) {
    case Knee::found: return "found";
    case Knee::none: return "none";
    case Knee::undecided: break;
  }
  return "undecided";
}

/// A missing value is null, with the reason beside it.
void put(Json& object, const std::string& key, const Json& value, const std::string& why_absent) {
  object[key] = value;
  if (value.is_null()) object[key + "_absent"] = why_absent;
}

Json estimate_json(std::string_view name, const Json& kernel, const Estimate& estimate, const std::string& source) {
  Json object{{"name", name}, {"kernel", kernel}, {"value_cycles", estimate.value}};
  put(object, "interval_cycles", estimate.has_spread() ? Json{estimate.interval.low, estimate.interval.high} : Json(),
      no_spread);
  object["grade"] = "fitted";
  object["source"] = source;
  return object;
}

Json estimates_json(const Fit& fit, const FitSummary& summary) {
  auto list = Json::array();
  for (std::size_t i = 0; i < fit.benchmarks.size(); ++i)
    list.push_back(estimate_json("base", fit.benchmarks[i].benchmark, summary.bases[i], fit.benchmarks[i].source));
  const std::string all = fit.benchmarks.size() == 1 ? fit.benchmarks.front().source : "all benchmarks";
  list.push_back(estimate_json("divergent-branch", nullptr, summary.branch, all));
  if (summary.spill) list.push_back(estimate_json("spill-and-reload", nullptr, *summary.spill, all));
  return list;
}

Json stack_json(const Fit& fit, const FitSummary& summary) {
  const std::string why = no_spill_reason(fit, summary);
  Json stack{{"knee", to_string(summary.knee)}, {"knee_belief", summary.knee_belief}};
  put(stack, "at_least_entries", summary.at_least ? Json(*summary.at_least) : Json(),
      fit.stackless.empty() ? "a spill was seen, or may have been" : why);
  put(stack, "capacity_entries", summary.best ? Json(*summary.best->capacity) : Json(), why);
  stack["capacities_left_entries"] = summary.capacities;
  put(stack, "chunk_entries", summary.best ? Json(summary.best->chunk) : Json(), why);
  stack["chunks_left_entries"] = summary.chunks;
  put(stack, "rule", summary.best ? Json(summary.best->rule->name) : Json(), why);
  auto& rules = stack["rules_left"] = Json::array();
  for (const auto* rule : summary.rules) rules.push_back(rule->name);
  stack["grade"] = "fitted";
  return stack;
}

Json candidate_json(const Candidate& candidate) {
  if (!candidate.capacity) return {{"capacity_entries", nullptr}, {"capacity_entries_absent", "no limit"}};
  return {
      {"capacity_entries", *candidate.capacity}, {"chunk_entries", candidate.chunk}, {"rule", candidate.rule->name}};
}

Json explanation_json(const Explanation& explanation) {
  auto list = Json::array();
  for (const Candidate& candidate : explanation.candidates) list.push_back(candidate_json(candidate));
  return {{"belief", explanation.weight},
          {"spills", explanation.spills},
          {"coefficients_cycles", explanation.coefficients},
          {"covariance_cycles2", explanation.covariance},
          {"degrees_of_freedom", explanation.degrees},
          {"deviation_cycles", explanation.deviation},
          {"candidates", list}};
}

Json state_json(const Fit& fit, const FittedState& state) {
  Json entry{{"benchmark", fit.benchmarks[state.benchmark].benchmark},
             {"n", state.n},
             {"divergent_branches", state.divergent_branches}};
  put(entry, "spills", state.spills ? Json(*state.spills) : Json(), "the stack is not known");
  entry["measured_cycles"] = state.measured;
  entry["fitted_cycles"] = state.fitted;
  entry["residual_cycles"] = state.measured - state.fitted;
  entry["samples"] = state.samples;
  entry["outlying_samples"] = state.outlying;
  entry["set_aside"] = state.set_aside;
  return entry;
}

core::Diagnostic no_fit(const std::string& source, std::string message) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = "the JSON of `reconverge fit`",
          .where = {source}};
}

std::optional<Candidate> read_candidate(const Json& value) {
  const Json& entries = member(value, "capacity_entries");
  if (entries.is_null()) return Candidate{};
  const auto capacity = integer_of<int>(entries);
  const auto chunk = integer_of<int>(member(value, "chunk_entries"));
  const auto* rule = emulator::find_spill_rule(text_or_empty(value, "rule"));
  if (!capacity || !chunk || rule == nullptr || *chunk < 1 || *capacity <= rule->pinned) return std::nullopt;
  return Candidate{*capacity, *chunk, rule};
}

std::optional<std::vector<double>> read_numbers(const Json& value, std::size_t size) {
  if (!value.is_array() || value.size() != size) return std::nullopt;
  std::vector<double> numbers;
  for (const Json& entry : value) {
    const auto number = number_of(entry);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<Explanation> read_explanation(const Json& value, std::size_t benchmarks) {
  Explanation result{.candidates = {}, .coefficients = {}, .covariance = {}};
  const auto belief = number_of(member(value, "belief"));
  const auto degrees = number_of(member(value, "degrees_of_freedom"));
  const auto deviation = number_of(member(value, "deviation_cycles"));
  const Json& spills = member(value, "spills");
  if (!belief || !degrees || !deviation || *degrees <= 0 || !spills.is_boolean()) return std::nullopt;
  result.weight = *belief;
  result.degrees = *degrees;
  result.deviation = *deviation;
  result.spills = spills.get<bool>();
  const std::size_t size = benchmarks + (result.spills ? 2 : 1);
  auto coefficients = read_numbers(member(value, "coefficients_cycles"), size);
  if (!coefficients) return std::nullopt;
  result.coefficients = std::move(*coefficients);
  const Json& covariance = member(value, "covariance_cycles2");
  if (!covariance.is_array() || covariance.size() != size) return std::nullopt;
  for (const Json& row : covariance) {
    auto numbers = read_numbers(row, size);
    if (!numbers) return std::nullopt;
    result.covariance.push_back(std::move(*numbers));
  }
  for (const Json& entry : member(value, "candidates")) {
    const auto candidate = read_candidate(entry);
    if (!candidate) return std::nullopt;
    result.candidates.push_back(*candidate);
  }
  return result.candidates.empty() ? std::nullopt : std::optional(result);
}

}  // namespace

void add_to_record(const Fit& fit, const FitSummary& summary, Json& record) {
  auto& benchmarks = record["benchmarks"] = Json::array();
  for (const auto& benchmark : fit.benchmarks)
    benchmarks.push_back({{"name", benchmark.benchmark},
                          {"source", benchmark.source},
                          {"device", benchmark.device},
                          {"verdict", benchmark.verdict},
                          {"options", benchmark.options},
                          {"events_from", benchmark.counts_from}});
  record["exact"] = fit.exact;
  record["belief_of_intervals"] = level;
  record["estimates"] = estimates_json(fit, summary);
  record["stack"] = stack_json(fit, summary);
  record["cannot_tell"] = summary.cannot_tell;
  record["worst_residual_cycles"] = summary.worst_residual;
  record["stack_known"] = fit.stack_known;
  put(record, "deepest_stack_entries", fit.stack_known ? Json(fit.deepest) : Json(), "the stack is not known");
  auto& explanations = record["explanations"] = Json::array();
  for (const auto& explanation : fit.explanations) explanations.push_back(explanation_json(explanation));
  auto& states = record["states"] = Json::array();
  for (const auto& state : fit.states) states.push_back(state_json(fit, state));
}

Json to_json(const Validation& validation) {
  auto states = Json::array();
  for (std::size_t i = 0; i < validation.n.size(); ++i) {
    Json entry{{"n", validation.n[i]}, {"measured_cycles", validation.measured[i]}};
    for (const auto& rule : validation.rules)
      entry["predicted"].push_back(
          {{"rule", rule.rule}, {"cycles", rule.predicted[i]}, {"difference_cycles", rule.difference[i]}});
    states.push_back(std::move(entry));
  }
  auto worst = Json::array();
  for (const auto& rule : validation.rules)
    worst.push_back(
        {{"rule", rule.rule}, {"worst_difference_cycles", rule.worst}, {"worst_percent", rule.worst_percent}});
  return {{"benchmark", validation.benchmark}, {"base_cycles", validation.base}, {"rules", worst}, {"states", states}};
}

core::Result<Fit> read_fit(std::string_view text, const std::string& source) {
  const auto json = measurements::parse_json(text, source);
  if (!json) return json.error();
  if (text_or_empty(*json, "schema") != "reconverge.fit")
    return no_fit(source, fmt::format("this is not a fit but '{}'", text_or_empty(*json, "schema")));
  if (int version = 1; !read_integer<int>(member(*json, "schema_version"), version) || version != 1)
    return no_fit(source, fmt::format("schema version {} is not known here", member(*json, "schema_version").dump()));
  Fit fit;
  for (const Json& benchmark : member(*json, "benchmarks"))
    fit.benchmarks.push_back({.source = text_or_empty(benchmark, "source"),
                              .benchmark = text_or_empty(benchmark, "name"),
                              .device = text_or_empty(benchmark, "device"),
                              .options = text_or_empty(benchmark, "options"),
                              .verdict = text_or_empty(benchmark, "verdict"),
                              .counts_from = text_or_empty(benchmark, "events_from")});
  for (const Json& entry : member(*json, "explanations")) {
    auto explanation = read_explanation(entry, fit.benchmarks.size());
    if (!explanation)
      return no_fit(source, fmt::format("explanation {} is incomplete, or a number of it is beyond its range",
                                        fit.explanations.size() + 1));
    fit.explanations.push_back(std::move(*explanation));
  }
  if (fit.benchmarks.empty() || fit.explanations.empty()) return no_fit(source, "the fit is empty");
  fit.exact = member(*json, "exact") == true;
  fit.stack_known = member(*json, "stack_known") == true;
  if (!read_integer<int>(member(*json, "deepest_stack_entries"), fit.deepest) || fit.deepest < 0)
    return no_fit(source, "deepest_stack_entries is not a valid number of entries");
  return fit;
}

}  // namespace reconverge::study
