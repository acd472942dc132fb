// SPDX-License-Identifier: MIT
// What holds for every program under convergence barriers, whichever side of a branch runs first,
// whatever arming a barrier twice does, and whether waiting groups merge.
//
// RECONVERGE_PROPERTY_SEED=S begins at program S, RECONVERGE_PROPERTY_PROGRAMS=N runs N programs a
// shard; a failure prints the two that repeat it.

#include "emulator/reconvergence/convergence_barriers.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <optional>
#include <regex>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "property/convergence_barrier_lowering.hpp"
#include "property/scalar_case.hpp"
#include "property/token_stack_lowering.hpp"
#include "sass/reader.hpp"

namespace reconverge::property {
namespace {

using core::LaneMask;
using emulator::Arming;
using emulator::BarrierPolicy;
using emulator::ConvergenceBarriers;
using emulator::FirstSide;

constexpr int shards = 8;

constexpr BarrierFlavour flavours[] = {
    {"Hopper", "sm_90"},
    {"Turing with YIELD", "sm_75", true},
    {"Hopper with WARPSYNC and BAR", "sm_90", false, true},
};

std::vector<BarrierPolicy> policies() {
  std::vector<BarrierPolicy> all;
  for (const FirstSide first : {FirstSide::smaller, FirstSide::fall_through, FirstSide::taken})
    for (const Arming arming : {Arming::assigns, Arming::adds})
      for (const bool merges : {true, false}) all.push_back({first, arming, merges});
  return all;
}

std::string to_string(const BarrierPolicy& policy) {
  constexpr std::array<std::string_view, 3> sides = {"the smaller side", "the side that falls through",
                                                     "the side that jumps"};
  return fmt::format("{} first, BSSY {}, groups {}", sides[static_cast<std::size_t>(policy.first)],
                     policy.arming == Arming::adds ? "adds" : "assigns",
                     policy.merges_equal_addresses ? "merge" : "stay apart");
}

/// Follows one run and keeps the first thing that should not be.
class Invariants final : public emulator::Listener {
 public:
  Invariants(const emulator::Executable& executable, const ConvergenceBarriers& barriers, LaneMask started)
      : executable_(executable), barriers_(barriers), started_(started) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    at_ = event.at;
    if (at_bar_.any()) require(event.active == at_bar_, "a warp that came to BAR as one does not go on as one");
    const bool is_bar = executable_.function.instructions[event.at.index].opcode() == "BAR";
    if (is_bar) require(event.active == barriers_.live(), "a warp comes to BAR in parts");
    at_bar_ = is_bar ? event.active : LaneMask::none();
    bars += is_bar && event.executing != event.active && event.executing.any() ? 1u : 0u;
    require(event.active.any(), "an instruction is issued for no lane");
    require(event.active.contains(event.executing), "a lane executes that is not active");
    LaneMask seen = event.active;
    const auto add = [&](LaneMask lanes, const char* overlap) {
      require(!seen.intersects(lanes), overlap);
      seen |= lanes;
    };
    for (const auto& group : barriers_.ready().groups()) {
      require(group.mask.any(), "an empty group is ready");
      add(group.mask, "a ready lane is elsewhere too");
    }
    for (const auto& barrier : barriers_.barriers()) {
      require(barrier.waiting.lanes() == barrier.arrived, "arrived lanes are not those that wait");
      require(barriers_.live().contains(barrier.arrived), "a lane waits that has exited");
      for (const auto& group : barrier.waiting) add(group.mask, "a lane that waits at BSYNC is elsewhere too");
    }
    for (const auto& gathering : barriers_.warp_syncs())
      add(gathering.waiting.mask, "a lane that waits at WARPSYNC is elsewhere too");
    gathered += barriers_.warp_syncs().empty() ? 0u : 1u;
    add(barriers_.yielded().lanes(), "a lane that gave way is elsewhere too");
    require(seen == barriers_.live(), "a live lane is neither running, ready nor blocked, and did not give way");
    add(exited_, "a lane has exited and is elsewhere too");
    require(seen == started_, "lanes were lost");
  }
  void lanes_exited(const emulator::LanesExited& event) override {
    require(!exited_.intersects(event.mask), "a lane exits twice");
    exited_ |= event.mask;
  }
  void released(const emulator::Released& event) override {
    ++releases;
    lanes_released += static_cast<std::uint64_t>(event.mask.count());
  }

