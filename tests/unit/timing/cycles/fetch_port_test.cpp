// SPDX-License-Identifier: MIT
// Lines of code that several sub-partitions fetch at once: rule shared-fetch. Programs land_30_5_* of
// data/measured/h200/fetched_beside.csv.

#include "timing/cycles/fetch_port.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include "timing/cycles/multiprocessor.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

constexpr Cycle moment = 1000;

/// Four sub-partitions whose caches hold nothing.
struct Landings {
  Landings() {
    for (std::size_t i = 0; i < warps.size(); ++i) {
      multiprocessor.add(i, warps[i]);
      code(i).begin_with({});
    }
  }
  CodeCache& code(std::size_t sub) { return multiprocessor.sub_partitions()[sub].code; }
  void land(std::size_t sub, Cycle after) { code(sub).come_to_land(10, 0, moment + after); }
  /// Cycles that a landing waits.
  Cycle late(std::size_t sub) {
    multiprocessor.advance_code(0, moment + 100);
    return code(sub).landed().value_or(0);
  }

  Multiprocessor multiprocessor{*built_in_record("sm_90")};
  std::array<WarpReady, 4> warps{};
};

/// How long the second one waits that lands so much later.
Cycle second_waits(std::size_t sub, Cycle after) {
  Landings landings;
  landings.land(0, 0);
  landings.land(sub, after);
  EXPECT_EQ(landings.late(0), 9U);
  return landings.late(sub);
}

TEST(SharedFetch, OfTwoWaysALineIsFetchedInTwoCycles) {
  EXPECT_EQ(second_waits(1, 1), 10U);
  EXPECT_EQ(second_waits(1, 2), 9U);
  EXPECT_EQ(second_waits(3, 1), 10U);
}

TEST(SharedFetch, OfOneWayInFour) {
  EXPECT_EQ(second_waits(2, 1), 12U);
  EXPECT_EQ(second_waits(2, 5), 12U) << "behind the second line of the other, which was wanted before";
  EXPECT_EQ(second_waits(2, 8), 13U) << "behind the third one, which it meets: that goes straight on";
  EXPECT_EQ(second_waits(2, 12), 9U);
}

TEST(SharedFetch, WaysTakeTurns) { EXPECT_EQ(second_waits(1, 8), 9U) << "before the third line of the other"; }

TEST(SharedFetch, AWarpThatHasNoLandingAheadWaitsForNothing) {
  Landings landings;
  EXPECT_FALSE(landings.code(0).landed());
  landings.land(0, 0);
  landings.multiprocessor.advance_code(0, moment - 10);
  EXPECT_FALSE(landings.code(0).landed()) << "its lookup is still to come";
  EXPECT_EQ(landings.late(0), 9U);
}

}  // namespace
}  // namespace reconverge::timing
