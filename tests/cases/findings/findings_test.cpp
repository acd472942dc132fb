// SPDX-License-Identifier: MIT
// What a run must be said to have used though nothing wrote it. The listings are what cuobjdump of CUDA 13.0
// prints of the sources in the comments, compiled by nvcc -arch=sm_90 -cubin.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;

Json emulated(const std::string& file, std::vector<std::string> arguments) {
  std::vector<std::string> all{"emulate", std::string(RECONVERGE_CASES) + "/" + file, "--json", "-"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

/// "kind pc lanes" of every finding.
std::vector<std::string> findings(const Json& record) {
  std::vector<std::string> texts;
  for (const Json& finding : record.at("findings"))
    texts.push_back(finding.at("kind").get<std::string>() + " " + finding.at("pc").get<std::string>() + " " +
                    finding.at("lanes").get<std::string>());
  return texts;
}

/*  __shared__ float s[32]; int t = threadIdx.x;
    s[t] = in[t];
    for (int o = 16; o > 0; o >>= 1) if (t < o) s[t] += s[t + o];
    if (t == 0) *out = s[0];
    The compiler moves all loads of other lanes' elements in front of the first store: it may, nothing orders them. */
TEST(Findings, SharedMemoryThatNothingHasWritten) {
  const Json record = emulated("shared_memory_never_written_sm_90.sass", {"--arg", "f32[1]", "--arg", "f32[32]=1"});
  EXPECT_EQ(record.at("buffers").at(0).at("values").at(0), 1.0) << "what fresh memory gives";
  EXPECT_THAT(
      findings(record),
      ElementsAre("uninitialised-shared-memory 0x00f0 0x0000ffff", "uninitialised-shared-memory 0x0100 0x000000ff",
                  "uninitialised-shared-memory 0x0110 0x0000000f", "uninitialised-shared-memory 0x0120 0x00000003",
                  "uninitialised-shared-memory 0x0130 0x00000001"));
  EXPECT_EQ(record.at("findings").at(0).at("message"), "LDS reads shared memory that nothing has written");
}

TEST(Findings, AreInTheSummary) {
  const std::string file = std::string(RECONVERGE_CASES) + "/shared_memory_never_written_sm_90.sass";
  const Outcome outcome = run({"emulate", file, "--arg", "f32[1]", "--arg", "f32[32]=1"});
  EXPECT_THAT(outcome.out, testing::HasSubstr("findings         5 warnings: uninitialised-shared-memory\n")) << outcome;
}

TEST(Findings, SayWhatToDo) {
  const std::string file = std::string(RECONVERGE_CASES) + "/shared_memory_never_written_sm_90.sass";
  const Outcome outcome = run({"emulate", file, "--arg", "f32[1]", "--arg", "f32[32]=1"});
  const std::string cure = "\nuninitialised-shared-memory: Nothing clears shared memory when a block starts.";
  const std::size_t first = outcome.out.find(cure);
  ASSERT_NE(first, std::string::npos) << outcome;
  EXPECT_EQ(outcome.out.find(cure, first + 1), std::string::npos) << "once for five findings";
}

/// Only where the level is asked for.
TEST(Findings, FailFromTheLevelThatIsAskedFor) {
  const std::string file = std::string(RECONVERGE_CASES) + "/shared_memory_never_written_sm_90.sass";
  const auto outcome = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"emulate", file, "--arg", "f32[1]", "--arg", "f32[32]=1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  EXPECT_EQ(outcome({}).status, 0);
  EXPECT_EQ(outcome({"--fail-on", "never"}).status, 0);
  EXPECT_EQ(outcome({"--fail-on", "error"}).status, 0);
  EXPECT_EQ(outcome({"--fail-on", "warning"}).status, 1);
  EXPECT_EQ(outcome({"--fail-on", "note", "--json", "-"}).status, 1);
  EXPECT_THAT(outcome({"--fail-on", "warning"}).err,
              testing::HasSubstr("5 findings are a warning or worse: uninitialised-shared-memory"));
  EXPECT_EQ(outcome({"--fail-on", "fatal"}).status, 2);
  EXPECT_EQ(outcome({"--fail-on", "warning", "--max-steps", "3"}).status, 5) << "a run that stopped says so";
  const std::string stack = "code for sm_50\n\tFunction : k\n/*0008*/ MOV R1, R2 ;\n/*0010*/ EXIT ;\n";
  EXPECT_EQ(run({"emulate", "-", "--fail-on", "note"}, stack).status, 0);
}

/*  int l[8]; int t = threadIdx.x; l[in[t] & 7] = 1; out[t] = l[(in[t] + 1) & 7]; */
TEST(Findings, LocalMemoryThatNothingHasWritten) {
  const Json record =
      emulated("local_memory_never_written_sm_90.sass", {"--arg", "i32[32]=staircase(5)", "--arg", "i32[32]"});
  ASSERT_EQ(record.at("findings").size(), 1u);
  EXPECT_EQ(record.at("findings").at(0).at("kind"), "uninitialised-local-memory");
  EXPECT_EQ(record.at("findings").at(0).at("instruction"), "LDL");
}

/*  struct Reading { char channel; int value; };               copy: 3 bytes that nothing writes
    struct alignas(16) Wide { int id; double weight; };        copy_wide, copy_shared: 4
    copy, copy_wide: elements of a local array of four are set member by member, out[t] = local[in[t] & 3];
    copy_shared: s[t].id = s[t].weight = in[t]; __syncthreads(); memcpy(&out[t], &s[t ^ 1], sizeof(Wide)); */
TEST(Findings, TheGapOfAStructureThatIsCopiedIsNone) {
  for (const char* kernel : {"copy", "copy_wide", "copy_shared"})
    EXPECT_THAT(findings(emulated("structures_with_gaps_sm_90.sass",
                                  {"--function", kernel, "--arg", "u8[512]", "--arg", "i32[32]=index"})),
                testing::IsEmpty())
        << kernel;
}

/*  __pipeline_memcpy_async(&a[t], &in[t], 4); __pipeline_commit();            and b from in + 64, but in not_waited
    waited:            wait_prior(1), a barrier, a[t ^ 33] is read, wait_prior(0), a barrier, b[t ^ 33] is read
    not_waited:        a barrier, a[t ^ 33] is read
    waited_too_little: wait_prior(1), a barrier, a[t ^ 1] and b[t ^ 1] are read */
TEST(Findings, SharedMemoryThatACopyMayNotHaveFilled) {
  const auto of = [](const char* kernel) {
    return emulated("asynchronous_copies_sm_90.sass",
                    {"--function", kernel, "--block", "64", "--arg", "f32[64]", "--arg", "f32[128]=index"});
  };
  const Json waited = of("waited");
  EXPECT_THAT(findings(waited), testing::IsEmpty());
  EXPECT_EQ(waited.at("buffers").at(0).at("values").at(0), 33.0 + 97.0);
  const Json not_waited = of("not_waited");
  EXPECT_THAT(findings(not_waited), ElementsAre("unfinished-copy 0x0130 0xffffffff"));
  EXPECT_EQ(not_waited.at("findings").at(0).at("message"),
            "LDS reads shared memory that LDGSTS at 0xf0 may not have filled: no wait for it precedes");
  EXPECT_THAT(findings(of("waited_too_little")), ElementsAre("unfinished-copy 0x01a0 0xffffffff")) << "of b alone";
}

/// One row of sm_90 and its EXIT.
std::vector<std::string> findings_of_row(const std::string& row) {
  const Outcome outcome =
      run({"emulate", "-", "--json", "-"}, "code for sm_90\nFunction : f\n/*0000*/ " + row + " ;\n/*0010*/ EXIT ;\n");
  return findings(Json::parse(outcome.out));
}

TEST(Findings, ControlByWhatNothingHasWritten) {
  EXPECT_THAT(findings_of_row("@P0 BRA 0x10"), ElementsAre("uninitialised-predicate 0x0000 0xffffffff"));
  EXPECT_THAT(findings_of_row("WARPSYNC R3"), ElementsAre("uninitialised-register 0x0000 0xffffffff"));
  EXPECT_THAT(findings_of_row("BAR.SYNC.DEFER_BLOCKING R3"), ElementsAre("uninitialised-register 0x0000 0xffffffff"));
  EXPECT_THAT(findings_of_row("BRX R2 0x0"),
              ElementsAre("uninitialised-register 0x0000 0xffffffff", "uninitialised-register 0x0000 0xffffffff"))
      << "a pair";
  EXPECT_THAT(findings_of_row("CALL.ABS.NOINC R2 0x10"),
              ElementsAre("uninitialised-register 0x0000 0xffffffff", "uninitialised-register 0x0000 0xffffffff"));
}

TEST(Findings, UniformRegistersThatNothingHasWritten) {
  EXPECT_THAT(findings_of_row("UIADD3 UR4, UR5, 0x1, URZ"), ElementsAre("uninitialised-register 0x0000 0xffffffff"));
  EXPECT_THAT(findings_of_row("@UP0 UMOV UR4, 0x1"), ElementsAre("uninitialised-predicate 0x0000 0xffffffff"));
}

TEST(Findings, GivenPredicatesAndRegistersAreWritten) {
  const std::string rows = "code for sm_90\nFunction : f\n/*0000*/ @P0 IADD3 R1, R2, 0x1, RZ ;\n/*0010*/ EXIT ;\n";
  const Outcome outcome = run({"emulate", "-", "--json", "-", "--reg", "R2=1", "--pred", "P0=0xf"}, rows);
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(findings(Json::parse(outcome.out)).empty());
}

/*  int v = in[threadIdx.x];
    if (v & 1) v = v * 3 + 1; else v = v >> 1;
    out[threadIdx.x] = v;
    One lane computes both sides, and a guard writes the second over the first where it counts. */
TEST(Predication, OfAnIfWithoutABranchIsSaid) {
  constexpr const char* line =
      "no branch was executed; 1 guarded instruction ran under part of the lanes (3 lanes off); nothing was serialised";
  const std::vector<std::string> launch{"--arg", "i32[32]", "--arg", "i32[32]=staircase(5)"};
  const Json record = emulated("if_as_predicates_sm_90.sass", launch);
  EXPECT_EQ(record.at("counts").at("branches"), 0);
  EXPECT_EQ(record.at("counts").at("thread_instructions"), 477);
  EXPECT_EQ(record.at("predication").at("instructions"), 1);
  EXPECT_EQ(record.at("predication").at("lanes_off"), 3) << "31, 29 and 27 are odd";
  EXPECT_EQ(record.at("predication").at("summary"), line);
  const Outcome text = run({"emulate", std::string(RECONVERGE_CASES) + "/if_as_predicates_sm_90.sass", launch[0],
                            launch[1], launch[2], launch[3]});
  EXPECT_THAT(text.out, testing::HasSubstr("no branch was executed; 1 guarded instruction"));
  EXPECT_THAT(run({"emulate", "-"}, "code for sm_90\nFunction : f\n/*0000*/ BRA 0x10 ;\n/*0010*/ EXIT ;\n").out,
              testing::Not(testing::HasSubstr("no branch was executed")));
}

TEST(Predication, IsSaidBesideBranchesToo) {
  const std::string rows =
      "code for sm_90\nFunction : f\n/*0000*/ @P0 MOV R1, RZ ;\n/*0010*/ @P0 BRA 0x20 ;\n/*0020*/ @P0 EXIT ;\n/*0030*/ "
      "EXIT ;\n";
  const Json record = Json::parse(run({"emulate", "-", "--pred", "P0=0xf", "--json", "-"}, rows).out);
  EXPECT_EQ(record.at("predication").at("instructions"), 1) << "control instructions do not count";
  EXPECT_EQ(record.at("predication").at("lanes_off"), 28);
  EXPECT_EQ(record.at("predication").at("summary"),
            "1 guarded instruction ran under part of the lanes (28 lanes off); guards serialise nothing");
  EXPECT_THAT(run({"emulate", "-", "--pred", "P0=0xf"}, rows).out, testing::HasSubstr("guards serialise nothing"));
  const Json none = Json::parse(run({"emulate", "-", "--json", "-"}, "code for sm_90\n/*0000*/ EXIT ;\n").out);
  EXPECT_TRUE(none.at("predication").at("summary").is_null());
  EXPECT_EQ(none.at("predication").at("summary_absent"), "no guard split the active lanes");
}

std::string remarks_on_constant(const std::string& constant) {
  const std::string rows =
      "code for sm_90\nFunction : f\n/*0000*/ LDC.64 R2, c[0x3][0x8] ;\n/*0010*/ MOV R1, c[0x2][0x4] ;\n"
      "/*0020*/ LDC R4, c[0x4][R1+0x10] ;\n/*0030*/ EXIT ;\n";
  return run({"emulate", "-", "--const", constant}, rows).err;
}

TEST(Constants, ThatNoInstructionReadsAreRemarkedOn) {
  EXPECT_THAT(remarks_on_constant("c[0x3][0x10]=1"), testing::HasSubstr("no instruction of f reads it: c[0x3][0x10]"));
  EXPECT_THAT(remarks_on_constant("c[0x3][0x4]=1"), testing::HasSubstr("no effect"));
  EXPECT_THAT(remarks_on_constant("c[0x2][0x8]=1"), testing::HasSubstr("no effect"));
  for (const char* read : {"c[0x3][0x8]=1", "c[0x3][0xc]=1", "c[0x2][0x4]=1", "c[0x4][0x1000]=1"})
    EXPECT_THAT(remarks_on_constant(read), testing::Not(testing::HasSubstr("no effect"))) << read;
}

}  // namespace
}  // namespace reconverge::cli_tests