  void finish() {
    require(exited_ == started_, "not every lane exited");
    require(!barriers_.has_waiting(), "lanes still wait at the end");
  }

  const std::string& violation() const { return violation_; }
  std::uint64_t releases = 0, lanes_released = 0;
  std::uint64_t bars = 0;      ///< instructions BAR whose guard held for a part of their lanes
  std::uint64_t gathered = 0;  ///< instructions that ran while lanes waited at WARPSYNC

 private:
  void require(bool holds, const char* what) {
    if (!holds && violation_.empty()) violation_ = fmt::format("{} (step {}, row {})", what, at_.step, at_.index);
  }

  const emulator::Executable& executable_;
  const ConvergenceBarriers& barriers_;
  LaneMask started_;
  LaneMask exited_;
  LaneMask at_bar_;  ///< lanes of the instruction before, if it was BAR
  emulator::Moment at_;
  std::string violation_;
};

struct Tally {
  std::uint64_t listings = 0, runs = 0, instructions = 0, releases = 0, lanes_released = 0, bars = 0, gathered = 0;
};

/// Runs one listing under one policy; the returned text says what is wrong with it, if anything.
std::string run_case(const ScalarCase& tested, const emulator::Executable& executable, const BarrierPolicy& policy,
                     Tally& tally) {
  ConvergenceBarriers barriers(policy);
  emulator::Warp warp = tested.warp();
  Invariants invariants(executable, barriers, tested.live);
  emulator::Listener* const listeners[] = {&invariants};
  const auto result = emulator::run(executable, warp, barriers, emulator::Events(listeners), {.steps = 5'000'000},
                                    tested.live, "generated");
  ++tally.runs;
  tally.instructions += result.steps;
  tally.releases += invariants.releases;
  tally.lanes_released += invariants.lanes_released;
  tally.bars += invariants.bars;
  tally.gathered += invariants.gathered;
  if (result.diagnostic) return to_string(*result.diagnostic);
  if (result.ending != emulator::Ending::exited) return "the program did not end by EXIT";
  invariants.finish();
  return invariants.violation().empty() ? tested.difference(warp) : invariants.violation();
}

core::Result<emulator::Executable> decoded(const std::string& text, const emulator::Mechanism& mechanism) {
  auto function = sass::read_function(text, "generated");
  if (!function) return function.error();
  return emulator::decode(std::move(function).value(), mechanism, {}, "generated");
}

std::string failure_text(const ScalarCase& tested, const BarrierFlavour& flavour, const std::string& what,
                         const std::string& text) {
  return fmt::format(
      "{}\n{} flavour of program {}; repeat it with\n  RECONVERGE_PROPERTY_SEED={} "
      "RECONVERGE_PROPERTY_PROGRAMS=1 and --gtest_filter='*ConvergenceBarrier*/0'\n{}",
      what, flavour.name, tested.seed, tested.seed, text);
}

std::optional<std::string> check_program(std::uint64_t seed, Tally& tally) {
  const ScalarCase tested(seed);
  for (const BarrierFlavour& flavour : flavours) {
    const std::string text = lower(tested.program, flavour, seed);
    const auto executable = decoded(text, ConvergenceBarriers());
    if (!executable) return failure_text(tested, flavour, to_string(executable.error()), text);
    ++tally.listings;
    for (const BarrierPolicy& policy : policies()) {
      const std::string problem = run_case(tested, *executable, policy, tally);
      if (!problem.empty()) return failure_text(tested, flavour, problem + "\n" + to_string(policy), text);
    }
  }
  return std::nullopt;
}

class ConvergenceBarrierProperty : public testing::TestWithParam<int> {};

TEST_P(ConvergenceBarrierProperty, EveryLaneEndsAsItsScalarRun) {
  Tally tally;
  const std::uint64_t programs = programs_a_shard(600);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed)
    if (const auto wrong = check_program(seed, tally)) FAIL() << *wrong;
  fmt::print(
      "programs {} to {}: {} listings, {} runs, {} instructions, {} releases of {} lanes, {} BARs for a part of the "
      "warp, {} instructions beside lanes at WARPSYNC\n",
      first, first + programs - 1, tally.listings, tally.runs, tally.instructions, tally.releases, tally.lanes_released,
      tally.bars, tally.gathered);
}

