// SPDX-License-Identifier: MIT
#include "observers/event_counts.hpp"

#include <gtest/gtest.h>

#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

EventCounts counts_of(const std::string& rows, emulator::SpillSettings spill = {}) {
  EventCounts counts;
  run_watched(
      rows, [&](const auto&) -> emulator::Listener& { return counts; }, spill);
  return counts;
}

TEST(EventCounts, OfALoopWithThreeBounds) {
  const EventCounts counts = counts_of(little_loop);
  EXPECT_EQ(counts.depth, 3u);
  EXPECT_EQ(counts.pushes, 3u);
  EXPECT_EQ(counts.pops, 3u);
  EXPECT_EQ(counts.branches, 3u);
  EXPECT_EQ(counts.divergent_branches, 2u);
  EXPECT_EQ(counts.spills, 0u);
  EXPECT_EQ(counts.reloads, 0u);
}

TEST(EventCounts, RegionIsFromTheFirstPushToTheLastPop) {
  // Three times the loop's three rows, SSY before and three NOP.S after; EXIT is outside.
  const EventCounts counts = counts_of(little_loop);
  EXPECT_EQ(counts.first_step, 1u);
  EXPECT_EQ(counts.last_step, 13u);
  EXPECT_EQ(counts.instructions(), 13u);
  const EventCounts later = counts_of("NOP\nNOP\nSSY 0x28\nNOP\nNOP.S\nNOP\nEXIT\n");
  EXPECT_EQ(later.first_step, 3u);
  EXPECT_EQ(later.last_step, 5u);
  EXPECT_EQ(later.instructions(), 3u);
}

TEST(EventCounts, ThereIsNoRegionWithoutTokens) {
  const EventCounts counts = counts_of("NOP\nEXIT\n");
  EXPECT_EQ(counts.instructions(), 0u);
  EXPECT_EQ(counts.depth, 0u);
}

TEST(EventCounts, PlainJumpsAreNoBranches) {
  const EventCounts counts = counts_of("BRA 0x8\n@P0 BRA 0x10\nEXIT\n");
  EXPECT_EQ(counts.branches, 1u);
  EXPECT_EQ(counts.divergent_branches, 1u);
}

TEST(EventCounts, ABranchThatAllTakeOrNoneTakesDoesNotDiverge) {
  const EventCounts counts = counts_of("@!P2 BRA 0x8\n@P2 BRA 0x10\nEXIT\n");
  EXPECT_EQ(counts.branches, 2u);
  EXPECT_EQ(counts.divergent_branches, 0u);
}

TEST(EventCounts, SpillsAreChunksAndTheirEntries) {
  const EventCounts counts = counts_of(little_loop, {.capacity = 2, .chunk = 2});
  EXPECT_EQ(counts.spills, 1u);
  EXPECT_EQ(counts.spilled_entries, 2u);
  EXPECT_EQ(counts.reloads, 1u);
  EXPECT_EQ(counts.reloaded_entries, 2u);
  const auto one_by_one =
      counts_of(little_loop, {.capacity = 2, .chunk = 2, .rule = emulator::find_spill_rule("single-entry")});
  EXPECT_EQ(one_by_one.spills, 1u);
  EXPECT_EQ(one_by_one.reloads, 2u);
  EXPECT_EQ(one_by_one.reloaded_entries, 2u);
}

TEST(EventCounts, WantNotEveryInstruction) { EXPECT_FALSE(EventCounts().wants_issued()); }

}  // namespace
}  // namespace reconverge::observers
