// What looks wrong in a run: instructions that miss lanes.

#include <gtest/gtest.h>

#include <optional>

#include "observers/partial_groups.hpp"
#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;

std::vector<Finding> partial(const std::string& rows, LaneMask live = LaneMask(0xF)) {
  const sass::Function function = watched_function(rows);
  PartialGroups groups(function, live);
  run_watched(rows, [&](const emulator::TokenStack&) -> emulator::Listener& { return groups; });
  return groups.findings();
}

TEST(PartialGroups, AreFoundWhereLanesAreElsewhere) {
  const auto findings = partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, P0\nNOP.S\nVOTE.ANY R1, PT, P0\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 3u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b1100));
  EXPECT_EQ(findings[0].missing, LaneMask(0b0011));
}

TEST(PartialGroups, LanesThatAskWhoIsThereKnowEachOther) {
  EXPECT_TRUE(partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, PT\nSHFL.IDX PT, R2, R5, 0x2, 0x1f\nEXIT\n").empty());
  EXPECT_EQ(partial("SSY 0x28\nVOTE.ANY R1, PT, PT\n@P0 BRA 0x20\nNOP.S\nSHFL.IDX PT, R2, R5, 0x2, 0x1f\nEXIT\n").size(), 1u)
      << "another group asked";
}

TEST(PartialGroups, LanesThatHaveLeftAreNotMissed) {
  EXPECT_TRUE(partial("@P0 EXIT\nVOTE.ANY R1, PT, P0\nEXIT\n").empty());
}

}  // namespace
}  // namespace reconverge::observers