INSTANTIATE_TEST_SUITE_P(Shard, ConvergenceBarrierProperty, testing::Range(0, shards));

/// Two mechanisms and two instruction sets, one program: every lane ends with the same variables.
TEST(BothMechanisms, GiveEveryLaneTheSameResults) {
  constexpr Flavour maxwell{"Maxwell", "sm_50", Flavour::Leaving::sync};
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 300; ++seed) {
    const ScalarCase tested(seed);
    emulator::TokenStack stack;
    ConvergenceBarriers barriers;
    emulator::Warp old_warp = tested.warp(), new_warp = tested.warp();
    const auto old_form = decoded(lower(tested.program, maxwell, seed), stack);
    const auto new_form = decoded(lower(tested.program, flavours[0], seed), barriers);
    emulator::run(old_form.value(), old_warp, stack, emulator::Events(), {}, tested.live);
    emulator::run(new_form.value(), new_warp, barriers, emulator::Events(), {}, tested.live);
    for (int index = 0; index < first_counter + tested.program.counters; ++index) {
      if (index == scratch_register) continue;
      ASSERT_EQ(old_warp.register_value(index), new_warp.register_value(index)) << "R" << index << " of " << seed;
    }
  }
}

// The suite would say little if the lowering made tame listings.

TEST(BarrierLowering, SynchronisesInGuardedPlaces) {
  Tally tally;
  std::string text;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const ScalarCase tested(seed);
    const std::string listing = lower(tested.program, flavours[2], seed);
    const auto executable = decoded(listing, ConvergenceBarriers());
    ASSERT_TRUE(executable) << to_string(executable.error());
    ASSERT_EQ(run_case(tested, *executable, {}, tally), "") << listing;
    text += listing;
  }
  for (const char* form : {"@!?P[0-5] BAR.SYNC", "@!?P[0-5] WARPSYNC R", " WARPSYNC 0xffffffff", " WARPSYNC.ALL",
                           "VOTE.ANY R[0-9]+, PT, !?P[0-5]"})
    EXPECT_TRUE(std::regex_search(text, std::regex(form))) << form;
  EXPECT_GT(tally.bars, 0u);
  EXPECT_GT(tally.gathered, 0u);
}

TEST(BarrierLowering, UsesEveryFormOfControl) {
  std::string text;
  for (std::uint64_t seed = 0; seed < 300; ++seed) text += lower(generate(seed), flavours[1], seed);
  for (const char* form : {" BSSY B0", " BSYNC B3", " BREAK B1", " BRA 0x", " BRX R12 -0x", " JMX R12;",
                           " CALL.REL.NOINC 0x", " CALL.ABS.NOINC R12;", " RET.REL.NODEC R", " EXIT;", " YIELD;",
                           " NANOSLEEP 0x10;", " BMOV.32.CLEAR RZ, B", " BMOV.32 B0, R", " LDL R"})
    EXPECT_NE(text.find(form), std::string::npos) << form;
  for (const char* form : {"@!?P[0-5] BREAK B", "@!?P[0-5] BRA 0x", "@!?P[0-5] EXIT", "@!?P[0-5] CALL",
                           " BREAK !?P[0-5], B", " BRA !?P[0-5], 0x", "BMOV.32.CLEAR R[1-9]"})
    EXPECT_TRUE(std::regex_search(text, std::regex(form))) << form;
}

}  // namespace
}  // namespace reconverge::property
