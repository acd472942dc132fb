// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/program.hpp"

// Which lane's value stays where several lanes of one instruction store to one address, as an H100 does it. Each
// kernel stores tid + 1 at an index of its first argument; the listings are of CUDA 13.0 for sm_90, made by nvdisasm.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

std::string input(const std::string& name) { return RECONVERGE_CASES "/" + name; }

std::array<std::size_t, 32> indices_of(const std::string& file) {
  std::ifstream text(input(file));
  std::array<std::size_t, 32> indices{};
  char comma = 0;
  for (std::size_t& index : indices) text >> index >> comma;
  return indices;
}

/// The lane whose value stays at each index: the lowest one, of 8 bytes the lowest one of the upper half of the warp
/// if that stores there.
std::map<std::size_t, std::size_t> winners(const std::array<std::size_t, 32>& indices, bool halves) {
  std::map<std::size_t, std::size_t> lanes;
  for (std::size_t lane = 32; lane-- > 0;) {
    const bool upper_half_was_there =
        halves && lane < 16 && lanes.contains(indices[lane]) && lanes[indices[lane]] >= 16;
    if (!upper_half_was_there) lanes[indices[lane]] = lane;
  }
  return lanes;
}

struct Cell {
  const char* kernel;
  const char* out;  ///< type of its second argument
  bool wide;
};

TEST(Operands, TheLaneThatWinsAContestedAddress) {
  for (const Cell& cell : {Cell{"g4", "u32[32]", false}, Cell{"s4", "u32[32]", false}, Cell{"g8", "u64[32]", true}})
    for (const char* file : {"winner_same.csv", "winner_pairs.csv", "winner_random.csv"}) {
      const std::string kernel = cell.kernel;
      const Outcome outcome =
          run({"emulate", input("store_winner_" + kernel + ".sass"), "--function", "m_stwin_" + kernel, "--arg",
               "u32[]=@" + input(file), "--arg", cell.out, "--arg", "i64[64]", "--json", "-"});
      ASSERT_EQ(outcome.status, 0) << outcome;
      const Json record = Json::parse(outcome.out);
      for (const auto& [index, lane] : winners(indices_of(file), cell.wide))
        EXPECT_EQ(record["buffers"][1]["values"][index], lane + 1) << kernel << ", " << file << ", word " << index;
      ASSERT_EQ(record["findings"].size(), 1u) << outcome.out;
      EXPECT_EQ(record["findings"][0]["kind"], "contested-store");
    }
}

}  // namespace
}  // namespace reconverge::cli_tests
