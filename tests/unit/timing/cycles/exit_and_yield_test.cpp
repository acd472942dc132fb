// SPDX-License-Identifier: MIT
// Rules 18 and 19 of docs/model.md, "hopper-cycles": what exits, YIELD, WARPSYNC and collectives cost.
// P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, of the lanes 0..3. Cycles stand where control
// goes on; the jump itself says nothing.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using testing::nops;
using testing::TimedListing;
using testing::with_register;

TEST(Rule18, ExitOfPartOfAGroupCostsThirteen) {
  EXPECT_EQ(cycles_of("@P1 EXIT ?trans5\nEXIT"), "EXIT:0 EXIT:13");
  EXPECT_EQ(cycles_of("@P3 EXIT ?trans5\nEXIT"), "EXIT:0 EXIT:5");
}

TEST(Rule18, WhateverHoldsThem) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.end)\nBSSY B1, `(.end)\n@P1 EXIT ?trans5\n.end:\nEXIT"),
            "BSSY:0 BSSY:1 EXIT:2 EXIT:15");
}

TEST(Rule18, ExitOfAWholeGroupCostsSixteenToTheFastOne) {
  EXPECT_EQ(cycles_of("@P0 BRA `(.end)\nEXIT ?trans5\n.end:\nEXIT"), "BRA:0 EXIT:7 EXIT:23");
}

TEST(Rule18, FourMoreForABarrierThatHoldsThemAndOneForEachFurtherOne) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.end)\n@P0 BRA `(.end)\nEXIT\n.end:\nEXIT"), "BSSY:0 BRA:1 EXIT:8 EXIT:28");
  EXPECT_EQ(cycles_of("BSSY B2, `(.end)\nBSSY B9, `(.end)\nBSSY B5, `(.end)\n@P0 BRA `(.end)\nEXIT\n.end:\nEXIT"),
            "BSSY:0 BSSY:1 BSSY:2 BRA:3 EXIT:10 EXIT:32");
  EXPECT_EQ(cycles_of("@P0 BSSY B0, `(.end)\n@P0 BRA `(.end)\nEXIT\n.end:\nEXIT"), "BSSY:0 BRA:1 EXIT:8 EXIT:24")
      << "it holds others only";
}

TEST(Rule18, TheCodeBehindTheLandingComesThatMuchLaterToo) {
  // Lanes 2 and 3 land in the last slot of a line at 28, the next line is there at 31.
  EXPECT_EQ(cycles_of("BSSY B0, `(.end)\n@P0 BRA `(.land)\nEXIT\n" + nops(4) + ".land:\nNOP\n.end:\nEXIT"),
            "BSSY:0 BRA:1 EXIT:8 NOP:28 EXIT:31");
}

/// Lanes 0 and 1 wait at a barrier of three, B0 to B2; the others leave.
std::string exit_while_others_wait_at(std::string_view barrier) {
  return cycles_of("BSSY B0, `(.join)\nBSSY B1, `(.join)\nBSSY B2, `(.join)\n@P0 BRA `(.out)\nBSYNC " +
                   std::string(barrier) + " ?trans5\n.join:\nEXIT\n.out:\nEXIT ?trans5");
}

TEST(Rule18, TheFirstBarrierThatIsCompleteEndsIt) {
  // 51, 4 and so many times 1; then the BSYNC that the others wait at executes again, for 13
  EXPECT_EQ(exit_while_others_wait_at("B0"), "BSSY:0 BSSY:1 BSSY:2 BRA:3 BSYNC:10 EXIT:26 BSYNC:81 EXIT:94");
  EXPECT_EQ(exit_while_others_wait_at("B1"), "BSSY:0 BSSY:1 BSSY:2 BRA:3 BSYNC:10 EXIT:26 BSYNC:82 EXIT:95");
  EXPECT_EQ(exit_while_others_wait_at("B2"), "BSSY:0 BSSY:1 BSSY:2 BRA:3 BSYNC:10 EXIT:26 BSYNC:83 EXIT:96");
}

TEST(Rule18, ExitToLanesThatGaveWayCostsFiftyOneAndWhatTheBarriersTake) {
  EXPECT_EQ(cycles_of("BSSY B0, `(.end)\n@P0 BRA `(.end)\nYIELD ?trans5\nNOP\n.end:\nEXIT"),
            "BSSY:0 BRA:1 YIELD:8 EXIT:24 NOP:79 EXIT:80");
  EXPECT_EQ(cycles_of("BSSY B0, `(.end)\nBSSY B1, `(.end)\n@P0 BRA `(.end)\nYIELD ?trans5\nNOP\n.end:\nEXIT"),
            "BSSY:0 BSSY:1 BRA:2 YIELD:9 EXIT:25 NOP:81 EXIT:82");
}

