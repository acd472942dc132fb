// SPDX-License-Identifier: MIT
// The readings of the paper's two sentences on spills, push by push and pop by pop.

#include "emulator/reconvergence/spill_policy.hpp"

#include <gtest/gtest.h>

#include <set>

namespace reconverge::emulator {
namespace {

SpillPolicy policy(std::string_view rule, std::optional<int> capacity = 16, int chunk = 4) {
  const SpillRule* found = find_spill_rule(rule);
  EXPECT_NE(found, nullptr) << rule;
  return SpillPolicy({.capacity = capacity, .chunk = chunk, .rule = found});
}

void push(SpillPolicy& stack, int times) {
  for (int i = 0; i < times; ++i) stack.push();
}

/// Pops everything and notes "what comes back" at each pop: "0 0 4 0".
std::string reloads_of_all_pops(SpillPolicy& stack) {
  std::string text;
  while (stack.resident() + stack.spilled() > 0) {
    if (!text.empty()) text += ' ';
    text += std::to_string(stack.pop().reloaded);
  }
  return text;
}

TEST(SpillRules, LazyIsTheDefaultAndNamesAreUnique) {
  EXPECT_EQ(spill_rules().front().name, "lazy");
  EXPECT_EQ(SpillSettings().rule->name, "lazy");
  std::set<std::string_view> names;
  for (const SpillRule& rule : spill_rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_FALSE(rule.description.empty()) << rule.name;
    EXPECT_EQ(find_spill_rule(rule.name), &rule);
  }
  EXPECT_EQ(find_spill_rule("no such rule"), nullptr);
}

TEST(SpillPolicy, NothingIsSpilledUntilTheChipIsFull) {
  for (const SpillRule& rule : spill_rules()) {
    SpillPolicy stack = policy(rule.name);
    for (int i = 0; i < 16; ++i) EXPECT_EQ(stack.push().spilled, 0) << rule.name;
    EXPECT_EQ(stack.resident(), 16);
    EXPECT_EQ(stack.spilled(), 0);
  }
}

TEST(SpillPolicy, ThePushThatMeetsAFullChipMovesOneChunkOut) {
  for (const SpillRule& rule : spill_rules()) {
    SpillPolicy stack = policy(rule.name);
    push(stack, 16);
    EXPECT_EQ(stack.push().spilled, 4) << rule.name;
    EXPECT_EQ(stack.resident(), 13);
    EXPECT_EQ(stack.spilled(), 4);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(stack.push().spilled, 0);
    EXPECT_EQ(stack.push().spilled, 4);
  }
}

TEST(SpillPolicy, AnUnlimitedChipNeverSpills) {
  for (const SpillRule& rule : spill_rules()) {
    SpillPolicy stack = policy(rule.name, std::nullopt);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(stack.push().spilled, 0) << rule.name;
    EXPECT_EQ(stack.resident(), 1000);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(stack.pop().reloaded, 0) << rule.name;
  }
}

TEST(SpillPolicy, LazyReloadsWhenAPopFindsNothing) {
  SpillPolicy stack = policy("lazy", 4, 2);
  push(stack, 7);  // 4 in memory, 3 on chip
  ASSERT_EQ(stack.resident(), 3);
  EXPECT_EQ(reloads_of_all_pops(stack), "0 0 0 2 0 2 0");
}

TEST(SpillPolicy, EagerEmptyReloadsAsSoonAsNothingIsLeft) {
  SpillPolicy stack = policy("eager-empty", 4, 2);
  push(stack, 7);
  EXPECT_EQ(reloads_of_all_pops(stack), "0 0 2 0 2 0 0");
}

TEST(SpillPolicy, PinnedFirstKeepsTheLowestEntryOnChip) {
  // 4 in memory, and on chip the first entry and the two topmost.
  SpillPolicy stack = policy("pinned-first", 4, 2);
  push(stack, 7);
  EXPECT_EQ(reloads_of_all_pops(stack), "0 0 2 0 2 0 0");
  // The third pop needs an entry from memory, although the pinned one is there.
}

TEST(SpillPolicy, PinnedFirstSpillsNoMoreThanIsNotPinned) {
  SpillPolicy stack = policy("pinned-first", 4, 4);
  push(stack, 4);
  EXPECT_EQ(stack.push().spilled, 3);
  EXPECT_EQ(stack.resident(), 2);
}

TEST(SpillPolicy, AReloadMovesNoMoreThanFits) {
  SpillPolicy stack = policy("pinned-first", 4, 4);
  push(stack, 8);  // 6 in memory; a chunk of 4 does not fit beside the pinned entry
  ASSERT_EQ(stack.spilled(), 6);
  EXPECT_EQ(reloads_of_all_pops(stack), "0 3 0 0 3 0 0 0");
}

TEST(SpillPolicy, EagerFreeReloadsAsSoonAsAChunkFits) {
  SpillPolicy stack = policy("eager-free", 4, 2);
  push(stack, 7);
  EXPECT_EQ(reloads_of_all_pops(stack), "2 0 2 0 0 0 0");
}

TEST(SpillPolicy, SingleEntryReloadsOneByOne) {
  SpillPolicy stack = policy("single-entry", 4, 2);
  push(stack, 7);
  EXPECT_EQ(reloads_of_all_pops(stack), "0 0 0 1 1 1 1");
}

TEST(SpillPolicy, APushRightAfterAReloadSpillsOnlyWhenFullAgain) {
  SpillPolicy stack = policy("lazy", 4, 2);
  push(stack, 5);  // 2 + 3
  for (int i = 0; i < 4; ++i) stack.pop();
  EXPECT_EQ(stack.resident(), 1);
  EXPECT_EQ(stack.spilled(), 0);
  push(stack, 3);
  EXPECT_EQ(stack.push().spilled, 2);
}

TEST(SpillPolicy, ClearForgetsEverything) {
  SpillPolicy stack = policy("lazy");
  push(stack, 20);
  stack.clear();
  EXPECT_EQ(stack.resident(), 0);
  EXPECT_EQ(stack.spilled(), 0);
}

TEST(SpillPolicy, EntriesAreNeitherLostNorMadeAndFitOnTheChip) {
  for (const SpillRule& rule : spill_rules()) {
    for (const int capacity : {4, 8, 16}) {
      SpillPolicy stack = policy(rule.name, capacity);
      int depth = 0, out = 0, back = 0;
      std::uint32_t random = 12345;
      for (int i = 0; i < 20'000; ++i) {
        random = random * 1664525u + 1013904223u;
        const bool up = depth == 0 || (random >> 16) % 100 < (i / 500 % 2 == 0 ? 60u : 40u);
        const auto movement = up ? stack.push() : stack.pop();
        depth += up ? 1 : -1;
        out += movement.spilled;
        back += movement.reloaded;
        ASSERT_EQ(stack.resident() + stack.spilled(), depth) << rule.name << " " << i;
        ASSERT_EQ(out - back, stack.spilled()) << rule.name << " " << i;
        ASSERT_LE(stack.resident(), capacity) << rule.name << " " << i;
        ASSERT_GE(stack.resident(), std::min(depth, rule.pinned)) << rule.name << " " << i;
      }
      EXPECT_GT(out, 0) << rule.name << " " << capacity;
    }
  }
}

}  // namespace
}  // namespace reconverge::emulator
