// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "emulator/listener.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// Cycles lost to divergence. Register it after the clock.
class WaitingProfile final : public emulator::Listener {
 public:
  struct Row {
    /// From the issue of a divergent branch until the lanes it left waiting continue, less the time of the branch had
    /// they continued at once, summed: what they lose because others run. Simultaneous waits of several groups count
    /// for each.
    Cycle waited = 0;
    /// From the issue of an instruction that re-converges lanes, or waits for that, until the next instruction may
    /// issue, summed. Time within others' waits is in both.
    Cycle meeting = 0;
    Untimed untimed = {};  ///< untimed instructions within; if not empty, no cycles are given
  };

  explicit WaitingProfile(const WarpClock& clock) : clock_(clock) {}

  emulator::EventKinds hears() const override { return emulator::heard_by<WaitingProfile>(); }
  void parked(const emulator::Parked& event) override;
  void blocked(const emulator::Blocked& event) override { meets_ = event.at.step; }
  void released(const emulator::Released& event) override { meets_ = event.at.step; }
  void transferred(const emulator::Transferred& event) override;

  /// By index into Executable::instructions.
  const std::map<std::uint32_t, Row>& rows() const { return rows_; }

 private:
  struct Wait {
    core::LaneMask lanes;
    std::uint32_t index = 0;  ///< of the instruction that made them wait
    Cycle since = 0;
    Cycle alone = 0;  ///< cycles that it takes if they continue at once
    std::uint64_t untimed_total = 0;
    Untimed untimed;  ///< until then; empty if nothing was

    bool step_is(std::uint32_t row, Cycle cycle) const { return index == row && since == cycle; }
  };

  Cycle alone(const emulator::Parked& event) const;
  void end(const Wait& wait);

  const WarpClock& clock_;
  std::vector<Wait> waits_;
  std::uint64_t meets_ = 0;  ///< step of the last event at a barrier
  std::map<std::uint32_t, Row> rows_;
};

}  // namespace reconverge::timing
