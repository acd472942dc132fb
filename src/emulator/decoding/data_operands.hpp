// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/decoding/literal_pool.hpp"
#include "emulator/executable.hpp"

namespace reconverge::emulator {

struct Opcode;

/// Why a row has no data part that can be executed. Both texts go to the user.
struct DecodingProblem {
  std::string message;
  std::string hint;
};

/// Context for binding the data part of one row.
struct DataContext {
  const Constants& constants;
  LiteralPool& literals;  ///< of the executable; binding appends
  int architecture = 0;   ///< 90 for sm_90; 0 if the listing names none
};

/// Finds the operation of a row and binds its operands to slots.
///
/// @param is_carrier  the row carries a control part too (`.S`), which the data part ignores
/// @return nothing if the row can be executed
std::optional<DecodingProblem> decode_data_part(const sass::Instruction& row, bool is_carrier,
                                                const DataContext& context, DecodedInstruction& out);

/// The opcode of a row whose modifiers and operands fit it, or null.
const Opcode* find_opcode(const sass::Instruction& row, int architecture);

/// The problem of an opcode, or of a modifier, that nothing here implements.
DecodingProblem unknown_opcode(const sass::Instruction& row);
/// The problem of operands whose number or kinds are not those of the opcode.
DecodingProblem unknown_operands(const sass::Instruction& row);

}  // namespace reconverge::emulator
