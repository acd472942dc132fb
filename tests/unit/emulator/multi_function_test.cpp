// SPDX-License-Identifier: MIT
// MUFU against every output of a card (probes/functions, data/measured/h200/functions.csv).

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "emulator/arithmetic/interpolation.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

/// What the probe adds up over the arguments of a block.
std::uint64_t mixed(std::uint32_t argument, std::uint32_t result) {
  std::uint64_t hash = argument * 0x9E3779B97F4A7C15u ^ (result + std::uint64_t{1}) * 0xC2B2AE3D27D4EB4Fu;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9u;
  return hash ^ hash >> 32;
}

constexpr unsigned fraction_bits = 23;

/// Of all arguments of one sign and exponent.
template <std::uint32_t (*function)(std::uint32_t)> std::uint64_t digest(std::uint32_t sign_and_exponent) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < 1u << fraction_bits; ++i) {
    const std::uint32_t argument = sign_and_exponent << fraction_bits | i;
    sum += mixed(argument, function(argument));
  }
  return sum;
}

const std::map<std::string, std::uint64_t (*)(std::uint32_t)> functions = {
    {"MUFU.RCP", digest<multi_function::reciprocal>},
    {"MUFU.RSQ", digest<multi_function::reciprocal_root>},
    {"MUFU.SQRT", digest<multi_function::square_root>},
    {"MUFU.EX2", digest<multi_function::power_of_two>},
    {"MUFU.LG2", digest<multi_function::binary_logarithm>},
    {"MUFU.SIN", digest<multi_function::sine>},
    {"MUFU.COS", digest<multi_function::cosine>},
    {"MUFU.TANH", digest<multi_function::hyperbolic_tangent>},
    {"MUFU.RCP64H", digest<multi_function::reciprocal_of_double>},
    {"MUFU.RSQ64H", digest<multi_function::reciprocal_root_of_double>},
};

struct Measured {
  std::string function;
  std::string block;  ///< sign and exponent, or empty: all arguments of 16 bits
  std::uint64_t digest;
};

std::vector<Measured> measured() {
  std::vector<Measured> rows;
  std::ifstream file(RECONVERGE_FUNCTIONS);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Measured row;
    std::getline(cells, row.function, ',');
    std::getline(cells, row.block, ',');
    cells >> std::hex >> row.digest;
    rows.push_back(row);
  }
  return rows;
}

/// How many blocks of the chosen exponents were compared.
std::size_t compare(const std::function<bool(const std::string&, unsigned)>& chosen) {
  std::vector<Measured> rows;
  for (const Measured& row : measured())
    if (!row.block.empty() && chosen(row.function, static_cast<unsigned>(std::stoul(row.block)))) rows.push_back(row);
  std::vector<std::uint64_t> computed(rows.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < rows.size(); at = next++)
        computed[at] = functions.at(rows[at].function)(static_cast<std::uint32_t>(std::stoul(rows[at].block)));
    });
  threads.clear();
  for (std::size_t at = 0; at < rows.size(); ++at)
    EXPECT_EQ(computed[at], rows[at].digest) << rows[at].function << ", sign and exponent " << rows[at].block;
  return rows.size();
}

/// Where the function's tables are used most: one binade, or two that differ.
const std::multimap<std::string, unsigned> telling = {
    {"MUFU.RCP", 127},  {"MUFU.RSQ", 127}, {"MUFU.RSQ", 128},  {"MUFU.SQRT", 127},   {"MUFU.SQRT", 128},
    {"MUFU.EX2", 128},  {"MUFU.EX2", 383}, {"MUFU.LG2", 126},  {"MUFU.LG2", 127},    {"MUFU.SIN", 125},
    {"MUFU.SIN", 382},  {"MUFU.COS", 124}, {"MUFU.TANH", 119}, {"MUFU.TANH", 126},   {"MUFU.TANH", 128},
    {"MUFU.TANH", 385}, {"MUFU.RCP", 253}, {"MUFU.EX2", 133},  {"MUFU.RCP64H", 255}, {"MUFU.RSQ64H", 511},
};

TEST(MultiFunction, GivesTheWordsOfTheCardInTellingBinades) {
  const std::size_t compared = compare([](const std::string& function, unsigned block) {
    const auto [first, last] = telling.equal_range(function);
    return std::any_of(first, last, [&](const auto& entry) { return entry.second == block; });
  });
  EXPECT_EQ(compared, telling.size());
}

/// Ten minutes of processor time: --gtest_also_run_disabled_tests.
TEST(MultiFunction, DISABLED_GivesTheWordsOfTheCardForEveryArgument) {
  EXPECT_EQ(compare([](const std::string&, unsigned) { return true; }), functions.size() * 512);
}

TEST(MultiFunction, OfHalvesGiveTheWordsOfTheCardForEveryArgument) {
  int compared = 0;
  for (const Measured& row : measured()) {
    if (!row.block.empty()) continue;
    DataRow data(row.function + " R0, R1");
    std::uint64_t sum = 0;
    for (std::uint32_t first = 0; first < 0x10000; first += lanes) {
      for (unsigned lane = 0; lane < lanes; ++lane) data.warp.values[1][lane] = first + lane;
      data.execute();
      for (unsigned lane = 0; lane < lanes; ++lane) sum += mixed(first + lane, data.warp.values[0][lane]);
    }
    EXPECT_EQ(sum, row.digest) << row.function;
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

TEST(MultiFunction, LastBitsAreKnownOnHopperAlone) {
  for (const char* row : {"MUFU.EX2 R0, R1", "MUFU.RCP64H R0, R1", "MUFU.TANH.F16 R0, R1"}) {
    EXPECT_FALSE(DataRow(row, "sm_90").decoded().approximate) << row;
    EXPECT_TRUE(DataRow(row, "sm_80").decoded().approximate) << row;
    EXPECT_TRUE(DataRow(row, "sm_100").decoded().approximate) << row;
  }
}

TEST(MultiFunction, TakesEachFunctionByItsName) {
  const std::uint32_t two = std::bit_cast<std::uint32_t>(2.0f), quarter = std::bit_cast<std::uint32_t>(0.25f);
  EXPECT_EQ(result_of_row("MUFU.RCP R0, R1", two), std::bit_cast<std::uint32_t>(0.5f));
  EXPECT_EQ(result_of_row("MUFU.RSQ R0, R1", quarter), two);
  EXPECT_EQ(result_of_row("MUFU.SQRT R0, R1", quarter), std::bit_cast<std::uint32_t>(0.5f));
  EXPECT_EQ(result_of_row("MUFU.EX2 R0, R1", two), std::bit_cast<std::uint32_t>(4.0f));
  EXPECT_EQ(result_of_row("MUFU.LG2 R0, R1", two), std::bit_cast<std::uint32_t>(1.0f));
  EXPECT_EQ(result_of_row("MUFU.LG2 R0, R1", quarter), 0xBFFF'FFFFu) << "the last place before -2";
  EXPECT_EQ(result_of_row("MUFU.SIN R0, R1", quarter), std::bit_cast<std::uint32_t>(1.0f));
  EXPECT_EQ(result_of_row("MUFU.COS R0, R1", quarter), 0x8000'0000u) << "minus zero";
  EXPECT_EQ(result_of_row("MUFU.TANH R0, -R1", 0x7F80'0000u), 0xBF80'0000u);
}

}  // namespace
}  // namespace reconverge::emulator::testing
