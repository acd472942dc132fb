#include "gpu/result_json.hpp"

#include <bit>
#include <cmath>

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

/// A lane value as a number: signed, as kernels read it.
Json lane_values(const core::LaneValues& values) {
  Json list = Json::array();
  for (const std::uint32_t value : values) list.push_back(static_cast<std::int32_t>(value));
  return list;
}

/// Results of the lanes. JSON has no NaN: such a result is null.
Json float_values(const core::LaneValues& bits) {
  Json list = Json::array();
  for (const std::uint32_t word : bits) {
    const float value = std::bit_cast<float>(word);
    list.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
  }
  return list;
}

void put_summary(Json& object, const State& state) {
  const std::string none = state.reason.empty() ? "no sample was taken" : state.reason;
  using Get = double (*)(const statistics::Summary&);
  const std::pair<const char*, Get> parts[] = {
      {"minimum_cycles", [](const statistics::Summary& s) { return s.minimum; }},
      {"median_cycles", [](const statistics::Summary& s) { return s.median; }},
      {"mean_cycles", [](const statistics::Summary& s) { return s.mean; }},
      {"maximum_cycles", [](const statistics::Summary& s) { return s.maximum; }},
  };
  for (const auto& [key, get] : parts)
    put(object, key, state.summary ? std::optional(get(*state.summary)) : std::nullopt, none);
  const bool any = state.summary.has_value();
  put(object, "deviation_cycles", any ? state.summary->deviation : std::nullopt, any ? "needs two samples" : none);
  std::optional<Json> interval;
  if (any && state.summary->interval) interval = Json::array({state.summary->interval->low, state.summary->interval->high});
  put(object, "interval_cycles", interval, any ? "needs six samples" : none);
  object["flagged_samples"] = any ? Json(state.summary->flagged) : Json::array();
}

void put_lanes(Json& object, const State& state, const Kernel& kernel) {
  const std::string none = state.reason.empty() ? "no launch was completed" : state.reason;
  std::optional<Json> lanes, stamps, results;
  if (state.last) {
    lanes = Json::array();
    for (const LaneTimes& lane : state.last->lanes)
      lanes->push_back({{"start_cycles", lane.start}, {"stop_cycles", lane.stop}});
    results = float_values(state.last->data);
    if (kernel.layout == TimerLayout::stamps || !state.last->stamps.empty()) {
      stamps = Json::array();
      for (const auto& row : state.last->stamps) {
        Json list = Json::array();
        for (const std::int64_t stamp : row) list.push_back(stamp < 0 ? Json(nullptr) : Json(stamp));
        stamps->push_back(std::move(list));
      }
    }
  }
  put(object, "lanes", lanes, none);
  put(object, "lane_results", results, none);
  if (kernel.layout == TimerLayout::stamps || stamps) put(object, "stamps_cycles", stamps, none);
  if (state.last && !state.last->words.empty()) object["data_words"] = state.last->words;
}

void put_counters(Json& object, const Counters& counters) {
  object["counters_status"] = to_string(counters.status);
  if (counters.status != CounterStatus::ok && counters.status != CounterStatus::empty) {
    object["counters"] = nullptr;
    object["counters_absent"] = counters.status == CounterStatus::not_asked ? "not asked for" : counters.reason;
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
  Json json = {{"id", info.id}, {"name", info.name}, {"arch", info.arch()}, {"multiprocessors", info.multiprocessors},
               {"memory_bytes", info.memory_bytes}, {"pci", info.pci}, {"uuid", info.uuid}};
  put(json, "clock_kilohertz", info.clock_kilohertz > 0 ? std::optional(info.clock_kilohertz) : std::nullopt,
      "the driver does not say");
  put(json, "failure", non_empty(device.failure), "nothing failed");
  Json clock = {{"passed", device.clock.passed}};
  put(clock, "reason", non_empty(device.clock.reason), "it passed");
  put(clock, "read_cycles", device.clock.read_cycles, device.clock.reason);
  put(clock, "dependent_addition_cycles", device.clock.addition_cycles, device.clock.reason);
  clock["chain_cycles"] = device.clock.chain_cycles;
  json["clock_test"] = std::move(clock);
  put(json, "empty_region_cycles", device.empty_region_cycles, device.empty_region_absent);
  return json;
}

Json options_json(const Prepared& prepared) {
  const BuildOptions& options = prepared.options;
  Json json;
  put(json, "inner_unroll", options.inner_unroll, "left to the compiler");
  json["warmup"] = to_string(options.warmup);
  json["warmup_passes"] = options.warmup_passes;
  json["repeat"] = options.repeat;
  json["closing_sync"] = prepared.kernel.closing_sync;
  Json defines = Json::object();
  for (const auto& [name, value] : prepared.kernel.defines) defines[name] = value;
  json["defines"] = std::move(defines);
  put(json, "compiler_options", prepared.build ? std::optional(prepared.build->options) : std::nullopt, "it was not compiled");
  return json;
}

Json sass_json(const Prepared& prepared) {
  const std::string why = prepared.failure ? prepared.failure->message : prepared.proof.reason;
  Json json;
  put(json, "sha256", non_empty(prepared.listing_sha256), why);
  put(json, "text", non_empty(prepared.listing), why);
  json["function"] = prepared.kernel.entry;
  put(json, "cubin_sha256", prepared.build ? std::optional(prepared.build->sha256) : std::nullopt, why);
  put(json, "disassembler", non_empty(prepared.disassembler), why);
  for (const ConstantBank& bank : prepared.constants)
    json["constants"].push_back({{"bank", bank.bank}, {"words", bank.words}});
  return json;
}

Json proof_json(const Proof& proof) {
  Json json = {{"start", proof.start}, {"stops", proof.stops}, {"branches", proof.branches}};
  Json regions = Json::array();
  for (const auto& [open, close] : proof.regions) regions.push_back({{"open", open}, {"close", close}});
  json["regions"] = std::move(regions);
  return json;
}

Json benchmark_json(const Benchmark& benchmark) {
  const Prepared& prepared = *benchmark.prepared;
  Json json = {{"name", prepared.kernel.name}, {"title", prepared.kernel.title}, {"device", benchmark.device}};
  json["options"] = options_json(prepared);
  json["pattern"] = benchmark.pattern;
  json["limits_per_lane"] = prepared.kernel.limits_per_lane;
  json["verdict"] = to_string(prepared.proof.verdict);
  json["verdict_reason"] = prepared.failure ? prepared.failure->message : prepared.proof.reason;
  json["proof"] = proof_json(prepared.proof);
  json["sass"] = sass_json(prepared);
  json["states"] = Json::array();
  for (const State& state : benchmark.states) json["states"].push_back(to_json(state, prepared.kernel));
  return json;
}

}  // namespace

Json to_json(const State& state, const Kernel& kernel) {
  Json json;
  put(json, "n", state.n, "the pattern has no n");
  json["values"] = lane_values(state.values);
  json["status"] = to_string(state.status);
  put(json, "reason", non_empty(state.reason), "it is ok");
  put(json, "stopped_by", state.stopped_by ? std::optional(std::string(to_string(*state.stopped_by))) : std::nullopt,
      state.reason.empty() ? "no series was completed" : state.reason);
  json["samples_cycles"] = state.samples;
  json["samples"] = state.samples.size();
  put_summary(json, state);
  put_lanes(json, state, kernel);
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
  for (const Benchmark& benchmark : result.benchmarks) record["benchmarks"].push_back(benchmark_json(benchmark));
  put(record, "incomplete", non_empty(result.incomplete), "everything was measured");
}

}  // namespace reconverge::gpu
