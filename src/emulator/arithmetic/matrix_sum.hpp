// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "emulator/arithmetic/rounding.hpp"

/// Elements of a product of matrices as the tensor core of sm_90 sums them, a . b + c. Found by
/// probes/matrix/products.cu on an H200 (data/measured/h200/matrix).
namespace reconverge::emulator {

/// TF32: the upper 19 bits of a float; the others do not count.
struct TensorFloat {
  using Word = std::uint32_t;
  static constexpr int least_exponent = Single::least_exponent;
  static double value(Word word) { return Single::value(word & 0xFFFF'E000u); }
};

/// A number and the exponent that it is stored with: a denormal has the least of its type.
struct Scaled {
  double value = 0;
  int exponent = 0;
};

template <typename Format> Scaled scaled(typename Format::Word word) {
  const double value = Format::value(word);
  if (value == 0 || !std::isfinite(value)) return {value, Format::least_exponent};
  return {value, std::max(std::ilogb(value), Format::least_exponent)};
}

/// The product of two is exact, its exponent the sum of theirs.
inline Scaled operator*(Scaled a, Scaled b) { return {a.value * b.value, a.exponent + b.exponent}; }

/// How many products the tensor core sums at once. An operation with fewer adds zeros.
inline constexpr std::size_t matrix_depth = 16;

/// The products and c are aligned to the greatest of their exponents, cut towards zero below 25 bits after its binary
/// point, and summed exactly. A sum of type F32 is cut to its fraction, one of type F16 rounded to nearest.
template <typename Format>
typename Format::Word sum_of_products(std::span<const Scaled> a, std::span<const Scaled> b, typename Format::Word c) {
  constexpr int kept_bits = 25;
  std::array<Scaled, matrix_depth + 1> terms;  // places without a product add a zero
  terms[matrix_depth] = scaled<Format>(c);
  for (std::size_t k = 0; k < a.size(); ++k) terms[k] = a[k] * b[k];

  double special = 0;  // the sum of infinities and NaN
  bool only_zeros = true, any_positive = false;
  int greatest = std::numeric_limits<int>::min();
  for (const Scaled& term : terms) {
    if (!std::isfinite(term.value)) special += term.value;
    if (term.value != 0) greatest = std::max(greatest, term.exponent);
    only_zeros = only_zeros && term.value == 0;
    any_positive = any_positive || !std::signbit(term.value);
  }
  if (special != 0) return Format::round(special);
  if (only_zeros) return any_positive ? 0 : Format::sign;

  const double scale = std::ldexp(1.0, kept_bits - greatest);
  std::int64_t sum = 0;
  for (const Scaled& term : terms) sum += static_cast<std::int64_t>(term.value * scale);
  const double result = std::ldexp(static_cast<double>(sum), greatest - kept_bits);
  constexpr bool is_half = sizeof(typename Format::Word) == 2;
  if (is_half || std::abs(result) >= std::ldexp(1.0, Format::largest_exponent + 1)) return Format::round(result);
  return Format::round(result, Rounding::zero);
}

}  // namespace reconverge::emulator
