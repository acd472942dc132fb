// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/emulator.hpp"
#include "run/barrier_visits.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::run {

/// A running warp of a block.
struct BlockWarp {
  emulator::Run* run = nullptr;
  emulator::Warp* warp = nullptr;
  BarrierVisits* barriers = nullptr;
  timing::WarpClock* clock = nullptr;  ///< on the multiprocessor that the warps share; null: they are not timed so
  std::size_t sub_partition = 0;       ///< of that
  emulator::RunResult result = {emulator::Ending::step_limit, 0, {}};  ///< of its last turn; it has had none yet
  emulator::IssuedRun ahead = {
      .first = {}, .count = 0, .active = {}};  ///< rows that have executed and are still to issue
  bool spins = false;  ///< its last turn proved that it runs for ever unless others change memory

  /// The row that issues next. emulator::no_index: the warp has ended, or control leaves the rows.
  std::uint32_t next_row() const {
    return ahead.count > 0 ? ahead.first.index : run->next_row().value_or(emulator::no_index);
  }
  /// `result` is that of a turn.
  void end_turn() {
    if (waits()) barriers->stopped_at(*result.row, run->next_lanes().lowest());
  }
  bool ended() const {
    return result.ending == emulator::Ending::exited || result.ending == emulator::Ending::left_listing;
  }
  bool waits() const { return result.ending == emulator::Ending::at_block_barrier; }
  bool runs() const { return !ended() && !waits(); }
};

}  // namespace reconverge::run
