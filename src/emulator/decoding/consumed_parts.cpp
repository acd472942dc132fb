// SPDX-License-Identifier: MIT
#include "emulator/decoding/consumed_parts.hpp"

#include <algorithm>
#include <array>

#include "emulator/decoding/immediates.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

using sass::Operand;
using sass::OperandKind;

bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
}

// ---- signs --------------------------------------------------------------------------------------

constexpr unsigned exclaimed = 8;  ///< !P0, beside the bits of Modifier

/// The signs of an operand; nothing if several precede it, whose order would matter. The sign of a number is part of
/// it.
std::optional<unsigned> written_signs(const Operand& operand) {
  if (is_immediate(operand)) {
    if (operand.negated || operand.inverted || operand.absolute) return std::nullopt;
    return 0;
  }
  const std::string_view text = operand.text;
  const std::string_view before = text.substr(0, text.find_first_not_of("-~!"));
  if (before.size() > 1) return std::nullopt;
  const unsigned bars = operand.absolute ? unsigned{absolute} : 0u;
  if (before.empty()) return bars;
  return bars | (before == "-" ? unsigned{negate} : before == "~" ? unsigned{invert} : exclaimed);
}

bool signs_are_consumed(const MatchedOperand& matched) {
  const Role role = matched.letter->role;
  const unsigned taken = role == Role::predicate_source ? exclaimed : matched.signs;
  const auto written = written_signs(*matched.operand);
  return written && (*written & ~taken) == 0 && (matched.second == nullptr || written_signs(*matched.second));
}

// ---- suffixes -----------------------------------------------------------------------------------

bool suffix_is_consumed(const MatchedOperand& matched, const RowFrame& row) {
  // clang-format off
  constexpr std::array<std::pair<std::string_view, std::uint8_t>, 16> groups = {{
      {"64", width_suffix}, {"CC", code_suffix},
      {"H0", half_suffix}, {"H1", half_suffix}, {"H0_H0", half_suffix}, {"H1_H1", half_suffix},
      {"H1_H0", both_suffix}, {"H0_NH1", both_suffix},
      {"B0", byte_suffix}, {"B1", byte_suffix}, {"B2", byte_suffix}, {"B3", byte_suffix},
      {"F32", float_suffix}, {"SIGN", sign_suffix}, {"ROW", matrix_suffix}, {"COL", matrix_suffix},
  }};
  // clang-format on
  const std::string& suffix = matched.operand->suffix;
  if (suffix.empty()) return true;
  if (suffix == "CC" && row.architecture >= from_volta.first) return false;  // there is no condition code
  const auto group = std::ranges::find(groups, suffix, &std::pair<std::string_view, std::uint8_t>::first);
  return group != groups.end() && (matched.letter->suffixes & group->second) != 0;
}

// ---- registers and constants --------------------------------------------------------------------

/// Registers of a file, the one that reads as zero apart.
int size_of_file(const Operand& operand, int architecture) {
  constexpr int small = 63, large = sass::zero_register;
  if (operand.kind == OperandKind::uniform_register) return architecture < 100 ? small : large;
  return architecture != 0 && architecture < 35 ? small : large;
}

/// Pairs and quads begin at a multiple of their size, what is larger at one of four.
bool registers_exist(const Operand& operand, int words, int architecture) {
  if (operand.index == sass::zero_register || words == 0) return true;
  return operand.index % std::min(words, 4) == 0 && operand.index + words <= size_of_file(operand, architecture);
}

/// Banks have 64 KiB; operands that are not addresses name whole words.
bool constant_exists(const Operand& operand, int words, bool is_address) {
  constexpr int banks = 32;
  constexpr std::int64_t bytes = 0x1'0000;
  if (operand.index >= banks) return false;
  if (is_address) return operand.value > -bytes && operand.value < bytes;
  return operand.value >= 0 && operand.value % 4 == 0 && operand.value + 4 * words <= bytes;
}

bool names_exist(const MatchedOperand& matched, const RowFrame& row) {
  const Operand& operand = *matched.operand;
  const Role role = matched.letter->role;
  const bool is_data = role == Role::source || role == Role::destination;
  const int words = is_data && row.data_words != 0 ? row.data_words : matched.letter->words;
  if (operand.kind == OperandKind::constant) return constant_exists(operand, words, role == Role::address);
  return !is_register(operand) || registers_exist(operand, words, row.architecture);
}

/// Encodings have no more bits of an immediate than the operation looks at.
bool number_fits(const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (matched.bits == 0 || !is_immediate(operand)) return true;
  return operand.kind == OperandKind::integer_immediate && operand.value >= 0 && operand.value >> matched.bits == 0;
}

/// The uniform datapath reads no register and no predicate of lanes, which may differ.
bool suits_datapath(const Operand& operand, bool uniform) {
  return !uniform || (operand.kind != OperandKind::general_register && operand.kind != OperandKind::predicate);
}

}  // namespace

bool is_consumed(const MatchedOperand& matched, const RowFrame& row) {
  if (matched.operand == nullptr || matched.letter->role == Role::other) return true;
  const Operand& operand = *matched.operand;
  // Of a memory operand the parts in the brackets are read with the address.
  const bool suffix = operand.kind == OperandKind::memory || suffix_is_consumed(matched, row);
  return suffix && signs_are_consumed(matched) && names_exist(matched, row) && number_fits(matched) &&
         suits_datapath(operand, row.uniform);
}

}  // namespace reconverge::emulator