TEST(Rule19, YieldAloneCostsFiftyOne) { EXPECT_EQ(cycles_of("YIELD ?trans5\nEXIT"), "YIELD:0 EXIT:51"); }

TEST(Rule19, YieldToTheFastGroupCostsSixteen) {
  // The lanes 0 and 1 give way to 2 and 3, and go on after these have left.
  EXPECT_EQ(cycles_of("@P0 BRA `(.end)\nYIELD ?trans5\nNOP\n.end:\nEXIT"), "BRA:0 YIELD:7 EXIT:23 NOP:74 EXIT:75");
}

TEST(Rule19, YieldToASlowOneCostsFiftyOne) {
  EXPECT_EQ(cycles_of("@P0 BRA `(.end)\n@P2 BRA `(.end)\nEXIT\n.end:\nYIELD ?trans5\nEXIT"),
            // 0 leaves, 1 is fast and gives way to 2 and 3, these to 1
            "BRA:0 BRA:7 EXIT:14 YIELD:30 YIELD:81 EXIT:132 EXIT:183");
}

TEST(Rule19, ABarrierThatDoesNotWaitForThemCostsThirteenOnceAndThenAsMuchAsASlowResumeMore) {
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join)
    BSSY B1, `(.join)
    @P0 BRA `(.meet)
    YIELD
    EXIT
    .meet:
    BSYNC B1
    BSYNC B0
    .join:
    EXIT)"),
            "BSSY:0 BSSY:1 BRA:2 YIELD:9 BSYNC:25 BSYNC:38 EXIT:102 EXIT:153");
}

TEST(Rule19, WarpsyncOfTheWholeWarpCostsItsStallAndFiftyOneIfOthersWaited) {
  EXPECT_EQ(cycles_of("WARPSYNC.ALL ?trans1\nEXIT"), "WARPSYNC.ALL:0 EXIT:1");
  EXPECT_EQ(cycles_of("WARPSYNC.ALL ?trans5\nEXIT"), "WARPSYNC.ALL:0 EXIT:5");
  EXPECT_EQ(cycles_of("@P0 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC.ALL ?trans1\nEXIT"),
            "BRA:0 NOP:7 WARPSYNC.ALL:8 WARPSYNC.ALL:24 EXIT:76");
  EXPECT_EQ(cycles_of("@P0 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC.ALL ?trans5\nEXIT"),
            "BRA:0 NOP:7 WARPSYNC.ALL:8 WARPSYNC.ALL:24 EXIT:80");
}

TEST(Rule19, WhoWaitsAtOneCostsSixteenToTheFastGroupAndFiftyOneToASlowOne) {
  EXPECT_EQ(cycles_of("@P0 BRA `(.meet)\n@P2 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC.ALL ?trans5\nEXIT"),
            "BRA:0 BRA:7 NOP:14 WARPSYNC.ALL:15 WARPSYNC.ALL:31 WARPSYNC.ALL:82 EXIT:138");
}

TEST(Rule19, WarpsyncOfARegister) {
  const std::vector<std::uint32_t> all(4, 0xF);
  EXPECT_EQ(with_register("WARPSYNC R1 ?trans5\nEXIT", 1, all), "WARPSYNC:0 EXIT:35");
  EXPECT_EQ(with_register("WARPSYNC.EXCLUSIVE R1 ?trans5\nEXIT", 1, all), "WARPSYNC.EXCLUSIVE:0 EXIT:35");
  // who waits: 38 to the fast group, 73 to a slow one; the last ones 108
  EXPECT_EQ(with_register("@P0 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC R1 ?trans5\nEXIT", 1, all),
            "BRA:0 NOP:7 WARPSYNC:8 WARPSYNC:46 EXIT:154");
  EXPECT_EQ(with_register("@P0 BRA `(.meet)\n@P2 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC R1 ?trans5\nEXIT", 1, all),
            "BRA:0 BRA:7 NOP:14 WARPSYNC:15 WARPSYNC:53 WARPSYNC:126 EXIT:234");
}

