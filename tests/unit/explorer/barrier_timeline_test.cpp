// SPDX-License-Identifier: MIT
// Timelines of runs under convergence barriers, on small programs of which each does one thing.
// Four lanes; P0 holds for lanes 2 and 3, P1 for lane 3, P2 for lanes 1 and 3.

#include <gtest/gtest.h>

#include "explorer/replay.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"
#include "unit/explorer/barrier_witness.hpp"

namespace reconverge::explorer {
namespace {

using observers::Timeline;

constexpr std::string_view loop_exit = R"(
    BSSY B0, `(.end)
    @P0 BRA `(.meet)
    NOP
    .meet:
    BSYNC B0
    .end:
    EXIT)";

Witnessed run(std::string_view rows, std::uint32_t r1 = 0xF) {
  const auto function = sass::read_function(emulator::testing::listing(rows, "sm_90"), "listing");
  const auto executable = emulator::decode(function.value(), emulator::ConvergenceBarriers(), {}, "listing");
  emulator::Warp warp;
  warp.predicates[0] = core::LaneMask(0b1100);
  warp.predicates[1] = core::LaneMask(0b1000);
  warp.predicates[2] = core::LaneMask(0b1010);
  core::LaneValues values;
  values.fill(r1);
  warp.set_register(1, values);
  return witness(executable.value(), warp, core::LaneMask(0xF));
}

template <typename Kind> std::vector<Kind> changes(const Timeline& timeline) {
  std::vector<Kind> found;
  for (const auto& event : timeline.events)
    if (const auto* change = std::get_if<Kind>(&event.change)) found.push_back(*change);
  return found;
}

TEST(BarrierTimeline, TellsWhoBlocksAndIsReleased) {
  const auto [timeline, difference] = run(loop_exit);
  EXPECT_EQ(difference, "");
  ASSERT_EQ(changes<Timeline::Armed>(timeline).size(), 1u);
  const auto blocked = changes<Timeline::Blocked>(timeline);
  ASSERT_EQ(blocked.size(), 1u);
  EXPECT_EQ(blocked[0].place, Timeline::Place::barrier);
  EXPECT_EQ(blocked[0].mask.bits(), 0b0011u);
  EXPECT_EQ(blocked[0].awaited.bits(), 0b1100u);
  EXPECT_EQ(blocked[0].row, 3u);
  const auto released = changes<Timeline::Released>(timeline);
  ASSERT_EQ(released.size(), 1u);
  EXPECT_EQ(released[0].mask.bits(), 0b1111u);
  const auto parked = changes<Timeline::Parked>(timeline);
  ASSERT_EQ(parked.size(), 1u);
  EXPECT_TRUE(parked[0].fast);
  EXPECT_EQ(timeline.steps, 6u);
}

TEST(BarrierTimeline, TellsOfLanesThatLeaveABarrier) {
  const auto [timeline, difference] = run(R"(
    BSSY B3, `(.end)
    @P1 BREAK B3
    @P1 BRA `(.out)
    BSYNC B3
    .end:
    EXIT
    .out:
    EXIT)");
  EXPECT_EQ(difference, "");
  const auto withdrawn = changes<Timeline::Withdrawn>(timeline);
  ASSERT_EQ(withdrawn.size(), 1u);
  EXPECT_EQ(withdrawn[0].barrier, 3);
  EXPECT_EQ(withdrawn[0].mask.bits(), 0b0111u);
}

TEST(BarrierTimeline, TellsOfLanesThatWaitElsewhere) {
  const std::pair<std::string_view, Timeline::Place> waits[] = {{"WARPSYNC.ALL", Timeline::Place::warpsync},
                                                                {"BAR.SYNC 0x0", Timeline::Place::block_barrier}};
  for (const auto& [instruction, place] : waits) {
    const auto [timeline, difference] = run("@P0 BRA `(.meet)\nNOP\n.meet:\n" + std::string(instruction) + "\nEXIT");
    EXPECT_EQ(difference, "") << instruction;
    const auto blocked = changes<Timeline::Blocked>(timeline);
    ASSERT_EQ(blocked.size(), 1u) << instruction;
    EXPECT_EQ(blocked[0].place, place);
    EXPECT_EQ(blocked[0].mask.bits(), 0b0011u);
    EXPECT_EQ(blocked[0].awaited.bits(), 0b1100u);
  }
}

TEST(BarrierTimeline, LanesAtAnotherWarpsyncAreWaitedFor) {
  const auto [timeline, difference] = run("@P0 BRA `(.other)\nWARPSYNC.ALL\nEXIT\n.other:\nWARPSYNC.ALL\nEXIT");
  EXPECT_EQ(difference, "");
  const auto blocked = changes<Timeline::Blocked>(timeline);
  ASSERT_EQ(blocked.size(), 2u);
  EXPECT_EQ(blocked[1].mask.bits(), 0b1100u);
  EXPECT_EQ(blocked[1].awaited.bits(), 0b0011u);
}

TEST(BarrierTimeline, PutsLanesThatGiveWayBelowAllOthers) {
  const auto [timeline, difference] = run(R"(
    @P0 BRA `(.far)
    @P2 BRA `(.near)
    YIELD
    .near:
    EXIT
    .far:
    EXIT)");
  EXPECT_EQ(difference, "");
  const auto parked = changes<Timeline::Parked>(timeline);
  ASSERT_EQ(parked.size(), 3u);
  EXPECT_EQ(parked[1].position, 1u);
  EXPECT_EQ(parked[2].position, 0u);
  EXPECT_FALSE(parked[2].fast);
}

TEST(BarrierTimeline, IsFaithfulWhereLanesAreWoken) {
  const std::string_view programs[] = {
      // An EXIT completes a barrier, a WARPSYNC, a BAR.
      "BSSY B0, `(.end)\n@P0 BRA `(.out)\nBSYNC B0\n.end:\nEXIT\n.out:\nEXIT",
      "@P0 BRA `(.out)\n@P2 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC.ALL\nEXIT\n.out:\nEXIT",
      "@P0 BRA `(.out)\nBAR.SYNC 0x0\nEXIT\n.out:\nEXIT",
      // A barrier is saved, written over, restored.
      "BSSY B6, `(.end)\n@P0 BRA `(.other)\nBSYNC B6\n.end:\nEXIT\n.other:\nBMOV.32.CLEAR R2, "
      "B6\nYIELD\n"
      "BMOV.32 B6, R2\nBSYNC B6\nEXIT",
      "BSSY B6, `(.end)\n@P0 BRA `(.other)\nBSYNC B6\n.end:\nEXIT\n.other:\nBMOV.32.CLEAR RZ, "
      "B6\nYIELD\nEXIT",
      // A BREAK completes a barrier, and the lanes that it releases go first.
      "BSSY B0, `(.end)\n@P0 BRA `(.other)\n@P2 BRA `(.out)\nBSYNC B0\n.end:\nEXIT\n.other:\nBREAK "
      "B0\nEXIT\n.out:\nEXIT",
      // A barrier is completed at another BSYNC than the one at which lanes wait, armed once and twice.
      "BSSY B0, `(.end)\n@P0 BRA `(.other)\nBSYNC B0\n.end:\nEXIT\n.other:\nBSYNC B0\nEXIT",
      "BSSY B0, `(.end)\nBSSY B0, `(.end)\n@P0 BRA `(.other)\nBSYNC B0\n.end:\nEXIT\n.other:\nBSYNC B0\nEXIT",
      // Lanes from two places run one region.
      "@P0 BRA `(.other)\nWARPSYNC.COLLECTIVE R1, "
      "`(.here)\nNOP\nENDCOLLECTIVE\n.here:\nEXIT\n.other:\n"
      "WARPSYNC.COLLECTIVE R1, `(.there)\nNOP\nENDCOLLECTIVE\n.there:\nEXIT"};
  for (const auto program : programs) EXPECT_EQ(run(program).difference, "") << program;
}

TEST(BarrierTimeline, EndsWithTheLanesOfADeadlock) {
  const auto [timeline, difference] = run(R"(
    BSSY B0, `(.end)
    @P0 BRA `(.other)
    .end:
    BSYNC B0
    .other:
    WARPSYNC.ALL
    EXIT)");
  EXPECT_EQ(difference, "");
  const auto blocked = changes<Timeline::Blocked>(timeline);
  ASSERT_EQ(blocked.size(), 2u);
  EXPECT_EQ((blocked[0].mask | blocked[1].mask).bits(), 0b1111u);
  TimelineCursor replay(timeline);
  while (replay.more()) replay.advance();
  EXPECT_TRUE(replay.state().active.empty());
}

}  // namespace
}  // namespace reconverge::explorer
