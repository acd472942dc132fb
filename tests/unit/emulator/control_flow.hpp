// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {

/// Programs for the token stack that run to their end in the lanes 0 to 3.
class ControlFlow : public ::testing::Test {
 protected:
  /// Runs to the end, with P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, and compares the trace.
  void expect_trace(Scene& scene, const std::string& trace) {
    scene.warp.predicates[0] = core::LaneMask(0b1100);
    scene.warp.predicates[1] = core::LaneMask(0b1000);
    scene.warp.predicates[2] = core::LaneMask(0b1010);
    const RunResult result = scene.run();
    if (result.diagnostic) ADD_FAILURE() << to_string(*result.diagnostic);
    EXPECT_EQ(result.ending, Ending::exited);
    EXPECT_EQ(scene.trace(), trace);
  }
};

}  // namespace reconverge::emulator::testing
