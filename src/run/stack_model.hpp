// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "emulator/reconvergence/token_stack.hpp"
#include "timing/generation.hpp"

namespace reconverge::run {

/// The model of the token stack that a user has chosen.
struct StackModel {
  emulator::SpillSettings spill;
  const emulator::CarrierOrder* carrier_order = emulator::carrier_orders().data();
  std::vector<timing::Generation> generations;  ///< with the user's overrides
  std::vector<std::string> given;               ///< what the user overrode, as "--cost kepler:...=..."
  const std::atomic<bool>* stop = nullptr;      ///< ends all runs, see emulator::RunLimits
};

}  // namespace reconverge::run
