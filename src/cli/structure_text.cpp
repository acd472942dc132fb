// SPDX-License-Identifier: MIT
#include "cli/structure_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>

#include "cli/buffer_text.hpp"
#include "cli/element_text.hpp"
#include "cli/input.hpp"

namespace reconverge::cli {
namespace {

using core::Result;
using emulator::Structure;

constexpr std::size_t pointer_bytes = 8;
constexpr int deepest = 32;
constexpr std::string_view bytes_prefix = "bytes:@";

/// Adds members one after the other where C puts them.
class Layout {
 public:
  void add(Structure member, const std::string& name) {
    pad(member.alignment);
    for (emulator::Pointer& pointer : member.pointers) {
      pointer.at += whole_.bytes.size();
      pointer.member = pointer.member.empty() ? name : name + "." + pointer.member;
      whole_.pointers.push_back(std::move(pointer));
    }
    whole_.bytes.insert(whole_.bytes.end(), member.bytes.begin(), member.bytes.end());
    whole_.alignment = std::max(whole_.alignment, member.alignment);
  }
  Structure finish() {
    pad(whole_.alignment);
    return std::move(whole_);
  }

 private:
  void pad(std::size_t alignment) {
    whole_.bytes.resize((whole_.bytes.size() + alignment - 1) / alignment * alignment);
  }

  Structure whole_;
};

/// The text up to the first comma that no bracket encloses; the rest begins after it. A list between commas has to be
/// written list(...).
std::string_view take_member(std::string_view& text) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) break;
  }
  const std::string_view member = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return member;
}

Structure of_scalar(emulator::ElementType type, std::uint64_t bits) {
  Structure value{.bytes = std::vector<std::uint8_t>(emulator::bytes_of(type)), .alignment = emulator::bytes_of(type)};
  std::memcpy(value.bytes.data(), &bits, value.bytes.size());
  return value;
}

/// `&1`, `&1+256`, `&f32[64]=1`: the argument that is pointed into is checked when all are known.
Result<Structure> parse_pointer(std::string_view text, std::string_view argument) {
  Structure value{.bytes = std::vector<std::uint8_t>(pointer_bytes), .alignment = pointer_bytes};
  emulator::Pointer pointer;
  const std::string_view target = text.substr(1);
  if (target.find('[') != std::string_view::npos) {
    auto buffer = parse_buffer(target, argument);
    if (!buffer) return buffer.error();
    pointer.buffer = std::move(buffer).value();
  } else {
    const char* last = target.data() + target.size();
    auto [end, error] = std::from_chars(target.data(), last, pointer.argument);
    bool right = error == std::errc{};
    if (right && end != last && *end == '+') {
      const auto offset = integer_in(std::string_view(end + 1, last), emulator::row_of(emulator::ElementType::u64));
      right = offset.has_value();
      pointer.offset = offset.value_or(0);
    } else {
      right = right && end == last;
    }
    if (!right)
      return wrong_argument(argument,
                            fmt::format("'{}' is not a pointer: &ARGUMENT, &ARGUMENT+BYTES, &TYPE[COUNT]=...", text));
  }
  value.pointers.push_back(std::move(pointer));
  return value;
}

Result<Structure> parse_file(std::string_view text, std::string_view argument) {
  const std::string path(text.substr(bytes_prefix.size()));
  const auto content = read_input(path);
  if (!content) return content.error();
  if (content->empty()) return wrong_argument(argument, fmt::format("'{}' is empty", path));
  // Only the kernel knows the alignment of the file's content; one that its size allows is right for most.
  std::size_t alignment = 8;
  while (content->size() % alignment != 0) alignment /= 2;
  return Structure{.bytes = {content->begin(), content->end()}, .alignment = alignment};
}

Result<Structure> parse_member(std::string_view text, std::string_view argument, int depth);

Result<Structure> parse_members(std::string_view text, std::string_view argument, int depth) {
  if (!text.ends_with('}')) return wrong_argument(argument, "a structure is closed by '}'");
  if (depth > deepest) return wrong_argument(argument, fmt::format("structures of more than {} levels", deepest));
  std::string_view inside = text.substr(1, text.size() - 2);
  Layout layout;
  for (std::size_t i = 0; i == 0 || !inside.empty(); ++i) {
    const bool ends_with_comma = inside.ends_with(',');
    const std::string_view text_of_member = take_member(inside);
    if (text_of_member.empty() || (ends_with_comma && inside.empty()))
      return wrong_argument(argument, fmt::format("member {} of a structure is missing", i));
    auto member = parse_member(text_of_member, argument, depth);
    if (!member) return member.error();
    layout.add(std::move(member).value(), std::to_string(i));
  }
  return layout.finish();
}

Result<Structure> parse_member(std::string_view text, std::string_view argument, int depth) {
  if (text.starts_with('{')) return parse_members(text, argument, depth + 1);
  if (text.starts_with('&')) return parse_pointer(text, argument);
  if (text.starts_with(bytes_prefix)) return parse_file(text, argument);
  const auto name_end = std::min(text.find_first_of(":["), text.size());
  if (text.substr(name_end, 1) == "[") {
    auto array = parse_buffer(text, argument);
    if (!array) return array.error();
    return Structure{.bytes = std::move(array->bytes), .alignment = emulator::bytes_of(array->type)};
  }
  const auto type = emulator::find_element_type(text.substr(0, name_end));
  if (!type) return wrong_argument(argument, fmt::format("'{}': {}", text, no_type(text.substr(0, name_end))));
  const std::string_view value = text.substr(std::min(name_end + 1, text.size()));
  const auto bits = element_in(value, *type);
  if (!bits) return wrong_argument(argument, fmt::format("'{}' is not a valid {}", value, to_string(*type)));
  return of_scalar(*type, *bits);
}

}  // namespace

bool is_structure(std::string_view text) {
  return text.starts_with('{') || text.starts_with('&') || text.starts_with(bytes_prefix);
}

Result<Structure> parse_structure(std::string_view text, std::string_view argument) {
  return parse_member(text, argument, 0);
}

}  // namespace reconverge::cli
