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
