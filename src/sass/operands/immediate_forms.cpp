// SPDX-License-Identifier: MIT
// Numbers. Disassemblers write integers in hexadecimal and floats in decimal: 2.0 is written "2". Those of
// Maxwell write a sign that the encoding has apart from the number as "2.NEG".

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "sass/cursor.hpp"
#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"

namespace reconverge::sass {
namespace {

/// +INF, -INF, +QNAN, -SNAN and the like.
std::optional<double> named_float(std::string_view body) {
  const double sign = body.starts_with('-') ? -1 : 1;
  if (body.starts_with('-') || body.starts_with('+')) body.remove_prefix(1);
  if (body == "INF") return sign * std::numeric_limits<double>::infinity();
  if (body == "QNAN" || body == "SNAN" || body == "NAN") {
    return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  }
  return std::nullopt;
}

std::optional<double> decimal(std::string_view body) {
  if (body.starts_with('+')) body.remove_prefix(1);
  double value = 0;
  const char* last = body.data() + body.size();
  const auto [end, error] = std::from_chars(body.data(), last, value);
  if (end != last || error != std::errc{}) return std::nullopt;  // a number out of range is refused too
  return value;
}

bool plain_number(std::string_view body, Operand& operand) {
  const std::size_t sign = body.starts_with('-') || body.starts_with('+') ? 1 : 0;
  if (body.size() == sign) return false;
  if (is_digit(body[sign]) || body[sign] == '.') {
    if (const auto integer = whole_integer(body)) {
      operand.kind = OperandKind::integer_immediate;
      operand.value = *integer;
      operand.real = static_cast<double>(*integer);  // a decimal "2" in a float instruction
      operand.hexadecimal = body.find('x') != std::string_view::npos;
      return true;
    }
    const auto real = decimal(body);
    if (!real) return false;
    operand.kind = OperandKind::float_immediate;
    operand.real = *real;
    return true;
  }
  const auto real = named_float(body);
  if (!real) return false;
  operand.kind = OperandKind::float_immediate;
  operand.real = *real;
  return true;
}

}  // namespace

bool immediate_form(std::string_view body, Operand& operand) {
  constexpr std::string_view negation = ".NEG";
  if (!body.ends_with(negation)) return plain_number(body, operand);
  if (!plain_number(body.substr(0, body.size() - negation.size()), operand)) return false;
  operand.value = -operand.value;
  operand.real = -operand.real;
  return true;
}

}  // namespace reconverge::sass
