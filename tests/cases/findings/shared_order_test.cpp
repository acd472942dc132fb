// SPDX-License-Identifier: MIT
// Races in shared memory of blocks whose warps have other means to order each other than block barriers.
// shared_order_sm_90.sass: code and lines of `nvdisasm -g -hex` (CUDA 13.0) of shared_order.cu, without sections of
// data.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::AnyOf;
using testing::Each;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Outcome emulated(const std::string& kernel, const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"emulate",    std::string(RECONVERGE_CASES) + "/shared_order_sm_90.sass",
                               "--function", kernel,
                               "--block",    "128",
                               "--arg",      "i32[128]",
                               "--arg",      "i32[512]=index"};
  all.insert(all.end(), more.begin(), more.end());
  Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return outcome;
}

Json record_of(const std::string& kernel) { return Json::parse(emulated(kernel, {"--json", "-"}).out); }

/// Lines of all races of a kernel that 128 threads run.
std::vector<std::string> lines(const std::string& kernel) {
  std::vector<std::string> texts;
  const Json record = record_of(kernel);
  for (const Json& finding : record.at("findings"))
    if (finding.at("kind") == "shared-race") texts.push_back(finding.at("source").get<std::string>());
  return texts;
}

TEST(SharedOrder, IsNotThereBeforeTheFirstFence) {
  EXPECT_THAT(lines("fence_after"), AllOf(Not(IsEmpty()), Each(AnyOf(EndsWith(":6"), EndsWith(":7")))));
  EXPECT_FALSE(record_of("fence_after").contains("shared_races_absent"));
}

TEST(SharedOrder, ComesOfFencesThatAreExecutedAlone) {
  EXPECT_THAT(lines("fence_not_reached"), Not(IsEmpty()));
  EXPECT_THAT(lines("fence_between"), IsEmpty());
}

TEST(SharedOrder, EndsAtTheNextBlockBarrier) {
  EXPECT_THAT(lines("fence_before_barrier"), AllOf(Not(IsEmpty()), Each(AnyOf(EndsWith(":25"), EndsWith(":26")))));
}

/// The other two warps race, whether they come before or behind those that meet.
TEST(SharedOrder, IsThatOfTheWarpsWhichMeet) {
  EXPECT_THAT(lines("first_meet"), Not(IsEmpty()));
  EXPECT_THAT(lines("last_meet"), Not(IsEmpty()));
  EXPECT_THAT(lines("arrives"), IsEmpty());
}

TEST(SharedOrder, OfABarrierForAllThreadsIsThatOfABlockBarrier) {
  EXPECT_THAT(lines("all_meet"), AllOf(Not(IsEmpty()), Each(AnyOf(EndsWith(":58"), EndsWith(":59")))));
  EXPECT_FALSE(record_of("all_meet").contains("shared_races_absent"));
}

/// A load that waits for a flag is a plain LDS, without a fence of its own.
TEST(SharedOrder, ComesOfAFlagThatAWarpWaitsFor) { EXPECT_THAT(lines("handed_over"), IsEmpty()); }

TEST(SharedOrder, DoesNotMatterForOneValue) {
  EXPECT_THAT(lines("same_flag"), IsEmpty());
  EXPECT_THAT(lines("two_flags"), Not(IsEmpty()));
}

TEST(SharedOrder, IsSaidToHideRaces) {
  EXPECT_THAT(
      record_of("fence_between").at("shared_races_absent").get<std::string>(),
      testing::MatchesRegex("not followed from MEMBAR at 0x[0-9a-f]+ \\(shared_order.cu:33\\) to the next block "
                            "barrier"));
  EXPECT_THAT(record_of("first_meet").at("shared_races_absent").get<std::string>(), HasSubstr("from BAR at 0x"));
  EXPECT_THAT(emulated("fence_between").out, HasSubstr("Races in shared memory: not followed from MEMBAR at 0x"));
}

}  // namespace
}  // namespace reconverge::cli_tests
