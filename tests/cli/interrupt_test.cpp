// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/open_files.hpp"
#include "cli/program.hpp"

// Ctrl-C at any moment: status 130, and every file is whole, the old one or the new one.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

/// A whole file of `paper` ends as its format ends.
bool is_whole(const std::string& path, const std::string& text) {
  if (path.ends_with(".json")) return Json::accept(text);
  if (path.ends_with(".html")) return text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n");
  if (path.ends_with(".svg")) return text.ends_with("</svg>\n");
  if (!path.ends_with(".csv") || !text.ends_with('\n')) return false;
  const auto commas = [](const std::string& line) { return std::ranges::count(line, ','); };
  const auto last = text.rfind('\n', text.size() - 2);
  return commas(text.substr(last + 1)) >= commas(text.substr(0, text.find('\n')));
}

/// The files that stand under their own names; what a killed program could not remove does not.
std::vector<std::string> finished_files(const Folder& folder) {
  auto files = folder.files();
  std::erase_if(files, [](const std::string& file) { return file.ends_with(".part"); });
  return files;
}

/// Waits until the program has put so many files into their places. What happens then depends on no
/// clock: the limit only ends a test that has failed.
bool wait_for_files(const Folder& folder, std::size_t count) {
  for (int waits = 0; waits < 60'000; ++waits) {
    if (finished_files(folder).size() >= count) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

void expect_whole(const Folder& folder) {
  for (const std::string& file : finished_files(folder))
    EXPECT_TRUE(is_whole(file, read_file(folder.path() / file))) << file;
}

TEST(Interrupt, OfPaperLeavesOnlyWholeFiles) {
  const Folder reference;
  ASSERT_EQ(run({"paper", "--out", reference.path().string()}).status, 0);
  const auto all_files = reference.files();
  for (std::size_t count = 0; count < all_files.size(); count += 3) {
    const Folder folder;
    Running program({"paper", "--out", folder.path().string()});
    ASSERT_TRUE(wait_for_files(folder, count));
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    ASSERT_TRUE(outcome.status == 130 || outcome.status == 0) << outcome;
    if (outcome.status == 0) {
      EXPECT_EQ(folder.files(), all_files);
    }
    for (const std::string& file : folder.files())
      EXPECT_TRUE(std::ranges::binary_search(all_files, file)) << "unexpected " << file;
    expect_whole(folder);
  }
}

TEST(Interrupt, OfPaperLeavesOldFilesWhole) {
  const Folder folder;
  ASSERT_EQ(run({"paper", "--out", folder.path().string()}).status, 0);
  const auto files = folder.files();
  for (const int after : {5, 20, 40, 80}) {
    Running program({"paper", "--out", folder.path().string()});
    std::this_thread::sleep_for(after * 1ms);
    program.send(SIGINT);
    program.finish();
    ASSERT_EQ(folder.files(), files);
    expect_whole(folder);
  }
}

TEST(Kill, LeavesWholeFilesUnderTheirNames) {
  const Folder reference;
  ASSERT_EQ(run({"paper", "--out", reference.path().string()}).status, 0);
  const std::size_t all = reference.files().size();
  for (std::size_t count = 1; count <= all; count += 2) {
    const Folder folder;
    Running program({"paper", "--out", folder.path().string()});
    ASSERT_TRUE(wait_for_files(folder, count));
    program.send(SIGKILL);
    program.finish();
    EXPECT_GE(finished_files(folder).size(), count);
    expect_whole(folder);
  }
}

class Signal : public testing::TestWithParam<int> {};

TEST_P(Signal, EndsAnEndlessRunSoonAndMarksItsResult) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program(
      {"emulate", listing, "--max-steps", "1000000000000000", "--json", folder / "run.json", "-g", "kepler"});
  // Its output is opened just before it runs.
  for (int waits = 0; !size_of_begun_file(folder.path()) && waits < 1000; ++waits) std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(200ms);
  program.send(GetParam());
  const Outcome outcome = program.finish(10s);
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_NE(outcome.err.find("interrupted after"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("try: "), std::string::npos) << outcome;
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("complete"), false);
  EXPECT_EQ(record.at("ending"), "interrupted");
  EXPECT_GT(record.at("executed_instructions"), 0);
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"endless.sass", "run.json"}));
}

