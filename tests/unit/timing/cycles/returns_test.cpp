// Rule 17 of docs/model.md, "hopper-cycles": returns under a guard.

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

}  // namespace
}  // namespace reconverge::timing
