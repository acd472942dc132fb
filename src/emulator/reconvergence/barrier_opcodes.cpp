// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/barrier_opcodes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "emulator/block_barrier_use.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"

/// How the control instructions of sm_70 and later are read.
namespace reconverge::emulator {
namespace {

using sass::Instruction;
using sass::Operand;
using sass::OperandKind;

/// A control opcode and the modifiers it may carry. With any other one the instruction cannot be executed, so that none
/// is ever ignored.
struct ControlOpcode {
  std::string_view name;
  BarrierOperation operation;
  /// Kinds of operands besides predicates: b a convergence barrier, r registers, n an address or another number.
  std::string_view operands;
  /// Modifiers that change nothing here (hints of the compiler), or that `refined` looks at.
  std::array<std::string_view, 7> modifiers{};
  bool needs_target = false;
};

constexpr std::array opcodes = {
    ControlOpcode{"BSSY", bar_arm, "bn", {"RELIABLE", "RECONVERGENT"}, true},
    ControlOpcode{"BSYNC", bar_wait, "b", {"RELIABLE", "RECONVERGENT"}},
    ControlOpcode{"BREAK", bar_break, "b", {"RELIABLE", "RECONVERGENT"}},
    ControlOpcode{"BMOV", bar_to_register, "brn", {"32", "CLEAR", "RELIABLE"}},
    ControlOpcode{"BRA", bar_branch, "rn", {"U", "DIV", "CONV", "ANY"}, true},
    ControlOpcode{"JMP", bar_branch, "n", {"U"}, true},
    ControlOpcode{"CALL", bar_branch, "rn", {"REL", "ABS", "NOINC"}, true},
    ControlOpcode{"BRX", bar_indirect, "rn", {"U"}},
    ControlOpcode{"BRXU", bar_indirect, "rn"},
    ControlOpcode{"JMX", bar_indirect, "rn"},
    ControlOpcode{"RET", bar_indirect, "rn", {"REL", "ABS", "NODEC"}},
    ControlOpcode{"EXIT", bar_exit, ""},
    ControlOpcode{"KILL", bar_exit, ""},
    ControlOpcode{"YIELD", bar_yield, ""},
    ControlOpcode{"NANOSLEEP", bar_yield, "rn", {"SYNCS", "WARP"}},
    ControlOpcode{"BPT", bar_trap, "n", {"TRAP"}},
    ControlOpcode{"WARPSYNC", bar_gather, "rn", {"ALL", "COLLECTIVE", "EXCLUSIVE"}},
    ControlOpcode{"ENDCOLLECTIVE", bar_end_region, ""},
    ControlOpcode{"BAR", bar_block, "rn", {"SYNC", "ARV", "RED", "AND", "OR", "POPC", "DEFER_BLOCKING"}},
};

const ControlOpcode* find(const Instruction& instruction) {
  const auto found = std::ranges::find(opcodes, instruction.opcode(), &ControlOpcode::name);
  return found == opcodes.end() ? nullptr : &*found;
}

bool only_known_modifiers(const Instruction& instruction, const ControlOpcode& opcode) {
  std::string_view text = instruction.mnemonic;
  for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
    text.remove_prefix(dot + 1);
    if (std::ranges::find(opcode.modifiers, text.substr(0, text.find('.'))) == opcode.modifiers.end()) return false;
  }
  return true;
}

const Operand* operand_of(const Instruction& instruction, OperandKind kind) {
  const auto found = std::ranges::find(instruction.operands, kind, &Operand::kind);
  return found == instruction.operands.end() ? nullptr : &*found;
}

char letter_of(OperandKind kind) {
  switch (kind) {
    case OperandKind::barrier: return 'b';
    case OperandKind::general_register:
    case OperandKind::uniform_register: return 'r';
    case OperandKind::label:
    case OperandKind::integer_immediate: return 'n';
    default: return '?';
  }
}

bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate;
}

