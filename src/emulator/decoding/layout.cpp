// SPDX-License-Identifier: MIT
#include <algorithm>

#include "emulator/decoding/immediates.hpp"
#include "emulator/decoding/operand_letters.hpp"

namespace reconverge::emulator {
namespace {

using sass::Operand;
using sass::OperandKind;

constexpr std::uint16_t kind_bit(OperandKind kind) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(kind));
}

/// The signs after a letter of a layout; `at` moves on to the last of them.
std::uint8_t take_signs(std::string_view layout, std::size_t& at) {
  std::uint8_t signs = 0;
  for (; at + 1 < layout.size(); ++at) {
    const char sign = layout[at + 1];
    if (sign == '-') signs |= negate;
    else if (sign == '~') signs |= invert;
    else if (sign == '|') signs |= absolute;
    else break;
  }
  return signs;
}

/// The number after those; 0 if there is none.
std::uint8_t take_bits(std::string_view layout, std::size_t& at) {
  unsigned bits = 0;
  for (; at + 1 < layout.size() && layout[at + 1] >= '0' && layout[at + 1] <= '9'; ++at)
    bits = bits * 10 + static_cast<unsigned>(layout[at + 1] - '0');
  return static_cast<std::uint8_t>(bits);
}

}  // namespace

std::optional<std::vector<MatchedOperand>> match_layout(std::string_view layout, const sass::Instruction& row) {
  std::vector<const Operand*> operands;
  for (const Operand& operand : row.operands)
    if (operand.text != "CC.T") operands.push_back(&operand);  // the always-true condition code
  std::vector<MatchedOperand> matched;
  std::size_t next = 0;
  for (std::size_t at = 0; at < layout.size(); ++at) {
    const auto letter = std::ranges::find(operand_letters(), layout[at], &OperandLetter::letter);
    if (letter == operand_letters().end()) return std::nullopt;
    const auto signs = static_cast<std::uint8_t>(take_signs(layout, at) | letter->signs);
    const std::uint8_t bits = take_bits(layout, at);
    const bool optional = at + 1 < layout.size() && layout[at + 1] == '?';
    if (optional) ++at;
    const bool fits = next < operands.size() && (letter->kinds & kind_bit(operands[next]->kind)) != 0;
    if (!fits && !optional) return std::nullopt;
    MatchedOperand operand{&*letter, fits ? operands[next++] : nullptr, nullptr, signs, bits};
    const bool packed = letter->letter == 'h' || letter->letter == 'b' || letter->letter == 'w';
    if (fits && packed && is_immediate(*operand.operand) && next < operands.size() && is_immediate(*operands[next]))
      operand.second = operands[next++];
    matched.push_back(operand);
  }
  if (next != operands.size()) return std::nullopt;
  return matched;
}

}  // namespace reconverge::emulator
