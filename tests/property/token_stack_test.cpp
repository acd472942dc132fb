// SPDX-License-Identifier: MIT
// What holds for every program under the token stack, whatever the chip holds and whatever spills.
//
// RECONVERGE_PROPERTY_SEED=S begins at program S, RECONVERGE_PROPERTY_PROGRAMS=N runs N programs a
// shard; a failure prints the two that repeat it.

#include "emulator/reconvergence/token_stack.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <optional>
#include <regex>

#include "emulator/emulator.hpp"
#include "observers/event_counts.hpp"
#include "property/scalar_case.hpp"
#include "property/token_stack_lowering.hpp"
#include "sass/reader.hpp"
#include "timing/cost_model.hpp"

namespace reconverge::property {
namespace {

using core::LaneMask;
using emulator::TokenKind;
using emulator::TokenStack;

constexpr int shards = 8;

constexpr Flavour flavours[] = {
    {"Fermi", "sm_20", Flavour::Leaving::any_carrier},
    {"Kepler", "sm_35", Flavour::Leaving::any_carrier},
    {"Fermi with plain carriers", "sm_20", Flavour::Leaving::nop_carrier},
    {"Maxwell", "sm_50", Flavour::Leaving::sync},
};

/// Follows one run and keeps the first thing that should not be.
class Invariants final : public emulator::Listener {
 public:
  /// @param every_step  look at all tokens before every instruction
  Invariants(const TokenStack& stack, LaneMask started, std::optional<int> capacity, bool every_step)
      : stack_(stack), started_(started), capacity_(capacity), every_step_(every_step) {}

  bool wants_issued() const override { return every_step_; }
  void issued(const emulator::Issued& event) override {
    const LaneMask live = stack_.live();
    require(event.active.any(), "an instruction is issued for no lane", event.at);
    require(live.contains(event.active), "a lane that exited is active", event.at);
    require(event.active.contains(event.executing), "a lane executes that is not active", event.at);
    require((live | exited_) == started_ && !live.intersects(exited_), "lanes were lost or came back", event.at);

    LaneMask enclosing = started_;  // the non-DIV token below
    LaneMask parted, waiting;
    for (const emulator::Token& token : stack_.tokens()) {
      require(live.contains(token.mask), "a token holds a lane that exited", event.at);
      require(enclosing.contains(token.mask), "a token holds lanes that the one below lacks", event.at);
      waiting |= token.mask;
      if (token.kind == TokenKind::div) {
        require(!parted.intersects(token.mask), "two DIV tokens hold the same lane", event.at);
        parted |= token.mask;
      } else {
        enclosing = token.mask;
      }
    }
    require(enclosing.contains(event.active), "an active lane is not in the enclosing token", event.at);
    require(!parted.intersects(event.active), "an active lane waits in a DIV token", event.at);
    require((event.active | waiting) == live, "a lane is neither active, pending nor exited", event.at);
  }

  void pushed(const emulator::Pushed& event) override {
    ++depth_;
    check_books(event.at, event.depth);
    require(event.mask.any(), "an empty token is pushed", event.at);
  }
  void popped(const emulator::Popped& event) override {
    --depth_;
    check_books(event.at, event.depth);
  }
  void spilled(const emulator::Spilled& event) override { in_memory_ += static_cast<int>(event.entries); }
  void reloaded(const emulator::Reloaded& event) override { in_memory_ -= static_cast<int>(event.entries); }
  void lanes_exited(const emulator::LanesExited& event) override {
    require(!exited_.intersects(event.mask), "a lane exits twice", event.at);
    exited_ |= event.mask;
  }

  void finish() {
    const emulator::Moment end{};
    require(exited_ == started_, "not every lane exited", end);
    require(depth_ == 0 && stack_.tokens().empty(), "tokens are left at the end", end);
    require(in_memory_ == 0 && stack_.resident() == 0, "entries are left at the end", end);
  }

  const std::string& violation() const { return violation_; }

