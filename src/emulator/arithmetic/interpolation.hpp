// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The functions of MUFU, bit for bit as an H200 computes them (sm_90).
///
/// The unit interpolates by a polynomial of the second degree in one of 64 intervals (128 for 1 / x) and cuts the sum
/// off, as Oberman and Siu describe ("A high-performance area-efficient multifunction interpolator", 2005). Its widths,
/// coefficients and constants are not public: they follow from the outputs for every argument of a binade
/// (probes/functions), and give the word of the card for each of the 2^32 arguments of each function
/// (data/measured/h200/functions.csv).
///
/// Arguments and results are the bits of single-precision numbers unless said otherwise. Denormal arguments count as
/// zero of their sign, results that would be denormal are zero, but for the hyperbolic tangent. NaN gives 0x7FFFFFFF.
namespace reconverge::emulator::multi_function {

std::uint32_t reciprocal(std::uint32_t x);
std::uint32_t reciprocal_root(std::uint32_t x);
std::uint32_t square_root(std::uint32_t x);
std::uint32_t power_of_two(std::uint32_t x);
std::uint32_t binary_logarithm(std::uint32_t x);
std::uint32_t hyperbolic_tangent(std::uint32_t x);  ///< denormals, as all below 2^-8, are their own tangents
/// Of an angle in turns: compilers multiply by 1 / (2 pi) first. It counts in steps of 2^-25, cut off.
std::uint32_t sine(std::uint32_t turns);
std::uint32_t cosine(std::uint32_t turns);

/// From the upper word of a double-precision number to the upper word of the function's value, cut off.
std::uint32_t reciprocal_of_double(std::uint32_t upper_word);
std::uint32_t reciprocal_root_of_double(std::uint32_t upper_word);

}  // namespace reconverge::emulator::multi_function
