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

}  // namespace

const OperationTiming* CycleRecord::find_operation(const sass::Instruction& instruction) const {
  return best_row(operations, instruction, [](const OperationTiming&) { return true; });
}

const PassageTiming* CycleRecord::find_passage(const sass::Instruction& instruction, emulator::Passage passage) const {
  return best_row(passages, instruction, [&](const PassageTiming& row) { return row.passage == passage; });
}

}  // namespace reconverge::timing
