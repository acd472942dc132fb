// SPDX-License-Identifier: MIT
// `bench` of a file that is compiled already, and what `compare` makes of its result.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/schema.hpp"
#include "core/sha256.hpp"
#include "fakes/cubin.hpp"
#include "measured/beside.hpp"
#include "unit/gpu/command.hpp"

namespace reconverge::gpu {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

/// Kernels of the listing that the fake disassembler prints, by their names in it.
const std::vector<std::string> symbols = {"_Z12double_loopsILi1EEvPKiPfPx", "_Z16single_loop_syncILi1EEvPKiPfPx",
                                          "_Z11single_loopILi0EEvPKiPfPx", "_Z11single_loopILi1EEvPKiPfPx"};

/// The single loop, whose timed code ran on a card twice, as a listing.
std::string listing_of_two_passes() {
  const std::string path = RECONVERGE_MEASURED "/h100/warmup_same_code.json";
  std::ifstream stored(path);
  const Json record = Json::parse(stored);
  const std::string hash = record["benchmarks"][0]["sass"]["sha256"];
  return measured_tests::files_beside(path)("code/" + hash + ".sass").value_or("");
}

class CubinCommand : public Command {
 protected:
  CubinCommand() : path_(getenv("PATH")) { setenv("PATH", (RECONVERGE_FAKE_TOOLS ":" + path_).c_str(), 1); }
  ~CubinCommand() override { setenv("PATH", path_.c_str(), 1); }

  static std::string cubin(unsigned architecture = 90) {
    return file("mine.cubin", fakes::cubin({architecture, symbols}));
  }
  static std::string cubin_of_two_passes() {
    setenv("FAKE_LISTING", file("two_passes.sass", listing_of_two_passes()).c_str(), 1);
    return file("warm.cubin", fakes::cubin({90, {"single_loop"}}));
  }
  /// Two samples of n = 0 and 3, as JSON.
  static std::vector<std::string> bench(const std::string& path,
                                        const std::vector<std::string>& more = {"--kernel", "double_loops"}) {
    return with({"bench", path, "--samples", "2", "-a", "n=[0,3]", "--json", "-"}, more);
  }

 private:
  std::string path_;
};

TEST_F(CubinCommand, IsTimedAsItIsAndRecordedAsCompiledOnesAre) {
  const std::string loaded = file("loaded.cubin", "");
  setenv("FAKE_LOADED", loaded.c_str(), 1);
  const auto output = program(bench(cubin()));
  EXPECT_EQ(output.status, 0) << output.error;
  const Json record = Json::parse(output.out);
  ASSERT_EQ(record["benchmarks"].size(), 1u);
  const Json& benchmark = record["benchmarks"][0];
  EXPECT_EQ(benchmark["name"], "double_loops");
  EXPECT_EQ(benchmark["verdict"], "divergent") << benchmark["verdict_reason"];
  EXPECT_EQ(benchmark["sass"]["function"], symbols[0]);
  EXPECT_EQ(benchmark["sass"]["cubin_sha256"], core::sha256(fakes::cubin({90, symbols})));
  std::ifstream image(loaded);
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(image), {}) == fakes::cubin({90, symbols}))
      << "loaded as it is";
  EXPECT_THAT(benchmark["sass"]["disassembler"].get<std::string>(), HasSubstr("nvdisasm"));
  EXPECT_THAT(record["code"][0]["text"].get<std::string>(), HasSubstr("Function : " + symbols[0]));
  EXPECT_EQ(benchmark["states"][1]["minimum_cycles"], 949 + 13 * 3);
  EXPECT_TRUE(record["toolchain"]["nvrtc"].is_null()) << "nothing was compiled for it";
}

