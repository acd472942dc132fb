// SPDX-License-Identifier: MIT
// Every cycle of every program belongs to one row, every execution too, whichever way its lanes part and meet.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/instruction_counts.hpp"
#include "property/hopper_program.hpp"
#include "property/idle_witness.hpp"
#include "property/scalar_case.hpp"
#include "property/token_stack_lowering.hpp"
#include "sass/reader.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::property {
namespace {

constexpr int shards = 4;

/// The sums as a run goes, apart from the account.
class Sums final : public emulator::Listener {
 public:
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    active_lanes += static_cast<std::uint64_t>(event.active.count());
    executing_lanes += static_cast<std::uint64_t>(event.executing.count());
    partial += event.active == live_ ? 0 : 1;
  }
  void branched(const emulator::Branched& event) override { divergent += event.diverged() ? 1 : 0; }
  void lanes_exited(const emulator::LanesExited& event) override { live_ = live_.without(event.mask); }

  explicit Sums(core::LaneMask live) : live_(live) {}
  std::uint64_t active_lanes = 0, executing_lanes = 0, partial = 0, divergent = 0;

 private:
  core::LaneMask live_;
};

std::string problem_of(std::uint64_t seed) {
  const ScalarCase tested(seed);
  const auto executable = hopper_program(tested);
  if (!executable) return to_string(executable.error());
  emulator::ConvergenceBarriers barriers;
  emulator::Warp warp = tested.warp();
  timing::WarpClock clock(*executable, *timing::built_in_record("sm_90"));
  timing::CycleAccount account;
  observers::InstructionCounts counts;
  Sums sums(tested.live);
  timing::CycleAccountant accountant(*executable, clock, tested.live, account);
  observers::InstructionCounter counter(executable->instructions.size(), tested.live, counts);
  IdleWitness witness(tested.live, &clock);
  emulator::Listener* const listeners[] = {&clock, &accountant, &counter, &sums, &witness};
  const emulator::Events events(listeners);
  const auto result = emulator::Run({*executable, warp, barriers, events, &clock, "generated"}, tested.live).go_on({});
  events.run_ended();
  if (result.diagnostic) return to_string(*result.diagnostic);
  std::uint64_t executions = 0, active = 0, executing = 0, partial = 0, partial_causes = 0, divergent = 0;
  for (const auto& row : counts.rows) {
    executions += row.executions;
    active += row.active_lanes;
    executing += row.executing_lanes;
    partial += row.executions_apart();
    divergent += row.divergent;
    for (const auto& part : row.apart) partial_causes += part.cause == emulator::no_index ? 0 : part.executions;
  }
  const auto differs = [](const char* what, std::uint64_t is, std::uint64_t should) {
    return is == should ? std::string() : fmt::format("{}: {} in place of {}; ", what, is, should);
  };
  return differs("cycles", account.total(), clock.now()) + differs("executions", executions, result.steps) +
         differs("active lanes", active, sums.active_lanes) +
         differs("executing lanes", executing, sums.executing_lanes) + differs("apart", partial, sums.partial) +
         differs("apart by a known row", partial_causes, sums.partial) +
         differs("divergent", divergent, sums.divergent) + witness.difference(counts) + witness.difference(account);
}

std::string problem_on_stack(std::uint64_t seed, const Flavour& flavour) {
  const ScalarCase tested(seed);
  auto function = sass::read_function(lower(tested.program, flavour, seed), "generated");
  if (!function) return to_string(function.error());
  emulator::TokenStack stack;
  const auto executable = emulator::decode(std::move(function).value(), stack, {}, "generated");
  if (!executable) return to_string(executable.error());
  emulator::Warp warp = tested.warp();
  observers::InstructionCounts counts;
  observers::InstructionCounter counter(executable->instructions.size(), tested.live, counts);
  IdleWitness witness(tested.live);
  emulator::Listener* const listeners[] = {&counter, &witness};
  const emulator::Events events(listeners);
  const auto result = emulator::Run({*executable, warp, stack, events, nullptr, "generated"}, tested.live).go_on({});
  events.run_ended();
  return result.diagnostic ? to_string(*result.diagnostic) : witness.difference(counts);
}

class AccountProperty : public testing::TestWithParam<int> {};

TEST_P(AccountProperty, EveryCycleAndExecutionBelongsToOneRow) {
  const std::uint64_t programs = programs_a_shard(150);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed)
    if (const std::string problem = problem_of(seed); !problem.empty()) FAIL() << "program " << seed << ": " << problem;
}

TEST_P(AccountProperty, EveryIdleLaneOnTheTokenStackHasItsCause) {
  constexpr Flavour flavours[] = {{"Kepler", "sm_35", Flavour::Leaving::any_carrier},
                                  {"Maxwell", "sm_50", Flavour::Leaving::sync}};
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed)
    for (const Flavour& flavour : flavours)
      if (const std::string problem = problem_on_stack(seed, flavour); !problem.empty())
        FAIL() << "program " << seed << " for " << flavour.name << ": " << problem;
}

INSTANTIATE_TEST_SUITE_P(Shard, AccountProperty, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
