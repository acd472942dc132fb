// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "measurements/bench_file.hpp"
#include "measurements/json_text.hpp"
#include "study/inference/measurement.hpp"

namespace reconverge::study {
namespace {

using measurements::BenchRun;
using measurements::BenchState;

core::Diagnostic refusal(const std::string& source, std::string message, std::string hint = "") {
  return {.failure = core::Failure::input, .message = std::move(message), .hint = std::move(hint), .where = {source}};
}

/// No kernel has more lanes, passes or loops than that.
constexpr int most_n = 1'000'000;

/// The counter that gives divergent branches of the timed region. The one of the cards covers the whole kernel.
std::optional<double> divergent_branches(const BenchRun& run, const BenchState& state) {
  const auto counter =
      state.counters.find(run.only_timed_region_counts ? "divergent_branch_targets" : "divergent_branches");
  return counter == state.counters.end() ? std::nullopt : std::optional(counter->second);
}

core::Result<MeasuredState> measured_state(const BenchRun& run, const BenchState& state, const std::string& where,
                                           bool is_prediction) {
  MeasuredState measured{.n = state.n.value_or(0), .has_n = state.n.has_value(), .samples = state.samples};
  if (measured.n > most_n || measured.n < -most_n)
    return refusal(where, fmt::format("n = {} is beyond {}", measured.n, most_n));
  if (!state.status.empty() && !state.why_not.empty()) {
    measured.samples.clear();
    measured.why_not = state.why_not;
    return measured;
  }
  for (const auto& summary : {state.cycles, state.median, state.mean})
    if (measured.samples.empty() && summary) measured.samples = {*summary};
  if (measured.samples.empty())
    return refusal(where, fmt::format("n = {}: the state is ok, yet has no cycles", measured.n),
                   "samples_cycles, or median_cycles");
  measured.divergent_branches = divergent_branches(run, state);
  if (is_prediction && state.interval) measured.interval = {state.interval->first, state.interval->second};
  return measured;
}

core::Result<Measurement> measurement_of(const BenchRun& run, const std::string& source, bool is_prediction) {
  if (run.name.empty()) return refusal(source, "a benchmark has no name");
  Measurement measurement{.source = source,
                          .benchmark = run.name,
                          .device = run.device_id,
                          .device_name = run.device,
                          .arch = run.arch,
                          .pattern = run.pattern,
                          .verdict = run.verdict,
                          .verdict_reason = run.verdict_reason,
                          .options = run.options,
                          .predicted = is_prediction};
  for (const BenchState& state : run.states) {
    auto measured = measured_state(run, state, fmt::format("{} ({})", source, run.name), is_prediction);
    if (!measured) return measured.error();
    measurement.states.push_back(std::move(measured).value());
  }
  return measurement;
}

}  // namespace

std::string Measurement::device_label() const {
  std::string label = device_name;
  if (!arch.empty()) label += label.empty() ? arch : fmt::format(" ({})", arch);
  if (!device.empty()) label += label.empty() ? fmt::format("device {}", device) : fmt::format(", device {}", device);
  return label;
}

core::Result<std::vector<Measurement>> read_measurement_json(std::string_view text, const std::string& source) {
  const auto json = measurements::parse_json(text, source);
  if (!json) return json.error();
  const std::string schema = measurements::text_or_empty(*json, "schema");
  const bool is_prediction = schema == "reconverge.prediction";
  if (schema != "reconverge.bench" && !is_prediction)
    return refusal(source, schema.empty() ? "this JSON names no schema" : fmt::format("this is a '{}'", schema),
                   "the JSON of `reconverge bench` or `reconverge predict`");
  const auto runs = measurements::read_benchmarks(*json, source);
  if (!runs) return runs.error();
  std::vector<Measurement> measurements;
  for (const BenchRun& run : *runs) {
    auto measurement = measurement_of(run, source, is_prediction);
    if (!measurement) return measurement.error();
    measurements.push_back(std::move(measurement).value());
  }
  return measurements;
}

core::Result<std::vector<Measurement>> read_measurements(std::string_view text, const std::string& source,
                                                         const CsvChoice& choice) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos)
    return refusal(source, "the file is empty", "the JSON of `reconverge bench`, or a CSV with 'n,cycles'");
  if (text[first] == '{' || text[first] == '[') return read_measurement_json(text, source);
  return read_measurement_csv(text, source, choice);
}

}  // namespace reconverge::study
