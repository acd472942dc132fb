// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

/// Its listings say BSSY.RECONVERGENT and BSYNC.RECONVERGENT where those of Hopper say BSSY and BSYNC.
const Generation& blackwell() {
  static const Generation record{
      .name = "blackwell",
      .title = "Blackwell (sm_100 to sm_121)",
      .first_arch = 100,
      .last_arch = 121,
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
