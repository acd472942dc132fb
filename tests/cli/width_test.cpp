// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/program.hpp"

// Text for a person is as wide as --width says. What other programs read stays as it is: JSON, CSV, SASS, and what
// `lint` finds, a line each.
namespace reconverge::cli_tests {
namespace {

constexpr std::size_t narrow = 40;

const std::string samples = std::string(RECONVERGE_LISTINGS) + "/samples/paper_kernels_sm_90.sass";
const std::string measured = std::string(RECONVERGE_MEASURED) + "/h100/";

/// Code points: each is one column here.
std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

/// Whether a line could have been broken between two words: one that holds a word alone, behind blanks, could not.
bool has_several_words(const std::string& line) {
  std::istringstream stream(line);
  std::string word;
  int words = 0;
  while (stream >> word) ++words;
  return words > 1;
}

struct Shown {
  const char* name;
  Arguments arguments;
};

void PrintTo(const Shown& shown, std::ostream* stream) { *stream << shown.name; }

class Narrow : public testing::TestWithParam<Shown> {};

TEST_P(Narrow, LinesAreWrapped) {
  Arguments arguments = GetParam().arguments;
  arguments.insert(arguments.end(), {"--width", "40"});
  const Outcome outcome = run(arguments);
  EXPECT_FALSE(outcome.out.empty() && outcome.err.empty());
  std::istringstream lines(outcome.out + outcome.err);
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(columns_of(line) > narrow && has_several_words(line)) << line;
}

const std::string single_loop = "_Z11single_loopILi1EEvPKiPfPx";

Arguments kernel(const char* verb, std::vector<std::string> more) {
  Arguments arguments{verb, samples, "--function", single_loop};
  for (const char* argument : {"i32[32]=staircase(2)", "f32[1024]=1", "i64[64]"}) {
    arguments.emplace_back("--arg");
    arguments.emplace_back(argument);
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Arguments diff_of_itself() {
  Arguments arguments =
      kernel("diff", {"--new-arg", "i32[32]=staircase(9)", "--new-arg", "f32[1024]=1", "--new-arg", "i64[64]"});
  arguments.insert(arguments.begin() + 1, samples);
  return arguments;
}

const Shown everything[] = {
    {"EmulateOnAStack", {"emulate", "single_loop", "--reg", "R5=staircase(14)"}},
    {"EmulateAKernel", kernel("emulate", {})},
    {"EmulateABlock", kernel("emulate", {"--block", "96", "--set", "multiprocessor.mean_error_apart=7"})},
    {"EmulateAGrid", kernel("emulate", {"--grid", "2", "--set", "fetch.next_line=4"})},
    {"EmulateAssumedMemory", kernel("emulate", {"--assume", "dram"})},
    {"EmulateWithoutArguments", {"emulate", samples, "--function", single_loop}},
    {"NoSuchFile", {"emulate", "nowhere/to/be/found.sass"}},
    {"Diff", diff_of_itself()},
    {"InspectFunctions", {"inspect", samples, "--functions"}},
    {"InspectSupport", {"inspect", samples, "--support"}},
    {"Lint", {"lint", samples}},
    {"List", {"list"}},
    {"Topics", {"explain"}},
    {"ExplainHopperCycles", {"explain", "hopper-cycles"}},
    {"ExplainLinking", {"explain", "linking"}},
    {"ExplainAccount", {"explain", "account"}},
    {"ExplainAGeneration", {"explain", "maxwell"}},
    {"ExplainACost", {"explain", "divergent-branch"}},
    {"ExplainARule", {"explain", "bsync"}},
    {"Predict", {"predict", "double_loop", "-g", "kepler", "--axis", "n=[0:31:8]"}},
    {"Paper", {"paper"}},
    {"PaperList", {"paper", "--list"}},
    {"PaperStudy", {"paper", "--study", "double_loop_timing"}},
    {"BenchList", {"bench", "--list"}},
    {"Doctor", {"doctor"}},
    {"Report", {"report", measured + "paper_256.json"}},
    {"Fit", {"fit", measured + "paper_256.json", "-b", "single_loop"}},
    {"Compare", {"compare", measured + "warmup_none.json", measured + "warmup_same_code.json"}},
    {"Misuse", {"emulate", "single_loop", "--spill-rule", "hasty"}},
};

INSTANTIATE_TEST_SUITE_P(Width, Narrow, testing::ValuesIn(everything),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace reconverge::cli_tests
