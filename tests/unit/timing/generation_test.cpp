// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "sass/architecture.hpp"

namespace reconverge::timing {
namespace {

using core::Grade;

TEST(Generations, AreListedOldestFirstUnderUniqueNames) {
  std::set<std::string> names;
  int last = 0;
  for (const Generation& generation : generations()) {
    SCOPED_TRACE(generation.name);
    EXPECT_TRUE(names.insert(generation.name).second);
    EXPECT_FALSE(generation.title.empty());
    EXPECT_GT(generation.first_arch, last) << "two generations share an architecture";
    EXPECT_GE(generation.last_arch, generation.first_arch);
    last = generation.last_arch;
    EXPECT_EQ(find_generation(generation.name), &generation);
  }
  EXPECT_EQ(find_generation("tesla"), nullptr);
}

TEST(Generations, HaveTheMechanismOfTheirArchitectures) {
  for (const Generation& generation : generations())
    for (const int arch : {generation.first_arch, generation.last_arch})
      EXPECT_EQ(generation.mechanism == Mechanism::convergence_barriers, sass::has_convergence_barriers(arch))
          << generation.name;
}

TEST(Generations, NameEachCostOnce) {
  for (const Generation& generation : generations()) {
    std::set<std::pair<std::string, std::string>> known;
    for (const Cost& cost : generation.costs)
      EXPECT_TRUE(known.insert({cost.name, cost.kernel}).second)
          << generation.name << " " << cost.name << " " << cost.kernel;
  }
}

TEST(Generations, UseNamesOfCostsThatExist) {
  const std::set<std::string_view> names = {cost::divergent_branch, cost::spill_and_reload, cost::spill, cost::reload,
                                            cost::base};
  EXPECT_EQ(names.size(), 5u);
  for (const Generation& generation : generations())
    for (const Cost& known : generation.costs) {
      EXPECT_TRUE(names.contains(known.name)) << generation.name << " " << known.name;
      EXPECT_EQ(known.name == cost::base, !known.kernel.empty()) << "a base, and nothing else, is of a kernel";
    }
}

TEST(Generations, SayWhereEveryNumberComesFrom) {
  for (const Generation& generation : generations()) {
    SCOPED_TRACE(generation.name);
    for (const Cost& known : generation.costs) {
      EXPECT_FALSE(known.cycles.source.empty()) << known.name;
      EXPECT_GT(known.cycles.value, 0) << known.name << ": an unknown number is absent, not 0 or -1";
      EXPECT_NE(known.cycles.grade, Grade::given) << known.name << ": only a user gives numbers";
    }
    for (const RecordedBeside& other : generation.beside) {
      EXPECT_FALSE(other.value.source.empty()) << other.name;
      EXPECT_FALSE(other.why_not.empty()) << other.name;
    }
    for (const auto* size : {&generation.stack_capacity, &generation.spill_chunk}) {
      if (!size->has_value()) continue;
      EXPECT_FALSE((*size)->source.empty());
      EXPECT_GT((*size)->value, 0);
    }
  }
}

TEST(Generations, CoverEveryArchitectureOfAMechanism) {
  const std::pair<int, std::string> known[] = {
      {20, "fermi"},  {35, "kepler"},     {52, "maxwell"},    {70, "volta"},      {72, "volta"},
      {75, "turing"}, {80, "ampere"},     {86, "ampere"},     {87, "ampere"},     {89, "ada"},
      {90, "hopper"}, {100, "blackwell"}, {103, "blackwell"}, {120, "blackwell"}, {121, "blackwell"}};
  for (const auto& [architecture, name] : known) {
    ASSERT_NE(find_generation(architecture), nullptr) << architecture;
    EXPECT_EQ(find_generation(architecture)->name, name);
  }
  EXPECT_EQ(find_generation(10), nullptr);
}

TEST(Generations, HaveBarriersFromVoltaOnAndSayHowTheirPolicyIsKnown) {
  for (const Generation& generation : generations()) {
    const bool barriers = generation.first_arch >= 70;
    SCOPED_TRACE(generation.name);
    EXPECT_EQ(generation.mechanism, barriers ? Mechanism::convergence_barriers : Mechanism::token_stack);
    ASSERT_EQ(generation.barriers.has_value(), barriers);
    if (!barriers) continue;
    EXPECT_FALSE(generation.barriers->source.empty());
    EXPECT_EQ(generation.barriers->grade, &generation == find_generation("hopper") ? Grade::measured : Grade::assumed);
    EXPECT_TRUE(generation.costs.empty()) << "they are priced by instruction, not by event";
  }
  EXPECT_EQ(stack_generations().size(), 3u);
}

TEST(Generations, KnowTheCyclesOfInstructionsOnHopperOnly) {
  for (const Generation& generation : generations())
    EXPECT_EQ(generation.instructions != nullptr, generation.name == "hopper") << generation.name;
}

TEST(Generations, FermiHasNoNumberAtAll) {
  EXPECT_TRUE(fermi().costs.empty());
  EXPECT_FALSE(fermi().stack_capacity);
  EXPECT_FALSE(fermi().spill_chunk);
}

TEST(Generations, MaxwellRecordsTheSummarysCostBesideTheAnalysis) {
  EXPECT_EQ(maxwell().find_cost(cost::divergent_branch)->value, 26);
  ASSERT_EQ(maxwell().beside.size(), 1u);
  EXPECT_EQ(maxwell().beside[0].name, cost::divergent_branch);
  EXPECT_EQ(maxwell().beside[0].value.value, 24);
  EXPECT_EQ(maxwell().beside[0].value.grade, Grade::paper);
}

TEST(Generations, PublishNoMaxwellBaseOfTheSingleLoop) {
  EXPECT_TRUE(kepler().find_cost(cost::base, "single_loop"));
  EXPECT_TRUE(kepler().find_cost(cost::base, "double_loop"));
  EXPECT_FALSE(maxwell().find_cost(cost::base, "single_loop"));
  EXPECT_TRUE(maxwell().find_cost(cost::base, "double_loop"));
}

TEST(FindCost, AbsentOneNamesGenerationCostAndKernelAndTheOption) {
  const auto absent = fermi().find_cost(cost::divergent_branch);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().failure, core::Failure::check);
  EXPECT_EQ(absent.error().message, "fermi: cost 'divergent-branch' is not known");
  EXPECT_EQ(absent.error().hint, "--cost fermi:divergent-branch=CYCLES");
  const auto base = maxwell().find_cost(cost::base, "single_loop");
  ASSERT_FALSE(base);
  EXPECT_EQ(base.error().message, "maxwell: cost 'base' of kernel 'single_loop' is not known");
  EXPECT_EQ(base.error().hint, "--cost maxwell:base=CYCLES");
}

TEST(FindCost, ABaseBelongsToItsKernelOnly) {
  EXPECT_EQ(kepler().find_cost(cost::base, "single_loop")->value, 1732);
  EXPECT_EQ(kepler().find_cost(cost::base, "double_loop")->value, 57024);
  EXPECT_FALSE(kepler().find_cost(cost::base, "another"));
  EXPECT_FALSE(kepler().find_cost(cost::base));
}

TEST(OverrideCost, AddsOrReplacesAndIsGradedAsGiven) {
  Generation generation = kepler();
  const std::size_t known = generation.costs.size();
  generation.override_cost(cost::divergent_branch, 40, "--cost kepler:divergent-branch=40");
  EXPECT_EQ(generation.costs.size(), known);
  EXPECT_EQ(*generation.find_cost(cost::divergent_branch),
            (core::Sourced{40, Grade::given, "--cost kepler:divergent-branch=40"}));
  generation.override_cost(cost::spill, 41, "--cost");
  EXPECT_EQ(generation.costs.size(), known + 1);
  EXPECT_EQ(generation.find_cost(cost::spill)->grade, Grade::given);
  EXPECT_EQ(kepler().find_cost(cost::divergent_branch)->value, 32) << "the record itself is untouched";
}

TEST(OverrideCost, AGivenBaseHoldsForEveryKernel) {
  Generation generation = kepler();
  generation.override_cost(cost::base, 100, "--cost");
  EXPECT_EQ(generation.find_cost(cost::base, "single_loop")->value, 100);
  EXPECT_EQ(generation.find_cost(cost::base, "double_loop")->value, 100);
  EXPECT_EQ(generation.find_cost(cost::base)->value, 100);
}

}  // namespace
}  // namespace reconverge::timing
