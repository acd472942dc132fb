// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "observers/instruction_counts.hpp"
#include "timing/cycles/cycle_account.hpp"

namespace reconverge::property {

/// Says of every idle lane what took it, from the definition: each pair of lanes remembers the row that both executed
/// together last. Slow, and nothing is forgotten.
class IdleWitness final : public emulator::Listener {
 public:
  /// @param clock  null: cycles are not looked at
  explicit IdleWitness(core::LaneMask live, const timing::WarpClock* clock = nullptr);

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override;
  void lanes_exited(const emulator::LanesExited& event) override;

  /// What differs from the counts of a run; nothing if nothing does.
  std::string difference(const observers::InstructionCounts& counts) const;
  /// What cannot be of the cycles of a run. It must have heard of the run with its clock.
  std::string difference(const timing::CycleAccount& account) const;

 private:
  struct Last {
    std::uint64_t step = 0;  ///< 0: never together
    std::uint32_t row = emulator::no_index;
  };
  struct Row {
    std::map<emulator::IdleCause, std::uint64_t> idle = {};
    std::uint64_t least = 32, most = 0;  ///< idle lanes of one execution
  };
  emulator::IdleCause cause_of(int lane, core::LaneMask active) const;

  const timing::WarpClock* clock_;
  core::LaneMask started_;
  std::array<std::uint32_t, core::lane_count> exit_row_{};
  core::LaneMask live_;
  std::array<std::array<Last, core::lane_count>, core::lane_count> together_{};
  std::map<std::uint32_t, Row> rows_;
  std::uint64_t steps_ = 0, active_lanes_ = 0;
  std::uint64_t now_ = 0, idle_before_ = 0;           ///< at the last issue
  std::uint64_t least_cycles_ = 0, most_cycles_ = 0;  ///< idle lanes times cycles
};

}  // namespace reconverge::property
