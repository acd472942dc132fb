// SPDX-License-Identifier: MIT
#pragma once

#include "sass/program.hpp"

namespace reconverge::emulator {

inline bool is_immediate(const sass::Operand& operand) {
  return operand.kind == sass::OperandKind::integer_immediate || operand.kind == sass::OperandKind::float_immediate;
}

}  // namespace reconverge::emulator
