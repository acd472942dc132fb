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
  const auto findings = partial("SSY 0x28\n@P0 BRA 0x18\nNOP.S\nVOTE.ANY R1, PT, PT\nNOP.S\nVOTE.ANY R1, PT, PT\nEXIT\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].index, 3u);
  EXPECT_EQ(findings[0].lanes, LaneMask(0b1100));
  EXPECT_EQ(findings[0].missing, LaneMask(0b0011));
}

TEST(PartialGroups, LanesThatHaveLeftAreNotMissed) {
  EXPECT_TRUE(partial("@P0 EXIT\nVOTE.ANY R1, PT, PT\nEXIT\n").empty());
}

}  // namespace
}  // namespace reconverge::observers
