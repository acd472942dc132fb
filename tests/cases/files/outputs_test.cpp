// SPDX-License-Identifier: MIT
// Where results go: never over an input, never through a link that was planted, and nothing in them
// that acts on a terminal.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "cli/folder.hpp"
#include "cli/open_files.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string cases = RECONVERGE_CASES;

class Input : public testing::Test {
 protected:
  Folder folder;
  std::string input = folder.write("in.bin", std::string(64, '\1'));
  std::string listing = folder.write("stores_nothing.sass", read_file(cases + "/stores_nothing.sass"));

  void expect_refused(const Arguments& arguments, const std::string& untouched) {
    const std::string before = read_file(untouched);
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("is read, and would be replaced by a result")) << outcome;
    EXPECT_EQ(read_file(untouched), before);
  }
};

TEST_F(Input, OfAnArgumentIsNoPlaceForAResult) {
  expect_refused({"emulate", listing, "--arg", "i32[16]=@" + input, "--json", input}, input);
  expect_refused({"trace", listing, "--arg", "i32[16]=@" + input, "--html", input}, input);
  expect_refused({"emulate", listing, "--arg", "i32[16]=@" + input, "--csv", (folder.path() / "." / "in.bin").string()},
                 input);
}

TEST_F(Input, ThatTheLinesComeFromIsNoPlaceForAResultEither) {
  const std::string source = folder.write("a.cu", "__global__ void nothing() {}\n");
  std::string text = read_file(listing);
  const std::size_t first = text.find("/*0000*/");
  ASSERT_NE(first, std::string::npos);
  text.insert(text.rfind('\n', first) + 1, "//## File \"" + source + "\", line 1\n");
  const std::string noted = folder.write("noted.sass", text);
  for (const char* option : {"--json", "--csv", "--sarif", "--lines-csv"})
    expect_refused({"emulate", noted, "--arg", "i32[16]", option, source}, source);
  expect_refused({"trace", noted, "--arg", "i32[16]", "--html", source}, source);
}

TEST_F(Input, ByAnotherNameIsNoPlaceForAResultEither) {
  std::filesystem::create_symlink(input, folder.path() / "link");
  std::filesystem::create_hard_link(input, folder.path() / "other");
  for (const char* name : {"link", "other"})
    expect_refused({"emulate", listing, "--arg", "i32[16]=@" + input, "--json", folder / name}, input);
  std::filesystem::create_hard_link(listing, folder.path() / "same.sass");
  expect_refused({"emulate", listing, "--json", folder / "same.sass"}, listing);
}

TEST_F(Input, OfEveryVerbIsNoPlaceForAResult) {
  const std::string fit = folder.write("fit.json", "{}"), csv = folder.write("m.csv", "n,cycles\n0,1\n");
  expect_refused({"predict", "single_loop", "--fit", fit, "--json", fit}, fit);
  expect_refused({"predict", listing, "--fit", fit, "--csv", listing}, listing);
  expect_refused({"report", fit, "--html", fit}, fit);
  expect_refused({"compare", csv, csv, "--json", csv}, csv);
  expect_refused({"compare", "--emulated", fit, "--json", fit}, fit);
  expect_refused({"fit", csv, "--svg", csv}, csv);
  expect_refused({"inspect", listing, "--json", listing}, listing);
  const std::string source = folder.write("k.cu", "// no kernel\n");
  expect_refused({"bench", source, "--kernel", "k", "--json", source}, source);
}

/// Files beside results: none may stay.
/// Two results in one place would mix, by whatever names they are called.
TEST(Place, ThatIsStandardOutputTakesOneResult) {
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    for (const Arguments& paths : {Arguments{"--json", "-", "--csv", name}, {"--json", name, "--csv", "-"}}) {
      Arguments arguments{"emulate", cases + "/stores_nothing.sass"};
      arguments.insert(arguments.end(), paths.begin(), paths.end());
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.status, 2) << name << outcome;
      EXPECT_THAT(outcome.err, HasSubstr("only one result can go to standard output")) << outcome;
    }
  const Outcome twins = run({"emulate", cases + "/stores_nothing.sass", "--json", "/dev/stderr", "--csv", "/dev/fd/2"});
  EXPECT_EQ(twins.status, 2) << twins;
  EXPECT_THAT(twins.err, HasSubstr("two results cannot go to one file, '/dev/fd/2'")) << twins;
}

