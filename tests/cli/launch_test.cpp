// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

// Compiled kernels, started with arguments.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

/// out[lane] = in[lane] + n, compiled for sm_90: the lanes with in[lane] < 32 go another way.
const char* const add_kernel = R"(	code for sm_90
	Function : add
	/*0000*/ LDC R1, c[0x0][0x28] ;
	/*0010*/ S2R R0, SR_TID.X ;
	/*0020*/ LDC.64 R2, c[0x0][0x210] ;
	/*0030*/ ULDC.64 UR4, c[0x0][0x208] ;
	/*0040*/ LDC.64 R4, c[0x0][0x218] ;
	/*0050*/ LDC R7, c[0x0][0x220] ;
	/*0060*/ IMAD.WIDE R2, R0, 0x4, R2 ;
	/*0070*/ IMAD.WIDE R4, R0, 0x4, R4 ;
	/*0080*/ LDG.E R6, desc[UR4][R2.64] ;
	/*0090*/ BSSY B0, 0xd0 ;
	/*00a0*/ ISETP.GE.AND P0, PT, R6, 0x20, PT ;
	/*00b0*/ @P0 BRA 0xc0 ;
	/*00c0*/ BSYNC B0 ;
	/*00d0*/ IADD3 R6, R6, R7, RZ ;
	/*00e0*/ STG.E desc[UR4][R4.64], R6 ;
	/*00f0*/ EXIT ;
)";

Outcome add(std::vector<std::string> more) {
  Arguments arguments{"emulate", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments, add_kernel);
}

TEST(Launch, GivesTheBuffersAfterTheRun) {
  const Outcome outcome = add({"--arg", "i32[32]=staircase(2)", "--arg", "i32[32]", "--arg", "i32:100", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("schema"), "reconverge.kernel");
  ASSERT_EQ(record.at("buffers").size(), 2u) << "the third argument is no buffer";
  EXPECT_EQ(record["buffers"][1].at("index"), 1);
  EXPECT_EQ(record["buffers"][1].at("type"), "i32");
  EXPECT_EQ(record["buffers"][1].at("values")[0], 132);
  EXPECT_EQ(record["buffers"][1].at("values")[31], 130);
  EXPECT_EQ(record["branches"][0].at("divergent"), 1);
  EXPECT_EQ(record["branches"][0].at("lanes_taken"), 30);
  EXPECT_EQ(record["branches"][0].at("lanes_not_taken"), 2);
}

/// They would change nothing: the architecture has no such stack, and its cycles have one source.
TEST(Launch, OptionsOfTheTokenStackAreRefused) {
  const std::vector<Arguments> choices = {
      {"-g", "kepler"},    {"--cost", "divergent-branch=5"}, {"--spill-rule", "single-entry"},
      {"--capacity", "8"}, {"--carrier-order", "pop-first"}, {"--chunk", "2"}};
  for (const Arguments& choice : choices)
    for (const Arguments& verb : {Arguments{"emulate", "-"}, Arguments{"trace", "-", "--json", "-"}}) {
      Arguments arguments = verb;
      arguments.insert(arguments.end(), choice.begin(), choice.end());
      const Outcome outcome = run(arguments, add_kernel);
      EXPECT_EQ(outcome.status, 2) << outcome;
      EXPECT_TRUE(outcome.out.empty()) << outcome;
      EXPECT_THAT(outcome.err, HasSubstr("only for the token stack, which code for sm_90 does not use")) << outcome;
    }
  const Outcome outcome = add({"-g", "kepler", "-g", "maxwell", "--chunk", "2"});
  EXPECT_THAT(outcome.err, HasSubstr("--generation kepler, --generation maxwell, --chunk 2: only for the token stack"));
}

TEST(Launch, RunsTheWarpsOfABlockOneAfterAnother) {
  const Outcome outcome =
      add({"--block", "80", "--arg", "i32[80]=1", "--arg", "i32[80]", "--arg", "i32:5", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("buffers")[1].at("values"), Json(std::vector<int>(80, 6)));
  EXPECT_EQ(record.at("executed_instructions"), 3 * 16);
  EXPECT_TRUE(record.at("counts").at("cycles").is_null());
  EXPECT_THAT(record["counts"]["cycles_absent"].get<std::string>(), HasSubstr("no control word"));
}

TEST(Launch, ShowsBuffersAsText) {
  EXPECT_THAT(add({"--arg", "i32[32]=staircase(2)", "--arg", "i32[32]", "--arg", "i32:100"}).out,
              HasSubstr("132 (x30), 131, 130"));
}

/// A switch as nvdisasm prints it: the table of its jumps lies in constant bank 2.
TEST(Launch, TakesTheTablesOfTheListing) {
  const std::string listing = R"sass(	.headerflags	@"EF_CUDA_SM52 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM52)"
//--------------------- .nv.constant2.chosen --------------------------
	.section	.nv.constant2.chosen,"a",@progbits
.nv.constant2.chosen:
        /*0000*/ 	.byte	0x28, 0x00, 0x00, 0x00, 0x38, 0x00, 0x00, 0x00
//--------------------- .text.chosen --------------------------
	.section	.text.chosen,"ax",@progbits
.text.chosen:
        /*0008*/                   LDC R0, c[0x2][R2] ;
        /*0010*/                   BRX R0 -0x18 ;
        /*0018*/                   BRA 0x18 ;
        /*0028*/                   MOV32I R3, 0x7 ;
        /*0030*/                   EXIT ;
        /*0038*/                   MOV32I R3, 0x9 ;
        /*0048*/                   EXIT ;
)sass";
  const auto goes_to = [&](std::vector<std::string> more) {
    Arguments arguments{"emulate", "-", "--reg", "R2=4", "--json", "-", "--trace"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments, listing);
    EXPECT_EQ(outcome.status, 0) << outcome;
    return Json::parse(outcome.out).at("trace").at(2).at("pc").get<std::string>();
  };
  EXPECT_EQ(goes_to({}), "0x0038");
  EXPECT_EQ(goes_to({"--const", "c[0x2][0x4]=0x28"}), "0x0028") << "what is given wins";
}

