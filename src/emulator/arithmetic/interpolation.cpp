// SPDX-License-Identifier: MIT
#include "emulator/arithmetic/interpolation.hpp"

#include <array>
#include <bit>
#include <span>

#include "emulator/arithmetic/interpolation_tables.hpp"
#include "emulator/arithmetic/rounding.hpp"

namespace reconverge::emulator::multi_function {
namespace {

constexpr int fraction_bits = 23;  ///< of an argument
constexpr std::uint32_t fraction_mask = (1u << fraction_bits) - 1;
constexpr int offset_bits = 17;  ///< of an argument in its interval
constexpr int value_bits = 41;   ///< of a value behind its point
constexpr std::uint64_t one = std::uint64_t{1} << value_bits;

/// x^2 / 2^19 for 17 bits, without the products of two bits that weigh less than 2^19: the unit does not add them.
std::int64_t truncated_square(std::uint32_t x) {
  constexpr int cut = 19;
  std::uint64_t sum = 0;
  for (int i = 0; i < offset_bits; ++i) {
    const std::uint64_t bit = x >> i & 1;
    const int partner = i + 1 > cut - 1 - i ? i + 1 : cut - 1 - i;  // the least bit whose product with bit i counts
    const std::uint64_t others = std::uint64_t{x} >> partner << partner;
    sum += bit * ((others << (i + 1)) + (2 * i >= cut ? std::uint64_t{1} << 2 * i : 0));
  }
  return static_cast<std::int64_t>(sum >> cut);
}

/// The polynomial at `offset`, in units of 2^-41. `bias` is what the function adds, in the same units, so that what is
/// cut off later is nearest on average.
std::uint64_t polynomial(const Coefficients& at, std::uint32_t offset, std::int64_t bias) {
  return static_cast<std::uint64_t>((std::int64_t{at.constant} << 15) + bias + std::int64_t{at.slope} * offset +
                                    std::int64_t{at.curvature} * truncated_square(offset) * 4);
}

/// The same for a fraction of 23 bits, the upper ones of which choose among intervals of equal width: 2^6, or 2^7,
/// whose offsets have a bit less.
std::uint64_t interpolated(std::span<const Coefficients> table, std::uint32_t fraction, std::int64_t bias) {
  const int index_bits = std::countr_zero(table.size());
  const std::uint32_t offset = fraction & ((1u << (fraction_bits - index_bits)) - 1);
  return polynomial(table[fraction >> (fraction_bits - index_bits)],
                    offset << (offset_bits - fraction_bits + index_bits), bias);
}

constexpr std::int64_t reciprocal_bias = 8092, root_bias = -2, power_bias = 16144, logarithm_bias = 6696, no_bias = 0;

/// The number value * 2^(exponent - 41), cut off to 24 bits; zero below the normal numbers, infinite above them.
std::uint32_t assembled(std::uint64_t value, int exponent, std::uint32_t sign = 0) {
  if (value == 0) return sign;
  const int top = static_cast<int>(std::bit_width(value)) - 1;
  const std::uint64_t fraction = top > fraction_bits ? value >> (top - fraction_bits) : value << (fraction_bits - top);
  const int biased = exponent + top - value_bits + 127;
  if (biased <= 0) return sign;
  if (biased >= 255) return sign | Single::infinity;
  return sign | static_cast<std::uint32_t>(biased) << fraction_bits |
         (static_cast<std::uint32_t>(fraction) & fraction_mask);
}

/// The parts of a single-precision number.
struct Parts {
  std::uint32_t sign;
  int exponent;  ///< without its bias
  std::uint32_t fraction;

  explicit Parts(std::uint32_t x)
      : sign(x & Single::sign),
        exponent(static_cast<int>(x >> fraction_bits & 0xFF) - 127),
        fraction(x & fraction_mask) {}
  bool zero() const { return exponent == -127; }  ///< or denormal
  bool infinite() const { return exponent == 128; }
};

/// |x| with `places` bits behind the point, cut off: modulo 2^64 if it has more.
std::uint64_t fixed_point(const Parts& x, int places) {
  if (x.zero()) return 0;
  const std::uint64_t number = x.fraction | std::uint64_t{1} << fraction_bits;
  const int shift = x.exponent + places - fraction_bits;
  if (shift >= 64 || shift <= -64) return 0;
  return shift >= 0 ? number << shift : number >> -shift;
}

/// sin of a quarter of a turn by its 2^23 steps, from `quarters` on.
std::uint32_t sine_from(std::uint32_t turns, unsigned quarters, bool odd) {
  constexpr std::uint64_t granule = 16;  // the sum ends at 2^-37
  const Parts x(turns);
  if (x.infinite()) return Single::nan;
  const std::uint64_t phase = fixed_point(x, fraction_bits + 2) + (std::uint64_t{quarters} << fraction_bits);
  const auto step = static_cast<std::uint32_t>(phase) & fraction_mask;
  const bool backwards = (phase >> fraction_bits & 1) != 0, negative = (phase >> fraction_bits & 2) != 0;
  const std::uint64_t value = interpolated(sine_table, backwards ? ~step & fraction_mask : step, no_bias);
  return assembled(value / granule * granule, 0, (odd ? x.sign : 0) ^ (negative ? Single::sign : 0));
}

/// value 2^(exponent - 41).
struct Scaled {
  std::uint64_t value;
  int exponent;
};

/// Of 1.fraction 2^exponent.
Scaled reciprocal_root_of(int exponent, std::uint32_t fraction) {
  const bool odd = (exponent & 1) != 0;
  const int half = (exponent - (odd ? 1 : 0)) / 2;
  if (!odd && fraction == 0) return {one, -half};  // 4^k is exact
  return {interpolated(odd ? reciprocal_root_of_odd_table : reciprocal_root_of_even_table, fraction, root_bias), -half};
}

}  // namespace

std::uint32_t reciprocal(std::uint32_t bits) {
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.infinite()) return x.sign;
  if (x.zero()) return x.sign | Single::infinity;
  return assembled(interpolated(reciprocal_table, x.fraction, reciprocal_bias), -x.exponent, x.sign);
}

