// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

using core::Grade;

const Generation& kepler() {
  static const Generation record{
      .name = "kepler",
      .title = "Kepler (sm_30 to sm_37)",
      .first_arch = 30,
      .last_arch = 37,
      // The first jump of the single loop comes when the stack exceeds 16 entries, then every four.
      .stack_capacity = {{16, Grade::paper, "section IV, single loop"}},
      .spill_chunk = {{4, Grade::paper, "section IV, single loop"}},
      .costs = {{std::string(cost::divergent_branch), "", {32, Grade::paper, "section IV: exactly 32 cycles"}},
                // "Around 84": the paper's figure for a spill together with its reload.
                {std::string(cost::spill_and_reload), "", {84, Grade::paper, "section IV: around 84 cycles"}},
                {std::string(cost::base), "single_loop", {1732, Grade::paper, "plot expression 1732+32n, n=0"}},
                {std::string(cost::base),
                 "double_loop",
                 {57024, Grade::paper, "plot expression -16n^2+1040n+57024, n=0"}}},
      .beside = {{std::string(cost::spill),
                  {40, Grade::paper, "section IV.A: around 40 at the branch"},
                  "the detailed test splits the 84 into about 40 + 42; the total is what predicts the loops"},
                 {std::string(cost::reload),
                  {42, Grade::paper, "section IV.A: around 42 at the unwinding"},
                  "see spill"}},
  };
  return record;
}

}  // namespace reconverge::timing
