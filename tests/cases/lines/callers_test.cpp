// SPDX-License-Identifier: MIT
// Code without lines has those of its calls. slow_sm_90.sass is what nvdisasm -gi -hex -c of CUDA 13.5 prints of
// slow.cu, compiled by nvcc 13.0 -cubin -lineinfo in the folder /kernels: two lines call the compiler's routine for the
// division of doubles, which stands behind the kernel's own code, from 0x430 on.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;

const std::string listing = std::string(RECONVERGE_CASES) + "/slow_sm_90.sass";
constexpr std::uint64_t routine = 0x430;

/// Quotients of numbers so small that the quick way does not do: of all lanes at line 8, of the odd ones at line 10.
Json record_of(int threads) {
  const Outcome outcome = run({"emulate", listing, "--arg", fmt::format("f64[{}]", threads), "--arg",
                               "f64[128]=ramp(1e-310,1e-311)", "--block", fmt::format("{}", threads), "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

std::uint64_t address_of(const Json& pc) { return std::stoull(pc.get<std::string>(), nullptr, 16); }

/// "2 10": a line and where it is inlined.
std::string lines_in(const Json& line) {
  std::string text;
  for (const Json& frame : line.at("frames"))
    text += fmt::format("{}{}", text.empty() ? "" : " ", frame.at("line").get<int>());
  return text;
}

std::uint64_t executed_in_routine(const Json& record) {
  std::uint64_t sum = 0;
  for (const Json& row : record.at("instructions"))
    if (address_of(row.at("pc")) >= routine) sum += row.at("executed").get<std::uint64_t>();
  return sum;
}

TEST(Callers, RowsOfARoutineBelongToTheLinesOfItsCalls) {
  const Json record = record_of(32);
  ASSERT_GT(executed_in_routine(record), 20u) << "the routine ran";
  std::vector<std::string> callers;
  for (const Json& line : record.at("lines")) {
    EXPECT_NE(lines_in(line), "") << "each row has a line: " << line;
    if (std::ranges::any_of(line.at("pcs"), [](const Json& pc) { return address_of(pc) >= routine; }))
      callers.push_back(lines_in(line));
  }
  std::ranges::sort(callers);
  EXPECT_EQ(callers, (std::vector<std::string>{"2 10", "8"}));
}

/// Both lines call the routine once.
TEST(Callers, EachLineHasWhatItsOwnCallsExecute) {
  const Json record = record_of(32);
  std::map<std::string, std::uint64_t> executed;
  for (const Json& row : record.at("instructions"))
    executed[row.at("pc").get<std::string>()] = row.at("executed").get<std::uint64_t>();
  std::uint64_t shares = 0;
  for (const Json& line : record.at("lines")) {
    std::uint64_t own = 0, of_routine = 0;
    for (const Json& pc : line.at("pcs"))
      (address_of(pc) < routine ? own : of_routine) +=
          address_of(pc) < routine ? executed.at(pc.get<std::string>()) : 1;
    EXPECT_EQ(line.at("executed").get<std::uint64_t>(), own + of_routine) << line;
    shares += of_routine;
  }
  EXPECT_EQ(shares, executed_in_routine(record));
}

TEST(Callers, SumsAreThoseOfTheRun) {
  for (const int threads : {32, 64}) {
    const Json record = record_of(threads);
    for (const char* key : {"executed",       "active_lanes",       "thread_instructions",
                            "branches",       "divergent_branches", "executed_apart",
                            "idle_lanes",     "caused_idle_lanes",  "predicated_off_lanes",
                            "cycles",         "issuing_cycles",     "operands_cycles",
                            "memory_cycles",  "fetch_cycles",       "branch_cycles",
                            "meeting_cycles", "pipe_cycles",        "apart_cycles",
                            "serial_cycles",  "idle_lane_cycles",   "caused_idle_lane_cycles"})
      for (const char* parts : {"lines", "instructions"}) {
        std::uint64_t sum = 0;
        for (const Json& entry : record.at(parts)) sum += entry.at(key).get<std::uint64_t>();
        EXPECT_EQ(sum, record.at("account").at(key).get<std::uint64_t>()) << threads << " " << parts << " " << key;
      }
  }
}

/// The routine without a wait for the one result of its own that has a scoreboard.
TEST(Callers, AreNamedByLint) {
  std::string text = read_file(listing);
  const std::string waits = "0x001fe2000000080a", runs_on = "0x000fe2000000080a";
  text.replace(text.find(waits), waits.size(), runs_on);
  const Outcome outcome = run({"lint", "-", "--sarif", "-"}, text);
  EXPECT_EQ(outcome.status, 1) << outcome;
  const Json log = Json::parse(outcome.out);
  const Json& result = log.at("runs").at(0).at("results").at(0);
  EXPECT_THAT(result.at("message").at("text").get<std::string>(),
              testing::EndsWith("; called from slow.cu:8, slow.cu:2"));
  std::vector<int> lines;
  for (const Json& place : result.at("relatedLocations"))
    lines.push_back(place.at("physicalLocation").at("region").at("startLine").get<int>());
  EXPECT_EQ(lines, (std::vector<int>{8, 2}));
}

}  // namespace
}  // namespace reconverge::cli_tests
