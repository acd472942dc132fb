// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

const Generation& ampere() {
  static const Generation record{
      .name = "ampere",
      .title = "Ampere (sm_80 to sm_88)",
      .first_arch = 80,
      .last_arch = 88,
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
