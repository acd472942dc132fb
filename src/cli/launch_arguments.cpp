#include "cli/launch_arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/input.hpp"
#include "core/lane_pattern.hpp"

namespace reconverge::cli {
namespace {

using core::Result;
using emulator::Argument;
using emulator::Buffer;
using emulator::ElementType;

/// More would be a mistake rather than a launch of one block.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

core::Diagnostic usage(std::string message, std::string hint) {
  return {.failure = core::Failure::usage, .message = std::move(message), .hint = std::move(hint)};
}

core::Diagnostic usage(std::string_view text, std::string_view what) {
  return usage(fmt::format("--arg '{}': {}", text, what), "--arg i32:5, --arg 'i32[32]=staircase(2)', --arg 'f32[64]'");
}

std::string known_types() {
  std::string names;
  for (const auto& row : emulator::element_types) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

/// The bits of a float, of its type's width.
std::uint64_t float_bits(ElementType type, double value) {
  if (type == ElementType::f64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::optional<std::uint64_t> float_in(std::string_view text, ElementType type) {
  double value = 0;
  float single = 0;
  const char* last = text.data() + text.size();
  const auto parse = [&](auto& number) {
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc{} && end == last && !text.empty();
  };
  if (type == ElementType::f64) return parse(value) ? std::optional(float_bits(type, value)) : std::nullopt;
  return parse(single) ? std::optional(float_bits(type, single)) : std::nullopt;  // rounded once
}

/// Decimal within the type's range, or as many hexadecimal bits as the type holds.
std::optional<std::uint64_t> integer_in(std::string_view text, const emulator::ElementTypeRow& row) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  const std::uint64_t all = std::numeric_limits<std::uint64_t>::max() >> (64 - 8 * row.bytes);
  const std::uint64_t most_negative = all / 2 + 1;
  if (negative) return row.is_signed && value <= most_negative ? std::optional((0 - value) & all) : std::nullopt;
  const std::uint64_t most = row.is_signed && !hexadecimal ? all / 2 : all;
  return value <= most ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> element_in(std::string_view text, ElementType type) {
  const auto& row = emulator::row_of(type);
  return row.is_float ? float_in(text, type) : integer_in(text, row);
}

/// A buffer while it is filled.
class Elements {
 public:
  explicit Elements(ElementType type) : type_(type) {}

  void add(std::uint64_t bits) {
    const std::size_t place = bytes_.size();
    bytes_.resize(place + emulator::bytes_of(type_));
    std::memcpy(bytes_.data() + place, &bits, emulator::bytes_of(type_));
  }
  std::size_t size() const { return bytes_.size() / emulator::bytes_of(type_); }
  Buffer take() { return {type_, std::move(bytes_)}; }

 private:
  ElementType type_;
  std::vector<std::uint8_t> bytes_;
};

constexpr std::string_view blanks = " \t\r\n";

/// Numbers between commas or blanks, of a file or of the command line.
class ListReader {
 public:
  /// @param path  of the file that holds the list; empty: the argument does
  ListReader(std::string_view list, ElementType type, std::string_view argument, std::string_view path)
      : list_(list),
        argument_(argument),
        path_(path),
        ends_at_line_(path.ends_with(".csv")),
        elements_(type),
        type_(type) {}

  Result<Buffer> read() {
    for (std::size_t at = 0; at < list_.size();) {
      const char letter = list_[at];
      if (letter == ',') {
        if (!has_number_) return missing(at);
        has_number_ = false;
        awaits_number_ = true;
        ++at;
      } else if (blanks.find(letter) != std::string_view::npos) {
        if (letter == '\n' && ends_at_line_) {  // a field ends with its line
          if (awaits_number_) return missing(at);
          has_number_ = false;
        }
        ++at;
      } else {
        const auto end = std::min(list_.find_first_of(", \t\r\n", at), list_.size());
        const std::string_view word = list_.substr(at, end - at);
        const auto bits = element_in(word, type_);
        if (!bits)
          return failure(at, fmt::format("element {}, '{}', is no {}", elements_.size(), word, to_string(type_)));
        elements_.add(*bits);
        has_number_ = true;
        awaits_number_ = false;
        at = end;
      }
    }
    if (awaits_number_) return missing(list_.size());
    return elements_.take();
  }

 private:
  core::Diagnostic missing(std::size_t at) const {
    return failure(at, fmt::format("element {} is missing: nothing stands {} a comma", elements_.size(),
                                   awaits_number_ ? "after" : "before"));
  }

  /// Says where in a file it is.
  core::Diagnostic failure(std::size_t at, const std::string& what) const {
    core::Diagnostic diagnostic = usage(argument_, what);
    if (path_.empty()) return diagnostic;
    const std::string_view before = list_.substr(0, at);
    const auto line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    diagnostic.where = {std::string(path_), static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
                        static_cast<std::uint32_t>(1 + at - line_begin)};
    return diagnostic;
  }

  std::string_view list_, argument_, path_;
  bool ends_at_line_;
  bool has_number_ = false;     ///< since the last comma
  bool awaits_number_ = false;  ///< a comma came last
  Elements elements_;
  ElementType type_;
};

Result<Buffer> elements_of_list(std::string_view list, ElementType type, std::string_view argument,
                                std::string_view path = "") {
  return ListReader(list, type, argument, path).read();
}

/// An integer in the bits of a type; nothing if the type has no such value.
std::optional<std::uint64_t> converted(std::int64_t value, ElementType type) {
  const auto& row = emulator::row_of(type);
  if (row.is_float) return float_bits(type, static_cast<double>(value));
  if (value < 0 && !row.is_signed) return std::nullopt;
  const unsigned bits = 8 * static_cast<unsigned>(row.bytes) - (row.is_signed ? 1 : 0);
  const std::uint64_t magnitude = value < 0 ? ~static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (bits < 64 && magnitude >> bits != 0) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

/// Patterns give 32 bits, which are a number below 0 only where the pattern names one.
Result<Buffer> elements_of_pattern(std::string_view pattern, ElementType type, std::size_t count,
                                   std::string_view argument) {
  const auto values = core::parse_lane_pattern(pattern);
  if (!values) return values.error();
  const bool below_zero = pattern.find('-') != std::string_view::npos;
  Elements elements(type);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t word = (*values)[i % values->size()];
    const std::int64_t value = below_zero ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
    const auto bits = converted(value, type);
    if (!bits)
      return usage(argument, fmt::format("element {} of the pattern, {}, is no {}", i, value, to_string(type)));
    elements.add(*bits);
  }
  return elements.take();
}

/// One element of a sequence, `start + i * step`; nothing if the type does not hold it.
std::optional<std::uint64_t> element_of_ramp(const std::string& start, const std::string& step, std::size_t i,
                                             ElementType type) {
  const auto& row = emulator::row_of(type);
  const auto number = [](const std::string& text, auto& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
  };
  if (row.is_float) {
    double first = 0, difference = 0;
    if (!number(start, first) || !number(step, difference)) return std::nullopt;
    return float_in(fmt::format("{}", first + static_cast<double>(i) * difference), type);
  }
  std::int64_t first = 0, difference = 0, value = 0;
  if (!number(start, first) || !number(step, difference)) return std::nullopt;
  if (__builtin_mul_overflow(static_cast<std::int64_t>(i), difference, &value) ||
      __builtin_add_overflow(value, first, &value))
    return std::nullopt;
  return integer_in(fmt::format("{}", value), row);
}

/// `index`: 0, 1, 2, ...; `ramp(START,STEP)`. Nothing if the content is neither.
std::optional<Result<Buffer>> elements_of_sequence(std::string_view content, ElementType type, std::size_t count,
                                                   std::string_view argument) {
  constexpr std::string_view ramp = "ramp(";
  const bool is_ramp = content.starts_with(ramp) && content.ends_with(')');
  if (content != "index" && !is_ramp) return std::nullopt;
  std::string start = "0", step = "1";
  if (is_ramp) {
    const std::string_view inside = content.substr(ramp.size(), content.size() - ramp.size() - 1);
    const auto comma = std::min(inside.find(','), inside.size());
    start = inside.substr(0, comma);
    step = inside.substr(std::min(comma + 1, inside.size()));
  }
  Elements elements(type);
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = element_of_ramp(start, step, i, type);
    if (!bits) return usage(argument, fmt::format("element {} of {} is not a valid {}", i, content, to_string(type)));
    elements.add(*bits);
  }
  return elements.take();
}

bool is_text_file(std::string_view path) { return path.ends_with(".txt") || path.ends_with(".csv"); }

Result<Buffer> elements_of_file(const std::string& path, ElementType type, std::string_view argument) {
  const auto content = read_input(path);
  if (!content) return content.error();
  if (is_text_file(path)) return elements_of_list(*content, type, argument, path);
  if (content->size() % emulator::bytes_of(type) != 0)
    return usage(argument,
                 fmt::format("'{}' has {} bytes, no multiple of {}", path, content->size(), emulator::bytes_of(type)));
  return Buffer{type, {content->begin(), content->end()}};
}

/// What stands in "TYPE[COUNT]=CONTENT".
struct BufferText {
  ElementType type{};
  std::optional<std::size_t> count;
  std::string_view content;
};

Result<Buffer> same_everywhere(std::uint64_t bits, const BufferText& buffer) {
  Elements elements(buffer.type);
  for (std::size_t i = 0; i < *buffer.count; ++i) elements.add(bits);
  return elements.take();
}

Result<Buffer> content_of(const BufferText& buffer, std::string_view argument) {
  const std::string_view content = buffer.content;
  if (content.starts_with('@')) return elements_of_file(std::string(content.substr(1)), buffer.type, argument);
  if (content.starts_with("list(") && content.ends_with(')'))
    return elements_of_list(content.substr(5, content.size() - 6), buffer.type, argument);
  const bool is_list = content.find(',') != std::string_view::npos && content.find('(') == std::string_view::npos;
  if (is_list) return elements_of_list(content, buffer.type, argument);
  if (!buffer.count) return usage(argument, "how many elements? COUNT may only be left out before a list or @FILE");
  if (auto sequence = elements_of_sequence(content, buffer.type, *buffer.count, argument)) return std::move(*sequence);
  if (content.find('(') != std::string_view::npos)
    return elements_of_pattern(content, buffer.type, *buffer.count, argument);
  const auto bits = content.empty() ? std::optional<std::uint64_t>(0) : element_in(content, buffer.type);
  if (!bits) return usage(argument, fmt::format("'{}' is no {}", content, to_string(buffer.type)));
  return same_everywhere(*bits, buffer);
}

Result<Argument> parse_buffer(std::string_view argument, BufferText buffer, std::string_view count) {
  if (!count.empty()) {
    const auto parsed = integer_in(count, emulator::row_of(ElementType::u64));
    if (!parsed || *parsed == 0 || *parsed > most_bytes / emulator::bytes_of(buffer.type))
      return usage(argument, fmt::format("'{}' is no number of elements", count));
    buffer.count = *parsed;
  }
  auto elements = content_of(buffer, argument);
  if (!elements) return elements.error();
  if (buffer.count && elements->size() != *buffer.count)
    return usage(argument, fmt::format("{} elements are given for {}", elements->size(), *buffer.count));
  return Argument(std::move(elements).value());
}

}  // namespace

Result<Argument> parse_argument(std::string_view text) {
  const auto name_end = text.find_first_of(":[");
  const auto type = emulator::find_element_type(text.substr(0, name_end));
  if (!type) return usage(text, fmt::format("no type of {}", known_types()));
  if (name_end == std::string_view::npos) return usage(text, "a value is missing");
  const std::string_view rest = text.substr(name_end + 1);
  if (text[name_end] == ':') {
    const auto bits = element_in(rest, *type);
    if (!bits) return usage(text, fmt::format("'{}' is no {}", rest, to_string(*type)));
    return Argument(emulator::Scalar{*type, *bits});
  }
  const auto close = rest.find(']');
  const bool well_formed = close != std::string_view::npos && (close + 1 == rest.size() || rest[close + 1] == '=');
  if (!well_formed) return usage(text, "a buffer is TYPE[COUNT] or TYPE[COUNT]=CONTENT");
  const std::string_view content = close + 1 == rest.size() ? std::string_view() : rest.substr(close + 2);
  return parse_buffer(text, {*type, std::nullopt, content}, rest.substr(0, close));
}

}  // namespace reconverge::cli
