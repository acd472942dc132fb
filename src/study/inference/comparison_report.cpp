// SPDX-License-Identifier: MIT
#include "study/inference/comparison_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

using report::Absent;
using report::Cell;
using report::format_number;

Cell number_or(const std::optional<double>& value, const std::string& why) {
  return value ? Cell(*value) : Cell(Absent{why});
}

std::string why_no_p(const ComparedState& state) {
  switch (state.judgement) {
    case Judgement::equal:
    case Judgement::differs: return "nothing has spread, the numbers are compared as they are";
    case Judgement::within:
    case Judgement::outside: return "an interval is compared, not samples";
    case Judgement::untested: return "one sample against spread cannot be tested";
    default: return state.why_missing;
  }
}

std::string_view test_name(SignificanceTest test) { return test == SignificanceTest::welch ? "Welch" : "rank sum"; }

}  // namespace

report::Table comparison_table(const Comparison& comparison) {
  report::Table table{
      .id = "comparison",
      .caption = fmt::format("B less A, state by state. A: {}. B: {}.", comparison.left, comparison.right),
      .columns = {{"benchmark", "benchmark", ""},
                  {"n", "n", ""},
                  {"a_cycles", "A", "cycles, mean of the samples that are not outlying"},
                  {"b_cycles", "B", "likewise"},
                  {"difference_cycles", "difference", "B less A"},
                  {"difference_percent", "percent", "of A"},
                  {"p_value", "p", fmt::format("{} test, adjusted for all states (Holm)", test_name(comparison.test))},
                  {"judgement", "judgement", ""}}};
  for (const ComparedState& state : comparison.states) {
    const Cell name = state.benchmark.empty() ? Cell(Absent{"the files do not name it"}) : Cell(state.benchmark);
    table.rows.push_back({name, cell(state.n), number_or(state.left, state.why_missing),
                          number_or(state.right, state.why_missing), number_or(state.difference, state.why_missing),
                          number_or(state.percent, state.difference ? "A is 0" : state.why_missing),
                          number_or(state.p_value, why_no_p(state)), std::string(to_string(state.judgement))});
  }
  table.notes.push_back(fmt::format("{} states compared; worst difference {} cycles, {} %", comparison.compared,
                                    format_number(comparison.worst_difference, 2),
                                    format_number(comparison.worst_percent, 3)));
  return table;
}

report::Figure comparison_figure(const Comparison& comparison) {
  report::Figure figure{
      .id = "comparison", .caption = "Difference, B less A.", .x = n_axis(), .y = {.title = "cycles"}};
  for (const ComparedState& state : comparison.states) {
    if (!state.difference) continue;
    if (figure.series.empty() || figure.series.back().name != state.benchmark)
      figure.series.push_back(
          {.name = state.benchmark, .provenance = fmt::format("{} less {}", comparison.right, comparison.left)});
    figure.series.back().points.emplace_back(state.n, *state.difference);
  }
  return figure;
}

void add_to_record(const Comparison& comparison, nlohmann::ordered_json& record) {
  record["a"] = comparison.left;
  record["b"] = comparison.right;
  record["test"] = comparison.test == SignificanceTest::welch ? "welch" : "rank";
  record["significance"] = significance;
  record["compared_states"] = comparison.compared;
  record["worst_difference_cycles"] = comparison.worst_difference;
  record["worst_difference_percent"] = comparison.worst_percent;
  record["states"] = report::to_json(comparison_table(comparison))["rows"];
}

std::vector<std::string> remarks(const PredictionSeries& series) {
  std::vector<std::string> list{fmt::format("Costs: {}.", series.pricing.source)};
  list.push_back(fmt::format("Base: {}.", series.pricing.base_from));
  if (!series.pricing.no_interval_because.empty())
    list.push_back(fmt::format("No interval: {}.", series.pricing.no_interval_because));
  bool unpriced = false, several = false;
  for (const auto& state : series.states) {
    unpriced = unpriced || state.unpriced;
    several = several || state.candidates.size() > 1;
  }
  if (unpriced)
    list.push_back(
        "The stack gets deeper than in the data of the fit. Candidates that would spill there have no price "
        "and are left out: the cycles may be more.");
  if (several)
    list.push_back(
        "The fit leaves candidates open that give different spills here; the interval holds them all, the "
        "number is of the first.");
  return list;
}

