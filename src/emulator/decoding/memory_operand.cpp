// SPDX-License-Identifier: MIT
#include "emulator/decoding/memory_operand.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

namespace reconverge::emulator {
namespace {

std::optional<std::int64_t> number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return negative ? -value : value;
}

/// The sum of one pair of brackets, term by term.
class SumReader {
 public:
  explicit SumReader(bool wide) : wide_(wide) {}

  /// Takes one register of lanes, one uniform one and one number at most.
  bool take(std::string_view term) {
    if (term.starts_with("UR")) return !std::exchange(has_uniform_, true) && take_uniform(term.substr(2));
    if (term.starts_with('R')) return !std::exchange(has_base_, true) && take_base(term.substr(1));
    return !std::exchange(has_offset_, true) && take_offset(term);
  }

  /// Pairs begin at an even register and end in the file.
  bool pairs_are_aligned() const {
    constexpr Slot last_pair = sass::zero_register - 1;
    const auto begins_pair = [](Slot slot, Slot first) {
      return slot == zero_slot || ((slot - first) % 2 == 0 && slot - first < last_pair);
    };
    return (!address_.wide || begins_pair(address_.base, 0)) &&
           (!address_.uniform_wide || begins_pair(address_.uniform, first_uniform));
  }

  const MemoryAddress& address() const { return address_; }

 private:
  bool take_offset(std::string_view term) {
    const auto number = number_in(term);
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::int32_t>::max())
      return false;
    address_.offset = static_cast<std::int32_t>(*number);
    return true;
  }

  /// "2", "2.64", "2.U32", "2.X4", "Z", after the R.
  bool take_base(std::string_view text) {
    const auto dot = text.find('.');
    const auto slot = slot_of(text.substr(0, dot), 0);
    if (!slot) return false;
    address_.base = *slot;
    address_.wide = wide_;
    return dot == std::string_view::npos || take_suffixes(text.substr(dot + 1));
  }

  bool take_suffixes(std::string_view text) {
    while (!text.empty()) {
      const auto dot = text.find('.');
      if (!take_suffix(text.substr(0, dot))) return false;
      text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
    }
    return true;
  }

  bool take_suffix(std::string_view suffix) {
    if (suffix == "reuse") return true;
    if (suffix == "64" || suffix == "U32") {
      address_.wide = suffix == "64";
      return true;
    }
    for (std::uint8_t shift = 2; shift <= 4; ++shift)
      if (number_in(suffix.substr(1)) == 1 << shift && suffix.starts_with('X')) {
        address_.shift = shift;
        return true;
      }
    return false;
  }

  bool take_uniform(std::string_view text) {
    const auto slot = slot_of(text, first_uniform);
    if (!slot) return false;
    address_.uniform = *slot;
    address_.uniform_wide = wide_;
    return true;
  }

  static std::optional<Slot> slot_of(std::string_view digits, Slot first) {
    if (digits == "Z") return zero_slot;
    const auto number = number_in(digits);
    if (!number || *number < 0 || *number >= sass::zero_register) return std::nullopt;
    return static_cast<Slot>(first + *number);
  }

  bool wide_;
  bool has_base_ = false;
  bool has_uniform_ = false;
  bool has_offset_ = false;
  MemoryAddress address_;
};

/// What may stand before the brackets: nothing, or desc[UR4], which describes the caching.
bool is_descriptor(std::string_view text) {
  return text.empty() || (text.starts_with("desc[UR") && text.find(']') == text.size() - 1);
}

}  // namespace

bool has_wide_addresses(const sass::Instruction& row) { return row.has_modifier("E"); }

int data_words(const sass::Instruction& row) {
  if (row.opcode() == "LDSM" || row.opcode() == "STSM")
    return row.has_modifier("4") ? 4 : row.has_modifier("2") ? 2 : 1;
  if (row.has_modifier("128")) return 4;
  for (const char* wide : {"64", "U64", "S64", "F64", "F32x2"})
    if (row.has_modifier(wide)) return 2;
  return 1;
}

std::optional<MemoryAddress> read_memory_operand(const sass::Operand& operand, bool wide) {
  const std::string_view text = operand.text;
  const auto open = text.rfind('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return std::nullopt;
  if (operand.kind == sass::OperandKind::memory && !is_descriptor(text.substr(0, open))) return std::nullopt;
  std::string_view sum = text.substr(open + 1, text.size() - open - 2);
  SumReader reader(wide);
  while (!sum.empty()) {
    const auto plus = sum.find('+');
    if (!reader.take(sum.substr(0, plus))) return std::nullopt;
    sum.remove_prefix(plus == std::string_view::npos ? sum.size() : plus + 1);
  }
  if (!reader.pairs_are_aligned()) return std::nullopt;
  return reader.address();
}

}  // namespace reconverge::emulator
