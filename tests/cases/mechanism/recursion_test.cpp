// SPDX-License-Identifier: MIT
// Lanes that recurse to different depths through one barrier register lose convergence, and all of them end with what
// the source says. The listings are recursion.cu.txt, compiled by nvcc 13.0 for sm_75 and sm_90 (cuobjdump -sass).

#include <gtest/gtest.h>

#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {
namespace {

using Values = std::vector<std::int64_t>;

/// The device function of recursion.cu.txt.
std::int64_t tree_sum(const Values& data, std::int64_t node, std::int64_t depth) {
  const std::int64_t word = data[static_cast<std::size_t>(node & 255)];
  if (depth == 0) return word & 63;
  if (word & 1) return (word & 7) + tree_sum(data, node * 2 + 1, depth - 1);
  return tree_sum(data, node * 2 + 1, depth - 1) - tree_sum(data, node * 2 + 2, depth - 1);
}

struct Input {
  const char* listing;
  const char* in;
  const char* data;
};

class Recursion : public ::testing::TestWithParam<Input> {};

TEST_P(Recursion, GivesWhatTheHostComputes) {
  const Input& input = GetParam();
  const Emulated run = emulated(input.listing, {"--arg", std::string("i32[32]=") + input.in, "--arg",
                                                std::string("u32[256]=") + input.data, "--arg", "i32[32]"});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  const Values in = run.buffer(0), data = run.buffer(1), out = run.buffer(2);
  for (std::size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(out.at(lane), tree_sum(data, in[lane], 1 + in[lane] % 4)) << "lane " << lane;
}

constexpr const char* sm_75 = "recursion_sm_75.sass";
constexpr const char* sm_90 = "recursion_sm_90.sass";
INSTANTIATE_TEST_SUITE_P(AtDifferentDepths, Recursion,
                         ::testing::Values(Input{sm_90, "staircase(31)", "random(3,0,100000)"},
                                           Input{sm_90, "staircase(20)", "random(5,0,100000)"},
                                           Input{sm_90, "random(7,0,50)", "random(11,0,100000)"},
                                           Input{sm_75, "staircase(31)", "random(3,0,100000)"},
                                           Input{sm_75, "random(7,0,50)", "random(11,0,100000)"}));

}  // namespace
}  // namespace reconverge::cases
