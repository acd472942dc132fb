// SPDX-License-Identifier: MIT
// What looks for faults finds the same in straight runs as in instructions one by one: in random programs of which some
// rows use memory, other lanes, the clock, and registers and predicates that count as never written.

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/unknown/unknown_values.hpp"
#include "observers/absent_lanes.hpp"
#include "observers/contested_stores.hpp"
#include "observers/partial_groups.hpp"
#include "observers/shared_races.hpp"
#include "observers/uninitialised_reads.hpp"
#include "property/convergence_barrier_lowering.hpp"
#include "property/scalar_case.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/one_by_one.hpp"

namespace reconverge::property {
namespace {

using emulator::testing::OneByOne;

constexpr int shards = 4;

/// The program with some of its sums replaced, so that what it computes means nothing: a loop may have no end.
std::string with_other_rows(const std::string& listing, std::uint64_t seed) {
  Random random(seed);
  std::istringstream lines(listing);
  std::string text;
  for (std::string line; std::getline(lines, line); text += line + "\n") {
    const std::size_t sum = line.find("IADD3 R");
    if (sum == std::string::npos || !random.chance(40)) continue;
    const int to = random.between(0, 9), from = random.between(0, 9), word = random.between(0, 5);
    const std::array rows{fmt::format("LDS R{}, [0x{:x}]", to, 4 * word),
                          fmt::format("STS [0x{:x}], R{}", 4 * word, from),
                          fmt::format("LDL R{}, [0x{:x}]", to, 4 * word),
                          fmt::format("STL [0x{:x}], R{}", 4 * word, from),
                          fmt::format("ATOMS.ADD R{}, [0x{:x}], R{}", to, 4 * word, from),
                          fmt::format("SHFL.IDX PT, R{}, R{}, 0x{:x}, 0x1f", to, from, 5 * word),
                          fmt::format("SHFL.DOWN PT, R{}, R{}, R{}, 0x1f", to, from, to),
                          fmt::format("ISETP.LT.AND P{}, PT, R{}, R{}, P{}", word, to, from, 5 - word),
                          fmt::format("MOV R{}, R{}", to, from),
                          std::string("MEMBAR.SC.CTA"),
                          fmt::format("CS2R.32 R{}, SR_CLOCKLO", to)};
    const bool has_guard = line.find('@') != std::string::npos;
    const std::string guard =
        has_guard || random.chance(60) ? "" : fmt::format("@{}P{} ", random.chance(50) ? "!" : "", word);
    line = line.substr(0, sum) + guard +
           rows[static_cast<std::size_t>(random.between(0, static_cast<int>(rows.size()) - 1))] + ";";
  }
  return text;
}

std::string text_of(const observers::Finding& finding) {
  return fmt::format("{} {} {} {} {} {}", finding.kind, finding.index, to_string(finding.lanes),
                     to_string(finding.missing), finding.count, finding.message);
}

/// All that was found, and what is not known at the end, as text.
std::vector<std::string> found(const emulator::Executable& executable, const ScalarCase& tested, bool one_by_one) {
  emulator::Warp warp = tested.warp();
  warp.local.resize(64);
  warp.memory->shared.resize(0, 64);
  emulator::ConvergenceBarriers barriers;
  observers::WrittenShared written;
  observers::SharedUse use;
  const observers::UninitialisedReads::Given given{.registers = {0, 2, 3, 8, 9, 10, 11, 14}, .predicates = {0, 3}};
  observers::UninitialisedReads uninitialised(executable, warp, tested.live, written, given,
                                              observers::UninitialisedReads::code_of(executable));
  observers::PartialGroups partial(executable.function, tested.live);
  observers::AbsentLanes absent(executable, warp, tested.live);
  observers::ContestedStores contested(executable, warp);
  observers::SharedRaces races(executable, warp, use, 0, observers::SharedRaces::code_of(executable.function));
  emulator::UnknownValues unknown(executable, emulator::UnknownValues::code_of(executable),
                                  std::make_shared<emulator::MarkedMemory>(), "there is none");
  OneByOne listener;
  std::vector<emulator::Listener*> listeners{&uninitialised, &partial, &absent, &contested, &races};
  if (one_by_one) listeners.push_back(&listener);
  const emulator::Events events(listeners);
  const auto result = emulator::Run({executable, warp, barriers, events, nullptr, "generated", &unknown}, tested.live)
                          .go_on({.steps = 3000});
  std::vector<std::string> texts{fmt::format("{}", result.steps)};
  if (result.diagnostic) texts.push_back(to_string(*result.diagnostic));
  for (const auto& findings : {uninitialised.findings(), partial.findings(), absent.findings(), contested.findings()})
    for (const observers::Finding& finding : findings) texts.push_back(text_of(finding));
  texts.push_back(fmt::format("{}", fmt::join(races.unfollowed(), " ")));
  for (const auto& [index, lanes] : unknown.unknown_registers())
    texts.push_back(fmt::format("R{} unknown {}", index, to_string(lanes)));
  return texts;
}

class FindingsOfRuns : public testing::TestWithParam<int> {};

TEST_P(FindingsOfRuns, AreThoseOfSingleInstructions) {
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  std::size_t all = 0;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const ScalarCase tested(seed);
    const std::string listing = lower(tested.program, BarrierFlavour{"Hopper", "sm_90", false, true}, seed);
    const auto decoded = emulator::decode(sass::read_function(with_other_rows(listing, seed), "generated").value(),
                                          emulator::ConvergenceBarriers(), {}, "generated");
    ASSERT_TRUE(decoded) << to_string(decoded.error());
    const auto single = found(*decoded, tested, true);
    EXPECT_EQ(found(*decoded, tested, false), single) << listing;
    all += single.size();
  }
  EXPECT_GT(all, 4 * programs) << "hardly anything was found";
}

INSTANTIATE_TEST_SUITE_P(Shard, FindingsOfRuns, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
