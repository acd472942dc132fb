// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// What the multi-function unit of sm_90 has in its tables: a polynomial of the second degree for each interval.
namespace reconverge::emulator {

/// The value in an interval is `constant` 2^-26 + `slope` 2^-41 x + `curvature` 2^-39 (x^2 / 2^19), where x are the 17
/// bits of the argument behind those that choose the interval.
struct Coefficients {
  std::int32_t constant;
  std::int32_t slope;
  std::int32_t curvature;
};

extern const std::array<Coefficients, 128> reciprocal_table;              ///< 1 / m, 1 <= m < 2
extern const std::array<Coefficients, 64> root_of_even_table;             ///< sqrt(m)
extern const std::array<Coefficients, 64> root_of_odd_table;              ///< sqrt(2 m)
extern const std::array<Coefficients, 64> reciprocal_root_of_even_table;  ///< 1 / sqrt(m)
extern const std::array<Coefficients, 64> reciprocal_root_of_odd_table;   ///< 1 / sqrt(2 m)
extern const std::array<Coefficients, 64> power_table;                    ///< 2^f, 0 <= f < 1
extern const std::array<Coefficients, 64> logarithm_table;                ///< log2(m)
extern const std::array<Coefficients, 64> sine_table;                     ///< sin(q pi / 2), 0 <= q < 1
extern const std::array<Coefficients, 51> tangent_table;                  ///< tanh, from 2^-8 on, by binade

}  // namespace reconverge::emulator
