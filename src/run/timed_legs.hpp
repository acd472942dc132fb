// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "emulator/reconvergence/control_memo.hpp"
#include "timing/cycles/waiting_profile.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::run {

/// Legs of a warp whose clock, account and waits know what they cost: of these the first two hear nothing else.
class TimedLegs final : public emulator::LegListener {
 public:
  /// Both have to outlive it.
  TimedLegs(timing::WarpClock& clock, timing::WaitingProfile& waiting) : clock_(clock), waiting_(waiting) {}

  bool hear(const emulator::IssuedRun& run, std::span<const emulator::ControlEvent> events) override {
    if (!clock_.follow_leg(run)) return false;
    waiting_.hear(events, {run.first.step + run.count - 1, run.last()});
    return true;
  }

 private:
  timing::WarpClock& clock_;
  timing::WaitingProfile& waiting_;
};

}  // namespace reconverge::run