TEST_F(CubinCommand, TellsOfItsMakingOnlyWhatIsKnown) {
  const std::string path = cubin_of_two_passes();
  for (const std::vector<std::string>& said :
       {std::vector<std::string>{}, {"--warmup-by", "same-code"}, {"--warmup-by", "none"}}) {
    const Json record = Json::parse(program(with(bench(path, {"--kernel", "single_loop"}), said)).out);
    std::ifstream schema(RECONVERGE_SCHEMAS "/bench.schema.json");
    EXPECT_THAT(cli_tests::departures(record, Json::parse(schema)), testing::IsEmpty());
    const Json options = record["benchmarks"][0]["options"];
    for (const char* unknown : {"inner_unroll", "repeat", "closing_sync", "compiler_options"}) {
      EXPECT_TRUE(options[unknown].is_null()) << unknown;
      EXPECT_THAT(options[std::string(unknown) + "_absent"].get<std::string>(), HasSubstr("left to its own code"));
    }
    EXPECT_EQ(options["warmup"], said.empty() ? Json() : Json(said[1]));
    EXPECT_EQ(options["warmup_passes"], !said.empty() && said[1] == "none" ? Json(0) : Json());
  }
}

TEST_F(CubinCommand, IsNotSaidToRunTwiceIfItRunsOnce) {
  const auto output = program(with(bench(cubin()), {"--warmup-by", "same-code"}));
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.error, HasSubstr("the timed part runs once"));
  EXPECT_EQ(Json::parse(output.out)["benchmarks"][0]["states"][0]["status"], "failed");
  for (const char* other : {"copy", "none"})
    EXPECT_EQ(program(with(bench(cubin()), {"--warmup-by", other})).status, 0) << other;
}

TEST_F(CubinCommand, PrintsWhatIsNotKnownAsAbsent) {
  const auto output = program({"bench", cubin(), "--kernel", "double_loops", "--samples", "2", "-a", "n=0"});
  EXPECT_EQ(output.status, 0) << output.error;
  EXPECT_THAT(output.out, HasSubstr("left to its own code"));
  const auto csv =
      program(with({"bench", cubin(), "--kernel", "double_loops", "--samples", "2", "-a", "n=0", "--csv", "-"}, {}));
  EXPECT_THAT(csv.out, HasSubstr("\ndouble_loops,0,,,staircase,0,divergent,ok,"));
}

TEST_F(CubinCommand, AllOfItsKernelsAreMeasuredUnderTheirNamesInIt) {
  const Json record = Json::parse(program(bench(cubin(), {"--kernel", "all"})).out);
  std::vector<std::string> names;
  for (const Json& benchmark : record["benchmarks"]) {
    names.push_back(benchmark["name"]);
    EXPECT_EQ(benchmark["sass"]["function"], benchmark["name"]);
  }
  EXPECT_EQ(names, symbols);
}

TEST_F(CubinCommand, AWrongNameAndNoneAreExitTwoAndNameTheKernels) {
  for (const auto& [names, said] : {std::pair<std::vector<std::string>, std::string>{{}, "which kernel"},
                                    {{"--kernel", "triple_loops"}, "no kernel 'triple_loops'"},
                                    {{"--kernel", "single_loop"}, "several kernels 'single_loop'"}}) {
    const auto output = program(bench(cubin(), names));
    EXPECT_EQ(output.status, 2) << said;
    EXPECT_THAT(output.error, HasSubstr(said));
    EXPECT_THAT(output.error, HasSubstr(symbols[3]));
  }
  EXPECT_EQ(program(bench(cubin(), {"--kernel", symbols[3]})).status, 0);
}

TEST_F(CubinCommand, WhatOnlyACompilerHeedsIsExitTwo) {
  for (const std::vector<std::string>& option : {std::vector<std::string>{"--unroll", "1"},
                                                 {"--warmup", "1"},
                                                 {"--repeat", "1"},
                                                 {"--compile-option", "-lineinfo"}}) {
    const auto output = program(with(bench(cubin()), option));
    EXPECT_EQ(output.status, 2) << option[0];
    EXPECT_THAT(output.error, HasSubstr("for the compiler: " + option[0]));
    EXPECT_THAT(output.error, HasSubstr("--warmup-by"));
  }
  EXPECT_EQ(program(with(bench(cubin()), {"--warmup-by", "wishes"})).status, 2);
  EXPECT_EQ(program(with(bench(cubin()), {"-b", "single_loop"})).status, 2);
}

