// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unit/emulator/data_row.hpp"

// A part of an operand that the operation would read over makes the row one that cannot be executed.
namespace reconverge::emulator::testing {
namespace {

void expect_refused(std::initializer_list<const char*> rows, std::string_view arch = "sm_90") {
  for (const char* row : rows) EXPECT_FALSE(can_execute(row, arch)) << row;
}

void expect_executed(std::initializer_list<const char*> rows, std::string_view arch = "sm_90") {
  for (const char* row : rows) EXPECT_TRUE(can_execute(row, arch)) << row;
}

TEST(ConsumedParts, SignsOfDestinations) {
  expect_refused({"IADD3 -R1, R2, R3, R4", "IADD3 ~R1, R2, R3, R4", "MOV |R1|, R2", "FADD !R1, R2, R3",
                  "DADD -R2, R4, R6", "ISETP.GT.AND -P0, PT, R1, R2, PT", "ISETP.GT.AND !P0, PT, R1, R2, PT",
                  "FSETP.GT.AND P0, -PT, R1, R2, PT", "FSETP.GT.AND P0, ~PT, R1, R2, PT", "S2R -R1, SR_LANEID",
                  "LDG.E -R1, [R2.64]"});
}

// clang-format off
TEST(ConsumedParts, SignsThatAnOperationDoesNotKnow) {
  expect_refused({"SEL ~R4, R1, R2, P0", "SEL R4, -R1, R2, P0", "REDUX.SUM UR4, -R0", "BMSK R1, -R2, R3", "PRMT R1, R2, R3, -R4",
                  "SHFL.IDX P0, R1, -R2, R3, R4", "FSEL R0, ~R1, R2, P0", "FSEL R0, !R1, R2, P0", "FSETP.GT.AND P0, PT, ~R1, R2, PT",
                  "MUFU.RCP R0, ~R1", "MUFU.RCP R0, !R1", "IADD3 R0, !R1, R2, R3", "IADD3 R0, |R1|, R2, R3", "STG.E [R2.64], -R4",
                  "ATOMS.ADD R0, [R1], -R2", "SHF.L.U32 R0, -R1, 0x3, RZ", "HADD2 R0, ~R1, R2", "DADD R0, R2, ~R4", "LDG.E R0, -[R2.64]",
                  "F2IP.U8.F32.NTZ R0, R1, R2, -R3", "LOP3.LUT R0, ~R1, R2, R3, 0xc0, !PT", "IABS R0, -R1", "VABSDIFF R0, -R1, R2, R3"});
  // clang-format on
  expect_refused({"IMNMX.S64 PT, PT, R0, -R2, R4, PT, !PT", "IMNMX.S64 PT, PT, R0, R2, ~R4, PT, !PT"}, "sm_120");
  expect_executed(
      {"IADD3 R0, -R1, ~R2, R3", "FSEL R0, -|R1|, R2, !P0", "POPC R0, ~R1", "IMAD R0, R1, R2, -R3", "F2I R0, -|R1|"});
}

TEST(ConsumedParts, TwoSignsWhoseOrderWouldMatter) {
  expect_refused({"IADD3 R0, --R1, R2, R3", "IADD3 R0, -~R1, R2, R3", "IADD3 R0, ~-R1, R2, R3", "SEL R0, R1, R2, !!P0",
                  "IADD3 R0, R1, --0x5, R3", "IADD3 R0, R1, ~0x5, R3", "IADD3 R0, R1, !5, R3"});
}

TEST(ConsumedParts, SuffixesOfOperands) {
  expect_refused({"HADD2 R0, R1.B0, R2", "HMUL2 R0, R1, R2.B3", "HFMA2 R0, R1.F32, R2, R3", "IADD3 R0, R1.H1, R2, R3",
                  "MOV R0, R1.64", "FADD R0, R1.F32, R2", "F2F.F32.F16 R0, R1.F32", "I2F R0, R1.H0_NH1",
                  "I2F R0, R1.H0", "I2F.U16 R0, R1.B1", "F2I R0, R1.H1", "I2F.U32 R0, |R1|", "MUFU.EX2.F16 R0, R1.B1",
                  "SEL R0, R1, R2, P0.H1", "IADD3 R0, R1, c[0x0][0x210].H1, R2",
                  "LOP3.LUT R0.CC, R1, R2, R3, 0xc0, !PT", "LDG.E R0, [R2.64].H1", "MOV R0.H1, R1"});
  expect_refused({"XMAD R0, R1.B1, R2, R3", "XMAD R0, R1, R2.F32, R3"}, "sm_52");
  expect_executed({"HADD2 R0, R1.H1_H1, R2.H1_H0", "I2F.U8 R0, R1.B2", "R2P PR, R1.B3, 0x7f", "DADD R0, R2.64, R4",
                   "IADD3 R0, R1.reuse, R2, R3"});
  expect_executed({"XMAD R0, R1.H1, R2, R3", "LOP3.LUT R0.CC, R1, R2, R3, 0xc0"}, "sm_52");
}

TEST(ConsumedParts, PairsAndQuadsAreAligned) {
  expect_refused({"LDG.E.64 R3, [R4.64]", "LDG.E.128 R2, [R4.64]", "LDG.E R1, [R3.64]", "STG.E.64 [R4.64], R3",
                  "STS.128 [R0], R6", "DADD R3, R4, R6", "DADD R2, R5, R6", "DADD R2, R4, R7",
                  "IMAD.WIDE R1, R2, R3, R4", "IMAD.WIDE R0, R2, R3, R5", "I2F.F64 R1, R2", "F2I.F64 R0, R3",
                  "MATCH.ANY.U64 R0, R3", "MATCH.ALL.U64 P0, R0, R3", "CS2R R1, SR_CLOCKLO", "LDC.64 R1, c[0x0][0x210]",
                  "UMOV.64 UR4, UR7", "ATOMG.E.ADD.64 PT, R3, [R4.64], R6"});
  expect_executed({"LDG.E.64 R2, [R4.64]", "LDG.E.128 R4, [R2.64]", "LDG.E.64 RZ, [R4.64]", "DADD R2, -RZ, R6",
                   "LDG.E R1, [R2.U32+UR4]", "MATCH.ANY.U64 R0, R2", "CS2R R2, SRZ", "CS2R.32 R1, SR_CLOCKLO",
                   "LDS.128 R8, [R1]"});
}

TEST(ConsumedParts, RegistersEndWithTheirFile) {
  expect_refused({"LDG.E.128 R253, [R2.64]", "LDG.E.128 R252, [R2.64]", "IMAD.WIDE R254, R2, R3, R4",
                  "LDG.E R0, [R254.64]", "UMOV UR64, 0x1", "UMOV UR63, 0x1", "MOV R255, R1"});
  expect_executed({"MOV R254, R1", "IMAD.WIDE R252, R2, R3, R4", "UMOV UR62, 0x1"});
  expect_executed({"UMOV UR64, 0x1"}, "sm_100");
  expect_refused({"MOV R63, R1"}, "sm_30");
  expect_executed({"MOV R63, R1"}, "sm_35");
}

TEST(ConsumedParts, TheUniformDatapathReadsNothingOfLanes) {
  expect_refused({"UIADD3 UR4, R5, 0x1, URZ", "USEL UR4, UR5, UR6, P0", "UISETP.GT.AND P0, UPT, UR4, UR5, UPT"});
}

TEST(ConsumedParts, NumbersThatDoNotFit) {
  expect_refused({"MOV R1, 0x1234567890", "MOV R1, 99999999999999999999", "MOV R1, -0x80000001",
                  "IADD3 R0, R1, 0x100000000, RZ", "LOP3.LUT R0, R1, R2, R3, 0x1ff, !PT",
                  "LOP3.LUT R0, R1, R2, R3, R4, !PT", "PLOP3.LUT P0, PT, P1, P2, PT, 0x180, 0x0",
                  "PRMT R0, R1, 0x123456, R2", "PRMT R0, R1, -0x1, R2", "LEA R0, R1, R2, 0x20",
                  "SHFL.IDX PT, R0, R1, 0x20, 0x1f", "R2P PR, R1, 0x80", "P2R R0, PR, RZ, 0x80",
                  "MOV R0, c[0x0][0x10210]", "MOV R0, c[0x20][0x210]", "MOV R0, c[0x0][0x212]", "LDC R0, c[0x20][R1]",
                  "LDC R0, c[0x3][R1+0x10000]"});
  expect_refused({"IADD3 R0, R1, 0x100000, R2"}, "sm_52");
  expect_executed({"MOV R1, 0xffffffff", "MOV R1, -0x80000000", "PRMT R0, R1, 0xffff, R2",
                   "LOP3.LUT R0, R1, R2, R3, 0xff, !PT", "LDC R0, c[0x3][R1+0xfffc]"});
}

TEST(ConsumedParts, SumsOfAddresses) {
  expect_refused({"LDS R0, [R1+R2]", "LDS R0, [R1+0x4+0x8]", "LDG.E R0, [R2.64+UR4+UR6]", "LDG.E R0, gdesc[UR4][R2.64]",
                  "LDS R0, a[R1]", "LDG.E R0, desc[UR4][UR6][R2.64]"});
  expect_executed({"LDS R0, [R1+UR4+0x8]", "LDG.E R0, desc[UR4][R2.64+0x10]", "LDS R0, [R1.X4+0x10]"});
}

}  // namespace
}  // namespace reconverge::emulator::testing