TEST(Launch, HasTheLanesOfItsBlock) {
  const Outcome outcome =
      add({"--arg", "i32[8]=1", "--arg", "i32[8]", "--arg", "i32:5", "--block", "8", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(Json::parse(outcome.out)["buffers"][1].at("values")[7], 6);
}

TEST(Launch, TellsAnAccessOutsideOfTheBuffers) {
  const Outcome outcome = add({"--arg", "i32[16]", "--arg", "i32[32]", "--arg", "i32:1"});
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err, HasSubstr("directly past the end of argument 0 (64 bytes at 0x200000000)"));
  EXPECT_THAT(outcome.err, HasSubstr("faulting lanes 0xffff0000"));
}

TEST(Launch, WarnsOnceOfAnArgumentOfAnotherType) {
  std::string listing = add_kernel;
  listing.replace(listing.find("add"), 3, "_Z3addPKiPii");
  const Folder folder;
  const std::string path = folder.write("add.sass", listing);
  const Arguments launch{"--arg", "f32[32]=1", "--arg", "i32[32]", "--arg", "i32:1"};
  const std::string warning =
      "warning: argument 0 is f32, the kernel has int const*: its bits are read as i32, not converted; "
      "give --arg 'i32[32]=...'\n";
  for (const Arguments& verb :
       {Arguments{"emulate", path}, Arguments{"trace", path, "--json", "-"}, Arguments{"diff", path, path}}) {
    Arguments arguments = verb;
    arguments.insert(arguments.end(), launch.begin(), launch.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome;
    const std::size_t first = outcome.err.find(warning);
    ASSERT_NE(first, std::string::npos) << outcome;
    EXPECT_EQ(outcome.err.find(warning, first + 1), std::string::npos) << outcome;
  }
}

TEST(Launch, SaysHowABufferIsSavedWhereNoVariableHasTheName) {
  const Folder folder;
  const Outcome outcome =
      add({"--arg", "i32[32]", "--arg", "i32[32]", "--arg", "i32:1", "--save", "out=" + folder / "o.npy"});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("an argument is saved by its number, --save 1=FILE; the buffers are 0, 1;"));
}

TEST(Launch, WithoutItsArgumentsIsNotUnderstood) {
  const Outcome outcome = add({"--arg", "i32[32]"});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.err, HasSubstr("constant c[0x0][0x218] has no value"));
}

