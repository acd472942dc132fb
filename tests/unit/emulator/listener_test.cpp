// SPDX-License-Identifier: MIT
// Who hears of what, and of which instructions at once.

#include "emulator/listener.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::LaneMask;

/// Overrides two events, and says so.
class Branches final : public Listener {
 public:
  EventKinds hears() const override { return heard_by<Branches>(); }
  void branched(const Branched&) override { ++branches; }
  void lanes_exited(const LanesExited&) override { ++exits; }
  int branches = 0, exits = 0;
};

/// "0+3 [1:23]": first row and count, and the lanes of those that a guard left to some.
class Runs final : public Listener {
 public:
  bool wants_runs() const override { return true; }
  void issued_run(const IssuedRun& run) override {
    heard += fmt::format("{}{}+{}", heard.empty() ? "" : " ", run.first.index, run.count);
    for (const auto& [index, executing] : run.guarded) heard += fmt::format(" [{}:{}]", index, lanes_of(executing));
  }
  std::string heard;
};

std::string runs_of(std::string_view rows, std::uint64_t steps = 1000) {
  const Scene scene(rows);
  TokenStack stack;
  const auto executable = scene.decoded(stack).value();
  Runs runs;
  Listener* const listeners[] = {&runs};
  Warp warp;
  warp.predicates[0] = LaneMask(0b1100);
  warp.memory->global.bound();
  run(executable, warp, stack, Events(listeners), {.steps = steps}, LaneMask(0xF));
  return runs.heard;
}

TEST(Listener, HearsOfWhatItOverrides) {
  const EventKinds kinds = heard_by<Branches>();
  EXPECT_TRUE(kinds.contain(EventKind::branched));
  EXPECT_TRUE(kinds.contain(EventKind::lanes_exited));
  for (const EventKind kind : {EventKind::left_out, EventKind::pushed, EventKind::popped, EventKind::spilled,
                               EventKind::reloaded, EventKind::accessed, EventKind::matched, EventKind::transferred,
                               EventKind::parked, EventKind::armed, EventKind::blocked, EventKind::released})
    EXPECT_FALSE(kinds.contain(kind)) << static_cast<int>(kind);
  Branches branches;
  Scene scene("@P0 BRA 0x10\nNOP\nEXIT");
  scene.listeners = {&branches};
  scene.warp.predicates[0] = LaneMask(0b1100);
  scene.run();
  EXPECT_EQ(branches.branches, 1);
  EXPECT_EQ(branches.exits, 2);
}

/// Sums up branches; another one may hear of something else in its own way.
class Sums final : public Listener {
 public:
  bool sums_up() const override { return true; }
  EventKinds hears() const override { return heard_by<Sums>(); }
  void branched(const Branched&) override {}
};
class Pops final : public Listener {
 public:
  EventKinds hears() const override { return heard_by<Pops>(); }
  void popped(const Popped&) override {}
};
class Every final : public Listener {
 public:
  bool wants_issued() const override { return true; }
  bool sums_up() const override { return true; }
  EventKinds hears() const override { return heard_by<Every>(); }
};

TEST(Listener, HearsOnceOfWhatRepeatsOnlyIfNobodyHasToHearOfEachTime) {
  Sums sums;
  Pops pops;
  Branches branches;
  Runs runs;
  Every every;
  const auto sum_up = [](std::vector<Listener*> listeners) { return Events(listeners).sum_up(); };
  EXPECT_TRUE(sum_up({}));
  EXPECT_TRUE(sum_up({&sums, &pops}));
  EXPECT_FALSE(sum_up({&sums, &branches})) << "it counts branches";
  EXPECT_FALSE(sum_up({&sums, &runs}));
  EXPECT_FALSE(sum_up({&every}));
}

TEST(Listener, HearsOfAStraightRunWithTheControlBehindIt) {
  EXPECT_EQ(runs_of("NOP\nNOP\nBRA 0x20\nNOP\nNOP\nEXIT"), "0+3 4+2");
}

TEST(Listener, HearsWhomGuardsLeaveOutOfARun) {
  EXPECT_EQ(runs_of("NOP\n@P0 NOP\n@!PT NOP\n@P0 EXIT\nEXIT"), "0+4 [1:23] [2:-] [3:23] 4+1");
}

TEST(Listener, HearsOfTheInstructionThatStopsARun) {
  EXPECT_EQ(runs_of("NOP\nLD R0, [R2]\nNOP\nEXIT"), "0+2") << "no memory is there";
  EXPECT_EQ(runs_of("NOP\nNOP\nFROB R0\nEXIT"), "0+2") << "nobody can execute it";
}

TEST(Listener, HearsOfNoMoreThanTheStepsThatAreLeft) {
  EXPECT_EQ(runs_of("NOP\nNOP\nNOP\nEXIT", 2), "0+2");
  EXPECT_EQ(runs_of("NOP\nNOP\nNOP\nEXIT", 3), "0+3") << "the control part is not executed";
}

TEST(Decode, CountsTheRowsOfStraightRuns) {
  const Scene scene("NOP\nNOP\nSSY 0x28\nFROB R0\nNOP\nEXIT");
  const auto executable = scene.decoded(TokenStack()).value();
  std::vector<std::uint32_t> lengths;
  for (const DecodedInstruction& row : executable.instructions) lengths.push_back(row.straight);
  EXPECT_EQ(lengths, (std::vector<std::uint32_t>{2, 1, 0, 0, 1, 0}));
}

}  // namespace
}  // namespace reconverge::emulator::testing
