#include <fmt/core.h>

#include <algorithm>

#include "explorer/formats.hpp"
#include "study/study.hpp"

namespace reconverge::study {
namespace {

explorer::Run record(const Context& context, const PaperKernel& kernel, int n) {
  const SimulationSpec spec = context.specification(kernel, n);
  explorer::Run run{.pattern = fmt::format("n = {}", n),
                    .mechanism = std::string(emulator::TokenStack().name()),
                    .spill = spec.spill};
  run.result = simulate(spec, {[&](const emulator::TokenStack& stack) {
                          return std::make_unique<observers::TimelineRecorder>(stack, run.timeline);
                        }})
                   .run;
  return run;
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
  // What can be priced comes first: it is what opens.
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
    scene.kernels.push_back({std::string(kernel->name), std::string(kernel->title),
                             context.executable(*kernel).function});
  }
  return {.blocks = {report::Text{"Choose a kernel and n, the number of lanes with a smaller loop "
                                  "bound, and step through the "
                                  "run. It opens with the walk-through of the paper's Figure 3: "
                                  "the single loop with n = 2 "
                                  "and its seven states of the stack."},
                     explorer::to_applet(scene)}};
}

}  // namespace reconverge::study
