// SPDX-License-Identifier: MIT
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// Cycles of the spills alone: the run's divergence less 1 x its divergent branches.
core::Result<double> spill_cycles(const Context& context, std::string_view generation, int n) {
  const run::Simulation& run = context.sweep(double_loop()).at(n);
  const auto unit = context.generation(generation).find_cost(timing::cost::divergent_branch);
  const auto& divergence = cycles_of(run, generation).divergence;
  if (!unit) return unit.error();
  if (!divergence) return divergence;
  return *divergence - unit->value * static_cast<double>(run.counts.divergent_branches);
}

}  // namespace

/// Where spills set in and what they add. Figure 8 of the paper is another quantity, measured less predicted, whose
/// series was not published.
report::Section difference_to_spill_free(const Context& context) {
  report::Figure figure{.id = "difference_to_spill_free",
                        .caption = "Double loop: predicted cycles less the curve without spills.",
                        .x = n_axis(),
                        .y = {.title = "cycles"}};
  for (const char* generation : {"kepler", "maxwell"}) {
    report::Series series{
        .name = std::string(generation) + ", predicted less spill-free",
        .provenance = emulated_provenance(context, context.options().spill.rule->name),
        .mark = generation == std::string_view("kepler") ? report::Mark::square : report::Mark::triangle,
        .colour = generation_colour(generation)};
    for (int n = 0; n < staircase_count; ++n) {
      const auto cycles = spill_cycles(context, generation, n);
      if (!cycles) {
        series = absent_series(series.name, cycles.error().message);
        break;
      }
      series.points.emplace_back(n, *cycles);
    }
    figure.series.push_back(std::move(series));
  }
  figure.notes = {
      "This is not the paper's Figure 8, which shows measured less predicted cycles on a GTX 770: that series is "
      "not available, and the paper reports 76 cycles in the worst case."};
  return {.blocks = {std::move(figure)}};
}

}  // namespace reconverge::study
