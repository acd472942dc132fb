// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string_view>

/// Floating point that does not depend on the machine's modes: a result is computed exactly or rounded
/// to odd in double precision, and rounded once more to where it goes. Rounding to odd keeps the last
/// bit set if anything was lost, so that the second rounding is right as long as it drops two bits or
/// more (Boldo and Melquiond, "When double rounding is odd", 2005).
namespace reconverge::emulator {

/// .RN (the default), .RM, .RP, .RZ.
enum class Rounding : std::uint8_t { nearest, down, up, zero };
inline constexpr std::array<std::string_view, 4> rounding_names = {"RN", "RM", "RP", "RZ"};

/// The sum of two doubles, rounded to odd. `rounding`, of the number it will become, decides the sign
/// of a sum that is zero: downward, only +0 and +0 give +0.
inline double odd_sum(double a, double b, Rounding rounding = Rounding::nearest) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  if (sum == 0 && rounding == Rounding::down) return std::signbit(a) || std::signbit(b) ? -0.0 : 0.0;
  // The rounding error of the addition (Knuth's two-sum).
  const double back = sum - a;
  const double lost = (a - (sum - back)) + (b - back);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (lost == 0 || (bits & 1) != 0) return sum;
  return std::bit_cast<double>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/// A 64-bit magnitude as a double, rounded to odd.
inline double odd_double(std::uint64_t magnitude) {
  const int dropped = static_cast<int>(std::bit_width(magnitude)) - 53;
  if (dropped <= 0) return static_cast<double>(magnitude);
  const std::uint64_t lost = magnitude & ((std::uint64_t{1} << dropped) - 1);
  return std::ldexp(static_cast<double>(magnitude >> dropped | (lost != 0 ? 1 : 0)), dropped);
}

/// A binary format narrower than double: its bits, of which `fraction_bits` are the fraction.
template <typename WordType, int fraction_bits, int exponent_bits, std::uint32_t nan_bits> struct Format {
  using Word = WordType;
  static constexpr int largest_exponent = (1 << (exponent_bits - 1)) - 1;
  static constexpr int least_exponent = 1 - largest_exponent;
  static constexpr Word sign = Word{1} << (fraction_bits + exponent_bits);
  static constexpr Word infinity = static_cast<Word>(((1u << exponent_bits) - 1) << fraction_bits);
  static constexpr Word one = static_cast<Word>(std::uint32_t{largest_exponent} << fraction_bits);
  static constexpr Word nan = static_cast<Word>(nan_bits);  ///< of every result that is a NaN

  /// Rounds a double, which is exact or rounded to odd.
  static Word round(double value, Rounding rounding = Rounding::nearest) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const bool negative = bits >> 63 != 0;
    const Word signed_zero = negative ? sign : Word{0};
    if (std::isnan(value)) return nan;
    if (std::isinf(value)) return signed_zero | infinity;
    if (value == 0) return signed_zero;
    return static_cast<Word>(signed_zero | magnitude(bits & ~(std::uint64_t{1} << 63), negative, rounding));
  }

  static double value(Word word) {
    const bool negative = (word & sign) != 0;
    const std::uint32_t magnitude_bits = word & static_cast<Word>(~sign);
    double result = 0;
    if (magnitude_bits > infinity) return std::nan("");
    if (magnitude_bits == infinity) {
      result = HUGE_VAL;
    } else if (const std::uint32_t exponent = magnitude_bits >> fraction_bits; exponent != 0) {
      const std::uint64_t biased = exponent + std::uint64_t{1023 - largest_exponent};
      const std::uint64_t fraction = magnitude_bits & ((1u << fraction_bits) - 1);
      result = std::bit_cast<double>(biased << 52 | fraction << (52 - fraction_bits));
    } else {
      result = static_cast<double>(magnitude_bits) *
               std::bit_cast<double>(std::uint64_t(1023 + least_exponent - fraction_bits) << 52);
    }
    return negative ? -result : result;
  }

  static constexpr bool is_nan(Word word) { return (word & static_cast<Word>(~sign)) > infinity; }
  /// Denormals become zero of the same sign, as with .FTZ.
  static constexpr Word flushed(Word word) { return (word & infinity) == 0 ? word & sign : word; }
  /// .SAT: into 0..1; a NaN becomes 0.
  static constexpr Word saturated(Word word) {
    if (is_nan(word) || (word & sign) != 0) return 0;
    return word > one ? one : word;
  }

 private:
  /// The carry of a fraction that rounds up runs into the exponent, and at last into infinity.
  static std::uint64_t magnitude(std::uint64_t bits, bool negative, Rounding rounding) {
    const int exponent = static_cast<int>(bits >> 52) - 1023;
    const int target = exponent < least_exponent ? least_exponent : exponent;
    const std::uint64_t fraction =
        (bits & ((std::uint64_t{1} << 52) - 1)) | (exponent > -1023 ? std::uint64_t{1} << 52 : 0);
    const int dropped = 52 - fraction_bits + target - exponent;
    const int shift = dropped < 63 ? dropped : 63;
    const std::uint64_t rest = fraction & ((std::uint64_t{1} << shift) - 1);
    std::uint64_t kept = fraction >> shift;
    kept += rounds_away(rest, std::uint64_t{1} << (shift - 1), kept, negative, rounding) ? 1 : 0;
    const std::uint64_t result = kept + (static_cast<std::uint64_t>(target - least_exponent) << fraction_bits);
    if (result < infinity) return result;
    return rounds_away(1, 1, 1, negative, rounding) ? infinity : std::uint64_t{infinity} - 1;
  }

  static constexpr bool rounds_away(std::uint64_t rest, std::uint64_t half, std::uint64_t kept, bool negative,
                                    Rounding rounding) {
    switch (rounding) {
      case Rounding::nearest: return rest > half || (rest == half && (kept & 1) != 0);
      case Rounding::down: return negative && rest != 0;
      case Rounding::up: return !negative && rest != 0;
      case Rounding::zero: break;
    }
    return false;
  }
};

using Single = Format<std::uint32_t, 23, 8, 0x7FFF'FFFF>;
using Half = Format<std::uint16_t, 10, 5, 0x7FFF>;
using Bfloat = Format<std::uint16_t, 7, 8, 0x7FFF>;

/// a * b + c in double precision, rounded once.
double fused_double(double a, double b, double c, Rounding rounding);

/// The NaN of a double-precision result, as sm_90 gives it: the first of its operands that is one, made quiet, else
/// the default.
inline std::uint64_t nan_among(std::initializer_list<std::uint64_t> operands) {
  constexpr std::uint64_t quiet_bit = std::uint64_t{1} << 51, default_nan = 0xFFF8'0000'0000'0000;
  for (const std::uint64_t operand : operands)
    if (std::isnan(std::bit_cast<double>(operand))) return operand | quiet_bit;
  return default_nan;
}

/// A value rounded to an integer; nearest is to even.
inline double to_integral(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest: return std::nearbyint(value);
    case Rounding::down: return std::floor(value);
    case Rounding::up: return std::ceil(value);
    case Rounding::zero: break;
  }
  return std::trunc(value);
}

}  // namespace reconverge::emulator
