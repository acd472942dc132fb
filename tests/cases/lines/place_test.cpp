// SPDX-License-Identifier: MIT
// Where a message says that something is, if the listing was made by a tool, so that nobody can look at its lines.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/stand_ins.hpp"

namespace reconverge::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A store far beyond its buffer, at row 3 and line 7 of the source; before it row 0 reads the first parameter.
std::string listing(const std::string& symbol, bool has_lines, int parameter = 0x210) {
  const auto line = [&](int number) {
    return has_lines ? fmt::format("\t//## File \"/src/store.cu\", line {}\n", number) : "";
  };
  return fmt::format(
      "code for sm_90\n\tFunction : {}\n{}/*0000*/ LDC.64 R2, c[0x0][0x{:x}] &wr=0x0 ?trans1 ;\n"
      "/*0010*/ MOV R4, 0x10000 ?trans1 ;\n{}/*0020*/ IADD3 R2, P0, R2, R4, RZ &req={{0}} ?trans5 ;\n"
      "/*0030*/ STG.E [R2.64], R4 ?trans1 ;\n/*0040*/ EXIT ?trans5 ;\n",
      symbol, line(6), parameter, line(7));
}

/// The cubin of tests/cases/device, of which a stand-in for nvdisasm prints a listing of our own.
class Disassembled : public testing::Test {
 protected:
  Disassembled() { tools_.add_disassembler(); }

  Outcome emulate(const std::string& text, const Arguments& more) {
    StandIns::listing(folder_.write("listing.sass", text));
    Arguments all{"emulate", std::string(RECONVERGE_CASES) + "/../device/kernels_sm_90.cubin"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }

  Folder folder_;
  StandIns tools_{folder_};
};

TEST_F(Disassembled, AMessageNamesTheLineOfTheSource) {
  const Outcome outcome = emulate(listing("_Z5storePi", true), {"--arg", "i32[4]"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("error: /src/store.cu:7: STG.E writes 4 bytes"));
}

TEST_F(Disassembled, ADeadlockNamesTheLineOfEachWarp) {
  const Outcome outcome = emulate(
      "code for sm_90\n\tFunction : _Z4waitPi\n\t//## File \"/src/wait.cu\", line 3\n"
      "/*0000*/ S2R R0, SR_TID.X &wr=0x0 ?trans1 ;\n/*0010*/ ISETP.GE.AND P0, PT, R0, 0x20, PT &req={0} ?trans13 ;\n"
      "/*0020*/ @P0 BRA 0x50 ?trans5 ;\n\t//## File \"/src/wait.cu\", line 4\n"
      "/*0030*/ BAR.SYNC 0x1 ?trans5 ;\n/*0040*/ EXIT ?trans5 ;\n\t//## File \"/src/wait.cu\", line 6\n"
      "/*0050*/ BAR.SYNC 0x2 ?trans5 ;\n/*0060*/ EXIT ?trans5 ;\n",
      {"--arg", "i32[4]", "--block", "64"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("warp 0 waits at barrier 1 (0x30, wait.cu:4) for warp 1; warp 1 waits at barrier "
                                     "2 (0x50, wait.cu:6) for warp 0"));
}

TEST_F(Disassembled, AMessageNamesFunctionAndAddressWhereNoLineIsKnown) {
  const Outcome outcome = emulate(listing("_Z5storePi", false), {"--arg", "i32[4]"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("kernels_sm_90.cubin: store+0x0030: STG.E writes 4 bytes"));
}

TEST_F(Disassembled, SoDoesTheDeadlockOfABlock) {
  const std::string text =
      "code for sm_90\n\tFunction : _Z5storePi\n\t//## File \"/src/store.cu\", line 9\n"
      "/*0000*/ BAR.SYNC.DEFER_BLOCKING 0x0, 0x60 ?trans5 ;\n/*0010*/ EXIT ?trans5 ;\n";
  EXPECT_THAT(emulate(text, {"--block", "64"}).err, HasSubstr("error: /src/store.cu:9: deadlock"));
}

TEST_F(Disassembled, SoDoesWhatCannotBeDecoded) {
  const Outcome outcome = emulate(listing("_Z5storePi", true), {});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("error: /src/store.cu:6: constant c[0x0][0x210] has no value"));
}

TEST_F(Disassembled, TablesHaveNoLinesOfTheListing) {
  std::string text = listing("_Z5storePi", true);
  text.replace(text.find("MOV R4, 0x10000"), 15,
               "UBREV UR4, UR4");  // whose time is not known, so that a table names it
  const Outcome outcome = emulate(text, {"--arg", "i32[4]"});
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\npc +source +instruction +times\n"));
  EXPECT_THAT(run({"emulate", "-", "--arg", "i32[4]"}, text).out,
              testing::ContainsRegex("\npc +line +source +instruction +times\n"))
      << "those of a listing that was given are of use";
}

TEST(Listing, OfTheUserIsWhatAMessagePointsTo) {
  const Outcome outcome = run({"emulate", "-", "--arg", "i32[4]"}, listing("_Z5storePi", true));
  EXPECT_THAT(outcome.err, StartsWith("error: -:8:10: STG.E writes 4 bytes"));
}

TEST(Parameter, WithoutValueIsOneForArg) {
  const Outcome outcome = run({"emulate", "-"}, listing("_Z5storePi", false));
  EXPECT_THAT(outcome.err, HasSubstr("it is byte 0 of the parameters: one --arg each, in their order"));
  EXPECT_THAT(run({"emulate", "-"}, listing("_Z5storePi", false, 0x218)).err,
              HasSubstr("it is byte 8 of the parameters"));
  const auto on_stack = [](const std::string& offset) {
    return run({"emulate", "-"},
               "code for sm_60\n\tFunction : k\n/*0008*/ MOV R1, c[0x0][" + offset + "] ;\n/*0010*/ EXIT ;\n")
        .err;
  };
  EXPECT_THAT(on_stack("0x144"), HasSubstr("it is byte 4 of the parameters"));
  EXPECT_THAT(on_stack("0xc"), HasSubstr("a launch sets it, which --block or --arg begins"));
  EXPECT_THAT(on_stack("0x108"), HasSubstr("try: --const 'c[0x0][0x108]=VALUE'"));
}

TEST(Block, SaysWhyItsCyclesAreNotKnownWithoutNamesOfJson) {
  const std::string text =
      "code for sm_90\n\tFunction : k\n/*0000*/ UBREV UR4, UR4 ?trans5 ;\n/*0010*/ EXIT ?trans5 ;\n";
  const Outcome outcome = run({"emulate", "-", "--block", "64"}, text);
  EXPECT_THAT(outcome.out, Not(HasSubstr("block_cycles")));
  EXPECT_THAT(outcome.out, HasSubstr("bounds alone, at least "));
}

}  // namespace
}  // namespace reconverge::cli_tests
