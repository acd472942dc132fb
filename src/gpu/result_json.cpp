// SPDX-License-Identifier: MIT
#include "gpu/result_json.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/number.hpp"
#include "core/sha256.hpp"

namespace reconverge::gpu {
namespace {

using Json = nlohmann::ordered_json;

/// A value, or null with the reason beside it.
template <typename Value>
void put(Json& object, const std::string& key, const std::optional<Value>& value, const std::string& absent_because) {
  if (value) {
    object[key] = *value;
    return;
  }
  object[key] = nullptr;
  object[key + "_absent"] = absent_because;
}

std::optional<std::string> non_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void put_unless_empty(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

/// A list of numbers, in which four or more equal ones in a row are one pair of number and count.
template <typename Numbers, typename ToJson> Json with_runs(const Numbers& numbers, ToJson to_json) {
  const auto same = [](const Json& a, const Json& b) { return a == b && a.dump() == b.dump(); };  // 0 is not -0
  Json list = Json::array();
  for (auto first = std::begin(numbers); first != std::end(numbers);) {
    const Json number = to_json(*first);
    auto last = first;
    std::int64_t count = 0;
    for (; last != std::end(numbers) && same(to_json(*last), number); ++last) ++count;
    if (count >= 4) list.push_back(Json::array({number, count}));
    else list.insert(list.end(), static_cast<std::size_t>(count), number);
    first = last;
  }
  return list;
}

template <typename Numbers> Json with_runs(const Numbers& numbers) {
  return with_runs(numbers, [](const auto& number) { return Json(number); });
}

/// A result of a lane, as the shortest decimal of single precision, or "nan", "inf" or "-inf".
Json float_value(std::uint32_t word) {
  const float value = std::bit_cast<float>(word);
  if (!std::isfinite(value)) return core::name_of_not_finite(value);
  char text[32];
  double shortest = value;
  std::from_chars(text, std::to_chars(text, std::end(text), value).ptr, shortest);
  return static_cast<float>(shortest) == value ? shortest : static_cast<double>(value);
}

void put_summary(Json& object, const State& state) {
  if (!state.summary) return;
  const statistics::Summary& summary = *state.summary;
  object["minimum_cycles"] = summary.minimum;
  object["median_cycles"] = summary.median;
  if (!summary.exact()) object["mean_cycles"] = summary.mean;
  object["maximum_cycles"] = summary.maximum;
  if (summary.exact()) return;
  put(object, "deviation_cycles", summary.deviation, "needs two samples");
  std::optional<Json> interval;
  if (summary.interval) interval = Json::array({summary.interval->low, summary.interval->high});
  put(object, "interval_cycles", interval, "needs six samples");
  if (!summary.flagged.empty()) object["flagged_samples"] = summary.flagged;
}

void put_lanes(Json& object, const State& state) {
  if (!state.last) return;
  const LaunchResult& last = *state.last;
  object["start_cycles"] = with_runs(last.lanes, [](const LaneTimes& lane) { return Json(lane.start); });
  object["stop_cycles"] = with_runs(last.lanes, [](const LaneTimes& lane) { return Json(lane.stop); });
  const bool words_tell =
      last.words.size() >= last.data.size() && std::equal(last.data.begin(), last.data.end(), last.words.begin());
  if (!words_tell) object["lane_results"] = with_runs(last.data, float_value);
  for (const auto& row : last.stamps)
    object["stamps_cycles"].push_back(
        with_runs(row, [](std::int64_t stamp) { return stamp < 0 ? Json(nullptr) : Json(stamp); }));
  if (!last.words.empty()) object["data_words"] = with_runs(last.words);
}

void put_counters(Json& object, const Counters& counters) {
  if (counters.status == CounterStatus::not_asked) return;
  object["counters_status"] = to_string(counters.status);
  if (counters.status != CounterStatus::ok && counters.status != CounterStatus::empty) {
    object["counters"] = nullptr;
    object["counters_absent"] = counters.reason;
    return;
  }
  Json values = Json::object();
  values["interface"] = counters.interface;
  values["scope"] = "the whole kernel, one launch";
  for (const Counter& counter : counters.values) {
    Json entry = {{"metric", counter.metric}};
    put(entry, "value", counter.value, counter.absent_because);
    values[counter.key] = std::move(entry);
  }
  object["counters"] = std::move(values);
  if (counters.status == CounterStatus::empty) object["counters_absent"] = counters.reason;
}

Json device_json(const DeviceResult& device) {
  const DeviceInfo& info = device.info;
  Json json = {{"id", info.id},
               {"name", info.name},
               {"arch", info.arch()},
               {"multiprocessors", info.multiprocessors},
               {"memory_bytes", info.memory_bytes},
               {"pci", info.pci},
               {"uuid", info.uuid}};
  put(json, "clock_kilohertz", info.clock_kilohertz > 0 ? std::optional(info.clock_kilohertz) : std::nullopt,
      "the driver does not say");
  put_unless_empty(json, "failure", device.failure);
  Json clock = {{"passed", device.clock.passed}};
  put_unless_empty(clock, "reason", device.clock.reason);
  put(clock, "read_cycles", device.clock.read_cycles, device.clock.reason);
  put(clock, "dependent_addition_cycles", device.clock.addition_cycles, device.clock.reason);
  clock["chain_cycles"] = device.clock.chain_cycles;
  json["clock_test"] = std::move(clock);
  put(json, "empty_region_cycles", device.empty_region_cycles, device.empty_region_absent);
  return json;
}

Json options_json(const Prepared& prepared) {
  const BuildProvenance making = provenance_of(prepared.kernel, prepared.options);
  Json json;
  put(json, "inner_unroll", making.inner_unroll, making.unroll_absent);
  put(json, "warmup", making.warmup ? std::optional(to_string(*making.warmup)) : std::nullopt, making.warmup_absent);
  put(json, "warmup_passes", making.warmup_passes, making.absent);
  put(json, "repeat", making.repeat, making.absent);
  put(json, "closing_sync", making.closing_sync, making.absent);
  Json defines = Json::object();
  for (const auto& [name, value] : prepared.kernel.defines) defines[name] = value;
  json["defines"] = std::move(defines);
  const bool compiled_here = prepared.build && !prepared.kernel.compiled;
  put(json, "compiler_options", compiled_here ? std::optional(prepared.build->options) : std::nullopt,
      prepared.kernel.compiled ? making.absent : "it was not compiled");
  return json;
}

/// The listing without its padding: one blank for several, none at the ends of a line.
std::string squeezed(std::string_view listing) {
  std::string text;
  bool blank = false;
  for (const char letter : listing) {
    if (letter == ' ' || letter == '\t') {
      blank = true;
      continue;
    }
    const bool at_end = letter == '\n', at_start = text.empty() || text.back() == '\n';
    if (blank && !at_end && !at_start) text += ' ';
    blank = false;
    text += letter;
  }
  return text;
}

/// The code that ran, as under "code".
Json code_json(const Prepared& prepared) {
  Json json = {{"sha256", nullptr}, {"text", squeezed(prepared.listing)}};
  for (const sass::ConstantBank& bank : prepared.constants)
    json["constants"].push_back({{"bank", bank.bank}, {"words", bank.words}});
  json["sha256"] =
      core::sha256(json["text"].get<std::string>() + (prepared.constants.empty() ? "" : json["constants"].dump()));
  return json;
}

/// Every sample: when each of its warps began and ended, from the first start of the block.
void put_warps(Json& object, const State& state) {
  for (const auto& sample : state.warps) {
    object["warp_starts_cycles"].push_back(with_runs(sample, [](const LaneTimes& warp) { return Json(warp.start); }));
    object["warp_stops_cycles"].push_back(with_runs(sample, [](const LaneTimes& warp) { return Json(warp.stop); }));
  }
}

Json sass_json(const Prepared& prepared, const std::optional<std::string>& hash) {
  const std::string why = prepared.failure ? prepared.failure->message : prepared.proof.reason;
  Json json;
  put(json, "sha256", hash, why);
  json["function"] = prepared.kernel.entry;
  put(json, "cubin_sha256", prepared.build ? std::optional(prepared.build->sha256) : std::nullopt, why);
  put(json, "disassembler", non_empty(prepared.disassembler), why);
  return json;
}

Json proof_json(const Proof& proof) {
  Json json = {{"start", proof.start}, {"stops", proof.stops}, {"branches", proof.branches}};
  Json regions = Json::array();
  for (const auto& [open, close] : proof.regions) regions.push_back({{"open", open}, {"close", close}});
  json["regions"] = std::move(regions);
  return json;
}

/// Adds the code to the list if it is not in it yet.
Json benchmark_json(const Benchmark& benchmark, Json& code) {
  const Prepared& prepared = *benchmark.prepared;
  Json json = {{"name", prepared.kernel.name}, {"title", prepared.kernel.title}, {"device", benchmark.device}};
  json["options"] = options_json(prepared);
  json["pattern"] = benchmark.pattern;
  if (benchmark.warps) json["warps"] = *benchmark.warps;
  json["limits_per_lane"] = prepared.kernel.limits_per_lane;
  json["verdict"] = to_string(prepared.proof.verdict);
  json["verdict_reason"] = prepared.failure ? prepared.failure->message : prepared.proof.reason;
  json["proof"] = proof_json(prepared.proof);
  std::optional<std::string> hash;
  if (!prepared.listing.empty()) {
    Json entry = code_json(prepared);
    hash = entry["sha256"].get<std::string>();
    if (std::ranges::none_of(code, [&](const Json& other) { return other["sha256"] == *hash; }))
      code.push_back(std::move(entry));
  }
  json["sass"] = sass_json(prepared, hash);
  json["states"] = Json::array();
  for (const State& state : benchmark.states) json["states"].push_back(to_json(state));
  return json;
}

}  // namespace

Json to_json(const State& state) {
  Json json;
  put(json, "n", state.n, "the pattern has no n");
  json["values"] = with_runs(state.values, [](std::uint32_t value) { return Json(static_cast<std::int32_t>(value)); });
  json["status"] = to_string(state.status);
  put_unless_empty(json, "reason", state.reason);
  put(json, "stopped_by", state.stopped_by ? std::optional(std::string(to_string(*state.stopped_by))) : std::nullopt,
      state.reason.empty() ? "no series was completed" : state.reason);
  json["samples"] = state.samples.size();
  json["samples_cycles"] = with_runs(state.samples);
  put_summary(json, state);
  put_warps(json, state);
  put_lanes(json, state);
  put_counters(json, state.counters);
  return json;
}

void add_to_record(const BenchResult& result, const Tools& tools, Json& record) {
  std::string compiler, disassembler;
  for (const Benchmark& benchmark : result.benchmarks) {
    if (benchmark.prepared->build) compiler = benchmark.prepared->build->compiler;
    if (!benchmark.prepared->disassembler.empty()) disassembler = benchmark.prepared->disassembler;
  }
  Json toolchain;
  put(toolchain, "nvrtc", non_empty(compiler), "nothing was compiled");
  put(toolchain, "nvrtc_found", tools.nvrtc ? std::optional(tools.nvrtc->why) : std::nullopt, "it was not found");
  put(toolchain, "disassembler", non_empty(disassembler), "none was found, or nothing was disassembled");
  put(toolchain, "driver", non_empty(result.driver_release), "the kernel module does not say");
  put(toolchain, "cuda_driver_api", non_empty(result.driver_cuda_version), "the driver does not say");
  record["toolchain"] = std::move(toolchain);
  record["devices"] = Json::array();
  for (const DeviceResult& device : result.devices) record["devices"].push_back(device_json(device));
  record["benchmarks"] = Json::array();
  Json code = Json::array();
  for (const Benchmark& benchmark : result.benchmarks) record["benchmarks"].push_back(benchmark_json(benchmark, code));
  put_unless_empty(record, "incomplete", result.incomplete);
  record["code"] = std::move(code);
}

}  // namespace reconverge::gpu
