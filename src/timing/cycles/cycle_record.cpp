#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {
namespace {

/// Of the rows that `fits` admits, one with a modifier before one without.
template <typename Row, typename Fits>
const Row* best_row(std::span<const Row> rows, const sass::Instruction& instruction, Fits fits) {
  const Row* general = nullptr;
  for (const Row& row : rows) {
    if (row.opcode != instruction.opcode() || !fits(row)) continue;
    if (row.modifier.empty())
      general = general == nullptr ? &row : general;
    else if (instruction.has_modifier(row.modifier))
      return &row;
  }
  return general;
}

/// SHFL and MATCH have forms; of others the time does not depend on it, or is not known to.
Form form_of(const sass::Instruction& instruction) {
  const auto& operands = instruction.operands;
  const auto is = [&](std::size_t at, sass::OperandKind kind) {
    return at < operands.size() && operands[at].kind == kind;
  };
  if (instruction.opcode() != "SHFL" && instruction.opcode() != "MATCH") return Form::any;
  const bool to_predicate = is(0, sass::OperandKind::predicate) && operands[0].index != sass::true_predicate;
  const bool by_register = instruction.opcode() == "SHFL" &&
                           is(3, sass::OperandKind::general_register) && operands[3].index != sass::zero_register;
  if (to_predicate) return by_register ? Form::predicate_by_register : Form::writes_predicate;
  return by_register ? Form::by_register : Form::any;
}

}  // namespace

const OperationTiming* CycleRecord::find_operation(const sass::Instruction& instruction) const {
  const auto of_form = [&](Form form) {
    return best_row(operations, instruction, [&](const OperationTiming& row) { return row.form == form; });
  };
  const Form form = form_of(instruction);
  const OperationTiming* own = form == Form::any ? nullptr : of_form(form);
  return own != nullptr ? own : of_form(Form::any);
}

const PassageTiming* CycleRecord::find_passage(const sass::Instruction& instruction, emulator::Passage passage) const {
  return best_row(passages, instruction, [&](const PassageTiming& row) { return row.passage == passage; });
}

}  // namespace reconverge::timing
