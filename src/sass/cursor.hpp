// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace reconverge::sass {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Value of a hexadecimal digit, or -1.
constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Characters of mnemonics, symbols and modifiers.
constexpr bool is_word(char c) { return is_digit(c) || is_upper(c) || is_lower(c) || c == '_' || c == '.' || c == '$'; }

/// A place in one line. Every `take_` either moves past what it names or leaves the place alone.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : line_(line) {}

  bool at_end() const { return at_ == line_.size(); }
  /// The character here; 0 at the end of the line.
  char peek() const { return at_end() ? '\0' : line_[at_]; }
  std::string_view rest() const { return line_.substr(at_); }
  std::size_t position() const { return at_; }
  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ + 1); }
  void advance(std::size_t count) { at_ += count; }

  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view wanted) {
    if (!rest().starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }
  /// Letters, digits, '_', '.' and '$'; may be empty.
  std::string_view take_word() {
    const std::size_t first = at_;
    while (at_ < line_.size() && is_word(line_[at_])) ++at_;
    return line_.substr(first, at_ - first);
  }
  /// One to sixteen hexadecimal digits, without a prefix.
  bool take_hex(std::uint64_t& value) {
    std::uint64_t sum = 0;
    std::size_t end = at_;
    for (; end < line_.size(); ++end) {
      const int digit = hex_digit(line_[end]);
      if (digit < 0) break;
      sum = sum << 4 | static_cast<std::uint64_t>(digit);
    }
    if (end == at_ || end - at_ > 16) return false;
    value = sum;
    at_ = end;
    return true;
  }
  /// `/*0018*/`: the address comment that begins a row.
  bool take_address(std::uint64_t& address) {
    const std::size_t start = at_;
    if (take("/*") && take_hex(address) && take("*/")) return true;
    at_ = start;
    return false;
  }
  /// `/* 0x0000000a00017a02 */`, blanks optional: one word of an encoding.
  bool take_encoding(std::uint64_t& word) {
    const std::size_t start = at_;
    if (take("/*")) {
      skip_blanks();
      if (take("0x") && take_hex(word)) {
        skip_blanks();
        if (take("*/")) return true;
      }
    }
    at_ = start;
    return false;
  }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace reconverge::sass
