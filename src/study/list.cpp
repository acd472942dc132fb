// SPDX-License-Identifier: MIT
#include <array>

#include "study/study.hpp"

namespace reconverge::study {

std::span<const Study> studies() {
  static constexpr std::array all = {
      Study{"limits_table", "Loop bounds of the lanes (Table 1)", limits_table},
      Study{"single_loop_timing", "Single loop (Figure 1)", single_loop_timing},
      Study{"devices_table", "Tested devices (Table 2)", devices_table},
      Study{"double_loop_timing", "Double loop (Figure 2)", double_loop_timing},
      Study{"walk_through", "Walk through the single loop, n = 2 (Figure 3)", walk_through},
      Study{"warp_explorer", "Warp explorer", warp_explorer},
      Study{"stack_history", "Stack history (Figures 4 and 5)", stack_history},
      Study{"additional_branches", "Additional branches and spills (Figure 6)", additional_branches},
      Study{"double_loop_comparison", "Double loop, predicted (Figure 7)", double_loop_comparison},
      Study{"difference_to_spill_free", "Double loop, cycles of its spills", difference_to_spill_free},
      Study{"instructions_executed", "Instructions executed", instructions_executed},
      Study{"overhead", "Overhead of divergence", overhead},
      Study{"validation_replayed", "Fitted on the single loop, the double loop predicted", validation_replayed},
      Study{"cost_placement", "At the branch or at the unwinding (detailed loop)", cost_placement},
      Study{"measured_on_hopper", "Single loop on Hopper: measured, emulated, and a free stack", measured_on_hopper},
      Study{"costs_table", "Costs and where they come from", costs_table},
      Study{"claims_table", "Claims of the paper", claims_table},
  };
  return all;
}

report::Report paper_report(const Context& context) {
  report::Report report;
  report.title = "Benchmarking the cost of thread divergence in CUDA, reproduced";
  for (const Study& study : studies()) {
    report::Section section = study.make(context);
    section.id = study.id;
    section.title = study.title;
    report.sections.push_back(std::move(section));
  }
  return report;
}

}  // namespace reconverge::study
