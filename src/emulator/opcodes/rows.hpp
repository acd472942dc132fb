// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "emulator/opcodes/operand_values.hpp"
#include "sass/program.hpp"

/// Queries of select functions on the row that they select for.
namespace reconverge::emulator {

/// Whether the destination is written as `R4.CC`.
inline bool writes_code(const sass::Instruction& row) {
  return !row.operands.empty() && row.operands.front().suffix == "CC";
}

/// The operation of a row, with the flags of its result in CC if the row sets them.
template <DataOperation operation> DataOperation coded_if_asked(const sass::Instruction& row) {
  return writes_code(row) ? coded<operation> : operation;
}

inline bool is_predicate(const sass::Operand& operand) {
  return operand.kind == sass::OperandKind::predicate || operand.kind == sass::OperandKind::uniform_predicate;
}

inline bool has_predicates(const sass::Instruction& row) { return std::ranges::any_of(row.operands, is_predicate); }

/// Whether a number is among the operands.
inline bool has_immediates(const sass::Instruction& row) {
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
    return operand.kind == sass::OperandKind::integer_immediate || operand.kind == sass::OperandKind::float_immediate;
  });
}

/// Which of the register or constant sources carry a modifier.
struct ModifiedSources {
  int negated = 0;
  int inverted = 0;
  int absolute = 0;
};

inline ModifiedSources modified_sources(const sass::Instruction& row) {
  ModifiedSources found;
  for (const sass::Operand& operand : row.operands) {
    if (is_predicate(operand)) continue;
    found.negated += operand.negated ? 1 : 0;
    found.inverted += operand.inverted ? 1 : 0;
    found.absolute += operand.absolute ? 1 : 0;
  }
  return found;
}

}  // namespace reconverge::emulator
