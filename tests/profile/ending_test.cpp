// SPDX-License-Identifier: MIT
// `reconverge profile`: how the application ended is said, and requests to end reach it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::profile_tests {
namespace {

namespace fs = std::filesystem;
using cli_tests::Arguments;
using cli_tests::Outcome;
using cli_tests::Running;
using testing::HasSubstr;
using testing::Not;

class ProfileEnding : public testing::Test {
 protected:
  ProfileEnding() {
    setenv("CUDA_HOME", RECONVERGE_FAKE_TOOLKIT, 1);
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("TMPDIR", folder_.path().c_str(), 1);
    for (const char* name : {"FAKE_CUPTI", "FAKE_LAUNCH"}) unsetenv(name);
  }
  ~ProfileEnding() override {
    unsetenv("TMPDIR");
    for (const char* name : {"FAKE_CUPTI", "FAKE_LAUNCH"}) unsetenv(name);
  }

  static Arguments profiled(const Arguments& words, Arguments options = {}) {
    options.insert(options.begin(), "profile");
    options.insert(options.end(), {"--", RECONVERGE_APPLICATION});
    options.insert(options.end(), words.begin(), words.end());
    return options;
  }

  cli_tests::Folder folder_;
};

TEST_F(ProfileEnding, IsSaidWhereNothingWasMeasured) {
  const Outcome killed = cli_tests::run(profiled({"kill:6"}));
  EXPECT_EQ(killed.status, 3) << killed;
  EXPECT_THAT(killed.err, HasSubstr("the application ended with status 134 (signal 6, Aborted)"));
  EXPECT_THAT(cli_tests::run(profiled({"exit:7"})).err, HasSubstr("the application ended with status 7"));
}

TEST_F(ProfileEnding, IsSaidWhereCountersAreDenied) {
  setenv("FAKE_CUPTI", "denied", 1);
  const Outcome outcome = cli_tests::run(profiled({"launch:a", "exit:9"}));
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 9"));
}

TEST_F(ProfileEnding, IsSaidWhereTheCapturedLaunchEndedIt) {
  setenv("FAKE_LAUNCH", "kill", 1);
  const Outcome outcome = cli_tests::run(
      profiled({"cubin:k", "allocate:100", "launch:k"}, {"--capture", "k", "--capture-file", folder_ / "k.capture"}));
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 137 (signal 9, Killed)"));
  EXPECT_THAT(outcome.err, HasSubstr("the application may have ended before it"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("listed above")));
}

TEST_F(ProfileEnding, ARequestToEndReachesTheApplication) {
  Running program(profiled({"launch:a", "wait"}));
  program.read_output_until("waiting");
  program.send(SIGTERM);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 9"));
  EXPECT_THAT(outcome.out, HasSubstr("a+0x10")) << "what was measured is shown";
  EXPECT_TRUE(fs::is_empty(folder_.path())) << "the folder of results is removed";
}

TEST_F(ProfileEnding, AnApplicationThatDoesNotListenIsKilled) {
  Running program({"profile", "--", "/bin/sh", "-c", "trap '' TERM; echo waiting; while :; do sleep 0.1; done"});
  program.read_output_until("waiting");
  program.send(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  program.send(SIGTERM);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 137"));
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

}  // namespace
}  // namespace reconverge::profile_tests