std::uint32_t reciprocal_root(std::uint32_t bits) {
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.zero()) return x.sign | Single::infinity;
  if (x.sign != 0) return Single::nan;
  if (x.infinite()) return 0;
  const Scaled root = reciprocal_root_of(x.exponent, x.fraction);
  return assembled(root.value, root.exponent);
}

std::uint32_t square_root(std::uint32_t bits) {
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.zero()) return x.sign;
  if (x.sign != 0) return Single::nan;
  if (x.infinite()) return bits;
  const bool odd = (x.exponent & 1) != 0;
  return assembled(interpolated(odd ? root_of_odd_table : root_of_even_table, x.fraction, root_bias),
                   (x.exponent - (odd ? 1 : 0)) / 2);
}

std::uint32_t power_of_two(std::uint32_t bits) {
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.exponent >= 8) return x.sign != 0 ? 0 : Single::infinity;  // |x| >= 256
  auto fixed = static_cast<std::int64_t>(fixed_point(x, fraction_bits));
  // A negative number is inverted bit by bit, which takes one from its last place, unless it is an integer.
  if (x.sign != 0) fixed = (fixed & fraction_mask) == 0 ? -fixed : ~fixed;
  return assembled(interpolated(power_table, static_cast<std::uint32_t>(fixed) & fraction_mask, power_bias),
                   static_cast<int>(fixed >> fraction_bits));
}

std::uint32_t binary_logarithm(std::uint32_t bits) {
  constexpr std::uint64_t granule = 32;  // the sum ends at 2^-36
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.zero()) return Single::sign | Single::infinity;
  if (x.sign != 0) return Single::nan;
  if (x.infinite() || bits == Single::one) return x.infinite() ? bits : 0;
  const std::uint64_t part = interpolated(logarithm_table, x.fraction, logarithm_bias) / granule * granule;
  if (x.exponent >= 0) return assembled(static_cast<std::uint64_t>(x.exponent) * one + part, 0);
  // A negative sum is inverted bit by bit.
  return assembled(static_cast<std::uint64_t>(-x.exponent) * one - part - granule, 0, Single::sign);
}

std::uint32_t hyperbolic_tangent(std::uint32_t bits) {
  /// Binary digits that choose the interval, by exponent from -8 on.
  constexpr std::array<int, 11> index_bits = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
  constexpr int least = -8;
  const Parts x(bits);
  if (Single::is_nan(bits)) return Single::nan;
  if (x.exponent < least) return bits;
  if (x.exponent >= least + static_cast<int>(index_bits.size())) return x.sign | Single::one;
  std::size_t first = 0, binade = static_cast<std::size_t>(x.exponent - least);
  for (std::size_t i = 0; i < binade; ++i) first += std::size_t{1} << index_bits[i];
  const int rest_bits = fraction_bits - index_bits[binade];
  const std::uint32_t offset = (x.fraction & ((1u << rest_bits) - 1)) >> (rest_bits - offset_bits);
  return assembled(polynomial(tangent_table[first + (x.fraction >> rest_bits)], offset, no_bias),
                   x.exponent < 0 ? x.exponent : 0, x.sign);
}

std::uint32_t sine(std::uint32_t turns) { return sine_from(turns, 0, true); }
std::uint32_t cosine(std::uint32_t turns) { return sine_from(turns, 1, false); }

namespace {

constexpr int upper_fraction_bits = 20;
constexpr std::uint32_t upper_fraction_mask = (1u << upper_fraction_bits) - 1, upper_infinity = 0x7FF0'0000;

std::uint32_t assembled_upper(std::uint64_t value, int exponent, std::uint32_t sign) {
  const int top = static_cast<int>(std::bit_width(value)) - 1, biased = exponent + top - value_bits + 1023;
  if (biased <= 0) return sign;
  return sign | static_cast<std::uint32_t>(biased) << upper_fraction_bits |
         (static_cast<std::uint32_t>(value >> (top - upper_fraction_bits)) & upper_fraction_mask);
}

int upper_exponent(std::uint32_t word) { return static_cast<int>(word >> upper_fraction_bits & 0x7FF) - 1023; }
std::uint32_t single_fraction(std::uint32_t word) {
  return (word & upper_fraction_mask) << (fraction_bits - upper_fraction_bits);
}
bool is_upper_nan(std::uint32_t word) { return (word & ~Single::sign) > upper_infinity; }

}  // namespace

std::uint32_t reciprocal_of_double(std::uint32_t word) {
  const std::uint32_t sign = word & Single::sign;
  const int exponent = upper_exponent(word);
  if (is_upper_nan(word)) return Single::nan;
  if (exponent == 1024) return sign;
  if (exponent == -1023) return sign | upper_infinity;
  return assembled_upper(interpolated(reciprocal_table, single_fraction(word), reciprocal_bias), -exponent, sign);
}

std::uint32_t reciprocal_root_of_double(std::uint32_t word) {
  const std::uint32_t sign = word & Single::sign;
  const int exponent = upper_exponent(word);
  if (is_upper_nan(word)) return Single::nan;
  if (exponent == -1023) return sign | upper_infinity;
  if (sign != 0) return Single::nan;
  if (exponent == 1024) return 0;
  const Scaled root = reciprocal_root_of(exponent, single_fraction(word));
  return assembled_upper(root.value, root.exponent, 0);
}

}  // namespace reconverge::emulator::multi_function
