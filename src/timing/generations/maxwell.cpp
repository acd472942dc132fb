// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

using core::Grade;

const Generation& maxwell() {
  static const Generation record{
      .name = "maxwell",
      .title = "Maxwell (sm_50 to sm_53)",
      .first_arch = 50,
      .last_arch = 53,
      .stack_capacity = {{16, Grade::paper, "section IV, single loop"}},
      .spill_chunk = {{4, Grade::paper, "section IV, single loop"}},
      // The analysis says 26, and the plot expression subtracts 858 = 33 * 26.
      .costs = {{std::string(cost::divergent_branch), "", {26, Grade::paper, "section IV: 26 cycles"}},
                {std::string(cost::spill_and_reload), "", {176, Grade::paper, "section IV: 176 cycles"}},
                // No base of the single loop was published.
                {std::string(cost::base), "double_loop", {40716.91, Grade::paper, "plot expression, n=0"}}},
      .beside = {{std::string(cost::divergent_branch),
                  {24, Grade::paper, "section V (summary): only 24 cycles"},
                  "contradicts section IV and the plot expression"}},
  };
  return record;
}

}  // namespace reconverge::timing
