// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "unit/emulator/data_row.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

TEST(S2r, LaneAndThreadAreTheLanesNumber) {
  for (const char* name : {"SR_LANEID", "SR_TID.X", "SR_Tid_X"}) {
    Scene scene("S2R R0, " + std::string(name) + "\nEXIT");
    const LaneVector value = result_of(scene, 0);
    for (std::size_t lane = 0; lane < lanes; ++lane) EXPECT_EQ(value[lane], lane) << name;
  }
}

TEST(S2r, OneWarpIsTheWholeGrid) {
  for (const char* name : {"SR_TID.Y", "SR_TID.Z", "SR_CTAID.X", "SR_CTAID.Y", "SR_CTAID.Z", "SR_Ctaid_X"}) {
    Scene scene("MOV32I R0, 0x5\nS2R R0, " + std::string(name) + "\nEXIT");
    EXPECT_EQ(result_of(scene, 0), LaneVector{}) << name;
  }
}

TEST(S2r, ClockCountsInstructions) {
  Scene scene(R"(
    S2R R0, SR_CLOCKLO
    NOP
    S2R R1, SR_CLOCKLO
    S2R R2, SR_CLOCKHI
    EXIT)");
  EXPECT_EQ(result_of(scene, 0), broadcast(1));
  EXPECT_EQ(scene.warp.register_value(1), broadcast(3));
  EXPECT_EQ(scene.warp.register_value(2), broadcast(0));
}

TEST(S2r, UnknownRegisterStopsWhenReached) {
  Scene scene("S2R R0, SR_SMEMSZ\nEXIT");
  const RunResult result = scene.run();
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, core::Failure::input);
  EXPECT_EQ(result.steps, 0u);
}

/// %nwarpid, which compiled code takes from bits 8 to 15.
TEST(S2r, TheWarpsOfAMultiprocessorAreTheArchitectures) {
  const std::pair<const char*, std::uint32_t> most[] = {{"sm_90", 64}, {"sm_100", 64}, {"sm_120", 48}};
  for (const auto& [architecture, warps] : most) {
    DataRow row("S2R R0, SR_VIRTCFG", architecture);
    EXPECT_EQ(row.execute().word(0) >> 8 & 0xFF, warps) << architecture;
  }
}

TEST(Nop, ChangesNothing) {
  Scene scene("NOP\nEXIT");
  const Warp before = Warp();
  ASSERT_EQ(scene.run().ending, Ending::exited);
  EXPECT_EQ(scene.warp.values, before.values);
  EXPECT_EQ(scene.warp.predicates, before.predicates);
}

TEST(Special, LaneMasksAreRelativeToTheLane) {
  const auto mask = [](const std::string& name) {
    DataRow row("S2R R0, SR_" + name + "MASK");
    return row.execute().warp.values[0][4];
  };
  EXPECT_EQ(mask("EQ"), 0x10u);
  EXPECT_EQ(mask("LT"), 0x0Fu);
  EXPECT_EQ(mask("LE"), 0x1Fu);
  EXPECT_EQ(mask("GT"), 0xFFFF'FFE0u);
  EXPECT_EQ(mask("GE"), 0xFFFF'FFF0u);
}

TEST(Special, Cs2rIsWideFromVoltaOn) {
  const auto clock = [](const std::string& text, std::string_view arch) {
    DataRow row(text, arch);
    row.warp.clock = 0x5'0000'0007;
    return row.set(1, 99).execute().pair(0);
  };
  EXPECT_EQ(clock("CS2R R0, SR_CLOCKLO", "sm_90"), 0x5'0000'0007u);
  EXPECT_EQ(clock("CS2R.32 R0, SR_CLOCKLO", "sm_90"), 0x63'0000'0007u);
  EXPECT_EQ(clock("CS2R R0, SR_CLOCKLO", "sm_61"), 0x63'0000'0007u);
  EXPECT_EQ(clock("CS2R R0, SRZ", "sm_90"), 0u);
  EXPECT_EQ(clock("CS2R R0, SR_GLOBALTIMERLO", "sm_90"), 0x5'0000'0007u);
  EXPECT_EQ(clock("CS2R R0, SR_GLOBALTIMERHI", "sm_61"), 0x63'0000'0005u);
}

TEST(Special, Cs2urFillsEveryElement) {
  DataRow row("CS2UR UR4, SR_CLOCKLO", "sm_120");
  row.warp.clock = 0x5'0000'0007;
  row.execute(core::LaneMask(1));
  EXPECT_EQ(row.warp.register_value(first_uniform + 4), broadcast(7));
  EXPECT_EQ(row.warp.register_value(first_uniform + 5), broadcast(5));
  DataRow word("CS2UR.32 UR4, SR_CLOCKLO", "sm_120");
  word.warp.clock = 0x5'0000'0007;
  EXPECT_EQ(word.set_uniform(5, 9).execute().uniform(5), 9u);
  EXPECT_EQ(word.uniform(4), 7u);
}

TEST(Special, AWarpKnowsItsPlaceInTheMultiprocessor) {
  DataRow row("S2R R0, SR_VIRTID");
  row.warp.first_thread = 96;
  EXPECT_EQ(row.execute().word(0), 3u << 8) << "%warpid is in bits 8 to 14, %smid from bit 20 on";
  EXPECT_EQ(result_of_row("S2R R0, SR_VIRTUALSMID", 0), 0u);
}

TEST(Special, ThreadsLieInTheRowsOfTheirBlock) {
  for (const Extent size : {Extent(64), Extent(20, 3, 2), Extent(32, 2), Extent(33, 3), Extent(63)})
    for (const std::uint32_t first : {0u, 32u}) {
      DataRow row("S2R R0, SR_TID.X");
      row.warp.block_size = size;
      row.warp.first_thread = first;
      row.execute();
      for (std::uint32_t lane = 0; lane < lanes; ++lane)
        EXPECT_EQ(row.warp.register_value(0)[lane], (first + lane) % size.x) << size.x << " from " << first;
    }
}

TEST(Special, S2urIsOfTheLowestLane) {
  EXPECT_EQ(DataRow("S2UR UR4, SR_LANEID").execute(core::LaneMask(0x30)).uniform(4), 4u);
  EXPECT_FALSE(can_execute("S2R R0, SR_NOSUCH"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
