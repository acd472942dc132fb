// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/listener.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// Cycles between two clock reads by the same lanes: a kernel's own measurement.
struct ClockInterval {
  std::uint64_t times = 0;                    ///< a group of lanes counts once
  Cycle shortest = 0, longest = 0, last = 0;  ///< cycles
  std::uint64_t accesses = 0;                 ///< of global and local memory, all passes together
  Untimed untimed;  ///< instructions inside whose time is not known; if not empty, no cycles are given
};

/// Observes every read of SR_CLOCKLO. Register it after the clock.
class ClockIntervals final : public emulator::Listener {
 public:
  ClockIntervals(const sass::Function& function, const WarpClock& clock);

  bool wants_issued() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<ClockIntervals>(); }
  void issued(const emulator::Issued& event) override;

  /// Whether a function reads the clock at all.
  bool any_reads() const;
  /// By the rows of the two reads.
  using Intervals = std::map<std::pair<std::uint32_t, std::uint32_t>, ClockInterval>;
  const Intervals& intervals() const { return intervals_; }

 private:
  struct Read {
    std::uint32_t index = 0;
    Cycle cycle = 0;
    std::uint64_t accesses = 0;              ///< until then
    std::shared_ptr<const Untimed> untimed;  ///< until then
    friend bool operator==(const Read& a, const Read& b) { return a.index == b.index && a.cycle == b.cycle; }
  };

  std::shared_ptr<const Untimed> untimed_until_now();
  void add(const Read& from, const Read& to);

  const WarpClock& clock_;
  std::vector<bool> reads_;  ///< by row
  std::vector<bool> exact_;  ///< by row: the cycle of its clock read is known (rule 5)
  std::array<std::optional<Read>, core::lane_count> last_{};
  std::shared_ptr<const Untimed> untimed_;
  std::uint64_t untimed_total_ = 0;
  Intervals intervals_;
};

}  // namespace reconverge::timing
