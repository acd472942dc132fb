// SPDX-License-Identifier: MIT
// One minimal listing for each of the fourteen forms of docs/formats.md, by its number there.

#include "sass/control_flow/control_flow.hpp"
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

TEST(SassForms, Form1FermiWithTheEncodingBeforeTheMnemonic) {
  const Function f = read_one(
      "\tcode for sm_20\n"
      "\t\tFunction : _Z4kernPi\n"
      "\t/*0000*/     /*0x00005de428004404*/ \tMOV R1, c [0x1] [0x100];\n"
      "\t/*0008*/     /*0x84001c042c000000*/ \tS2R R0, SR_Tid_X;\n"
      "\t/*0010*/     /*0x04001c231b0e0000*/ \tISETP.LT.AND P0, pt, R0, 0x1, pt;\n"
      "\t/*0018*/     /*0xa000000760000003*/ \tSSY 0x108;\n"
      "\t/*0020*/     /*0x00001de440000000*/ \t@P0 NOP.S CC.T;\n"
      "\t\t.............................\n");
  EXPECT_EQ(f.arch, "sm_20");
  ASSERT_EQ(f.instructions.size(), 5u);
  EXPECT_EQ(f.instructions[0].word_count, 1);
  EXPECT_EQ(f.instructions[0].words[0], 0x00005de428004404u);
  EXPECT_EQ(f.instructions[0].operands[1].kind, OperandKind::constant);
  EXPECT_EQ(f.instructions[0].operands[1].index, 1);
  EXPECT_EQ(f.instructions[0].operands[1].value, 0x100);
  EXPECT_EQ(f.instructions[1].operands[1].text, "SR_TID.X");
  EXPECT_EQ(f.instructions[2].operands[1].index, true_predicate);
  EXPECT_EQ(f.instructions[2].operands[1].text, "PT");
  EXPECT_EQ(f.instructions[3].target, 0x108u);
  EXPECT_EQ(f.instructions[4].guard.index, 0);
  EXPECT_EQ(f.instructions[4].operands[0].text, "CC.T");
}

TEST(SassForms, Form2FatbinBlocksAndABlockWithoutAFunction) {
  const Function f = read_one(
      "\nFatbin elf code:\n================\narch = sm_35\ncode version = [1,7]\nproducer = <unknown>\n"
      "host = linux\ncompile_size = 64bit\n\n\tcode for sm_35\n\n"
      "Fatbin elf code:\n================\narch = sm_35\ncode version = [1,7]\n\n\tcode for sm_35\n"
      "\t\tFunction : f\n"
      "\t.headerflags    @\"EF_CUDA_SM35 EF_CUDA_PTX_SM(EF_CUDA_SM35)\"\n"
      "        /*0008*/                   MOV R1, c[0x0][0x44];\n"
      "        /*0010*/               @P0 EXIT ;\n"
      "\t\t.......\n\n"
      "Fatbin ptx code:\n================\narch = sm_35\ncode version = [6,5]\ncompressed\nptxasOptions = -O1\n");
  EXPECT_EQ(f.arch, "sm_35");
  EXPECT_EQ(f.instructions.size(), 2u);
}

TEST(SassForms, Form2TextOfPtxBlocksIsNoCode) {
  const Function f = read_one(
      "Fatbin ptx code:\n================\narch = sm_75\n\n.version 8.0\n.target sm_75\n.visible .entry f()\n{\n"
      "mov.u32 %r1, %tid.x;\n$L__BB0_1:\n@%p1 bra $L__BB0_1;\n}\n\n"
      "Fatbin elf code:\n================\narch = sm_75\n\n\tcode for sm_75\n\t\tFunction : f\n/*0000*/ EXIT ;\n");
  EXPECT_EQ(f.instructions.size(), 1u);
}

TEST(SassForms, Form3ControlWordsOfKepler) {
  const Function f = read_one(
      "\tcode for sm_35\n\t\tFunction : f\n"
      "                                            /* 0x08b010a0b0a010c0 */\n"
      "  /*0008*/   MOV R1, c[0x0][0x44];          /* 0x64c03c00089c0006 */\n"
      "  /*0010*/   S2R R0, SR_TID.X;              /* 0x86400000109c0002 */\n"
      "  /*0018*/   EXIT;                          /* 0x18000000001c003c */\n");
  ASSERT_EQ(f.instructions.size(), 3u);
  EXPECT_EQ(f.instructions[0].control->stall, 16);
  EXPECT_FALSE(f.instructions[0].control->dual_issue);
  EXPECT_TRUE(f.instructions[1].control->dual_issue);
  EXPECT_EQ(f.instructions[2].control->stall, 8);
}

