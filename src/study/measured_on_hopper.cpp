// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <array>

#include "sass/reader.hpp"
#include "study/replay/replay.hpp"
#include "study/study.hpp"
#include "study/support/hopper_data.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

namespace listings {
extern const std::string_view paper_kernels_sm_90;
}

namespace {

constexpr const char* listing_source = "data/listings/samples/paper_kernels_sm_90.sass";
constexpr const char* emulated_source = "emulated: the SASS that ran, by the rules of the record of Hopper";

std::string measured_source() { return fmt::format("measured, H100: {}", hopper_series_file); }

/// A simulator that models a re-convergence stack and charges nothing for it.
struct FreeStack {
  const char* key;
  const char* title;
  int cycles;  ///< the same for every n
};
constexpr std::array free_stacks = {FreeStack{"gpgpu_sim_rtx2060_cycles", "GPGPU-Sim 4.2, RTX 2060", 954},
                                    FreeStack{"gpgpu_sim_rtx3070_cycles", "GPGPU-Sim 4.2, RTX 3070", 581}};
constexpr const char* free_stack_source =
    "the paper's single loop in GPGPU-Sim 4.2, run by this project: the same for every n";

using CyclesOverN = std::vector<core::Result<double>>;

CyclesOverN emulated_cycles() {
  const core::Diagnostic no_cycles{.failure = core::Failure::check, .message = "the listing was not run", .hint = ""};
  CyclesOverN all(staircase_count, no_cycles);
  auto function = sass::read_function(listings::paper_kernels_sm_90, listing_source,
                                      {.function = "_Z11single_loopILi1EEvPKiPfPx", .arch = ""});
  if (!function) return CyclesOverN(staircase_count, function.error());
  const std::vector<std::int32_t> no_limits(core::lane_count);
  const auto executable =
      run::decode_kernel(std::move(function).value(), benchmark_launch(no_limits, 1), {}, listing_source);
  if (!executable) return CyclesOverN(staircase_count, executable.error());
  for (int n = 0; n < staircase_count; ++n) {
    const auto bounds = core::staircase(n);
    const std::vector<std::int32_t> limits(bounds.begin(), bounds.end());
    const auto launch = benchmark_launch(limits, 1);
    const auto run = run::run_kernel(
        {.executable = *executable, .source_name = listing_source, .launch = launch, .looks_for_faults = false});
    const auto cycles = timed_cycles(run, gpu::TimerLayout::spans);
    all[static_cast<std::size_t>(n)] =
        cycles ? core::Result<double>(static_cast<double>(cycles->cycles)) : cycles.error();
  }
  return all;
}

CyclesOverN measured_cycles() {
  const core::Diagnostic missing{.failure = core::Failure::check, .message = "not measured", .hint = ""};
  CyclesOverN all(staircase_count, missing);
  const auto series = hopper_series(single_loop(), "single");
  if (!series) return CyclesOverN(staircase_count, series.error());
  for (const auto& state : series->states)
    if (state.n >= 0 && state.n < staircase_count && !state.samples.empty())
      all[static_cast<std::size_t>(state.n)] = state.samples.front();
  return all;
}

report::Series series_of(const CyclesOverN& cycles, std::string name, std::string source, report::Mark mark) {
  report::Series series{.name = std::move(name), .provenance = std::move(source), .mark = mark};
  for (std::size_t n = 0; n < cycles.size(); ++n)
    if (cycles[n]) series.points.emplace_back(n, *cycles[n]);
  if (series.points.empty()) series.absent_because = cycles.front().error().message;
  return series;
}

}  // namespace

/// The single loop on a card that has convergence barriers, beside our prediction for the code that ran
/// and beside simulators for which divergence management is free.
report::Section measured_on_hopper(const Context&) {
  const CyclesOverN measured = measured_cycles(), emulated = emulated_cycles();
  report::Table table{
      .id = "single_loop_hopper",
      .caption = "Cycles of the single loop: the card, this emulator, and a simulator with a free stack.",
      .columns = {{"n", "n", ""},
                  {"measured_cycles", "H100", measured_source()},
                  {"emulated_cycles", "here", emulated_source},
                  {"difference_cycles", "difference", "here less H100"}}};
  for (const FreeStack& other : free_stacks) table.columns.push_back({other.key, other.title, free_stack_source});
  int exact = 0;
  for (int n = 0; n < staircase_count; ++n) {
    const auto& card = measured[static_cast<std::size_t>(n)];
    const auto& ours = emulated[static_cast<std::size_t>(n)];
    const bool both = card.has_value() && ours.has_value();
    const core::Result<double> difference = both ? core::Result<double>(*ours - *card) : (card ? ours : card);
    exact += both && *ours == *card ? 1 : 0;
    table.rows.push_back({cell(n), cell(card), cell(ours), cell(difference)});
    for (const FreeStack& other : free_stacks) table.rows.back().push_back(cell(other.cycles));
  }
  table.notes.push_back(
      fmt::format("{} of {} exact. On the card each lane that leaves by itself costs 13 cycles; in a simulator whose "
                  "stack is free, none.",
                  exact, staircase_count));

  report::Figure figure{.id = "single_loop_hopper",
                        .caption = "Cycles of the single loop on Hopper.",
                        .x = n_axis(),
                        .y = {.title = "cycles"}};
  figure.series = {series_of(measured, "H100", measured_source(), report::Mark::circle),
                   series_of(emulated, "emulated", emulated_source, report::Mark::cross)};
  for (const FreeStack& other : free_stacks)
    figure.series.push_back({.name = other.title,
                             .provenance = free_stack_source,
                             .mark = report::Mark::none,
                             .line = report::Line::dashed,
                             .points = points_over_n([&](int) { return other.cycles; })});
  return {.blocks = {std::move(table), std::move(figure)}};
}

}  // namespace reconverge::study
