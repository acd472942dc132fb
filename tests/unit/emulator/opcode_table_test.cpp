#include <gtest/gtest.h>

#include <set>

#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

TEST(OpcodeTable, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const auto family : opcode_families()) {
    EXPECT_FALSE(family.empty());
    for (const Opcode& opcode : family) {
      EXPECT_TRUE(names.insert(opcode.name).second) << opcode.name;
      EXPECT_EQ(find_opcode(opcode.name), &opcode);
    }
  }
  EXPECT_EQ(find_opcode("FROBNICATE"), nullptr);
}

TEST(OpcodeTable, EveryRowHasItsTests) {
  // Adding an opcode adds its name here and its cases to the test file of its family.
  const std::set<std::string_view> tested = {
      "IADD", "IADD32I", "ISCADD", "IMAD", "MOV", "MOV32I", "FADD", "FADD32I",
      "FMUL", "FMUL32I", "ISETP",  "ICMP", "ST",  "LD",     "S2R",  "NOP"};
  std::set<std::string_view> rows;
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family) rows.insert(opcode.name);
  EXPECT_EQ(rows, tested);
}

TEST(OpcodeTable, LayoutsUseKnownLetters) {
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family)
      EXPECT_EQ(opcode.layout.find_first_not_of("dDsfSpqmr"), std::string_view::npos)
          << opcode.name;
}

TEST(Modifiers, AreTakenOneByOne) {
  Modifiers modifiers("ISETP.LT.U32.AND");
  constexpr std::string_view relations[] = {"EQ", "LT"};
  EXPECT_FALSE(modifiers.take("X"));
  EXPECT_TRUE(modifiers.take("U32"));
  EXPECT_FALSE(modifiers.take("U32"));
  EXPECT_EQ(modifiers.take_one_of(relations), 1);
  EXPECT_EQ(modifiers.take_one_of(relations), -1) << "AND is no relation";
  EXPECT_FALSE(modifiers.all_taken());
  EXPECT_TRUE(modifiers.take("AND"));
  EXPECT_TRUE(modifiers.all_taken());
  EXPECT_EQ(modifiers.take_one_of(relations), -1);
  EXPECT_TRUE(Modifiers("NOP").all_taken());
}

}  // namespace
}  // namespace reconverge::emulator
