// SPDX-License-Identifier: MIT
// The timeline of a run under convergence barriers tells what the mechanism did, for every
// program.

#include <gtest/gtest.h>

#include "property/convergence_barrier_lowering.hpp"
#include "property/scalar_case.hpp"
#include "sass/reader.hpp"
#include "unit/explorer/barrier_witness.hpp"

namespace reconverge::property {
namespace {

class BarrierTimelineProperty : public testing::TestWithParam<int> {};

TEST_P(BarrierTimelineProperty, IsFaithfulToTheRun) {
  constexpr BarrierFlavour flavours[] = {{"Hopper", "sm_90"},
                                         {"Turing with YIELD", "sm_75", true},
                                         {"Hopper with WARPSYNC and BAR", "sm_90", false, true}};
  constexpr emulator::BarrierPolicy policies[] = {{}, {emulator::FirstSide::taken, emulator::Arming::adds, false}};
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const ScalarCase tested(seed);
    for (const BarrierFlavour& flavour : flavours) {
      const std::string text = lower(tested.program, flavour, seed);
      const auto executable = emulator::decode(sass::read_function(text, "generated").value(),
                                               emulator::ConvergenceBarriers(), {}, "generated");
      ASSERT_TRUE(executable) << to_string(executable.error());
      for (const auto& policy : policies) {
        emulator::Warp warp = tested.warp();
        const auto witnessed = explorer::witness(*executable, warp, tested.live, policy);
        ASSERT_EQ(witnessed.difference, "") << flavour.name << ", program " << seed << "\n" << text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, BarrierTimelineProperty, testing::Range(0, 4));

}  // namespace
}  // namespace reconverge::property
