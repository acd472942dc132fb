// SPDX-License-Identifier: MIT
#include "emulator/decoding/register_use.hpp"

#include <algorithm>

#include "emulator/decoding/memory_operand.hpp"
#include "emulator/decoding/operand_letters.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

using sass::OperandKind;

void append(std::vector<int>& registers, int first, int count) {
  if (first < 0) return;
  for (int index = first; index < first + count && index < sass::zero_register; ++index) registers.push_back(index);
}

void append_base(std::vector<int>& registers, const sass::Instruction& row, const MatchedOperand& matched) {
  const sass::Operand& operand = *matched.operand;
  const bool can_be_wide = operand.kind == OperandKind::memory && matched.letter->letter != 'M';
  const auto address = memory_address(operand, has_wide_addresses(row) && can_be_wide);
  if (address && address->base < sass::zero_register) append(registers, address->base, address->wide ? 2 : 1);
}

bool is_address(const MatchedOperand& matched) { return matched.letter->role == Role::address; }

}  // namespace

RegisterUse register_use(const sass::Instruction& row, int architecture) {
  RegisterUse use;
  const Opcode* opcode = find_opcode(row, architecture);
  if (opcode == nullptr) return use;
  const auto matched = match_layout(opcode->layout, row).value_or(std::vector<MatchedOperand>());
  const bool moves_memory = std::ranges::any_of(matched, is_address);
  for (const MatchedOperand& part : matched) {
    if (part.operand == nullptr) continue;
    if (is_address(part)) append_base(use.reads, row, part);
    if (part.operand->kind != OperandKind::general_register) continue;
    const int words = moves_memory ? data_words(row) : part.letter->words;
    if (part.letter->role == Role::source) append(use.reads, part.operand->index, words);
    if (part.letter->role == Role::destination) append(use.writes, part.operand->index, words);
  }
  return use;
}

}  // namespace reconverge::emulator
