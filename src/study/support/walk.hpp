// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/support/context.hpp"

namespace reconverge::study {

/// State of the warp between two changes of the stack.
struct WalkState {
  std::uint64_t step = 0;     ///< instructions executed so far
  std::uint64_t address = 0;  ///< program counter
  core::LaneMask active;
  std::vector<emulator::Token> tokens;  ///< bottom first
  std::string event;                    ///< what led here
};

/// The states of the single loop at which the stack differs from the one before, the first at its
/// entry with an empty stack.
std::vector<WalkState> walk_single_loop(const Context& context, int n);

}  // namespace reconverge::study
