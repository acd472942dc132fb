// SPDX-License-Identifier: MIT
// Which compiler and which disassembler is taken where several are there, what they are given, and files that are
// cut off. All tools are stand-ins.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/stand_ins.hpp"
#include "fakes/cubin.hpp"

namespace reconverge::cli_tests {
namespace {

namespace fs = std::filesystem;

std::string input(const std::string& name) { return RECONVERGE_CASES + ("/" + name); }

/// An environment with a PATH of one folder, so that no other tool and no python3 is found.
class Tools : public testing::Test {
 protected:
  Tools() {
    StandIns::listing(input("dump_of_cuda_12.txt"));
    setenv("FAKE_OPTIONS", (folder_ / "options").c_str(), 1);
  }

  void add_tool(const std::string& name, const std::string& script) { tools_.add(name, script, "10.1, V10.1.1"); }
  /// A run-time compiler in a folder of its own.
  std::string add_compiler(const std::string& name) {
    fs::create_directories(folder_ / name);
    fs::copy_file(RECONVERGE_FAKES "/libnvrtc.so", folder_ / (name + "/libnvrtc.so"));
    return folder_ / name;
  }

  Folder folder_;
  StandIns tools_{folder_};
};

constexpr const char* failing =
    "echo 'nvdisasm error   : Untrackable indirect branch (needs a SIBCALL annotation?)' >&2\nexit 1";
/// An architecture that no disassembler knows: whatever others are on this machine, none reads the file.
constexpr unsigned of_no_tool = 49;
constexpr const char* printing = "exec /bin/cat \"$FAKE_LISTING\"";

TEST_F(Tools, TheNextCompilerIsTriedWhereOneFails) {
  const std::string first = add_compiler("first"), second = add_compiler("second");
  folder_.write("first/refuses", "sm_60");
  folder_.write("second/version", "12.4");
  setenv("LD_LIBRARY_PATH", (first + ":" + second).c_str(), 1);
  add_tool("nvdisasm", printing);
  const Outcome outcome = run({"inspect", input("next_compiler.cu"), "--arch", "sm_60", "--functions"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.out.find("sm_60"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("note: NVRTC 13.0 does not compile it for sm_60: "), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("; it is compiled by NVRTC 12.4"), std::string::npos) << outcome;
  const Outcome run_too =
      run({"emulate", input("next_compiler.cu"), "--arch", "sm_60", "--arg", "i32[32]", "--arg", "i32:3"});
  EXPECT_EQ(run_too.status, 0) << run_too;
}

TEST_F(Tools, WhatACompilerLacksIsSaid) {
  const auto hint_of = [&](const std::string& words) {
    add_tool("nvcc", "echo '" + words + "' >&2\nexit 1");
    return run({"inspect", input("next_compiler.cu"), "--arch", "sm_60", "--functions"}).err;
  };
  setenv("LD_LIBRARY_PATH", (folder_ / "none").c_str(), 1);
  EXPECT_NE(hint_of("gcc: No such file or directory").find("install g++"), std::string::npos);
  EXPECT_NE(hint_of("nvcc fatal: Unsupported gpu-architecture sm_60").find("needs another version"), std::string::npos);
}

/// `diff` compiles and lists two builds: it needs one listing of each, and one answer of each tool.
TEST_F(Tools, AreAskedOnceByADiff) {
  const std::string asked = folder_ / "asked";
  setenv("FAKE_ASKED", asked.c_str(), 1);
  folder_.write("first/version", "12.4");
  setenv("LD_LIBRARY_PATH", add_compiler("first").c_str(), 1);
  add_tool("nvdisasm", "echo listed >> \"$FAKE_ASKED\"\nexec /bin/cat \"$FAKE_LISTING\"");
  const std::string source = input("next_compiler.cu");
  const Outcome outcome = run({"diff", source, source, "--arch", "sm_60", "--arg", "i32[32]", "--arg", "i32:3"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(read_file(asked), "listed\nlisted\n");
}

TEST_F(Tools, AllCompilersAreHeardWhereAllFail) {
  setenv("LD_LIBRARY_PATH", add_compiler("first").c_str(), 1);
  add_tool("nvcc", "echo 'k.cu(1): error: the other compiler rejects it too' >&2\nexit 2");
  const std::string source = folder_.write("k.cu", "#include <REJECT_it.h>\n");
  const Outcome outcome = run({"inspect", source, "--arch", "sm_90"});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_NE(outcome.err.find("the fake compiler was told to reject this"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("the other compiler rejects it too"), std::string::npos) << outcome;
}

TEST_F(Tools, WhatTwoCompilersSayAlikeIsPrintedOnce) {
  const char* refusing = "echo \"nvcc fatal   : stands in for a refusal\" >&2\nexit 1";
  Folder other;
  StandIns others(other);
  add_tool("nvcc", refusing);
  others.add("nvcc", refusing, "10.1, V10.1.1");
  setenv("PATH", (std::string(folder_ / "bin") + ":" + std::string(other / "bin")).c_str(), 1);
  const Outcome outcome = run({"inspect", folder_.write("k.cu", ""), "--arch", "sm_60"});
  EXPECT_EQ(outcome.status, 4) << outcome;
  const std::size_t first = outcome.err.find("stands in for a refusal");
  EXPECT_NE(first, std::string::npos) << outcome;
  EXPECT_EQ(outcome.err.find("stands in for a refusal", first + 1), std::string::npos) << outcome;
}

/// Of a listing that was given the lines are named: whoever asked has it.
TEST_F(Tools, FunctionsToChooseFromHaveLinesInAListingThatWasGivenAlone) {
  const std::string listing = folder_.write("two.sass",
                                            "code for sm_60\n\tFunction : a\n/*0008*/ EXIT ;\n"
                                            "\tFunction : b\n/*0008*/ EXIT ;\n");
  StandIns::listing(listing);
  setenv("LD_LIBRARY_PATH", add_compiler("first").c_str(), 1);
  add_tool("nvdisasm", printing);
  const std::string source = input("next_compiler.cu");
  EXPECT_NE(run({"emulate", listing}).err.find("a (sm_60, line 2), b (sm_60, line 4)"), std::string::npos);
  for (const Arguments& arguments : {Arguments{"emulate", source},
                                     {"emulate", source, "--function", "c"},
                                     {"lint", source, "--function", "c"},
                                     {"inspect", source, "--function", "c"}}) {
    Arguments words = arguments;
    words.insert(words.end(), {"--arch", "sm_60"});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_NE(outcome.err.find("a (sm_60), b (sm_60)"), std::string::npos) << outcome;
  }
}

TEST_F(Tools, NvccIsTriedWhereTheRunTimeCompilerFails) {
  setenv("LD_LIBRARY_PATH", add_compiler("first").c_str(), 1);
  add_tool("nvcc",
           "for word; do\n  [ \"$out\" = next ] && out=$word\n  [ \"$word\" = -o ] && out=next\ndone\necho \"$*\" > "
           "\"$FAKE_OPTIONS\"\necho code > \"$out\"");
  add_tool("nvdisasm", printing);
  const std::string source = folder_.write("k.cu", "#include <REJECT_it.h>\n");
  const Outcome outcome = run({"inspect", source, "--arch", "sm_60", "--functions", "-D", "SIZE=4"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.err.find("it is compiled by nvcc release 10.1"), std::string::npos) << outcome;
  EXPECT_TRUE(read_file(folder_ / "options").starts_with("-cubin -arch=sm_60 -lineinfo -DSIZE=4 "));
}

/// nvcc starts its steps through a shell, and passes on the path without links.
TEST_F(Tools, NamesThatAShellWouldExecuteDoNotReachNvcc) {
  setenv("LD_LIBRARY_PATH", add_compiler("first").c_str(), 1);
  add_tool("nvcc", "echo \"$*\" > \"$FAKE_OPTIONS.nvcc\"\nexit 2");
  const std::string text = "#include <REJECT_it.h>\n";
  fs::create_directories(folder_ / "e$(touch it)");
  fs::create_directory_symlink(folder_ / "e$(touch it)", folder_ / "link");
  const std::string plain = folder_.write("k.cu", text);
  const auto refused = [&](const Arguments& what, const std::string& character) {
    Arguments arguments{"inspect", "--arch", "sm_90"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 4) << outcome;
    EXPECT_NE(outcome.err.find("the character '" + character + "' means something"), std::string::npos) << outcome;
    EXPECT_NE(outcome.err.find("rename it"), std::string::npos) << outcome;
    EXPECT_FALSE(fs::exists(folder_ / "options.nvcc")) << outcome;
  };
  refused({folder_.write("c`touch it`.cu", text)}, "`");
  refused({folder_.write("a;b.cu", text)}, ";");
  refused({folder_.write("e$(touch it)/k.cu", text)}, "$");
  refused({folder_ / "link/k.cu"}, "$");
  refused({plain, "-I", "a\nb"}, "\\x0a");
  refused({plain, "-D", "X=$(touch it)"}, "$");
  refused({plain, "--compile-option=-Xptxas=-v;touch it"}, ";");
  const Outcome outcome = run({"inspect", folder_.write("a b-\xC3\xA9.cu", text), "--arch", "sm_90"});
  EXPECT_TRUE(fs::exists(folder_ / "options.nvcc")) << outcome;
}

TEST_F(Tools, OptionsAndHeadersReachTheCompiler) {
  const std::string root = folder_ / "toolkit";
  add_compiler("toolkit/lib64");
  fs::create_directories(root + "/include/cccl");
  folder_.write("toolkit/include/cuda_runtime.h", "");
  setenv("CUDA_HOME", root.c_str(), 1);
  add_tool("nvdisasm", printing);
  const std::string source = folder_.write("k.cu", "#include <cuda/std/array>\n");
  const Outcome outcome = run({"inspect", source, "--arch", "sm_60", "--functions", "-I", "mine", "-D", "SIZE=4",
                               "--compile-option=--use_fast_math", "--compile-option=-std=c++20"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  const std::string options = "\n" + read_file(folder_ / "options");
  const std::string wanted[] = {"-Imine",
                                "-DSIZE=4",
                                "--use_fast_math",
                                "-std=c++20",
                                "--gpu-architecture=sm_60",
                                "-I" + fs::canonical(root).string() + "/include",
                                "-I" + fs::canonical(root).string() + "/include/cccl",
                                "-I" + folder_.path().string()};
  for (const std::string& option : wanted)
    EXPECT_NE(options.find("\n" + option + "\n"), std::string::npos) << option << options;
}

TEST_F(Tools, OptionsOfTheCompilerAreRefusedWhereNothingIsCompiled) {
  const Outcome outcome = run({"emulate", input("dump_of_cuda_13.txt"), "-D", "SIZE=4"});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_NE(outcome.err.find("options of the compiler"), std::string::npos) << outcome;
}

TEST_F(Tools, CuobjdumpIsTriedWhereNvdisasmFails) {
  add_tool("nvdisasm", failing);
  add_tool("cuobjdump", printing);
  const std::string cubin = folder_.write("k.cubin", fakes::cubin({.kernels = {"k"}}));
  const Outcome outcome = run({"inspect", cubin, "--functions"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.err.find("note: nvdisasm ended with status 1"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("Untrackable indirect branch"), std::string::npos) << outcome;
}

TEST_F(Tools, NvdisasmIsHeardWhereBothFail) {
  add_tool("nvdisasm", failing);
  add_tool("cuobjdump", "exit 1");
  const std::string cubin = folder_.write("k.cubin", fakes::cubin({.architecture = of_no_tool, .kernels = {"k"}}));
  const Outcome outcome = run({"inspect", cubin, "--functions"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("Untrackable indirect branch"), std::string::npos) << outcome;
}

TEST_F(Tools, AToolWithoutMemoryIsNoBrokenCubin) {
  add_tool("nvdisasm",
           "[ \"$1\" = --help ] && { echo \"'SM90'\"; exit 0; }\n"
           "echo 'nvdisasm fatal   : Memory allocation failure' >&2\nexit 1");
  const std::string cubin = folder_.write("k.cubin", fakes::cubin({.kernels = {"k"}}));
  const Outcome outcome = run({"inspect", cubin, "--functions"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("ulimit -v"), std::string::npos) << outcome;
}

TEST_F(Tools, ThatHangAreLeftAtASecondInterrupt) {
  add_tool("nvdisasm", ": > \"$FAKE_OPTIONS\"\nexec /bin/sleep 20");
  const std::string cubin = folder_.write("k.cubin", fakes::cubin({.kernels = {"k"}}));
  Running program({"inspect", cubin, "--functions"});
  for (int waits = 0; !fs::exists(folder_ / "options") && waits < 1000; ++waits) usleep(10'000);
  program.send(SIGINT);
  program.send(SIGINT);  // as `timeout` does: still the first
  usleep(2'500'000);
  program.send(SIGINT);
  EXPECT_EQ(program.finish(std::chrono::seconds(10)).status, 130);
}

TEST_F(Tools, ThatAnInterruptEndsAreNotBlamed) {
  const std::string cubin = folder_.write("k.cubin", fakes::cubin({.kernels = {"k"}}));
  for (const std::string end : {"exit 1", printing}) {
    fs::remove(folder_ / "options");
    add_tool("nvdisasm", ": > \"$FAKE_OPTIONS\"\n/bin/sleep 1\n" + end);
    for (const Arguments& arguments : {Arguments{"inspect", cubin, "--functions"}, {"emulate", cubin}}) {
      Running program(arguments);
      for (int waits = 0; !fs::exists(folder_ / "options") && waits < 1000; ++waits) usleep(10'000);
      program.send(SIGINT);
      const Outcome outcome = program.finish();
      EXPECT_EQ(outcome.status, 130) << end << outcome;
      EXPECT_NE(outcome.err.find("interrupted while the code was prepared"), std::string::npos) << end << outcome;
      fs::remove(folder_ / "options");
    }
  }
}

TEST_F(Tools, ThatAnInterruptEndsAreNotBlamedByBench) {
  setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
  setenv("FAKE_DRIVER", "ok", 1);
  setenv("FAKE_DEVICES", "1", 1);
  fs::remove(folder_ / "options");
  add_tool("nvdisasm", ": > \"$FAKE_OPTIONS\"\n/bin/sleep 1\nexit 1");
  Running program({"bench", "-b", "single_loop", "-a", "n=0", "--json", folder_ / "bench.json"});
  for (int waits = 0; !fs::exists(folder_ / "options") && waits < 1000; ++waits) usleep(10'000);
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 130) << outcome;
  EXPECT_NE(outcome.err.find("interrupted while the code was prepared"), std::string::npos) << outcome;
  EXPECT_EQ(outcome.err.find("could not be read"), std::string::npos) << outcome;
}

TEST_F(Tools, CubinsThatAreCutOffAreInputThatIsNotUnderstood) {
  add_tool("nvdisasm", failing);
  const std::string whole = fakes::cubin({.kernels = {"k"}});
  for (const std::size_t length : {whole.size() - 1, whole.size() / 2, std::size_t{40}}) {
    const std::string cubin = folder_.write("k.cubin", whole.substr(0, length));
    for (const Arguments& arguments :
         {Arguments{"inspect", cubin}, {"emulate", cubin}, {"trace", cubin, "--json", "-"}}) {
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.status, 4) << arguments[0] << outcome;
      EXPECT_NE(outcome.err.find("broken cubin: "), std::string::npos) << arguments[0] << outcome;
    }
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
