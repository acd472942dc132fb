#pragma once

#include <cstdint>

namespace reconverge::emulator {

/// Bits of the IEEE half (binary16) nearest to a value, ties to even; no NaN.
std::uint16_t half_of(double value);
/// Bits of the bfloat16 nearest to a value, ties to even; no NaN.
std::uint16_t bfloat_of(double value);

}  // namespace reconverge::emulator
