// SPDX-License-Identifier: MIT
#include "timing/cost_model.hpp"

#include <gtest/gtest.h>

namespace reconverge::timing {
namespace {

using core::LaneMask;

const emulator::Branched split{{}, LaneMask(1), LaneMask(2)};
const emulator::Branched taken_by_all{{}, LaneMask(3), LaneMask()};
const emulator::Branched taken_by_none{{}, LaneMask(), LaneMask(3)};

void hear(CostModel& model, int divergent, int spills, int reloads) {
  for (int i = 0; i < divergent; ++i) model.branched(split);
  for (int i = 0; i < spills; ++i) model.spilled({{}, 4});
  for (int i = 0; i < reloads; ++i) model.reloaded({{}, 4});
}

TEST(CostModel, ChargesDivergentBranchesAndSpills) {
  CostModel model(kepler(), "single_loop");
  hear(model, 3, 2, 2);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 3 * 32 + 2 * 84);
  EXPECT_DOUBLE_EQ(model.total_cycles().value(), 1732 + 3 * 32 + 2 * 84);
}

TEST(CostModel, ChargesWhatAnotherHasCounted) {
  CostModel model(kepler(), "single_loop");
  hear(model, 1, 1, 1);
  model.add(2, 1, 5);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 3 * 32 + 2 * 84);
}

TEST(CostModel, ChargesEachOfSeveralBranchesToldAtOnce) {
  CostModel model(kepler());
  model.branched({{}, LaneMask(1), LaneMask(2), 7});
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 7 * 32);
}

TEST(CostModel, ChargesNothingForBranchesThatDoNotDiverge) {
  CostModel model(kepler(), "double_loop");
  model.branched(taken_by_all);
  model.branched(taken_by_none);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 0);
  EXPECT_DOUBLE_EQ(model.total_cycles().value(), 57024);
}

TEST(CostModel, ChargesNothingForPushesAndPopsThemselves) {
  CostModel model(kepler());
  model.pushed({{}, emulator::TokenKind::sync, LaneMask::all(), 1});
  model.popped({{}, emulator::TokenKind::sync, LaneMask::all(), 0});
  model.lanes_exited({{}, LaneMask::all()});
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 0);
}

TEST(CostModel, ASpillWithItsReloadIsChargedOnceHoweverManyReloadsItTakes) {
  CostModel model(kepler());
  hear(model, 0, 1, 4);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 84);
}

TEST(CostModel, SpillAndReloadArePricedApartIfGivenSo) {
  Generation generation = kepler();
  generation.override_cost(cost::spill, 40, "--cost");
  generation.override_cost(cost::reload, 42, "--cost");
  CostModel model(generation);
  hear(model, 1, 3, 2);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 32 + 3 * 40 + 2 * 42);
}

TEST(CostModel, HalfOfThatPriceIsAnError) {
  Generation generation = kepler();
  generation.override_cost(cost::spill, 40, "--cost");
  CostModel model(generation);
  hear(model, 0, 1, 1);
  const auto cycles = model.divergence_cycles();
  ASSERT_FALSE(cycles);
  EXPECT_EQ(cycles.error().message, "kepler: cost 'reload' is not known");

  Generation other = kepler();
  other.override_cost(cost::reload, 42, "--cost");
  CostModel other_model(other);
  hear(other_model, 0, 1, 1);
  ASSERT_FALSE(other_model.divergence_cycles());
  EXPECT_EQ(other_model.divergence_cycles().error().message, "kepler: cost 'spill' is not known");
}

TEST(CostModel, WhatNeverHappenedCostsNothingKnownOrNot) {
  CostModel model(fermi());
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 0);
}

TEST(CostModel, AbsentCostIsAnErrorThatNamesGenerationAndCost) {
  CostModel model(fermi());
  hear(model, 1, 0, 0);
  const auto cycles = model.divergence_cycles();
  ASSERT_FALSE(cycles);
  EXPECT_EQ(cycles.error().message, "fermi: cost 'divergent-branch' is not known");
  EXPECT_FALSE(cycles.error().hint.empty());
  EXPECT_FALSE(model.total_cycles());

  Generation generation = fermi();
  generation.override_cost(cost::divergent_branch, 30, "--cost");
  CostModel spilling(generation);
  hear(spilling, 1, 1, 1);
  ASSERT_FALSE(spilling.divergence_cycles());
  EXPECT_EQ(spilling.divergence_cycles().error().message, "fermi: cost 'spill-and-reload' is not known");
}

TEST(CostModel, WithoutABaseThereIsADivergencePartButNoTotal) {
  CostModel model(maxwell(), "single_loop");
  hear(model, 2, 0, 0);
  EXPECT_DOUBLE_EQ(model.divergence_cycles().value(), 52);
  const auto total = model.total_cycles();
  ASSERT_FALSE(total);
  EXPECT_EQ(total.error().message, "maxwell: cost 'base' of kernel 'single_loop' is not known");
}

TEST(CostModel, WantsNotEveryInstruction) { EXPECT_FALSE(CostModel(kepler()).wants_issued()); }

}  // namespace
}  // namespace reconverge::timing
