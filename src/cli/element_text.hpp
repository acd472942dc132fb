// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// "i8, u8, ..."
std::string known_types();

/// The name that --arg has for a type of C++, "i32" for "int const"; empty if it has none.
std::string_view name_of_type(std::string_view type);
/// "no type of i8, u8, ...", and which one a word means.
std::string no_type(std::string_view word);

/// The bits of a float, of its type's width.
std::uint64_t float_bits(emulator::ElementType type, double value);

/// Decimal within the type's range, or as many hexadecimal bits as the type holds.
std::optional<std::uint64_t> integer_in(std::string_view text, const emulator::ElementTypeRow& row);

/// The bits of one element of a type; nothing if the text is not a valid number of that type.
std::optional<std::uint64_t> element_in(std::string_view text, emulator::ElementType type);

/// A buffer while it is filled.
class Elements {
 public:
  explicit Elements(emulator::ElementType type) : type_(type) {}

  void add(std::uint64_t bits) {
    const std::size_t place = bytes_.size();
    bytes_.resize(place + emulator::bytes_of(type_));
    std::memcpy(bytes_.data() + place, &bits, emulator::bytes_of(type_));
  }
  std::size_t size() const { return bytes_.size() / emulator::bytes_of(type_); }
  emulator::Buffer take() { return {type_, std::move(bytes_)}; }

 private:
  emulator::ElementType type_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace reconverge::cli
