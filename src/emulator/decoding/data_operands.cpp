// SPDX-License-Identifier: MIT
#include "emulator/decoding/data_operands.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

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

/// Instructions that this tool knows of and does not execute, by how their mnemonic begins.
struct UnsupportedFamily {
  std::string_view prefix;
  std::string_view what;  ///< in the plural
};

/// Texture, surface, TMA, warp-group and cluster instructions as NVIDIA's "CUDA Binary Utilities" names them; calls
/// into the device runtime as the linker names them.
constexpr auto unsupported = std::to_array<UnsupportedFamily>({
    {"TEX", "texture instructions"},
    {"TLD", "texture instructions"},
    {"TXD", "texture instructions"},
    {"TXQ", "texture instructions"},
    {"TMML", "texture instructions"},
    {"SULD", "surface instructions"},
    {"SUST", "surface instructions"},
    {"SUATOM", "surface instructions"},
    {"SURED", "surface instructions"},
    {"SUQUERY", "surface instructions"},
    {"UTMA", "instructions of the tensor memory accelerator (TMA)"},
    {"UBLK", "instructions of the tensor memory accelerator (TMA)"},
    {"HGMMA", "matrix instructions of a warp group"},
    {"IGMMA", "matrix instructions of a warp group"},
    {"QGMMA", "matrix instructions of a warp group"},
    {"BGMMA", "matrix instructions of a warp group"},
    {"UTC", "matrix instructions of a thread block"},
    {"UCGABAR", "barriers of a cluster"},
    {"__cuda_syscall_cnp", "launches from the device (dynamic parallelism)"},
});

/// Functions that select an operation may look at the operands, so a row without any is bound only to opcodes that need
/// none.
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
  const auto family = std::ranges::find_if(
      unsupported, [&](const UnsupportedFamily& one) { return row.mnemonic.starts_with(one.prefix); });
  if (family != unsupported.end())
    return {fmt::format("'{}' cannot be executed: {} are not implemented", row.mnemonic, family->what),
            "`reconverge list opcodes` shows what can be executed"};
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
