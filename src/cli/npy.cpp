// SPDX-License-Identifier: MIT
// The format: numpy.lib.format, "NPY format specification".
#include "cli/npy.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace reconverge::cli {
namespace {

using core::Result;
using emulator::Buffer;
using emulator::ElementType;

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t before_length = 8;  ///< magic and version

/// How the header names elements, without the byte order.
struct ElementName {
  std::string_view name;
  ElementType type;
};
constexpr std::array element_names = {
    ElementName{"i1", ElementType::i8},   ElementName{"u1", ElementType::u8},  ElementName{"i2", ElementType::i16},
    ElementName{"u2", ElementType::u16},  ElementName{"i4", ElementType::i32}, ElementName{"u4", ElementType::u32},
    ElementName{"i8", ElementType::i64},  ElementName{"u8", ElementType::u64}, ElementName{"f4", ElementType::f32},
    ElementName{"f8", ElementType::f64},  ElementName{"f2", ElementType::f16}, ElementName{"b1", ElementType::u8},
    ElementName{"V2", ElementType::bf16},
};

core::Diagnostic wrong_file(const std::string& path, std::string why, std::string hint = "numpy.save writes them") {
  return {.failure = core::Failure::input,
          .message = fmt::format("'{}' is not a .npy file that can be read: {}", path, why),
          .hint = std::move(hint),
          .where = {path, 0, 0}};
}

/// The header: a Python dictionary of three entries.
struct Header {
  std::string_view descr, order, shape;
};

/// The text of a value after `'key':`, up to the comma or brace that ends it; empty if there is no such key.
std::string_view value_of(std::string_view header, std::string_view key) {
  const auto at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  int depth = 0;
  std::size_t end = 0;
  for (; end < rest.size(); ++end) {
    const char c = rest[end];
    if (depth == 0 && (c == ',' || c == '}')) break;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
  }
  return rest.substr(0, end);
}

/// `(3, 4)`, `(3,)`, `()`; nothing if it is not a tuple of lengths.
std::optional<std::vector<std::size_t>> lengths_in(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<std::size_t> lengths;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (word.empty() && text.empty()) break;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), length);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    lengths.push_back(length);
  }
  return lengths;
}

/// How many bytes they hold; nothing if no file is so large.
std::optional<std::size_t> bytes_in(const std::vector<std::size_t>& shape, std::size_t element) {
  std::size_t bytes = element;
  for (const std::size_t length : shape)
    if (__builtin_mul_overflow(bytes, length, &bytes)) return std::nullopt;
  return bytes;
}

std::optional<ElementType> type_in(std::string_view name) {
  const auto found = std::ranges::find(element_names, name, &ElementName::name);
  return found == element_names.end() ? std::nullopt : std::optional(found->type);
}

Result<ElementType> element_of(std::string_view descr, const std::string& path, std::optional<ElementType> wanted) {
  if (descr.size() < 4 || descr.front() != '\'' || descr.back() != '\'')
    return wrong_file(path, "its elements are records", "write the columns one by one");
  const std::string_view name = descr.substr(1, descr.size() - 2);
  const auto type = type_in(name.substr(1));
  if (!type)
    return wrong_file(path, fmt::format("its elements are '{}'", name),
                      "array.astype(...) to integers or floats of at most 8 bytes");
  if (name.front() == '>' && emulator::bytes_of(*type) > 1)
    return wrong_file(path, "its elements are big endian", "array.astype(array.dtype.newbyteorder('<'))");
  if (wanted && *wanted != *type)
    return wrong_file(path, fmt::format("its elements are {}, not {}", to_string(*type), to_string(*wanted)),
                      "leave the type to the file: --arg @FILE.npy");
  return *type;
}

}  // namespace

bool is_npy(std::string_view path) { return path.ends_with(".npy"); }

Result<Buffer> read_npy(std::string_view content, const std::string& path, std::optional<ElementType> wanted) {
  if (!content.starts_with(magic) || content.size() < before_length + 4) return wrong_file(path, "it has another form");
  const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(content[at])}; };
  const std::size_t version = byte(6), width = version == 1 ? 2 : 4;
  if (version < 1 || version > 3)
    return wrong_file(path, fmt::format("its version is {}", version), "versions 1 to 3 are read");
  std::size_t length = 0;
  for (std::size_t i = 0; i < width; ++i) length |= byte(before_length + i) << (8 * i);
  const std::size_t begin = before_length + width;
  if (content.size() - begin < length) return wrong_file(path, "it ends within its header");
  const std::string_view text = content.substr(begin, length);
  const Header header{value_of(text, "descr"), value_of(text, "fortran_order"), value_of(text, "shape")};
  const auto shape = lengths_in(header.shape);
  if (!shape || header.descr.empty()) return wrong_file(path, "its header does not say what it holds");
  const auto type = element_of(header.descr, path, wanted);
  if (!type) return type.error();
  if (header.order != "False" && shape->size() > 1)
    return wrong_file(path, "its elements are in Fortran order", "numpy.ascontiguousarray(array)");
  const std::string_view elements = content.substr(begin + length);
  const auto bytes = bytes_in(*shape, emulator::bytes_of(*type));
  if (!bytes || *bytes != elements.size())
    return wrong_file(path, fmt::format("its shape {} does not fit its {} bytes", header.shape, elements.size()));
  if (elements.empty()) return wrong_file(path, "it holds no element");
  return Buffer{*type, {elements.begin(), elements.end()}, *shape};
}

std::string to_npy(const Buffer& buffer) {
  const auto named = std::ranges::find(element_names, buffer.type, &ElementName::type);
  const char order = emulator::bytes_of(buffer.type) == 1 || buffer.type == ElementType::bf16 ? '|' : '<';
  std::vector<std::size_t> shape = buffer.shape;
  if (shape.empty()) shape.push_back(buffer.size());
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}", order, named->name,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t alignment = 64;
  const std::size_t unpadded = before_length + 2 + header.size() + 1;
  header.append((alignment - unpadded % alignment) % alignment, ' ');
  header += '\n';
  std::string file(magic);
  file += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  file.append(buffer.bytes.begin(), buffer.bytes.end());
  return file;
}

}  // namespace reconverge::cli
