// SPDX-License-Identifier: MIT
// Registers, predicates, barriers and special registers: a letter or two, a number, a suffix.

#include <algorithm>
#include <optional>

#include "sass/cursor.hpp"
#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"

namespace reconverge::sass {
namespace {

/// The number after a register letter, or `zero_index` for its zero name. The rest of the body must be empty or a
/// suffix, which goes to the operand.
bool numbered(std::string_view rest, std::string_view zero_name, int zero_index, int limit, Operand& operand) {
  int index = zero_index;
  if (!zero_name.empty() && rest.starts_with(zero_name)) {
    rest.remove_prefix(zero_name.size());
  } else if (const std::optional<int> number = take_small_number(rest)) {
    if (*number >= limit) return false;
    index = *number;
  } else {
    return false;
  }
  if (!rest.empty() && rest.front() != '.') return false;
  operand.index = index;
  operand.suffix = rest.empty() ? rest : rest.substr(1);
  return true;
}

}  // namespace

bool register_form(std::string_view body, Operand& operand) {
  const bool uniform = body.starts_with("UR");
  if (!uniform && !body.starts_with('R')) return false;
  if (!numbered(body.substr(uniform ? 2 : 1), "Z", zero_register, zero_register, operand)) {
    return false;
  }
  operand.kind = uniform ? OperandKind::uniform_register : OperandKind::general_register;
  return true;
}

bool predicate_form(std::string_view body, Operand& operand) {
  if (body == "pt") body = "PT";  // Fermi-era disassemblers write it so
  const bool uniform = body.starts_with("UP");
  if (!uniform && !body.starts_with('P')) return false;
  if (!numbered(body.substr(uniform ? 2 : 1), "T", true_predicate, true_predicate, operand)) {
    return false;
  }
  operand.kind = uniform ? OperandKind::uniform_predicate : OperandKind::predicate;
  return true;
}

bool barrier_form(std::string_view body, Operand& operand) {
  const bool scoreboard = body.starts_with("SB");
  if (!scoreboard && !body.starts_with('B')) return false;
  if (!numbered(body.substr(scoreboard ? 2 : 1), "", 0, scoreboard ? 8 : 16, operand)) return false;
  operand.kind = scoreboard ? OperandKind::scoreboard : OperandKind::barrier;
  return true;
}

bool special_register_form(std::string_view body, Operand& operand) {
  if (!body.starts_with("SR")) return false;
  body.remove_prefix(2);
  const bool named = body.starts_with('_');
  const bool numbered_or_zero = body == "Z" || (!body.empty() && std::ranges::all_of(body, is_digit));
  if (!named && !numbered_or_zero) return false;
  operand.kind = OperandKind::special_register;
  return true;
}

}  // namespace reconverge::sass
