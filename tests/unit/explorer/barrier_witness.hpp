// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "emulator/executable.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/timeline.hpp"

namespace reconverge::explorer {

/// A run under convergence barriers and its timeline.
struct Witnessed {
  observers::Timeline timeline;
  std::string difference;  ///< the first one between the mechanism and the timeline replayed, or none
};

/// Runs a program to its end and compares, before every instruction, the state that the mechanism
/// has with the one that the timeline tells.
Witnessed witness(const emulator::Executable& executable, emulator::Warp& warp, core::LaneMask live,
                  const emulator::BarrierPolicy& policy = {});

}  // namespace reconverge::explorer
