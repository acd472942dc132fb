// SPDX-License-Identifier: MIT
// Rules 17 and 19 of docs/model.md, "hopper-cycles": returns under a guard, and registers that say with whom to wait.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

// Measured on an H200: guarded_* of data/measured/h200/segments.csv. P0 holds for lanes 2 and 3, P1 for lane 3.
TEST(Rule17, AGuardedReturnPartsAsABranchDoes) {
  const auto returning = [](std::string_view guard) {
    testing::TimedListing listing(fmt::format("{} RET.REL.NODEC R20 0x0 ?trans5\nEXIT", guard));
    listing.warp.values[20] = emulator::broadcast(0x10);
    return listing.cycles();
  };
  EXPECT_EQ(returning("@!PT"), "RET.REL.NODEC:0 EXIT:5");
  EXPECT_EQ(returning("@P0"), "RET.REL.NODEC:0 EXIT:7 RET.REL.NODEC:23 EXIT:61")
      << "as many fall through: they go first";
  EXPECT_EQ(returning("@P1"), "RET.REL.NODEC:0 EXIT:38 RET.REL.NODEC:54 EXIT:59")
      << "who falls through executes it again";
}

// Measured on an H200: warpsync_* of data/measured/h200/segments.csv.
TEST(Rule19, TheRegisterOfAWarpsyncWaitsForTheOperandPort) {
  const auto behind = [](const std::string& rows) {
    testing::TimedListing listing(rows + "WARPSYNC R1 ?trans8\nEXIT");
    listing.warp.values[1] = emulator::broadcast(0xF);
    const std::string cycles = listing.cycles();
    return cycles.substr(cycles.find("WARPSYNC:"));
  };
  const std::string store = "STG.E desc[UR4][R4.64], R2\n";
  EXPECT_EQ(behind("NOP\n"), "WARPSYNC:1 EXIT:36");
  EXPECT_EQ(behind("POPC R6, R2\n"), "WARPSYNC:1 EXIT:37");
  EXPECT_EQ(behind("POPC R6, R2\nNOP\n"), "WARPSYNC:2 EXIT:37");
  EXPECT_EQ(behind("STS [R4], R2\n"), "WARPSYNC:1 EXIT:38");
  EXPECT_EQ(behind(store), "WARPSYNC:1 EXIT:40");
  EXPECT_EQ(behind(store + testing::nops(4)), "WARPSYNC:5 EXIT:41");
  EXPECT_EQ(behind(store + testing::nops(5)), "WARPSYNC:6 EXIT:41");
}

}  // namespace
}  // namespace reconverge::timing
