// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

/// Its compilers clear a barrier by BMOV.CLEAR before BSSY arms it, so that adding and assigning agree.
const Generation& turing() {
  static const Generation record{
      .name = "turing",
      .title = "Turing (sm_75)",
      .first_arch = 75,
      .last_arch = 75,
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
