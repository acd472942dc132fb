#pragma once

#include <cstdint>
#include <vector>

#include "core/lane_mask.hpp"
#include "emulator/events.hpp"
#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// Under which branch the lanes that run are apart from others of their warp. It follows the active masks alone, so
/// that it holds under every mechanism: where fewer lanes go on than executed a row, that row took the others.
class OpenSplits {
 public:
  /// @param live  the lanes that take part
  explicit OpenSplits(core::LaneMask live) : live_(live), active_(live) {}

  /// An instruction issues. Every one has to be noted.
  void issued(const Issued& event) {
    if (event.active != active_ || is_stale_) regroup(event.active);
    row_ = event.at.index;
  }
  void exited(core::LaneMask mask) {
    live_ = live_.without(mask);
    is_stale_ = true;
  }

  /// Whether live lanes were elsewhere when the last instruction issued.
  bool are_apart() const { return active_ != live_now_; }
  /// The row at which the lanes of the last instruction parted from others, the latest of several that have not met
  /// again; no_index if they are together.
  std::uint32_t cause() const { return cause_; }

 private:
  struct Split {
    std::uint32_t row = 0;
    core::LaneMask lanes;  ///< that executed it together
  };
  void regroup(core::LaneMask active);

  core::LaneMask live_;
  core::LaneMask live_now_ = live_;  ///< when the last instruction issued
  core::LaneMask active_;
  bool is_stale_ = false;
  std::uint32_t row_ = no_index;
  std::uint32_t cause_ = no_index;
  std::vector<Split> splits_;  ///< of lanes that have not met since, the latest last
};

}  // namespace reconverge::emulator
