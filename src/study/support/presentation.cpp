// SPDX-License-Identifier: MIT
#include "study/support/presentation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "timing/generation.hpp"

namespace reconverge::study {

report::Axis n_axis() {
  return {.title = "n, lanes with a smaller loop bound", .ticks = {0, 4, 8, 12, 16, 20, 24, 28, 32}};
}

const run::GenerationCycles& cycles_of(const run::Simulation& simulation, std::string_view generation) {
  const auto found = std::ranges::find(simulation.cycles, generation, &run::GenerationCycles::generation);
  assert(found != simulation.cycles.end());
  return *found;
}

std::string emulated_provenance(const Context& context, std::string_view spill_rule) {
  std::string text = fmt::format("emulated, {} spills, costs of the paper", spill_rule);
  for (const std::string& given : context.options().given) text += "; given: " + given;
  return text;
}

report::Series cycles_series(const Context& context, const PaperKernel& kernel, std::string_view spill_rule,
                             std::string_view generation, bool total) {
  report::Series series{.name = fmt::format("{}, emulated ({})", generation, spill_rule),
                        .provenance = emulated_provenance(context, spill_rule),
                        .colour = generation_colour(generation)};
  for (int n = 0; n < staircase_count; ++n) {
    const auto& cycles = cycles_of(context.sweep(kernel, spill_rule).at(n), generation);
    const auto& value = total ? cycles.total : cycles.divergence;
    if (!value) return absent_series(series.name, value.error().message);
    series.points.emplace_back(n, *value);
  }
  return series;
}

std::size_t generation_colour(std::string_view generation) {
  const auto all = timing::generations();
  return static_cast<std::size_t>(std::ranges::find(all, generation, &timing::Generation::name) - all.begin());
}

report::Series absent_series(std::string name, std::string because) {
  report::Series series;
  series.name = std::move(name);
  series.absent_because = std::move(because);
  return series;
}

std::vector<std::string> given_for_counts(const Context& context) {
  auto given = context.options().given;
  std::erase_if(given, [](const std::string& text) { return text.starts_with("--cost "); });
  return given;
}

report::Table kernel_table(const Context& context, const PaperKernel& kernel) {
  const std::string rule(context.options().spill.rule->name);
  const std::string emulated = emulated_provenance(context, rule);
  report::Table table{
      .id = std::string(kernel.name),
      .caption = fmt::format("The {} for every n, {} spills.", kernel.title, rule),
      .columns = {{"n", "n", ""},
                  {"depth", "stack depth", "emulated"},
                  {"pushes", "pushes", "emulated"},
                  {"branches", "branches", "emulated: predicated BRA executed"},
                  {"instructions", "instructions", "emulated: first SSY to last NOP.S"},
                  {"spills", "spills", "emulated: chunks of " + std::to_string(context.options().spill.chunk)},
                  {"reloads", "reloads", "emulated"},
                  {"kepler_cycles", "Kepler cycles", emulated}}};
  // No Maxwell base of the single loop was published: only the cycles that divergence adds to n = 0 can be given.
  const bool only_divergence = &kernel == &single_loop();
  if (only_divergence)
    table.columns.push_back({"maxwell_divergence_cycles", "Maxwell cycles, divergence part", emulated});
  else table.columns.push_back({"maxwell_cycles", "Maxwell cycles", emulated});
  for (int n = 0; n < staircase_count; ++n) {
    const run::Simulation& run = context.sweep(kernel).at(n);
    const auto& maxwell = cycles_of(run, "maxwell");
    table.rows.push_back({cell(n), cell(std::uint64_t{run.counts.depth}), cell(run.counts.pushes),
                          cell(run.counts.branches), cell(run.counts.instructions()), cell(run.counts.spills),
                          cell(run.counts.reloads), cell(cycles_of(run, "kepler").total),
                          cell(only_divergence ? maxwell.divergence : maxwell.total)});
  }
  mark_overrides(context, table);
  if (only_divergence)
    table.notes.push_back(
        "Maxwell: no base of the single loop was published, so only the cycles that divergence "
        "adds to n = 0 can be given.");
  return table;
}

}  // namespace reconverge::study
