// SPDX-License-Identifier: MIT
// Operands with brackets: constants and memory.

#include <optional>

#include "sass/cursor.hpp"
#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"

namespace reconverge::sass {
namespace {

/// Takes "[...]" off the text and returns what is inside; nothing if no bracket pair begins here.
std::optional<std::string_view> take_brackets(std::string_view& text) {
  if (!text.starts_with('[')) return std::nullopt;
  const std::size_t close = text.find(']');
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text.substr(1, close - 1);
  text.remove_prefix(close + 1);
  return inside;
}

/// The sum inside brackets: "R2.64+UR4+0x10". The first register is the base (index and suffix),
/// the last number is the offset.
void read_sum(std::string_view sum, Operand& operand) {
  bool has_base = false;
  while (!sum.empty()) {
    // A minus after the plus, "R3+-0x4", belongs to the number.
    const std::size_t plus = sum.find('+', 1);
    const std::string_view term = sum.substr(0, plus);
    Operand base;
    if (!has_base && register_form(term, base)) {
      operand.index = base.index;
      operand.suffix = base.suffix;
      has_base = true;
    } else if (const std::optional<std::int64_t> offset = whole_integer(term)) {
      operand.value = *offset;
    }
    if (plus == std::string_view::npos) break;
    sum.remove_prefix(plus + 1);
  }
}

/// What may follow the last bracket: nothing or ".H1".
bool take_suffix(std::string_view rest, Operand& operand) {
  if (rest.empty()) return true;
  if (rest.front() != '.') return false;
  operand.suffix = rest.substr(1);
  return true;
}

}  // namespace

bool constant_form(std::string_view body, Operand& operand) {
  if (!body.starts_with('c')) return false;
  body.remove_prefix(body.starts_with("cx") ? 2 : 1);
  const auto bank = take_brackets(body);
  if (!bank) return false;
  const auto offset = take_brackets(body);
  if (!offset) return false;
  Operand read;
  read_sum(*offset, read);
  const std::int64_t number = whole_integer(*bank).value_or(-1);  // cx[UR4]: no number is written
  operand.index = number >= 0 && number < 64 ? static_cast<int>(number) : -1;
  operand.value = read.value;
  if (!take_suffix(body, operand)) return false;
  operand.kind = OperandKind::constant;
  return true;
}

bool memory_form(std::string_view body, Operand& operand) {
  // desc[UR4][R2.64], gdesc[..], tmem[..], a[..]: what stands before the last pair describes it.
  std::size_t name = 0;
  while (name < body.size() && (is_lower(body[name]) || is_digit(body[name]))) ++name;
  std::string_view rest = body.substr(name);
  auto inside = take_brackets(rest);
  if (!inside) return false;
  while (const auto next = take_brackets(rest)) inside = next;
  Operand read;
  read_sum(*inside, read);
  operand.index = read.index;
  operand.value = read.value;
  operand.suffix = read.suffix;
  if (!take_suffix(rest, operand)) return false;
  operand.kind = OperandKind::memory;
  return true;
}

}  // namespace reconverge::sass
