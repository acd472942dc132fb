// SPDX-License-Identifier: MIT
#include "sass/operands/numbers.hpp"

#include <charconv>

#include "sass/cursor.hpp"

namespace reconverge::sass {

std::optional<int> take_small_number(std::string_view& text) {
  int value = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    if (length == 3) return std::nullopt;
    value = value * 10 + (text[length] - '0');
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

std::optional<std::int64_t> whole_integer(std::string_view text) {
  bool negative = false;
  if (text.starts_with('-') || text.starts_with('+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty() || text.front() == '-') return std::nullopt;
  std::uint64_t magnitude = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, magnitude, base);
  if (error != std::errc{} || end != last) return std::nullopt;
  if (base == 10 && magnitude > std::uint64_t{INT64_MAX}) return std::nullopt;
  return static_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

}  // namespace reconverge::sass
