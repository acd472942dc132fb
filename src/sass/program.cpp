#include "sass/program.hpp"

#include <algorithm>
#include <charconv>

namespace reconverge::sass {

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
