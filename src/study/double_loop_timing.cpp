// SPDX-License-Identifier: MIT
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Figure 2. The line is the paper's expression without spills, drawn there for every n.
report::Section double_loop_timing(const Context& context) {
  const std::string_view rule = context.options().spill.rule->name;
  report::Figure figure{
      .id = "double_loop_timing", .caption = "Cycles of the double loop.", .x = n_axis(), .y = {.title = "cycles"}};
  report::Series line{.name = "Kepler, 57024 + 1040 n - 16 n^2",
                      .provenance = "paper: plot expression of Figure 2, without spills",
                      .mark = report::Mark::none,
                      .line = report::Line::solid};
  line.points = points_over_n([](int n) { return 57024 + 1040 * n - 16 * n * n; });
  auto kepler = cycles_series(context, double_loop(), rule, "kepler", true);
  kepler.mark = report::Mark::square;
  auto maxwell = cycles_series(context, double_loop(), rule, "maxwell", true);
  maxwell.mark = report::Mark::triangle;
  figure.series = {std::move(line),
                   std::move(kepler),
                   std::move(maxwell),
                   absent_series("Fermi, measured", no_measured_data),
                   absent_series("Kepler, measured", no_measured_data),
                   absent_series("Maxwell, measured", no_measured_data)};
  return {.blocks = {std::move(figure), kernel_table(context, double_loop())}};
}

}  // namespace reconverge::study
