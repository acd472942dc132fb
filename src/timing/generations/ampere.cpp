// SPDX-License-Identifier: MIT
#include "timing/generations/as_on_hopper.hpp"

namespace reconverge::timing {

const Generation& ampere() {
  static const Generation record = as_on_hopper("ampere", "Ampere (sm_80 to sm_88)", 80, 88);
  return record;
}

}  // namespace reconverge::timing
