// SPDX-License-Identifier: MIT
// Form 8: operands of every kind.

#include "sass/operands/operand_forms.hpp"

#include <cmath>

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

TEST(SassOperand, Registers) {
  const Operand plain = parse_operand("R17");
  EXPECT_EQ(plain.kind, OperandKind::general_register);
  EXPECT_EQ(plain.index, 17);
  EXPECT_EQ(parse_operand("RZ").index, zero_register);
  EXPECT_EQ(parse_operand("UR4").kind, OperandKind::uniform_register);
  EXPECT_EQ(parse_operand("URZ").index, zero_register);
  EXPECT_EQ(parse_operand("R0.H1").suffix, "H1");
  EXPECT_EQ(parse_operand("R4.CC").suffix, "CC");
}

TEST(SassOperand, SignsBarsAndReuse) {
  const Operand both = parse_operand("-|R2|");
  EXPECT_TRUE(both.negated);
  EXPECT_TRUE(both.absolute);
  EXPECT_EQ(both.index, 2);
  EXPECT_TRUE(parse_operand("~R3").inverted);
  const Operand reused = parse_operand("R0.H0_H0.reuse");
  EXPECT_TRUE(reused.reuse);
  EXPECT_EQ(reused.suffix, "H0_H0");
  EXPECT_EQ(reused.text, "R0.H0_H0.reuse");
  const Operand barred = parse_operand("|R5.reuse|");
  EXPECT_TRUE(barred.reuse);
  EXPECT_TRUE(barred.absolute);
  EXPECT_EQ(barred.index, 5);
}

TEST(SassOperand, PredicatesAndBarriers) {
  EXPECT_EQ(parse_operand("P3").kind, OperandKind::predicate);
  EXPECT_TRUE(parse_operand("!PT").inverted);
  EXPECT_EQ(parse_operand("!PT").index, true_predicate);
  EXPECT_EQ(parse_operand("UP0").kind, OperandKind::uniform_predicate);
  EXPECT_EQ(parse_operand("UPT").index, true_predicate);
  EXPECT_EQ(parse_operand("B15").kind, OperandKind::barrier);
  EXPECT_EQ(parse_operand("B16").kind, OperandKind::other);
  EXPECT_EQ(parse_operand("SB1").kind, OperandKind::scoreboard);
}

TEST(SassOperand, ConstantsAndMemory) {
  const Operand constant = parse_operand("-c[0x0][0x37c]");
  EXPECT_EQ(constant.kind, OperandKind::constant);
  EXPECT_TRUE(constant.negated);
  EXPECT_EQ(constant.index, 0);
  EXPECT_EQ(constant.value, 0x37c);
  EXPECT_EQ(parse_operand("c [0x1] [0x100]").text, "c[0x1][0x100]");
  EXPECT_EQ(parse_operand("cx[UR4][0x10]").kind, OperandKind::constant);
  const Operand memory = parse_operand("desc[UR4][R2.64+0x8]");
  EXPECT_EQ(memory.kind, OperandKind::memory);
  EXPECT_EQ(memory.index, 2);
  EXPECT_EQ(memory.value, 8);
  EXPECT_EQ(memory.suffix, "64");
  EXPECT_EQ(parse_operand("[R3+-0x4]").value, -4);
  EXPECT_EQ(parse_operand("[R2.64+UR4+0x10]").value, 0x10);
  EXPECT_EQ(parse_operand("[0x20]").index, -1);
}

TEST(SassOperand, AddressesAreSums) {
  EXPECT_EQ(parse_operand("[R2]").address, Address{.base = 2});
  EXPECT_EQ(parse_operand("[R2.64+UR6+-0x10]").address,
            (Address{.base = 2, .uniform = 6, .width = BaseWidth::pair, .offset = -16}));
  EXPECT_EQ(parse_operand("[R2.X8.U32]").address, (Address{.base = 2, .width = BaseWidth::single, .shift = 3}));
  EXPECT_EQ(parse_operand("[R2.X16+0x10]").address, (Address{.base = 2, .shift = 4, .offset = 16}));
  EXPECT_EQ(parse_operand("[UR4+8]").address, (Address{.uniform = 4, .offset = 8}));
  EXPECT_EQ(parse_operand("[RZ]").address, Address{.base = zero_register});
  EXPECT_EQ(parse_operand("desc[UR4][R2.64]").address, (Address{.base = 2, .descriptor = 4, .width = BaseWidth::pair}));
  EXPECT_EQ(parse_operand("c[0x3][R4+0x8]").address, (Address{.base = 4, .offset = 8}));
  EXPECT_EQ(parse_operand("-c[0x0][0x37c]").address, Address{.offset = 0x37c});
}