/// Whether all operands are of known kinds, so that none is ever ignored.
bool only_known_operands(const Instruction& instruction) {
  const std::string_view known = find(instruction)->operands;
  return std::ranges::count_if(instruction.operands, is_predicate) <= 1 &&
         std::ranges::all_of(instruction.operands, [&](const Operand& operand) {
           const char letter = letter_of(operand.kind);
           return is_predicate(operand) || letter == '?' || known.find(letter) != std::string_view::npos;
         });
}

bool names_register(const Instruction& instruction) {
  return operand_of(instruction, OperandKind::general_register) != nullptr ||
         operand_of(instruction, OperandKind::uniform_register) != nullptr;
}

/// The operation of an instruction whose modifiers or operands choose between several.
BarrierOperation refined(const Instruction& instruction, BarrierOperation operation) {
  switch (operation) {
    case bar_to_register: {
      const auto& operands = instruction.operands;
      if (operands.empty() || operands.front().kind != OperandKind::barrier) return bar_to_register;
      return operands.back().kind == OperandKind::barrier ? bar_to_barrier : bar_from_register;
    }
    case bar_branch:
      if (instruction.has_modifier("DIV") || instruction.has_modifier("CONV")) return bar_branch_missing;
      return instruction.opcode() == "CALL" && names_register(instruction) ? bar_indirect : bar_branch;
    case bar_block: return instruction.has_modifier("ARV") ? bar_block_arrive : bar_block;
    case bar_gather: return instruction.has_modifier("COLLECTIVE") ? bar_gather_region : bar_gather;
    default: return operation;
  }
}

std::uint8_t condition_of(const Instruction& instruction) {
  if (instruction.has_modifier("DIV")) return condition_divergent;
  if (instruction.has_modifier("CONV")) return condition_convergent;
  if (instruction.has_modifier("ANY")) return condition_any;
  if (instruction.has_modifier("U")) return condition_uniform;
  if (instruction.has_modifier("CLEAR")) return condition_clears;
  if (instruction.has_modifier("ALL")) return condition_all;
  if (instruction.has_modifier("RED")) return condition_reduces;
  if (instruction.has_modifier("EXCLUSIVE")) return condition_exclusive;
  const bool takes_literal = instruction.opcode() == "WARPSYNC" || instruction.opcode() == "BMOV";
  if (takes_literal && operand_of(instruction, OperandKind::integer_immediate) != nullptr) return condition_literal;
  return instruction.opcode() == "BRX" || instruction.opcode() == "BRXU" ? condition_relative : condition_none;
}

/// A register that holds a mask or an address; RZ and URZ read as no lane.
void bind_register(const Operand& operand, DecodedInstruction& out) {
  const bool is_zero = operand.index == sass::zero_register;
  const bool uniform = operand.kind == OperandKind::uniform_register;
  out.source[0] = is_zero ? zero_slot : static_cast<Slot>(operand.index + (uniform ? first_uniform : 0));
  out.source_modifier[0] = operand.inverted ? std::uint8_t{invert} : std::uint8_t{0};
}

/// The second predicate of a branch; the predicate that BAR.RED reduces is the next one.
void bind_predicate(const Operand& operand, DecodedInstruction& out) {
  const bool uniform = operand.kind == OperandKind::uniform_predicate;
  out.predicate_source[out.control.condition == condition_reduces ? 1 : 0] = {
      static_cast<std::uint8_t>(operand.index + (uniform ? first_uniform_predicate : 0)), operand.inverted};
}

/// BAR.SYNC, BAR.ARV, or BAR.RED with one reduction and its predicate; a number, and perhaps a count of
/// threads.
bool is_known_block_barrier(const Instruction& row) {
  const bool reduces = row.has_modifier("RED");
  const bool asks = barrier_question(row).has_value();
  const auto predicates = std::ranges::count_if(row.operands, is_predicate);
  const auto numbers = static_cast<std::ptrdiff_t>(row.operands.size()) - predicates;
  const int kinds = (row.has_modifier("SYNC") ? 1 : 0) + (row.has_modifier("ARV") ? 1 : 0) + (reduces ? 1 : 0);
  return kinds == 1 && asks == reduces && predicates == (reduces ? 1 : 0) && (numbers == 1 || numbers == 2);
}

