// SPDX-License-Identifier: MIT
#include "report/formats/json_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/number.hpp"

namespace reconverge::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t width = 120;

/// The shortest text that reads back as the same number; from 1e15 on with an exponent, so that no
/// reader takes it for an integer.
std::string real_text(double value) {
  if (!std::isfinite(value)) return '"' + std::string(core::name_of_not_finite(value)) + '"';
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";
  const double size = std::abs(value);
  char text[32];
  const auto form = size < 1e-4 || size >= 1e15 ? std::chars_format::scientific : std::chars_format::fixed;
  return {text, std::to_chars(text, std::end(text), value, form).ptr};
}

std::string plain_text(const Json& value) {
  return value.is_number_float() ? real_text(value.get<double>())
                                 : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_number_list(const Json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const Json& item) {
           return item.is_number() || item.is_null() || item.is_boolean() || (item.is_array() && item.size() == 2);
         });
}

bool is_word_list(const Json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
}

std::string key_text(const std::string& key) { return plain_text(Json(key)) + ": "; }

std::string one_line(const Json& value) {
  if (!value.is_structured()) return plain_text(value);
  const char* comma = is_number_list(value) ? "," : ", ";
  std::string text(1, value.is_object() ? '{' : '[');
  for (auto member = value.begin(); member != value.end(); ++member) {
    if (member != value.begin()) text += comma;
    if (value.is_object()) text += key_text(member.key());
    text += one_line(*member);
  }
  return text + (value.is_object() ? '}' : ']');
}

std::string filled(const Json& value, std::size_t indent) {
  std::string line = one_line(value);
  if (!value.is_structured() || is_number_list(value) || is_word_list(value) || indent + line.size() <= width)
    return line;
  ++indent;
  std::string text(1, value.is_object() ? '{' : '[');
  std::size_t column = indent;
  bool after_block = false;  // a member of several lines has its lines for itself
  for (auto member = value.begin(); member != value.end(); ++member) {
    const std::string piece = (value.is_object() ? key_text(member.key()) : "") + filled(*member, indent);
    const bool is_block = piece.find('\n') != std::string::npos;
    if (member != value.begin()) {
      const bool fits = !after_block && !is_block && column + 2 + piece.size() <= width;
      text += fits ? ", " : ",\n" + std::string(indent, ' ');
      column = fits ? column + 2 : indent;
    }
    text += piece;
    column += piece.size();
    after_block = is_block;
  }
  return text + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string filled_text(const Json& value) { return filled(value, 0) + "\n"; }

}  // namespace reconverge::report
