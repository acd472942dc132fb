// SPDX-License-Identifier: MIT
#include "emulator/decoding/data_operands.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/decoding/consumed_parts.hpp"
#include "emulator/decoding/memory_operand.hpp"
#include "emulator/decoding/operand_letters.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

bool is_address(const MatchedOperand& matched) { return matched.letter->role == Role::address; }

/// Binds the operands of a row by an opcode's layout; false if they are not of its form, or have parts that it does
/// not consume.
bool bind_operands(Binding& binding, std::string_view layout, int architecture) {
  const auto matched = match_layout(layout, binding.row());
  if (!matched) return false;
  const bool moves_data = std::ranges::any_of(*matched, is_address);
  const RowFrame frame{architecture, binding.uniform(), moves_data ? data_words(binding.row()) : 0};
  const auto consumed = [&](const MatchedOperand& operand) { return is_consumed(operand, frame); };
  if (!std::ranges::all_of(*matched, consumed)) return false;
  for (const MatchedOperand& operand : *matched) {
    const bool absent_by_default = operand.operand == nullptr && operand.letter->letter != 'n';
    if (!absent_by_default && !operand.letter->bind(binding, operand)) return false;
    binding.pass(operand.letter->role);
  }
  return true;
}

/// Sets what an opcode does with the modifiers of a row; false if it does not implement all of them.
bool select_operation(const Opcode& opcode, const sass::Instruction& row, bool is_carrier, DecodedInstruction& out) {
  Modifiers modifiers(row.mnemonic);
  if (is_carrier) modifiers.take("S");
  out.execute = opcode.select(modifiers, row);
  out.variant = modifiers.kept();
  return out.execute != nullptr && modifiers.all_taken();
}

/// What selects an operation may look at the operands, so a row without any comes only to opcodes that need none.
bool lacks_operands(const Opcode& opcode, const sass::Instruction& row) {
  return row.operands.empty() && !match_layout(opcode.layout, row);
}

}  // namespace

std::optional<DecodingProblem> decode_data_part(const sass::Instruction& row, bool is_carrier,
                                                const DataContext& context, DecodedInstruction& out) {
  bool operation_known = false;
  for (const Opcode* opcode : opcodes_named(row.opcode(), context.architecture)) {
    operation_known = operation_known || lacks_operands(*opcode, row);
    if (lacks_operands(*opcode, row)) continue;
    DecodedInstruction bound = out;
    if (!select_operation(*opcode, row, is_carrier, bound)) continue;
    operation_known = true;
    bound.uniform = opcode->has(uniform_datapath);
    bound.approximate = opcode->has(approximate);
    Binding binding(row, bound.uniform, context, bound);
    if (!bind_operands(binding, opcode->layout, context.architecture)) continue;
    out = bound;
    return binding.problem();
  }
  return operation_known ? unknown_operands(row) : unknown_opcode(row);
}

const Opcode* find_opcode(const sass::Instruction& row, int architecture) {
  DecodedInstruction ignored;
  for (const Opcode* opcode : opcodes_named(row.opcode(), architecture))
    if (!lacks_operands(*opcode, row) && select_operation(*opcode, row, row.has_modifier("S"), ignored) &&
        match_layout(opcode->layout, row))
      return opcode;
  return nullptr;
}

DecodingProblem unknown_opcode(const sass::Instruction& row) {
  return {fmt::format("'{}' cannot be executed: no such instruction is implemented", row.mnemonic),
          "check the spelling; `reconverge list opcodes` shows what can be executed"};
}

DecodingProblem unknown_operands(const sass::Instruction& row) {
  // The sum with a zero is all that compilers are known to make of it (HADD2).
  if (const auto part = std::ranges::find(row.operands, "F32", &sass::Operand::suffix); part != row.operands.end())
    return {fmt::format("{} reads a float as a half ({}), and how it is rounded here is not known", row.mnemonic,
                        part->text),
            "convert it first: F2F.F16.F32, F2FP"};
  return {fmt::format("operands of {} are not of the form this tool executes", row.mnemonic),
          "compare their number and kinds with what a disassembler prints for it"};
}

}  // namespace reconverge::emulator
