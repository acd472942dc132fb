// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The inputs of probes/matrix/products.cu, drawn by form, test and place: the probe and the test that holds the
/// emulator against its results draw the same ones.
namespace matrix_inputs {

enum class Type : std::uint8_t { f16, bf16, tf32, f32, f64, s8, s32 };

struct Form {
  const char* name;  ///< as SASS writes it, behind the opcode
  Type multiplicands;
  Type sums;
  unsigned a_words, b_words, c_words;  ///< a lane's registers
};

inline constexpr Form forms[] = {
    {"HMMA.1688.F16", Type::f16, Type::f16, 2, 1, 2},        {"HMMA.16816.F16", Type::f16, Type::f16, 4, 2, 2},
    {"HMMA.1688.F32", Type::f16, Type::f32, 2, 1, 4},        {"HMMA.16816.F32", Type::f16, Type::f32, 4, 2, 4},
    {"HMMA.1688.F32.BF16", Type::bf16, Type::f32, 2, 1, 4},  {"HMMA.16816.F32.BF16", Type::bf16, Type::f32, 4, 2, 4},
    {"HMMA.1684.F32.TF32", Type::tf32, Type::f32, 2, 1, 4},  {"HMMA.1688.F32.TF32", Type::tf32, Type::f32, 4, 2, 4},
    {"DMMA.8x8x4", Type::f64, Type::f64, 2, 2, 4},           {"DMMA.16x8x4", Type::f64, Type::f64, 4, 2, 8},
    {"DMMA.16x8x8", Type::f64, Type::f64, 8, 4, 8},          {"DMMA.16x8x16", Type::f64, Type::f64, 16, 8, 8},
    {"IMMA.16832.S8.S8.SAT", Type::s8, Type::s32, 4, 2, 4},
};
inline constexpr unsigned form_count = sizeof forms / sizeof forms[0];
inline constexpr unsigned kinds = 8;  ///< of inputs; test t is of kind t % kinds

/// Bits that depend on every argument (the finaliser of SplitMix64, run twice).
inline std::uint64_t random_bits(std::uint64_t form, std::uint64_t test, std::uint64_t place) {
  std::uint64_t x = (form << 48) ^ (test << 24) ^ place;
  for (int round = 0; round < 2; ++round) {
    x += 0x9E37'79B9'7F4A'7C15u;
    x = (x ^ x >> 30) * 0xBF58'476D'1CE4'E5B9u;
    x = (x ^ x >> 27) * 0x94D0'49BB'1331'11EBu;
    x ^= x >> 31;
  }
  return x;
}

struct Shape {
  unsigned exponent, fraction;  ///< bits
};

inline Shape shape_of(Type type) {
  switch (type) {
    case Type::f16: return {5, 10};
    case Type::bf16: return {8, 7};
    case Type::tf32: return {8, 23};  // the lower 13 bits are there too: whether they count is a question
    case Type::f64: return {11, 52};
    default: return {8, 23};
  }
}

/// One number of a type, of the kind that a test asks for.
inline std::uint64_t draw(Type type, unsigned kind, bool is_sum, std::uint64_t bits) {
  if (type == Type::s8 || type == Type::s32) {
    if (!is_sum) return kind % 2 == 0 ? bits & 0xFF : (bits & 1) != 0 ? 0x7F : 0x80;
    return kind < 4 ? bits & 0xFFFF'FFFFu : (0x7FFF'FFFFu ^ (bits & 0x8000'00FFu));
  }
  const Shape shape = shape_of(type);
  const std::uint64_t sign = bits >> 63, fraction = bits & ((std::uint64_t{1} << shape.fraction) - 1);
  const std::uint64_t all = (std::uint64_t{1} << shape.exponent) - 1, bias = all / 2;
  const std::uint64_t drawn = bits >> 52 & 0x7FF;  // eleven bits beside the fraction's lowest
  const auto make = [&](std::uint64_t s, std::uint64_t exponent, std::uint64_t f) {
    return (s << shape.exponent | exponent) << shape.fraction | f;
  };
  const std::uint64_t half = type == Type::f16 || is_sum ? bias / 2 : bias / 4;
  switch (kind) {
    case 0: return make(sign, bias - drawn % 4, fraction);                              // near one
    case 1: return make(sign, bias - half / 2 + drawn % (half + 1), fraction);          // many exponents
    case 2: return make(sign, drawn & all, fraction);                                   // anything at all
    case 3: return make(sign, bias + (drawn % 3 == 0 ? half / 2 : 0) - drawn % 2, drawn % 5 == 0 ? fraction : 0);  // cancels
    case 4: return drawn % 4 == 0 ? make(sign, bias - drawn % 13, fraction) : make(sign, 0, 0);  // few products
    case 5: return make(drawn % 16 == 0 ? 1 : 0, is_sum ? all - 1 : bias + half - drawn % 2, fraction);  // overflows
    case 6: return make(sign, drawn % 3 == 0 ? bias - half : is_sum ? drawn % 3 : drawn % 2 * (bias / 2), fraction);  // subnormal
    default: return drawn % 32 == 0 ? make(sign, all, drawn % 64 == 0 ? fraction : 0)
                                    : make(sign, drawn % 2 == 0 ? 0 : bias, 0);         // zeros, infinities and NaN
  }
}

/// A register of a lane: `operand` 0 for a, 1 for b, 2 for c; `word` as the manual numbers them.
inline std::uint32_t word(unsigned form, unsigned test, unsigned operand, unsigned lane, unsigned word) {
  const Type type = operand == 2 ? forms[form].sums : forms[form].multiplicands;
  const unsigned kind = test % kinds;
  const auto place = [&](unsigned part) { return ((operand * 32 + lane) * 16 + word) * 4 + part; };
  const auto number = [&](unsigned part) { return draw(type, kind, operand == 2, random_bits(form, test, place(part))); };
  switch (type) {
    case Type::f16:
    case Type::bf16: return static_cast<std::uint32_t>(number(0) | number(1) << 16);
    case Type::s8: return static_cast<std::uint32_t>(number(0) | number(1) << 8 | number(2) << 16 | number(3) << 24);
    case Type::f64: {
      const unsigned first = word / 2 * 2;
      const std::uint64_t place64 = ((operand * 32 + lane) * 16 + first) * 4;
      const std::uint64_t value = draw(type, kind, operand == 2, random_bits(form, test, place64));
      return static_cast<std::uint32_t>(value >> 32 * (word % 2));
    }
    default: return static_cast<std::uint32_t>(number(0));
  }
}

}  // namespace matrix_inputs
