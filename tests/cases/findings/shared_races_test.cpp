// SPDX-License-Identifier: MIT
// Two warps of a block at one word of shared memory without a block barrier between. shared_races_sm_90.sass: code and
// lines of `nvdisasm -g -hex` (CUDA 13.0) of shared_races.cu, without sections of data.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Message and line of every race of a kernel that 128 threads run.
std::vector<std::string> races(const std::string& kernel,
                               std::vector<std::string> arguments = {"i32[128]", "i32[512]=index"}) {
  std::vector<std::string> all{"emulate",    std::string(RECONVERGE_CASES) + "/shared_races_sm_90.sass",
                               "--function", kernel,
                               "--block",    "128",
                               "--json",     "-"};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  const Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  std::vector<std::string> texts;
  const Json record = Json::parse(outcome.out);
  for (const Json& finding : record.at("findings"))
    if (finding.at("kind") == "shared-race")
      texts.push_back(finding.at("source").get<std::string>() + " " + finding.at("message").get<std::string>());
  return texts;
}

TEST(SharedRaces, AreFoundWhereTheBarrierIsMissing) {
  EXPECT_THAT(
      races("reverse_races"),
      UnorderedElementsAre("/kernels/shared_races.cu:7 possible race: STS writes shared memory that LDS at 0xf0 "
                           "(shared_races.cu:8) of another warp reads, with no block barrier between",
                           "/kernels/shared_races.cu:8 possible race: LDS reads shared memory that STS at 0xe0 "
                           "(shared_races.cu:7) of another warp writes, with no block barrier between"));
}

/// The barrier stands between the store and the load, but not between the load and the store of the next round.
TEST(SharedRaces, AreFoundFromOneRoundToTheNext) { EXPECT_THAT(races("overtakes"), testing::SizeIs(2)); }

TEST(SharedRaces, AreNotFoundWhereSomethingOrdersTheWarps) {
  for (const char* kernel : {"reduce", "by_warp", "named", "same_value", "copies", "locked"})
    EXPECT_THAT(races(kernel), IsEmpty()) << kernel;
  EXPECT_THAT(races("tiles", {"i32[128]", "i32[512]=index", "i32:4"}), IsEmpty());
  EXPECT_THAT(races("bytes", {"i8[128]", "i8[128]=index"}), IsEmpty());
}

}  // namespace
}  // namespace reconverge::cli_tests
