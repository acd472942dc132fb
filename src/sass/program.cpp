// SPDX-License-Identifier: MIT
#include "sass/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace reconverge::sass {

bool operator==(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.negated == b.negated && a.absolute == b.absolute && a.inverted == b.inverted &&
         a.reuse == b.reuse && a.index == b.index && a.value == b.value && a.suffix == b.suffix && a.text == b.text &&
         a.hexadecimal == b.hexadecimal && a.address == b.address &&
         std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real);
}

bool operator==(const Instruction& a, const Instruction& b) {
  return a.address == b.address && a.guard == b.guard && a.mnemonic == b.mnemonic && a.operands == b.operands &&
         a.target == b.target && a.noted_targets == b.noted_targets && a.control == b.control && a.words == b.words &&
         a.word_count == b.word_count && a.gap_after == b.gap_after && a.source_note == b.source_note;
}

bool Instruction::has_modifier(std::string_view modifier) const {
  const std::string_view text = mnemonic;
  for (std::size_t dot = text.find('.'); dot != std::string_view::npos;) {
    const std::size_t next = text.find('.', dot + 1);
    if (text.substr(dot + 1, next - dot - 1) == modifier) return true;
    dot = next;
  }
  return false;
}

std::optional<std::size_t> Function::find(std::uint64_t address) const {
  const auto row = std::ranges::lower_bound(instructions, address, {}, &Instruction::address);
  if (row == instructions.end() || row->address != address) return std::nullopt;
  return static_cast<std::size_t>(row - instructions.begin());
}

std::optional<int> arch_number(std::string_view arch) {
  if (!arch.starts_with("sm_")) return std::nullopt;
  int number = 0;
  const char* first = arch.data() + 3;
  const char* last = arch.data() + arch.size();
  const auto [end, error] = std::from_chars(first, last, number);
  if (error != std::errc{} || end == first) return std::nullopt;
  if (end != last && (last - end != 1 || (*end != 'a' && *end != 'f'))) return std::nullopt;
  return number;
}

std::span<const int> architecture_numbers() {
  static constexpr std::array numbers{20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70,  72,
                                      75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 107, 110, 120, 121};
  return numbers;
}

bool is_architecture(std::string_view arch) {
  const auto number = arch_number(arch);
  if (!number || std::ranges::find(architecture_numbers(), *number) == architecture_numbers().end()) return false;
  // Architecture-specific code ("a") begins with sm_90, family-specific code ("f") with sm_100.
  if (arch.ends_with('a')) return *number >= 90;
  return !arch.ends_with('f') || *number >= 100;
}

}  // namespace reconverge::sass
