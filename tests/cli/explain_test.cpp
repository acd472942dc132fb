// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <sstream>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

TEST(Explain, ListsTopicsWithASummaryEach) {
  const Outcome outcome = run({"explain"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  int topics = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    ++topics;
    const auto summary = line.find_first_not_of(' ', line.find(' ', 2));
    ASSERT_NE(summary, std::string::npos) << line;
  }
  EXPECT_GE(topics, 18) << outcome;
}

TEST(Explain, TakesCapitalsAndBeginnings) {
  const std::string whole = run({"explain", "token-stack"}).out;
  EXPECT_NE(whole.find("EXIT"), std::string::npos);
  EXPECT_EQ(run({"explain", "Token-Stack"}).out, whole);
  EXPECT_EQ(run({"explain", "tok"}).out, whole);
}

TEST(Explain, PrefersTheWholeNameToABeginning) {
  // "spill" begins spill-rules and spill-and-reload too.
  const Outcome outcome = run({"explain", "spill"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(outcome.out.starts_with("spill: ")) << outcome;
}

TEST(Explain, ShowsTheRecordOfAGeneration) {
  const Outcome outcome = run({"explain", "kepler"});
  for (const char* part : {"divergent-branch", "57024", "paper", "section IV"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome;
  EXPECT_EQ(outcome.out.find("maxwell"), std::string::npos) << outcome;
}

TEST(Explain, SaysThatAGenerationHasNoNumber) {
  EXPECT_NE(run({"explain", "fermi"}).out.find("absent"), std::string::npos);
}

TEST(Explain, ShowsACostInEveryGeneration) {
  const Outcome outcome = run({"explain", "divergent-branch"});
  for (const char* part : {"kepler", "32", "maxwell", "26", "24", "not used"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome;
  EXPECT_EQ(outcome.out.find("57024"), std::string::npos) << outcome;
}

TEST(Explain, GivesARuleOfTimingItsWordsAndItsMeasuredNumbers) {
  const Outcome outcome = run({"explain", "bsync"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(outcome.out.starts_with("bsync, rule 13 of hopper-cycles\n")) << outcome;
  for (const char* part : {"BSYNC that completes the barrier: 13.", "BSYNC resumed-older", "51 cycles", "measured",
                           "probes/control/if_else.cu"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome;
  EXPECT_EQ(run({"explain", "13"}).out, outcome.out);
  // All that the list names can be asked for.
  std::string rules = run({"explain"}).out;
  rules.erase(0, rules.find('\n', rules.find("rules of hopper-cycles")) + 1);
  std::size_t count = 0;
  for (std::size_t at = rules.find_first_of("abcdefghijklmnopqrstuvwxyz"); at != std::string::npos; ++count) {
    const std::size_t end = rules.find_first_of(", \n", at);
    const std::string name = rules.substr(at, end - at);
    EXPECT_NE(run({"explain", name}).out.find(name + ", rule "), std::string::npos) << name;
    at = rules.find_first_of("abcdefghijklmnopqrstuvwxyz", end);
  }
  EXPECT_GE(count, 28u);
}

TEST(Explain, ShowsACostAndARuleOfOneName) {
  const Outcome outcome = run({"explain", "divergent-branch"});
  for (const char* part : {"divergent-branch: push", "divergent-branch, rule 11 of hopper-cycles"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome;
}

TEST(Explain, LeadsFromACostToTheRuleOfItsNameBelow) {
  const std::string text = run({"explain", "divergent-branch"}).out;
  const std::size_t note = text.find("The numbers of Hopper (sm_90) are below");
  ASSERT_NE(note, std::string::npos) << text;
  EXPECT_LT(note, text.find("rule 11 of hopper-cycles"));
  EXPECT_EQ(run({"explain", "reload"}).out.find("Hopper"), std::string::npos) << "no rule has this name";
}

TEST(Explain, SaysWhatToDoAboutAFindingAndARuleOfLint) {
  const Outcome race = run({"explain", "shared-race"});
  EXPECT_TRUE(race.out.starts_with("shared-race, a finding of a run: warning\n")) << race;
  EXPECT_NE(race.out.find("Put a __syncthreads() between"), std::string::npos) << race;
  const Outcome awaited = run({"explain", "result-not-awaited"});
  EXPECT_TRUE(awaited.out.starts_with("result-not-awaited, a rule of lint: ")) << awaited;
  const std::string list = run({"explain"}).out;
  for (const char* name : {"findings of runs\n", "shared-race,", "rules of lint\n", "result-not-awaited"})
    EXPECT_NE(list.find(name), std::string::npos) << name;
  EXPECT_EQ(run({"explain", "bad"}).status, 2) << "bad-target and bad-block-barrier";
  EXPECT_TRUE(run({"explain", "shared-r"}).out == race.out);
}

TEST(Help, OfEveryVerbIsItsSection) {
  for (const char* verb : {"paper", "bench", "doctor", "emulate", "fit", "predict", "compare", "inspect", "trace",
                           "report", "list", "explain"}) {
    const Outcome outcome = run({verb, "--help"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_TRUE(outcome.out.starts_with(std::string("reconverge ") + verb + "\n")) << outcome;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(Help, NamesEveryExitStatus) {
  const std::string help = run({"--help"}).out;
  for (const char* status : {"0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "130 "})
    EXPECT_NE(help.find("\n    " + std::string(status)), std::string::npos) << status;
}

}  // namespace
}  // namespace reconverge::cli_tests
