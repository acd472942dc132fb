// SPDX-License-Identifier: MIT
#include "emulator/decoding/operand_use.hpp"

#include <algorithm>

#include "emulator/decoding/memory_operand.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

using sass::OperandKind;

bool is_register(const sass::Operand& operand) {
  return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
}

bool is_address(const MatchedOperand& matched) { return matched.letter->role == Role::address; }

/// Targets of sm_70 and later have 64 bits.
bool has_wide_target(const sass::Instruction& row, int architecture) {
  constexpr std::array<std::string_view, 5> opcodes = {"BRX", "BRXU", "JMX", "RET", "CALL"};
  return architecture >= 70 && std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

InstructionUse control_use(const sass::Instruction& row, int architecture) {
  InstructionUse use;
  const std::uint8_t words = has_wide_target(row, architecture) ? 2 : 1;
  const bool moves_barrier = row.opcode() == "BMOV";
  for (const sass::Operand& operand : row.operands) {
    if (!is_register(operand)) continue;
    const bool is_destination = moves_barrier && &operand == &row.operands.front();
    const auto position = static_cast<std::uint8_t>(use.positions);
    use.operands.push_back({.operand = &operand,
                            .role = is_destination ? Role::destination : Role::source,
                            .position = position,
                            .words = words});
    if (!is_destination) ++use.positions;
  }
  return use;
}

bool has_position(Role role) {
  return role != Role::destination && role != Role::predicate_source && role != Role::predicate_destination;
}

void append(std::vector<int>& registers, int first, int count) {
  if (first < 0) return;
  for (int index = first; index < first + count && index < sass::zero_register; ++index) registers.push_back(index);
}

}  // namespace

InstructionUse instruction_use(const sass::Instruction& row, int architecture) {
  const Opcode* opcode = find_opcode(row, architecture);
  if (opcode == nullptr) return control_use(row, architecture);
  const auto matched = match_layout(opcode->layout, row).value_or(std::vector<MatchedOperand>());
  InstructionUse use{.opcode = opcode, .operands = {}, .moves_memory = std::ranges::any_of(matched, is_address)};
  const int access_words = use.moves_memory ? data_words(row) : 0;
  std::array<std::uint8_t, static_cast<std::size_t>(Role::other) + 1> places{};
  for (const MatchedOperand& part : matched) {
    const Role role = part.letter->role;
    const std::uint8_t place = places[static_cast<std::size_t>(role)]++;
    if (part.operand == nullptr) continue;
    const bool is_data = role == Role::source || role == Role::destination;
    const int words = is_data && access_words > 0 ? access_words : part.letter->words;
    use.operands.push_back(
        {part.operand, role, part.letter->letter, place, use.positions, static_cast<std::uint8_t>(words)});
    if (has_position(role)) ++use.positions;
  }
  return use;
}

std::optional<MemoryAddress> address_of(const sass::Instruction& row, const OperandUse& use) {
  const bool can_be_wide = use.is(OperandKind::memory) && use.letter != 'M';
  return memory_address(*use.operand, can_be_wide && has_wide_addresses(row));
}

RegisterUse register_use(const sass::Instruction& row, int architecture) {
  RegisterUse use;
  const InstructionUse operands = instruction_use(row, architecture);
  if (operands.opcode == nullptr) return use;
  for (const OperandUse& part : operands.operands) {
    if (part.role == Role::address) {
      const auto address = address_of(row, part);
      if (address && address->base < sass::zero_register) append(use.reads, address->base, address->wide ? 2 : 1);
    }
    if (!part.is(OperandKind::general_register)) continue;
    if (part.role == Role::source) append(use.reads, part.operand->index, part.words);
    if (part.role == Role::destination) append(use.writes, part.operand->index, part.words);
  }
  return use;
}

}  // namespace reconverge::emulator
