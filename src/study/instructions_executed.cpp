// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Section IV: each divergent branch adds one execution of the NOP.S that unwinds the stack.
report::Section instructions_executed(const Context& context) {
  report::Section section;
  for (const PaperKernel* kernel : {&single_loop(), &double_loop()}) {
    report::Series series{
        .name = "instructions, first SSY to last NOP.S", .provenance = "emulated", .mark = report::Mark::circle};
    series.points = points_over_n([&](int n) { return context.sweep(*kernel).at(n).counts.instructions(); });
    section.blocks.emplace_back(
        report::Figure{.id = fmt::format("instructions_{}", kernel->name),
                       .caption = fmt::format("Warp instructions executed, {}.", kernel->title),
                       .x = n_axis(),
                       .y = {.title = "warp instructions"},
                       .series = {std::move(series), absent_series("Kepler counter, measured", no_measured_data)}});
  }
  return section;
}

}  // namespace reconverge::study
