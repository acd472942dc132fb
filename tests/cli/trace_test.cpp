// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// Kernels for convergence barriers, step by step: the trace says what `emulate` says.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

const Arguments single_loop{std::string(RECONVERGE_LISTINGS) + "/samples/paper_kernels_sm_90.sass",
                            "--function",
                            "_Z11single_loopILi0EEvPKiPfPx",
                            "--arg",
                            "i32[32]=staircase(2)",
                            "--arg",
                            "f32[32]",
                            "--arg",
                            "i64[64]"};

Arguments command(const char* verb, const Arguments& rest, const Arguments& more) {
  Arguments all{verb};
  all.insert(all.end(), rest.begin(), rest.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

int events_of(const Json& run, const std::string& kind) {
  int found = 0;
  for (const auto& event : run.at("events")) found += event.at("event") == kind ? 1 : 0;
  return found;
}

TEST(BarrierTrace, AgreesWithEmulate) {
  const Outcome traced = run(command("trace", single_loop, {"--json", "-"}));
  const Outcome emulated = run(command("emulate", single_loop, {"--json", "-", "--trace"}));
  ASSERT_EQ(traced.status, 0) << traced;
  ASSERT_EQ(emulated.status, 0) << emulated;
  const Json record = Json::parse(emulated.out), trace = Json::parse(traced.out);
  EXPECT_EQ(trace.at("schema_version"), 2);
  const Json& one = trace.at("runs").at(0);
  EXPECT_EQ(one.at("executed_instructions"), record.at("executed_instructions"));
  EXPECT_EQ(events_of(one, "diverged"), record.at("counts").at("divergent_branches"));
  EXPECT_EQ(one.at("cycles"), record.at("counts").at("cycles"));

  // The path, written out, is the instructions in the order in which they ran.
  std::size_t step = 0;
  for (const auto& stretch : one.at("path"))
    for (int turn = 0; turn < stretch.at("times"); ++turn)
      for (std::size_t row = 0; row < stretch.at("count"); ++row, ++step) {
        const auto& told = trace.at("kernels")[0].at("rows")[stretch.at("row").get<std::size_t>() + row];
        ASSERT_EQ(told.at("instruction"), record.at("trace").at(step).at("instruction")) << "step " << step + 1;
      }
  EXPECT_EQ(step, record.at("trace").size());

  // What the kernel read from its clock is when the trace says that it read it.
  std::vector<std::uint64_t> read;
  for (std::size_t i = 0; i < record.at("trace").size(); ++i)
    if (record["trace"][i].at("instruction").get<std::string>().starts_with("CS2R"))
      read.push_back(one.at("issue_cycles").at(i));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(record.at("buffers")[2].at("values")[0], read[0]);
  EXPECT_EQ(record.at("buffers")[2].at("values")[1], read[1]);
}

TEST(BarrierTrace, TakesTheLaunchOfEmulate) {
  const Outcome outcome = run(command("trace", single_loop, {"--block", "8", "--shared", "1024", "--json", "-"}));
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(Json::parse(outcome.out).at("runs")[0].at("start_mask"), "0x000000ff");
  EXPECT_EQ(run(command("trace", single_loop, {"--block", "64", "--json", "-"})).status, 2);
  const Outcome none = run({"trace", single_loop[0], "--function", single_loop[2], "--arg", "i32[32]", "--json", "-"});
  EXPECT_EQ(none.status, 4);
  EXPECT_THAT(none.err, HasSubstr("has no value"));
}

TEST(BarrierTrace, WritesAllThreeFormsAtOnce) {
  const Folder folder;
  const Outcome outcome =
      run(command("trace", single_loop,
                  {"--html", folder / "a.html", "--json", folder / "a.json", "--perfetto", folder / "b.json"}));
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(read_file(folder / "a.html"), HasSubstr("warp-explorer"));
  const Json viewer = Json::parse(read_file(folder / "b.json"));
  EXPECT_THAT(viewer.at("otherData").at("clock").get<std::string>(), HasSubstr("one cycle"));
}

TEST(BarrierTrace, OfADeadlockIsWrittenAsFarAsItWent) {
  const Outcome outcome = run({"trace", "-", "--json", "-"}, listings::barrier_deadlock);
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("deadlock"));
  const Json one = Json::parse(outcome.out).at("runs").at(0);
  EXPECT_EQ(one.at("complete"), false);
  EXPECT_EQ(events_of(one, "blocked"), 2);
}

TEST(BarrierTrace, SaysThatCyclesAreNotKnown) {
  std::string listing = listings::barrier_kernel;
  listing.replace(listing.find("sm_90"), 5, "sm_80");
  const auto constant = listing.find("0x210");
  listing.replace(constant, 5, "0x160");
  const Outcome outcome = run({"trace", "-", "--arg", "i32[32]", "--json", "-"}, listing);
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json one = Json::parse(outcome.out).at("runs").at(0);
  EXPECT_TRUE(one.at("cycles").is_null());
  EXPECT_FALSE(one.contains("issue_cycles"));
  EXPECT_THAT(one.at("cycles_absent").get<std::string>(), HasSubstr("sm_80"));
}

}  // namespace
}  // namespace reconverge::cli_tests
