#include "emulator/executable.hpp"

#include <algorithm>
#include <set>

#include "emulator/decoding/operand_letters.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {

using sass::Operand;
using sass::OperandKind;

std::uint32_t Executable::index_of(std::uint64_t address) const {
  if (const auto index = function.find(address)) return static_cast<std::uint32_t>(*index);
  return address == address_of(past_the_end) ? past_the_end : no_index;
}

std::uint64_t Executable::address_of(std::uint32_t index) const {
  const auto& rows = function.instructions;
  if (index < rows.size()) return rows[index].address;
  const int arch = sass::arch_number(function.arch).value_or(0);
  return rows.empty() ? 0 : rows.back().address + static_cast<std::uint64_t>(sass::instruction_bytes(arch));
}

namespace {

/// The registers that an operand stands for: nothing for RZ and for what is no register.
std::vector<int> registers_of(const sass::Instruction& row, const MatchedOperand& matched) {
  std::vector<int> registers;
  if (matched.operand == nullptr) return registers;
  const Operand& operand = *matched.operand;
  const bool is_memory = operand.kind == OperandKind::memory;
  if (operand.kind != OperandKind::general_register && !is_memory) return registers;
  if (operand.index < 0 || operand.index == sass::zero_register) return registers;
  const bool is_memory_pair = is_memory ? row.has_modifier("E") : row.has_modifier("64");
  const bool accesses_memory = std::ranges::any_of(row.operands, [](const Operand& other) { return other.kind == OperandKind::memory; });
  const int words = accesses_memory && is_memory_pair ? 2 : matched.letter->words;
  for (int index = operand.index; index < operand.index + words && index < sass::zero_register; ++index)
    registers.push_back(index);
  return registers;
}

}  // namespace

std::vector<int> registers_read_first(const sass::Function& function) {
  const int architecture = sass::arch_number(function.arch).value_or(0);
  std::set<int> written, read_first;
  for (const auto& row : function.instructions) {
    const Opcode* opcode = find_opcode(row, architecture);
    if (opcode == nullptr) continue;
    const auto matched = match_layout(opcode->layout, row).value_or(std::vector<MatchedOperand>());
    for (const MatchedOperand& operand : matched) {
      if (operand.letter->role != Role::source) continue;
      for (const int index : registers_of(row, operand))
        if (!written.contains(index)) read_first.insert(index);
    }
    for (const MatchedOperand& operand : matched)
      if (operand.letter->role == Role::destination && row.guard.always())
        for (const int index : registers_of(row, operand)) written.insert(index);
  }
  return {read_first.begin(), read_first.end()};
}

}  // namespace reconverge::emulator
