#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "emulator/emulator.hpp"
#include "run/barrier_visits.hpp"

namespace reconverge::run {

/// A warp of a block, on its way.
struct BlockWarp {
  emulator::Run* run = nullptr;
  emulator::Warp* warp = nullptr;
  BarrierVisits* barriers = nullptr;
  emulator::RunResult result = {emulator::Ending::step_limit, 0, {}};  ///< of its last turn; it has had none yet
};

/// Runs the warps of a block, one after another: each until it ends, waits at BAR, or has had a long
/// turn, so that one that spins does not keep the others from what it waits for. Global and shared memory
/// go from warp to warp. The steps of the result are those of all warps.
emulator::RunResult run_block(std::vector<BlockWarp>& warps, const emulator::Executable& executable,
                              const emulator::RunLimits& limits, const std::string& source_name);

}  // namespace reconverge::run
