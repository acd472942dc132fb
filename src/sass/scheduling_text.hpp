// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"
#include "sass/cursor.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// Reads one item of the scheduling text that CUDA 12.8 prints between operands and `;`:
/// `&req={0,1}`, `&wr=0x0`, `&rd=0x1`, `?trans5`, `?WAIT13_END_GROUP`.
core::Result<core::Done> parse_scheduling_text(Cursor& cursor, Instruction& instruction);

/// A control as such text: what parse_scheduling_text reads back. Reuse bits are not part of it.
std::string scheduling_text(const ControlWord& control);

}  // namespace reconverge::sass