TEST_F(CubinCommand, OfAnotherArchitectureIsExitThreeAndNotLoaded) {
  const auto output = program(bench(cubin(80)));
  EXPECT_EQ(output.status, 3);
  EXPECT_THAT(output.error, HasSubstr("'mine.cubin' is compiled for sm_80, the card is sm_90"));
  EXPECT_THAT(output.error, HasSubstr("-arch=sm_90"));
  const Json record = Json::parse(output.out);
  EXPECT_EQ(record["benchmarks"][0]["states"][0]["status"], "failed");
  EXPECT_EQ(record["benchmarks"][0]["states"][0]["samples"], 0);
  std::ifstream schema(RECONVERGE_SCHEMAS "/bench.schema.json");
  EXPECT_THAT(cli_tests::departures(record, Json::parse(schema)), testing::IsEmpty());
}

TEST_F(CubinCommand, WhatIsNoCubinIsExitFourWithWhatToDo) {
  const std::string whole = fakes::cubin({90, symbols});
  const std::string host = std::string(whole).replace(18, 1, "\x3E");
  struct Case {
    std::string name, content, said;
  };
  const Case cases[] = {{"empty.cubin", "", "the file is empty"},
                        {"empty.cu", "", "the file is empty"},
                        {"cut.cubin", whole.substr(0, 100), "broken cubin"},
                        {"words.cubin", "__global__ void mine(", "does not begin as an ELF file"},
                        {"mine.fatbin", std::string("\x50\xED\x55\xBA\x01\x00", 6), "fat binary"},
                        {"mine.o", host, "a file for the host"},
                        {"mine.a", "!<arch>\n", "an archive"},
                        {"mine.ptx", ".version 8.0\n.target sm_90\n", "PTX"},
                        {"none.cubin", fakes::cubin({90, {}}), "no kernel"}};
  for (const Case& one : cases) {
    const auto output = program(bench(file(one.name, one.content)));
    EXPECT_EQ(output.status, 4) << one.name << output.error;
    EXPECT_THAT(output.error, HasSubstr(one.said));
    EXPECT_THAT(output.error, HasSubstr("try: ")) << one.name;
  }
  EXPECT_EQ(program(bench("/nonexistent/mine.cubin")).status, 3);
}

TEST_F(CubinCommand, ThatTheCardRefusesToLoadIsAFailedState) {
  setenv("FAKE_DRIVER", "bad_code", 1);
  const auto output = program(bench(cubin()));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(Json::parse(output.out)["benchmarks"][0]["states"][0]["reason"].get<std::string>(),
              HasSubstr("NO_BINARY"));
}

/// The verdicts that `compare --emulated` gives the states of a result.
std::vector<std::string> verdicts_of(const toolchain::ProcessOutput& compared) {
  std::vector<std::string> verdicts;
  const Json result = Json::parse(compared.out);
  for (const Json& state : result["states"]) verdicts.push_back(state["verdict"]);
  return verdicts;
}

TEST_F(CubinCommand, IsHeldAgainstTheEmulatorOnlyIfItIsSaidToBeWarm) {
  const std::string path = cubin_of_two_passes();
  for (const std::vector<std::string>& said :
       {std::vector<std::string>{}, {"--warmup-by", "copy"}, {"--warmup-by", "same-code"}}) {
    const std::string result = file("result.json", program(with(bench(path, {"--kernel", "single_loop"}), said)).out);
    const auto compared = program({"compare", "--emulated", result, "--json", "-"});
    ASSERT_EQ(compared.status, 0) << compared.error;
    const bool warm = !said.empty() && said[1] == "same-code";
    EXPECT_THAT(verdicts_of(compared), testing::Each(warm ? "differs" : "not comparable"))
        << "the fake card's cycles are no prediction's";
    const Json state = Json::parse(compared.out)["states"][0];
    EXPECT_EQ(state["inner_unroll_absent"], "it came compiled: left to its own code");
    if (said.empty()) {
      EXPECT_THAT(state["likely_cause"].get<std::string>(), HasSubstr("--warmup-by"));
    }
  }
}

}  // namespace
}  // namespace reconverge::gpu
