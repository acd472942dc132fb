// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "core/lane_pattern.hpp"
#include "explorer/formats.hpp"
#include "sass/reader.hpp"
#include "study/replay/replay.hpp"
#include "study/study.hpp"
#include "study/support/explored.hpp"

namespace reconverge::study {
namespace listings {
extern const std::string_view paper_kernels_sm_90;
}
namespace {

explorer::Run record(const Context& context, const PaperKernel& kernel, int n) {
  const run::SimulationSpec spec = context.specification(kernel, n);
  explorer::Run run{.pattern = fmt::format("n = {}", n),
                    .mechanism = std::string(emulator::TokenStack().name()),
                    .spill = spec.spill};
  run.result = run::simulate(spec, {[&](const emulator::TokenStack& stack) {
                               return std::make_unique<observers::TimelineRecorder>(stack, run.timeline);
                             }})
                   .run;
  return run;
}

/// The single loop as compiled for a card of today, where barriers have the stack's part.
void add_hopper(const Context& context, explorer::Scene& scene) {
  const std::string source = "data/listings/samples/paper_kernels_sm_90.sass";
  const auto function =
      sass::read_function(listings::paper_kernels_sm_90, source, {"_Z11single_loopILi0EEvPKiPfPx", ""});
  if (!function) return;
  for (int n = 0; n < staircase_count; ++n) {
    const core::LaneValues bounds = core::staircase(n);
    const auto launch = benchmark_launch(std::vector<std::int32_t>(bounds.begin(), bounds.end()), 1);
    const auto executable = run::decode_kernel(*function, launch, {}, source);
    if (!executable) return;
    explorer::Run run = explore_kernel({.executable = *executable,
                                        .source_name = source,
                                        .launch = launch,
                                        .limits = {.stop = context.options().stop},
                                        .looks_for_faults = false},
                                       fmt::format("n = {}", n));
    run.kernel = scene.kernels.size();
    run.generations = {scene.generations.size()};
    scene.runs.push_back(std::move(run));
  }
  scene.kernels.push_back({"single_loop_sm_90", "single loop, compiled for sm_90", *function});
  scene.generations.push_back(explorer::unpriced("hopper", "Hopper (sm_90)"));
}

}  // namespace

/// Both kernels for every n, to walk through. The paper walks through one of them, in Figure 3.
report::Section warp_explorer(const Context& context) {
  explorer::Scene scene;
  std::vector<std::size_t> all;
  for (const auto& generation : context.options().generations) {
    all.push_back(scene.generations.size());
    scene.generations.push_back({generation, generation.stack_capacity.has_value()});
  }
  // Runs that can be priced come first: the page opens with them.
  std::ranges::stable_partition(scene.generations, [](const explorer::Pricing& pricing) {
    return explorer::prices_of(pricing.generation).divergence.has_value();
  });
  for (const PaperKernel* kernel : {&single_loop(), &double_loop()}) {
    for (int n = 0; n < staircase_count; ++n) {
      explorer::Run run = record(context, *kernel, n);
      run.kernel = scene.kernels.size();
      run.generations = all;
      scene.runs.push_back(std::move(run));
    }
    scene.kernels.push_back(
        {std::string(kernel->name), std::string(kernel->title), context.executable(*kernel).function});
  }
  add_hopper(context, scene);
  return {.blocks = {report::Text{"Choose a kernel and n, the number of lanes with a smaller loop "
                                  "bound, and step through the "
                                  "run. It opens with the walk-through of the paper's Figure 3: "
                                  "the single loop with n = 2 "
                                  "and its seven states of the stack. The same loop compiled for "
                                  "sm_90 shows convergence barriers in place of the stack."},
                     explorer::to_applet(
                         scene, "The section before has the states of the walk-through, as a drawing and a table.")}};
}

}  // namespace reconverge::study
