// SPDX-License-Identifier: MIT
#include "study/replay/agreement_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "report/tables.hpp"
#include "study/support/presentation.hpp"
#include "timing/cycles/premise.hpp"

namespace reconverge::study {
namespace {

using report::Absent;
using report::Cell;

Cell unroll_cell(const measurements::BenchRun& run) {
  if (run.inner_unroll) return cell(*run.inner_unroll);
  return Absent{run.unroll_absent.empty() ? "left to the compiler" : run.unroll_absent};
}

/// Benchmarks of one row: file, name, unrolling (-1: the compiler's), warps of the block.
using KernelKey = std::tuple<std::string, std::string, int, int>;

struct Group {
  const measurements::BenchRun* run = nullptr;  ///< the first
  AgreementSummary summary;
  int left_out = 0;
  const Agreement* missed = nullptr;  ///< the first state that is not exact
  std::string first_miss;
  std::string why_left_out;
};

/// How much is printed of a cause that names instructions.
enum class Detail { in_short, every_place };

std::string cause_of(const Agreement& agreement, Detail detail) {
  return detail == Detail::in_short ? agreement.cause_in_short() : agreement.likely_cause;
}

std::string miss_of(const measurements::BenchRun& run, const Agreement& agreement) {
  const std::string n = agreement.state->n ? fmt::format(", n = {}", *agreement.state->n) : "";
  return fmt::format("{}{}: {}", run.pattern, n, agreement.first_miss.empty() ? "no prediction" : agreement.first_miss);
}

/// In the order of the files.
std::vector<std::pair<KernelKey, Group>> groups_of(const std::vector<FileAgreement>& files) {
  std::vector<std::pair<KernelKey, Group>> groups;
  for (const auto& file : files)
    for (const auto& [run, states] : file.runs) {
      const KernelKey key{file.source, run->name, run->inner_unroll.value_or(-1), run->warps};
      auto found = std::ranges::find(groups, key, &std::pair<KernelKey, Group>::first);
      if (found == groups.end()) found = groups.insert(groups.end(), {key, Group{run, {}, 0, nullptr, "", ""}});
      Group& group = found->second;
      for (const Agreement& state : states) {
        group.summary.add(state);
        if (!state.comparable()) {
          ++group.left_out;
          if (group.why_left_out.empty()) group.why_left_out = state.why_not_comparable;
        } else if (!state.exact() && group.missed == nullptr) {
          group.first_miss = miss_of(*run, state);
          group.missed = &state;
        }
      }
    }
  return groups;
}

std::string summary_line(const AgreementSummary& summary) {
  std::string line = fmt::format("{} states compared, {} exact, {} within 1 %, {} within 5 %, ", summary.states,
                                 summary.exact, summary.within_1, summary.within_5);
  if (summary.within_spread > 0) line += fmt::format("{} within the spread of the card, ", summary.within_spread);
  if (summary.within_error > 0) line += fmt::format("{} within the error of their estimate, ", summary.within_error);
  return line + fmt::format("{} without a prediction; worst {} %", summary.not_predicted,
                            report::format_number(summary.worst_percent, 2));
}

/// What is claimed of a prediction.
Cell answer_of(const measurements::BenchRun& run, const Agreement& agreement) {
  if (run.warps == 1) return Absent{"one warp"};
  if (!agreement.block) return Absent{agreement.likely_cause.empty() ? "not run" : agreement.likely_cause};
  return std::string(to_string(agreement.block->answer));
}

std::string verdict(const Agreement& agreement) {
  if (!agreement.comparable()) return "not comparable";
  if (!agreement.predicted) return "not predicted";
  if (agreement.exact()) return "exact";
  if (agreement.within_spread()) return "within spread";
  return agreement.within_error() ? "within error" : "differs";
}

template <typename Number> Cell number_or(const std::optional<Number>& number, const std::string& why) {
  return number ? Cell(*number) : Cell(Absent{why.empty() ? "not measured" : why});
}

/// Without the column that says the same in every row.
report::Table of_one_file(report::Table table, const std::vector<FileAgreement>& files) {
  if (files.size() != 1) return table;
  table.caption = fmt::format("{}: {}", files[0].source, table.caption);
  report::erase_column(table, 0);
  return table;
}

constexpr const char* every_state_is_exact = "every state is exact";

constexpr const char* exactness =
    "one warp: cycles, every lane, every stamp; several: cycles of the block and of every warp";

report::Table by_kernel(const std::vector<FileAgreement>& files, Detail detail) {
  report::Table table{
      .id = "agreement_by_kernel",
      .caption = "Stored measurements beside what is predicted for the code that ran.",
      .columns = {{"file", "file", ""},
                  {"benchmark", "benchmark", ""},
                  {"inner_unroll", "unroll", ""},
                  {"warps", "warps", "of the block"},
                  {"states", "states", "warm; of one warp without spread"},
                  {"exact", "exact", exactness},
                  {"within_1_percent", "within 1 %", "cycles"},
                  {"within_spread", "within spread", "not exact, and between two samples of the card"},
                  {"within_error", "within error", "neither, and off by no more than the estimate says"},
                  {"not_predicted", "not predicted", ""},
                  {"worst_percent", "worst %", "of the measured cycles"},
                  {"first_miss", "first miss", ""},
                  {"likely_cause", "likely cause", ""},
                  {"left_out", "left out", "not comparable"}}};
  for (const auto& [key, group] : groups_of(files)) {
    const auto& summary = group.summary;
    const bool any = summary.states > summary.not_predicted;
    const std::string none = summary.states == 0 ? "left out: " + group.why_left_out : every_state_is_exact;
    const Cell absent = Absent{none};
    const bool misses = group.missed != nullptr;
    table.rows.push_back({std::get<0>(key), std::get<1>(key), unroll_cell(*group.run), cell(group.run->warps),
                          cell(summary.states), cell(summary.exact), cell(summary.within_1),
                          cell(summary.within_spread), cell(summary.within_error), cell(summary.not_predicted),
                          any ? Cell(summary.worst_percent) : Cell(Absent{"nothing is predicted"}),
                          misses ? Cell(group.first_miss) : absent,
                          misses ? Cell(cause_of(*group.missed, detail)) : absent, cell(group.left_out)});
  }
  table.notes.push_back(summary_line(summary_of(files)));
  return table;
}

bool is_about_a_miss(const std::string& key) { return key == "first_miss" || key == "likely_cause"; }

/// Columns that say the same in every row if no block has several warps.
bool is_of_blocks(const std::string& key) { return key == "warps" || key == "within_spread" || key == "within_error"; }

bool have_blocks(const std::vector<FileAgreement>& files) {
  return std::ranges::any_of(files, [](const FileAgreement& file) {
    return std::ranges::any_of(file.runs, [](const RunAgreement& run) { return run.run->warps > 1; });
  });
}

template <typename IsWanted> report::Table with_columns(report::Table table, const IsWanted& is_wanted) {
  for (std::size_t i = table.columns.size(); i-- > 0;)
    if (!is_wanted(table.columns[i].key)) report::erase_column(table, i);
  return table;
}

report::Table by_state(const std::vector<FileAgreement>& files, Detail detail) {
  report::Table table{.id = "agreement",
                      .caption = "Measured and predicted cycles, state by state.",
                      .columns = {{"file", "file", ""},
                                  {"benchmark", "benchmark", ""},
                                  {"inner_unroll", "unroll", ""},
                                  {"warps", "warps", "of the block"},
                                  {"pattern", "pattern", ""},
                                  {"n", "n", ""},
                                  {"measured_cycles", "measured", "median of the samples"},
                                  {"predicted_cycles", "predicted",
                                   fmt::format("by the rules of the generation's record: {}", timing::cycles_premise)},
                                  {"answer", "answer", "what the prediction claims to be"},
                                  {"difference_cycles", "difference", "predicted less measured"},
                                  {"difference_percent", "percent", "of measured"},
                                  {"lanes_off", "lanes off", "whose start or stop differs"},
                                  {"stamps_off", "stamps off", ""},
                                  {"warps_off", "warps off", "that take another time"},
                                  {"verdict", "verdict", ""},
                                  {"first_miss", "first miss", ""},
                                  {"likely_cause", "likely cause", ""}}};
  for (const auto& file : files)
    for (const auto& [run, states] : file.runs)
      for (const Agreement& state : states) {
        const bool compared = state.comparable() && state.predicted;
        const std::string cause = cause_of(state, detail);
        const bool is_block = run->warps > 1;
        const auto counted = [&](int count) { return compared ? cell(count) : Cell(Absent{cause}); };
        const auto of_one_warp = [&](int count) {
          return is_block ? Cell(Absent{"warps of a block are compared as wholes"}) : counted(count);
        };
        const auto or_exact = [&](const std::string& text) {
          return text.empty() ? Cell(Absent{"it is exact"}) : Cell(text);
        };
        table.rows.push_back({file.source, run->name, unroll_cell(*run), cell(run->warps), run->pattern,
                              state.state->n ? cell(*state.state->n) : Cell(Absent{"the pattern has no n"}),
                              number_or(state.measured, state.why_not_comparable), number_or(state.predicted, cause),
                              answer_of(*run, state), number_or(state.difference(), cause),
                              number_or(state.percent(), cause), of_one_warp(state.lanes_off),
                              of_one_warp(state.stamps_off),
                              is_block ? counted(state.warps_off) : Cell(Absent{"one warp"}), verdict(state),
                              or_exact(state.first_miss), or_exact(cause)});
      }
  table.notes.push_back(summary_line(summary_of(files)));
  table.bulk = table.rows.size() > 100;
  return table;
}

}  // namespace

report::Table agreement_by_kernel(const std::vector<FileAgreement>& files) {
  return of_one_file(by_kernel(files, Detail::in_short), files);
}

report::Table agreement_by_state(const std::vector<FileAgreement>& files) {
  return of_one_file(by_state(files, Detail::in_short), files);
}

std::vector<report::Block> agreement_by_kernel_to_read(const std::vector<FileAgreement>& files) {
  report::Table all = agreement_by_kernel(files);
  if (!have_blocks(files))
    all = with_columns(std::move(all), [](const std::string& key) { return !is_of_blocks(key); });
  std::vector<report::Block> tables{with_columns(all, [](const std::string& key) { return !is_about_a_miss(key); })};
  report::Table misses = with_columns(all, [](const std::string& key) {
    return key == "file" || key == "benchmark" || key == "inner_unroll" || key == "warps" || is_about_a_miss(key);
  });
  std::erase_if(misses.rows,
                [](const std::vector<Cell>& row) { return row.back() == Cell(Absent{every_state_is_exact}); });
  misses.id = "agreement_misses";
  misses.caption = "The first state of each that is not exact.";
  misses.notes.clear();
  if (!misses.rows.empty()) tables.emplace_back(std::move(misses));
  return tables;
}

AgreementSummary summary_of(const std::vector<FileAgreement>& files) {
  AgreementSummary summary;
  for (const auto& file : files)
    for (const auto& run : file.runs)
      for (const Agreement& state : run.states) summary.add(state);
  return summary;
}

report::Figure agreement_figure(const std::vector<FileAgreement>& files) {
  report::Figure figure{
      .id = "agreement", .caption = "Predicted less measured.", .x = n_axis(), .y = {.title = "cycles"}};
  report::Series exact{.name = "exact", .provenance = "every lane and stamp", .mark = report::Mark::circle};
  std::map<int, bool> exact_at;
  for (const auto& file : files)
    for (const auto& [run, states] : file.runs)
      for (const Agreement& state : states) {
        if (!state.comparable() || !state.predicted || !state.state->n) continue;
        if (state.exact()) {
          exact_at[*state.state->n] = true;
          continue;
        }
        std::string name = run->name;
        if (run->inner_unroll.value_or(1) != 1) name += fmt::format(", unroll {}", *run->inner_unroll);
        if (run->warps > 1) name += fmt::format(", {} warps", run->warps);
        auto series = std::ranges::find(figure.series, name, &report::Series::name);
        if (series == figure.series.end())
          series = figure.series.insert(
              figure.series.end(),
              {.name = name, .provenance = "predicted less measured", .mark = report::Mark::cross});
        series->points.emplace_back(*state.state->n, *state.difference());
      }
  for (const auto& [n, is] : exact_at) exact.points.emplace_back(n, 0);
  if (exact.points.empty()) exact.absent_because = "no state is exact";
  figure.series.insert(figure.series.begin(), std::move(exact));
  return figure;
}

void add_to_record(const std::vector<FileAgreement>& files, nlohmann::ordered_json& record) {
  const AgreementSummary summary = summary_of(files);
  record["compared_states"] = summary.states;
  record["exact_states"] = summary.exact;
  record["within_1_percent"] = summary.within_1;
  record["within_5_percent"] = summary.within_5;
  record["within_spread"] = summary.within_spread;
  record["within_error"] = summary.within_error;
  record["not_predicted"] = summary.not_predicted;
  record["worst_difference_percent"] = summary.worst_percent;
  record["kernels"] = report::to_json(by_kernel(files, Detail::every_place))["rows"];
  record["states"] = report::to_json(by_state(files, Detail::every_place))["rows"];
}

}  // namespace reconverge::study