TEST(Place, ThatIsStandardOutputByNameHasTheResultAlone) {
  const std::string listing = cases + "/stores_nothing.sass";
  const auto of = [&](const char* name) { return run({"inspect", listing, "--json", name}); };
  EXPECT_THAT(of("/dev/stdout").out, testing::StartsWith("{")) << "no table before it";
  EXPECT_EQ(of("/dev/stdout").out.size() + std::string("-").size(),
            of("-").out.size() + std::string("/dev/stdout").size());
}

TEST(Place, OfStandardInputIsReadOnce) {
  const Outcome outcome = run({"report", "-", "/dev/stdin"}, "{}");
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("'/dev/stdin' is given twice")) << outcome;
  EXPECT_EQ(run({"compare", "/dev/stdin", "-"}, "{}").status, 2);
}

TEST(Temporary, FileIsGoneWhenTheProgramIsKilled) {
  const Folder folder;
  const std::string endless = folder.write("endless.sass", read_file(cases + "/endless.sass"));
  Running program({"emulate", endless, "-q", "--trace", "--csv", "-", "--json", folder / "run.json", "--max-steps",
                   "1000000000000"});
  for (int waits = 0; size_of_begun_file(folder.path()).value_or(0) < 100'000 && waits < 6000; ++waits) usleep(10'000);
  EXPECT_GE(size_of_begun_file(folder.path()), 100'000u);
  program.send(SIGKILL);
  EXPECT_EQ(program.finish().status, 128 + SIGKILL);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"endless.sass"});
}

TEST(Temporary, NameCannotBePlanted) {
  const Folder folder;
  const std::string victim = folder.write("victim.txt", "keep\n");
  // The names that the program once took, for every process that it may become.
  const int here = getpid();
  for (int process = here; process < here + 2000; ++process)
    std::filesystem::create_symlink(victim, folder / ("x.json." + std::to_string(process) + ".part"));
  const std::string result = folder / "x.json";
  const auto outcome = run({"emulate", cases + "/stores_nothing.sass", "--json", result});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(read_file(victim), "keep\n");
  EXPECT_FALSE(std::filesystem::is_symlink(result));
}

TEST(Terminal, GetsNoControlCharactersOfNames) {
  const std::string listing = cases + "/escape_in_name.sass";
  for (const Arguments& arguments : {Arguments{"emulate", listing},
                                     {"inspect", listing},
                                     {"emulate", listing, "--trace"},
                                     {"emulate", listing, "--json", "-"},
                                     {"emulate", listing, "--csv", "-"},
                                     {"emulate", listing, "--markdown", "-"},
                                     {"trace", listing, "--json", "-"},
                                     {"trace", listing, "--perfetto", "-"},
                                     {"trace", listing, "--html", "-"},
                                     {"inspect", listing, "--json", "-"},
                                     {"inspect", listing, "--cfg", "dot", "-"},
                                     {"inspect", listing, "--support"}}) {
    const auto outcome = run(arguments);
    EXPECT_THAT(outcome.out, Not(HasSubstr("\033"))) << outcome;
    EXPECT_THAT(outcome.err, Not(HasSubstr("\033"))) << outcome;
    EXPECT_THAT(outcome.out, Not(HasSubstr("\xc2\x9b"))) << outcome;
  }
}

TEST(Device, WithoutEndIsNotRead) {
  for (const Arguments& arguments : {Arguments{"inspect", "/dev/zero"},
                                     {"report", "/dev/zero"},
                                     {"emulate", "single_loop", "--arg", "i32[]=@/dev/zero"}}) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 3) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("cannot read '/dev/zero': it is a device")) << outcome;
  }
}

TEST(File, IsReadToALimit) {
  const Folder folder;
  const std::string path = folder.write("large.json", "");
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 30) + (1u << 20));  // without taking that room
  const auto outcome = run({"report", path});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("large.json': it is larger than 1024 MiB")) << outcome;
}

}  // namespace
}  // namespace reconverge::cli_tests
