// SPDX-License-Identifier: MIT
// A clock that looks cycles up has the same ones as a clock that works each of them out, whichever way lanes part and
// meet, and whether it hears of instructions one by one or in runs.

#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "property/convergence_barrier_lowering.hpp"
#include "property/scalar_case.hpp"
#include "sass/reader.hpp"
#include "timing/cycles/clock_memo.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/waiting_profile.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::property {
namespace {

constexpr int shards = 4;

enum class Hears : std::uint8_t { instructions, runs };

/// What a clock and those who ask it know at the end.
struct Timed {
  std::uint64_t last = 0;
  timing::CycleAccount account;
  timing::WaitingProfile::Rows waiting;
  timing::Untimed untimed, doubts;
};

Timed time(const emulator::Executable& executable, const ScalarCase& tested, timing::ClockMemo* memo, Hears hears) {
  Timed timed;
  emulator::ConvergenceBarriers barriers;
  emulator::Warp warp = tested.warp();
  timing::WarpClock clock(executable, *timing::built_in_record("sm_90"));
  timing::WaitingProfile waiting(clock, timed.waiting);
  timing::CycleAccountant accountant(executable, clock, tested.live, timed.account);
  if (memo != nullptr) clock.remember(*memo);
  if (hears == Hears::runs) clock.follow_runs();
  emulator::Listener* const listeners[] = {&clock, &waiting, &accountant};
  const emulator::Events events(listeners);
  emulator::Clock* const read = hears == Hears::instructions ? &clock : nullptr;
  const auto result = emulator::Run({executable, warp, barriers, events, read, "generated"}, tested.live).go_on({});
  events.run_ended();
  EXPECT_FALSE(result.diagnostic);
  timed.last = clock.now();
  timed.untimed = clock.untimed();
  timed.doubts = clock.doubts();
  return timed;
}

void expect_same(const Timed& looked_up, const Timed& worked_out) {
  EXPECT_EQ(looked_up.last, worked_out.last);
  EXPECT_EQ(looked_up.account.rows, worked_out.account.rows);
  EXPECT_EQ(looked_up.waiting, worked_out.waiting);
  EXPECT_EQ(looked_up.untimed, worked_out.untimed);
  EXPECT_EQ(looked_up.doubts, worked_out.doubts);
}

class ClockMemo : public testing::TestWithParam<int> {};

TEST_P(ClockMemo, HasTheCyclesThatAreWorkedOut) {
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  std::uint64_t recalled = 0;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const ScalarCase tested(seed);
    auto function = sass::read_function(lower(tested.program, BarrierFlavour{"Hopper", "sm_90"}, seed), "generated");
    const auto executable =
        emulator::decode(std::move(function).value(), emulator::ConvergenceBarriers(), {}, "generated");
    ASSERT_TRUE(executable) << to_string(executable.error());
    timing::ClockMemo memo;
    for (const Hears hears : {Hears::instructions, Hears::runs}) {
      const Timed worked_out = time(*executable, tested, nullptr, hears);
      expect_same(time(*executable, tested, &memo, hears), worked_out);  // now and then from what was learned before
      expect_same(time(*executable, tested, &memo, hears), worked_out);  // all of it
    }
    recalled += memo.recalled();
  }
  EXPECT_GT(recalled, 0u);
}

INSTANTIATE_TEST_SUITE_P(Shard, ClockMemo, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
