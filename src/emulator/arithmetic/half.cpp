#include "emulator/arithmetic/half.hpp"

#include <bit>
#include <algorithm>
#include <cmath>

namespace reconverge::emulator {
namespace {

/// A format of 16 bits with a sign, `fraction` bits and an exponent of the rest.
template <int fraction>
struct Format {
  static constexpr int exponent_bits = 15 - fraction;
  static constexpr int largest_exponent = (1 << (exponent_bits - 1)) - 1;
  static constexpr int least_exponent = 1 - largest_exponent;
  static constexpr std::uint16_t infinity = ((1 << exponent_bits) - 1) << fraction;

  /// Rounds to a multiple of the last place, which is that of the least exponent for denormals. The
  /// carry of a mantissa that rounds up runs into the exponent, and at last into infinity.
  static std::uint16_t nearest(double value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude)) return sign | infinity;
    const int exponent = magnitude == 0 ? least_exponent : std::max(std::ilogb(magnitude), least_exponent);
    if (exponent > largest_exponent) return sign | infinity;
    const auto units = static_cast<std::int64_t>(std::nearbyint(std::ldexp(magnitude, fraction - exponent)));
    const std::int64_t bits = units + (std::int64_t{exponent - least_exponent} << fraction);
    return static_cast<std::uint16_t>(sign | bits);
  }
};

}  // namespace

std::uint16_t half_of(double value) { return Format<10>::nearest(value); }
std::uint16_t bfloat_of(double value) { return Format<7>::nearest(value); }

}  // namespace reconverge::emulator
