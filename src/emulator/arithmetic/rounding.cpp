// SPDX-License-Identifier: MIT
#include "emulator/arithmetic/rounding.hpp"

#include <cfenv>

namespace reconverge::emulator {
namespace {

int machine_mode(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest: break;
    case Rounding::down: return FE_DOWNWARD;
    case Rounding::up: return FE_UPWARD;
    case Rounding::zero: return FE_TOWARDZERO;
  }
  return FE_TONEAREST;
}

}  // namespace

double fused_double(double a, double b, double c, Rounding rounding) {
  if (rounding == Rounding::nearest) return std::fma(a, b, c);
  // Volatile, so that the operation stays between the two changes of the mode.
  const volatile double x = a, y = b, z = c;
  std::fesetround(machine_mode(rounding));
  const volatile double result = std::fma(x, y, z);
  std::fesetround(FE_TONEAREST);
  return result;
}

}  // namespace reconverge::emulator
