// SPDX-License-Identifier: MIT
// What is refused, where, and in which words.

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

const std::string head = "\tcode for sm_70\n\t\tFunction : f\n";

TEST(SassDiagnostics, EmptyTextAndGarbage) {
  EXPECT_EQ(refusal(""), "1:1: the text is empty");
  EXPECT_EQ(refusal(" \n\t\n"), "1:1: the text is empty");
  EXPECT_EQ(refusal("\x7F"
                    "ELF\x02\x01"),
            "1:1: this is a binary (ELF), not a listing");
  EXPECT_EQ(refusal(std::string("\x00\x01\xFF\xFE", 4)), "1:1: unknown line: ????");
  EXPECT_EQ(refusal("// nothing else\n"), "0:0: no instruction in the text");
}

TEST(SassDiagnostics, UnknownLineIsNamedNotSkipped) {
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP ;\n  what is this\n"), "4:3: unknown line: what is this");
  EXPECT_EQ(refusal("mov.u32 %r1, %tid.x;\n"), "1:1: this is PTX, not SASS");
}

TEST(SassDiagnostics, DataIsNoInstructionAndNotSkippedInAFunction) {
  EXPECT_EQ(refusal(head + "  /*0000*/ .dword 0x1\n"), "3:12: data among the instructions of a function");
  EXPECT_EQ(read_one("\t.section .nv.info\n  /*0000*/ .byte 0x1\n" + head + "  /*0000*/ NOP ;\n").name, "f");
}

TEST(SassDiagnostics, RowsThatAreCutOff) {
  EXPECT_EQ(refusal(head + "  /*0000*/ MOV R1, c[0x0][0x2"), "3:20: a bracket that is not closed");
  EXPECT_EQ(refusal(head + "  /*0000*/ MOV R1, R2"), "3:22: the instruction is not closed by ';'");
  EXPECT_EQ(refusal(head + "  /*0000*/ MOV R1, ;\n"), "3:20: an operand is missing");
  EXPECT_EQ(refusal(head + "  /*0000*/ @Q1 MOV R1, R2 ;\n"), "3:15: '@Q1' is not a predicate");
  EXPECT_EQ(refusal(head + "  /*0000*/ ;\n"), "3:12: no mnemonic where one is expected");
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP ; NOP ;\n"), "3:18: unexpected text after the instruction");
}

TEST(SassDiagnostics, EncodingsThatAreCutOff) {
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP ;  /* 0x0000000000007918 */\n  /* 0x000fc00000000000 */\n"
                           "  /*0010*/ NOP ;  /* 0x0000000000007918 */\n"),
            "5:12: this row has 1 words of encoding, the first row of the function 2");
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP ;  /* 0x1 */\n  /* 0x2 */\n  /* 0x3 */\n"),
            "5:3: a third word in one encoding: a row before it may be missing");
  EXPECT_EQ(refusal("code for sm_50\n  /*0008*/ NOP ; /* 0x1 */\n  /* 0x001f9400fe2007e6 */\n"),
            "3:3: a control word that is not before the instructions it is for");
  EXPECT_EQ(refusal(head), "2:1: function 'f' holds no instruction");
}

TEST(SassDiagnostics, ControlWordsThatAreNone) {
  EXPECT_EQ(refusal("code for sm_50\n /* 0xffffffffffffffff */\n /*0008*/ NOP ; /* 0x1 */\n"),
            "2:2: 0xffffffffffffffff is not a control word of sm_50");
  EXPECT_EQ(refusal("code for sm_35\n /* 0x001f9400fe2007e6 */\n /*0008*/ NOP ; /* 0x1 */\n"),
            "2:2: 0x001f9400fe2007e6 is not a control word of sm_35");
  EXPECT_EQ(refusal("code for sm_20\n /*0000*/ NOP ; /* 0x1 */\n /* 0x2 */\n /*0008*/ NOP ; /* 0x3 */\n"),
            "3:2: an encoding without an instruction; sm_20 has no control words");
  EXPECT_EQ(refusal(" /* 0x001f9400fe2007e6 */\n /*0008*/ NOP ; /* 0x1 */\n"),
            "1:2: a control word, but the text names no architecture");
}

TEST(SassDiagnostics, LabelsThatNobodyDefines) {
  EXPECT_EQ(refusal(head + "  /*0000*/ BRA `(.L_x_7) ;\n"), "3:16: label '.L_x_7' is not defined in this function");
  EXPECT_EQ(refusal(head + "  /*0000*/ BRA `.L_x_7 ;\n"), "3:16: a label that is not `(NAME)");
  EXPECT_EQ(refusal(head + "  /*0000*/ BRX R2 (*\"BRANCH_TARGETS .L_1\"*) ;\n"),
            "3:19: label '.L_1' is not defined in this function");
  EXPECT_EQ(refusal(head + ".L_1:\n  /*0000*/ NOP ;\n.L_1:\n  /*0010*/ NOP ;\n"),
            "5:1: label '.L_1' is defined twice in this function");
}

TEST(SassDiagnostics, AddressesOutOfOrderOrStep) {
  EXPECT_EQ(refusal(head + "  /*0010*/ NOP ;\n  /*0000*/ NOP ;\n"), "4:1: address 0x0 does not follow 0x10");
  EXPECT_EQ(refusal(head + "  /*0008*/ NOP ;\n"),
            "3:1: address 0x8 is not a multiple of 16, the bytes of an instruction of sm_70");
}

TEST(SassDiagnostics, ConflictingArchitectures) {
  EXPECT_EQ(refusal("\tcode for sm_70\n\t\tFunction : f\n\t.headerflags @\"EF_CUDA_SM75\"\n"),
            "3:1: conflicting architectures: the header flags say sm_75, the text sm_70");
  EXPECT_EQ(refusal("\tcode for sm_70\n\t.target sm_80\n"), "2:1: conflicting architectures: sm_80 here, sm_70 before");
  EXPECT_EQ(refusal(".headerflags @\"EF_CUDA_SM90\"\ncode for sm_20\n"),
            "2:1: conflicting architectures: sm_20 here, the header flags before say sm_90");
  EXPECT_EQ(refusal("code for sm_20 sm_90\n"), "1:16: only one architecture may be here");
  const auto other = read_listing(head + "  /*0000*/ NOP ;\n", "test", {"", "sm_90"});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "no function for sm_90 in the text");
  EXPECT_EQ(other.error().failure, core::Failure::usage) << "what was asked for is not there";
}

TEST(SassDiagnostics, SchedulingText) {
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP ?sideways;\n"), "3:16: unknown scheduling text '?sideways'");
  EXPECT_EQ(refusal(head + "  /*0000*/ NOP &wr=0x7;\n"), "3:16: unknown scheduling text '&wr=0x7'");
  EXPECT_EQ(refusal("code for sm_50\n/*0008*/ NOP ?trans1;\n"), "2:10: scheduling text in an instruction of 8 bytes");
}

TEST(SassDiagnostics, LongLinesAreShortenedAndCarryNoControlBytes) {
  const std::string message = refusal("x\x1b[31m" + std::string(1000, 'y') + "\n");
  EXPECT_LT(message.size(), 100u);
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace reconverge::sass
