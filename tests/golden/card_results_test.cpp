// SPDX-License-Identifier: MIT
// Every lane of every benchmark must end with the very bits that the card gave: the SASS that ran on
// the card, run here with the same limits.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <set>

#include "golden/measured_files.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

/// Empty if these words are the card's lane results, or what it left in data.
std::string difference(const std::vector<std::uint32_t>& ours, const measurements::BenchState& card) {
  for (std::size_t word = 0; word < card.words.size(); ++word)
    if (ours[word] != card.words[word])
      return fmt::format("data word {}: {:#010x}, the card has {:#010x}", word, ours[word], card.words[word]);
  for (std::size_t lane = 0; lane < card.lane_results.size(); ++lane) {
    const auto& expected = card.lane_results[lane];
    const float result = std::bit_cast<float>(ours[lane]);
    if (expected ? std::bit_cast<std::uint32_t>(*expected) != ours[lane] : std::isfinite(result))
      return fmt::format("lane {}: {}, the card has {}", lane, result, expected ? std::to_string(*expected) : "none");
  }
  return {};
}

/// Runs one state; the message is empty if every lane's result is the card's.
std::string check(const study::EmulatedBenchmark& replay, const measurements::BenchState& state) {
  const auto replayed = replay.run(state, {.looks_for_faults = true});
  if (replayed.run.run.diagnostic) return to_string(*replayed.run.run.diagnostic);
  for (const auto& finding : replayed.run.findings)
    if (finding.kind.starts_with("uninitialised-")) return fmt::format("row {}: {}", finding.index, finding.message);
  return difference(study::words_of(replayed.run.buffers.at(1)), state);
}

/// What does not agree yet, or cannot. A kernel that comes to agree must be taken off.
struct KnownMiss {
  std::string_view file, kernel, why;
};
constexpr std::string_view reads_machine = "it reads what differs from run to run: clocks, identities of the card";
constexpr std::string_view order = "groups come in another order than on the card";
constexpr std::string_view address = "the address of a buffer goes into its result";
constexpr KnownMiss known_misses[] = {
    {"h100/probes/latency/memory.json", "constant_indexed",
     "the file does not hold the constant bank in which the code has a table"},
    {"h100/probes/latency/uniform.json", "block_index", "it has an instruction that is not implemented"},
    {"h100/probes/kernels/warp_work.json", "compact", order},
    {"h100/probes/latency/special_registers.json", "s2r_warpid", reads_machine},
    {"h100/probes/latency/special_registers.json", "s2r_smid", reads_machine},
    {"h100/probes/latency/special_registers.json", "s2r_nsmid", reads_machine},
    {"h100/probes/latency/special_registers.json", "s2r_gridid", reads_machine},
    {"h100/probes/latency/special_registers.json", "clock_32", reads_machine},
    {"h100/probes/latency/special_registers.json", "clock_hi", reads_machine},
    {"h100/probes/latency/special_registers.json", "clock_64", reads_machine},
    {"h100/probes/latency/special_registers.json", "globaltimer", reads_machine},
    {"h100/probes/latency/uniform.json", "uniform_add", address},
    {"h100/probes/latency/uniform.json", "uniform_multiply", address},
    {"h100/probes/latency/uniform.json", "uniform_shift", address},
    {"h100/probes/latency/uniform.json", "uniform_select", address},
    {"h100/probes/latency/uniform.json", "uniform_permute", address},
    {"h100/probes/latency/uniform.json", "uniform_count", address},
    {"h100/probes/latency/uniform.json", "uniform_find", address},
    {"h100/probes/latency/uniform.json", "uniform_reverse", address},
};

const KnownMiss* is_known(const std::string& file, const std::string& kernel) {
  const auto found = std::ranges::find_if(
      known_misses, [&](const KnownMiss& miss) { return miss.file == file && miss.kernel == kernel; });
  return found == std::end(known_misses) ? nullptr : found;
}

class CardResults : public ::testing::TestWithParam<std::string> {};

TEST_P(CardResults, AreOursBitForBit) {
  std::set<std::string> done;  // cards of one kind run the same code on the same limits
  std::set<std::string> missed;
  std::size_t states = 0;
  const auto runs = measured(GetParam());
  for (const auto& run : runs) {
    if (run.listing.empty()) continue;
    const auto replay = study::EmulatedBenchmark::open(run, GetParam());
    if (!replay) {
      ADD_FAILURE() << run.name << ": " << to_string(replay.error());
      continue;
    }
    for (const auto& state : run.states) {
      const std::string which = fmt::format("{} {} {}", run.name, run.sha256, fmt::join(state.limits, " "));
      if (!state.why_not.empty() || !done.insert(which).second) continue;
      const std::string problem = check(*replay, state);
      ++states;
      if (problem.empty()) continue;
      if (missed.insert(run.name).second && is_known(GetParam(), run.name) == nullptr)
        ADD_FAILURE() << run.name << ", n = " << state.n.value_or(0) << ": " << problem;
      break;  // the other states of the kernel would say the same
    }
  }
  for (const auto& run : runs) {
    const auto* known = is_known(GetParam(), run.name);
    if (known != nullptr && !missed.contains(run.name))
      ADD_FAILURE() << run.name << " is right now: take it off the list (" << known->why << ")";
  }
  EXPECT_GT(states, 0u);
  RecordProperty("states", static_cast<int>(states));
}

/// "h100_probes_kernels_calls"
std::string test_name(const ::testing::TestParamInfo<std::string>& instance) {
  std::string name = instance.param.substr(0, instance.param.rfind('.'));
  std::ranges::replace_if(
      name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Measured, CardResults, ::testing::ValuesIn(measured_files()), test_name);

}  // namespace
}  // namespace reconverge::golden
