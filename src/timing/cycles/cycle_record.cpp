// SPDX-License-Identifier: MIT
#include "timing/cycles/cycle_record.hpp"

#include <algorithm>

namespace reconverge::timing {
namespace {

/// Of the rows that `fits` admits, one with a modifier before one without.
template <typename Row, typename Fits>
const Row* best_row(const std::vector<Row>& rows, const sass::Instruction& instruction, Fits fits) {
  const Row* general = nullptr;
  const std::string_view opcode = instruction.opcode();
  for (const Row& row : rows) {
    if (row.opcode != opcode || !fits(row)) continue;
    if (row.modifier.empty()) general = general == nullptr ? &row : general;
    else if (instruction.has_modifier(row.modifier)) return &row;
  }
  return general;
}

bool writes_predicate(const sass::Instruction& instruction) {
  const auto& operands = instruction.operands;
  return !operands.empty() && operands[0].kind == sass::OperandKind::predicate &&
         operands[0].index != sass::true_predicate;
}

/// Of the lanes, not of the uniform datapath.
bool has_address_in_register(const sass::Instruction& instruction) {
  return std::ranges::any_of(
      instruction.operands, [](const sass::Operand& operand) { return operand.address && operand.address->base >= 0; });
}

bool names_special_register(const sass::Instruction& instruction, std::string_view part) {
  return std::ranges::any_of(instruction.operands, [&](const sass::Operand& operand) {
    return operand.kind == sass::OperandKind::special_register && operand.text.find(part) != std::string::npos;
  });
}

bool holds(const OperationTiming& row, const sass::Instruction& instruction) {
  switch (row.when) {
    case OperandCondition::writes_predicate: return writes_predicate(instruction);
    case OperandCondition::address_in_register: return has_address_in_register(instruction);
    case OperandCondition::special_register: return names_special_register(instruction, row.special_register);
    case OperandCondition::any: break;
  }
  return true;
}

}  // namespace

const OperationTiming* CycleRecord::find_operation(const sass::Instruction& instruction) const {
  const OperationTiming* own = best_row(operations, instruction, [&](const OperationTiming& row) {
    return row.when != OperandCondition::any && holds(row, instruction);
  });
  if (own != nullptr) return own;
  return best_row(operations, instruction,
                  [](const OperationTiming& row) { return row.when == OperandCondition::any; });
}

CycleRecord::Transfers CycleRecord::find_transfers(const sass::Instruction& instruction) const {
  Transfers found{};
  const std::string_view opcode = instruction.opcode();
  for (const TransferTiming& row : transfers) {
    if (row.opcode != opcode) continue;
    const TransferTiming*& best = found[static_cast<std::size_t>(row.transfer)];
    const bool is_general = row.modifier.empty();
    if (is_general ? best != nullptr : best != nullptr && !best->modifier.empty()) continue;
    if (is_general || instruction.has_modifier(row.modifier)) best = &row;
  }
  return found;
}

}  // namespace reconverge::timing
