// SPDX-License-Identifier: MIT
#include "cli/buffer_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cli/element_text.hpp"
#include "cli/input.hpp"
#include "cli/npy.hpp"
#include "core/closest.hpp"
#include "core/lane_pattern.hpp"
#include "core/usage_error.hpp"

namespace reconverge::cli {

using core::Result;
using emulator::Buffer;
using emulator::ElementType;

core::Diagnostic wrong_argument(std::string_view argument, std::string_view what) {
  return core::usage_error(
      fmt::format("{}: {}", argument, what),
      "i32:5, 'i32[32]=staircase(2)', 'f32[64]', '{f32:1,i32:2}'; `reconverge emulate --help` has all forms");
}

namespace {

/// A larger one would be a mistake rather than a launch.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// The parts of "TYPE[COUNT]=CONTENT".
struct BufferText {
  ElementType type{};
  std::optional<std::size_t> count;
  std::string_view content;
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
          return failure(at,
                         fmt::format("element {}, '{}', is not a valid {}", elements_.size(), word, to_string(type_)));
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
    return failure(at, fmt::format("element {} is missing: nothing {} a comma", elements_.size(),
                                   awaits_number_ ? "after" : "before"));
  }

  /// Says where in a file it is.
  core::Diagnostic failure(std::size_t at, const std::string& what) const {
    core::Diagnostic diagnostic = wrong_argument(argument_, what);
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

Result<Buffer> elements_of_reals(const Result<std::vector<double>>& reals, std::string_view pattern, ElementType type,
                                 std::string_view argument) {
  if (!reals) return reals.error();
  if (!emulator::row_of(type).is_float)
    return wrong_argument(argument,
                          fmt::format("{} has a decimal point, and {} holds whole numbers", pattern, to_string(type)));
  Elements elements(type);
  for (const double real : *reals) elements.add(float_bits(type, real));
  return elements.take();
}

/// Patterns give 32 bits, which are a number below 0 only where the pattern names one.
Result<Buffer> elements_of_pattern(std::string_view pattern, ElementType type, std::size_t count,
                                   std::string_view argument) {
  if (const auto reals = core::parse_random_reals(pattern, count))
    return elements_of_reals(*reals, pattern, type, argument);
  const auto values = core::parse_pattern(pattern, count);
  if (!values) return values.error();
  const bool below_zero = pattern.find('-') != std::string_view::npos;
  Elements elements(type);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t word = (*values)[i];
    const std::int64_t value = below_zero ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
    const auto bits = converted(value, type);
    if (!bits)
      return wrong_argument(argument,
                            fmt::format("element {} of the pattern, {}, is not a valid {}", i, value, to_string(type)));
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
    return element_in(fmt::format("{}", first + static_cast<double>(i) * difference), type);
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
    if (!bits)
      return wrong_argument(argument, fmt::format("element {} of {} is not a valid {}", i, content, to_string(type)));
    elements.add(*bits);
  }
  return elements.take();
}

bool is_text_file(std::string_view path) { return path.ends_with(".txt") || path.ends_with(".csv"); }

Result<Buffer> elements_of_file(const std::string& path, ElementType type, std::string_view argument) {
  const auto content = read_input(path);
  if (!content) return content.error();
  if (is_npy(path)) return read_npy(*content, path, type);
  if (is_text_file(path)) return elements_of_list(*content, type, argument, path);
  if (content->size() % emulator::bytes_of(type) != 0)
    return wrong_argument(argument, fmt::format("'{}' has {} bytes, not a multiple of {}", path, content->size(),
                                                emulator::bytes_of(type)));
  return Buffer{type, {content->begin(), content->end()}};
}

Result<Buffer> same_everywhere(std::uint64_t bits, const BufferText& buffer) {
  Elements elements(buffer.type);
  for (std::size_t i = 0; i < *buffer.count; ++i) elements.add(bits);
  return elements.take();
}

/// "; did you mean 'index'?"
std::string name_of_content(std::string_view content) {
  static const std::vector<std::string> names{"index"};
  const std::string near = core::closest(content, names);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

Result<Buffer> content_of(const BufferText& buffer, std::string_view argument) {
  const std::string_view content = buffer.content;
  if (content.starts_with('@')) return elements_of_file(std::string(content.substr(1)), buffer.type, argument);
  if (content.starts_with("list(") && content.ends_with(')'))
    return elements_of_list(content.substr(5, content.size() - 6), buffer.type, argument);
  const bool is_list = content.find(',') != std::string_view::npos && content.find('(') == std::string_view::npos;
  if (is_list) return elements_of_list(content, buffer.type, argument);
  if (!buffer.count)
    return wrong_argument(argument, "how many elements? COUNT may only be left out before a list or @FILE");
  if (auto sequence = elements_of_sequence(content, buffer.type, *buffer.count, argument)) return std::move(*sequence);
  if (content.find('(') != std::string_view::npos)
    return elements_of_pattern(content, buffer.type, *buffer.count, argument);
  const auto bits = content.empty() ? std::optional<std::uint64_t>(0) : element_in(content, buffer.type);
  if (!bits)
    return wrong_argument(
        argument, fmt::format("'{}' is not a valid {}{}", content, to_string(buffer.type), name_of_content(content)));
  return same_everywhere(*bits, buffer);
}

}  // namespace

Result<Buffer> parse_buffer(std::string_view text, std::string_view argument) {
  const auto bracket = std::min(text.find('['), text.size());
  const auto type = emulator::find_element_type(text.substr(0, bracket));
  if (!type) return wrong_argument(argument, no_type(text.substr(0, bracket)));
  const std::string_view rest = text.substr(std::min(bracket + 1, text.size()));
  const auto close = rest.find(']');
  const bool well_formed = close != std::string_view::npos && (close + 1 == rest.size() || rest[close + 1] == '=');
  if (!well_formed) return wrong_argument(argument, "a buffer is TYPE[COUNT] or TYPE[COUNT]=CONTENT");
  BufferText buffer{*type, std::nullopt, close + 1 == rest.size() ? std::string_view() : rest.substr(close + 2)};
  if (const std::string_view count = rest.substr(0, close); !count.empty()) {
    const auto parsed = integer_in(count, emulator::row_of(ElementType::u64));
    if (!parsed || *parsed == 0 || *parsed > most_bytes / emulator::bytes_of(buffer.type))
      return wrong_argument(argument, fmt::format("'{}' is not a valid number of elements", count));
    buffer.count = *parsed;
  }
  auto elements = content_of(buffer, argument);
  if (!elements) return elements.error();
  if (buffer.count && elements->size() != *buffer.count)
    return wrong_argument(argument, fmt::format("{} elements are given for {}", elements->size(), *buffer.count));
  return elements;
}

}  // namespace reconverge::cli
