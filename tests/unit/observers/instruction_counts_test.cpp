// SPDX-License-Identifier: MIT
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

/// Of 32 lanes 28 have no thread; those that leave the loop were taken by its branch.
TEST(InstructionCounts, ChargesIdleLanesToWhatTookThem) {
  const auto counts = counts_of(little_loop);
  using Idle = InstructionCounts::Idle;
  const auto charged = [&](std::size_t row, emulator::IdleCause cause) {
    const auto& idle = counts.rows[row].idle;
    const auto part = std::ranges::find(idle, cause, &Idle::cause);
    return part == idle.end() ? 0 : part->lanes;
  };
  const emulator::IdleCause no_thread{emulator::Idle::no_thread}, branch{emulator::Idle::parted, 3};
  EXPECT_EQ(charged(1, no_thread), 3u * 28);
  EXPECT_EQ(charged(1, branch), 0u + 1 + 2);
  EXPECT_EQ(charged(4, branch), 4u + 4) << "the two sides of each parting, one after the other";
  EXPECT_EQ(charged(5, branch), 0u) << "lanes have met";
  for (const auto& row : counts.rows) EXPECT_EQ(row.idle_lanes(), 32 * row.executions - row.active_lanes);
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
  ASSERT_EQ(counts.rows[1].idle.size(), 2u);
  EXPECT_EQ(counts.rows[1].idle[1].cause, (emulator::IdleCause{emulator::Idle::exited, 0}));
  EXPECT_EQ(counts.rows[1].idle[1].lanes, 2u);
}

/// As a BSYNC in recursion: CUPTI counts such lanes once (capture/check.cpp).
TEST(InstructionCounts, LanesThatWaitAtARowAndExecuteItAgainAreRepeats) {
  using core::LaneMask;
  InstructionCounts counts;
  InstructionCounter counter(4, LaneMask(0xF), counts);
  const auto issue = [&](std::uint32_t index, LaneMask lanes) {
    counter.issued_run({.first = {0, index}, .active = lanes});
  };
  const auto block = [&](LaneMask lanes) { counter.blocked({{0, 2}, 6, lanes, LaneMask(0xC)}); };
  issue(2, LaneMask(0x1));
  block(LaneMask(0x1));
  issue(2, LaneMask(0x2));
  block(LaneMask(0x2));
  issue(1, LaneMask(0xC));
  EXPECT_EQ(counts.rows[2].repeats, 0u) << "another lane comes to the row";
  issue(2, LaneMask(0x3));
  counts.settle();
  EXPECT_EQ(counts.rows[2].executions, 3u);
  EXPECT_EQ(counts.rows[2].repeats, 1u);
  EXPECT_EQ(counts.rows[2].repeated_active_lanes, 2u);
  issue(3, LaneMask(0x3));
  issue(2, LaneMask(0x3));
  EXPECT_EQ(counts.rows[2].repeats, 1u) << "they were elsewhere since";
}

TEST(InstructionCounts, WarpsAddUp) {
  const emulator::IdleCause parted{emulator::Idle::parted, 7}, exited{emulator::Idle::exited, 7};
  InstructionCounts one{
      .rows = {{.executions = 1, .active_lanes = 32, .apart = {{7, 1}}, .idle = {{parted, 3}, {exited, 10}}}}};
  one.add(
      {.rows = {
           {.executions = 2, .executing_lanes = 5, .divergent = 1, .apart = {{7, 1}, {9, 1}}, .idle = {{exited, 20}}},
           {.executions = 4}}});
  ASSERT_EQ(one.rows.size(), 2u);
  EXPECT_EQ(one.rows[0].executions, 3u);
  EXPECT_EQ(one.rows[0].active_lanes, 32u);
  EXPECT_EQ(one.rows[0].executing_lanes, 5u);
  EXPECT_EQ(one.rows[0].divergent, 1u);
  EXPECT_EQ(one.rows[0].executions_apart(), 3u);
  EXPECT_EQ(one.rows[0].apart.size(), 2u);
  ASSERT_EQ(one.rows[0].idle.size(), 2u);
  EXPECT_EQ(one.rows[0].idle[1].lanes, 30u) << "of one cause";
  EXPECT_EQ(one.rows[0].idle_lanes(), 33u);
  EXPECT_EQ(one.rows[1].executions, 4u);
}

}  // namespace
}  // namespace reconverge::observers
