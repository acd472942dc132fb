#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// Ctrl-C at any moment: status 130, and every file is whole, the old one or the new one.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

/// A whole file of `paper` ends as its format ends.
bool is_whole(const std::string& path, const std::string& text) {
  if (path.ends_with(".json")) return Json::accept(text);
  if (path.ends_with(".html"))
    return text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n");
  if (path.ends_with(".svg")) return text.ends_with("</svg>\n");
  if (!path.ends_with(".csv") || !text.ends_with('\n')) return false;
  const auto commas = [](const std::string& line) { return std::ranges::count(line, ','); };
  const auto last = text.rfind('\n', text.size() - 2);
  return commas(text.substr(last + 1)) >= commas(text.substr(0, text.find('\n')));
}

TEST(Interrupt, OfPaperLeavesOnlyWholeFiles) {
  const Folder reference;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run({"paper", "--out", reference.path().string()}).status, 0);
  const auto whole_run = std::chrono::steady_clock::now() - start;
  const auto all_files = reference.files();

  std::mt19937 random(20150);
  int cut_short = 0;
  for (int i = 0; i < 25; ++i) {
    const Folder folder;
    Running program({"paper", "--out", folder.path().string()});
    std::this_thread::sleep_for(whole_run * static_cast<int>(random() % 100) / 100);
    program.send(SIGINT);
    const Outcome outcome = program.finish();
    ASSERT_TRUE(outcome.status == 130 || outcome.status == 0) << outcome;
    cut_short += outcome.status == 130 ? 1 : 0;
    if (outcome.status == 0) {
      EXPECT_EQ(folder.files(), all_files);
    }
    for (const std::string& file : folder.files()) {
      EXPECT_TRUE(std::ranges::binary_search(all_files, file)) << "unexpected " << file;
      EXPECT_TRUE(is_whole(file, read_file(folder.path() / file))) << file;
    }
  }
  EXPECT_GT(cut_short, 0) << "no run was interrupted, so this test has shown nothing";
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
    for (const std::string& file : files)
      EXPECT_TRUE(is_whole(file, read_file(folder.path() / file))) << file;
  }
}

TEST(Kill, LeavesWholeFilesUnderTheirNames) {
  const Folder reference;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run({"paper", "--out", reference.path().string()}).status, 0);
  const auto whole_run = std::chrono::steady_clock::now() - start;
  std::mt19937 random(1504);
  int some_files = 0;
  for (int i = 0; i < 40; ++i) {
    const Folder folder;
    Running program({"paper", "--out", folder.path().string()});
    std::this_thread::sleep_for(whole_run * static_cast<int>(40 + random() % 60) / 100);
    program.send(SIGKILL);
    program.finish();
    for (const std::string& file : folder.files()) {
      if (file.ends_with(".part")) continue;  // nobody could remove them
      ++some_files;
      EXPECT_TRUE(is_whole(file, read_file(folder.path() / file))) << file;
    }
  }
  EXPECT_GT(some_files, 0) << "no run had begun to write, so this test has shown nothing";
}

class Signal : public testing::TestWithParam<int> {};

TEST_P(Signal, EndsAnEndlessRunSoonAndMarksItsResult) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", listing, "--max-steps", "1000000000000000", "--json",
                   folder / "run.json", "-g", "kepler"});
  // Its output is opened just before it runs.
  for (int waits = 0; folder.files().size() < 2 && waits < 1000; ++waits)
    std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(200ms);
  program.send(GetParam());
  const Outcome outcome = program.finish(10s);
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_NE(outcome.err.find("interrupted after"), std::string::npos) << outcome;
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("complete"), false);
  EXPECT_EQ(record.at("ending"), "interrupted");
  EXPECT_GT(record.at("executed_instructions"), 0);
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"endless.sass", "run.json"}));
}

INSTANTIATE_TEST_SUITE_P(Interrupt, Signal, testing::Values(SIGINT, SIGTERM));

TEST(Interrupt, OfALongTraceFindsItWrittenAlready) {
  const Folder folder;
  const std::string listing = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", listing, "-q", "--trace", "--csv", "-", "--json", folder / "run.json",
                   "--max-steps", "1000000000000"});
  // The rows must not wait in memory for an end that may be far away.
  const auto written = [&] {
    for (const std::string& file : folder.files())
      if (file.ends_with(".part")) return std::filesystem::file_size(folder.path() / file);
    return std::uintmax_t{0};
  };
  for (int waits = 0; written() < 1'000'000 && waits < 3000; ++waits) std::this_thread::sleep_for(10ms);
  EXPECT_GE(written(), 1'000'000u);
  program.send(SIGINT);
  EXPECT_EQ(program.finish(30s).status, 130);
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("ending"), "interrupted");
  EXPECT_EQ(record.at("trace").size(), record.at("executed_instructions"));
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
