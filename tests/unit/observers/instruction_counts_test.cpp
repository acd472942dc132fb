#include "observers/instruction_counts.hpp"

#include <gtest/gtest.h>

#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

InstructionCounts counts_of(const std::string& rows) {
  InstructionCounts counts;
  InstructionCounter counter(watched_function(rows).instructions.size(), core::LaneMask(0xF), counts);
  run_watched(rows, [&](const auto&) -> emulator::Listener& { return counter; });
  return counts;
}

/// R5 = 3, 3, 2, 1: four lanes enter the loop, three go round once more, two twice.
TEST(InstructionCounts, CountsWarpsLanesAndLanesApart) {
  const auto counts = counts_of(little_loop);
  ASSERT_EQ(counts.rows.size(), 6u);
  const auto& add = counts.rows[1];
  EXPECT_EQ(add.executions, 3u);
  EXPECT_EQ(add.active_lanes, 4u + 3u + 2u);
  EXPECT_EQ(add.executing_lanes, 4u + 3u + 2u);
  EXPECT_EQ(add.branches, 0u);
  ASSERT_EQ(add.apart.size(), 1u);
  EXPECT_EQ(add.apart[0].cause, 3u) << "the branch";
  EXPECT_EQ(add.apart[0].executions, 2u);
  const auto& branch = counts.rows[3];
  EXPECT_EQ(branch.branches, 3u);
  EXPECT_EQ(branch.divergent, 2u);
  EXPECT_EQ(branch.executing_lanes, 3u + 2u) << "the guard holds for those that go round";
  EXPECT_EQ(branch.active_lanes, 4u + 3u + 2u);
  const auto& meeting = counts.rows[4];
  EXPECT_EQ(meeting.executions, 3u);
  EXPECT_EQ(meeting.executions_apart(), 3u);
  EXPECT_EQ(counts.rows[5].executions_apart(), 0u) << "lanes have met";
}

TEST(InstructionCounts, AGuardThatHoldsForNobodyIsAnExecution) {
  const auto counts = counts_of("@P3 NOP\nEXIT\n");
  EXPECT_EQ(counts.rows[0].executions, 1u);
  EXPECT_EQ(counts.rows[0].active_lanes, 4u);
  EXPECT_EQ(counts.rows[0].executing_lanes, 0u);
}

TEST(InstructionCounts, LanesThatExitedAreNotApart) {
  const auto counts = counts_of("@P0 EXIT\nNOP\nEXIT\n");
  EXPECT_EQ(counts.rows[1].active_lanes, 2u);
  EXPECT_EQ(counts.rows[1].executions_apart(), 0u);
}

TEST(InstructionCounts, WarpsAddUp) {
  InstructionCounts one{.rows = {{.executions = 1, .active_lanes = 32, .apart = {{7, 1}}}}};
  one.add({.rows = {{.executions = 2, .executing_lanes = 5, .divergent = 1, .apart = {{7, 1}, {9, 1}}},
                    {.executions = 4}}});
  ASSERT_EQ(one.rows.size(), 2u);
  EXPECT_EQ(one.rows[0].executions, 3u);
  EXPECT_EQ(one.rows[0].active_lanes, 32u);
  EXPECT_EQ(one.rows[0].executing_lanes, 5u);
  EXPECT_EQ(one.rows[0].divergent, 1u);
  EXPECT_EQ(one.rows[0].executions_apart(), 3u);
  EXPECT_EQ(one.rows[0].apart.size(), 2u);
  EXPECT_EQ(one.rows[1].executions, 4u);
}

}  // namespace
}  // namespace reconverge::observers
