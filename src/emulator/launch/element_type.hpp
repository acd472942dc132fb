// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace reconverge::emulator {

/// Types of kernel arguments and of what buffers hold.
enum class ElementType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f16, bf16 };

struct ElementTypeRow {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
  bool is_signed;
  bool is_float;
};

/// By ElementType.
inline constexpr std::array element_types = {
    ElementTypeRow{ElementType::i8, "i8", 1, true, false},   ElementTypeRow{ElementType::u8, "u8", 1, false, false},
    ElementTypeRow{ElementType::i16, "i16", 2, true, false}, ElementTypeRow{ElementType::u16, "u16", 2, false, false},
    ElementTypeRow{ElementType::i32, "i32", 4, true, false}, ElementTypeRow{ElementType::u32, "u32", 4, false, false},
    ElementTypeRow{ElementType::i64, "i64", 8, true, false}, ElementTypeRow{ElementType::u64, "u64", 8, false, false},
    ElementTypeRow{ElementType::f32, "f32", 4, true, true},  ElementTypeRow{ElementType::f64, "f64", 8, true, true},
    ElementTypeRow{ElementType::f16, "f16", 2, true, true},  ElementTypeRow{ElementType::bf16, "bf16", 2, true, true},
};

constexpr const ElementTypeRow& row_of(ElementType type) { return element_types[static_cast<std::size_t>(type)]; }
constexpr std::size_t bytes_of(ElementType type) { return row_of(type).bytes; }
constexpr std::string_view to_string(ElementType type) { return row_of(type).name; }

constexpr std::optional<ElementType> find_element_type(std::string_view name) {
  for (const ElementTypeRow& row : element_types)
    if (row.name == name) return row.type;
  return std::nullopt;
}

}  // namespace reconverge::emulator
