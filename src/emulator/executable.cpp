#include "emulator/executable.hpp"

#include <algorithm>
#include <set>

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

std::vector<int> registers_read_first(const sass::Function& function) {
  std::set<int> written, read_first;
  for (const auto& row : function.instructions) {
    const Opcode* opcode = find_opcode(row.opcode());
    const std::string_view layout = opcode == nullptr ? std::string_view() : opcode->layout;
    const std::size_t known = std::min(row.operands.size(), layout.size());
    const bool wide_data = layout.find('m') != std::string_view::npos && row.has_modifier("64");
    const auto registers_of = [&](std::size_t i) {
      const Operand& operand = row.operands[i];
      const bool is_register =
          operand.kind == OperandKind::general_register || operand.kind == OperandKind::memory;
      std::vector<int> registers;
      if (!is_register || operand.index < 0 || operand.index == sass::zero_register) return registers;
      registers.push_back(operand.index);
      const bool pair = layout[i] == 'm' ? row.has_modifier("E") : wide_data;
      if (pair && operand.index + 1 < sass::zero_register) registers.push_back(operand.index + 1);
      return registers;
    };
    for (std::size_t i = 0; i < known; ++i) {
      if (layout[i] != 's' && layout[i] != 'f' && layout[i] != 'm') continue;
      for (const int index : registers_of(i))
        if (!written.contains(index)) read_first.insert(index);
    }
    for (std::size_t i = 0; i < known; ++i)
      if (layout[i] == 'd' && row.guard.always())
        for (const int index : registers_of(i)) written.insert(index);
  }
  return {read_first.begin(), read_first.end()};
}

}  // namespace reconverge::emulator
