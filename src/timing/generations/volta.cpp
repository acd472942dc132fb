// SPDX-License-Identifier: MIT
#include "timing/generations/as_on_hopper.hpp"

namespace reconverge::timing {

const Generation& volta() {
  static const Generation record = as_on_hopper("volta", "Volta (sm_70, sm_72)", 70, 72);
  return record;
}

}  // namespace reconverge::timing
