// SPDX-License-Identifier: MIT
// `profile --capture` against a CUPTI and a driver that are fakes: what is written, and what is left of it when the
// application or the disk does not last.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "capture/capture.hpp"
#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::profile_tests {
namespace {

using cli_tests::Arguments;
using cli_tests::Outcome;
using testing::HasSubstr;
using testing::Not;

class CaptureWriting : public testing::Test {
 protected:
  CaptureWriting() {
    setenv("CUDA_HOME", RECONVERGE_FAKE_TOOLKIT, 1);
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    clear();
    std::filesystem::create_directories(folder_ / "captures");
  }
  ~CaptureWriting() override { clear(); }
  static void clear() {
    for (const char* name : {"FAKE_CUPTI", "FAKE_LAUNCH", "FAKE_CLUSTER", "FAKE_LISTING"}) unsetenv(name);
  }

  Outcome capture(const Arguments& words, const Arguments& more = {}) {
    Arguments arguments{"profile", "--capture", "^k$", "--capture-file", path_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"--", RECONVERGE_APPLICATION});
    arguments.insert(arguments.end(), words.begin(), words.end());
    return cli_tests::run(arguments);
  }
  /// Nothing is left, whole or half, but what was there before.
  void expect_nothing_left(const Outcome& outcome) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "captures"))
      ADD_FAILURE() << entry.path() << " is left\n" << outcome;
  }

  cli_tests::Folder folder_;
  std::string path_ = folder_ / "captures/k.capture";
};

const Arguments launches{"cubin:k", "allocate:20000", "launch:k"};

TEST_F(CaptureWriting, StoresWhatTheLaunchWas) {
  const Outcome outcome = capture(launches);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("It may hold private data"));
  EXPECT_THAT(outcome.err, Not(HasSubstr(": not read,")));
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0) << outcome;
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  const auto read = capture::read_capture(cli_tests::read_file(path_), path_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->kernel, "k");
  EXPECT_EQ(read->grid, (std::array<std::uint32_t, 3>{4, 1, 1}));
  EXPECT_EQ(read->shared_bytes, 128u);
  ASSERT_EQ(read->origins.size(), 1u);
  EXPECT_EQ(read->origins[0].bytes, 20000u);
  EXPECT_EQ(read->origins[0].kind, "cuMemAlloc");
  ASSERT_EQ(read->parameter_bytes.size(), 8u);
  ASSERT_EQ(read->changes.size(), 1u) << "the launch changed the first byte";
  EXPECT_EQ(read->changes[0].address, read->origins[0].address);
  EXPECT_EQ(read->counters.size(), 2u);
  std::string other = cli_tests::read_file(path_);
  other.front() = 'x';
  EXPECT_FALSE(capture::read_capture(other, path_)) << "no capture by its first bytes";
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_ / "captures")) ++files;
  EXPECT_EQ(files, 1u);
}

/// Whoever gets the file needs no disassembler.
TEST_F(CaptureWriting, HoldsTheListingWhereThereIsADisassembler) {
  const std::string listing = folder_ / "k.sass";
  std::ofstream(listing) << "\tcode for sm_90\n\t\tFunction : k\n\t/*0000*/ EXIT ;\n";
  setenv("FAKE_LISTING", listing.c_str(), 1);
  setenv("PATH", RECONVERGE_FAKE_TOOLS ":/usr/bin:/bin", 1);
  const Outcome outcome = capture(launches);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, Not(HasSubstr("has no listing")));
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0) << outcome;
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  const auto read = capture::read_capture(cli_tests::read_file(path_), path_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_THAT(read->listing, HasSubstr("Function : k"));
  EXPECT_EQ(read->counters.size(), 2u) << "the rest is as it was";
}

TEST_F(CaptureWriting, IsNotBlamedForAnInterruptedDisassembler) {
  const std::string tools = folder_ / "tools", begun = folder_ / "begun";
  std::filesystem::create_directories(tools);
  std::ofstream(tools + "/nvdisasm")
      << "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 13.0, V13.0.0' && exit 0\n: > " << begun
      << "\nsleep 1\nexit 1\n";
  std::filesystem::permissions(tools + "/nvdisasm", std::filesystem::perms::owner_all);
  setenv("PATH", (tools + ":/usr/bin:/bin").c_str(), 1);
  cli_tests::Running program({"profile", "--capture", "^k$", "--capture-file", path_, "--", RECONVERGE_APPLICATION,
                              "cubin:k", "allocate:20000", "launch:k"});
  for (int waits = 0; !std::filesystem::exists(begun) && waits < 1000; ++waits) usleep(10'000);
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("interrupted while code of a capture was prepared"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("has no listing")));
  EXPECT_TRUE(capture::read_capture(cli_tests::read_file(path_), path_)) << "it is whole";
}

