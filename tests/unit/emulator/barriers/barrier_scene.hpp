// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {

/// A listing of sm_90. P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, of the lanes 0..3; UP0 holds.
class BarrierScene : public Scene {
 public:
  explicit BarrierScene(std::string_view rows);

  /// Gives a register one value for every lane from 0 on; the last one for the rest.
  void set(int index, const std::vector<std::uint32_t>& lane_values);

  /// Runs to the end, and compares what ran and what happened. Events are one a line; blanks before
  /// them do not count.
  void expect(std::string_view trace, std::string_view events);
  void expect_trace(std::string_view trace);
};

/// Three BSYNCs of the barrier that `arm` writes: 0 waits at 0x40, 1 at 0x60, 2 and 3 complete it.
std::string three_places(const std::string& arm);

}  // namespace reconverge::emulator::testing