TEST(SassForms, Form3ControlWordsOfMaxwellSkipAnAddress) {
  const Function f = read_one(
      "\tcode for sm_52\n\t\tFunction : f\n"
      "                                             /* 0x001f9400fe2007e6 */\n"
      "  /*0008*/    MOV R1, c[0x0][0x20];          /* 0x4c98078000870001 */\n"
      "  /*0010*/    MOV R0, c[0x0][0x150];         /* 0x4c98078005470000 */\n"
      "  /*0018*/    IADD R1, R1, -0x38;            /* 0x3811000003870101 */\n"
      "                                             /* 0x001f9000fe2007f1 */\n"
      "  /*0028*/    MOV R14, RZ;                   /* 0x5c9807800ff7000e */\n");
  ASSERT_EQ(f.instructions.size(), 4u);
  EXPECT_EQ(f.instructions[0].control->stall, 6);
  EXPECT_EQ(f.instructions[1].control->stall, 1);
  EXPECT_EQ(f.instructions[3].control->stall, 1);
  for (const Instruction& row : f.instructions) EXPECT_EQ(row.gap_after, Gap::none) << row.address;
}

TEST(SassForms, Form3HexStripped) {
  const Function f = read_one("\tcode for sm_61\n\t\tFunction : f\n  /*0008*/ MOV R1, RZ ;\n  /*0010*/ EXIT ;\n");
  EXPECT_EQ(f.instructions[0].word_count, 0);
  EXPECT_FALSE(f.instructions[0].control.has_value());
}

TEST(SassForms, Form4TargetLineAndHeaderFlags) {
  const Function f = read_one(
      "\tcode for sm_100\n\t.target\tsm_100a\n\t\tFunction : f\n"
      "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_ACCELERATORS EF_CUDA_SM100 "
      "EF_CUDA_VIRTUAL_SM(EF_CUDA_SM100)\"\n  /*0000*/ EXIT ;\n");
  EXPECT_EQ(f.arch, "sm_100a");
}

TEST(SassForms, Form4FlagsAloneNameTheArchitecture) {
  EXPECT_EQ(read_one("\t.headerflags @\"EF_CUDA_ACCELERATORS EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"\n"
                     "\t.section .text.f,\"ax\"\n/*0000*/ EXIT ;\n")
                .arch,
            "sm_90a");
  EXPECT_EQ(read_one("\t.headerflags @\"EF_CUDA_VIRTUAL_SM(EF_CUDA_SM80) EF_CUDA_SM86\"\n/*0000*/ EXIT ;\n").arch,
            "sm_86");
}

TEST(SassForms, Form5NotesWithoutRowsSayNothing) {
  const Function f = read_one(
      "code for sm_70\n//## File \"a.cu\", line 1\n//## File \"a.cu\", line 2\n"
      "/*0000*/ NOP ;\n//## File \"a.cu\", line 3\n");
  ASSERT_EQ(f.source_notes.size(), 1u);
  EXPECT_EQ(f.source_notes[0].line, 2u);
  EXPECT_EQ(f.instructions[0].source_note, 0);
}

TEST(SassForms, Form5NvNvdisasmSectionsLabelsAndSourceNotes) {
  const Function f = read_one(
      "\t.headerflags\t@\"EF_CUDA_SM70 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM70)\"\n\t.elftype\t@\"ET_EXEC\"\n\n"
      "//--------------------- .debug_frame --------------------------\n"
      "\t.section\t.debug_frame,\"\",@progbits\n.debug_frame:\n"
      "        /*0000*/ \t.byte\t0xff, 0xff, 0xff, 0xff\n        /*0004*/ \t.word\t0x00000024\n"
      "//--------------------- .text.f --------------------------\n"
      "\t.section\t.text.f,\"ax\",@progbits\n\t.sectioninfo\t@\"SHI_REGISTERS=8\"\n\t.align\t128\n"
      "        .global         f\n        .type           f,@function\n        .size           f,(.L_x_2 - f)\n"
      "f:\n.text.f:\n"
      "\t//## File \"a.cu\", line 7 inlined at \"b.cu\", line 9\n\t//## File \"b.cu\", line 9\n"
      "        /*0000*/              @!P0 BRA `(.L_x_0) ;\n.L_1:\n        /*0010*/                   NOP ;\n"
      "\t//## File \"b.cu\", line 10\n.L_x_0:\n        /*0020*/                   EXIT ;\n.L_x_2:\n");
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.arch, "sm_70");
  ASSERT_EQ(f.instructions.size(), 3u);
  EXPECT_EQ(f.instructions[0].target, 0x20u);
  EXPECT_EQ(f.instructions[0].operands[0].text, "0x20");
  ASSERT_EQ(f.source_notes.size(), 2u);
  EXPECT_EQ(f.source_notes[0].file, "a.cu");
  EXPECT_EQ(f.source_notes[0].inlined_at, "inlined at \"b.cu\", line 9");
  EXPECT_EQ(f.instructions[1].source_note, 0);
  EXPECT_EQ(f.instructions[2].source_note, 1);
}

