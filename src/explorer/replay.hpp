// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/timeline.hpp"

namespace reconverge::explorer {

/// State of a warp at one point of a timeline, rebuilt from its changes.
struct WarpState {
  core::LaneMask active;
  core::LaneMask exited;
  std::vector<emulator::Token> tokens;  ///< bottom first
  std::size_t resident = 0;             ///< of the tokens, on chip

  std::array<core::LaneMask, emulator::ConvergenceBarriers::barrier_count> registers{};
  std::vector<observers::Timeline::Blocked> blocked;  ///< lanes that wait, by where
  std::vector<emulator::LaneGroup> ready;             ///< the last one is resumed first
  bool fast = false;                                  ///< whether it is fast to resume
};

/// Walks along a timeline, one group of changes after another. The timeline must outlive it.
class TimelineCursor {
 public:
  explicit TimelineCursor(const observers::Timeline& timeline) : timeline_(timeline) { state_.active = timeline.start; }

  const WarpState& state() const { return state_; }
  /// Whether there are changes that have not been applied.
  bool more() const { return next_ < timeline_.events.size(); }
  /// Applies every change of the next step that has any, and returns that step.
  std::uint64_t advance();

 private:
  const observers::Timeline& timeline_;
  std::size_t next_ = 0;
  WarpState state_;
};

}  // namespace reconverge::explorer
