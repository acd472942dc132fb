// SPDX-License-Identifier: MIT
#include "measurements/bench_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "measurements/json_text.hpp"
#include "measurements/lists.hpp"
#include "measurements/state_checks.hpp"

namespace reconverge::measurements {
namespace {

using Json = nlohmann::ordered_json;

core::Diagnostic refusal(const std::string& source, std::string message) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = "a file of `bench --json`",
          .where = {source}};
}

/// A block has at most so many.
constexpr int most_warps = 32;

/// Cycles of 32 lanes; a list of another length is ignored. False if it holds something else.
bool read_lanes(const Json& list, std::optional<LaneCycles>& place) {
  const auto numbers = numbers_of<std::int64_t>(list);
  if (!numbers) return false;
  if (numbers->size() != core::lane_count) return true;
  std::ranges::copy(*numbers, place.emplace().begin());
  return true;
}

bool read_stamps(const Json& rows, BenchState& state) {
  if (!rows.is_array()) return true;
  for (const Json& row : rows) {
    const auto items = items_of(row);
    if (!items || items->size() != core::lane_count) return false;
    auto& stamps = state.stamps.emplace_back();
    for (std::size_t lane = 0; lane < items->size(); ++lane)
      if (!read_integer<std::int64_t>((*items)[lane], stamps[lane])) return false;
  }
  return true;
}

/// The result of a lane, NaN and infinity included; nothing if it is not a number.
std::optional<double> result_of(const Json& item) {
  return item.is_string() ? core::not_finite_of(item.get_ref<const std::string&>()) : number_of(item);
}

bool read_results(const Json& list, std::vector<std::optional<float>>& results) {
  const auto items = items_of(list);
  if (!items) return false;
  for (const Json& item : *items) {
    const auto number = result_of(item);
    if (!number && !item.is_null()) return false;
    if (number && std::isfinite(*number) && std::abs(*number) > std::numeric_limits<float>::max()) return false;
    results.push_back(number ? std::optional(static_cast<float>(*number)) : std::nullopt);
  }
  return true;
}

/// Readings by name: a counter is a number, or an object with its value.
std::map<std::string, double, std::less<>> counters_of(const Json& counters) {
  std::map<std::string, double, std::less<>> readings;
  if (!counters.is_object()) return readings;
  for (const auto& [name, entry] : counters.items())
    if (const auto number = number_of(entry.is_object() ? member(entry, "value") : entry)) readings[name] = *number;
  return readings;
}

std::string why_not(const std::string& status, const std::string& reason) {
  if (status == "ok") return "";
  return (status.empty() ? "it has no status" : status) + (reason.empty() ? "" : ": " + reason);
}

std::optional<std::pair<double, double>> interval_of(const Json& interval) {
  if (!interval.is_array() || interval.size() != 2) return std::nullopt;
  const auto low = number_of(interval[0]), high = number_of(interval[1]);
  return low && high ? std::optional(std::pair(*low, *high)) : std::nullopt;
}

/// False: the warps of a sample are not as many starts as stops.
bool read_warps(const Json& starts, const Json& stops, BenchState& state) {
  if (!starts.is_array() && !stops.is_array()) return true;
  if (!starts.is_array() || !stops.is_array() || starts.size() != stops.size()) return false;
  for (std::size_t sample = 0; sample < starts.size(); ++sample) {
    const auto first = numbers_of<std::int64_t>(starts[sample]), last = numbers_of<std::int64_t>(stops[sample]);
    if (!first || !last || first->size() != last->size()) return false;
    std::vector<WarpTimes>& warps = state.warps.emplace_back();
    for (std::size_t i = 0; i < first->size(); ++i) warps.push_back({(*first)[i], (*last)[i]});
  }
  return true;
}

