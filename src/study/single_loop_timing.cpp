// SPDX-License-Identifier: MIT
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

report::Figure cycles_figure(const Context& context) {
  const std::string_view rule = context.options().spill.rule->name;
  report::Figure figure{
      .id = "single_loop_timing", .caption = "Cycles of the single loop.", .x = n_axis(), .y = {.title = "cycles"}};
  report::Series line{.name = "Kepler, 1732 + 32 n",
                      .provenance = "paper: plot expression of Figure 1",
                      .mark = report::Mark::none,
                      .line = report::Line::solid};
  line.points = points_over_n([](int n) { return 1732 + 32 * n; });
  auto emulated = cycles_series(context, single_loop(), rule, "kepler", true);
  emulated.mark = report::Mark::square;
  figure.series = {std::move(line), std::move(emulated), absent_series("Fermi, measured", no_measured_data),
                   absent_series("Kepler, measured", no_measured_data),
                   absent_series("Maxwell, measured", "no data file and no base of this kernel were published")};
  figure.notes = {"The jumps at n = 16, 20, 24 and 28 are spills: one chunk of four entries each."};
  return figure;
}

report::Figure divergence_figure(const Context& context) {
  const std::string_view rule = context.options().spill.rule->name;
  report::Figure figure{.id = "single_loop_divergence",
                        .caption = "Cycles that divergence adds to n = 0, single loop.",
                        .x = n_axis(),
                        .y = {.title = "cycles"}};
  auto kepler = cycles_series(context, single_loop(), rule, "kepler", false);
  kepler.mark = report::Mark::square;
  auto maxwell = cycles_series(context, single_loop(), rule, "maxwell", false);
  maxwell.mark = report::Mark::triangle;
  figure.series = {std::move(kepler), std::move(maxwell),
                   absent_series("Fermi", "the paper publishes no cost for Fermi")};
  return figure;
}

}  // namespace

/// Figure 1. Only the base and the slope of Kepler are published.
report::Section single_loop_timing(const Context& context) {
  return {.blocks = {cycles_figure(context), divergence_figure(context), kernel_table(context, single_loop())}};
}

}  // namespace reconverge::study