/// BMOV has a destination and a source, one of them a barrier at least; .CLEAR is of a barrier as source.
bool is_known_move(const Instruction& row) {
  if (row.operands.size() != 2) return false;
  const bool into = row.operands[0].kind == OperandKind::barrier, from = row.operands[1].kind == OperandKind::barrier;
  return (into || row.operands[0].kind == OperandKind::general_register) && (into || from) &&
         (from || !row.has_modifier("CLEAR"));
}

}  // namespace

std::optional<ControlPart> ConvergenceBarriers::control_part(const Instruction& instruction) const {
  const ControlOpcode* opcode = find(instruction);
  if (opcode == nullptr || !only_known_modifiers(instruction, *opcode)) return std::nullopt;
  const BarrierOperation operation = refined(instruction, opcode->operation);
  return ControlPart{
      .operation = operation,
      .needs_target = operation == bar_gather_region || (opcode->needs_target && operation != bar_indirect),
      .binds_operands = true};
}

std::optional<DecodingProblem> ConvergenceBarriers::bind_operands(const Instruction& row,
                                                                  DecodedInstruction& out) const {
  out.control.condition = condition_of(row);
  out.source[0] = zero_slot;
  if (out.control.operation == bar_branch_missing) out.source_modifier[0] = invert;  // without a register: all lanes
  const bool masks_barrier = out.control.operation == bar_to_register;
  for (const Operand& operand : row.operands) {
    switch (operand.kind) {
      case OperandKind::barrier:
        // Of two barriers the second one is the source.
        if (out.control.operation == bar_to_barrier && &operand != row.operands.data())
          out.variant = static_cast<std::uint16_t>(operand.index);
        else out.control.barrier = static_cast<std::uint8_t>(operand.index);
        break;
      case OperandKind::general_register:
      case OperandKind::uniform_register:
        if (masks_barrier)
          out.destination[0] = operand.index == sass::zero_register ? discard_slot : static_cast<Slot>(operand.index);
        else bind_register(operand, out);
        break;
      case OperandKind::predicate:
      case OperandKind::uniform_predicate: bind_predicate(operand, out); break;
      case OperandKind::label:
      case OperandKind::integer_immediate: out.offset = operand.value; break;
      default:
        return DecodingProblem{fmt::format("{} with operand {} is not implemented", row.mnemonic, operand.text),
                               "compare it with what a disassembler prints for it"};
    }
  }
  const bool ignores_register = out.control.operation == bar_branch && names_register(row);
  if (!only_known_operands(row) || ignores_register) return unknown_operands(row);
  if (out.control.operation == bar_block || out.control.operation == bar_block_arrive) {
    if (!is_known_block_barrier(row)) return unknown_operands(row);
    if (auto problem = problem_of_block_barrier(row)) return problem;
    bind_block_barrier(row, out);
    out.variant = static_cast<std::uint16_t>(barrier_question(row).value_or(BarrierQuestion::how_many));
  }
  if (out.control.operation == bar_trap && !row.has_modifier("TRAP")) return unknown_opcode(row);
  const bool needs_barrier = out.control.operation >= bar_arm && out.control.operation <= bar_to_barrier;
  if (needs_barrier && (operand_of(row, OperandKind::barrier) == nullptr || out.control.barrier >= barrier_count))
    return unknown_operands(row);
  if (row.opcode() == "BMOV" && (!is_known_move(row) || out.variant >= barrier_count)) return unknown_operands(row);
  const bool needs_register =
      out.control.operation == bar_indirect ||
      (out.control.operation == bar_from_register && out.control.condition != condition_literal) ||
      out.control.operation == bar_to_register ||
      (out.control.operation == bar_gather_region && out.control.condition != condition_all) ||
      (out.control.operation == bar_gather &&
       (out.control.condition == condition_none || out.control.condition == condition_exclusive));
  if (needs_register && !names_register(row)) return unknown_operands(row);
  return std::nullopt;
}

}  // namespace reconverge::emulator
