// SPDX-License-Identifier: MIT
// Warps whose control is looked up do what warps do that execute each control instruction: the same end, the same
// counts, and the same events for those who hear of each.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/control_recall.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "observers/instruction_counts.hpp"
#include "property/hopper_program.hpp"
#include "property/scalar_case.hpp"

namespace reconverge::property {
namespace {

using emulator::Moment;

constexpr int shards = 4, warps = 6;  // of each kind: the first three teach the memo nothing but where lanes come

/// All that can be heard of a warp, in words.
class EventLog final : public emulator::Listener {
 public:
  bool wants_runs() const override { return true; }
  void issued_run(const emulator::IssuedRun& run) override {
    note("issued", run.first, {run.count, run.active.bits()});
    for (const auto& [index, executing] : run.guarded) note("guarded", run.first, {index, executing.bits()});
  }
  void branched(const emulator::Branched& e) override { note("branched", e.at, {e.taken.bits(), e.not_taken.bits()}); }
  void transferred(const emulator::Transferred& e) override {
    note("transferred", e.at, {static_cast<std::uint32_t>(e.transfer), e.group.bits(), e.index, e.count});
  }
  void parked(const emulator::Parked& e) override { note("parked", e.at, {e.mask.bits(), e.index}); }
  void armed(const emulator::Armed& e) override { note("armed", e.at, {e.barrier, e.mask.bits()}); }
  void blocked(const emulator::Blocked& e) override {
    note("blocked", e.at, {e.barrier, e.mask.bits(), e.awaited.bits()});
  }
  void released(const emulator::Released& e) override { note("released", e.at, {e.barrier, e.mask.bits()}); }
  void lanes_exited(const emulator::LanesExited& e) override { note("exited", e.at, {e.mask.bits()}); }

  std::vector<std::string> lines;

 private:
  void note(const char* what, Moment at, const std::vector<std::uint32_t>& words) {
    lines.push_back(std::string(what) + " " + std::to_string(at.step) + " " + std::to_string(at.index));
    for (const std::uint32_t word : words) lines.back() += " " + std::to_string(word);
  }
};

/// What several warps leave, one after another.
struct Left {
  std::vector<std::string> ends;  ///< of each: how, after how many steps, and what it says
  std::vector<emulator::Warp> of;
  std::vector<std::vector<std::string>> events;
  observers::InstructionCounts counts;
  observers::DivergenceProfile profile;
  observers::EventCounts branches;
  std::uint64_t recalled = 0;  ///< instructions
};

/// The lanes of a warp: two ways to be there take turns.
core::LaneMask live_of(const ScalarCase& tested, int warp) {
  return warp % 2 == 0 ? tested.live : tested.live & core::LaneMask(0x0FFF'FFF7u);
}

Left run(const emulator::Executable& executable, const ScalarCase& tested, std::uint64_t steps,
         emulator::ControlMemo* memo) {
  Left left;
  const std::size_t rows = executable.instructions.size();
  for (int i = 0; i < 2 * warps; ++i) {
    emulator::Warp& warp = left.of.emplace_back(tested.warp());
    emulator::ConvergenceBarriers mechanism;
    observers::InstructionCounter counter(rows, live_of(tested, i), left.counts);
    EventLog log;
    const std::vector<emulator::Listener*> listeners{&left.profile, &left.branches, &counter, &log};
    const emulator::Events events(listeners);
    std::optional<emulator::ControlRecall> recall;
    if (memo != nullptr) recall.emplace(*memo, mechanism, counter, events, 3, std::span(listeners).subspan(3));
    emulator::Run run({.executable = executable,
                       .warp = warp,
                       .mechanism = mechanism,
                       .events = events,
                       .source_name = "generated",
                       .recall = recall ? &*recall : nullptr},
                      live_of(tested, i));
    const emulator::RunResult result = run.go_on({steps});
    events.run_ended();
    left.events.push_back(std::move(log.lines));
    left.ends.push_back(std::to_string(static_cast<int>(result.ending)) + " " + std::to_string(result.steps) + " " +
                        (result.diagnostic ? to_string(*result.diagnostic) : ""));
    if (recall) left.recalled += recall->instructions();
  }
  if (memo == nullptr) return left;
  observers::InstructionCounter counter(rows, core::LaneMask::all(), left.counts);
  emulator::Listener* const sums[] = {&left.profile, &left.branches, &counter};
  const emulator::Events late(sums);
  emulator::LegTally tally;
  tally.add(memo->take_tally());
  memo->tell(tally, counter, late);
  late.run_ended();
  return left;
}

void expect_same(Left& looked_up, Left& executed) {
  EXPECT_EQ(looked_up.ends, executed.ends);
  EXPECT_EQ(looked_up.events, executed.events);
  for (std::size_t i = 0; i < executed.of.size(); ++i) {
    EXPECT_EQ(looked_up.of[i].values, executed.of[i].values);
    EXPECT_EQ(looked_up.of[i].predicates, executed.of[i].predicates);
    EXPECT_EQ(looked_up.of[i].clock, executed.of[i].clock);
  }
  looked_up.counts.order_causes();
  executed.counts.order_causes();
  EXPECT_EQ(looked_up.counts.rows, executed.counts.rows);
  EXPECT_EQ(looked_up.branches.branches, executed.branches.branches);
  EXPECT_EQ(looked_up.branches.divergent_branches, executed.branches.divergent_branches);
  const auto profiled = executed.profile.rows();
  for (const auto& [index, row] : looked_up.profile.rows()) {
    const auto& other = profiled.at(index);
    EXPECT_EQ(row.executed, other.executed);
    EXPECT_EQ(row.divergent, other.divergent);
    EXPECT_EQ(row.lanes_taken, other.lanes_taken);
    EXPECT_EQ(row.lanes_not_taken, other.lanes_not_taken);
  }
}

class ControlMemo : public testing::TestWithParam<int> {};

TEST_P(ControlMemo, LeavesWhatExecutedControlLeaves) {
  std::uint64_t recalled = 0;
  for_each_hopper_program(GetParam(), [&](const ScalarCase& tested, const emulator::Executable& executable) {
    emulator::ControlMemo memo;
    for (const std::uint64_t steps : {std::uint64_t{100'000'000}, std::uint64_t{17}, std::uint64_t{40}}) {
      Left executed = run(executable, tested, steps, nullptr);
      Left looked_up = run(executable, tested, steps, &memo);
      expect_same(looked_up, executed);
      recalled += looked_up.recalled;
    }
  });
  EXPECT_GT(recalled, 0u);
}

INSTANTIATE_TEST_SUITE_P(Shard, ControlMemo, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