TEST(SassForms, Form6DualIssueWithTheEncodingOnTheNextLine) {
  const Function f = read_one(
      "\tcode for sm_50\n\t\tFunction : f\n"
      "                                                         /* 0x001f880016c007f0 */\n"
      "        /*0048*/         {         MOV R6, R5 ;          /* 0x5c98078000570006 */\n"
      "        /*0050*/                   LDG.E R4, [R16]         }\n"
      "                                                         /* 0xeed5200000071004 */\n"
      "        /*0058*/                   EXIT ;                /* 0xe30000000007000f */\n");
  ASSERT_EQ(f.instructions.size(), 3u);
  EXPECT_EQ(f.instructions[1].words[0], 0xeed5200000071004u);
  EXPECT_EQ(f.instructions[0].control->stall, 0);  // issues together with the next
  EXPECT_EQ(f.instructions[1].operands.size(), 2u);
}

TEST(SassForms, Form7NotesOnIndirectBranchesAndListsOfScoreboards) {
  const Function f = read_one(
      "\tcode for sm_50\n\t\tFunction : f\n"
      "  /*0008*/ BRX R0 -0x120      (*\"BRANCH_TARGETS .L_x_1,.L_x_2\"*);\n.L_x_1:\n"
      "  /*0010*/ DEPBAR.LE SB0, 0x0, {2,1} ;\n.L_x_2:\n"
      "  /*0018*/ SYNC   (*\"BRANCH_TARGETS .L_x_1\"*) ;\n");
  EXPECT_EQ(f.instructions[0].noted_targets, (std::vector<std::uint64_t>{0x10, 0x18}));
  EXPECT_EQ(f.instructions[0].operands.size(), 2u);
  EXPECT_EQ(f.instructions[0].operands[1].value, -0x120);
  EXPECT_EQ(f.instructions[1].operands[0].kind, OperandKind::scoreboard);
  EXPECT_EQ(f.instructions[1].operands[2].text, "{2,1}");
  EXPECT_EQ(f.instructions[2].noted_targets, (std::vector<std::uint64_t>{0x10}));
}

// Form 8 is operand_test.cpp.

TEST(SassForms, Form9CallsReturnsAndPadding) {
  const Function f = read_one(
      "\t.target\tsm_70\n"
      "\t.section\t.text.f,\"ax\",@progbits\n"
      "        /*0000*/                   CALL.REL.NOINC `($f$__internal_accurate_pow) ;\n"
      "        /*0010*/                   CALL.ABS.NOINC `(vprintf) ;\n"
      "        /*0020*/                   EXIT ;\n"
      "        .type           $f$__internal_accurate_pow,@function\n"
      "$f$__internal_accurate_pow:\n"
      "        /*0030*/                   RET.REL.NODEC R2 `(f) ;\n"
      ".L_x_3:\n"
      "        /*0040*/                   BRA `(.L_x_3);\n"
      "        /*0050*/                   NOP;\n"
      ".L_x_4:\n");
  ASSERT_EQ(f.instructions.size(), 6u);
  EXPECT_EQ(f.instructions[0].target, 0x30u);
  EXPECT_FALSE(f.instructions[1].target.has_value());  // another function's symbol
  EXPECT_EQ(f.instructions[1].operands[0].text, "`(vprintf)");
  EXPECT_EQ(f.instructions[4].target, 0x40u);
}

TEST(SassForms, Form9NumericReturn) {
  const Function f = read_one(
      "\tcode for sm_75\n\t\tFunction : f\n  /*0000*/ CALL.REL.NOINC 0x20 ;\n  /*0010*/ EXIT ;\n"
      "  /*0020*/ RET.REL.NODEC R2 0x0 ;\n");
  EXPECT_EQ(f.instructions[0].target, 0x20u);
  ASSERT_EQ(f.instructions[2].operands.size(), 2u);
  EXPECT_EQ(f.instructions[2].operands[0].index, 2);
  EXPECT_EQ(f.instructions[2].target, 0u);
}

