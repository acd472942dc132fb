// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "timing/generation.hpp"

namespace reconverge::timing {

/// A generation under convergence barriers of which nothing was measured: its barriers are taken to work as on Hopper.
inline Generation as_on_hopper(std::string name, std::string title, int first_arch, int last_arch) {
  Generation generation;
  generation.name = std::move(name);
  generation.title = std::move(title);
  generation.first_arch = first_arch;
  generation.last_arch = last_arch;
  generation.mechanism = Mechanism::convergence_barriers;
  generation.barriers = BarrierRecord{{}, core::Grade::assumed, "as on Hopper: not measured here"};
  return generation;
}

}  // namespace reconverge::timing
