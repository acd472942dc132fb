// SPDX-License-Identifier: MIT
#include "study/inference/fit_report.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "report/formats/formats.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

using report::Absent;
using report::Cell;

constexpr const char* fitted = "fitted";

std::vector<Cell> cycles_row(std::string name, Cell kernel, const Estimate& estimate, const std::string& source) {
  const bool spread = estimate.has_spread();
  return {std::move(name),
          std::move(kernel),
          estimate.value,
          spread ? Cell(estimate.interval.low) : Cell(Absent{no_spread}),
          spread ? Cell(estimate.interval.high) : Cell(Absent{no_spread}),
          std::string("cycles"),
          std::string(fitted),
          source};
}

Cell kernel_cell(const std::string& kernel) {
  return kernel.empty() ? Cell(Absent{"the results do not name it"}) : Cell(kernel);
}

void add_size(report::Table& table, const char* name, const std::optional<int>& best, const std::vector<int>& left,
              const std::string& why_absent, const std::string& source) {
  if (!best) {
    const Absent absent{why_absent};
    table.rows.push_back({std::string(name), std::string("any"), absent, absent, absent, std::string("entries"),
                          std::string(fitted), source});
    return;
  }
  table.rows.push_back({std::string(name), std::string("any"), cell(*best), cell(left.front()), cell(left.back()),
                        std::string("entries"), std::string(fitted), source});
}

std::string sources(const Fit& fit) {
  constexpr std::size_t most_named = 2;
  if (fit.benchmarks.size() > most_named) return fmt::format("all {} benchmarks", fit.benchmarks.size());
  std::vector<std::string> names;
  for (const auto& benchmark : fit.benchmarks)
    names.push_back(benchmark.benchmark.empty() ? benchmark.source
                                                : fmt::format("{} {}", benchmark.source, benchmark.benchmark));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string knee_text(const Fit& fit, const FitSummary& summary) {
  const std::string surprise =
      fit.stackless.empty() ? "" : fmt::format(", though {} has no stack that could spill", fit.stackless);
  switch (summary.knee) {
    case Knee::found:
      return fmt::format("a knee (belief {}){}", report::format_number(summary.knee_belief, 3), surprise);
    case Knee::none:
      if (!fit.stackless.empty())
        return fmt::format("no knee; {} re-converges by barriers and has no stack", fit.stackless);
      return fmt::format("no knee; at least {} entries, or no limit", *summary.at_least);
    case Knee::undecided: break;
  }
  return "a knee is undecided";
}

}  // namespace

std::string no_spill_reason(const Fit& fit, const FitSummary& summary) {
  if (!fit.stackless.empty()) return fmt::format("{} has no re-convergence stack", fit.stackless);
  return summary.knee == Knee::none ? "no spill was seen" : "the stack is not known";
}

report::Table estimates_table(const Fit& fit, const FitSummary& summary) {
  const std::string source = sources(fit);
  report::Table table{.id = "estimates",
                      .caption = fmt::format("Fitted to {} states: {}.{}", fit.states.size(), knee_text(fit, summary),
                                             fit.exact ? " Every state that takes part is reproduced exactly; an "
                                                         "interval then holds what others of the explanations have."
                                                       : " Intervals hold 95 % of the belief."),
                      .columns = {{"name", "name", ""},
                                  {"kernel", "kernel", ""},
                                  {"value", "value", fitted},
                                  {"low", "low", "95 % interval"},
                                  {"high", "high", "95 % interval"},
                                  {"unit", "unit", ""},
                                  {"grade", "grade", ""},
                                  {"source", "source", ""}}};
  for (std::size_t i = 0; i < fit.benchmarks.size(); ++i)
    table.rows.push_back(
        cycles_row("base", kernel_cell(fit.benchmarks[i].benchmark), summary.bases[i], fit.benchmarks[i].source));
  table.rows.push_back(cycles_row("divergent-branch", std::string("any"), summary.branch, source));
  const auto best = summary.best;
  const std::string why_absent = no_spill_reason(fit, summary);
  add_size(table, "stack-capacity", best ? best->capacity : std::nullopt, summary.capacities, why_absent, source);
  add_size(table, "spill-chunk", best ? std::optional(best->chunk) : std::nullopt, summary.chunks, why_absent, source);
  if (summary.spill) {
    table.rows.push_back(cycles_row("spill-and-reload", std::string("any"), *summary.spill, source));
  } else {
    const Absent absent{why_absent};
    table.rows.push_back({std::string("spill-and-reload"), std::string("any"), absent, absent, absent,
                          std::string("cycles"), std::string(fitted), source});
  }
  for (const auto& benchmark : fit.benchmarks)
    table.notes.push_back(fmt::format(
        "Events of {}: {}", kernel_cell(benchmark.benchmark).index() == 0 ? benchmark.source : benchmark.benchmark,
        benchmark.counts_from));
  std::vector<std::string_view> rules;
  for (const auto* rule : summary.rules) rules.push_back(rule->name);
  if (!rules.empty()) table.notes.push_back(fmt::format("Spill rules that the data leave: {}", fmt::join(rules, ", ")));
  table.notes.push_back(fmt::format("Largest residual: {} cycles", report::format_number(summary.worst_residual, 2)));
  return table;
}

