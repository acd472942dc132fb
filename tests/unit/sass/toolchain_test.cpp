// SPDX-License-Identifier: MIT
// Compiled input with tools that are scripts: what is looked for, called and said.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "toolchain/disassembly.hpp"
#include "toolchain/input_kind.hpp"
#include "toolchain/process.hpp"

namespace reconverge::toolchain {
namespace {

namespace fs = std::filesystem;

const std::string cubin = std::string(
                              "\x7F"
                              "ELF\x02\x01\x01",
                              7) +
                          std::string(11, '\0') + "\xBE" + std::string(45, '\0');
const std::string host_file = std::string(
                                  "\x7F"
                                  "ELF\x02\x01\x01",
                                  7) +
                              std::string(11, '\0') + "\x3E" + std::string(45, '\0');

/// A folder that is removed with the test.
class Toolchain : public testing::Test {
 protected:
  Toolchain()
      : folder_(fs::path(testing::TempDir()) /
                fs::path(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    places_.programs.push_back({folder_, "test"});
  }
  ~Toolchain() override { fs::remove_all(folder_); }

  void add_tool(const std::string& name, const std::string& script) const {
    std::ofstream(folder_ / name)
        << "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'release 9.9, V9.9.1'; exit 0; fi\n"
        << script;
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }

  fs::path folder_;
  SearchPlaces places_;
};

TEST(ToolchainInput, KindsByContentAndName) {
  EXPECT_EQ(input_kind("a", cubin), InputKind::cubin);
  EXPECT_EQ(input_kind("a.cu", host_file), InputKind::host_binary);
  EXPECT_EQ(input_kind("a", std::string("\x50\xED\x55\xBA", 4)), InputKind::host_binary);
  EXPECT_EQ(input_kind("a", "!<arch>\n"), InputKind::host_binary);
  EXPECT_EQ(input_kind("a.cu", "int x;"), InputKind::cuda_source);
  EXPECT_EQ(input_kind("-", "//\n// Generated\n\n.version 8.0\n"), InputKind::ptx);
  EXPECT_EQ(input_kind("a.sass", "code for sm_20\n"), InputKind::listing);
  EXPECT_EQ(input_kind("a", ""), InputKind::listing);
  EXPECT_FALSE(needs_tools("a.sass", "code for sm_20\n"));
  for (const char* json : {"{\"schema\":\"reconverge.bench\"", "\n{\n  \"a\": 1\n}\n", "{}", "{\n"})
    EXPECT_EQ(input_kind("a", json), InputKind::json) << json;
  EXPECT_EQ(input_kind("a", "{\n\tmov.u32 %r1, 1;\n}"), InputKind::listing) << "a piece of PTX, which the reader names";
}

TEST_F(Toolchain, ResultsAreNoListings) {
  const auto refused = disassemble("a.json", "{\n \"schema\": \"reconverge.bench\"", "", places_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().failure, core::Failure::input);
  EXPECT_NE(refused.error().message.find("this is JSON"), std::string::npos);
  EXPECT_NE(refused.error().hint.find("reconverge report"), std::string::npos);
}

TEST(ToolchainInput, TargetOfPtx) {
  EXPECT_EQ(ptx_target(".version 8.0\n.target sm_90a, texmode_independent\n"), "sm_90a");
  EXPECT_EQ(ptx_target("// .target sm_10\n.version 8.0\n"), "");
}

TEST(ToolchainProcess, KeepsOutputErrorAndStatusApart) {
  const auto output = run_process({"sh", "-c", "echo out; echo err >&2; exit 7"});
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "out\n");
  EXPECT_EQ(output->error, "err\n");
  EXPECT_EQ(output->status, 7);
}

TEST(ToolchainProcess, MuchOfBothDoesNotBlock) {
  const auto output = run_process({"sh", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"});
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out.size(), 300000u);
  EXPECT_EQ(output->error.size(), 300000u);
}

TEST(ToolchainProcess, StartsWithTheSignalsThatAreIgnoredHere) {
  for (const int number : {SIGPIPE, SIGXFSZ}) {
    const auto before = std::signal(number, SIG_IGN);
    const auto output = run_process({"sh", "-c", "kill -" + std::to_string(number) + " $$; echo survived"});
    std::signal(number, before);
    ASSERT_TRUE(output);
    EXPECT_EQ(output->status, 128 + number);
  }
}

TEST(ToolchainProcess, MissingProgram) {
  const auto output = run_process({"/no/such/program"});
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().failure, core::Failure::environment);
}

TEST_F(Toolchain, MissingToolSaysWhichWhereAndHow) {
  const auto listing = disassemble("a.cubin", cubin, "", places_);
  ASSERT_FALSE(listing);
  EXPECT_EQ(listing.error().failure, core::Failure::environment);
  EXPECT_EQ(listing.error().message, "nvdisasm is not there; looked in " + folder_.string() + " (test)");
  EXPECT_NE(listing.error().hint.find("nvidia-cuda-nvdisasm"), std::string::npos);
}

TEST_F(Toolchain, CubinThroughNvdisasm) {
  add_tool("nvdisasm", "echo \"listing of $*\"\n");
  const auto listing = disassemble("a.cubin", cubin, "", places_);
  ASSERT_TRUE(listing) << listing.error().message;
  EXPECT_EQ(listing->text.rfind("listing of -hex -g ", 0), 0u);
  EXPECT_EQ(listing->steps, (std::vector<std::string>{"nvdisasm release 9.9, V9.9.1 (test)"}));
}

TEST_F(Toolchain, NvdisasmIsAskedForTheFunctionThatIsWantedAndWhatItCalls) {
  add_tool("nvdisasm", "echo \"listing of $*\"\n");
  std::ostringstream content;
  content << std::ifstream(RECONVERGE_CALLS "/calls_sm_75.cubin", std::ios::binary).rdbuf();
  const auto asked_for = [&](const std::string& function) {
    const auto listing = disassemble("a.cubin", content.str(), "", places_, {}, function);
    return listing ? listing->text : listing.error().message;
  };
  EXPECT_EQ(asked_for("calls").rfind("listing of -hex -g -fun 21,22,23 /", 0), 0u) << "their places among the symbols";
  EXPECT_EQ(asked_for("missing").rfind("listing of -hex -g /", 0), 0u) << "the reader then says what there is";
}

TEST_F(Toolchain, CuobjdumpIsAskedForTheFunctionThatIsWantedAndForAllIfItHasNone) {
  add_tool("cuobjdump", "[ \"$2\" = -fun ] && [ \"$3\" != known ] && exit 255\necho \"/*0000*/ $2 $3\"\n");
  const auto asked_for = [&](const std::string& function) {
    const auto listing = disassemble("a.out", host_file, "", places_, {}, function);
    return listing ? listing->text : listing.error().message;
  };
  EXPECT_EQ(asked_for("known"), "/*0000*/ -fun known\n");
  EXPECT_NE(asked_for("demangled()").find("/*0000*/ /"), std::string::npos) << "all of the file";
}

TEST_F(Toolchain, CubinThroughCuobjdumpIfThatIsAllThereIs) {
  add_tool("cuobjdump", "echo '/*0000*/ EXIT ;'\n");
  const auto listing = disassemble("a.cubin", cubin, "", places_);
  ASSERT_TRUE(listing) << listing.error().message;
  EXPECT_EQ(listing->text, "/*0000*/ EXIT ;\n");
}

TEST_F(Toolchain, HostFileThroughCuobjdumpWhichFindsNvdisasm) {
  add_tool("nvdisasm", "");
  add_tool("cuobjdump", "echo \"/*0000*/ from $(command -v nvdisasm)\"\n");
  const auto listing = disassemble("a.out", host_file, "", places_);
  ASSERT_TRUE(listing) << listing.error().message;
  EXPECT_EQ(listing->text, "/*0000*/ from " + (folder_ / "nvdisasm").string() + "\n");
}

TEST_F(Toolchain, FailingToolShowsItsErrorAndVersion) {
  add_tool("nvdisasm", "echo 'nvdisasm fatal : SM50 is deprecated' >&2\nexit 3\n");
  const auto listing = disassemble("a.cubin", cubin, "", places_);
  ASSERT_FALSE(listing);
  EXPECT_EQ(listing.error().failure, core::Failure::environment);
  EXPECT_NE(listing.error().message.find("nvdisasm ended with status 3"), std::string::npos);
  EXPECT_NE(listing.error().message.find("release 9.9"), std::string::npos);
  EXPECT_NE(listing.error().message.find("SM50 is deprecated"), std::string::npos);
}

// What a version that knows it does not read is a bad input (status 4), what none knows
// a lack of this machine (status 3).
TEST_F(Toolchain, ACubinIsBrokenIfAToolThatKnowsItsArchitectureDoesNotReadIt) {
  std::string of_sm_90 = cubin;
  of_sm_90[8] = 7;
  of_sm_90[48] = 90;
  const auto failure_with_help = [&](const std::string& help) {
    add_tool("nvdisasm",
             "[ \"$1\" = --help ] && { echo \"" + help + "\"; exit 0; }\necho 'fatal : no symbol' >&2\nexit 1\n");
    return disassemble("a.cubin", of_sm_90, "", places_).error();
  };
  const auto broken = failure_with_help("values:  'SM80','SM90','SM90a'.");
  EXPECT_EQ(broken.failure, core::Failure::input);
  EXPECT_EQ(broken.message.rfind("broken cubin: nvdisasm ended with status 1", 0), 0u) << broken.message;
  EXPECT_NE(broken.message.find("fatal : no symbol"), std::string::npos);
  EXPECT_EQ(failure_with_help("values:  'SM80','SM90a'.").failure, core::Failure::environment);
}

TEST_F(Toolchain, AnotherVersionIsTriedWhereOneFails) {
  add_tool("nvdisasm", "echo 'does not know SM50' >&2\nexit 3\n");
  fs::create_directories(folder_ / "older");
  std::ofstream(folder_ / "older/nvdisasm") << "#!/bin/sh\necho older\n";
  fs::permissions(folder_ / "older/nvdisasm", fs::perms::owner_all);
  places_.programs.push_back({folder_ / "older", "second place"});
  const auto listing = disassemble("a.cubin", cubin, "", places_);
  ASSERT_TRUE(listing) << listing.error().message;
  EXPECT_EQ(listing->text, "older\n");
}

TEST_F(Toolchain, HostFileWithoutGpuCode) {
  add_tool("cuobjdump", "echo 'cuobjdump info : no device code' >&2\n");
  const auto listing = disassemble("a.out", host_file, "", places_);
  ASSERT_FALSE(listing);
  EXPECT_EQ(listing.error().failure, core::Failure::input);
  EXPECT_NE(listing.error().message.find("no device code"), std::string::npos);
}

TEST_F(Toolchain, PtxThroughPtxasForItsOwnTarget) {
  add_tool("ptxas", "echo \"$1\" > \"$4\"\n");
  add_tool("nvdisasm", "cat \"$3\"\n");
  const auto listing = disassemble("a.ptx", ".version 8.0\n.target sm_61\n", "", places_);
  ASSERT_TRUE(listing) << listing.error().message;
  EXPECT_EQ(listing->text, "-arch=sm_61\n");
  const auto other = disassemble("a.ptx", ".version 8.0\n.target sm_61\n", "sm_75", places_);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->text, "-arch=sm_75\n");
}

TEST_F(Toolchain, SourceNeedsAnArchitectureAndNvrtc) {
  const auto unnamed = disassemble("a.cu", "__global__ void f() {}", "", places_);
  ASSERT_FALSE(unnamed);
  EXPECT_EQ(unnamed.error().failure, core::Failure::usage);
  const auto missing = disassemble("a.cu", "__global__ void f() {}", "sm_70", places_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().failure, core::Failure::environment);
  EXPECT_NE(missing.error().message.find("libnvrtc.so"), std::string::npos);
}

TEST_F(Toolchain, PythonPackagesAreSearched) {
  fs::create_directories(folder_ / "nvidia/cu13/bin");
  fs::create_directories(folder_ / "triton/backends/nvidia/bin");
  SearchPlaces found;
  add_python_packages(folder_, found);
  ASSERT_EQ(found.programs.size(), 2u);
  EXPECT_EQ(found.programs[0].folder, folder_ / "nvidia/cu13/bin");
  EXPECT_EQ(found.programs[1].why, "Python package triton");
}

}  // namespace
}  // namespace reconverge::toolchain
