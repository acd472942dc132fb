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

/// Some operations have forms; of others the time does not depend on it, or is not known to.
Form form_of(const sass::Instruction& instruction) {
  const auto& operands = instruction.operands;
  const std::string_view opcode = instruction.opcode();
  const bool to_predicate = (opcode == "SHFL" || opcode == "MATCH") && !operands.empty() &&
                            operands[0].kind == sass::OperandKind::predicate && operands[0].index != sass::true_predicate;
  if (to_predicate) return Form::writes_predicate;
  if (opcode == "S2R" && operands.size() == 2 && operands[1].text.find("CTAID") != std::string::npos) return Form::of_block;
  const bool by_register = opcode == "LDC" && operands.size() == 2 && operands[1].text.find("[R") != std::string::npos;
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
