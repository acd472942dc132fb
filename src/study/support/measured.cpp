// SPDX-License-Identifier: MIT
#include "study/support/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// The curves of a kernel in a figure.
enum class Quantity {
  cycles,
  added_cycles,  ///< less those of n = 0
  beyond_line,   ///< less the spill-free curve through n = 0 and n = 1
  instructions,
  added_branches,
  none,
};

struct FigureEntry {
  std::string_view figure;
  std::string_view kernel;
  Quantity quantity;
};

constexpr std::array figure_entries = {
    FigureEntry{"single_loop_timing", "single_loop", Quantity::cycles},
    FigureEntry{"single_loop_divergence", "single_loop", Quantity::added_cycles},
    FigureEntry{"double_loop_timing", "double_loop", Quantity::cycles},
    FigureEntry{"double_loop_comparison", "double_loop", Quantity::cycles},
    FigureEntry{"difference_to_spill_free", "double_loop", Quantity::beyond_line},
    FigureEntry{"additional_branches", "double_loop", Quantity::added_branches},
    FigureEntry{"instructions_single_loop", "single_loop", Quantity::instructions},
    FigureEntry{"instructions_double_loop", "double_loop", Quantity::instructions},
};

std::optional<double> value_at(const MeasuredPoints& points, double n) {
  const auto found = std::ranges::find(points, n, &std::pair<double, double>::first);
  return found == points.end() ? std::nullopt : std::optional(found->second);
}

MeasuredPoints points_of(const std::map<std::string, MeasuredPoints>& by_kernel, std::string_view kernel) {
  const auto found = by_kernel.find(std::string(kernel));
  return found == by_kernel.end() ? MeasuredPoints{} : found->second;
}

/// Divergent branches of the double loop beyond those of n = 0: n (65 - n) / 2.
double divergent_branches(double n) { return n * (65 - n) / 2; }

MeasuredPoints less_first(MeasuredPoints points) {
  const auto base = value_at(points, 0);
  if (!base) return {};
  for (auto& [n, value] : points) value -= *base;
  return points;
}

MeasuredPoints beyond_line(const MeasuredPoints& points) {
  const auto base = value_at(points, 0), next = value_at(points, 1);
  if (!base || !next) return {};
  const double unit = (*next - *base) / divergent_branches(1);
  MeasuredPoints rest = points;
  for (auto& [n, value] : rest) value -= *base + unit * divergent_branches(n);
  return rest;
}

MeasuredPoints shown(const MeasuredCard& card, const FigureEntry& entry) {
  switch (entry.quantity) {
    case Quantity::cycles: return points_of(card.cycles, entry.kernel);
    case Quantity::added_cycles: return less_first(points_of(card.cycles, entry.kernel));
    case Quantity::beyond_line: return beyond_line(points_of(card.cycles, entry.kernel));
    case Quantity::instructions: return points_of(card.instructions, entry.kernel);
    case Quantity::added_branches: return less_first(points_of(card.branches, entry.kernel));
    case Quantity::none: return {};
  }
  return {};
}

std::string_view suffix(Quantity quantity) {
  switch (quantity) {
    case Quantity::added_cycles: return ", less n = 0";
    case Quantity::beyond_line: return ", less the line through n = 0 and n = 1";
    case Quantity::instructions: return ", counter over the whole kernel, warm-up included";
    case Quantity::added_branches: return ", branch counter less n = 0";
    case Quantity::cycles:
    case Quantity::none: break;
  }
  return "";
}

report::Series series_of(const MeasuredCard& card, const FigureEntry& entry) {
  const bool counted = entry.quantity == Quantity::instructions || entry.quantity == Quantity::added_branches;
  report::Series series{.name = card.name + ", measured",
                        .provenance = card.provenance + std::string(suffix(entry.quantity)),
                        .mark = report::Mark::circle};
  series.points = shown(card, entry);
  if (!series.points.empty()) return series;
  if (entry.quantity == Quantity::none)
    return absent_series(series.name, "a card keeps no stack that can be read, and from Volta on it has none");
  return absent_series(series.name, counted ? card.counters_absent_because : card.absent_because);
}