core::Result<BenchState> read_state(const Json& value, const std::string& source) {
  BenchState state;
  const Json& n = member(value, "n");
  if (!read_integer<int>(n, state.n))
    return refusal(source, fmt::format("n of a state is {}, which is not an integer", n.dump()));
  state.status = text_or_empty(value, "status");
  state.why_not = why_not(state.status, text_or_empty(value, "reason"));
  if (auto samples = numbers_of<double>(member(value, "samples_cycles"))) state.samples = std::move(*samples);
  const auto limits = numbers_of<std::int32_t>(member(value, "values"));
  const auto words = numbers_of<std::uint32_t>(member(value, "data_words"));
  if (!limits || !words || !read_results(member(value, "lane_results"), state.lane_results) ||
      !read_lanes(member(value, "start_cycles"), state.starts) ||
      !read_lanes(member(value, "stop_cycles"), state.stops) || !read_stamps(member(value, "stamps_cycles"), state) ||
      !read_warps(member(value, "warp_starts_cycles"), member(value, "warp_stops_cycles"), state))
    return refusal(source, "a state holds something else than numbers, or numbers beyond their range");
  state.limits = *limits;
  state.words = *words;
  state.median = number_of(member(value, "median_cycles"));
  state.mean = number_of(member(value, "mean_cycles"));
  state.cycles = number_of(member(value, "cycles"));
  state.interval = interval_of(member(value, "interval_cycles"));
  state.counters = counters_of(member(value, "counters"));
  return state;
}

/// Listings and their constant banks, by hash.
struct Code {
  std::string listing;
  std::string missing_file;
  std::vector<BankWords> constants;
};
using CodeByHash = std::map<std::string, Code>;

std::optional<std::vector<BankWords>> constants_of(const Json& banks) {
  std::vector<BankWords> constants;
  if (!banks.is_array()) return constants;
  for (const Json& bank : banks) {
    const auto number = integer_of<int>(member(bank, "bank"));
    auto words = numbers_of<std::uint32_t>(member(bank, "words"));
    if (!number || !words) return std::nullopt;
    constants.push_back({*number, std::move(*words)});
  }
  return constants;
}

core::Result<CodeByHash> read_code(const Json& listings, const std::string& source, const FilesBeside& beside) {
  CodeByHash code;
  if (!listings.is_array()) return code;
  for (const Json& entry : listings) {
    auto constants = constants_of(member(entry, "constants"));
    if (!constants) return refusal(source, "a constant bank holds something else than words of 32 bits");
    const std::string hash = text_or_empty(entry, "sha256");
    const bool is_inside = member(entry, "text").is_string();
    const std::string path = is_inside ? "" : listing_path(hash);
    auto text = is_inside || path.empty() || !beside ? std::nullopt : beside(path);
    if (text && !is_listing_of(entry, *text))
      return refusal(source, fmt::format("{} beside it is not the listing that ran", path));
    code[hash] = {.listing = is_inside ? text_or_empty(entry, "text") : text.value_or(""),
                  .missing_file = text ? "" : path,
                  .constants = std::move(*constants)};
  }
  return code;
}

/// Reads a number that the file may leave out, from 1 to `most`. False if it is something else.
bool read_count(const Json& value, int most, int& place) {
  return read_integer<int>(value, place) && place >= 1 && place <= most;
}

void read_names(const Json& value, const Json& devices, BenchRun& run) {
  const Json& id = member(value, "device");
  const Json& device = entry_of(devices, id);
  run.name = text_or_empty(value, "name");
  run.title = text_or_empty(value, "title");
  run.pattern = text_or_empty(value, "pattern");
  run.device = text_or_empty(device, "name");
  run.device_id = id.is_null() ? "" : id.dump();
  run.arch = text_or_empty(device, "arch");
  run.verdict = text_or_empty(value, "verdict");
  run.verdict_reason = text_or_empty(value, "verdict_reason");
}

/// False if an option that has to be an integer is not one.
bool read_options(const Json& options, BenchRun& run) {
  if (options.is_object()) run.options = options.dump();
  run.only_timed_region_counts =
      number_of(member(options, "warmup_passes")) == 0.0 && number_of(member(options, "repeat")) == 1.0;
  run.unroll_absent = text_or_empty(options, "inner_unroll_absent");
  run.warmup = text_or_empty(options, "warmup");
  return read_integer<int>(member(options, "inner_unroll"), run.inner_unroll);
}

/// False if start or stops are not addresses.
bool read_proof(const Json& proof, BenchRun& run) {
  const auto stops = numbers_of<std::uint64_t>(member(proof, "stops"));
  if (stops && !stops->empty()) run.last_stop = std::ranges::max(*stops);
  return stops && read_integer<std::uint64_t>(member(proof, "start"), run.start);
}