TEST(Rule19, AShortStallCostsThreeMoreALongOneWithoutTheYieldBitOne) {
  const std::vector<std::uint32_t> all(4, 0xF);
  for (const auto& [control, more] : std::map<std::string, int>{{"trans1", 3},
                                                                {"trans4", 3},
                                                                {"WAIT4_END_GROUP", 3},
                                                                {"trans5", 0},
                                                                {"WAIT5_END_GROUP", 1},
                                                                {"WAIT12_END_GROUP", 1}}) {
    const auto at = [&, extra = more](int cycle) { return std::to_string(cycle + extra); };
    EXPECT_EQ(with_register("WARPSYNC R1 ?" + control + "\nEXIT", 1, all), "WARPSYNC:0 EXIT:" + at(35));
    EXPECT_EQ(with_register("@P0 BRA `(.meet)\nNOP\n.meet:\nWARPSYNC R1 ?" + control + "\nEXIT", 1, all),
              "BRA:0 NOP:7 WARPSYNC:8 WARPSYNC:46 EXIT:" + at(154))
        << control;
    EXPECT_EQ(
        with_register("WARPSYNC.COLLECTIVE R1, `(.end) ?" + control + "\nENDCOLLECTIVE ?trans5\n.end:\nEXIT", 1, all),
        "WARPSYNC.COLLECTIVE:0 ENDCOLLECTIVE:" + at(35) + " EXIT:" + at(48))
        << control;
    EXPECT_EQ(
        with_register("WARPSYNC.COLLECTIVE R1, `(.end) ?trans5\nENDCOLLECTIVE ?" + control + "\n.end:\nEXIT", 1, all),
        "WARPSYNC.COLLECTIVE:0 ENDCOLLECTIVE:35 EXIT:" + at(48))
        << control;
  }
}

constexpr std::string_view collective = R"(
    @P0 BRA `(.other)
    WARPSYNC.COLLECTIVE R1, `(.here) ?trans1
    NOP
    ENDCOLLECTIVE ?trans1
    .here:
    EXIT
    .other:
    WARPSYNC.COLLECTIVE R1, `(.there) ?trans1
    NOP
    ENDCOLLECTIVE ?trans1
    .there:
    EXIT)";

TEST(Rule19, CollectiveCostsThirtyEightToTheFastGroupAndThirtyFiveForTheLast) {
  // The last ones leave the region first and alone, after 13; the others execute its end again, for 38.
  // All stalls are 1: 3 more where the last ones come and where they go.
  EXPECT_EQ(
      with_register(collective, 1, std::vector<std::uint32_t>(4, 0xF)),
      "BRA:0 WARPSYNC.COLLECTIVE:7 WARPSYNC.COLLECTIVE:45 NOP:83 ENDCOLLECTIVE:84 EXIT:100 ENDCOLLECTIVE:151 EXIT:189");
}

TEST(Rule19, ACollectiveOfLanesFromThreePlacesIsNotTimed) {
  TimedListing listing(R"(
    @P0 BRA `(.other)
    @P1 BRA `(.third)
    WARPSYNC.COLLECTIVE R1, `(.here) ?trans1
    ENDCOLLECTIVE ?trans1
    .here:
    EXIT
    .third:
    WARPSYNC.COLLECTIVE R1, `(.elsewhere) ?trans1
    ENDCOLLECTIVE ?trans1
    .elsewhere:
    EXIT
    .other:
    WARPSYNC.COLLECTIVE R1, `(.there) ?trans1
    ENDCOLLECTIVE ?trans1
    .there:
    EXIT)");
  core::LaneValues masks;
  masks.fill(0xF);
  listing.warp.set_register(1, masks);
  listing.warp.predicates[1] = core::LaneMask(0b0010);
  listing.cycles();
  EXPECT_EQ(listing.untimed().size(), 1u);
}

TEST(Rule19, CollectiveToASlowGroupCostsSeventyThree) {
  EXPECT_EQ(with_register(R"(
    @P0 BRA `(.meet)
    @P2 BRA `(.out)
    EXIT
    .out:
    NOP
    .meet:
    WARPSYNC.COLLECTIVE R1, `(.here) ?trans1
    ENDCOLLECTIVE ?trans1
    .here:
    EXIT)",
                          1, std::vector<std::uint32_t>(4, 0xF)),
            "BRA:0 BRA:7 EXIT:14 NOP:30 WARPSYNC.COLLECTIVE:31 WARPSYNC.COLLECTIVE:104 ENDCOLLECTIVE:142 EXIT:158 "
            "ENDCOLLECTIVE:209 EXIT:247");
}

TEST(Rule19, TheCodeBehindALandingAfterAShortStallComesThatMuchLaterToo) {
  // ENDCOLLECTIVE leads to the last slot of a line, 13 + 3 after its issue; the next line is there 3 later.
  EXPECT_EQ(
      with_register("WARPSYNC.COLLECTIVE R1, `(.here) ?trans5\nENDCOLLECTIVE ?trans1\n" + nops(5) + ".here:\nNOP\nEXIT",
                    1, std::vector<std::uint32_t>(4, 0xF)),
      "WARPSYNC.COLLECTIVE:0 ENDCOLLECTIVE:35 NOP:51 EXIT:54");
}

}  // namespace
}  // namespace reconverge::timing
