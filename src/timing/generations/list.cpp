// SPDX-License-Identifier: MIT
#include <array>

#include "timing/generation.hpp"

namespace reconverge::timing {

std::span<const Generation> generations() {
  static const std::array all = {fermi(),  kepler(), maxwell(), volta(),    turing(),
                                 ampere(), ada(),    hopper(),  blackwell()};
  return all;
}

}  // namespace reconverge::timing
