// SPDX-License-Identifier: MIT
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Section V: what divergence adds, relative to n = 0, at n = 14.
report::Section overhead(const Context& context) {
  report::Table table{.id = "overhead",
                      .caption = "Overhead at n = 14, relative to n = 0.",
                      .columns = {{"kernel", "kernel", ""},
                                  {"generation", "generation", ""},
                                  {"base_cycles", "cycles at n = 0", "paper"},
                                  {"cycles", "cycles at n = 14", "emulated"},
                                  {"overhead_percent", "overhead, %", "derived"},
                                  {"paper_percent", "paper, %", "paper: section V"}}};
  for (const PaperKernel* kernel : {&single_loop(), &double_loop()}) {
    for (const char* generation : {"kepler", "maxwell"}) {
      const auto& base = cycles_of(context.sweep(*kernel).at(0), generation).total;
      const auto& total = cycles_of(context.sweep(*kernel).at(14), generation).total;
      report::Cell percent = report::Absent{"needs both cycles"};
      if (base && total && *base > 0) percent = 100 * (*total - *base) / *base;
      report::Cell paper = report::Absent{"the paper names no generation other than the one it analyses, Kepler"};
      if (generation == std::string_view("kepler"))
        paper = kernel == &single_loop() ? std::string("~25") : std::string("~20");
      table.rows.push_back(
          {std::string(kernel->title), std::string(generation), cell(base), cell(total), percent, paper});
    }
  }
  mark_overrides(context, table);
  return {.blocks = {std::move(table)}};
}

}  // namespace reconverge::study
