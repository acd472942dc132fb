// SPDX-License-Identifier: MIT
// Names in operands, and functions that call each other made one.
#include "sass/linking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "sass/operands/operand_forms.hpp"
#include "sass/reader.hpp"

namespace reconverge::sass {
namespace {

constexpr const char* text = R"(	.headerflags @"EF_CUDA_SM90"
	.section	.text.callee,"ax",@progbits
callee:
        /*0000*/                   BRA `(.L_x_5) ;
.L_x_5:
        /*0010*/                   RET.ABS.NODEC R20 0x0 ;
	.section	.text.other,"ax",@progbits
other:
        /*0000*/                   CALL.REL.NOINC `(callee) ;
        /*0010*/                   RET.REL.NODEC R20 `(other) ;
	.section	.text.unused,"ax",@progbits
unused:
        /*0000*/                   EXIT ;
	.section	.text.k,"ax",@progbits
k:
        /*0000*/                   MOV R20, 32@lo((k + .L_x_0@srel)) ;
        /*0010*/                   MOV R21, 32@hi((k + .L_x_0@srel)) ;
        /*0020*/                   CALL.ABS.NOINC `(other) ;
.L_x_0:
        /*0030*/                   MOV R4, 32@lo(counter) ;
        /*0040*/                   EXIT ;
)";

Function function_of(std::string_view name) {
  const auto function = read_function(text, "text", {std::string(name), ""});
  EXPECT_TRUE(function) << to_string(function.error());
  return function ? *function : Function{};
}

std::optional<Function> find(std::string_view name) {
  for (const char* known : {"callee", "other", "unused", "k"})
    if (name == known) return function_of(name);
  return std::nullopt;
}

struct Written {
  const char* text;
  const char* name;
  std::int64_t addend;
  AddressPart part;
};

TEST(SymbolUse, IsFoundInEveryFormOfOperand) {
  for (const auto& [written, name, addend, part] :
       {Written{"32@lo(f)", "f", 0, AddressPart::low}, Written{"32@hi((f + 0x70))", "f", 0x70, AddressPart::high},
        Written{"32@lo(fun@unified(_Z1fi))", "_Z1fi", 0, AddressPart::low},
        Written{"32@hi($str$1)", "$str$1", 0, AddressPart::high},
        Written{"[R2.X4+`(dynamic)]", "dynamic", 0, AddressPart::whole},
        Written{"c[`(offsets)]", "offsets", 0, AddressPart::whole}}) {
    const Operand operand = parse_operand(written);
    const auto use = symbol_in(operand);
    ASSERT_TRUE(use) << written;
    EXPECT_EQ(use->name, name) << written;
    EXPECT_EQ(use->addend, addend) << written;
    EXPECT_EQ(use->part, part) << written;
  }
  for (const char* plain : {"R2", "0x10", "c[0x4][0x0]", "[R2+0x10]", "32@lo(0x10)", "CC"})
    EXPECT_FALSE(symbol_in(parse_operand(plain))) << plain;
}

TEST(Linking, KeepsTheKernelAndAddsWhatItReaches) {
  Function kernel = function_of("k");
  const auto parts = link_functions(kernel, find, {"unused"});
  ASSERT_EQ(parts.size(), 2u) << "no instruction calls through a register";
  EXPECT_EQ(parts[0].name, "other");
  EXPECT_EQ(parts[0].address, 0x80u);
  EXPECT_EQ(parts[1].name, "callee");
  EXPECT_EQ(parts[1].address, 0x100u);
  ASSERT_EQ(kernel.instructions.size(), 9u);
  EXPECT_EQ(kernel.instructions[4].gap_after, Gap::jump);
  EXPECT_EQ(kernel.instructions[6].target, 0x80u) << "RET.REL counts from its own function";
  EXPECT_EQ(kernel.instructions[7].target, 0x110u);
  EXPECT_EQ(kernel.instructions[8].operands[1].value, 0) << "RET.ABS adds nothing";
}

TEST(Linking, AddsWhatDataPointsToWhereACallTakesARegister) {
  Function kernel = function_of("k");
  kernel.instructions[2].operands = {parse_operand("R8"), parse_operand("0x0")};
  const auto parts = link_functions(kernel, find, {"callee", "printf"});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].name, "callee");
}

TEST(Linking, GivesNamesTheirValues) {
  Function kernel = function_of("k");
  link_functions(kernel, find, {});
  const std::map<std::string, std::uint64_t, std::less<>> values = {
      {"k", 0}, {"other", 0x80}, {"callee", 0x100}, {"counter", 0x2'0000'1000}};
  settle_symbols(kernel, [&](std::string_view name) -> std::optional<SymbolAddress> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(SymbolAddress{found->second});
  });
  const auto& rows = kernel.instructions;
  EXPECT_EQ(rows[0].operands[1].value, 0x30);
  EXPECT_EQ(rows[1].operands[1].value, 0);
  EXPECT_EQ(rows[2].target, 0x80u);
  EXPECT_EQ(rows[3].operands[1].value, 0x1000);
  EXPECT_EQ(rows[3].operands[1].kind, OperandKind::integer_immediate);
  EXPECT_EQ(rows[5].target, 0x100u);
}

TEST(Linking, WritesAddressesIntoMemoryAndConstantOperands) {
  Function kernel = function_of("k");
  const std::pair<const char*, const char*> cases[] = {{"[R2.X4+`(dynamic)]", "[R2.X4+0x80]"},
                                                       {"c[`(offsets)]", "c[0x2][0x8]"},
                                                       {"c[R2+`((offsets + 0x4))]", "c[0x2][R2+0xc]"},
                                                       {"c[R2+`((offsets + -0x8000))]", "c[0x2][R2+-0x7ff8]"},
                                                       {"c[`(dynamic)]", "c[`(dynamic)]"},  // a variable of no bank
                                                       {"`(offsets)", "0x8"}};
  for (const auto& [written, settled] : cases) {
    Operand& operand = kernel.instructions[0].operands[1];
    operand = parse_operand(written);
    if (written[0] == '`') operand.kind = OperandKind::label;
    settle_symbols(kernel, [](std::string_view name) {
      return std::optional(name == "offsets" ? SymbolAddress{8, 2} : SymbolAddress{0x80});
    });
    EXPECT_EQ(operand, parse_operand(settled)) << written;
  }
}

TEST(Reading, OfTheDistanceToTheSectionIsThatOfLinkedFiles) {
  const auto function = read_function(
      "\t.headerflags @\"EF_CUDA_SM90\"\n\t.section\t.text.f,\"ax\",@progbits\nf:\n"
      "        /*0000*/ NOP ;\n        /*0010*/ BRX R4 `(((.text.f - .) - 0x10)) ;\n",
      "text");
  ASSERT_TRUE(function) << to_string(function.error());
  EXPECT_EQ(function->instructions[1].operands[1], parse_operand("-0x20"));
}

}  // namespace
}  // namespace reconverge::sass
