// SPDX-License-Identifier: MIT
// What `doctor` says of profiling, on machines that are fakes: driver, CUPTI and /proc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"

namespace reconverge::profile_tests {
namespace {

using cli_tests::Outcome;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Doctor : public testing::Test {
 protected:
  Doctor() {
    setenv("CUDA_HOME", RECONVERGE_FAKE_TOOLKIT, 1);
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("FAKE_DRIVER", "ok", 1);
    setenv("RECONVERGE_PROC", (folder_ / "proc").c_str(), 1);
    for (const char* name : {"CUDA_INJECTION64_PATH", "NSYS_PROFILING_SESSION_ID", "FAKE_CUPTI", "FAKE_CUPTI_VERSION"})
      unsetenv(name);
    process_file("driver/nvidia/params", "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 0\n");
    process_file("self/status", ordinary_user);
  }
  ~Doctor() override { unsetenv("RECONVERGE_PROC"); }

  void process_file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / ("proc/" + name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// One check of the record, which has to follow its schema.
  static json check(const std::string& name) {
    const json record = json::parse(cli_tests::run({"doctor", "--json", "-"}).out);
    const json schema = json::parse(std::ifstream(RECONVERGE_SCHEMAS "/doctor.schema.json"));
    EXPECT_THAT(cli_tests::departures(record, schema), testing::IsEmpty());
    for (const json& one : record["checks"])
      if (one["name"] == name) return one;
    ADD_FAILURE() << "no check of " << name;
    return {{"state", ""}, {"detail", ""}, {"remedy", ""}};
  }
  static int status_for_profile() { return cli_tests::run({"doctor", "--for", "profile"}).status; }

  static constexpr const char* ordinary_user = "Name:\tx\nCapEff:\t0000000000000000\n";
  cli_tests::Folder folder_;
};

TEST_F(Doctor, SaysThatProfilingWorks) {
  const Outcome outcome = cli_tests::run({"doctor", "--for", "profile"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("profile can count here"));
  EXPECT_EQ(check("injected library")["state"], "found");
  const json cupti = check("CUPTI");
  EXPECT_EQ(cupti["state"], "found");
  EXPECT_THAT(cupti["detail"], HasSubstr("CUDA 13.0"));
  EXPECT_THAT(cupti["detail"], HasSubstr(RECONVERGE_FAKE_TOOLKIT));
  EXPECT_THAT(check("GPU 0: instruction counts")["detail"], HasSubstr("compute capability 9.0"));
  EXPECT_EQ(check("other profilers")["state"], "found");
}

TEST_F(Doctor, ReadsWhoMayReadCounters) {
  EXPECT_THAT(check("counters: permission")["detail"], HasSubstr("everybody"));
  process_file("driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
  const json refused = check("counters: permission");
  EXPECT_EQ(refused["state"], "missing");
  EXPECT_EQ(refused["required_by_profile"], true);
  EXPECT_THAT(refused["remedy"], HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_EQ(status_for_profile(), 3);
  process_file("self/status", "CapEff:\t0000000000200000\n");
  EXPECT_EQ(check("counters: permission")["state"], "found") << "CAP_SYS_ADMIN";
  EXPECT_EQ(status_for_profile(), 0);
}

TEST_F(Doctor, DoesNotGuessWhoMayReadCounters) {
  process_file("driver/nvidia/params", "ResmanDebugLevel: 1\n");
  const json unknown = check("counters: permission");
  EXPECT_EQ(unknown["state"], "limited");
  EXPECT_THAT(unknown["detail"], HasSubstr("not known"));
  EXPECT_EQ(status_for_profile(), 0) << "nothing says that it is refused";
}

TEST_F(Doctor, ComparesTheVersionOfCuptiWithTheDrivers) {
  setenv("FAKE_CUPTI_VERSION", "140100", 1);
  const json newer = check("CUPTI");
  EXPECT_EQ(newer["state"], "missing");
  EXPECT_THAT(newer["detail"], HasSubstr("CUDA 14.1"));
  EXPECT_THAT(newer["detail"], HasSubstr("the driver is of CUDA 13.0"));
  EXPECT_EQ(status_for_profile(), 3);
  setenv("FAKE_CUPTI_VERSION", "26", 1);
  EXPECT_THAT(check("CUPTI")["detail"], HasSubstr("interface 26"));
  EXPECT_EQ(check("CUPTI")["state"], "found");
}

TEST_F(Doctor, SaysWhyCuptiCannotBeLoaded) {
  setenv("CUDA_HOME", (folder_ / "toolkit").c_str(), 1);
  std::filesystem::create_directories(folder_ / "toolkit/lib64");
  std::ofstream((folder_ / "toolkit/lib64/libcupti.so")) << "no library\n";
  const json broken = check("CUPTI");
  EXPECT_EQ(broken["state"], "missing");
  EXPECT_THAT(broken["detail"], HasSubstr("cannot be loaded"));
  EXPECT_EQ(status_for_profile(), 3);
}

TEST_F(Doctor, SeesOtherProfilers) {
  setenv("CUDA_INJECTION64_PATH", "/opt/other.so", 1);
  setenv("NSYS_PROFILING_SESSION_ID", "7", 1);
  process_file("4711/comm", "nv-hostengine\n");
  process_file("4712/comm", "bash\n");
  const json others = check("other profilers");
  unsetenv("CUDA_INJECTION64_PATH");
  unsetenv("NSYS_PROFILING_SESSION_ID");
  EXPECT_EQ(others["state"], "limited");
  EXPECT_EQ(others["detail"], "CUDA_INJECTION64_PATH, NSYS_PROFILING_SESSION_ID, nv-hostengine (process 4711)");
}

TEST_F(Doctor, WorksWithoutADriver) {
  setenv("FAKE_DRIVER", "no_device", 1);
  const json driver = check("driver");
  EXPECT_EQ(driver["state"], "missing");
  EXPECT_EQ(driver["required_by_profile"], true);
  const Outcome outcome = cli_tests::run({"doctor", "--for", "profile"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("profile cannot count here"));
  EXPECT_THAT(outcome.out, HasSubstr("CUPTI: CUDA 13.0"));
}

TEST_F(Doctor, RefusesOtherVerbs) { EXPECT_EQ(cli_tests::run({"doctor", "--for", "emulate"}).status, 2); }

}  // namespace
}  // namespace reconverge::profile_tests
