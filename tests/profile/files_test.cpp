// SPDX-License-Identifier: MIT
// `reconverge profile`: what its options and files may be, checked before the application runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "capture/capture.hpp"
#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::profile_tests {
namespace {

namespace fs = std::filesystem;
using cli_tests::Arguments;
using cli_tests::Outcome;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ProfileFiles : public testing::Test {
 protected:
  ProfileFiles() {
    setenv("CUDA_HOME", RECONVERGE_FAKE_TOOLKIT, 1);
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    for (const char* name : {"FAKE_CUPTI", "FAKE_LAUNCH", "FAKE_CLUSTER", "FAKE_LISTING"}) unsetenv(name);
  }

  /// Captures k, with these options beside.
  static Outcome capture(Arguments options, const std::string& application = RECONVERGE_APPLICATION) {
    options.insert(options.begin(), {"profile", "--capture", "^k$"});
    options.insert(options.end(), {"--", application, "cubin:k", "allocate:20000", "launch:k"});
    return cli_tests::run(options);
  }
  static Outcome profile(Arguments options, const Arguments& words) {
    options.insert(options.begin(), "profile");
    options.insert(options.end(), {"--", RECONVERGE_APPLICATION});
    options.insert(options.end(), words.begin(), words.end());
    return cli_tests::run(options);
  }
  /// With this message, before the application has run.
  static void expect_refused(const Outcome& outcome, const char* message, int status = 2) {
    EXPECT_EQ(outcome.status, status) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.out, Not(HasSubstr("the application is done"))) << message;
  }

  cli_tests::Folder folder_;
};

TEST_F(ProfileFiles, NoTwoResultsInOnePlace) {
  const std::string one = folder_ / "one", link = folder_ / "link";
  expect_refused(capture({"--capture-file", one, "--json", folder_ / "./one"}), "two results cannot go to one file");
  EXPECT_FALSE(fs::exists(one));
  std::ofstream(one) << "before";
  fs::create_symlink(one, link);
  expect_refused(capture({"--capture-file", one, "--json", link}), "two results cannot go to one file");
  EXPECT_EQ(cli_tests::read_file(one), "before");
}

TEST_F(ProfileFiles, TheApplicationAndItsFilesAreNotReplaced) {
  const std::string own = folder_ / "application", data = folder_ / "data";
  fs::copy_file(RECONVERGE_APPLICATION, own);
  std::ofstream(data) << "data";
  const auto size = fs::file_size(own);
  expect_refused(capture({"--capture-file", own}, own), "is read, and would be replaced by a result");
  expect_refused(capture({"--json", own}, own), "is read, and would be replaced by a result");
  expect_refused(profile({"--json", data}, {data}), "is read, and would be replaced by a result");
  EXPECT_EQ(fs::file_size(own), size);
  EXPECT_EQ(cli_tests::read_file(data), "data");
}

TEST_F(ProfileFiles, ACaptureIsARegularFile) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_refused(capture({"--capture-file", pipe}), "is no regular file");
  expect_refused(capture({"--capture-file", "-"}), "is standard output");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

