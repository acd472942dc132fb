// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "sass/program.hpp"

namespace reconverge::sass {

/// One way to write an operand. `body` is the operand without sign, bars and `.reuse`, and without
/// blanks. A form that knows the body fills kind, index, value, real and suffix and says true; one
/// that does not leaves the operand alone.
using OperandForm = bool (*)(std::string_view body, Operand& operand);

bool register_form(std::string_view body, Operand& operand);
bool predicate_form(std::string_view body, Operand& operand);
bool barrier_form(std::string_view body, Operand& operand);
bool constant_form(std::string_view body, Operand& operand);
bool memory_form(std::string_view body, Operand& operand);
bool immediate_form(std::string_view body, Operand& operand);
bool special_register_form(std::string_view body, Operand& operand);

/// Reads one operand as written. Never fails: what no form knows is OperandKind::other.
Operand parse_operand(std::string_view written);

}  // namespace reconverge::sass
