#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "emulator/listener.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// Where cycles go when lanes are apart. It must hear events after the clock has.
class WaitingProfile final : public emulator::Listener {
 public:
  struct Row {
    /// From the issue of a branch that parts lanes until those it left waiting go on, summed. Waits
    /// of several groups at one time count for each.
    std::uint64_t waited = 0;
    /// From the issue of an instruction that brings lanes together, or waits for that, until the next
    /// instruction may issue, summed.
    std::uint64_t meeting = 0;
  };

  explicit WaitingProfile(const WarpClock& clock) : clock_(clock) {}

  void parked(const emulator::Parked& event) override { waits_.push_back({event.mask, event.at.index, clock_.now()}); }
  void blocked(const emulator::Blocked& event) override { meets_ = event.at.step; }
  void released(const emulator::Released& event) override { meets_ = event.at.step; }
  void moved(const emulator::Moved& event) override {
    if (meets_ == event.at.step) rows_[event.at.index].meeting += clock_.ready() - clock_.now();
    std::erase_if(waits_, [&](const Wait& wait) {
      if (wait.step_is(event.at.index, clock_.now()) || (wait.lanes & event.group) != wait.lanes) return false;
      rows_[wait.index].waited += clock_.ready() - wait.since;
      return true;
    });
  }

  /// By index into Executable::instructions.
  const std::map<std::uint32_t, Row>& rows() const { return rows_; }

 private:
  struct Wait {
    core::LaneMask lanes;
    std::uint32_t index = 0;  ///< of what made them wait
    std::uint64_t since = 0;

    bool step_is(std::uint32_t row, std::uint64_t cycle) const { return index == row && since == cycle; }
  };

  const WarpClock& clock_;
  std::vector<Wait> waits_;
  std::uint64_t meets_ = 0;  ///< step of the last event at a barrier
  std::map<std::uint32_t, Row> rows_;
};

}  // namespace reconverge::timing
