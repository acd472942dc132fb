// SPDX-License-Identifier: MIT
// Warps of a block that each have a sub-partition of the multiprocessor to themselves, on the card and emulated.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "run/kernel_run.hpp"
#include "sass/reader.hpp"

namespace reconverge::golden {
namespace {

constexpr int lanes = 32, most_rounds = 32;

template <typename Value> emulator::Buffer buffer_of(emulator::ElementType type, const std::vector<Value>& values) {
  emulator::Buffer buffer{type, std::vector<std::uint8_t>(sizeof(Value) * values.size())};
  std::memcpy(buffer.bytes.data(), values.data(), buffer.bytes.size());
  return buffer;
}

/// As many lanes as `leavers` leave the loop early, one a round: 32, 32, ..., 31, 30, ...; twice, for the inner loop.
std::vector<std::int32_t> rounds_of(int leavers) {
  std::vector<std::int32_t> rounds;
  for (int i = 0; i < 2 * lanes; ++i) rounds.push_back(std::min(most_rounds, 2 * lanes - 1 - i % lanes - leavers));
  return rounds;
}

struct Stamps {
  std::uint64_t total = 0;  ///< from the first start to the last stop
  std::vector<std::uint64_t> of_warps;
  std::vector<float> sums;
};

/// Runs a kernel and reads what its warps have measured in its last pass.
Stamps stamps_of(const std::string& function, int warps, int leavers) {
  std::ifstream file(RECONVERGE_MANY_WARPS_KERNELS);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto threads = static_cast<std::size_t>(warps * lanes);
  const emulator::Launch launch{
      .block = warps * lanes,
      .arguments = {buffer_of(emulator::ElementType::i32, rounds_of(leavers)),
                    buffer_of(emulator::ElementType::f32, std::vector<float>(threads, 1.0F)),
                    buffer_of(emulator::ElementType::u64, std::vector<std::uint64_t>(2 * threads)),
                    emulator::Scalar{emulator::ElementType::u32, 0xFFFF'FFFF},
                    emulator::Scalar{emulator::ElementType::i32, 3}}};
  auto read = sass::read_function(text, "many_warps.sass", {.function = function, .arch = ""});
  EXPECT_TRUE(read) << to_string(read.error());
  const auto executable = run::decode_kernel(std::move(read).value(), launch, {}, "many_warps.sass");
  EXPECT_TRUE(executable) << to_string(executable.error());
  const auto run = run::run_kernel({.executable = *executable, .source_name = "many_warps.sass", .launch = launch});
  EXPECT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  Stamps stamps;
  std::vector<std::uint64_t> clocks(2 * threads);
  std::memcpy(clocks.data(), run.buffers.at(2).buffer.bytes.data(), 16 * threads);
  stamps.sums.resize(threads);
  std::memcpy(stamps.sums.data(), run.buffers.at(1).buffer.bytes.data(), 4 * threads);
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), last = 0;
  for (std::size_t warp = 0; warp < static_cast<std::size_t>(warps); ++warp) {
    std::uint64_t start = std::numeric_limits<std::uint64_t>::max(), stop = 0;
    for (std::size_t thread = warp * lanes; thread < (warp + 1) * lanes; ++thread) {
      start = std::min(start, clocks[2 * thread]);
      stop = std::max(stop, clocks[2 * thread + 1]);
    }
    stamps.of_warps.push_back(stop - start);
    first = std::min(first, start);
    last = std::max(last, stop);
  }
  stamps.total = last - first;
  return stamps;
}

/// Cycles by warps and leavers.
std::map<std::pair<int, int>, std::uint64_t> measured() {
  std::ifstream file(std::string(RECONVERGE_MEASURED) + "/h200/many_warps.csv");
  std::map<std::pair<int, int>, std::uint64_t> cycles;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream fields(line);
    std::string kernel;
    int warps = 0, leavers = 0;
    std::uint64_t value = 0;
    fields >> kernel >> warps >> leavers >> value;
    cycles[{warps, leavers}] = value;
  }
  return cycles;
}

/// The code of the card's kernel lies elsewhere in its lines, which costs each of its runs the same.
TEST(ManyWarps, OneMoreOnEachSubPartitionCostsWhatItCostsOnTheCard) {
  const auto card = measured();
  ASSERT_EQ(card.size(), 12u);
  for (const auto& [key, cycles] : card) {
    const auto& [warps, leavers] = key;
    const std::uint64_t alone = stamps_of("single_loop", 1, leavers).total;
    EXPECT_EQ(stamps_of("single_loop", warps, leavers).total - alone, cycles - card.at({1, leavers}))
        << warps << " warps, " << leavers << " leavers";
    EXPECT_EQ(alone - stamps_of("single_loop", 1, 0).total, card.at({1, leavers}) - card.at({1, 0}));
  }
}

/// They meet at the shared unit once, and then stay a cycle apart.
TEST(ManyWarps, EachStaysWithinThreeCyclesOfOneAlone) {
  for (const std::string kernel : {"single_loop", "double_loop"})
    for (const int leavers : {0, 3, 31}) {
      const Stamps alone = stamps_of(kernel, 1, leavers);
      for (const int warps : {2, 3, 4})
        for (const std::uint64_t cycles : stamps_of(kernel, warps, leavers).of_warps) {
          EXPECT_GE(cycles, alone.total) << kernel << ", " << warps << " warps, " << leavers << " leavers";
          EXPECT_LE(cycles, alone.total + 3) << kernel << ", " << warps << " warps, " << leavers << " leavers";
        }
    }
}

TEST(ManyWarps, ComputeWhatOneComputes) {
  const std::vector<float> alone = stamps_of("double_loop", 1, 17).sums;
  for (const int warps : {3, 4, 8}) {
    const std::vector<float> sums = stamps_of("double_loop", warps, 17).sums;
    for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_EQ(sums[i], alone[i % lanes]) << warps << ", thread " << i;
  }
}

}  // namespace
}  // namespace reconverge::golden
