// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <sstream>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// Where results go, and what is left if they cannot go there.
namespace reconverge::cli_tests {
namespace {

TEST(Output, ThatCannotBeWrittenIsToldBeforeAnythingRuns) {
  const Folder folder;
  const std::string file = folder.write("file", "old");
  // A file is no folder; the listing is endless, so running it would take long.
  const Outcome outcome = run({"emulate", "-", "--json", file + "/run.json"}, listings::endless_loop);
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("run.json"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("try:"), std::string::npos) << outcome;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"file"});
  EXPECT_EQ(read_file(file), "old");
}

TEST(Output, OfPaperThatCannotBeWrittenIsToldBeforeAnythingRuns) {
  const Folder folder;
  const std::string file = folder.write("file", "old");
  const Outcome outcome = run({"paper", "--out", file + "/results"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"file"});
}

TEST(Output, ThatIsAFolderIsRefused) {
  const Folder folder;
  EXPECT_EQ(run({"emulate", "single_loop", "--json", folder.path().string()}).status, 3);
}

TEST(Output, OfAFailedRunLeavesTheOldFile) {
  const Folder folder;
  const std::string file = folder.write("run.json", "old");
  EXPECT_EQ(run({"emulate", "-", "--json", file}, listings::not_understood).status, 4);
  EXPECT_EQ(read_file(file), "old");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"run.json"});
}

TEST(Output, ReplacesAnOldFile) {
  const Folder folder;
  const std::string file = folder.write("run.csv", "old");
  EXPECT_EQ(run({"emulate", "single_loop", "--csv", file}).status, 0);
  EXPECT_TRUE(read_file(file).starts_with("generation,"));
}

TEST(Output, ToAFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  for (const Arguments& arguments : {Arguments{"list"}, Arguments{"--help"}, Arguments{"explain", "claims"},
                                     Arguments{"emulate", "single_loop", "--json", "-"}}) {
    Running program(arguments, "/dev/full");
    const Outcome outcome = program.finish();
    EXPECT_EQ(outcome.status, 3) << outcome;
    EXPECT_NE(outcome.err.find("standard output"), std::string::npos) << outcome;
  }
}

TEST(Output, OfFindingsToAFullDiskIsAnErrorToo) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const Folder folder;
  const std::string path =
      folder.write("k.sass", "code for sm_90\n\tFunction : k\n/*0000*/ BSYNC B0 ;\n/*0010*/ EXIT ;\n");
  EXPECT_EQ(run({"lint", path}).status, 1);
  Running program({"lint", path}, "/dev/full");
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("standard output"), std::string::npos) << outcome;
}

TEST(Output, DoesNotReplaceWhatIsRead) {
  const Folder folder;
  const std::string path = folder.write("kernel.sass", listings::two_functions);
  std::filesystem::create_symlink(path, folder / "link");
  for (const Arguments& arguments : {Arguments{"emulate", path, "--function", "first", "--json", folder / "link"},
                                     {"trace", path, "--function", "first", "--html", path},
                                     {"inspect", path, "--json", path},
                                     {"predict", path, "-g", "kepler", "--csv", path},
                                     {"fit", path, "--json", path},
                                     {"compare", path, path, "--html", path},
                                     {"report", path, "--markdown", path}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_NE(outcome.err.find("would be replaced"), std::string::npos) << outcome;
    EXPECT_EQ(read_file(path), listings::two_functions) << arguments[0];
  }
}

TEST(Pipe, ThatIsClosedIsNoFailure) {
  Running program({"list"});
  program.read_and_close_output(0);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
}

TEST(Pipe, ThatIsClosedEndsATrace) {
  const Folder folder;
  const std::string path = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", path, "--trace", "--max-steps", "1000000000000", "-q"});
  program.read_and_close_output(1000);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST(Pipe, ThatIsClosedEndsATraceAsJson) {
  const Folder folder;
  const std::string path = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", path, "--trace", "--max-steps", "1000000000000", "-q", "--json", "-"});
  program.read_and_close_output(1000);
  EXPECT_EQ(program.finish().status, 0);
}

TEST(Pipe, ThatIsClosedKeepsNoFileFromBeingWritten) {
  const Folder folder;
  const std::string path = folder.write("endless.sass", listings::endless_loop);
  Running program({"emulate", path, "--trace", "--max-steps", "100000", "-q", "--csv", folder / "run.csv"});
  program.read_and_close_output(1000);
  EXPECT_EQ(program.finish().status, 5);
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"endless.sass", "run.csv"}));
}

TEST(Output, ATableTooLongToShowSaysHowToGetIt) {
  const Outcome outcome = run({"compare", "--emulated", RECONVERGE_MEASURED "/h100/paper_unroll_same_code.json", "-b",
                               "single_loop", "--by", "state"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out, "160 rows are too many to show: --csv PATH, --markdown PATH or --json PATH writes them\n");
}

TEST(Output, OfMeasurementsHeldAgainstTheEmulatorFitsATerminal) {
  const Outcome outcome =
      run({"compare", "--emulated", RECONVERGE_MEASURED "/h100/shapes_patterns.json", "--width", "100"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  std::istringstream lines(outcome.out);
  std::string headings;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    if (line.starts_with("benchmark ")) headings += line + "\n";
  }
  EXPECT_NE(headings.find("left out\nbenchmark "), std::string::npos) << headings << "the numbers by themselves";
  EXPECT_TRUE(headings.ends_with("likely cause\n")) << headings;
}

}  // namespace
}  // namespace reconverge::cli_tests
