// SPDX-License-Identifier: MIT
#include "observers/divergence_profile.hpp"

#include <gtest/gtest.h>

#include "unit/observers/watched_run.hpp"

namespace reconverge::observers {
namespace {

std::map<std::uint32_t, DivergenceProfile::Row> profile_of(const std::string& rows,
                                                           emulator::SpillSettings spill = {}) {
  DivergenceProfile profile;
  run_watched(
      rows, [&](const auto&) -> emulator::Listener& { return profile; }, spill);
  return profile.rows();
}

TEST(DivergenceProfile, CountsByBranch) {
  const auto rows = profile_of(little_loop);
  ASSERT_EQ(rows.size(), 1u);
  const auto& branch = rows.at(3);
  EXPECT_EQ(branch.executed, 3u);
  EXPECT_EQ(branch.divergent, 2u);
  EXPECT_EQ(branch.lanes_taken, 3u + 2u);
  EXPECT_EQ(branch.lanes_not_taken, 1u + 1u + 2u);
  EXPECT_EQ(branch.spills, 0u);
  EXPECT_EQ(branch.reloads, 0u);
}

TEST(DivergenceProfile, ChargesASpillToThePushAndAReloadToThePop) {
  const auto rows = profile_of(little_loop, {.capacity = 2, .chunk = 2});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows.at(3).spills, 1u);
  EXPECT_EQ(rows.at(3).reloads, 0u);
  EXPECT_EQ(rows.at(4).spills, 0u);
  EXPECT_EQ(rows.at(4).reloads, 1u);
  EXPECT_EQ(rows.at(4).executed, 0u) << "NOP.S is no branch";
}

TEST(DivergenceProfile, KeepsBranchesApart) {
  const auto rows = profile_of("@P0 BRA 0x10\nNOP\n@P0 BRA 0x18\nEXIT\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows.at(0).divergent, 1u);
  EXPECT_EQ(rows.at(2).executed, 2u) << "each side comes here by itself";
  EXPECT_EQ(rows.at(2).divergent, 0u);
}

TEST(DivergenceProfile, IsEmptyWithoutBranches) { EXPECT_TRUE(profile_of("NOP\nEXIT\n").empty()); }

}  // namespace
}  // namespace reconverge::observers
