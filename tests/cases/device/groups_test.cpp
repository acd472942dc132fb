// SPDX-License-Identifier: MIT
// Cooperative groups. groups_sm_90.sass: code, parameters and shared memory of `nvdisasm` (CUDA 13.0) of groups.cu,
// compiled without optimisation (nvcc -Xptxas -O0): block.sync() and shuffles stand in WARPSYNC.COLLECTIVE there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

/// What groups.cu leaves of in[i] = i.
std::vector<int> expected() {
  std::vector<int> out;
  for (int warp = 0; warp < 2; ++warp) {
    const int fourth = 63 - (32 * warp + 3);
    int sum = 0, odd = 0;
    for (int lane = 0; lane < 32; ++lane) {
      const int value = 63 - (32 * warp + lane) + fourth;
      sum += value;
      odd += value & 1;
    }
    for (int lane = 0, rank = 0; lane < 32; ++lane)
      out.push_back(((63 - (32 * warp + lane) + fourth) & 1) != 0 ? sum + 100 * odd + rank++ : sum);
  }
  return out;
}

TEST(CooperativeGroups, GiveWhatTheSourceSaysWithoutOptimisation) {
  const Outcome outcome = run({"emulate", RECONVERGE_CASES "/groups_sm_90.sass", "--block", "64", "--arg", "i32[64]",
                               "--arg", "i32[64]=index", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto all = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(all["buffers"][0]["values"].get<std::vector<int>>(), expected());
}

}  // namespace
}  // namespace reconverge::cli_tests
