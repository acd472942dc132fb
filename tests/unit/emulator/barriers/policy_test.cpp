// SPDX-License-Identifier: MIT
// The choices of a BarrierPolicy: each changes what it names, and the default is what Hopper does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/emulator/barriers/barrier_scene.hpp"

namespace reconverge::emulator {
namespace {

using testing::BarrierScene;

TEST(BarrierPolicy, LanesOfARewrittenBarrierPassTheirOwnBsyncOrTheCompletingOne) {
  const std::string_view rows = R"(
    BSSY B0, `(.end)
    BSSY B0, `(.end)
    @P0 BRA `(.other)
    BSYNC B0
    NOP
    EXIT
    .other:
    BSYNC B0
    .end:
    EXIT)";
  BarrierScene own(rows);
  own.expect_trace("BSSY:0123 BSSY:0123 BRA:23 BSYNC:01 BSYNC:23 EXIT:23 BSYNC:01 NOP:01 EXIT:01");
  BarrierScene completing(rows);
  completing.policy.rewritten = RewrittenBarrier::completing_bsync;
  completing.expect_trace("BSSY:0123 BSSY:0123 BRA:23 BSYNC:01 BSYNC:23 EXIT:0123");
}

TEST(BarrierPolicy, TheSmallerGroupOrTheBreakingOneRunsAfterBreak) {
  const std::string_view rows = R"(
    BSSY B0, `(.join)
    @P0 BRA `(.out)
    BSYNC B0
    .join:
    EXIT
    .out:
    BREAK B0
    NOP
    EXIT)";
  for (const auto& [choice, trace] :
       {std::pair(AfterBreak::smaller, "BSSY:023 BRA:23 BSYNC:0 BREAK:23 BSYNC:0 EXIT:0 NOP:23 EXIT:23"),
        std::pair(AfterBreak::breaking, "BSSY:023 BRA:23 BSYNC:0 BREAK:23 NOP:23 EXIT:23 BSYNC:0 EXIT:0")}) {
    BarrierScene scene(rows);
    scene.live = core::LaneMask(0b1101);
    scene.policy.first = FirstSide::fall_through;
    scene.policy.after_break = choice;
    scene.expect_trace(trace);
  }
}

TEST(BarrierPolicy, TheTargetOfFewerLanesOrTheLowestLanesComesFirst) {
  for (const auto& [choice, trace] :
       {std::pair(FirstTarget::smaller, "BRX:0123 NOP:2 EXIT:2 BRX:013 NOP:013 EXIT:013"),
        std::pair(FirstTarget::lowest_lane, "BRX:0123 NOP:013 EXIT:013 BRX:2 NOP:2 EXIT:2")}) {
    BarrierScene scene(R"(
    BRX R2 -0x10
    EXIT
    NOP
    EXIT
    NOP
    EXIT)");
    scene.set(2, {0x20, 0x20, 0x40, 0x20});
    scene.policy.first_target = choice;
    scene.expect_trace(trace);
  }
}

TEST(BarrierPolicy, ABsyncGoesWithoutYieldedLanesOrWaitsForThem) {
  for (const auto& [choice, trace] :
       {std::pair(YieldedLanes::excused, "BSSY:0123 BRA:23 BSYNC:01 YIELD:23 BSYNC:01 EXIT:01 NOP:23 EXIT:23"),
        std::pair(YieldedLanes::awaited, "BSSY:0123 BRA:23 BSYNC:01 YIELD:23 NOP:23 EXIT:23 BSYNC:01 EXIT:01")}) {
    BarrierScene scene(R"(
    BSSY B0, `(.join)
    @P0 BRA `(.away)
    BSYNC B0
    .join:
    EXIT
    .away:
    YIELD
    NOP
    EXIT)");
    scene.policy.yielded = choice;
    scene.expect_trace(trace);
  }
}

}  // namespace
}  // namespace reconverge::emulator
