// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/program.hpp"

// Exit status 2: what was asked for does not exist. Nothing goes to standard output.
namespace reconverge::cli_tests {
namespace {

struct Misuse {
  const char* name;
  Arguments arguments;
  const char* says;  ///< what the message must contain
};

void PrintTo(const Misuse& misuse, std::ostream* stream) { *stream << misuse.name; }

class Usage : public testing::TestWithParam<Misuse> {};

TEST_P(Usage, IsToldWithStatus2) {
  const Outcome outcome = run(GetParam().arguments);
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_EQ(outcome.out, "") << outcome;
  EXPECT_TRUE(outcome.err.starts_with("error: ")) << outcome;
  EXPECT_NE(outcome.err.find("\n  try: "), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find(GetParam().says), std::string::npos) << outcome;
}

const Misuse misuses[] = {
    {"NoVerb", {}, "verbs are paper, "},
    {"UnknownVerb", {"frobnicate"}, "there is no verb 'frobnicate'"},
    {"UnknownVerbAfterOptions", {"--color", "never", "-q", "frobnicate"}, "no verb 'frobnicate'"},
    {"MistypedVerb", {"emulat"}, "did you mean 'emulate'?"},
    {"MistypedOption",
     {"emulate", "single_loop", "--fnction", "x"},
     "no option '--fnction'\n  try: did you mean '--function'?"},
    {"OptionOfOtherVerbs", {"emulate", "single_loop", "--html", "x"}, "'--html' is an option of "},
    {"OptionWithoutItsValue", {"emulate", "single_loop", "--json"}, "--json needs a value"},
    {"MistypedOptionOfTheProgram", {"emulate", "single_loop", "--colour=never"}, "did you mean '--color'?"},
    {"MistypedTopic", {"explain", "hoper-cycles"}, "did you mean 'hopper-cycles'?"},
    {"MistypedKind", {"list", "kernls"}, "did you mean 'kernels'?"},
    {"MistypedGeneration", {"emulate", "single_loop", "-g", "keplre"}, "did you mean 'kepler'?"},
    {"MistypedStudy", {"paper", "--study", "walk_trough"}, "did you mean 'walk_through'?"},
    {"MistypedSpillRule", {"paper", "--spill-rule", "lasy"}, "did you mean 'lazy'?"},
    {"MistypedCarrierOrder", {"paper", "--carrier-order", "carier-first"}, "did you mean 'carrier-first'?"},
    {"MistypedBenchmark", {"bench", "-b", "single_lop"}, "did you mean 'single_loop'?"},
    {"MistypedArchitecture", {"emulate", "-", "--arch", "sm90"}, "did you mean 'sm_90'?"},
    {"ArchitectureInCapitals", {"diff", "a", "b", "--arch", "SM_90"}, "did you mean 'sm_90'?"},
    {"ArchitectureOfTheCompiler", {"inspect", "-", "--arch", "compute_90"}, "did you mean 'sm_90'?"},
    {"ComputeCapability", {"inspect", "-", "--arch", "9.0"}, "did you mean 'sm_90'?"},
    {"GenerationForArchitecture", {"emulate", "-", "--arch", "Hopper"}, "did you mean 'sm_90'? Hopper is sm_90;"},
    {"MistypedGenerationForArchitecture", {"emulate", "-", "--arch", "turring"}, "did you mean 'sm_75'?"},
    {"GenerationOfSeveralArchitectures",
     {"emulate", "-", "--arch", "ampere"},
     "did you mean 'sm_80'? Ampere is sm_80, sm_86, sm_87, sm_88;"},
    {"CardForArchitecture", {"emulate", "-", "--arch", "h100"}, "did you mean 'sm_90'?"},
    {"CardOfTheSameNumber", {"emulate", "-", "--arch", "A100"}, "did you mean 'sm_80'?"},
    {"OptionOfOtherTools", {"emulate", "-", "--gpu", "ada"}, "did you mean '--arch sm_89'?"},
    {"OptionOfOtherToolsWithItsValue", {"emulate", "-", "--gpu=sm_90a"}, "did you mean '--arch sm_90a'?"},
    {"OptionOfOtherToolsWithAnUnknownValue", {"emulate", "-", "--gpu", "0"}, "did you mean '--arch'?"},
    {"OptionOfAnotherVerbThatIsNearOneOfThisVerb",
     {"emulate", "-", "--warp", "0"},
     "'--warp' is an option of trace, diff; "},
    {"VerbOfOtherTools", {"run", "kernel.cu"}, "no verb 'run'\n  try: did you mean 'emulate'?"},
    {"RandomOfFourNumbers",
     {"emulate", "-", "--arg", "i32[32]=random(1,2,3,4)"},
     "random(SEED,LOW,HIGH) draws each number from LOW to HIGH; random(SEED,N) makes N of 32 lanes"},
    {"RandomOfTwoNumbersThatDoNotFit",
     {"emulate", "single_loop", "--reg", "R5=random(1,200)"},
     "two numbers are SEED and N, and one of them does not fit: random(SEED,LOW,HIGH) draws"},
    {"MistypedContent", {"emulate", "-", "--arg", "i32[32]=idx"}, "did you mean 'index'?"},
    {"MistypedPattern", {"emulate", "-", "--arg", "i32[32]=stair(4)"}, "did you mean 'staircase'?"},
    {"MistypedFunction",
     {"emulate", RECONVERGE_LISTINGS "/samples/paper_kernels_sm_90.sass", "--function", "single_lopo"},
     "did you mean 'single_loop'?"},
    {"TooFewArguments",
     {"emulate", RECONVERGE_LISTINGS "/samples/rebuilt_sm_90_lines.nvdisasm.sass", "--function", "calls", "--arg",
      "i32:1"},
     "for example: --arg 'i32[32]=index' --arg 'f32[32]' (a guess from the 32 threads of the launch: "},
    {"TooFewArgumentsOfALargerLaunch",
     {"emulate", RECONVERGE_LISTINGS "/samples/rebuilt_sm_90_lines.nvdisasm.sass", "--function", "calls", "--grid", "2",
      "--block", "64", "--arg", "i32:1"},
     "for example: --arg 'i32[128]=index' --arg 'f32[128]' (a guess from the 128 threads of the launch: "},
    {"TypeOfTheLanguage", {"emulate", "-", "--arg", "float[32]"}, "did you mean 'f32'?"},
    {"TypeOfTheLanguageInAStructure", {"emulate", "-", "--arg", "{int:1}"}, "did you mean 'i32'?"},
    {"LeftOverWordsInTheirOrder", {"emulate", "a", "b", "c"}, "not expected: b c\n"},
    {"WidthTooSmall", {"list", "--width", "39"}, "--width"},
    {"UnknownOptionOfTheProgram", {"--frobnicate"}, "there is no option '--frobnicate'"},
    {"EmptyOutput", {"emulate", "single_loop", "--json", ""}, "--json: the value is empty"},
    {"EmptyOutputOfAPair", {"inspect", "-", "--cfg", "dot", ""}, "--cfg: the value is empty"},
    {"EmptyInput", {"emulate", ""}, "LISTING: the value is empty"},
    {"EmptyFunction", {"trace", "single_loop", "--json", "-", "--function", ""}, "--function"},
    {"EmptyTopic", {"explain", ""}, "TOPIC: the value is empty"},
    {"EmptyRegisterAmongOthers", {"emulate", "-", "--reg", "R5=1", "--reg", ""}, "--reg: the value"},
    {"UnknownArchitecture", {"emulate", "-", "--arch", "banana"}, "no architecture 'banana'"},
    {"UnknownArchitectureOfInspect", {"inspect", "-", "--arch", "sm_90\n"}, "sm_20, sm_21"},
    {"UnknownArchitectureOfPredict", {"predict", "-", "--arch", "sm_36"}, "sm_35, sm_37"},
    {"UnknownArchitectureOfFit", {"fit", "-", "--arch", "sm_35a"}, "no architecture 'sm_35a'"},
    {"CostOfNoGeneration", {"paper", "--cost", ":spill=3"}, "names no generation"},
    {"UnknownFlag", {"paper", "--frobnicate"}, "reconverge paper --help"},
    {"UnknownColour", {"list", "--color", "blue"}, "auto"},
    {"UnknownStudy", {"paper", "--study", "figure_99"}, "claims_table"},
    {"OutIsNoFolder", {"paper", "--out", "-"}, "--out DIR"},
    {"UnknownSpillRule", {"paper", "--spill-rule", "hasty"}, "lazy"},
    {"UnknownCarrierOrder", {"paper", "--carrier-order", "hasty"}, "carrier-first"},
    {"CapacityIsNoNumber", {"paper", "--capacity", "many"}, "unlimited"},
    {"CapacityIsZero", {"paper", "--capacity", "0"}, "--capacity 16"},
    {"ChunkIsZero", {"paper", "--chunk", "0"}, "--chunk"},
    {"CostWithoutValue", {"paper", "--cost", "spill"}, "--cost [GENERATION:]NAME=CYCLES"},
    {"CostIsNegative", {"paper", "--cost", "spill=-1"}, "not a valid cycle count"},
    {"CostIsNotFinite", {"paper", "--cost", "spill=inf"}, "not a valid cycle count"},
    {"CostIsNotANumber", {"paper", "--cost", "spill=nan"}, "not a valid cycle count"},
    {"UnknownCost", {"paper", "--cost", "lunch=1"}, "divergent-branch"},
    {"CostOfUnknownGeneration", {"paper", "--cost", "volta:base=1"}, "kepler"},
    {"NoListing", {"emulate"}, "LISTING"},
    {"UnknownGeneration", {"emulate", "single_loop", "-g", "tesla"}, "reconverge list generations"},
    {"GenerationOfAnotherMechanism", {"emulate", "single_loop", "-g", "volta"}, "convergence barriers"},
    {"OneFileToCompare", {"compare", "a.json"}, "--emulated"},
    {"GenerationTwice", {"emulate", "single_loop", "-g", "kepler", "-g", "kepler"}, "twice"},
    {"NoRegister", {"emulate", "single_loop", "--reg", "X5=1"}, "is not a register"},
    {"RegisterOutOfRange", {"emulate", "single_loop", "--reg", "R255=1"}, "is not a register"},
    {"RegisterWithoutValue", {"emulate", "single_loop", "--reg", "R5"}, "staircase(n)"},
    {"UnknownPattern", {"emulate", "single_loop", "--reg", "R5=stairs(2)"}, "staircase(n)"},
    {"StaircaseTooLong", {"emulate", "single_loop", "--reg", "R5=staircase(32)"}, "0 to 31"},
    {"ListTooShort", {"emulate", "single_loop", "--reg", "R5=list(1,2)"}, "32 values"},
    {"NoPredicate", {"emulate", "single_loop", "--pred", "P7=1"}, "--pred"},
    {"NoConstant", {"emulate", "single_loop", "--const", "c[0]=1"}, "c[0x0][0x30]"},
    {"NoSuchConstantBank", {"emulate", "single_loop", "--const", "c[32][0]=1"}, "a bank is 0 to 31"},
    {"ConstantBetweenWords", {"emulate", "single_loop", "--const", "c[0x0][0x211]=1"}, "a multiple of 4 below 0x10000"},
    {"ConstantPastTheBank", {"emulate", "single_loop", "--const", "c[0][0x10000]=1"}, "a multiple of 4 below 0x10000"},
    {"ConstantOfManyValues", {"emulate", "single_loop", "--const", "c[0][0]=staircase(2)"}, "one number of 32 bits"},
    {"NoLanes", {"emulate", "single_loop", "--lanes", "0"}, "0xffffffff"},
    {"NoSteps", {"emulate", "single_loop", "--max-steps", "0"}, "--max-steps"},
    {"TwoResultsOnStandardOutput", {"emulate", "single_loop", "--json", "-", "--csv", "-"}, "standard output"},
    {"TwoResultsInOneFile", {"emulate", "single_loop", "--json", "x", "--csv", "x"}, "one file"},
    {"TraceHasNowhereToGo", {"emulate", "single_loop", "--csv", "-", "--trace"}, "--json PATH"},
    {"NoInput", {"inspect"}, "INPUT"},
    {"UnknownGraphFormat", {"inspect", "-", "--cfg", "png", "x"}, "--cfg svg PATH"},
    {"FunctionsOfAGraph", {"inspect", "-", "--functions", "--cfg", "dot", "-"}, "--cfg excludes --functions"},
    {"PlainFunctions", {"inspect", "-", "--plain", "--functions"}, "--plain excludes --functions"},
    {"LaunchOfNoListing", {"fit", "-", "--reg", "R5=1"}, "--reg requires --listing"},
    {"SpillRuleBesideAFit", {"predict", "-", "--fit", "x", "--spill-rule", "lazy"}, "excludes"},
    {"TracesInOneFile", {"trace", "single_loop", "--html", "x", "--json", "./x"}, "one file"},
    {"TwoTracesOnStandardOutput", {"trace", "-", "--html", "-", "--json", "-"}, "standard output"},
    {"TwoReportsInOneFile", {"report", "a", "--html", "x", "--markdown", "x"}, "one file"},
    {"ResultTwice", {"report", "a", "./a"}, "'./a' is given twice"},
    {"StandardInputTwice", {"compare", "-", "-"}, "'-' is given twice"},
    {"LimitIsNotANumber", {"compare", "a", "b", "--fail-above", "nan"}, "'nan' is not a number"},
    {"LimitIsNegative", {"compare", "a", "b", "--fail-above", "-1"}, "'-1' is not a number of 0 or more\n"},
    {"BaseIsNotANumber", {"predict", "single_loop", "-g", "kepler", "--base", "nan"}, "--base"},
    {"BaseIsNotFinite", {"predict", "single_loop", "-g", "kepler", "--base", "inf"}, "--base"},
    {"TimeoutIsNotANumber", {"bench", "--timeout", "nan"}, "'nan' is not a number above 0"},
    {"WatchdogIsZero", {"bench", "--watchdog", "0"}, "--watchdog"},
    {"NoResult", {"report"}, "RESULT"},
    {"TwoReportsInOnePlace", {"compare", "a", "b", "--json", "-", "--csv", "-"}, "path of its own"},
    {"UnknownKind", {"list", "nothing"}, "spill-rules"},
    {"UnknownTopic", {"explain", "nothing"}, "reconverge explain"},
    {"AmbiguousTopic", {"explain", "c"}, "cost-model, counting"},
};

INSTANTIATE_TEST_SUITE_P(Misuses, Usage, testing::ValuesIn(misuses),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Options, OfSeveralValuesTakeOneEach) {
  // The listing must not be taken for a second register.
  const Outcome outcome = run({"emulate", "--reg", "R5=2", "--cost", "base=1", "-g", "kepler", "single_loop"});
  EXPECT_EQ(outcome.status, 0) << outcome;
}

TEST(Options, OfTheProgramMayFollowTheVerb) {
  EXPECT_EQ(run({"-q", "list", "kernels"}).out, run({"list", "kernels", "-q"}).out);
}

TEST(Help, OfAVerbCanBeAskedForByName) {
  EXPECT_EQ(run({"help", "emulate"}).out, run({"emulate", "--help"}).out);
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "emulat"}).status, 2);
  EXPECT_EQ(run({"help", "help"}).out, run({"--help"}).out);
}

