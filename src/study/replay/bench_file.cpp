#include "study/replay/bench_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "gpu/launcher.hpp"
#include "study/inference/json_text.hpp"

namespace reconverge::study {
namespace {

using Json = nlohmann::ordered_json;

core::Diagnostic refusal(const std::string& source, std::string message) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = "a file of `bench --json`",
          .where = {source}};
}

/// The items of a list, [item, count] in it written out. Nothing if that is not what it is, or
/// more than any benchmark has.
std::optional<std::vector<Json>> items_of(const Json& list) {
  constexpr std::size_t most = 10'000'000;
  std::vector<Json> items;
  if (!list.is_array()) return items;
  for (const Json& item : list) {
    if (!item.is_array()) {
      items.push_back(item);
      continue;
    }
    const auto count = item.size() == 2 && item[0].is_primitive() ? integer_of<std::size_t>(item[1]) : std::nullopt;
    if (!count || *count < 1 || *count > most - items.size()) return std::nullopt;
    items.insert(items.end(), *count, item[0]);
  }
  return items;
}

template <typename Number> std::optional<Number> as(const Json& item) {
  if constexpr (std::integral<Number>) return integer_of<Number>(item);
  else return number_of(item);
}

template <typename Number> std::optional<std::vector<Number>> numbers_of(const Json& list) {
  const auto items = items_of(list);
  if (!items) return std::nullopt;
  std::vector<Number> numbers;
  for (const Json& item : *items) {
    const auto number = as<Number>(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// Cycles of 32 lanes; a list of another length is none. False if it holds something else.
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

/// What a lane computed, NaN and infinity included; nothing if it is no number.
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

core::Result<BenchState> read_state(const Json& value, const std::string& source) {
  BenchState state;
  if (!read_integer<int>(member(value, "n"), state.n)) return refusal(source, "n of a state is no integer");
  const std::string status = text_or_empty(value, "status");
  if (status != "ok") {
    const std::string reason = text_or_empty(value, "reason");
    state.why_not = (status.empty() ? "it has no status" : status) + (reason.empty() ? "" : ": " + reason);
  }
  const auto limits = numbers_of<std::int32_t>(member(value, "values"));
  const auto samples = numbers_of<double>(member(value, "samples_cycles"));
  const auto words = numbers_of<std::uint32_t>(member(value, "data_words"));
  if (!limits || !samples || !words || !read_results(member(value, "lane_results"), state.lane_results) ||
      !read_lanes(member(value, "start_cycles"), state.starts) ||
      !read_lanes(member(value, "stop_cycles"), state.stops) || !read_stamps(member(value, "stamps_cycles"), state))
    return refusal(source, "a state holds something else than numbers, or numbers beyond their range");
  if (state.why_not.empty() && limits->size() != core::lane_count)
    return refusal(source, fmt::format("a state has {} limits; a warp has {} lanes", limits->size(), core::lane_count));
  state.limits = *limits;
  state.samples = *samples;
  state.median = number_of(member(value, "median_cycles"));
  state.words = *words;
  return state;
}

/// Listings and what stands in their constant banks, by hash.
struct Code {
  std::string listing;
  emulator::Constants constants;
};

std::optional<emulator::Constants> constants_of(const Json& banks) {
  emulator::Constants constants;
  if (!banks.is_array()) return constants;
  for (const Json& bank : banks) {
    const auto number = integer_of<int>(member(bank, "bank"));
    const auto words = numbers_of<std::uint32_t>(member(bank, "words"));
    if (!number || !words) return std::nullopt;
    emulator::put_words(*number, *words, constants);
  }
  return constants;
}

/// The name of the card a benchmark ran on.
std::string device_of(const Json& content, const Json& reference) {
  const Json& devices = member(content, "devices");
  if (devices.is_array())
    for (const Json& device : devices)
      if (member(device, "id") == reference) return text_or_empty(device, "name");
  return "";
}

core::Result<BenchRun> read_run(const Json& value, const Json& content, const std::map<std::string, Code>& code,
                                const std::string& source) {
  const Json& options = member(value, "options");
  BenchRun run{.name = text_or_empty(value, "name"),
               .title = text_or_empty(value, "title"),
               .device = device_of(content, member(value, "device")),
               .pattern = text_or_empty(value, "pattern"),
               .inner_unroll = {},
               .unroll_absent = text_or_empty(options, "inner_unroll_absent"),
               .warmup = text_or_empty(options, "warmup"),
               .start = {},
               .last_stop = 0,
               .sha256 = text_or_empty(member(value, "sass"), "sha256"),
               .listing = text_or_empty(member(value, "sass"), "text"),
               .constants = {},
               .states = {}};
  const Json& proof = member(value, "proof");
  const auto stops = numbers_of<std::uint64_t>(member(proof, "stops"));
  if (!stops || !read_integer<std::uint64_t>(member(proof, "start"), run.start) ||
      !read_integer<int>(member(options, "inner_unroll"), run.inner_unroll))
    return refusal(source, fmt::format("benchmark '{}': start and stops of the proof, or inner_unroll, are no integers",
                                       run.name));
  if (!stops->empty()) run.last_stop = std::ranges::max(*stops);
  run.limits_per_lane = 1;
  if (!read_integer<int>(member(value, "limits_per_lane"), run.limits_per_lane) || run.limits_per_lane < 1 ||
      run.limits_per_lane > 64)
    return refusal(source, "limits_per_lane is no integer from 1 to 64");
  std::optional<int> warps;
  if (!read_integer<int>(member(value, "warps"), warps) || warps.value_or(1) < 1 ||
      warps.value_or(1) > gpu::Launcher::most_warps)
    return refusal(source, fmt::format("warps is no integer from 1 to {}", gpu::Launcher::most_warps));
  run.warps = warps.value_or(1);
  if (const auto found = code.find(run.sha256); found != code.end()) {
    if (run.listing.empty()) run.listing = found->second.listing;
    run.constants = found->second.constants;
  }
  const Json& states = member(value, "states");
  if (!states.is_array()) return refusal(source, fmt::format("benchmark '{}' has no states", run.name));
  for (const Json& entry : states) {
    auto state = read_state(entry, source);
    if (!state) return state.error();
    run.states.push_back(std::move(state).value());
  }
  return run;
}

}  // namespace

bool BenchState::has_spread() const {
  return std::ranges::any_of(samples, [&](double sample) { return sample != samples.front(); });
}

bool BenchRun::stamps_rounds() const {
  return std::ranges::any_of(states,
                             [](const BenchState& state) { return !state.stamps.empty() && state.stamps[0][0]; });
}

core::Result<std::vector<BenchRun>> read_bench(std::string_view text, const std::string& source) {
  const auto content = parse_json(text, source);
  if (!content) return content.error();
  const std::string schema = text_or_empty(*content, "schema");
  if (schema != "reconverge.bench")
    return refusal(source, schema.empty() ? "it names no schema" : fmt::format("its schema is '{}'", schema));
  const auto version = integer_of<int>(member(*content, "schema_version"));
  if (!version || (*version != 1 && *version != 2))
    return refusal(source, "its schema version is not one that is known here: 1, 2");
  std::map<std::string, Code> code;  // by hash
  if (const Json& listings = member(*content, "code"); listings.is_array())
    for (const Json& entry : listings) {
      auto constants = constants_of(member(entry, "constants"));
      if (!constants) return refusal(source, "a constant bank holds something else than words of 32 bits");
      code[text_or_empty(entry, "sha256")] = {text_or_empty(entry, "text"), std::move(*constants)};
    }
  const Json& benchmarks = member(*content, "benchmarks");
  if (!benchmarks.is_array() || benchmarks.empty()) return refusal(source, "it holds no benchmarks");
  std::vector<BenchRun> runs;
  for (const Json& entry : benchmarks) {
    auto run = read_run(entry, *content, code, source);
    if (!run) return run.error();
    runs.push_back(std::move(run).value());
  }
  return runs;
}

}  // namespace reconverge::study
