#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/events.hpp"
#include "emulator/listener.hpp"

namespace reconverge::study {

/// Notes at which BAR a warp came to stand last.
class LastBarrier final : public emulator::Listener {
 public:
  void moved(const emulator::Moved& event) override {
    if (event.passage == emulator::Passage::block_barrier) index_ = event.at.index;
  }
  std::uint32_t index() const { return index_; }

 private:
  std::uint32_t index_ = 0;
};

/// A warp of a block, on its way.
struct BlockWarp {
  emulator::Run* run = nullptr;
  emulator::Warp* warp = nullptr;
  const LastBarrier* barrier = nullptr;
  int threads = 0;
  emulator::RunResult result = {emulator::Ending::step_limit, 0, {}};  ///< of its last turn; it has had none yet
};

/// Runs the warps of a block, one after another: each until it ends, waits at BAR, or has had a long
/// turn, so that one that spins does not keep the others from what it waits for. Global and shared memory
/// go from warp to warp. The steps of the result are those of all warps.
emulator::RunResult run_block(std::vector<BlockWarp>& warps, const emulator::Executable& executable,
                              const emulator::RunLimits& limits, const std::string& source_name);

}  // namespace reconverge::study