TEST_F(CaptureWriting, SaysThatTheListingIsMissing) {
  setenv("FAKE_LISTING", "/nothing", 1);
  setenv("PATH", RECONVERGE_FAKE_TOOLS ":/usr/bin:/bin", 1);
  const Outcome outcome = capture(launches);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the capture has no listing"));
  const auto read = capture::read_capture(cli_tests::read_file(path_), path_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->listing, "");
}

TEST_F(CaptureWriting, WithoutCountersWhenTheyAreDenied) {
  setenv("FAKE_CUPTI", "denied", 1);
  const Outcome outcome = capture(launches);
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  const auto read = capture::read_capture(cli_tests::read_file(path_), path_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(read->counters.empty());
}

TEST_F(CaptureWriting, LeavesNothingOfAnApplicationThatEndsInTheLaunch) {
  const struct {
    const char* how;
    int status;
  } cases[] = {{"kill", 128 + SIGKILL}, {"abort", 128 + SIGABRT}, {"exit", 5}};
  for (const auto& [how, status] : cases) {
    setenv("FAKE_LAUNCH", how, 1);
    const Outcome outcome = capture(launches);
    EXPECT_EQ(outcome.status, 3) << how << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("no launch was captured")) << how;
    expect_nothing_left(outcome);
  }
}

TEST_F(CaptureWriting, AnOldCaptureStaysUntilANewOneIsWhole) {
  std::ofstream(path_) << "the old one";
  setenv("FAKE_LAUNCH", "kill", 1);
  capture(launches);
  EXPECT_EQ(cli_tests::read_file(path_), "the old one");
  unsetenv("FAKE_LAUNCH");
  EXPECT_EQ(capture(launches).status, 0);
  EXPECT_TRUE(capture::is_capture(cli_tests::read_file(path_)));
}

TEST_F(CaptureWriting, KeepsACaptureWhenTheApplicationCrashesLater) {
  Arguments words = launches;
  words.emplace_back("crash");
  const Outcome outcome = capture(words);
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_TRUE(capture::read_capture(cli_tests::read_file(path_), path_));
}

/// The limit would end the application too, were the signal not held back.
TEST_F(CaptureWriting, LeavesNothingWhereTheDiskIsFull) {
  const Outcome outcome = capture({"cubin:k", "allocate:1000000", "limit:100000", "launch:k", "launch:other"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("File too large"));
  EXPECT_THAT(outcome.out, HasSubstr("the application is done"));
  EXPECT_THAT(outcome.out, HasSubstr("other")) << "counting goes on";
  expect_nothing_left(outcome);
}

TEST_F(CaptureWriting, TakesOneLaunchOfForkedProcesses) {
  const Outcome outcome = cli_tests::run({"profile", "--capture", "of_the_child", "--capture-file", path_, "--",
                                          RECONVERGE_APPLICATION, "launch:other", "fork"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  const auto read = capture::read_capture(cli_tests::read_file(path_), path_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->kernel, "of_the_child");
}

/// The application may have a file of its own in the place of its standard error.
TEST_F(CaptureWriting, SaysNothingIntoFilesOfTheApplication) {
  const std::string own = folder_ / "own";
  Arguments words{"instead_of_stderr:" + own};
  words.insert(words.end(), launches.begin(), launches.end());
  const Outcome outcome = capture(words);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(cli_tests::read_file(own), "");
  EXPECT_THAT(outcome.err, HasSubstr("reconverge: capturing launch 1 of k"));
}

TEST_F(CaptureWriting, WritesNoCommandsOfTerminals) {
  const std::string kernel = "\x1b[31mk";
  path_ = folder_ / "captures/l\u00e4nge.capture";
  const Outcome outcome =
      cli_tests::run({"profile", "--capture", "k", "--capture-file", path_, "--", RECONVERGE_APPLICATION,
                      "cubin:" + kernel, "allocate:100", "launch:" + kernel});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(outcome.err, HasSubstr("l\u00e4nge.capture"));
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(CaptureWriting, RefusesByNameWhatItCannotStore) {
  const Outcome large = capture(launches, {"--max-bytes", "10000"});
  EXPECT_EQ(large.status, 3) << large;
  EXPECT_THAT(large.err, HasSubstr("more than the 0.0 MB of --max-bytes"));
  expect_nothing_left(large);
  setenv("FAKE_CLUSTER", "2", 1);
  const Outcome clusters = capture(launches);
  EXPECT_EQ(clusters.status, 3) << clusters;
  EXPECT_THAT(clusters.err, HasSubstr("the kernel was compiled for clusters of 2x1x1 blocks"));
  expect_nothing_left(clusters);
}

}  // namespace
}  // namespace reconverge::profile_tests
