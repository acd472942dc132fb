// SPDX-License-Identifier: MIT
// Which registers instructions read and write, and how many, by the layouts that their operands match.

#include "emulator/decoding/operand_use.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

sass::Instruction row_of(std::string_view row, std::string_view arch) {
  auto function = sass::read_function(listing(row, arch), "test.sass");
  EXPECT_TRUE(function.has_value()) << row;
  return function ? std::move(function->instructions.at(0)) : sass::Instruction{};
}

/// "d4-5 sA2 sC6 p0 @8": role, position of what is no destination, and registers of each operand.
std::string use_of(std::string_view row, std::string_view arch = "sm_90") {
  const sass::Instruction instruction = row_of(row, arch);
  const InstructionUse use = instruction_use(instruction, sass::arch_number(arch).value());
  std::string text = use.opcode == nullptr ? "control" : "";
  for (const OperandUse& operand : use.operands) {
    const bool is_register =
        operand.is(sass::OperandKind::general_register) || operand.is(sass::OperandKind::uniform_register);
    if (!is_register && operand.role != Role::address) continue;
    text += text.empty() ? "" : " ";
    if (operand.role == Role::address) {
      const auto address = address_of(instruction, operand);
      text += address ? "@" + std::to_string(address->base) + (address->wide ? "w" : "") : "@?";
      continue;
    }
    text += operand.role == Role::destination ? "d" : std::string("s") + static_cast<char>('A' + operand.position);
    text += operand.is(sass::OperandKind::uniform_register) ? "U" : "";
    text += std::to_string(operand.operand->index);
    if (operand.words > 1) text += "-" + std::to_string(operand.operand->index + operand.words - 1);
  }
  return text;
}

TEST(OperandUse, RolesFollowTheLayout) {
  EXPECT_EQ(use_of("IADD3 R1, P0, PT, R2, R4, R6"), "d1 sA2 sB4 sC6");
  EXPECT_EQ(use_of("ISETP.GE.AND P0, PT, R2, R4, PT"), "sA2 sB4");
  EXPECT_EQ(use_of("IMAD R1, R2, UR4, R6"), "d1 sA2 sBU4 sC6");
  EXPECT_EQ(use_of("IMAD R1, R2, 0x4, R6"), "d1 sA2 sC6");
  EXPECT_EQ(use_of("R2UR UR4, R2"), "dU4 sA2");
  EXPECT_EQ(use_of("P2R R1, PR, R2, 0x7f"), "d1 sB2") << "PR has a position too";
}

TEST(OperandUse, WidthsAreThoseOfTheLayout) {
  EXPECT_EQ(use_of("IMAD.WIDE R8, R2, R5, R6"), "d8-9 sA2 sB5 sC6-7");
  EXPECT_EQ(use_of("DADD R2, R4, R6"), "d2-3 sA4-5 sB6-7");
  EXPECT_EQ(use_of("CS2R R2, SR_CLOCKLO"), "d2-3");
  EXPECT_EQ(use_of("CS2R.32 R2, SR_CLOCKLO"), "d2");
  EXPECT_EQ(use_of("F2F.F32.F64 R1, R2"), "d1 sA2-3");
  EXPECT_EQ(use_of("F2F.F64.F32 R2, R1"), "d2-3 sA1");
  EXPECT_EQ(use_of("I2F.S64 R1, R2"), "d1 sA2-3");
  EXPECT_EQ(use_of("MATCH.ANY.U64 R1, R2"), "d1 sA2-3");
}

TEST(OperandUse, AnAccessIsAsWideAsItsDataAndItsAddress) {
  EXPECT_EQ(use_of("LDG.E.128 R8, desc[UR4][R2.64+0x10]"), "d8-11 @2w");
  EXPECT_EQ(use_of("STG.E.64 desc[UR4][R2.64], R6"), "@2w sB6-7");
  EXPECT_EQ(use_of("LDG.E R1, [R2.U32+UR4]"), "d1 @2");
  EXPECT_EQ(use_of("LDS.U8 R1, [R2+UR4]"), "d1 @2");
  EXPECT_EQ(use_of("LDC.64 R2, c[0x3][R4+0x8]"), "d2-3 @4");
  EXPECT_EQ(use_of("LDGSTS.E [R1], desc[UR4][R2.64]"), "@1 @2w");
}

TEST(OperandUse, ARowThatOnlyControlsReadsAllButWhatBmovWrites) {
  EXPECT_EQ(use_of("BRX R4 -0x10"), "control sA4-5");
  EXPECT_EQ(use_of("BRX R4 -0x10", "sm_52"), "control sA4");
  EXPECT_EQ(use_of("WARPSYNC R3"), "control sA3");
  EXPECT_EQ(use_of("BMOV.32.CLEAR R5, B2"), "control d5");
  EXPECT_EQ(use_of("BMOV.32 B2, R5"), "control sA5");
}

TEST(RegisterUse, HasGeneralRegistersOfTheDataPart) {
  const RegisterUse use = register_use(row_of("STG.E.64 desc[UR4][R2.64], R6", "sm_90"), 90);
  EXPECT_EQ(use.reads, (std::vector{2, 3, 6, 7}));
  EXPECT_TRUE(use.writes.empty());
  EXPECT_EQ(register_use(row_of("IADD3 R1, RZ, R4, UR6", "sm_90"), 90).reads, std::vector{4});
  EXPECT_EQ(register_use(row_of("LDS.64 R4, [RZ]", "sm_90"), 90).writes, (std::vector{4, 5}));
  EXPECT_TRUE(register_use(row_of("WARPSYNC R3", "sm_90"), 90).reads.empty());
}

}  // namespace
}  // namespace reconverge::emulator::testing