report::Table explanations_table(const Fit& fit) {
  report::Table table{
      .id = "explanations",
      .caption = "Explanations that the data leave, heaviest first; candidates in one row are not told apart.",
      .columns = {{"belief", "belief", fitted},
                  {"branch_cycles", "branch cycles", fitted},
                  {"spill_cycles", "spill cycles", fitted},
                  {"deviation_cycles", "deviation of residuals", "cycles"},
                  {"candidates", "number of candidates", ""},
                  {"first", "the first of them", ""}}};
  constexpr std::size_t most = 12;
  for (const Explanation& explanation : fit.explanations) {
    if (table.rows.size() == most) {
      table.notes.push_back(fmt::format("{} more, together of less belief", fit.explanations.size() - most));
      break;
    }
    const Candidate& first = explanation.candidates.front();
    Cell spill = Absent{"no spill on these data"};
    if (explanation.spills) spill = explanation.coefficients[explanation.spill_place(fit.benchmarks.size())];
    table.rows.push_back({explanation.weight, explanation.coefficients[explanation.branch_place(fit.benchmarks.size())],
                          spill, explanation.deviation, static_cast<std::int64_t>(explanation.candidates.size()),
                          fit.stack_known ? Cell(to_string(first)) : Cell(Absent{"the stack is not known"})});
  }
  return table;
}

report::Table residuals_table(const Fit& fit) {
  report::Table table{.id = "residuals",
                      .caption = "Measured and fitted cycles.",
                      .columns = {{"kernel", "kernel", ""},
                                  {"n", "n", ""},
                                  {"divergent_branches", "divergent branches", "see the notes of the estimates"},
                                  {"spills", "spills", "emulated, heaviest explanation"},
                                  {"measured_cycles", "measured", "mean of the samples that are not outlying"},
                                  {"fitted_cycles", "fitted", "heaviest explanation"},
                                  {"residual_cycles", "residual", "measured less fitted"},
                                  {"samples", "samples", ""},
                                  {"outlying_samples", "outlying", ""},
                                  {"set_aside", "set aside", ""}}};
  for (const FittedState& state : fit.states)
    table.rows.push_back({kernel_cell(fit.benchmarks[state.benchmark].benchmark), cell(state.n),
                          state.divergent_branches,
                          state.spills ? Cell(*state.spills) : Cell(Absent{"the stack is not known"}), state.measured,
                          state.fitted, state.measured - state.fitted, static_cast<std::int64_t>(state.samples),
                          static_cast<std::int64_t>(state.outlying), state.set_aside});
  return table;
}

report::Figure residuals_figure(const Fit& fit) {
  report::Figure figure{
      .id = "residuals", .caption = "Measured less fitted cycles.", .x = n_axis(), .y = {.title = "cycles"}};
  constexpr report::Mark marks[] = {report::Mark::square, report::Mark::triangle, report::Mark::circle,
                                    report::Mark::cross,  report::Mark::diamond,  report::Mark::down};
  for (std::size_t i = 0; i < fit.benchmarks.size(); ++i) {
    report::Series series{
        .name = fit.benchmarks[i].benchmark.empty() ? fit.benchmarks[i].source : fit.benchmarks[i].benchmark,
        .provenance = fmt::format("measured ({}) less fitted", fit.benchmarks[i].source),
        .mark = marks[i % std::size(marks)]};
    for (const FittedState& state : fit.states)
      if (state.benchmark == i) series.points.emplace_back(state.n, state.measured - state.fitted);
    figure.series.push_back(std::move(series));
  }
  return figure;
}

report::Text limits_text(const FitSummary& summary) {
  report::Text text{.body = summary.cannot_tell.empty() ? "These data leave nothing open that the model has."
                                                        : "Not determined by these data:"};
  for (const std::string& limit : summary.cannot_tell) text.body += "\n\n- " + limit;
  return text;
}

report::Table validation_table(const Validation& validation) {
  report::Table table{
      .id = "validation",
      .caption = fmt::format("{}, not used by the fit: measured less predicted cycles.", validation.benchmark),
      .columns = {{"n", "n", ""}, {"measured_cycles", "measured", "measured"}}};
  for (const auto& rule : validation.rules) {
    table.columns.push_back({rule.rule + "_cycles", rule.rule + ", predicted", "fitted on the others"});
    table.columns.push_back({rule.rule + "_difference_cycles", "difference", "measured less predicted"});
  }
  for (std::size_t i = 0; i < validation.n.size(); ++i) {
    std::vector<Cell> row{cell(validation.n[i]), validation.measured[i]};
    for (const auto& rule : validation.rules) {
      row.emplace_back(rule.predicted[i]);
      row.emplace_back(rule.difference[i]);
    }
    table.rows.push_back(std::move(row));
  }
  for (const auto& rule : validation.rules)
    table.notes.push_back(fmt::format("{}: worst difference {} cycles ({} %)", rule.rule,
                                      report::format_number(rule.worst, 2),
                                      report::format_number(rule.worst_percent, 3)));
  table.notes.push_back(
      fmt::format("The base is the measured n = {} less the divergence predicted there: no fit of "
                  "another kernel can know it.",
                  validation.n.front()));
  return table;
}

report::Figure validation_figure(const Validation& validation, std::string_view observed) {
  report::Figure figure{.id = "validation",
                        .caption = fmt::format("{}: {} less predicted.", validation.benchmark, observed),
                        .x = n_axis(),
                        .y = {.title = "cycles"}};
  constexpr report::Mark marks[] = {report::Mark::cross,  report::Mark::square,  report::Mark::triangle,
                                    report::Mark::circle, report::Mark::diamond, report::Mark::down};
  for (std::size_t rule = 0; rule < validation.rules.size(); ++rule) {
    report::Series series{.name = validation.rules[rule].rule,
                          .provenance = fmt::format("{} less predicted, fitted on the other benchmarks", observed),
                          .mark = marks[rule % std::size(marks)]};
    for (std::size_t i = 0; i < validation.n.size(); ++i)
      series.points.emplace_back(validation.n[i], validation.rules[rule].difference[i]);
    figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace reconverge::study