TEST(SassForms, Form10AssemblerDialectsAreRefusedByName) {
  EXPECT_EQ(refusal("\t.section .text.f\n  [B------:R-:W0:-:S01]         S2R R0, SR_TID.X ;\n"),
            "2:3: this is CuAsm assembly, not a disassembly");
  EXPECT_EQ(refusal("--:-:1:-:1      S2R tid, SR_TID.X;\n"), "1:1: this is maxas assembly, not a disassembly");
  EXPECT_EQ(refusal("01:-:-:Y:d      IADD R0, R1, R2;\n"), "1:1: this is maxas assembly, not a disassembly");
}

TEST(SassForms, Form11VoltaAndBlackwellBarriers) {
  const Function f = read_one(
      "\tcode for sm_120\n\t\tFunction : f\n"
      "  /*0000*/ BMOV.32.CLEAR RZ, B0 ;\n  /*0010*/ BSSY.RECONVERGENT B0, 0x60 ;\n"
      "  /*0020*/ @P0 WARPSYNC.ALL ;\n  /*0030*/ WARPSYNC.COLLECTIVE R10, 0xa0 ;\n"
      "  /*0040*/ ENDCOLLECTIVE ;\n  /*0050*/ BSYNC.RECONVERGENT B0 ;\n  /*0060*/ BRA.U 0x60 ;\n"
      "  /*0070*/ WARPSYNC 0xffffffff ;\n");
  EXPECT_EQ(f.instructions[1].operands[0].kind, OperandKind::barrier);
  EXPECT_EQ(f.instructions[1].target, 0x60u);
  EXPECT_EQ(f.instructions[3].target, 0xa0u);
  EXPECT_FALSE(f.instructions[7].target.has_value());  // a mask, not an address
}

TEST(SassForms, Form12SeveralArchitecturesInOneDump) {
  const auto functions = read_all(
      "\tcode for sm_50\n\t\tFunction : f\n  /*0008*/ EXIT ;\n\t\t....\n"
      "\tcode for sm_70\n\t\tFunction : f\n  /*0000*/ EXIT ;\n\t\t....\n\t\tFunction : g\n  /*0000*/ EXIT ;\n");
  ASSERT_EQ(functions.size(), 3u);
  EXPECT_EQ(functions[0].arch, "sm_50");
  EXPECT_EQ(functions[1].arch, "sm_70");
  EXPECT_EQ(functions[2].name, "g");
}

TEST(SassForms, Form13ElidedRowsAreGaps) {
  const Function f = read_one("code for sm_20\n/*0060*/ NOP;\n   ...\n/*00e0*/ NOP;\n/*00f8*/ NOP;\n");
  EXPECT_EQ(f.instructions[0].gap_after, Gap::elided);
  EXPECT_EQ(f.instructions[1].gap_after, Gap::jump);
  EXPECT_EQ(f.instructions[2].gap_after, Gap::none);
}

TEST(SassForms, Form14SchedulingText) {
  const Function f = read_one(
      "\tcode for sm_120\n\t\tFunction : f\n"
      "  /*0000*/  LDC R1, c[0x0][0x37c]              &wr=0x0          ?trans1;\n"
      "  /*0010*/  ISETP.GE.AND P0, PT, R7, UR5, PT   &req={2,0}       ?WAIT13_END_GROUP;\n"
      "  /*0020*/  LDG.E R2, desc[UR4][R2.64]         &req={1} &rd=0x1 &wr=0x3 ?trans4;\n");
  ASSERT_EQ(f.instructions.size(), 3u);
  EXPECT_EQ(f.instructions[0].operands.size(), 2u);
  EXPECT_EQ(f.instructions[0].control->write_scoreboard, 0);
  EXPECT_EQ(f.instructions[0].control->stall, 1);
  EXPECT_FALSE(f.instructions[0].control->yield);
  EXPECT_EQ(f.instructions[1].control->wait_mask, 0b101);
  EXPECT_EQ(f.instructions[1].control->stall, 13);
  EXPECT_TRUE(f.instructions[1].control->yield);
  EXPECT_EQ(f.instructions[2].control->read_scoreboard, 1);
  EXPECT_EQ(f.instructions[2].control->write_scoreboard, 3);
}

}  // namespace
}  // namespace reconverge::sass