TEST(Help, TakesOptionsOfTheProgramAnywhere) {
  const Outcome narrow = run({"diff", "--help", "--width", "40"});
  for (const Arguments& order : {Arguments{"--width", "40", "help", "diff"},
                                 {"help", "--width", "40", "diff"},
                                 {"help", "diff", "--width", "40"},
                                 {"--width=40", "-q", "help", "--color", "never", "diff"}})
    EXPECT_EQ(run(order).out, narrow.out);
  EXPECT_EQ(run({"--width", "40", "help"}).out, run({"--help", "--width", "40"}).out);
  const Outcome unknown = run({"--width", "40", "help", "dif"});
  EXPECT_EQ(unknown.status, 2) << unknown;
  EXPECT_NE(unknown.err.find("there is no verb 'dif'"), std::string::npos) << unknown;
  for (const char* width : {"39", "wide"}) {
    const Outcome outcome = run({"help", "--width", width, "diff"});
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_NE(outcome.err.find("--width: "), std::string::npos) << outcome;
  }
}

TEST(Width, IsThatOfTheOptionAndOtherwiseNoneInAPipe) {
  const auto longest = [](const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  const Arguments paper{"paper", "--width", "60"};
  EXPECT_LE(longest(run(paper).out), 60u);
  EXPECT_GT(longest(run({"paper"}).out), 200u);
}

TEST(Version, GoesToStandardOutput) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("reconverge ")) << outcome;
  EXPECT_EQ(outcome.err, "");
}

TEST(Colour, IsUsedOnlyIfAskedForInAPipe) {
  EXPECT_EQ(run({"list", "nothing"}).err.find('\033'), std::string::npos);
  EXPECT_NE(run({"list", "nothing", "--color", "always"}).err.find('\033'), std::string::npos);
  EXPECT_EQ(run({"list", "nothing", "--color", "never"}).err.find('\033'), std::string::npos);
}

TEST(Help, IsAsWideAsAskedFor) {
  for (const Arguments& command : {Arguments{"emulate", "--help", "--width", "40"},
                                   {"help", "diff", "--width", "40"},
                                   {"--help", "--width", "40"},
                                   {"--width", "40", "bench", "-h"}}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_GT(outcome.out.size(), 500u);
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
