// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <numeric>

#include "report/formats/formats.hpp"
#include "study/inference/fit_report.hpp"
#include "study/study.hpp"
#include "study/support/hopper_data.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

struct Replay {
  std::string device;
  std::string data;           ///< what the two series are
  std::string_view observed;  ///< "measured", or how else they came about
  core::Result<Measurement> single;
  core::Result<Measurement> twice;
};

/// The series of a generation record: its events priced by its costs. Without a published base the
/// single loop shows what divergence adds to n = 0.
core::Result<Measurement> generated(const Context& context, const PaperKernel& kernel, std::string_view generation) {
  Measurement measurement{.source = "record of " + std::string(generation), .benchmark = std::string(kernel.name)};
  const bool based = context.generation(generation).find_cost(timing::cost::base, kernel.name).has_value();
  for (int n = 0; n < staircase_count; ++n) {
    const auto& cycles = cycles_of(context.sweep(kernel).at(n), generation);
    const auto& value = based ? cycles.total : cycles.divergence;
    if (!value) return value.error();
    measurement.states.push_back({.n = n, .samples = {*value}});
  }
  return measurement;
}

struct Replayed {
  Fit fit;
  Validation validation;
};

core::Result<Replayed> replay(const Replay& data) {
  if (!data.single) return data.single.error();
  if (!data.twice) return data.twice.error();
  std::vector<int> n(staircase_count);
  std::iota(n.begin(), n.end(), 0);
  auto events = emulate_events(single_loop(), n);
  if (!events) return events.error();
  const std::vector<FitInput> inputs{{*data.single, std::move(events).value()}};
  auto fit = fit_mechanism(inputs);
  if (!fit) return fit.error();
  auto validation = validate(*fit, *data.twice, double_loop());
  if (!validation) return validation.error();
  return Replayed{std::move(fit).value(), std::move(validation).value()};
}

std::vector<report::Cell> row(const Replay& data, const core::Result<Replayed>& replayed) {
  std::vector<report::Cell> cells{data.device, data.data};
  if (!replayed) {
    while (cells.size() < 8) cells.emplace_back(report::Absent{replayed.error().message});
    return cells;
  }
  const auto summary = summarise(replayed->fit);
  const report::Absent no_spill{no_spill_reason(replayed->fit, summary)};
  cells.emplace_back(summary.branch.value);
  cells.push_back(summary.spill ? report::Cell(list_text(summary.capacities)) : report::Cell(no_spill));
  cells.push_back(summary.spill ? report::Cell(list_text(summary.chunks)) : report::Cell(no_spill));
  cells.push_back(summary.spill ? report::Cell(summary.spill->value) : report::Cell(no_spill));
  std::vector<std::string> rules, worst;
  for (const auto& rule : replayed->validation.rules) {
    rules.push_back(rule.rule);
    worst.push_back(report::format_number(rule.worst, 2));
  }
  cells.emplace_back(fmt::format("{}", fmt::join(rules, ", ")));
  cells.emplace_back(fmt::format("{}", fmt::join(worst, ", ")));
  return cells;
}

}  // namespace

/// The paper's test of its model: costs from the single loop alone, the double loop predicted.
report::Section validation_replayed(const Context& context) {
  const std::string paper = "generated from the paper's constants" +
                            (context.options().given.empty() ? std::string() : ", some of them given");
  const std::vector<Replay> replays{{"kepler", paper, "generated", generated(context, single_loop(), "kepler"),
                                     generated(context, double_loop(), "kepler")},
                                    {"maxwell", paper, "generated", generated(context, single_loop(), "maxwell"),
                                     generated(context, double_loop(), "maxwell")},
                                    {"hopper", "measured, H100", "measured", hopper_series(single_loop(), "single"),
                                     hopper_series(double_loop(), "double")}};
  report::Table table{.id = "validation_replayed",
                      .caption = "Fitted to the single loop alone; the double loop predicted from that.",
                      .columns = {{"device", "device", ""},
                                  {"data", "data", ""},
                                  {"branch_cycles", "divergent branch, cycles", "fitted"},
                                  {"capacity_entries", "capacity", "fitted, entries"},
                                  {"chunk_entries", "chunk", "fitted, entries"},
                                  {"spill_cycles", "spill and reload, cycles", "fitted"},
                                  {"rules", "rules left open by the single loop", ""},
                                  {"worst_cycles", "worst difference of the double loop under each", "cycles"}}};
  report::Section section;
  std::vector<report::Block> figures;
  for (const Replay& data : replays) {
    const auto replayed = replay(data);
    table.rows.push_back(row(data, replayed));
    if (!replayed) continue;
    auto figure = validation_figure(replayed->validation, data.observed);
    figure.id = "validation_" + data.device;
    figure.caption = fmt::format("Double loop, {} ({}): less the prediction from the single loop, by spill rule.",
                                 data.device, data.data);
    figures.emplace_back(std::move(figure));
  }
  table.notes = {"The base of the double loop is its own n = 0: no fit of another kernel can know it.",
                 "The single loop cannot tell the spill rules apart, so each that it leaves predicts the double loop."};
  section.blocks.emplace_back(std::move(table));
  section.blocks.insert(section.blocks.end(), figures.begin(), figures.end());
  return section;
}

}  // namespace reconverge::study
