// SPDX-License-Identifier: MIT
#include "timing/generations/as_on_hopper.hpp"

namespace reconverge::timing {

const Generation& ada() {
  static const Generation record = as_on_hopper("ada", "Ada (sm_89)", 89, 89);
  return record;
}

}  // namespace reconverge::timing