report::Table prediction_table(const PredictionSeries& series) {
  report::Table table{.id = "prediction",
                      .caption = fmt::format("Predicted cycles of {}.", series.benchmark),
                      .columns = {{"benchmark", "benchmark", ""},
                                  {"n", "n", ""},
                                  {"divergent_branches", "divergent branches", "emulated"},
                                  {"depth", "stack depth", "emulated"},
                                  {"spills", "spills", "emulated, first candidate"},
                                  {"divergence_cycles", "divergence cycles", "predicted"},
                                  {"cycles", "cycles", "predicted, with the base"},
                                  {"low_cycles", "low", "95 % interval of the cycles"},
                                  {"high_cycles", "high", "95 % interval"}},
                      .rows = {},
                      .notes = remarks(series)};
  const std::string no_price = no_price_of_spill;
  const auto& pricing = series.pricing;
  for (const PredictedState& state : series.states) {
    const auto low = state.interval ? std::optional(state.interval->low) : std::nullopt;
    const auto high = state.interval ? std::optional(state.interval->high) : std::nullopt;
    table.rows.push_back({series.benchmark, cell(state.n), state.divergent_branches, cell(std::uint64_t{state.depth}),
                          number_or(state.spills, no_price), number_or(state.divergence_cycles, no_price),
                          number_or(state.cycles, state.divergence_cycles ? pricing.base_from : no_price),
                          number_or(low, state.no_interval_because), number_or(high, state.no_interval_because)});
  }
  return table;
}

report::Figure prediction_figure(const PredictionSeries& series) {
  const bool based =
      std::ranges::any_of(series.states, [](const PredictedState& state) { return state.cycles.has_value(); });
  report::Figure figure{.id = "prediction",
                        .caption = fmt::format("Predicted cycles of {}{}.", series.benchmark,
                                               based ? "" : " that divergence adds: no base is known"),
                        .x = n_axis(),
                        .y = {.title = based ? "cycles" : "divergence cycles"}};
  report::Series centre{.name = "predicted", .provenance = series.pricing.source};
  report::Series low{.name = "95 % interval, low",
                     .provenance = series.pricing.source,
                     .mark = report::Mark::none,
                     .line = report::Line::dashed};
  report::Series high = low;
  high.name = "95 % interval, high";
  for (const PredictedState& state : series.states) {
    const auto& value = based ? state.cycles : state.divergence_cycles;
    if (value) centre.points.emplace_back(state.n, *value);
    if (state.interval) low.points.emplace_back(state.n, state.interval->low);
    if (state.interval) high.points.emplace_back(state.n, state.interval->high);
  }
  if (centre.points.empty()) centre.absent_because = "no state could be priced";
  figure.series = {centre};
  if (!low.points.empty()) {
    figure.series.push_back(low);
    figure.series.push_back(high);
  }
  return figure;
}

void add_to_record(const PredictionSeries& series, nlohmann::ordered_json& record) {
  using Json = nlohmann::ordered_json;
  const auto rows = report::to_json(prediction_table(series))["rows"];
  auto states = Json::array();
  for (std::size_t i = 0; i < series.states.size(); ++i) {
    const PredictedState& state = series.states[i];
    Json entry = rows.at(i);
    for (const char* key : {"benchmark", "low_cycles", "high_cycles", "low_cycles_absent", "high_cycles_absent"})
      entry.erase(key);
    // A state without cycles is not ok, so that no reader takes it for a number.
    entry["status"] = state.cycles ? "ok" : "skipped";
    entry["reason"] = state.cycles ? Json() : rows.at(i).value("cycles_absent", Json());
    entry["interval_cycles"] = state.interval ? Json{state.interval->low, state.interval->high} : Json();
    if (!state.interval) entry["interval_cycles_absent"] = rows.at(i).value("low_cycles_absent", Json());
    entry["candidates"] = Json::array();
    for (const auto& candidate : state.candidates)
      entry["candidates"].push_back({{"first", to_string(candidate.candidate)},
                                     {"belief", candidate.weight},
                                     {"spills", candidate.spills},
                                     {"cycles", candidate.cycles ? Json(*candidate.cycles) : Json()}});
    states.push_back(std::move(entry));
  }
  record["costs_from"] = series.pricing.source;
  record["base_from"] = series.pricing.base_from;
  record["remarks"] = remarks(series);
  record["benchmarks"] = Json::array({{{"name", series.benchmark}, {"states", states}}});
}

}  // namespace reconverge::study