INSTANTIATE_TEST_SUITE_P(Interrupt, Signal, testing::Values(SIGINT, SIGTERM));

const char* const short_block =
    "\tcode for sm_90\n"
    "\tFunction : short_block\n"
    "\t/*0000*/ S2R R0, SR_TID.X ;\n"
    "\t/*0010*/ IADD3 R0, R0, 0x1, RZ ;\n"
    "\t/*0020*/ EXIT ;\n";

/// Its blocks end at once, but there are more of them than any run comes to the end of.
TEST(Interrupt, OfAGridGivesTheBlocksThatEnded) {
  for (const char* jobs : {"1", "2"}) {
    const Folder folder;
    const std::string listing = folder.write("grid.sass", short_block);
    folder.write("run.json", "the old one");
    Running program({"emulate", listing, "--grid", "2147483647", "--jobs", jobs, "--json", folder / "run.json",
                     "--lines-csv", folder / "lines.csv"});
    for (int waits = 0; !size_of_begun_file(folder.path()) && waits < 1000; ++waits) std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(read_file(folder / "run.json"), "the old one") << "until the run has ended";
    program.send(SIGINT);
    const Outcome outcome = program.finish(30s);
    EXPECT_EQ(outcome.status, 130) << outcome;
    EXPECT_NE(outcome.err.find("interrupted after"), std::string::npos) << outcome;
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"grid.sass", "lines.csv", "run.json"}));
    const Json record = Json::parse(read_file(folder / "run.json"));
    EXPECT_EQ(record.at("complete"), false);
    EXPECT_EQ(record.at("ending"), "interrupted");
    const std::uint64_t blocks = record.at("launch").at("blocks_run");
    EXPECT_GT(blocks, 0u);
    EXPECT_LT(blocks, 2147483647u);
    EXPECT_LE(record.at("executed_instructions"), 3 * blocks);
    EXPECT_GT(record.at("executed_instructions"), 3 * (blocks - 2)) << "all but what was interrupted are whole";
  }
}

TEST(Interrupt, OfALongTraceFindsItWrittenAlready) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", listing, "-q", "--trace", "--csv", "-", "--json", folder / "run.json", "--max-steps",
                   "1000000000000"});
  // The rows must not wait in memory for an end that may be far away.
  const auto written = [&] { return size_of_begun_file(folder.path()).value_or(0); };
  for (int waits = 0; written() < 1'000'000 && waits < 3000; ++waits) std::this_thread::sleep_for(10ms);
  EXPECT_GE(written(), 1'000'000u);
  program.send(SIGINT);
  EXPECT_EQ(program.finish(30s).status, 130);
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("ending"), "interrupted");
  EXPECT_EQ(record.at("trace").size(), record.at("executed_instructions"));
}

TEST(Interrupt, OfTraceWritesWhatRan) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program({"trace", listing, "--json", folder / "run.json", "--max-steps", "1000000000000"});
  for (int waits = 0; !size_of_begun_file(folder.path()) && waits < 1000; ++waits) std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(100ms);
  program.send(SIGINT);
  const Outcome outcome = program.finish(30s);
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_NE(outcome.err.find("interrupted after"), std::string::npos) << outcome;
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_GT(record.at("runs").at(0).at("executed_instructions"), 0);
  EXPECT_NE(record.at("runs").at(0).at("diagnostic"), nullptr);
}

TEST(Interrupt, EndsAProgramThatWaitsForItsInput) {
  Running program({"emulate", "-"});
  std::this_thread::sleep_for(200ms);
  program.send(SIGINT);
  EXPECT_EQ(program.finish_with_open_input(10s).status, 130);
}

TEST(Interrupt, EndsAProgramWhoseReaderDoesNotRead) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", listing, "--trace", "-q"});
  std::this_thread::sleep_for(500ms);  // the pipe is full by now
  program.send(SIGINT);
  EXPECT_EQ(program.finish_without_reading(10s).status, 130);
}

}  // namespace
}  // namespace reconverge::cli_tests
