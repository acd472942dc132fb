// SPDX-License-Identifier: MIT
#include "timing/generations/as_on_hopper.hpp"

namespace reconverge::timing {

/// Its compilers clear a barrier by BMOV.CLEAR before BSSY arms it, so that adding and assigning agree.
const Generation& turing() {
  static const Generation record = as_on_hopper("turing", "Turing (sm_75)", 75, 75);
  return record;
}

}  // namespace reconverge::timing
