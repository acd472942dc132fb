// SPDX-License-Identifier: MIT
// What code scanning and editors get: findings and faults of runs, and what lint says, with file and line. The listings
// are what nvdisasm -hex -g of CUDA 13.0 prints of the sources in the comments, compiled by nvcc -arch=sm_90 -lineinfo,
// with folders taken out of the names of files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/*  __global__ void sum(const float* in, float* out) {
      int t = threadIdx.x;
      float v = in[t];
      if (t < 16) v += __shfl_down_sync(0xffffffff, v, 16);
      out[t] = v;
    } */
const std::string shuffle = std::string(RECONVERGE_CASES) + "/shuffle_under_branch_sm_90.sass";

/// Lanes 0 and 1 wait for each other in a loop of one barrier's two places.
constexpr const char* deadlock =
    "code for sm_90\n"
    "\tFunction : waits\n"
    "\t//## File \"waits.cu\", line 7\n"
    "/*0000*/ BAR.SYNC.DEFER_BLOCKING 0x1, 0x40 ;\n"
    "/*0010*/ EXIT ;\n";

Json run_of(const Outcome& outcome) { return Json::parse(outcome.out).at("runs").at(0); }

const Json& place_of(const Json& result) { return result.at("locations").at(0).at("physicalLocation"); }

TEST(Issues, OfARunHaveTheirRuleAndTheirLines) {
  const Outcome outcome = run({"emulate", shuffle, "--arg", "f32[32]=1", "--arg", "f32[32]", "--sarif", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json log = run_of(outcome);
  const Json* found = nullptr;
  for (const Json& result : log.at("results"))
    if (result.at("ruleId") == "shuffle-from-exited-lane") found = &result;
  ASSERT_NE(found, nullptr) << log;
  EXPECT_EQ(found->at("level"), "error");
  EXPECT_THAT(found->at("message").at("text").get<std::string>(), HasSubstr("missing 0xffff0000"));
  EXPECT_EQ(place_of(*found).at("artifactLocation").at("uri"), "sm_30_intrinsics.hpp");
  EXPECT_EQ(place_of(*found).at("region").at("startLine"), 440);
  EXPECT_EQ(found->at("locations").at(0).at("logicalLocations").at(0).at("fullyQualifiedName"), "_Z3sumPKfPf");
  EXPECT_THAT(
      found->at("relatedLocations").at(0).at("physicalLocation").at("artifactLocation").at("uri").get<std::string>(),
      HasSubstr("shuffle_under_branch_sm_90.sass"));
  const Json& rules = log.at("tool").at("driver").at("rules");
  EXPECT_EQ(rules.at(found->at("ruleIndex").get<std::size_t>()).at("id"), "shuffle-from-exited-lane");
  EXPECT_EQ(log.at("tool").at("driver").at("properties").at("mechanism"), "convergence barriers");
}

/// As nvdisasm -gi notes it, with the call that was inlined.
TEST(Issues, InAHeaderOfTheToolkitAreAtTheLineOfTheUser) {
  std::ifstream file(shuffle);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string header = "File \"sm_30_intrinsics.hpp\", line 440";
  ASSERT_NE(text.find(header), std::string::npos);
  text.insert(text.find(header) + header.size(), " inlined at \"sum.cu\", line 4");
  const Outcome outcome = run({"emulate", "-", "--arg", "f32[32]=1", "--arg", "f32[32]", "--sarif", "-"}, text);
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json log = run_of(outcome);
  for (const Json& result : log.at("results")) {
    if (result.at("ruleId") != "shuffle-from-exited-lane") continue;
    EXPECT_EQ(place_of(result).at("artifactLocation").at("uri"), "sum.cu");
    EXPECT_EQ(place_of(result).at("region").at("startLine"), 4);
    const Json& related = result.at("relatedLocations").at(0).at("physicalLocation");
    EXPECT_EQ(related.at("artifactLocation").at("uri"), "sm_30_intrinsics.hpp");
    EXPECT_EQ(related.at("region").at("startLine"), 440);
    return;
  }
  FAIL() << outcome;
}

TEST(Issues, OfARunThatStopsSayWhoWaitsForWhom) {
  const Outcome outcome = run({"emulate", "-", "--block", "32", "--sarif", "-"}, deadlock);
  EXPECT_EQ(outcome.status, 5);
  const Json log = run_of(outcome);
  ASSERT_EQ(log.at("results").size(), 1u);
  const Json& result = log.at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "deadlock");
  EXPECT_THAT(result.at("message").at("text").get<std::string>(),
              HasSubstr("warp 0 waits at barrier 1 (0x0, waits.cu:7) for 64 threads"));
  EXPECT_EQ(place_of(result).at("artifactLocation").at("uri"), "waits.cu");
  EXPECT_EQ(place_of(result).at("region").at("startLine"), 7);
  EXPECT_EQ(log.at("invocations").at(0).at("executionSuccessful"), false);
}

/// Rule of the one result of a run of a listing for sm_90.
std::string fault(const std::string& rows, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"emulate", "-", "--sarif", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Json log = run_of(run(arguments, "code for sm_90\n\tFunction : k\n" + rows));
  std::string rules;
  for (const Json& result : log.at("results"))
    rules += (rules.empty() ? "" : " ") + result.at("ruleId").get<std::string>();
  return rules;
}

TEST(Issues, NameEachKindOfFault) {
  const std::vector<std::string> launch{"--arg", "i32[1]"};
  EXPECT_EQ(fault("/*0000*/ LDG.E R0, [RZ] ;\n/*0010*/ EXIT ;\n", launch), "access-outside");
  EXPECT_EQ(fault("/*0000*/ MOV R2, 0x2 ;\n/*0010*/ LDS R0, [R2] ;\n/*0020*/ EXIT ;\n", launch), "access-misaligned");
  EXPECT_EQ(fault("/*0000*/ BPT.TRAP 0x1 ;\n/*0010*/ EXIT ;\n"), "trap");
  EXPECT_EQ(fault("/*0000*/ FROBNICATE ;\n/*0010*/ EXIT ;\n"), "unsupported-instruction");
  EXPECT_EQ(fault("/*0000*/ BRA 0x0 ;\n/*0010*/ EXIT ;\n"), "no-end");
  EXPECT_EQ(fault("/*0000*/ MOV R2, 0x8 ;\n/*0010*/ MOV R3, RZ ;\n/*0020*/ RET.ABS.NODEC R2 0x0 ;\n"), "bad-target");
  EXPECT_EQ(fault("/*0000*/ BRA 0x20 ;\n ...\n/*0040*/ EXIT ;\n"), "left-rows");
}

TEST(Issues, OfTheTokenStack) {
  const Outcome outcome =
      run({"emulate", "-", "--sarif", "-"}, "code for sm_50\n\tFunction : k\n/*0008*/ SYNC;\n/*0010*/ EXIT;\n");
  EXPECT_EQ(outcome.status, 5);
  EXPECT_EQ(run_of(outcome).at("results").at(0).at("ruleId"), "stack-underflow");
}

TEST(Issues, AreNoneInACleanRun) {
  const Outcome outcome = run({"emulate", "-", "--sarif", "-"}, "code for sm_90\n\tFunction : k\n/*0000*/ EXIT ;\n");
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(run_of(outcome).at("results").empty());
  EXPECT_EQ(run_of(outcome).at("invocations").at(0).at("executionSuccessful"), true);
}

TEST(Issues, ThatEmulateKnowsHaveRulesWithHelp) {
  const Outcome outcome = run({"emulate", "-", "--sarif", "-"}, "code for sm_90\n\tFunction : k\n/*0000*/ EXIT ;\n");
  const Outcome model = run({"explain", "findings"});
  const Json log = run_of(outcome);
  for (const Json& rule : log.at("tool").at("driver").at("rules"))
    EXPECT_THAT(model.out, HasSubstr("\n    " + rule.at("id").get<std::string>())) << "missing in docs/model.md";
}

// lint ---------------------------------------------------------------------------------------------------------------

constexpr const char* unarmed =
    "code for sm_90\n"
    "\tFunction : k\n"
    "\t//## File \"k.cu\", line 3\n"
    "/*0000*/ BSYNC B0 ;\n"
    "/*0010*/ EXIT ;\n";

TEST(LintVerb, WritesLinesAsCompilersDo) {
  const Outcome outcome = run({"lint", "-"}, unarmed);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("k.cu:3: error: 0x0000: BSYNC waits at B0"));
  EXPECT_THAT(outcome.out, HasSubstr("[wait-at-unarmed-barrier]\n"));
  EXPECT_THAT(outcome.out, HasSubstr("1 function: 1 error, 0 warnings, 0 notes\n"));
}

