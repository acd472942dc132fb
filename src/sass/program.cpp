#include "sass/program.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace reconverge::sass {

bool operator==(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.negated == b.negated && a.absolute == b.absolute &&
         a.inverted == b.inverted && a.reuse == b.reuse && a.index == b.index &&
         a.value == b.value && a.suffix == b.suffix && a.text == b.text &&
         std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real);
}

bool operator==(const Instruction& a, const Instruction& b) {
  return a.address == b.address && a.guard == b.guard && a.mnemonic == b.mnemonic &&
         a.operands == b.operands && a.target == b.target && a.noted_targets == b.noted_targets &&
         a.control == b.control && a.words == b.words && a.word_count == b.word_count &&
         a.gap_after == b.gap_after && a.source_note == b.source_note;
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

}  // namespace reconverge::sass
