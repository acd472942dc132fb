// SPDX-License-Identifier: MIT
// Straight runs execute as instructions one by one do: the same end, the same counts.

#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/instruction_counts.hpp"
#include "property/convergence_barrier_lowering.hpp"
#include "property/scalar_case.hpp"
#include "property/token_stack_lowering.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/one_by_one.hpp"

namespace reconverge::property {
namespace {

using emulator::testing::OneByOne;

constexpr int shards = 4;

/// What a run leaves, with the rows that it has counted.
struct Left {
  emulator::RunResult result;
  emulator::Warp warp;
  observers::InstructionCounts counts;
};

template <typename Mechanism>
Left run(const emulator::Executable& executable, const ScalarCase& tested, std::uint64_t steps, OneByOne* one_by_one) {
  Left left{{}, tested.warp(), {}};
  Mechanism mechanism;
  observers::InstructionCounter counter(executable.instructions.size(), tested.live, left.counts);
  std::vector<emulator::Listener*> listeners{&counter};
  if (one_by_one != nullptr) listeners.push_back(one_by_one);
  const emulator::Events events(listeners);
  left.result =
      emulator::Run({executable, left.warp, mechanism, events, nullptr, "generated"}, tested.live).go_on({steps});
  events.run_ended();
  return left;
}

template <typename Mechanism> void expect_the_same(sass::Function function, const ScalarCase& tested) {
  const auto decoded = emulator::decode(std::move(function), Mechanism(), {}, "generated");
  ASSERT_TRUE(decoded) << to_string(decoded.error());
  const emulator::Executable& executable = decoded.value();
  for (const std::uint64_t steps : {std::uint64_t{100'000'000}, std::uint64_t{17}}) {
    OneByOne listener;
    const Left runs = run<Mechanism>(executable, tested, steps, nullptr);
    const Left single = run<Mechanism>(executable, tested, steps, &listener);
    EXPECT_EQ(runs.result.steps, single.result.steps);
    EXPECT_EQ(single.result.steps, listener.last());
    EXPECT_EQ(runs.result.ending, single.result.ending);
    const core::Diagnostic none{.message = ""};
    EXPECT_EQ(to_string(runs.result.diagnostic.value_or(none)), to_string(single.result.diagnostic.value_or(none)));
    EXPECT_EQ(runs.warp.values, single.warp.values);
    EXPECT_EQ(runs.warp.predicates, single.warp.predicates);
    EXPECT_EQ(runs.warp.clock, single.warp.clock);
    EXPECT_EQ(runs.counts.rows, single.counts.rows);
  }
}

class StraightRuns : public testing::TestWithParam<int> {};

TEST_P(StraightRuns, LeaveWhatSingleInstructionsLeave) {
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const ScalarCase tested(seed);
    const auto read = [](const std::string& text) { return sass::read_function(text, "generated").value(); };
    expect_the_same<emulator::ConvergenceBarriers>(read(lower(tested.program, BarrierFlavour{"Hopper", "sm_90"}, seed)),
                                                   tested);
    expect_the_same<emulator::TokenStack>(
        read(lower(tested.program, Flavour{"Maxwell", "sm_50", Flavour::Leaving::sync}, seed)), tested);
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, StraightRuns, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
