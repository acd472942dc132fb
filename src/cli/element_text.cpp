// SPDX-License-Identifier: MIT
#include "cli/element_text.hpp"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/closest.hpp"
#include "emulator/arithmetic/rounding.hpp"

namespace reconverge::cli {

using emulator::Bfloat;
using emulator::ElementType;
using emulator::Half;

std::string known_types() {
  std::string names;
  for (const auto& row : emulator::element_types) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

std::string_view name_of_type(std::string_view type) {
  constexpr std::array<std::array<std::string_view, 2>, 25> names{
      {{"int", "i32"},       {"int32_t", "i32"},    {"unsigned", "u32"},       {"unsigned int", "u32"},
       {"uint", "u32"},      {"uint32_t", "u32"},   {"float", "f32"},          {"double", "f64"},
       {"half", "f16"},      {"__half", "f16"},     {"__nv_bfloat16", "bf16"}, {"long", "i64"},
       {"long long", "i64"}, {"int64_t", "i64"},    {"unsigned long", "u64"},  {"unsigned long long", "u64"},
       {"uint64_t", "u64"},  {"size_t", "u64"},     {"short", "i16"},          {"unsigned short", "u16"},
       {"char", "i8"},       {"signed char", "i8"}, {"unsigned char", "u8"},   {"uint8_t", "u8"},
       {"bool", "u8"}}};
  if (type.ends_with(" const")) type.remove_suffix(6);
  for (const auto& [known, name] : names)
    if (type == known) return name;
  return {};
}

std::string no_type(std::string_view word) {
  std::string near(name_of_type(word));
  std::vector<std::string> names;
  for (const auto& row : emulator::element_types) names.emplace_back(row.name);
  if (near.empty()) near = core::closest(word, names);
  return fmt::format("no type of {}{}", known_types(), near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

std::uint64_t float_bits(ElementType type, double value) {
  if (type == ElementType::f64) return std::bit_cast<std::uint64_t>(value);
  if (type == ElementType::f16) return emulator::Half::round(value);
  if (type == ElementType::bf16) return emulator::Bfloat::round(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

namespace {

std::optional<std::uint64_t> float_in(std::string_view text, ElementType type) {
  double value = 0;
  float single = 0;
  const char* last = text.data() + text.size();
  const auto parse = [&](auto& number) {
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc{} && end == last && !text.empty();
  };
  if (type == ElementType::f64) return parse(value) ? std::optional(float_bits(type, value)) : std::nullopt;
  if (type == ElementType::f32) return parse(single) ? std::optional(float_bits(type, single)) : std::nullopt;
  if (!parse(value)) return std::nullopt;
  const std::uint64_t bits = float_bits(type, value);
  const bool is_infinite = (bits & 0x7FFF) == (type == ElementType::f16 ? Half::infinity : Bfloat::infinity);
  return is_infinite && std::isfinite(value) ? std::nullopt : std::optional(bits);  // beyond its range
}

}  // namespace

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

}  // namespace reconverge::cli
