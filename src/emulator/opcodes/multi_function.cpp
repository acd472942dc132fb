// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// MUFU: functions that the hardware interpolates from tables. The tables are not public: this is the value itself,
/// rounded to nearest, so that the last bits may differ. Denormals count as zero, and results that would be denormal
/// are zero.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

double reciprocal(double x) { return 1 / x; }
double reciprocal_root(double x) { return 1 / std::sqrt(x); }
double square_root(double x) { return std::sqrt(x); }
double power_of_two(double x) { return std::exp2(x); }
double binary_logarithm(double x) { return std::log2(x); }
double hyperbolic_tangent(double x) { return std::tanh(x); }

/// From sm_70 on the operand is in turns, not in radians: compilers multiply by 1 / 2 pi first.
double part_of_turn(double x) {
  const double part = std::fabs(x) - std::nearbyint(std::fabs(x));
  return std::signbit(x) ? -part : part;
}
double sine_of_turns(double x) { return std::sin(part_of_turn(x) * 2 * std::numbers::pi); }
double cosine_of_turns(double x) { return std::cos(part_of_turn(x) * 2 * std::numbers::pi); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }

/// Treatment of denormals, as inputs and as results.
enum class Denormals : std::uint8_t { are_zero, are_kept };

template <double (*function)(double), Denormals denormals = Denormals::are_zero>
void mufu(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0);
  const auto treated = [](std::uint32_t bits) {
    return denormals == Denormals::are_zero ? Single::flushed(bits) : bits;
  };
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i)))
      result[i] = treated(Single::round(function(Single::value(treated(a[i])))));
  write(warp, instruction, result, chosen);
}

/// MUFU.RCP64H, RSQ64H d, a: from the high word of a double, the high word of the function's value, cut
/// off (sm_90 nearly always does so), denormals taken for zero.
template <double (*function)(double)>
void mufu_high_word(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  constexpr std::uint32_t sign = 0x8000'0000u, exponent = 0x7FF0'0000u;
  const auto treated = [](std::uint32_t word) { return (word & exponent) == 0 ? word & sign : word; };
  const FloatSource a(warp, instruction, 0);
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i) {
    const double value = function(std::bit_cast<double>(std::uint64_t{treated(a[i])} << 32));
    result[i] = std::isnan(value) ? 0x7FFF'FFFFu
                                  : treated(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32));
  }
  write(warp, instruction, result, chosen);
}

/// MUFU.EX2.F16, .TANH.BF16 d, a: of a number of 16 bits, rounded toward zero (closest to sm_90).
template <double (*function)(double), typename Number>
void mufu_narrow(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const unsigned shift = (instruction.source_modifier[0] & high_half) != 0 ? 16 : 0;
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i)))
      result[i] = Number::round(function(Number::value(static_cast<std::uint16_t>(a[i] >> shift))), Rounding::zero);
  write(warp, instruction, result, chosen);
}

struct Function {
  std::string_view name;
  DataOperation operation;
};

constexpr std::array functions = {
    Function{"RCP", mufu<reciprocal>},       Function{"RSQ", mufu<reciprocal_root>},
    Function{"SQRT", mufu<square_root>},     Function{"EX2", mufu<power_of_two>},
    Function{"LG2", mufu<binary_logarithm>}, Function{"TANH", mufu<hyperbolic_tangent, Denormals::are_kept>},
};

DataOperation select_function(Modifiers& modifiers) {
  for (const Function& function : functions)
    if (modifiers.take(function.name)) return function.operation;
  return nullptr;
}

DataOperation select_mufu(Modifiers& modifiers, const sass::Instruction&) {
  if (modifiers.take("SIN")) return mufu<sine_of_turns>;
  if (modifiers.take("COS")) return mufu<cosine_of_turns>;
  return select_function(modifiers);
}

DataOperation select_old_mufu(Modifiers& modifiers, const sass::Instruction&) {
  if (modifiers.take("SIN")) return mufu<sine>;
  if (modifiers.take("COS")) return mufu<cosine>;
  return select_function(modifiers);
}

DataOperation select_high_word_function(Modifiers& modifiers, const sass::Instruction&) {
  if (modifiers.take("RCP64H")) return mufu_high_word<reciprocal>;
  return modifiers.take("RSQ64H") ? mufu_high_word<reciprocal_root> : nullptr;
}

/// The functions that have a form for 16 bits. The effect of signs before an operand there is not known.
template <typename Number> DataOperation select_narrow_function(Modifiers& modifiers) {
  if (modifiers.take("EX2")) return mufu_narrow<power_of_two, Number>;
  return modifiers.take("TANH") ? mufu_narrow<hyperbolic_tangent, Number> : nullptr;
}

DataOperation select_narrow_mufu(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  if (modified.negated + modified.absolute + modified.inverted > 0 || has_immediates(row)) return nullptr;
  if (modifiers.take("F16")) return select_narrow_function<Half>(modifiers);
  return modifiers.take("BF16") ? select_narrow_function<Bfloat>(modifiers) : nullptr;
}

/// RRO.SINCOS, RRO.EX2 d, a before sm_70: brings an operand into the form that MUFU takes. Nothing but
/// MUFU reads that form, so that here it is the operand itself, and MUFU takes radians.
void rro(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, FloatSource(warp, instruction, 0), chosen);
}
DataOperation select_rro(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.take("FTZ");
  return modifiers.take("SINCOS") || modifiers.take("EX2") ? rro : nullptr;
}

constexpr std::array rows = {
    Opcode{"MUFU", "df", select_mufu, approximate, from_volta},
    Opcode{"MUFU", "dH", select_high_word_function, approximate},
    Opcode{"MUFU", "dv", select_narrow_mufu, approximate, from_volta},
    Opcode{"MUFU", "df", select_old_mufu, approximate, before_volta},
    Opcode{"RRO", "df", select_rro, approximate, before_volta},
};

}  // namespace

std::span<const Opcode> multi_function_opcodes() { return rows; }

}  // namespace reconverge::emulator