 private:
  void check_books(emulator::Moment at, std::uint32_t depth) {
    require(depth == static_cast<std::uint32_t>(depth_), "pushes less pops are not the depth", at);
    require(stack_.resident() + in_memory_ == depth_, "entries on chip and in memory are not the depth", at);
    require(!capacity_ || stack_.resident() <= *capacity_, "more entries on chip than it holds", at);
    require(in_memory_ >= 0, "more entries reloaded than spilled", at);
  }
  void require(bool holds, const char* what, emulator::Moment at) {
    if (!holds && violation_.empty()) violation_ = fmt::format("{} (step {}, row {})", what, at.step, at.index);
  }

  const TokenStack& stack_;
  LaneMask started_;
  std::optional<int> capacity_;
  bool every_step_;
  LaneMask exited_;
  int depth_ = 0;
  int in_memory_ = 0;
  std::string violation_;
};

/// One program in one flavour, ready to run.
struct Case {
  explicit Case(std::uint64_t seed) : scalar(seed) {}
  ScalarCase scalar;
  const Flavour* flavour = nullptr;
  emulator::Executable executable = {};
};

/// What two runs that differ in spills only have in common.
struct Outcome {
  std::uint64_t steps = 0;
  observers::EventCounts counts;
  double cycles = 0;
};

/// Runs a case; the returned text says what is wrong with it, if anything.
std::string run_case(const Case& tested, const emulator::SpillSettings& spill, const emulator::CarrierOrder& order,
                     bool every_step, Outcome& outcome) {
  TokenStack stack(spill, &order);
  emulator::Warp warp = tested.scalar.warp();
  Invariants invariants(stack, tested.scalar.live, spill.capacity, every_step);
  timing::CostModel costs(timing::kepler());
  emulator::Listener* const listeners[] = {&invariants, &outcome.counts, &costs};
  const auto result = emulator::run(tested.executable, warp, stack, emulator::Events(listeners), {.steps = 5'000'000},
                                    tested.scalar.live, "generated");
  if (result.diagnostic) return to_string(*result.diagnostic);
  if (result.ending != emulator::Ending::exited) return "the program did not end by EXIT";
  invariants.finish();
  if (!invariants.violation().empty()) return invariants.violation();
  outcome.steps = result.steps;
  outcome.cycles = costs.divergence_cycles().value();
  const auto& counts = outcome.counts;
  if (counts.pushes != counts.pops) return "pushes differ from pops";
  if (counts.spilled_entries != counts.reloaded_entries) return "entries spilled differ from those reloaded";
  return tested.scalar.difference(warp);
}

/// A run may differ from the one on an unlimited stack in spills and cycles, in nothing else.
std::string difference(const Outcome& run, const Outcome& reference) {
  if (run.steps != reference.steps) return "another number of instructions";
  if (run.counts.pushes != reference.counts.pushes || run.counts.depth != reference.counts.depth) return "other pushes";
  if (run.counts.branches != reference.counts.branches ||
      run.counts.divergent_branches != reference.counts.divergent_branches)
    return "other branches";
  if (run.cycles != reference.cycles + 84.0 * static_cast<double>(run.counts.spills)) return "cycles beyond its spills";
  return "";
}

struct Tally {
  std::uint64_t programs = 0, listings = 0, runs = 0, instructions = 0, spilling = 0;
};

std::string failure_text(const Case& tested, const std::string& what, const std::string& text) {
  return fmt::format(
      "{}\n{} flavour of program {}; repeat it with\n  RECONVERGE_PROPERTY_SEED={} "
      "RECONVERGE_PROPERTY_PROGRAMS=1 and --gtest_filter='*TokenStack*/0'\n{}",
      what, tested.flavour->name, tested.scalar.seed, tested.scalar.seed, text);
}

/// Every rule and capacity on one listing. The text says what is wrong.
std::optional<std::string> check_listing(const Case& tested, const std::string& text, Tally& tally) {
  Outcome reference;
  const auto& carrier_first = emulator::carrier_orders().front();
  const auto wrong = run_case(tested, {.capacity = std::nullopt}, carrier_first, true, reference);
  if (!wrong.empty()) return failure_text(tested, wrong, text);
  ++tally.listings;
  tally.instructions += reference.steps;
  for (const auto& rule : emulator::spill_rules()) {
    for (const std::optional<int> capacity :
         {std::optional(4), std::optional(8), std::optional(16), std::optional<int>()}) {
      Outcome outcome;
      auto problem = run_case(tested, {.capacity = capacity, .rule = &rule}, carrier_first, false, outcome);
      if (problem.empty()) problem = difference(outcome, reference);
      ++tally.runs;
      tally.instructions += outcome.steps;
      if (capacity == 16 && outcome.counts.spills > 0 && rule.name == "lazy") ++tally.spilling;
      if (!problem.empty())
        return failure_text(
            tested, fmt::format("{} with {} entries, rule {}", problem, capacity.value_or(-1), rule.name), text);
    }
  }
  if (tested.flavour->leaving != Flavour::Leaving::nop_carrier) return std::nullopt;
  // A NOP cannot tell when the carrier acts.
  Outcome outcome;
  auto problem = run_case(tested, {}, *emulator::find_carrier_order("pop-first"), true, outcome);
  if (problem.empty() && outcome.steps != reference.steps) problem = "another number of instructions";
  if (!problem.empty()) return failure_text(tested, problem + " under pop-first", text);
  return std::nullopt;
}

std::optional<std::string> check_program(std::uint64_t seed, Tally& tally) {
  Case tested(seed);
  ++tally.programs;
  for (const Flavour& flavour : flavours) {
    tested.flavour = &flavour;
    const std::string text = lower(tested.scalar.program, flavour, seed);
    auto function = sass::read_function(text, "generated");
    if (!function) return failure_text(tested, to_string(function.error()), text);
    auto executable = emulator::decode(std::move(function).value(), TokenStack(), {}, "generated");
    if (!executable) return failure_text(tested, to_string(executable.error()), text);
    tested.executable = std::move(executable).value();
    if (auto wrong = check_listing(tested, text, tally)) return wrong;
  }
  return std::nullopt;
}

class TokenStackProperty : public testing::TestWithParam<int> {};

TEST_P(TokenStackProperty, EveryLaneEndsAsItsScalarRun) {
  Tally tally;
  const std::uint64_t programs = programs_a_shard(1'300);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed)
    if (const auto wrong = check_program(seed, tally)) FAIL() << *wrong;
  fmt::print("programs {} to {}: {} listings, {} runs, {} instructions; {} listings spill at 16 entries\n", first,
             first + programs - 1, tally.listings, tally.runs, tally.instructions, tally.spilling);
}

INSTANTIATE_TEST_SUITE_P(Shard, TokenStackProperty, testing::Range(0, shards));

// The suite would say little if the generator made tame programs.

TEST(Generator, MakesEveryKindOfStatement) {
  std::array<int, kind_count> total{};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto counts = count_kinds(generate(seed));
    for (std::size_t kind = 0; kind < total.size(); ++kind) total[kind] += counts[kind];
  }
  for (std::size_t kind = 0; kind < total.size(); ++kind) EXPECT_GE(total[kind], 50) << kind;
}

TEST(Generator, SameSeedSameProgram) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(lower(generate(seed), flavours[0], seed), lower(generate(seed), flavours[0], seed));
  EXPECT_NE(lower(generate(1), flavours[0], 1), lower(generate(2), flavours[0], 2));
}

TEST(Generator, FlavoursUseEveryFormOfControl) {
  std::string text;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    for (const Flavour& flavour : flavours) text += lower(generate(seed), flavour, seed);
  for (const char* form :
       {" SSY ",    " PBK ",   " PCNT ",   " PRET ",  " CAL ",    " JCAL ",  " BRX ",     " SYNC;",
        " BRK;",    " CONT;",  " RET;",    " EXIT;",  "NOP.S;",   "IADD.S ", "IADD.X.S ", "@P0 NOP.S",
        "@P0 SYNC", "@P0 BRK", "@P0 CONT", "@P0 RET", "@P0 EXIT", "@P0 CAL "})
    EXPECT_NE(text.find(form), std::string::npos) << form;
  const std::regex guarded("@!?P[0-5] (IADD|MOV|FADD)\\.S R");
  EXPECT_TRUE(std::regex_search(text, guarded)) << "a carrier that is guarded and works";
}

TEST(Generator, SomeProgramsSpillOnSixteenEntries) {
  Tally tally;
  for (std::uint64_t seed = 1'000; seed < 1'200; ++seed)
    if (const auto wrong = check_program(seed, tally)) FAIL() << *wrong;
  EXPECT_GE(tally.spilling, 10u);
}

}  // namespace
}  // namespace reconverge::property