TEST(Launch, RefusesWhatItCannotStart) {
  EXPECT_EQ(add({"--arg", "i32"}).status, 2);
  EXPECT_EQ(add({"--block", "2000"}).status, 2);
  const Outcome old = run({"emulate", "single_loop", "--arg", "i32:5"});
  EXPECT_EQ(old.status, 2);
  EXPECT_THAT(old.err, HasSubstr("where kernels"));
}

TEST(Launch, NamesWhatJsonHasNoNumberFor) {
  const Outcome outcome =
      add({"--arg", "i32[32]", "--arg", "i32[32]", "--arg", "i32:1", "--arg", "f32[3]=nan,1,-inf", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record["buffers"][2]["values"], (Json{"nan", 1, "-inf"}));
  EXPECT_EQ(record["buffers"][2]["nan_bits"], (Json{{"0", "0x7fc00000"}}));
}

TEST(Launch, NeedsToKnowWhatWideRowsAreFor) {
  const char* const rows = "/*0000*/ S2R R0, SR_LANEID ;\n/*0010*/ NOP ;\n/*0020*/ EXIT ;\n";
  const Outcome outcome = run({"emulate", "-"}, rows);
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("16 bytes apart"));
  EXPECT_EQ(run({"emulate", "-", "--arch", "sm_90"}, rows).status, 0);
}

TEST(Launch, HasNoCyclesOfCodeThatReachesToFarAddresses) {
  const Outcome outcome = run({"emulate", "-"}, "\tcode for sm_90\n\tFunction : far\n/*fffffffffffffff0*/ EXIT ;\n");
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("0xfffffffffffffff0"));
}

TEST(Launch, HasNoCyclesOfRowsWithoutControlWords) {
  const Outcome outcome = add({"--arg", "i32[32]", "--arg", "i32[32]", "--arg", "i32:1", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_TRUE(record.at("counts").at("cycles").is_null());
  EXPECT_THAT(record.at("counts").at("cycles_absent").get<std::string>(),
              HasSubstr("16 of 16 rows have no control word"));
}

TEST(Launch, FindsARegisterThatNothingHasWritten) {
  const Outcome outcome = run({"emulate", "-", "--json", "-"},
                              "code for sm_90\nFunction : f\n/*0000*/ IADD3 R1, R2, 0x1, RZ ;\n/*0010*/ EXIT ;\n");
  const Json findings = Json::parse(outcome.out).at("findings");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].at("kind"), "uninitialised-register");
  EXPECT_EQ(findings[0].at("pc"), "0x0000");
  EXPECT_EQ(findings[0].at("lanes"), "0xffffffff");
}

constexpr const char* four_warps =
    "code for sm_90\n\tFunction : k\n"
    "/*0000*/ S2R R0, SR_TID.X ;\n"
    "/*0010*/ ISETP.GT.AND P0, PT, R0, 0x1f, PT ;\n"
    "/*0020*/ @P0 EXIT ;\n"
    "/*0030*/ IADD3 R1, R1, 0x1, RZ ;\n"
    "/*0040*/ EXIT ;\n";

TEST(Warps, SayOnceWhyTheirCyclesAreNotKnown) {
  const std::string text = run({"emulate", "-", "--block", "128"}, four_warps).out;
  const std::size_t warps = text.find("The warps that executed most");
  ASSERT_NE(warps, std::string::npos) << text;
  EXPECT_EQ(text.find("absent [", warps), std::string::npos) << text;
  EXPECT_NE(text.find("cycles: absent, 5 of 5 rows have no control word", warps), std::string::npos) << text;
  EXPECT_NE(text.find("lanes missing", warps), std::string::npos) << text;
}

TEST(Buffers, SayWhereTheRestOfThemIs) {
  const auto text_of = [](const char* buffer) {
    return run({"emulate", "-", "--arg", buffer}, "code for sm_90\n\tFunction : k\n/*0000*/ EXIT ;\n").out;
  };
  const char* where = "--json has every element, --save writes a buffer to a file.";
  EXPECT_NE(text_of("i32[64]=index").find(where), std::string::npos) << text_of("i32[64]=index");
  EXPECT_EQ(text_of("i32[64]=1").find(where), std::string::npos) << text_of("i32[64]=1");
}

}  // namespace
}  // namespace reconverge::cli_tests
