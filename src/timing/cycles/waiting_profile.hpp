// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "emulator/listener.hpp"
#include "emulator/reconvergence/control_memo.hpp"
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
    friend bool operator==(const Row&, const Row&) = default;
  };

  /// The row under which a row of the code is counted.
  using RowOf = std::function<std::uint32_t(std::uint32_t)>;

  /// By index into Executable::instructions, or what `row_of` says of it.
  using Rows = std::map<std::uint32_t, Row>;

  /// @param rows  what the warp adds to
  WaitingProfile(const WarpClock& clock, Rows& rows, RowOf row_of = {})
      : clock_(clock), row_of_(std::move(row_of)), rows_(rows) {}

  emulator::EventKinds hears() const override { return emulator::heard_by<WaitingProfile>(); }
  void parked(const emulator::Parked& event) override;
  /// The events of a leg of control that the clock has taken as a whole, at its last instruction.
  void hear(std::span<const emulator::ControlEvent> events, emulator::Moment at);
  void blocked(const emulator::Blocked& event) override { meets_ = event.at.step; }
  void released(const emulator::Released& event) override { meets_ = event.at.step; }
  void transferred(const emulator::Transferred& event) override;

 private:
  struct Wait {
    core::LaneMask lanes;
    std::uint32_t index = 0;    ///< of the instruction that made them wait
    std::uint32_t counted = 0;  ///< the row under which it is
    Cycle since = 0;
    Cycle alone = 0;  ///< cycles that it takes if they continue at once
    std::uint64_t untimed_total = 0;
    std::unique_ptr<const Untimed> untimed;  ///< until then; null if nothing was

    bool step_is(std::uint32_t row, Cycle cycle) const { return index == row && since == cycle; }
  };

  Cycle alone(const emulator::Parked& event) const;
  void end(const Wait& wait);

  /// Its sum.
  Row& sum_of(std::uint32_t row) {
    Known& known = known_[row % known_.size()];
    if (known.sum == nullptr || known.row != row) known = {row, &rows_[row]};
    return *known.sum;
  }
  std::uint32_t row_for(std::uint32_t index) const { return row_of_ ? row_of_(index) : index; }

  const WarpClock& clock_;
  RowOf row_of_;
  std::vector<Wait> waits_;
  std::uint64_t meets_ = 0;  ///< step of the last event at a barrier
  Rows& rows_;
  struct Known {
    std::uint32_t row = 0;
    Row* sum = nullptr;  ///< which stays where it is
  };
  std::array<Known, 8> known_{};
};

}  // namespace reconverge::timing
