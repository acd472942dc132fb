// SPDX-License-Identifier: MIT
// Findings about lanes that are not there. lanes_sm_75.sass and lanes_sm_90.sass are lanes.cu.txt, compiled by
// nvcc 13.0 (cuobjdump -sass, without the NOPs at the end).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* sm_75 = "lanes_sm_75.sass";
constexpr const char* sm_90 = "lanes_sm_90.sass";
/// In four of eight lanes above 3.
constexpr const char* zero_to_seven = "i32[]=0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7";

/// "kind pc lanes missing" of each.
std::vector<std::string> findings(const Emulated& run) {
  std::vector<std::string> all;
  for (const auto& finding : run.json.at("findings"))
    all.push_back(finding.at("kind").get<std::string>() + " " + finding.at("pc").get<std::string>() + " " +
                  finding.at("lanes").get<std::string>() + " " + finding.at("missing").get<std::string>());
  return all;
}

TEST(Lanes, AWarpsyncThatGoesOnBecauseOthersExitIsFound) {
  const Emulated run = emulated(sm_90, {"--function", "ballot_of_some", "--arg", "u32[32]", "--arg", zero_to_seven});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.buffer(0)[4], 0xf0f0f0f0);
  EXPECT_THAT(findings(run), ElementsAre("sync-completed-by-exit 0x0090 0xf0f0f0f0 0x0f0f0f0f"));
}

TEST(Lanes, AShuffleFromALaneThatHasExitedIsFound) {
  for (const char* listing : {sm_75, sm_90}) {
    const Emulated run =
        emulated(listing, {"--function", "shuffle_after_exit", "--arg", "i32[32]", "--arg",
                           "i32[]=5,-1,7,9,5,-1,7,9,5,-1,7,9,5,-1,7,9,5,-1,7,9,5,-1,7,9,5,-1,7,9,5,-1,7,9"});
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
    EXPECT_EQ(run.buffer(0)[0], 0) << "as an H100 gives";
    const std::string place = listing == sm_75 ? "0x0070" : "0x0080";
    EXPECT_THAT(findings(run), ElementsAre("shuffle-from-exited-lane " + place + " 0x11111111 0x22222222")) << listing;
  }
}

TEST(Lanes, AShuffleFromALaneThatHasExitedIsFoundInAListingWithoutALaunch) {
  const Emulated run = emulated("shuffle_from_exited.sass", {});
  EXPECT_THAT(findings(run), ElementsAre("shuffle-from-exited-lane 0x0040 0x0000ffff 0xffff0000"));
}

// shuffles_from_exited_sm_90.sass: nvcc 13.0 and cuobjdump, without what comes after EXIT, of two kernels in which only
// `t < 16` goes on: out[t] = __shfl_sync(0xffffffff, in[t], t + 16) and out[t] = __shfl_down_sync(0xffff, in[t], 8).
// The lower eight of the second read lanes that are there.
TEST(Lanes, ShufflesFromLanesThatACompilerLetExitAreFound) {
  const auto of = [](const std::string& kernel) {
    return emulated("shuffles_from_exited_sm_90.sass",
                    {"--function", kernel, "--arg", "i32[256]=staircase(5)", "--arg", "i32[1024]"});
  };
  EXPECT_THAT(findings(of("shfl_part")), ElementsAre("shuffle-from-exited-lane 0x00f0 0x0000ffff 0xffff0000"));
  const Emulated down = of("shfl_inact");
  EXPECT_THAT(findings(down), ElementsAre("shuffle-from-exited-lane 0x00b0 0x0000ff00 0x00ff0000"));
  for (std::size_t lane = 0; lane < 8; ++lane) EXPECT_EQ(down.buffer(1)[lane], 32) << lane;
}

TEST(Lanes, AShuffleOfAPartIsFoundOnTheTokenStackToo) {
  const Emulated run = emulated("shuffle_of_a_part.sass", {});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_THAT(findings(run),
              ElementsAre("partial-group 0x0030 0x0000000f 0xfffffff0", "partial-group 0x0048 0xfffffff0 0x0000000f",
                          "shuffle-from-inactive-lane 0x0030 0x00000008 0x00000010"));
  const auto text = cli_tests::run({"emulate", std::string(RECONVERGE_CASES) + "/shuffle_of_a_part.sass"});
  EXPECT_THAT(text.out, HasSubstr("0xfffffff0"));
}

TEST(Lanes, AtomicsThatTheCompilerMakesOfAGroupAreNoFinding) {
  for (const char* listing : {sm_75, sm_90}) {
    const Emulated counted =
        emulated(listing, {"--function", "counted", "--arg", "i32[32]", "--arg", "i32[1]", "--arg", zero_to_seven});
    EXPECT_EQ(counted.buffer(1), std::vector<std::int64_t>{16});
    EXPECT_THAT(findings(counted), IsEmpty()) << listing;
    const Emulated summed =
        emulated(listing, {"--function", "summed", "--arg", "i32[32]", "--arg", "i32[1]", "--arg", zero_to_seven});
    EXPECT_EQ(summed.buffer(1), std::vector<std::int64_t>{88});
    EXPECT_THAT(findings(summed), IsEmpty()) << listing;
  }
}

}  // namespace
}  // namespace reconverge::cases