void read_sass(const Json& sass, const CodeByHash& code, BenchRun& run) {
  run.sha256 = text_or_empty(sass, "sha256");
  run.listing = text_or_empty(sass, "text");
  const auto found = code.find(run.sha256);
  if (found == code.end()) return;
  if (run.listing.empty()) run.listing = found->second.listing;
  run.missing_file = found->second.missing_file;
  run.constants = found->second.constants;
}

core::Result<BenchRun> read_run(const Json& value, const Json& devices, const CodeByHash& code,
                                const std::string& source) {
  BenchRun run;
  read_names(value, devices, run);
  if (!read_options(member(value, "options"), run) || !read_proof(member(value, "proof"), run))
    return refusal(
        source,
        fmt::format("benchmark '{}': start and stops of the proof, or inner_unroll, are not integers", run.name));
  if (!read_count(member(value, "limits_per_lane"), 64, run.limits_per_lane))
    return refusal(source, "limits_per_lane is not an integer from 1 to 64");
  if (!read_count(member(value, "warps"), most_warps, run.warps))
    return refusal(source, fmt::format("warps is not an integer from 1 to {}", most_warps));
  read_sass(member(value, "sass"), code, run);
  const Json& states = member(value, "states");
  if (!states.is_array()) return refusal(source, fmt::format("benchmark '{}' has no states", run.name));
  for (const Json& entry : states) {
    auto state = read_state(entry, fmt::format("{} ({})", source, run.name));
    if (!state) return state.error();
    run.states.push_back(std::move(state).value());
  }
  if (const std::string fault = fault_of_states(states); !fault.empty())
    return refusal(fmt::format("{} ({})", source, run.name), fault);
  return run;
}

/// A measured state has one limit a lane.
core::Result<core::Done> check_limits(const std::vector<BenchRun>& runs, const std::string& source) {
  for (const BenchRun& run : runs)
    for (const BenchState& state : run.states)
      if (state.why_not.empty() && state.limits.size() != core::lane_count)
        return refusal(
            source, fmt::format("a state has {} limits; a warp has {} lanes", state.limits.size(), core::lane_count));
  return core::Done{};
}

}  // namespace

bool BenchState::has_spread() const {
  return std::ranges::any_of(samples, [&](double sample) { return sample != samples.front(); });
}

bool BenchRun::stamps_rounds() const {
  return std::ranges::any_of(states,
                             [](const BenchState& state) { return !state.stamps.empty() && state.stamps[0][0]; });
}

core::Result<std::vector<BenchRun>> read_benchmarks(const Json& content, const std::string& source,
                                                    const FilesBeside& beside) {
  int version = 1;
  if (const Json& said = member(content, "schema_version");
      !read_integer<int>(said, version) || version < 1 || version > 2)
    return core::Diagnostic{.failure = core::Failure::input,
                            .message = fmt::format("schema version {} is not known here", said.dump()),
                            .hint = "1 or 2; a newer reconverge reads newer ones",
                            .where = {source}};
  const auto code = read_code(member(content, "code"), source, beside);
  if (!code) return code.error();
  const Json& benchmarks = member(content, "benchmarks");
  if (!benchmarks.is_array() || benchmarks.empty()) return refusal(source, "it holds no benchmarks");
  std::vector<BenchRun> runs;
  for (const Json& entry : benchmarks) {
    auto run = read_run(entry, member(content, "devices"), *code, source);
    if (!run) return run.error();
    runs.push_back(std::move(run).value());
  }
  return runs;
}

core::Result<std::vector<BenchRun>> read_bench(std::string_view text, const std::string& source,
                                               const FilesBeside& beside) {
  const auto content = parse_json(text, source);
  if (!content) return content.error();
  const std::string schema = text_or_empty(*content, "schema");
  if (schema != "reconverge.bench")
    return refusal(source, schema.empty() ? "it names no schema" : fmt::format("its schema is '{}'", schema));
  auto runs = read_benchmarks(*content, source, beside);
  if (!runs) return runs;
  if (const auto checked = check_limits(*runs, source); !checked) return checked.error();
  return runs;
}

}  // namespace reconverge::measurements
