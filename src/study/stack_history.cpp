// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "observers/stack_history.hpp"
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

using Samples = std::vector<observers::StackHistory::Sample>;

/// The history of the re-convergence region, its first SSY being step 1.
Samples region_history(const Context& context, const PaperKernel& kernel, int n) {
  Samples samples;
  const auto simulation = run::simulate(context.specification(kernel, n), {[&](const emulator::TokenStack& stack) {
                                          return std::make_unique<observers::StackHistory>(stack, samples);
                                        }});
  const auto& counts = simulation.counts;
  Samples region;
  for (auto sample : samples) {
    if (sample.step < counts.first_step || sample.step > counts.last_step) continue;
    sample.step -= counts.first_step - 1;
    region.push_back(sample);
  }
  return region;
}

report::Table history_table(const std::string& id, const PaperKernel& kernel, int n, const Samples& samples) {
  report::Table table{
      .id = id,
      .caption = fmt::format("Stack of the {} before each executed instruction, n = {}.", kernel.title, n),
      .columns = {{"step", "step", "emulated"}, {"depth", "depth", "emulated"}, {"resident", "on chip", "emulated"}},
      .bulk = true};
  for (const auto& sample : samples)
    table.rows.push_back({cell(sample.step), cell(std::uint64_t{sample.depth}), cell(std::uint64_t{sample.resident})});
  return table;
}

void add_kernel(const Context& context, const PaperKernel& kernel, std::string_view short_name,
                report::Section& section) {
  report::Figure figure{.id = fmt::format("stack_history_{}", short_name),
                        .caption = fmt::format("Depth of the re-convergence stack, {}.", kernel.title),
                        .x = {.title = "executed instructions"},
                        .y = {.title = "stack depth, tokens", .ticks = {0, 4, 8, 12, 16, 20, 24, 28, 32}},
                        .notes = {"The paper labels this axis \"cycles\"; what it shows is the stack depth."}};
  for (const int n : {23, 31}) {
    const Samples samples = region_history(context, kernel, n);
    report::Series series{.name = fmt::format("n = {}", n),
                          .provenance = "emulated",
                          .mark = report::Mark::none,
                          .line = n == 23 ? report::Line::step : report::Line::dashed_step};
    for (const auto& sample : samples) series.points.emplace_back(static_cast<double>(sample.step), sample.depth);
    figure.series.push_back(std::move(series));
    auto table = history_table(fmt::format("stack_history_{}_n{}", short_name, n), kernel, n, samples);
    report::mark_given(given_for_counts(context), table);
    section.blocks.emplace_back(std::move(table));
  }
  for (const auto& given : given_for_counts(context)) figure.notes.push_back("Given by the user: " + given);
  section.blocks.emplace_back(std::move(figure));
}

}  // namespace

/// Figures 4 and 5.
report::Section stack_history(const Context& context) {
  report::Section section;
  add_kernel(context, single_loop(), "single", section);
  add_kernel(context, double_loop(), "double", section);
  return section;
}

}  // namespace reconverge::study
