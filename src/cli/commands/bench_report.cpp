// SPDX-License-Identifier: MIT
#include "cli/commands/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/formats.hpp"
#include "report/tables.hpp"
#include "statistics/location.hpp"

namespace reconverge::cli {
namespace {

using gpu::Benchmark;
using gpu::State;
using report::Cell;

Cell absent(const std::string& why) { return report::Absent{why}; }

constexpr const char* nothing_to_say = "nothing to say";

/// The requested counters, in the order in which the states have them.
std::vector<gpu::Counter> asked_counters(const gpu::BenchResult& result) {
  std::vector<gpu::Counter> asked;
  for (const Benchmark& benchmark : result.benchmarks)
    for (const State& state : benchmark.states)
      for (const gpu::Counter& counter : state.counters.values)
        if (std::ranges::find(asked, counter.key, &gpu::Counter::key) == asked.end()) asked.push_back(counter);
  return asked;
}

/// "warp instructions" of "warp_instructions".
std::string title_of(std::string key) {
  std::ranges::replace(key, '_', ' ');
  return key;
}

void add_counter_columns(const std::vector<gpu::Counter>& asked, report::Table& table) {
  for (const gpu::Counter& counter : asked)
    table.columns.push_back({counter.key, title_of(counter.key), "counted: " + counter.metric});
}

Cell counter_cell(const State& state, const std::string& key) {
  const auto found = std::ranges::find(state.counters.values, key, &gpu::Counter::key);
  if (found != state.counters.values.end()) return found->value ? Cell(*found->value) : absent(found->absent_because);
  return absent(state.counters.reason.empty() ? "not counted in this state" : state.counters.reason);
}

/// "285 to 6120", or the one value that all states have.
Cell counter_range(const Benchmark& benchmark, const std::string& key) {
  std::optional<double> low, high;
  std::string why = "no state of it was counted";
  for (const State& state : benchmark.states) {
    const Cell cell = counter_cell(state, key);
    if (const auto* reason = std::get_if<report::Absent>(&cell)) {
      why = reason->reason;
      continue;
    }
    const double value = std::get<double>(cell);
    low = std::min(low.value_or(value), value);
    high = std::max(high.value_or(value), value);
  }
  if (!low) return absent(why);
  if (*low == *high) return *low;
  return fmt::format("{} to {}", report::format_number(*low), report::format_number(*high));
}

Cell unroll_cell(const gpu::Prepared& prepared) {
  if (prepared.kernel.compiled) return absent(provenance_of(prepared.kernel, prepared.options).unroll_absent);
  return prepared.options.inner_unroll ? std::to_string(*prepared.options.inner_unroll) : "default";
}

Cell warmup_cell(const gpu::Prepared& prepared) {
  const gpu::BuildProvenance making = provenance_of(prepared.kernel, prepared.options);
  return making.warmup ? Cell(std::string(to_string(*making.warmup))) : absent(making.warmup_absent);
}

Cell number(const std::optional<double>& value, const std::string& why) { return value ? Cell(*value) : absent(why); }

std::vector<Cell> state_row(const Benchmark& benchmark, const State& state) {
  const gpu::Prepared& prepared = *benchmark.prepared;
  const std::string why = state.reason.empty() ? "no sample was taken" : state.reason;
  const auto part = [&](double statistics::Summary::*member) {
    return state.summary ? Cell((*state.summary).*member) : absent(why);
  };
  return {prepared.kernel.name,
          static_cast<std::int64_t>(benchmark.device),
          unroll_cell(prepared),
          warmup_cell(prepared),
          benchmark.pattern,
          state.n ? Cell(static_cast<std::int64_t>(*state.n)) : absent("the pattern has no n"),
          std::string(to_string(prepared.proof.verdict)),
          std::string(to_string(state.status)),
          state.stopped_by ? Cell(std::string(to_string(*state.stopped_by))) : absent(why),
          static_cast<std::int64_t>(state.samples.size()),
          part(&statistics::Summary::minimum),
          part(&statistics::Summary::median),
          part(&statistics::Summary::mean),
          part(&statistics::Summary::maximum),
          number(state.summary ? state.summary->deviation : std::nullopt, why),
          state.reason.empty() ? absent(nothing_to_say) : Cell(state.reason)};
}

struct Extremes {
  bool any = false;
  double low = 0, high = 0;
  std::size_t ok = 0, spread = 0;
  std::string trouble;
};

Extremes extremes_of(const Benchmark& benchmark) {
  Extremes extremes;
  for (const State& state : benchmark.states) {
    if (state.status == gpu::StateStatus::ok) ++extremes.ok;
    else if (extremes.trouble.empty()) extremes.trouble = state.reason;
    if (!state.summary) continue;
    if (!state.summary->exact()) ++extremes.spread;
    extremes.low = extremes.any ? std::min(extremes.low, state.summary->minimum) : state.summary->minimum;
    extremes.high = std::max(extremes.high, state.summary->maximum);
    extremes.any = true;
  }
  return extremes;
}

/// The state of the same code, pattern and n with another number of warps; null: it was not measured.
const State* find_state(const gpu::BenchResult& result, const Benchmark& like, int warps, std::optional<int> n) {
  for (const Benchmark& benchmark : result.benchmarks) {
    if (benchmark.prepared != like.prepared || benchmark.device != like.device || benchmark.pattern != like.pattern ||
        benchmark.warps != warps)
      continue;
    const auto found = std::ranges::find(benchmark.states, n, &State::n);
    if (found != benchmark.states.end() && found->summary) return &*found;
  }
  return nullptr;
}

/// From its own start to its own stop, the median over all warps of all samples.
double median_of_warps(const State& state) {
  std::vector<double> cycles;
  for (const auto& sample : state.warps)
    for (const gpu::LaneTimes& warp : sample) cycles.push_back(static_cast<double>(warp.stop - warp.start));
  return cycles.empty() ? state.summary->median : statistics::median(cycles);
}

/// The divergence cost of a warp in time of its sub-partition, relative to its cost alone.
Cell hidden_share(const gpu::BenchResult& result, const Benchmark& benchmark, const State& state) {
  constexpr int sub_partitions = 4;  // of every multiprocessor since Volta
  const State *alone = find_state(result, benchmark, 1, state.n), *together = find_state(result, benchmark, 1, 0),
              *base = find_state(result, benchmark, *benchmark.warps, 0);
  if (alone == nullptr || together == nullptr || base == nullptr)
    return absent("needs one warp, and n = 0, of the same pattern");
  const double cost_alone = alone->summary->median - together->summary->median;
  if (cost_alone <= 0) return absent("divergence costs one warp nothing here");
  const double each =
      (state.summary->median - base->summary->median) * sub_partitions / std::max(*benchmark.warps, sub_partitions);
  return 1 - each / cost_alone;
}

}  // namespace

report::Table occupancy_table(const gpu::BenchResult& result) {
  report::Table table{.id = "occupancy",
                      .caption = "Warps of one block side by side on a multiprocessor, four sub-partitions.",
                      .columns = {{"name", "benchmark", ""},
                                  {"device", "GPU", ""},
                                  {"inner_unroll", "unroll", ""},
                                  {"pattern", "pattern", ""},
                                  {"n", "n", ""},
                                  {"warps", "warps", ""},
                                  {"total_cycles", "total", "first start to last stop, median"},
                                  {"warp_cycles", "of a warp", "its own start to its own stop, median"},
                                  {"throughput", "warps per 1000 cycles", "measured"},
                                  {"hidden_share", "hidden", "of what divergence costs one warp alone, beside n = 0"}}};
  for (const Benchmark& benchmark : result.benchmarks)
    for (const State& state : benchmark.states) {
      if (!benchmark.warps) continue;
      const std::string why = state.reason.empty() ? "no sample was taken" : state.reason;
      const auto known = [&](auto value) { return state.summary ? Cell(value()) : absent(why); };
      table.rows.push_back({benchmark.prepared->kernel.name, static_cast<std::int64_t>(benchmark.device),
                            unroll_cell(*benchmark.prepared), benchmark.pattern,
                            state.n ? Cell(static_cast<std::int64_t>(*state.n)) : absent("the pattern has no n"),
                            static_cast<std::int64_t>(*benchmark.warps), known([&] { return state.summary->median; }),
                            known([&] { return median_of_warps(state); }),
                            known([&] { return 1000.0 * *benchmark.warps / state.summary->median; }),
                            state.summary ? hidden_share(result, benchmark, state) : absent(why)});
    }
  return table;
}

report::Table bench_table(const gpu::BenchResult& result) {
  report::Table table{.id = "bench",
                      .caption = "Cycles of one warp: last stop less first start.",
                      .columns = {{"name", "benchmark", ""},
                                  {"device", "GPU", ""},
                                  {"inner_unroll", "unroll", ""},
                                  {"warmup", "warm-up", ""},
                                  {"pattern", "pattern", ""},
                                  {"n", "n", ""},
                                  {"verdict", "verdict", "SASS that ran"},
                                  {"status", "status", ""},
                                  {"stopped_by", "ended by", ""},
                                  {"samples", "samples", ""},
                                  {"minimum_cycles", "minimum", "measured"},
                                  {"median_cycles", "median", "measured"},
                                  {"mean_cycles", "mean", "measured"},
                                  {"maximum_cycles", "maximum", "measured"},
                                  {"deviation_cycles", "deviation", "measured"},
                                  {"reason", "reason", ""}}};
  const auto asked = asked_counters(result);
  add_counter_columns(asked, table);
  for (const Benchmark& benchmark : result.benchmarks)
    for (const State& state : benchmark.states) {
      table.rows.push_back(state_row(benchmark, state));
      for (const gpu::Counter& counter : asked) table.rows.back().push_back(counter_cell(state, counter.key));
    }
  const report::Table occupancy = occupancy_table(result);  // a row a state as well, or none at all
  if (occupancy.rows.empty()) return table;
  constexpr std::ptrdiff_t first = 5;  // those before it are here already
  table.columns.insert(table.columns.end(), occupancy.columns.begin() + first, occupancy.columns.end());
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    table.rows[i].insert(table.rows[i].end(), occupancy.rows[i].begin() + first, occupancy.rows[i].end());
  return table;
}

report::Table bench_overview(const gpu::BenchResult& result) {
  report::Table table{
      .id = "overview",
      .caption = "Measurements; `states` counts those that are ok, `spread` those whose samples differ.",
      .columns = {{"name", "benchmark", ""},
                  {"device", "GPU", ""},
                  {"inner_unroll", "unroll", ""},
                  {"pattern", "pattern", ""},
                  {"verdict", "verdict", "SASS that ran"},
                  {"states", "states", ""},
                  {"spread", "spread", ""},
                  {"lowest_cycles", "lowest", "measured"},
                  {"highest_cycles", "highest", "measured"},
                  {"reason", "reason", ""}}};
  const auto asked = asked_counters(result);
  add_counter_columns(asked, table);
  for (const Benchmark& benchmark : result.benchmarks) {
    const Extremes extremes = extremes_of(benchmark);
    const std::string why = extremes.trouble.empty() ? "no sample was taken" : extremes.trouble;
    table.rows.push_back(
        {benchmark.prepared->kernel.name, static_cast<std::int64_t>(benchmark.device), unroll_cell(*benchmark.prepared),
         benchmark.pattern, std::string(to_string(benchmark.prepared->proof.verdict)),
         fmt::format("{}/{}", extremes.ok, benchmark.states.size()), static_cast<std::int64_t>(extremes.spread),
         extremes.any ? Cell(extremes.low) : absent(why), extremes.any ? Cell(extremes.high) : absent(why),
         extremes.trouble.empty() ? absent(nothing_to_say) : Cell(extremes.trouble)});
    for (const gpu::Counter& counter : asked) table.rows.back().push_back(counter_range(benchmark, counter.key));
  }
  return table;
}

report::Table without_columns_of_one_reason(report::Table table) {
  for (std::size_t i = table.columns.size(); i-- > 0;) {
    const auto reason_in = [&](const std::vector<Cell>& row) -> std::optional<std::string> {
      const auto* cell = std::get_if<report::Absent>(&row[i]);
      return cell == nullptr ? std::nullopt : std::optional(cell->reason);
    };
    if (table.rows.empty()) return table;
    const auto reason = reason_in(table.rows.front());
    if (!reason || std::ranges::any_of(table.rows, [&](const auto& row) { return reason_in(row) != reason; })) continue;
    if (*reason != nothing_to_say)
      table.notes.push_back(fmt::format("{}: absent: {}", table.columns[i].title, *reason));
    report::erase_column(table, i);
  }
  return table;
}

report::Table devices_table(const gpu::BenchResult& result) {
  report::Table table{.id = "devices",
                      .caption = "Cards and their clocks.",
                      .columns = {{"device", "GPU", ""},
                                  {"name", "name", "driver"},
                                  {"arch", "architecture", "driver"},
                                  {"clock", "clock test", "measured"},
                                  {"addition_cycles", "dependent addition", "measured"},
                                  {"empty_region_cycles", "empty region", "measured"}}};
  for (const gpu::DeviceResult& device : result.devices) {
    const std::string clock =
        device.clock.passed ? "passed" : "failed: " + (device.failure.empty() ? device.clock.reason : device.failure);
    table.rows.push_back(
        {static_cast<std::int64_t>(device.info.id), device.info.name, device.info.arch(), clock,
         number(device.clock.addition_cycles, device.clock.reason),
         device.empty_region_cycles ? Cell(*device.empty_region_cycles) : absent(device.empty_region_absent)});
  }
  return table;
}

}  // namespace reconverge::cli
