// SPDX-License-Identifier: MIT
#include "sass/parameter_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "core/text.hpp"
#include "sass/cursor.hpp"

namespace reconverge::sass {
namespace {

using core::trimmed;

using Parameters = std::map<std::uint32_t, Parameter>;  ///< by ordinal

/// The hexadecimal number after the first `name` in a text, blanks and a colon between.
std::optional<std::uint32_t> number_after(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + name.size());
  text = trimmed(text);
  if (text.starts_with(':')) text = trimmed(text.substr(1));
  if (!text.starts_with("0x")) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// Reads the attributes of one kernel line by line, in either form.
class Attributes {
 public:
  void read(std::string_view line) {
    if (line.starts_with("//----- nvinfo")) return begin(line.ends_with("EIATTR_KPARAM_INFO"), true);
    if (line.starts_with("Attribute:")) return begin(line.ends_with("EIATTR_KPARAM_INFO"), false);
    if (!is_parameter_) return;
    if (is_bytes_) return add_bytes(line);
    const auto ordinal = number_after(line, "Ordinal"), offset = number_after(line, "Offset"),
               size = number_after(line, "Size");
    if (ordinal && offset && size) add(*ordinal, {*offset, *size});
  }

  /// All of them; nothing if there are gaps or what was read makes no sense.
  std::optional<std::vector<Parameter>> finish() {
    begin(false, false);
    if (broken_ || parameters_.empty()) return std::nullopt;
    std::vector<Parameter> list;
    for (const auto& [ordinal, parameter] : parameters_) {
      if (ordinal != list.size()) return std::nullopt;
      list.push_back(parameter);
    }
    return list;
  }

 private:
  void begin(bool is_parameter, bool is_bytes) {
    constexpr std::size_t whole = 12;
    if (is_parameter_ && is_bytes_) {
      if (bytes_.size() == whole) add(word(4) & 0xFFFF, {word(4) >> 16, word(8) >> 18});
      else broken_ = true;
    }
    bytes_.clear();
    is_parameter_ = is_parameter;
    is_bytes_ = is_bytes;
    head_passed_ = false;
  }

  void add(std::uint32_t ordinal, Parameter parameter) {
    broken_ = broken_ || !parameters_.try_emplace(ordinal, parameter).second;
  }

  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{bytes_[at + i]} << (8 * i);
    return value;
  }

  /// `/*000c*/ .word 0x00000000`; the length of the attribute, `.short (.L_2 - .L_1)`, precedes its value.
  void add_bytes(std::string_view line) {
    if (line.starts_with("/*")) line = trimmed(line.substr(std::min(line.find("*/"), line.size() - 2) + 2));
    const std::string_view name = line.substr(0, line.find_first_of(" \t"));
    const std::size_t width = name == ".byte" ? 1 : name == ".short" ? 2 : name == ".word" ? 4 : 0;
    if (width == 0) return;
    std::string_view rest = line.substr(name.size());
    if (!head_passed_) {
      head_passed_ = rest.find('(') != std::string_view::npos || trimmed(rest) == "0x000c";
      return;
    }
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const auto value = number_after(rest.substr(0, comma), "");
      if (!value || bytes_.size() > 12) {
        broken_ = true;
        return;
      }
      for (std::size_t i = 0; i < width; ++i) bytes_.push_back(static_cast<std::uint8_t>(*value >> (8 * i)));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }

  Parameters parameters_;
  std::vector<std::uint8_t> bytes_;
  bool is_parameter_ = false;
  bool is_bytes_ = false;
  bool head_passed_ = false;
  bool broken_ = false;
};

}  // namespace

std::optional<std::vector<Parameter>> parameter_table(std::string_view text, std::string_view kernel) {
  const std::string of_dump = fmt::format(".nv.info.{}", kernel);  // as cuobjdump heads it
  Attributes attributes;
  bool inside = false;
  std::size_t sections = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_section = line.starts_with(".section") && line.size() > 8 && is_blank(line[8]);
    const bool opens =
        line == of_dump || (is_section && trimmed(line.substr(8)).substr(0, of_dump.size() + 1) == of_dump + ",");
    if (opens) {
      inside = true;
      ++sections;
    } else if (is_section || line.starts_with(".nv.") || line.starts_with(".text.") || line.starts_with("code for ")) {
      inside = false;
    }
    if (inside) attributes.read(line);
  }
  return sections == 1 ? attributes.finish() : std::nullopt;
}

}  // namespace reconverge::sass
