// SPDX-License-Identifier: MIT
#include "sass/constant_banks.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.hpp"
#include "sass/cursor.hpp"
#include "sass/operands/numbers.hpp"

namespace reconverge::sass {
namespace {

using core::trimmed;

/// No bank is larger; one that a listing makes larger is not a bank.
constexpr std::size_t most_bytes = 64 * 1024;

/// The bank that `.nv.constant3:` or `.nv.constant2.kernel:` opens, if it is one of the kernel's or of
/// all kernels.
std::optional<int> opened_bank(std::string_view line, std::string_view kernel) {
  line.remove_prefix(std::string_view(".nv.constant").size());
  if (line.empty() || !is_digit(line.front()) || !line.ends_with(':')) return std::nullopt;
  const int bank = line.front() - '0';
  const std::string_view owner = line.substr(1, line.size() - 2);
  const bool is_mine = owner.empty() || (owner.front() == '.' && owner.substr(1) == kernel);
  return is_mine ? std::optional(bank) : std::nullopt;
}

/// The parts of a line of data.
struct Directive {
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array data_directives = {Directive{".byte", 1}, Directive{".short", 2}, Directive{".word", 4},
                                        Directive{".dword", 8}};

/// A number of so many bytes; nothing if it is not one, or wider.
std::optional<std::uint64_t> number_in(std::string_view text, std::size_t bytes) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  const auto value = whole_integer(text);
  if (!value || (bytes < 8 && static_cast<std::uint64_t>(*value) >> (8 * bytes) != 0)) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

/// Bytes of `.byte 0x01, 0x02`, `.word 0x00000001` or `.zero 2`, which an offset in a comment may precede; none of
/// other lines, and nothing if there is something else than numbers: `.dword name`, `.word name@rel`, `.word (name)`, a
/// number that is too wide.
std::optional<std::vector<std::uint8_t>> bytes_of(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("/*")) line = trimmed(line.substr(std::min(line.find("*/"), line.size() - 2) + 2));
  const std::string_view name = line.substr(0, line.find_first_of(" \t"));
  std::string_view rest = line.substr(name.size());
  if (name == ".zero") {
    const auto count = number_in(trimmed(rest), 8);
    if (!count || *count > most_bytes) return std::nullopt;
    return std::vector<std::uint8_t>(*count);
  }
  std::vector<std::uint8_t> bytes;
  const auto directive = std::ranges::find(data_directives, name, &Directive::name);
  if (directive == data_directives.end()) return bytes;
  for (bool more = true; more;) {
    const auto comma = rest.find(',');
    const auto value = number_in(trimmed(rest.substr(0, comma)), directive->bytes);
    if (!value) return std::nullopt;
    for (std::size_t i = 0; i < directive->bytes; ++i) bytes.push_back(static_cast<std::uint8_t>(*value >> (8 * i)));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return bytes;
}

ConstantBank words_of(int bank, const std::vector<std::uint8_t>& bytes) {
  ConstantBank result{bank, std::vector<std::uint32_t>((bytes.size() + 3) / 4)};
  for (std::size_t i = 0; i < bytes.size(); ++i) result.words[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  return result;
}

}  // namespace

std::vector<ConstantBank> constant_banks(std::string_view disassembly, std::string_view kernel) {
  std::vector<ConstantBank> banks;
  std::optional<int> bank;
  std::vector<std::uint8_t> bytes;
  bool known = true;
  const auto close = [&] {
    // Bank 0 holds the parameters, which the launch writes.
    if (bank && *bank != 0 && known && !bytes.empty()) banks.push_back(words_of(*bank, bytes));
    bank.reset();
    bytes.clear();
    known = true;
  };
  while (!disassembly.empty()) {
    const std::string_view line = disassembly.substr(0, disassembly.find('\n'));
    disassembly.remove_prefix(std::min(line.size() + 1, disassembly.size()));
    if (line.starts_with(".nv.constant")) {
      close();
      bank = opened_bank(line, kernel);
    } else if (line.starts_with("//-----")) {
      close();
    } else if (bank) {
      const auto more = bytes_of(line);
      known = known && more && bytes.size() + more->size() <= most_bytes;
      if (known) bytes.insert(bytes.end(), more->begin(), more->end());
    }
  }
  close();
  return banks;
}

}  // namespace reconverge::sass