TEST(LintVerb, FailsFromTheLevelThatIsAskedFor) {
  const auto status = [](const char* level, const char* listing) {
    return run({"lint", "-", "--fail-on", level}, listing).status;
  };
  EXPECT_EQ(status("error", unarmed), 1);
  EXPECT_EQ(status("never", unarmed), 0);
  constexpr const char* note = "code for sm_90\n\tFunction : k\n/*0000*/ FROBNICATE ;\n/*0010*/ EXIT ;\n";
  EXPECT_EQ(status("note", note), 1);
  EXPECT_EQ(status("warning", note), 0);
  EXPECT_EQ(status("fatal", note), 2);
}

TEST(LintVerb, WritesSarifAndJson) {
  const Outcome sarif = run({"lint", "-", "--sarif", "-"}, unarmed);
  EXPECT_EQ(sarif.status, 1);
  const Json log = run_of(sarif);
  const Json& result = log.at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "wait-at-unarmed-barrier");
  EXPECT_EQ(place_of(result).at("artifactLocation").at("uri"), "k.cu");
  const Json record = Json::parse(run({"lint", "-", "--json", "-"}, unarmed).out);
  EXPECT_EQ(record.at("errors"), 1);
  EXPECT_EQ(record.at("functions").at(0).at("issues").at(0).at("source"), "k.cu:3");
  EXPECT_EQ(record.at("functions").at(0).at("issues").at(0).at("line"), 4);
}

TEST(LintVerb, FindsTheSynchronisationUnderABranch) {
  const Outcome outcome = run({"lint", shuffle});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("[warpsync-under-branch]"));
}

TEST(LintVerb, HasItsRulesInTheDocument) {
  const Json log = run_of(run({"lint", "-", "--sarif", "-"}, unarmed));
  const Json& rules = log.at("tool").at("driver").at("rules");
  const Outcome model = run({"explain", "lint-rules"});
  for (const Json& rule : rules)
    EXPECT_THAT(model.out, HasSubstr("\n    " + rule.at("id").get<std::string>())) << "missing in docs/model.md";
}

}  // namespace
}  // namespace reconverge::cli_tests
