// SPDX-License-Identifier: MIT
#include "sass/operands/operand_forms.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "sass/cursor.hpp"

namespace reconverge::sass {
namespace {

/// Tried in this order. To teach the reader a new kind of operand, add its form here.
constexpr std::array<OperandForm, 7> forms = {
    register_form, predicate_form, constant_form, memory_form, barrier_form, immediate_form, special_register_form,
};

/// ".reuse" may be anywhere among the suffixes; it is a control bit, not a modifier.
bool remove_reuse(std::string& body) {
  constexpr std::string_view word = ".reuse";
  const std::size_t at = body.find(word);
  if (at == std::string::npos) return false;
  const std::size_t after = at + word.size();
  if (after < body.size() && body[after] != '.' && body[after] != '|') return false;
  body.erase(at, word.size());
  return true;
}

/// One spelling for what generations of disassemblers wrote differently: SR_Tid_X is SR_TID.X.
void modernise(std::string& text) {
  if (text == "pt" || text == "!pt")
    std::ranges::transform(text, text.begin(),
                           [](char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; });
  if (!text.starts_with("SR_")) return;
  if (std::ranges::none_of(text, is_lower)) return;
  for (char& c : text) c = is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  const std::size_t axis = text.size() - 2;
  if (text[axis] == '_' && text.back() >= 'X' && text.back() <= 'Z') text[axis] = '.';
}

/// Takes sign, complement and bars off the body. A minus before a number belongs to the number.
std::string_view strip_modifiers(std::string_view body, Operand& operand) {
  const auto number_follows = [&] {
    return body.size() > 1 && (is_digit(body[1]) || body[1] == '.' || body.substr(1) == "INF" || body.ends_with("NAN"));
  };
  for (; !body.empty(); body.remove_prefix(1)) {
    const char c = body.front();
    if (c == '-' && !number_follows()) operand.negated = true;
    else if (c == '!' || c == '~') operand.inverted = true;
    else break;
  }
  const std::size_t close = body.starts_with('|') ? body.find('|', 1) : std::string_view::npos;
  if (close == body.size() - 1 && close != std::string_view::npos) {
    operand.absolute = true;
    body = body.substr(1, body.size() - 2);
  }
  return body;
}

/// "|R2|.H0_H0" as "|R2.H0_H0|": the bars close before a suffix.
std::optional<std::string> suffix_inside_bars(std::string_view whole) {
  const std::size_t close = whole.find("|.");
  if (close == std::string_view::npos || whole.find('|') == close) return std::nullopt;
  return std::string(whole.substr(0, close)) + std::string(whole.substr(close + 1)) + "|";
}

}  // namespace

Operand parse_operand(std::string_view written) {
  Operand operand;
  operand.text.reserve(written.size());
  std::ranges::copy_if(written, std::back_inserter(operand.text), [](char c) { return !is_blank(c); });
  modernise(operand.text);
  std::string_view whole = operand.text;
  std::string without_reuse;
  if (whole.find(".reuse") != std::string_view::npos) {
    without_reuse = whole;
    operand.reuse = remove_reuse(without_reuse);
    whole = without_reuse;
  }
  std::string without_bars;
  if (const auto moved = suffix_inside_bars(whole)) whole = without_bars = *moved;
  const std::string_view body = strip_modifiers(whole, operand);
  for (const OperandForm form : forms) {
    if (form(body, operand)) return operand;
  }
  operand.negated = operand.absolute = operand.inverted = false;
  return operand;
}

}  // namespace reconverge::sass
