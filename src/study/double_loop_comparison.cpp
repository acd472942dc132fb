// SPDX-License-Identifier: MIT
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Figure 7: the double loop predicted with the costs of the single loop.
report::Section double_loop_comparison(const Context& context) {
  report::Figure figure{.id = "double_loop_comparison",
                        .caption = "Double loop, predicted from the single loop's costs.",
                        .x = n_axis(),
                        .y = {.title = "cycles"}};
  report::Series line{.name = "Kepler without spills",
                      .provenance = "paper: plot expression of Figure 7",
                      .mark = report::Mark::none,
                      .line = report::Line::solid};
  line.points = points_over_n([](int n) { return 57024 + 1040 * n - 16 * n * n; });
  figure.series.push_back(std::move(line));
  for (const char* generation : {"kepler", "maxwell"}) {
    auto lazy = cycles_series(context, double_loop(), "lazy", generation, true);
    lazy.mark = report::Mark::cross;
    auto eager = cycles_series(context, double_loop(), "eager-empty", generation, true);
    eager.mark = report::Mark::none;
    eager.line = report::Line::dashed;
    figure.series.push_back(std::move(lazy));
    figure.series.push_back(std::move(eager));
  }
  figure.series.push_back(absent_series("Kepler, measured", no_measured_data));
  figure.series.push_back(absent_series("Maxwell, measured", no_measured_data));
  return {.blocks = {std::move(figure)}};
}

}  // namespace reconverge::study
