// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"
#include "run/simulation.hpp"
#include "study/inference/candidates.hpp"

namespace reconverge::study {

/// The pushes and pops of one run in their order. They do not depend on how much of the stack is on
/// chip, so one run serves every candidate.
struct StackTrace {
  std::vector<bool> pushes;  ///< one a change of the stack: true = push, false = pop
  std::uint32_t depth = 0;   ///< most tokens at one time
  std::uint64_t divergent_branches = 0;
  observers::EventCounts counts;  ///< everything else that was counted, with a stack that never spills
};

/// Runs the specification once, whatever its own spill settings are. Fails as the emulator does.
core::Result<StackTrace> record_stack(run::SimulationSpec spec);

/// Chunks that a candidate moves out in a run; each comes back, by as many reloads as its rule has.
std::uint64_t spills(const StackTrace& trace, const Candidate& candidate);

}  // namespace reconverge::study
