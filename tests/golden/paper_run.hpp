// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "study/support/context.hpp"

namespace reconverge::golden {

/// What may differ between two runs of a paper kernel.
struct Setting {
  std::string_view spill_rule = "lazy";
  std::optional<int> capacity = 16;
  timing::Generation generation;  ///< one generation is charged
  std::vector<run::ListenerFactory> listeners;
};

/// A paper kernel with its bounds on the staircase of n. Throws if it does not run to its end.
run::Simulation run_paper_kernel(const study::PaperKernel& kernel, int n, const Setting& setting);

/// The charged generation's cycles. Throws with the diagnostic's text if there are none.
double total_cycles(const run::Simulation& simulation);

}  // namespace reconverge::golden
