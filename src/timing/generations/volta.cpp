// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

const Generation& volta() {
  static const Generation record{
      .name = "volta",
      .title = "Volta (sm_70, sm_72)",
      .first_arch = 70,
      .last_arch = 72,
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
