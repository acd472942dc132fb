// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {

/// The one generation whose cycles were measured, instruction by instruction: data/records/sm_90.json.
const Generation& hopper() {
  static const Generation record{
      .name = "hopper",
      .title = "Hopper (sm_90)",
      .first_arch = 90,
      .last_arch = 90,
      .stack_capacity = {},
      .spill_chunk = {},
      .costs = {},
      .beside = {},
      .mechanism = Mechanism::convergence_barriers,
      .barriers = BarrierRecord{{}, core::Grade::measured, "probes on H100: data/measured/h100/probes/control"},
      .instructions = built_in_record("sm_90"),
  };
  return record;
}

}  // namespace reconverge::timing
