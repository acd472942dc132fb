// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "property/fit_trials.hpp"
#include "study/inference/prediction.hpp"
#include "study/inference/validation.hpp"
#include "study/support/context.hpp"
#include "study/support/hopper_data.hpp"

// Series made with the numbers of the paper, and series measured on a card.
namespace reconverge::property {
namespace {

using study::Knee;
using testing::ElementsAre;

const emulator::SpillRule* rule(std::string_view name) { return emulator::find_spill_rule(name); }

study::FitSummary fitted(const Truth& truth, Kernels kernels) {
  Dice unused(1);
  return study::summarise(study::fit_mechanism(synthetic(truth, kernels, unused)).value());
}

Truth kepler() { return {.spills = {16, 4, rule("lazy")}, .branch = 32, .spill = 84, .bases = {1732, 57024}}; }

TEST(FitOfThePaper, FindsTheCostsOfKepler) {
  const auto summary = fitted(kepler(), Kernels::both);
  EXPECT_NEAR(summary.bases[0].value, 1732, 1e-6);
  EXPECT_NEAR(summary.bases[1].value, 57024, 1e-6);
  EXPECT_NEAR(summary.branch.value, 32, 1e-9);
  EXPECT_THAT(summary.capacities, ElementsAre(16));
  EXPECT_THAT(summary.chunks, ElementsAre(4));
  EXPECT_NEAR(summary.spill->value, 84, 1e-9);
  EXPECT_THAT(summary.rules, ElementsAre(rule("lazy")));
}

TEST(FitOfThePaper, FindsTheCostsOfMaxwellWithItsFractionOfABase) {
  Truth truth{.spills = {16, 4, rule("lazy")}, .branch = 26, .spill = 176, .bases = {40716.91}};
  Dice unused(1);
  auto inputs = synthetic(truth, Kernels::double_only, unused);
  for (std::size_t i = 0; i < 32; ++i)
    inputs[0].measurement.states[i].samples = {40716.91 + 26 * double_loop_events().divergent_branches[i] +
                                               176 * double_loop_events().spills[place_of(truth.spills)][i]};
  const auto summary = study::summarise(study::fit_mechanism(inputs).value());
  EXPECT_NEAR(summary.bases[0].value, 40716.91, 1e-6);
  EXPECT_NEAR(summary.branch.value, 26, 1e-8);
  EXPECT_NEAR(summary.spill->value, 176, 1e-8);
  EXPECT_THAT(summary.capacities, ElementsAre(16));
}

TEST(FitOfThePaper, CannotTellTheRulesFromTheSingleLoop) {
  const auto summary = fitted(kepler(), Kernels::single_only);
  EXPECT_THAT(summary.capacities, ElementsAre(16));
  EXPECT_THAT(summary.chunks, ElementsAre(4));
  EXPECT_NEAR(summary.spill->value, 84, 1e-9);
  EXPECT_EQ(summary.rules.size(), emulator::spill_rules().size());
  EXPECT_THAT(summary.cannot_tell, testing::Contains(testing::HasSubstr("never pushes again")));
}

TEST(FitOfThePaper, NamesTheRulesThatGiveTheSameSpills) {
  Truth truth = kepler();
  truth.spills.rule = rule("eager-empty");
  EXPECT_THAT(fitted(truth, Kernels::both).rules, ElementsAre(rule("eager-empty"), rule("pinned-first")));
  truth.spills.rule = rule("single-entry");
  EXPECT_THAT(fitted(truth, Kernels::both).rules, ElementsAre(rule("single-entry")));
}

TEST(FitOfThePaper, SetsOneWildStateAside) {
  Truth truth = kepler();
  Dice unused(1);
  auto inputs = synthetic(truth, Kernels::both, unused);
  inputs[0].measurement.states[10].samples = {5000};
  inputs[1].measurement.states[20].samples = {1e6};
  const auto fit = study::fit_mechanism(inputs).value();
  const auto summary = study::summarise(fit);
  EXPECT_EQ(std::ranges::count(fit.states, true, &study::FittedState::set_aside), 2);
  EXPECT_TRUE(fit.exact);
  EXPECT_NEAR(summary.branch.value, 32, 1e-6);
  EXPECT_NEAR(summary.spill->value, 84, 1e-6);
}

TEST(FitOfThePaper, IsNotBentByAFewWildSamples) {
  Truth truth = kepler();
  truth.noise = 1;
  truth.samples = 16;
  Dice dice(7);
  auto inputs = synthetic(truth, Kernels::both, dice);
  for (auto& input : inputs)
    for (auto& state : input.measurement.states) state.samples[3] += 900;
  const auto summary = study::summarise(study::fit_mechanism(inputs).value());
  EXPECT_NEAR(summary.branch.value, 32, 0.05);
  EXPECT_NEAR(summary.spill->value, 84, 0.5);
}

std::vector<study::FitInput> hopper_single() {
  return {{study::hopper_series(study::single_loop(), "single").value(), single_loop_events()}};
}

TEST(FitOfHopper, HasASlopeAndNoKnee) {
  const auto fit = study::fit_mechanism(hopper_single()).value();
  const auto summary = study::summarise(fit);
  EXPECT_TRUE(fit.exact);
  EXPECT_NEAR(summary.bases[0].value, 949, 1e-9);
  EXPECT_NEAR(summary.branch.value, 13, 1e-9);
  EXPECT_EQ(summary.knee, Knee::none);
  EXPECT_FALSE(summary.at_least) << "it has no stack";
  EXPECT_FALSE(summary.spill);
  EXPECT_FALSE(summary.branch.has_spread());
  EXPECT_THAT(summary.cannot_tell, testing::Contains(testing::HasSubstr("sm_90 re-converges by barriers")));
  EXPECT_THAT(summary.cannot_tell, testing::Not(testing::Contains(testing::HasSubstr("entries"))));
}

TEST(FitOfHopper, PredictsTheDoubleLoopToTheCycle) {
  const auto fit = study::fit_mechanism(hopper_single()).value();
  const auto target = study::hopper_series(study::double_loop(), "double").value();
  const auto validation = study::validate(fit, target, study::double_loop()).value();
  ASSERT_EQ(validation.rules.size(), 1u);
  EXPECT_NEAR(validation.rules[0].worst, 0, 1e-6);
}

TEST(Prediction, GivesTheRecordsOwnSeries) {
  const auto& generation = *timing::find_generation("kepler");
  const auto pricing = study::pricing_of(generation, *rule("lazy"), "double_loop").value();
  const auto executable = study::load(study::double_loop(), emulator::carrier_orders().front()).value();
  for (const int n : {0, 14, 15, 31}) {
    run::SimulationSpec spec;
    spec.executable = executable;
    for (const int index : study::double_loop().bound_registers) spec.start.registers[index] = core::staircase(n);
    const auto state = study::predict(study::record_stack(spec).value(), n, pricing);
    const auto place = place_of({16, 4, rule("lazy")});
    const double spills = double_loop_events().spills[place][static_cast<std::size_t>(n)];
    EXPECT_DOUBLE_EQ(*state.cycles, 57024 + 1040 * n - 16 * n * n + 84 * spills);
    EXPECT_FALSE(state.interval);
  }
}

/// The interval of a prediction comes from the fit: what it holds is what the fit is unsure of.
TEST(Prediction, HoldsTheTruthAsOftenAsItSays) {
  const auto executable = study::load(study::double_loop(), emulator::carrier_orders().front()).value();
  run::SimulationSpec spec;
  spec.executable = executable;
  for (const int index : study::double_loop().bound_registers) spec.start.registers[index] = core::staircase(20);
  const auto trace = study::record_stack(spec).value();
  Dice dice(99);
  int held = 0;
  constexpr int repetitions = 400;
  for (int trial = 0; trial < repetitions; ++trial) {
    Truth truth = kepler();
    truth.noise = 3;
    const auto fit = study::fit_mechanism(synthetic(truth, Kernels::both, dice)).value();
    const auto state = study::predict(trace, 20, study::pricing_of(fit, "double_loop", "test"));
    const double expected = 57024 + 32 * static_cast<double>(trace.divergent_branches) + 84 * 34;
    held += state.interval->low <= expected && expected <= state.interval->high ? 1 : 0;
  }
  EXPECT_GE(held, repetitions * 92 / 100);
  EXPECT_LE(held, repetitions * 98 / 100);
}

}  // namespace
}  // namespace reconverge::property
