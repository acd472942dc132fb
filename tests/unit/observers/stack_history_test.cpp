// SPDX-License-Identifier: MIT
#include "observers/stack_history.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

std::vector<StackHistory::Sample> history_of(const std::string& rows, emulator::SpillSettings spill = {}) {
  std::vector<StackHistory::Sample> samples;
  std::optional<StackHistory> history;
  run_watched(
      rows, [&](const emulator::TokenStack& stack) -> emulator::Listener& { return history.emplace(stack, samples); },
      spill);
  return samples;
}

TEST(StackHistory, HasTheStateBeforeEveryInstruction) {
  const auto samples = history_of(little_loop);
  const std::vector<std::uint32_t> depths = {0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 2, 1, 0};
  ASSERT_EQ(samples.size(), depths.size());
  for (std::size_t i = 0; i < depths.size(); ++i) {
    EXPECT_EQ(samples[i].step, i + 1);
    EXPECT_EQ(samples[i].depth, depths[i]) << "step " << i + 1;
    EXPECT_EQ(samples[i].resident, depths[i]) << "step " << i + 1;
  }
}

TEST(StackHistory, TellsWhatIsOnChip) {
  const auto samples = history_of(little_loop, {.capacity = 2, .chunk = 1});
  const std::vector<std::uint32_t> resident = {0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 1, 0, 0};
  ASSERT_EQ(samples.size(), resident.size());
  for (std::size_t i = 0; i < resident.size(); ++i) EXPECT_EQ(samples[i].resident, resident[i]) << "step " << i + 1;
  EXPECT_EQ(samples[8].depth, 3u);
}

}  // namespace
}  // namespace reconverge::observers
