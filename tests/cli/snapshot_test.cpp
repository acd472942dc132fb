// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "cli/folder.hpp"
#include "cli/program.hpp"

// Whether what people read has changed. A snapshot is no evidence that it is right;
// tools/update-snapshots rewrites them, and the difference is then read by a person.
namespace reconverge::cli_tests {
namespace {

struct Snapshot {
  const char* name;
  Arguments arguments;
  const char* input = "";
};

/// Two cards, one of them only half done.
constexpr const char* two_cards = R"({"schema": "reconverge.bench", "schema_version": 1,
 "argv": ["reconverge", "bench", "-a", "n=[0:3:1]"], "incomplete": "interrupted",
 "devices": [{"id": 0, "name": "first card", "sm": 90}, {"id": 1, "name": "second card", "sm": null,
              "sm_absent": "the driver does not say"}],
 "benchmarks": [
  {"name": "single_loop", "device": 0, "pattern": "staircase", "verdict": "divergent",
   "states": [{"n": 0, "status": "ok", "median_cycles": 949, "minimum_cycles": 949, "maximum_cycles": 950},
              {"n": 1, "status": "ok", "median_cycles": 962, "minimum_cycles": 962, "maximum_cycles": 962},
              {"n": 2, "status": "failed", "reason": "the clock went backwards"}]},
  {"name": "single_loop", "device": 1, "pattern": "staircase", "verdict": "moved",
   "verdict_reason": "code crossed a clock read",
   "states": [{"n": 0, "status": "skipped", "reason": "the number is refused"}]}]})";

void PrintTo(const Snapshot& snapshot, std::ostream* stream) { *stream << snapshot.name; }

const Snapshot snapshots[] = {
    {"help", {"--help"}},
    {"help_paper", {"paper", "--help"}},
    {"help_emulate", {"emulate", "--help"}},
    {"list", {"list"}},
    {"explain", {"explain"}},
    {"explain_maxwell", {"explain", "maxwell"}},
    {"version", {"--version"}},
    {"emulate_single_loop", {"emulate", "single_loop", "--reg", "R5=staircase(17)"}},
    {"emulate_trace", {"emulate", "single_loop", "--reg", "R5=staircase(2)", "--trace", "-g", "kepler"}},
    {"emulate_json", {"emulate", "single_loop", "--reg", "R5=staircase(2)", "--json", "-", "-g", "maxwell"}},
    {"emulate_given",
     {"emulate", "single_loop", "--reg", "R5=staircase(20)", "--cost", "kepler:spill=40", "--cost", "kepler:reload=42",
      "--capacity", "8"}},
    {"paper", {"paper", "--width", "100"}},
    {"help_trace", {"trace", "--help"}},
    {"help_report", {"report", "--help"}},
    {"trace_json", {"trace", "single_loop", "--reg", "R5=staircase(2)", "-g", "kepler", "--json", "-"}},
    {"trace_perfetto", {"trace", "single_loop", "--reg", "R5=staircase(1)", "-g", "kepler", "--perfetto", "-"}},
    {"report", {"report", "-"}, two_cards},
    {"report_markdown", {"report", "-", "--markdown", "-"}, two_cards},
};

/// Version, time, host and the program's own place differ from run to run.
std::string masked(std::string text) {
  const std::pair<const char*, const char*> masks[] = {
      {R"(reconverge \d+\.\d+\.\d+ \([^)]*\))", "reconverge VERSION (COMMIT)"},
      {R"("version": "[^"]*")", R"("version": "VERSION")"},
      {R"("git_hash": "[^"]*")", R"("git_hash": "COMMIT")"},
      {R"("time": "[^"]*")", R"("time": "TIME")"},
      {R"("host": "[^"]*")", R"("host": "HOST")"},
      {R"("[^"]*/reconverge")", R"("reconverge")"},
      {R"(\| (time|host) \| [^|]* \|)", "| $1 | ... |"},
      {R"(\| command \| \S*/reconverge )", "| command | reconverge "},
  };
  for (const auto& [pattern, mask] : masks) text = std::regex_replace(text, std::regex(pattern), mask);
  return text;
}

class Printed : public testing::TestWithParam<Snapshot> {};

TEST_P(Printed, IsAsItWas) {
  const Outcome outcome = run(GetParam().arguments, GetParam().input);
  ASSERT_EQ(outcome.status, 0) << outcome;
  const std::string path = std::string(RECONVERGE_SNAPSHOTS) + "/" + GetParam().name + ".txt";
  const std::string now = masked(outcome.out);
  if (std::getenv("RECONVERGE_UPDATE_SNAPSHOTS") != nullptr) {
    std::ofstream(path, std::ios::binary) << now;
    GTEST_SKIP() << "rewritten: " << path;
  }
  EXPECT_EQ(now, read_file(path)) << "tools/update-snapshots rewrites it, if this change is wanted";
}

INSTANTIATE_TEST_SUITE_P(Snapshot, Printed, testing::ValuesIn(snapshots),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace reconverge::cli_tests
