// SPDX-License-Identifier: MIT
// Inputs and runs without end, formulas for spreadsheets, and runs that say that they are incomplete.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string cases = RECONVERGE_CASES;

/// Processes that are started while this exists have this limit.
class Limit {
 public:
  Limit(int which, rlim_t value) : which_(which) {
    getrlimit(resource(), &before_);
    const rlimit limit{value, before_.rlim_max};
    setrlimit(resource(), &limit);
  }
  ~Limit() { setrlimit(resource(), &before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  __rlimit_resource resource() const { return static_cast<__rlimit_resource>(which_); }
  int which_;
  rlimit before_{};
};

std::string pages_apart() {
  std::string list = "R2=list(0";
  for (int lane = 1; lane < 32; ++lane) list += "," + std::to_string(4096 * lane);
  return list + ")";
}

TEST(Memory, OfARunOverEverNewPagesIsBoundedAndItsResultsStay) {
  const Folder folder;
  const auto outcome = run({"emulate", cases + "/pages.sass", "--reg", pages_apart(), "--json", folder / "run.json"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the code has written to 1024 MiB of pages, and no more are kept")) << outcome;
  EXPECT_THAT(outcome.err, StartsWith("error: " + cases + "/pages.sass:3:10: STG.E")) << outcome;
  const json record = json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("complete"), false);
  EXPECT_EQ(record.at("executed_instructions"), 4 * (1 << 18) / 32 + 1) << "so many stores of 32 pages fill it";
}

TEST(Memory, OfTheJsonOfManyRowsIsThatOfARow) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs more address space than the limit leaves";
#endif
  const Folder folder;
  std::string text = "code for sm_50\n\t\tFunction : many\n";
  constexpr int rows = 60'000;
  char line[64];
  for (int row = 0; row < rows; ++row) {
    std::snprintf(line, sizeof line, "        /*%04x*/                   IADD R1, R2, R3 ;\n", 8 * (row + 1 + row / 3));
    text += line;
  }
  const std::string listing = folder.write("many.sass", text);
  const Limit limit(RLIMIT_AS, rlim_t{220} << 20);  // the whole JSON of these rows needs 330 MB
  const auto outcome = run({"inspect", listing, "--json", folder / "many.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Memory, OfTheJsonOfARunIsNotThatOfAllItsRows) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs more address space than the limit leaves";
#endif
  const Folder folder;
  std::string text = "code for sm_90\nFunction : many\n";
  constexpr int rows = 40'000;
  char line[64];
  for (int row = 0; row < rows; ++row) {
    std::snprintf(line, sizeof line, "/*%06x*/ %s ;\n", 16 * row, row + 1 < rows ? "IADD3 R1, R2, 0x1, RZ" : "EXIT");
    text += line;
  }
  const std::string listing = folder.write("many.sass", text);
  const Limit limit(RLIMIT_AS, rlim_t{350} << 20);  // with the whole JSON of these rows 400 MiB do not suffice
  const auto outcome = run({"emulate", listing, "--json", folder / "many.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(EmulateJson, IsTheSameTextWrittenInPartsAsAsAWhole) {
  for (const Arguments& more : {Arguments{}, Arguments{"--trace"}}) {
    Arguments arguments{"emulate", cases + "/nan_and_infinity.sass", "--arg", "f32[2]", "--json", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run(arguments);
    ASSERT_EQ(outcome.status, 0) << outcome;
    const auto record = nlohmann::ordered_json::parse(outcome.out);
    EXPECT_FALSE(record.at("lines").empty());
    EXPECT_EQ(record.at("instructions").size(), record.at("lines").size()) << "no line is known";
    if (more.empty()) {
      EXPECT_EQ(outcome.out, record.dump(2) + "\n");
    }
  }
}

TEST(InspectJson, IsTheSameTextWrittenInPartsAsAsAWhole) {
  const Folder folder;
  const std::string two = read_file(cases + "/escape_in_name.sass") + read_file(cases + "/stops_early.sass");
  const auto outcome = run({"inspect", folder.write("two.sass", two), "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto record = nlohmann::ordered_json::parse(outcome.out);
  EXPECT_EQ(record.at("functions").size(), 2u);
  EXPECT_EQ(record.at("functions").at(0).at("instructions").size(), 4u);
  EXPECT_EQ(outcome.out, record.dump(2) + "\n");
}

TEST(Threads, ThatTheSystemRefusesAreDoneWithout) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs more address space than the limit leaves";
#endif
  const Arguments blocks = {"emulate", cases + "/stores_nothing.sass", "--grid", "64", "--jobs", "8", "--csv", "-"};
  const auto with_threads = run(blocks);
  EXPECT_EQ(with_threads.status, 0) << with_threads;
  // The stack of a thread is as large as the limit of the stack, and finds no place.
  const Limit stack(RLIMIT_STACK, rlim_t{1} << 30), memory(RLIMIT_AS, rlim_t{512} << 20);
  const auto without = run(blocks);
  EXPECT_EQ(without.status, 0) << without;
  EXPECT_EQ(without.out, with_threads.out);
}

TEST(Output, BeyondTheLimitOfAFileIsAnErrorAndLeavesNothing) {
  const Folder folder;
  const Limit size(RLIMIT_FSIZE, 512);
  const auto outcome = run({"emulate", cases + "/stores_nothing.sass", "--json", folder / "run.json"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("File too large")) << outcome;
  EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

TEST(Recursion, WithoutEndIsTracedInTheTimeOfItsSteps) {
  const Folder folder;
  // The square of 300,000 steps would take minutes; the runner's limit of time ends such a test.
  const auto outcome = run({"trace", cases + "/recursion.sass", "--html", folder / "t.html", "--max-steps", "300000"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(read_file(folder / "t.html"), HasSubstr("</html>"));
}

TEST(Incomplete, IsSaidInEveryFormat) {
  const Folder folder;
  const std::string listing = cases + "/stops_early.sass", why = "'FOO.' cannot be executed";
  const auto csv = run({"emulate", listing, "--csv", "-"});
  EXPECT_EQ(csv.status, 4) << csv;
  EXPECT_THAT(csv.out, HasSubstr(",incomplete\n1,32,")) << csv;
  EXPECT_THAT(run({"emulate", listing, "--markdown", "-"}).out, HasSubstr(why));
  const auto events = run({"trace", listing, "--perfetto", "-"});
  EXPECT_THAT(json::parse(events.out).at("otherData").at("incomplete").at(0).get<std::string>(), HasSubstr(why))
      << events;
  const auto whole = run({"emulate", cases + "/stores_nothing.sass", "--csv", "-"});
  EXPECT_THAT(whole.out, Not(HasSubstr("incomplete"))) << whole;
}

TEST(Csv, HasNoFormulas) {
  const Folder folder;
  const auto results = [](const std::string& name, int cycles) {
    return json{{"schema", "reconverge.bench"},
                {"schema_version", 2},
                {"benchmarks",
                 {{{"name", name}, {"states", {{{"n", 5}, {"status", "ok"}, {"samples_cycles", {cycles, cycles}}}}}}}}}
        .dump();
  };
  for (const std::string name : {"=cmd|'/c calc'!A1", "+1", "@SUM(1)", "-x", "'quoted", "\t=1"}) {
    const std::string before = folder.write("r.json", results(name, 10)), csv = folder / "o.csv";
    const std::string after = folder.write("s.json", results(name, 7));
    const auto outcome = run({"compare", before, after, "--csv", csv});
    ASSERT_EQ(outcome.status, 0) << outcome;
    const std::string text = read_file(csv);
    EXPECT_THAT(text, HasSubstr("'" + name)) << "as text";
    EXPECT_THAT(text, Not(HasSubstr("\n" + name))) << "as a formula";
    EXPECT_THAT(text, HasSubstr(",-3,")) << "a number stays a number";
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
