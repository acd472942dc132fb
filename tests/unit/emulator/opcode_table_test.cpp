// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "emulator/decoding/operand_letters.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

TEST(OpcodeTable, RowsAreFoundByNameAndArchitecture) {
  for (const auto family : opcode_families()) {
    EXPECT_FALSE(family.empty());
    for (const Opcode& opcode : family) {
      const auto found = opcodes_named(opcode.name, opcode.architectures.first);
      EXPECT_NE(std::ranges::find(found, &opcode), found.end()) << opcode.name;
      if (opcode.architectures.first == 0) continue;
      const auto before = opcodes_named(opcode.name, opcode.architectures.first - 1);
      EXPECT_EQ(std::ranges::find(before, &opcode), before.end()) << opcode.name;
    }
  }
  EXPECT_TRUE(opcodes_named("FROBNICATE", 90).empty());
}

TEST(OpcodeTable, NoRowHidesAnotherOfItsForm) {
  std::set<std::tuple<std::string_view, std::string_view, int>> seen;
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family)
      EXPECT_TRUE(seen.emplace(opcode.name, opcode.layout, opcode.architectures.first).second) << opcode.name;
}

TEST(OpcodeTable, EveryRowHasItsTests) {
  // Adding an opcode adds its name here and its cases to the test file of its family.
  const std::set<std::string_view> tested = {
      "ASSERTFAIL", "FREE",    "LEPC",      "MALLOC",    "VPRINTF",   "ATOM",   "ATOMG",   "ATOMS",   "B2R",
      "BAR",        "BFE",     "BFI",       "BMMA",      "BMSK",      "BREV",   "CCTL",    "CCTLL",   "CGAERRBAR",
      "CREDUX",     "CS2R",    "CS2UR",     "CSETP",     "DADD",      "DEPBAR", "DFMA",    "DMMA",    "DMNMX",
      "DMUL",       "DSET",    "DSETP",     "ELECT",     "ERRBAR",    "F2F",    "F2FP",    "F2I",     "F2IP",
      "FADD",       "FADD32I", "FCHK",      "FCMP",      "FENCE",     "FFMA",   "FFMA32I", "FLO",     "FMNMX",
      "FMNMX3",     "FMUL",    "FMUL32I",   "FRND",      "FSEL",      "FSET",   "FSETP",   "HADD2",   "HFMA2",
      "HMMA",       "HMNMX2",  "HMUL2",     "HSET2",     "HSETP2",    "I2F",    "I2FP",    "I2I",     "I2IP",
      "IABS",       "IADD",    "IADD3",     "IADD32I",   "ICMP",      "IDP",    "IMAD",    "IMMA",    "IMNMX",
      "IMUL",       "IMUL32I", "ISCADD",    "ISCADD32I", "ISET",      "ISETP",  "ISUB",    "LD",      "LDC",
      "LDCU",       "LDG",     "LDGDEPBAR", "LDGSTS",    "LDL",       "LDS",    "LDSM",    "LDU",     "LEA",
      "LOP",        "LOP3",    "LOP32I",    "MATCH",     "MEMBAR",    "MOV",    "MOV32I",  "MOVM",    "MUFU",
      "NOP",        "P2R",     "PLOP3",     "POPC",      "PRMT",      "PSET",   "PSETP",   "QSPC",    "R2P",
      "R2UR",       "RED",     "REDG",      "REDUX",     "RRO",       "S2R",    "S2UR",    "SEL",     "SGXT",
      "SHF",        "SHFL",    "SHL",       "SHR",       "ST",        "STG",    "STL",     "STS",     "STSM",
      "UBMSK",      "UBREV",   "UF2I",      "UFADD",     "UFFMA",     "UFLO",   "UFMNMX",  "UFMNMX3", "UFMUL",
      "UFRND",      "UFSEL",   "UFSET",     "UFSETP",    "UI2F",      "UI2FP",  "UIABS",   "UIADD",   "UIADD3",
      "UIMAD",      "UIMUL",   "UISETP",    "ULDC",      "ULEA",      "ULOP3",  "UMOV",    "UP2UR",   "UPLOP3",
      "UPOPC",      "UPRMT",   "UR2UP",     "USEL",      "USGXT",     "USHF",   "UVIADD",  "UVIMNMX", "VABSDIFF",
      "VABSDIFF4",  "VADD",    "VHMNMX",    "VIADD",     "VIADDMNMX", "VIMNMX", "VIMNMX3", "VMAD",    "VMNMX",
      "VOTE",       "VOTEU",   "VSET",      "VSHL",      "VSHR",      "XMAD"};
  std::set<std::string_view> rows;
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family) rows.insert(opcode.name);
  EXPECT_EQ(rows, tested);
}

TEST(OpcodeTable, LayoutsUseKnownLetters) {
  std::string known = "?-~|0123456789";
  for (const OperandLetter& letter : operand_letters()) known += letter.letter;
  EXPECT_EQ(std::set<char>(known.begin(), known.end()).size(), known.size()) << "a letter has one meaning";
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family)
      EXPECT_EQ(opcode.layout.find_first_not_of(known), std::string_view::npos) << opcode.name;
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
