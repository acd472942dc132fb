// SPDX-License-Identifier: MIT
#include "timing/generations/as_on_hopper.hpp"

namespace reconverge::timing {

/// Its listings say BSSY.RECONVERGENT and BSYNC.RECONVERGENT where those of Hopper say BSSY and BSYNC.
const Generation& blackwell() {
  static const Generation record = as_on_hopper("blackwell", "Blackwell (sm_100 to sm_121)", 100, 121);
  return record;
}

}  // namespace reconverge::timing
