// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

namespace reconverge::timing {

/// The paper plots Fermi "for comparison" and publishes no number; its data files are not available.
/// The summary suspects an on-chip stack shorter than 16 entries. So there is nothing to record.
const Generation& fermi() {
  static const Generation record{
      .name = "fermi",
      .title = "Fermi (sm_20, sm_21)",
      .first_arch = 20,
      .last_arch = 21,
      .stack_capacity = {},
      .spill_chunk = {},
      .costs = {},
      .beside = {},
  };
  return record;
}

}  // namespace reconverge::timing
