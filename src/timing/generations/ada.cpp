// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

const Generation& ada() {
  static const Generation record{
      .name = "ada",
      .title = "Ada (sm_89)",
      .first_arch = 89,
      .last_arch = 89,
      .stack_capacity = {},
      .spill_chunk = {},
      .costs = {},
      .beside = {},
      .mechanism = Mechanism::convergence_barriers,
      .barriers = BarrierRecord{{}, core::Grade::assumed, "as on Hopper: not measured here"},
      .instructions = nullptr,
  };
  return record;
}

}  // namespace reconverge::timing
