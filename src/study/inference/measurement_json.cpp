#include <fmt/core.h>

#include "study/inference/json_text.hpp"
#include "study/inference/measurement.hpp"

namespace reconverge::study {
namespace {

using Json = nlohmann::ordered_json;

core::Diagnostic refusal(const std::string& source, std::string message, std::string hint = "") {
  return {.failure = core::Failure::input, .message = std::move(message), .hint = std::move(hint), .where = {source}};
}

/// No kernel has more lanes, passes or loops than that.
constexpr int most_n = 1'000'000;

/// A counter is a number, or an object with its value.
std::optional<double> counter(const Json& counters, std::string_view key) {
  const Json& entry = member(counters, key);
  if (const auto number = number_of(entry)) return number;
  return number_of(member(entry, "value"));
}

/// Adds a list of samples, [number, count] in it that many of one. What is wrong with it; else nothing.
std::string add_samples(const Json& list, std::vector<double>& samples) {
  constexpr std::size_t most = 10'000'000;  // of one state
  if (!list.is_array()) return "";
  for (const Json& item : list) {
    const bool is_run = item.is_array() && item.size() == 2;
    const auto number = number_of(is_run ? item[0] : item);
    const auto count = is_run ? integer_of<std::size_t>(item[1]) : 1;
    if (!number || !count || *count < 1 || *count > most - samples.size())
      return "a sample is no finite number, or there are more of them than any benchmark takes";
    if (*number < 0) return "a sample is below 0";
    samples.insert(samples.end(), *count, *number);
  }
  return "";
}

core::Result<MeasuredState> read_state(const Json& value, const std::string& where, std::string_view counter_key,
                                       bool is_prediction) {
  const Json& n = member(value, "n");
  MeasuredState state{.n = 0, .has_n = !n.is_null(), .samples = {}};
  if (!read_integer<int>(n, state.n) || state.n > most_n || state.n < -most_n)
    return refusal(where, fmt::format("n = {} is no whole number", n.dump()));
  const std::string status = text_or_empty(value, "status");
  if (!status.empty() && status != "ok") {
    const std::string reason = text_or_empty(value, "reason");
    state.why_not = reason.empty() ? status : fmt::format("{}: {}", status, reason);
    return state;
  }
  if (const std::string complaint = add_samples(member(value, "samples_cycles"), state.samples); !complaint.empty())
    return refusal(where, fmt::format("n = {}: {}", state.n, complaint));
  for (const char* key : {"cycles", "median_cycles", "mean_cycles"})
    if (const auto number = number_of(member(value, key)); state.samples.empty() && number) state.samples = {*number};
  if (state.samples.empty())
    return refusal(where, fmt::format("n = {}: the state is ok, yet has no cycles", state.n),
                   "samples_cycles, or median_cycles");
  state.divergent_branches = counter(member(value, "counters"), counter_key);
  const Json& interval = member(value, "interval_cycles");
  if (is_prediction && interval.is_array() && interval.size() == 2 && number_of(interval[0]) && number_of(interval[1]))
    state.interval = {*number_of(interval[0]), *number_of(interval[1])};
  return state;
}

/// The counter that gives divergent branches of the timed region. The one of the cards covers the
/// whole kernel, so it tells that only where nothing but the region runs the code.
std::string_view counter_key(const Json& options) {
  const bool region_only =
      number_of(member(options, "warmup_passes")) == 0.0 && number_of(member(options, "repeat")) == 1.0;
  return region_only ? "divergent_branch_targets" : "divergent_branches";
}

/// The record of a device by its number, or null.
const Json& find_device(const Json& devices, const std::string& id) {
  static const Json nothing;
  if (!devices.is_array()) return nothing;
  for (const Json& device : devices)
    if (member(device, "id").dump() == id) return device;
  return nothing;
}

core::Result<Measurement> read_benchmark(const Json& value, const Json& devices, const std::string& source,
                                         bool is_prediction) {
  Measurement measurement{.source = source, .benchmark = text_or_empty(value, "name")};
  if (measurement.benchmark.empty()) return refusal(source, "a benchmark has no name");
  const Json& number = member(value, "device");
  if (!number.is_null()) measurement.device = number.dump();
  const Json& device = find_device(devices, measurement.device);
  measurement.device_name = text_or_empty(device, "name");
  measurement.arch = text_or_empty(device, "arch");
  measurement.pattern = text_or_empty(value, "pattern");
  measurement.verdict = text_or_empty(value, "verdict");
  measurement.verdict_reason = text_or_empty(value, "verdict_reason");
  if (member(value, "options").is_object()) measurement.options = member(value, "options").dump();
  const Json& states = member(value, "states");
  if (!states.is_array()) return refusal(source, fmt::format("benchmark '{}' has no states", measurement.benchmark));
  for (const Json& entry : states) {
    auto state = read_state(entry, fmt::format("{} ({})", source, measurement.benchmark),
                            counter_key(member(value, "options")), is_prediction);
    if (!state) return state.error();
    measurement.states.push_back(std::move(state).value());
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
  const auto json = parse_json(text, source);
  if (!json) return json.error();
  const std::string schema = text_or_empty(*json, "schema");
  if (schema != "reconverge.bench" && schema != "reconverge.prediction")
    return refusal(source, schema.empty() ? "this JSON names no schema" : fmt::format("this is a '{}'", schema),
                   "the JSON of `reconverge bench` or `reconverge predict`");
  int version = 1;
  if (!read_integer<int>(member(*json, "schema_version"), version) ||
      (version != 1 && !(version == 2 && schema == "reconverge.bench")))
    return refusal(source, fmt::format("schema version {} is not known here", member(*json, "schema_version").dump()),
                   "a newer reconverge");
  std::vector<Measurement> measurements;
  for (const Json& benchmark : member(*json, "benchmarks")) {
    const bool is_prediction = schema == "reconverge.prediction";
    auto measurement = read_benchmark(benchmark, member(*json, "devices"), source, is_prediction);
    if (!measurement) return measurement.error();
    measurement->predicted = is_prediction;
    measurements.push_back(std::move(measurement).value());
  }
  if (measurements.empty()) return refusal(source, "there is no benchmark in it");
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
