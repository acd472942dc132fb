// SPDX-License-Identifier: MIT
#include "sass/control_flow/control_opcodes.hpp"

#include <algorithm>
#include <array>

namespace reconverge::sass {
namespace {

struct Entry {
  std::string_view opcode;
  ControlRole role;
};

constexpr std::array<Entry, 21> opcodes = {{
    {"BRA", ControlRole::branch},
    {"JMP", ControlRole::branch},
    {"BRX", ControlRole::indirect_branch},
    {"BRXU", ControlRole::indirect_branch},
    {"JMX", ControlRole::indirect_branch},
    {"JMXU", ControlRole::indirect_branch},
    {"CAL", ControlRole::call},
    {"JCAL", ControlRole::call},
    {"CALL", ControlRole::call},
    {"RET", ControlRole::returns},
    {"EXIT", ControlRole::exit},
    {"KIL", ControlRole::exit},
    {"KILL", ControlRole::exit},
    {"SSY", ControlRole::open_sync},
    {"PBK", ControlRole::open_break},
    {"PCNT", ControlRole::open_continue},
    {"SYNC", ControlRole::sync},
    {"BRK", ControlRole::break_out},
    {"CONT", ControlRole::continue_loop},
    {"BSSY", ControlRole::arm_barrier},
    {"BSYNC", ControlRole::wait_barrier},
}};

bool is_lane_predicate(const Operand& operand) {
  return operand.kind == OperandKind::predicate && (operand.index != true_predicate || operand.inverted);
}

}  // namespace

ControlRole control_role(const Instruction& instruction, int arch) {
  const std::string_view opcode = instruction.opcode();
  const auto entry = std::ranges::find(opcodes, opcode, &Entry::opcode);
  if (entry == opcodes.end()) {
    const bool carrier = arch < 50 && instruction.mnemonic.ends_with(".S");
    return carrier ? ControlRole::sync : ControlRole::none;
  }
  // `BRA c[0x0][0x20]`, `JMP R2`: the target is not in the text.
  if (entry->role == ControlRole::branch && !instruction.target) return ControlRole::indirect_branch;
  return entry->role;
}

bool moves_control(const Instruction& instruction, int arch) {
  return control_role(instruction, arch) != ControlRole::none || instruction.opcode() == "BREAK";
}

bool can_diverge(const Instruction& instruction, ControlRole role) {
  const bool own_condition = !instruction.guard.always() && !instruction.guard.uniform;
  switch (role) {
    case ControlRole::branch:
      if (instruction.has_modifier("U")) return false;  // the compiler vouches for uniformity
      return own_condition || std::ranges::any_of(instruction.operands, is_lane_predicate);
    case ControlRole::indirect_branch:
      return own_condition || std::ranges::any_of(instruction.operands, [](const Operand& operand) {
               return operand.kind == OperandKind::general_register;
             });
    case ControlRole::call:
    case ControlRole::returns:
    case ControlRole::exit:
    case ControlRole::sync:
    case ControlRole::break_out:
    case ControlRole::continue_loop: return own_condition;
    default: return false;
  }
}

}  // namespace reconverge::sass
