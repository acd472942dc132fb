// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/executable.hpp"
#include "emulator/opcodes/modifiers.hpp"

/// From which type to which an instruction converts, and how.
namespace reconverge::emulator::conversion {

enum class Type : std::uint8_t { u8, s8, u16, s16, u32, s32, u64, s64, f16, bf16, f32, f64 };
inline constexpr std::array<std::string_view, 8> integer_names = {"U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64"};
inline constexpr std::array<std::string_view, 4> float_names = {"F16", "BF16", "F32", "F64"};

constexpr bool is_pair(Type type) { return type == Type::u64 || type == Type::s64 || type == Type::f64; }
constexpr bool is_signed(Type type) { return (static_cast<unsigned>(type) & 1) != 0; }
constexpr unsigned bits_of_integer(Type type) { return 8u << (static_cast<unsigned>(type) / 2); }

inline std::optional<Type> take_type(Modifiers& modifiers, std::span<const std::string_view> names, Type first) {
  const int found = modifiers.take_one_of(names);
  return found < 0 ? std::nullopt : std::optional(static_cast<Type>(found + static_cast<int>(first)));
}
inline std::optional<Type> take_integer(Modifiers& modifiers) { return take_type(modifiers, integer_names, Type::u8); }
inline std::optional<Type> take_float(Modifiers& modifiers) { return take_type(modifiers, float_names, Type::f16); }

/// DecodedInstruction::variant of a conversion.
struct Conversion {
  Type to;
  Type from;
  Rounding rounding = Rounding::nearest;
  bool flush = false;        ///< .FTZ
  bool nan_to_zero = false;  ///< .NTZ
  bool saturate = false;     ///< .SAT
  bool integral = false;     ///< a float rounded to an integer, and still a float

  std::uint16_t packed() const {
    return static_cast<std::uint16_t>(
        static_cast<unsigned>(to) | static_cast<unsigned>(from) << 4 | static_cast<unsigned>(rounding) << 8 |
        (flush ? 1u << 10 : 0) | (nan_to_zero ? 1u << 11 : 0) | (saturate ? 1u << 12 : 0) | (integral ? 1u << 13 : 0));
  }
  static Conversion of(const DecodedInstruction& instruction) {
    const unsigned v = instruction.variant;
    const auto bit = [v](unsigned index) { return (v >> index & 1) != 0; };
    return {static_cast<Type>(v & 15),
            static_cast<Type>(v >> 4 & 15),
            static_cast<Rounding>(v >> 8 & 3),
            bit(10),
            bit(11),
            bit(12),
            bit(13)};
  }
};

}  // namespace reconverge::emulator::conversion