FigureEntry entry_of(const std::string& figure) {
  const auto found = std::ranges::find(figure_entries, figure, &FigureEntry::figure);
  return found == figure_entries.end() ? FigureEntry{figure, "", Quantity::none} : *found;
}

void add_overhead_rows(const MeasuredCard& card, report::Table& table) {
  for (const auto& [kernel, title] : {std::pair{"single_loop", "single loop"}, {"double_loop", "double loop"}}) {
    const MeasuredPoints points = points_of(card.cycles, kernel);
    const auto base = value_at(points, 0), at14 = value_at(points, 14);
    const report::Absent why{card.absent_because.empty() ? "not measured" : card.absent_because};
    std::vector<report::Cell> row = {std::string(title),
                                     card.name + ", measured",
                                     why,
                                     why,
                                     why,
                                     report::Absent{"the paper did not measure this card"}};
    if (base && at14) row[2] = *base, row[3] = *at14, row[4] = 100 * (*at14 - *base) / *base;
    row.resize(table.columns.size(), report::Absent{"measured, not given"});
    table.rows.push_back(std::move(row));
  }
}

std::optional<double> counter(const gpu::State& state, std::string_view key) {
  const auto found = std::ranges::find(state.counters.values, key, &gpu::Counter::key);
  return found == state.counters.values.end() ? std::nullopt : found->value;
}

void add_benchmark(const gpu::Benchmark& benchmark, MeasuredCard& card) {
  const std::string& kernel = benchmark.prepared->kernel.name;
  for (const gpu::State& state : benchmark.states) {
    if (!state.n) continue;
    if (state.status != gpu::StateStatus::ok || !state.summary) {
      if (card.absent_because.empty()) card.absent_because = state.reason;
      continue;
    }
    card.cycles[kernel].emplace_back(*state.n, state.summary->median);
    if (const auto value = counter(state, "warp_instructions"))
      card.instructions[kernel].emplace_back(*state.n, *value);
    if (const auto value = counter(state, "branches")) card.branches[kernel].emplace_back(*state.n, *value);
    if (state.counters.status != gpu::CounterStatus::ok) card.counters_absent_because = state.counters.reason;
  }
}

}  // namespace

std::vector<std::string> measured_kernels() {
  return {"single_loop", "double_loop", "detailed_loop", "detailed_loop_sync"};
}

std::vector<MeasuredCard> measured_cards(const gpu::BenchResult& result) {
  std::vector<MeasuredCard> cards;
  for (const gpu::DeviceResult& device : result.devices) {
    MeasuredCard card;
    card.name = fmt::format("{} (GPU {})", device.info.name, device.info.id);
    card.provenance =
        fmt::format("measured: {}, median of the samples, driver {}", device.info.arch(), result.driver_release);
    card.absent_because = device.failure;
    for (const gpu::Benchmark& benchmark : result.benchmarks)
      if (benchmark.device == device.info.id) add_benchmark(benchmark, card);
    if (card.absent_because.empty()) card.absent_because = "it was not measured";
    if (card.counters_absent_because.empty()) card.counters_absent_because = "counters were not asked for (--counters)";
    cards.push_back(std::move(card));
  }
  return cards;
}

void add_measured(const std::vector<MeasuredCard>& cards, report::Report& report) {
  for (report::Section& section : report.sections)
    for (report::Block& block : section.blocks) {
      for (const MeasuredCard& card : cards) {
        if (auto* figure = std::get_if<report::Figure>(&block))
          figure->series.push_back(series_of(card, entry_of(figure->id)));
        auto* table = std::get_if<report::Table>(&block);
        if (table != nullptr && table->id == "overhead") add_overhead_rows(card, *table);
      }
    }
}

}  // namespace reconverge::study
