// SPDX-License-Identifier: MIT
#include "emulator/opcodes/printf_text.hpp"

#include <bit>
#include <cstdio>

namespace reconverge::emulator {
namespace {

constexpr std::string_view cannot_be_read = "(cannot be read)";
/// A field wider than any sensible output.
constexpr std::size_t longest_field = 4096;

/// `%-5.2lf` taken apart.
struct Conversion {
  std::string flags;  ///< with width and precision, as C takes them
  bool is_wide = false;
  char letter = '%';
};

template <typename Value> std::string printed(const std::string& specification, Value value) {
  char field[longest_field];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(field, sizeof field, specification.c_str(), value);
#pragma GCC diagnostic pop
  if (length < 0) return {};
  return {field, std::min<std::size_t>(static_cast<std::size_t>(length), sizeof field - 1)};
}

/// One format on its way.
class Formatter {
 public:
  Formatter(std::string_view format, const ReadArgument& argument, const ReadText& text)
      : rest_(format), argument_(argument), text_(text) {}

  PrintedText run() {
    while (!rest_.empty()) {
      const std::size_t percent = std::min(rest_.find('%'), rest_.size());
      result_.text += rest_.substr(0, percent);
      rest_.remove_prefix(percent);
      if (!rest_.empty()) convert();
    }
    return std::move(result_);
  }

 private:
  std::optional<std::uint64_t> take(unsigned bytes) {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const auto value = argument_(offset_, bytes);
    offset_ += bytes;
    ++result_.arguments;
    return value;
  }

  /// Digits, or a number among the arguments.
  void take_number(std::string& flags) {
    if (rest_.starts_with('*')) {
      rest_.remove_prefix(1);
      flags += std::to_string(static_cast<std::int32_t>(take(4).value_or(0)));
      return;
    }
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') take_letter(flags);
  }
  void take_letter(std::string& flags) {
    flags += rest_.front();
    rest_.remove_prefix(1);
  }

  Conversion take_conversion() {
    Conversion conversion;
    rest_.remove_prefix(1);
    while (!rest_.empty() && std::string_view("-+ #0").find(rest_.front()) != std::string_view::npos)
      take_letter(conversion.flags);
    take_number(conversion.flags);
    if (rest_.starts_with('.')) {
      take_letter(conversion.flags);
      take_number(conversion.flags);
    }
    std::string length;
    while (!rest_.empty() && std::string_view("hlLqjzt").find(rest_.front()) != std::string_view::npos)
      take_letter(length);
    conversion.is_wide = length.find_first_of("lLqjzt") != std::string::npos;
    if (rest_.empty()) return conversion;
    conversion.letter = rest_.front();
    rest_.remove_prefix(1);
    return conversion;
  }

  void convert() {
    const std::string_view whole = rest_;
    const Conversion conversion = take_conversion();
    const std::string_view written = whole.substr(0, whole.size() - rest_.size());
    switch (conversion.letter) {
      case '%': result_.text += '%'; break;
      case 'd':
      case 'i': integer(conversion, true); break;
      case 'o':
      case 'u':
      case 'x':
      case 'X': integer(conversion, false); break;
      case 'c': result_.text += printed("%" + conversion.flags + "c", static_cast<int>(take(4).value_or(0))); break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        const auto value = std::bit_cast<double>(take(8).value_or(0));
        result_.text += printed("%" + conversion.flags + conversion.letter, value);
        break;
      }
      case 'p': result_.text += printed("%" + conversion.flags + "llx", take_pointer("0x")); break;
      case 's': {
        const auto text = text_(take(8).value_or(0)).value_or(std::string(cannot_be_read));
        result_.text += printed("%" + conversion.flags + "s", text.c_str());
        break;
      }
      default: result_.text += written;  // as the device does: unknown conversions are printed as they are
    }
  }

  unsigned long long take_pointer(std::string_view before) {
    result_.text += before;
    return take(8).value_or(0);
  }

  void integer(const Conversion& conversion, bool is_signed) {
    const std::uint64_t value = take(conversion.is_wide ? 8 : 4).value_or(0);
    const std::string specification = "%" + conversion.flags + "ll" + conversion.letter;
    if (!is_signed) result_.text += printed(specification, static_cast<unsigned long long>(value));
    else if (conversion.is_wide) result_.text += printed(specification, static_cast<long long>(value));
    else result_.text += printed(specification, static_cast<long long>(static_cast<std::int32_t>(value)));
  }

  std::string_view rest_;
  const ReadArgument& argument_;
  const ReadText& text_;
  std::uint64_t offset_ = 0;
  PrintedText result_;
};

}  // namespace

PrintedText format_printf(std::string_view format, const ReadArgument& argument, const ReadText& text) {
  return Formatter(format, argument, text).run();
}

}  // namespace reconverge::emulator
