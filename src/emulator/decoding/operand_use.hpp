// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/decoding/operand_letters.hpp"

/// Which registers an instruction reads and writes, from the layout that its operands match.
namespace reconverge::emulator {

/// One operand as its instruction uses it.
struct OperandUse {
  const sass::Operand* operand = nullptr;
  Role role = Role::other;
  char letter = 0;            ///< of the layout; 0 in a row that only controls
  std::uint8_t place = 0;     ///< element of its role's field in a DecodedInstruction
  std::uint8_t position = 0;  ///< 0-based, among the operands that are neither destinations nor predicates
  std::uint8_t words = 0;     ///< consecutive registers that a register operand means

  bool is(sass::OperandKind kind) const { return operand->kind == kind; }
};

struct InstructionUse {
  /// The opcode whose layout the operands match. Null: the row only controls, or cannot be executed; then every
  /// register that it names is a source, but for the one that BMOV moves to.
  const Opcode* opcode = nullptr;
  std::vector<OperandUse> operands;  ///< in the order written
  std::uint8_t positions = 0;        ///< operands that are neither destinations nor predicates
  bool moves_memory = false;         ///< some operand is an address: sources and destinations are as wide as the access
};

/// @param architecture  90 for sm_90; 0 if the listing names none
InstructionUse instruction_use(const sass::Instruction& row, int architecture);

/// The address that an operand of Role::address names in its row; nothing if it is not understood.
std::optional<MemoryAddress> address_of(const sass::Instruction& row, const OperandUse& use);

/// The general registers that the data part of an instruction reads and writes, RZ apart.
struct RegisterUse {
  std::vector<int> reads;
  std::vector<int> writes;
};

/// Nothing for an instruction that cannot be executed.
RegisterUse register_use(const sass::Instruction& row, int architecture);

}  // namespace reconverge::emulator