TEST(SassOperand, AnAddressOfWhichAPartIsNotUnderstoodIsNone) {
  for (const char* text :
       {"[R2+R4]", "[UR2+UR4]", "[0x4+0x8]", "[R2.H1]", "[R2.X2]", "[R2..64]", "[UR4.64]", "[R300]", "[R2+0x80000000]",
        "[R2+0xffffffffffffffff]", "[R2+name]", "[R2].H1", "gdesc[UR4][R2]", "desc[R4][R2]", "desc[UR4.64][R2]",
        "desc[UR4][UR6][R2]", "c[0x3][R4].H1", "c[0x3][R4+R5]"}) {
    EXPECT_FALSE(parse_operand(text).address) << text;
    EXPECT_NE(parse_operand(text).kind, OperandKind::other) << text;
  }
  EXPECT_FALSE(parse_operand("R2").address);
  EXPECT_EQ(parse_operand("[R2+R4]").index, 2) << "what is understood is kept";
}

TEST(SassOperand, NamesOfConstants) {
  EXPECT_TRUE(parse_operand("RZ").is_zero());
  EXPECT_FALSE(parse_operand("-RZ").is_zero());
  EXPECT_TRUE(parse_operand("-RZ").is_zero(true));
  for (const char* text : {"URZ", "R0", "~RZ", "|RZ|", "RZ.H0"}) EXPECT_FALSE(parse_operand(text).is_zero()) << text;
  EXPECT_TRUE(parse_operand("PT").is_true());
  EXPECT_FALSE(parse_operand("!PT").is_true());
  EXPECT_TRUE(parse_operand("!PT").is_true(true));
  for (const char* text : {"UPT", "P0"}) EXPECT_FALSE(parse_operand(text).is_true()) << text;
  EXPECT_TRUE(parse_operand("-0x18").hexadecimal);
  EXPECT_FALSE(parse_operand("18").hexadecimal);
}

TEST(SassOperand, Numbers) {
  EXPECT_EQ(parse_operand("-0x18").value, -0x18);
  EXPECT_FALSE(parse_operand("-0x18").negated);
  EXPECT_EQ(parse_operand("0x3f").kind, OperandKind::integer_immediate);
  const Operand real = parse_operand("1.3332999944686889648");
  EXPECT_EQ(real.kind, OperandKind::float_immediate);
  EXPECT_EQ(static_cast<float>(real.real), 1.3333f);
  EXPECT_EQ(parse_operand("2").real, 2.0);  // how a float instruction's 2.0 is written
  EXPECT_EQ(parse_operand("5.9604644775390625e-08").real, 5.9604644775390625e-08);
  EXPECT_TRUE(std::isinf(parse_operand("+INF").real));
  EXPECT_NE(parse_operand("1e999").kind, OperandKind::float_immediate);
  EXPECT_LT(parse_operand("-INF").real, 0);
  EXPECT_TRUE(std::isnan(parse_operand("-QNAN").real));
  EXPECT_EQ(parse_operand("-QNAN"), parse_operand("-QNAN"));
  EXPECT_EQ(parse_operand("3.NEG").value, -3);
  EXPECT_EQ(parse_operand("3.NEG").real, -3.0);
  EXPECT_EQ(parse_operand("0.5.NEG").real, -0.5);
  EXPECT_EQ(parse_operand("-0.5.NEG").real, 0.5);
  EXPECT_EQ(parse_operand("+INF .NEG").real, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_operand("3.NOT").kind, OperandKind::other);
}

TEST(SassOperand, SpecialRegistersAndTheRest) {
  EXPECT_EQ(parse_operand("SR_CLOCKLO").kind, OperandKind::special_register);
  EXPECT_EQ(parse_operand("SR_Ctaid_Y").text, "SR_CTAID.Y");
  EXPECT_EQ(parse_operand("SRZ").kind, OperandKind::special_register);
  EXPECT_EQ(parse_operand("2D").kind, OperandKind::other);
  EXPECT_EQ(parse_operand("R300").kind, OperandKind::other);
}

TEST(SassOperand, GuardsAndTwoPredicateDestinations) {
  const Function f = read_one("code for sm_90\n/*0000*/ @!UP0 ISETP.LT.AND P0, P1, R4, 0x1, PT ;\n");
  EXPECT_TRUE(f.instructions[0].guard.uniform);
  EXPECT_TRUE(f.instructions[0].guard.negated);
  EXPECT_EQ(f.instructions[0].operands[1].index, 1);
  EXPECT_EQ(f.instructions[0].opcode(), "ISETP");
  EXPECT_TRUE(f.instructions[0].has_modifier("LT"));
}

}  // namespace
}  // namespace reconverge::sass