/// A device of the test's own, as /dev/null is one: root would replace that of the machine.
TEST_F(ProfileFiles, ACaptureIsNoDevice) {
  const std::string device = folder_ / "null";
  if (mknod(device.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0) GTEST_SKIP() << "only root makes a device";
  expect_refused(capture({"--capture-file", device}), "is no regular file");
  EXPECT_TRUE(fs::is_character_file(device));
}

TEST_F(ProfileFiles, ACaptureGoesWhereALinkLeads) {
  const std::string link = folder_ / "link", target = folder_ / "target";
  std::ofstream(target) << "old";
  fs::create_symlink(target, link);
  const Outcome outcome = capture({"--capture-file", link});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(capture::is_capture(cli_tests::read_file(target)));
}

TEST_F(ProfileFiles, ThePlaceOfACaptureIsCheckedFirst) {
  expect_refused(capture({"--capture-file", folder_.path()}), "it is a folder", 3);
  expect_refused(capture({"--capture-file", folder_ / std::string(300, 'n')}), "File name too long", 3);
  expect_refused(capture({"--capture-file", folder_ / std::string(250, 'n')}), "has too long a name");
  expect_refused(capture({"--capture-file", "/proc/no/k.capture"}), "cannot write '/proc/no/k.capture'", 3);
  const Outcome outcome = capture({"--capture-file", folder_ / "new/folder/k.capture"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(fs::exists(folder_ / "new/folder/k.capture"));
}

TEST_F(ProfileFiles, WhatIsNotOfThisRunStays) {
  const std::string path = folder_ / "k.capture", own = path + ".mine.part", of_another = path + ".1-00000001.7.part";
  std::ofstream(own) << "mine";
  std::ofstream(of_another) << "of a run beside this one";
  fs::create_directory(path + ".folder.part");
  setenv("FAKE_LAUNCH", "kill", 1);
  const Outcome outcome = capture({"--capture-file", path});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_EQ(folder_.files(), (std::vector<std::string>{"k.capture.1-00000001.7.part", "k.capture.mine.part"}));
  EXPECT_TRUE(fs::is_directory(path + ".folder.part"));
}

TEST_F(ProfileFiles, AResultThatCannotBeWrittenTakesNoOther) {
  const Outcome outcome = profile({"--json", "/dev/full"}, {"launch:a", "exit:7"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("cannot write '/dev/full'"));
  EXPECT_THAT(outcome.err, HasSubstr("the application ended with status 7"));
  EXPECT_THAT(outcome.out, HasSubstr("a+0x10"));
}

TEST_F(ProfileFiles, JsonOnStandardOutputIsAlone) {
  const Outcome outcome = profile({"--json", "-"}, {"launch:a"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["launches"][0]["kernel"], "a");
  EXPECT_THAT(outcome.err, HasSubstr("the application is done"));
}

TEST_F(ProfileFiles, WhatIsKeptIsThisUsersAlone) {
  const std::string kept = folder_ / "kept";
  ASSERT_EQ(profile({"--keep", kept}, {"launch:a"}).status, 0);
  struct stat status {};
  ASSERT_EQ(stat(kept.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  expect_refused(profile({"--keep", folder_ / std::string(300, 'n')}, {}), "File name too long", 3);
  EXPECT_THAT(cli_tests::run({"profile", "--from", folder_ / std::string(300, 'n')}).err,
              HasSubstr("File name too long"));
  const std::string other = folder_ / "other";
  fs::create_directory(other);
  if (chown(other.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "only root gives a folder to another user";
  expect_refused(profile({"--keep", other}, {}), "it belongs to another user", 3);
}

TEST_F(ProfileFiles, ACurrentFolderThatIsGoneIsSaid) {
  const fs::path before = fs::current_path();
  const std::string gone = folder_ / "gone";
  fs::create_directory(gone);
  fs::current_path(gone);
  fs::remove(gone);
  const Outcome counted = profile({}, {"launch:a"}), captured = capture({}), kept = profile({"--keep", "k"}, {});
  fs::current_path(before);
  EXPECT_EQ(counted.status, 0) << counted;
  EXPECT_EQ(captured.status, 3) << captured;
  EXPECT_EQ(kept.status, 3) << kept;
  for (const Outcome* one : {&counted, &captured, &kept}) EXPECT_THAT(one->err, Not(HasSubstr("internal error")));
}

TEST_F(ProfileFiles, ArgumentsOfTheApplicationAreItsOwn) {
  const Outcome empty = profile({}, {"", "launch:a", "--", "--json", ""});
  EXPECT_EQ(empty.status, 0) << empty;
  EXPECT_THAT(empty.out, HasSubstr("a+0x10"));
  const Outcome missing = cli_tests::run({"profile", "--capture", "--", RECONVERGE_APPLICATION});
  expect_refused(missing, "--capture");
  expect_refused(cli_tests::run({"profile", "--", ""}), "the name of the application is empty");
}

TEST_F(ProfileFiles, ColonsOfExpressionsAreNoLaunches) {
  const std::string path = folder_ / "k.capture";
  const auto with = [&](const std::string& expression, const std::string& kernel) {
    return cli_tests::run({"profile", "--capture", expression, "--capture-file", path, "--", RECONVERGE_APPLICATION,
                           "cubin:" + kernel, "allocate:100", "launch:" + kernel, "launch:" + kernel});
  };
  EXPECT_EQ(with("ns::kernel", "ns::kernel").status, 0);
  EXPECT_EQ(with("[[:alpha:]]+::k", "ns::k").status, 0);
  EXPECT_EQ(with("ns::kernel:2", "ns::kernel").status, 0);
  EXPECT_EQ(capture::read_capture(cli_tests::read_file(path), path)->index, 2u);
  for (const char* wrong : {"k:", "k:0", "k:-1", "k:+1", "k:1x", "k:18446744073709551616", ":1"})
    EXPECT_EQ(with(wrong, "k").status, 2) << wrong;
}

TEST_F(ProfileFiles, NumbersOutOfRangeAreRefused) {
  for (const char* wrong : {"-1", "18446744073709551616", "5GiB", "4000000TB", "", "GB", "1.5GB", "1XB", "0x10"})
    EXPECT_EQ(profile({"--max-bytes", wrong}, {}).status, 2) << wrong;
  for (const char* right : {"0", "1000", "4GB", "512MiB", "512 mib", "3g", "7b"})
    EXPECT_EQ(profile({"--max-bytes", right}, {"launch:a"}).status, 0) << right;
  for (const char* wrong : {"-1", "x", "1.5"}) EXPECT_EQ(profile({"--lines", wrong}, {}).status, 2) << wrong;
  for (const char* wrong : {"1-", "-1", "2-1", "0-3", "1-2-3", "+1"})
    EXPECT_EQ(profile({"--launches", wrong}, {}).status, 2) << wrong;
}

}  // namespace
}  // namespace reconverge::profile_tests
