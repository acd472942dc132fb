// SPDX-License-Identifier: MIT
// A clock that looks cycles up has the same ones as a clock that works each of them out, whichever way lanes part and
// meet, and whether it hears of instructions one by one or in runs.

#include <gtest/gtest.h>

#include <optional>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/control_recall.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/instruction_counts.hpp"
#include "property/hopper_program.hpp"
#include "property/scalar_case.hpp"
#include "timing/cycles/clock_memo.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/leg_memo.hpp"
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
  std::uint64_t recalled = 0;
  for_each_hopper_program(GetParam(), [&](const ScalarCase& tested, const emulator::Executable& executable) {
    timing::ClockMemo memo;
    for (const Hears hears : {Hears::instructions, Hears::runs}) {
      const Timed worked_out = time(executable, tested, nullptr, hears);
      expect_same(time(executable, tested, &memo, hears), worked_out);  // now and then from what was learned before
      expect_same(time(executable, tested, &memo, hears), worked_out);  // all of it
    }
    recalled += memo.recalled();
  });
  EXPECT_GT(recalled, 0u);
}

/// The memos of a launch whose warps look up whole legs.
struct Memos {
  emulator::ControlMemo control;
  timing::ClockMemo clock;
  timing::LegMemo legs;
};

/// Several warps, one after another, whose clocks hear of runs; every other one without some of the lanes.
Timed time_warps(const emulator::Executable& executable, const ScalarCase& tested, Memos* memos) {
  constexpr int warps = 12;
  Timed timed;
  observers::InstructionCounts counts;
  for (int i = 0; i < warps; ++i) {
    const core::LaneMask live = i % 2 == 0 ? tested.live : tested.live & core::LaneMask(0x0FFF'FFF7u);
    emulator::ConvergenceBarriers barriers;
    emulator::Warp warp = tested.warp();
    observers::InstructionCounter counter(executable.instructions.size(), live, counts);
    timing::WarpClock clock(executable, *timing::built_in_record("sm_90"));
    timing::WaitingProfile waiting(clock, timed.waiting);
    timing::CycleAccountant accountant(executable, clock, live, timed.account);
    clock.follow_runs();
    emulator::Listener* const listeners[] = {&counter, &clock, &waiting, &accountant};
    const emulator::Events events(listeners);
    std::optional<emulator::ControlRecall> recall;
    if (memos != nullptr) {
      clock.remember(memos->clock);
      clock.look_up_legs(memos->legs, accountant);
      recall.emplace(memos->control, barriers, counter, events, 1, std::span(listeners).subspan(1));
    }
    emulator::Run run({.executable = executable,
                       .warp = warp,
                       .mechanism = barriers,
                       .events = events,
                       .source_name = "generated",
                       .recall = recall ? &*recall : nullptr},
                      live);
    EXPECT_FALSE(run.go_on({}).diagnostic);
    events.run_ended();
    timed.last += clock.now();
    for (const auto& [row, count] : clock.untimed()) timed.untimed[row] += count;
    for (const auto& [row, count] : clock.doubts()) timed.doubts[row] += count;
  }
  return timed;
}

TEST_P(ClockMemo, HasTheAccountOfLegsThatAreWorkedOut) {
  std::uint64_t recalled = 0;
  for_each_hopper_program(GetParam(), [&](const ScalarCase& tested, const emulator::Executable& executable) {
    Memos memos;
    expect_same(time_warps(executable, tested, &memos), time_warps(executable, tested, nullptr));
    recalled += memos.legs.graph().recalled();
  });
  EXPECT_GT(recalled, 0u);
}

INSTANTIATE_TEST_SUITE_P(Shard, ClockMemo, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
