// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Figure 6: the paper's counters show as many additional branches as its emulator has spills. The counters were not
/// published, so the spills are shown alone, under every reading of the spill rule.
report::Section additional_branches(const Context& context) {
  report::Figure figure{.id = "additional_branches",
                        .caption = "Spills of the double loop, under each reading of the spill rule.",
                        .x = n_axis(),
                        .y = {.title = "spills"}};
  figure.series.push_back(absent_series("additional branches (Kepler), measured", no_measured_data));
  report::Table table{.id = "spill_rules",
                      .caption = "Spills and reloads of the double loop under each rule.",
                      .columns = {{"n", "n", ""}}};
  constexpr std::array marks = {report::Mark::cross, report::Mark::circle, report::Mark::square, report::Mark::triangle,
                                report::Mark::diamond};
  std::size_t next_mark = 0;
  for (const auto& rule : emulator::spill_rules()) {
    report::Series series{.name = fmt::format("spills, {}", rule.name),
                          .provenance = fmt::format("emulated: {}", rule.description),
                          .mark = marks[next_mark++ % marks.size()]};
    series.points = points_over_n([&](int n) { return context.sweep(double_loop(), rule.name).at(n).counts.spills; });
    figure.series.push_back(std::move(series));
    table.columns.push_back({fmt::format("{}_spills", rule.name), fmt::format("{}: spills", rule.name), "emulated"});
    table.columns.push_back({fmt::format("{}_reloads", rule.name), fmt::format("{}: reloads", rule.name), "emulated"});
  }
  for (int n = 0; n < staircase_count; ++n) {
    std::vector<report::Cell> row{cell(n)};
    for (const auto& rule : emulator::spill_rules()) {
      const auto& counts = context.sweep(double_loop(), rule.name).at(n).counts;
      row.push_back(cell(counts.spills));
      row.push_back(cell(counts.reloads));
    }
    table.rows.push_back(std::move(row));
  }
  figure.notes = {"The single loop cannot distinguish the rules; the double loop can, from n = 15 on."};
  report::mark_given(given_for_counts(context), table);
  for (const auto& given : given_for_counts(context)) figure.notes.push_back("Given by the user: " + given);
  return {.blocks = {std::move(figure), std::move(table)}};
}

}  // namespace reconverge::study
