// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sass/cursor.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// A label that an operand names and whose address is not known yet.
struct LabelUse {
  std::string_view name;
  int operand = -1;  ///< index into Instruction::operands; -1 for a noted target
  std::uint32_t column = 0;
  bool in_expression = false;  ///< a part of the operand, `32@lo((f + .L_x_0@srel))`: its address takes its place
};

/// The content of one instruction row beyond the Instruction itself.
struct Row {
  Instruction instruction;
  std::vector<LabelUse> label_uses;
};

/// Reads what follows the address comment of an instruction row, up to the end of the line: guard,
/// mnemonic, operands, notes, scheduling text, `;`, encoding. A failure carries message, hint and
/// column; the caller adds source and line.
core::Result<core::Done> parse_row(Cursor& cursor, Row& row);

/// `` BRX R4 `(((.text.f - .) - 0x10)) `` becomes BRX R4 -0x150, as linked files have it, once the address is known.
void settle_distance_to_section(Instruction& instruction);

/// Whether the last operand of this opcode is a code address (docs/formats.md, "Targets").
bool names_code_address(std::string_view opcode, const Instruction& instruction);

/// CALL.ABS and JCAL name an address of the device, which the loader fills in: cuobjdump prints 0x0 for it.
bool is_absolute_call(const Instruction& instruction);

}  // namespace reconverge::sass
