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
using ::testing::AllOf;
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

/// Half of the lanes have gone when the others read from them.
const std::string shuffle = std::string(RECONVERGE_CASES) + "/shuffle_under_branch_sm_90.sass";
const Arguments shuffle_launch{"--arg", "f32[32]=1", "--arg", "f32[32]"};

TEST(Trace, HasTheFindingsOfEmulateEachWithItsStep) {
  Arguments traced{"trace", shuffle, "--json", "-"}, emulated{"emulate", shuffle, "--json", "-"};
  for (Arguments* arguments : {&traced, &emulated})
    arguments->insert(arguments->end(), shuffle_launch.begin(), shuffle_launch.end());
  const Outcome outcome = run(traced);
  ASSERT_EQ(outcome.status, 0) << outcome;
  Json trace = Json::parse(outcome.out);
  Json findings = trace.at("findings");
  ASSERT_EQ(findings.size(), 2u);
  const Json& rows = trace.at("kernels").at(0).at("rows");
  for (Json& finding : findings) {
    EXPECT_EQ(finding.at("run"), 0);
    std::uint64_t step = 0, seen = 0;
    for (const Json& stretch : trace.at("runs").at(0).at("path"))
      for (std::uint64_t row = stretch.at("row"), i = 0; i < stretch.at("count"); ++i)
        if (++step; step == finding.at("step")) seen = row + i;
    const std::uint64_t address = std::stoull(rows.at(seen).at("address").get<std::string>(), nullptr, 16);
    EXPECT_EQ(address, std::stoull(finding.at("pc").get<std::string>(), nullptr, 16)) << finding;
    finding.erase("run");
    finding.erase("step");
  }
  EXPECT_EQ(findings, Json::parse(run(emulated).out).at("findings"));
  EXPECT_THAT(outcome.err, HasSubstr("sm_30_intrinsics.hpp:440 0x0090 SHFL.DOWN: error: SHFL.DOWN reads lanes that "
                                     "have exited"));
  EXPECT_THAT(outcome.err, HasSubstr("[shuffle-from-exited-lane], step 17\n"));
}

TEST(Trace, OnTheStackHasFindingsToo) {
  const Outcome outcome = run({"trace", "-", "--json", "-"},
                              "code for sm_50\n\tFunction : k\n"
                              "/*0008*/ S2R R0, SR_LANEID;\n"
                              "/*0010*/ ISETP.LT.AND P0, PT, R0, 0x4, PT;\n"
                              "/*0018*/ SSY 0x40;\n"
                              "/*0028*/ @P0 SHFL.IDX PT, R2, R0, 0x8, 0x1f;\n"
                              "/*0030*/ SYNC;\n"
                              "/*0038*/ NOP;\n"
                              "/*0040*/ EXIT;\n");
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json findings = Json::parse(outcome.out).at("findings");
  ASSERT_FALSE(findings.empty()) << outcome;
  EXPECT_EQ(findings.at(0).at("step"), 4);
}

TEST(Trace, OfAWholeBlockNamesTheWarpOfAFinding) {
  const Outcome outcome = run({"trace", "-", "--block", "64", "--warp", "0", "--json", "-"},
                              "code for sm_90\n\tFunction : k\n"
                              "/*0000*/ S2R R0, SR_TID.X;\n"
                              "/*0010*/ ISETP.GT.AND P0, PT, R0, 0x1f, PT;\n"
                              "/*0020*/ @!P0 EXIT;\n"
                              "\t//## File \"a.h\", line 3 inlined at \"a.cu\", line 5\n"
                              "/*0030*/ STS [R9], R0;\n"
                              "/*0040*/ IADD3 R1, R1, 0x1, RZ;\n"
                              "/*0050*/ ISETP.LT.AND P1, PT, R1, 0x2, PT;\n"
                              "/*0060*/ @P1 BRA 0x30;\n"
                              "/*0070*/ EXIT;\n");
  const Json findings = Json::parse(outcome.out).at("findings");
  ASSERT_FALSE(findings.empty()) << outcome;
  for (const Json& finding : findings) EXPECT_EQ(finding.at("run"), 1) << finding;
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("a.h:3 0x0030 STS (inlined at a.cu:5): warning: "), HasSubstr("warp 1, step 4")));
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
