// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "emulator/arithmetic/interpolation.hpp"
#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// MUFU: functions that the hardware interpolates from tables. Those of sm_90 are known bit for bit
/// (arithmetic/interpolation.hpp). Other architectures from sm_70 on compute the same here, which is not known of them;
/// before sm_70 it is the value itself, rounded to nearest.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

template <std::uint32_t (*function)(std::uint32_t)>
void mufu(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0);
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i))) result[i] = function(a[i]);
  write(warp, instruction, result, chosen);
}

/// MUFU.EX2.F16, .TANH.BF16 d, a: the function of a number of 16 bits, cut off to 16 bits; what is too large is
/// infinite.
template <std::uint32_t (*function)(std::uint32_t), typename Number>
void mufu_narrow(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  constexpr double beyond = std::bit_cast<double>(std::uint64_t(1024 + Number::largest_exponent) << 52);
  const LaneVector& a = plain_source(warp, instruction, 0);
  const unsigned shift = (instruction.source_modifier[0] & high_half) != 0 ? 16 : 0;
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    if (chosen.contains(static_cast<int>(i))) {
      const double argument = Number::value(static_cast<std::uint16_t>(a[i] >> shift));
      const double value = Single::value(function(Single::round(argument)));
      result[i] = value >= beyond ? Number::infinity : Number::round(value, Rounding::zero);
    }
  write(warp, instruction, result, chosen);
}

/// A function before sm_70, whose tables are not known.
template <double (*function)(double)> std::uint32_t nearest(std::uint32_t x) {
  return Single::flushed(Single::round(function(Single::value(Single::flushed(x)))));
}
double reciprocal(double x) { return 1 / x; }
double reciprocal_root(double x) { return 1 / std::sqrt(x); }
double square_root(double x) { return std::sqrt(x); }
double power_of_two(double x) { return std::exp2(x); }
double binary_logarithm(double x) { return std::log2(x); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }

struct Function {
  std::string_view name;
  DataOperation operation;
};

DataOperation taken_from(std::span<const Function> functions, Modifiers& modifiers) {
  for (const Function& function : functions)
    if (modifiers.take(function.name)) return function.operation;
  return nullptr;
}

DataOperation select_mufu(Modifiers& modifiers, const sass::Instruction&) {
  static constexpr std::array functions = {
      Function{"RCP", mufu<multi_function::reciprocal>},
      Function{"RSQ", mufu<multi_function::reciprocal_root>},
      Function{"SQRT", mufu<multi_function::square_root>},
      Function{"EX2", mufu<multi_function::power_of_two>},
      Function{"LG2", mufu<multi_function::binary_logarithm>},
      Function{"TANH", mufu<multi_function::hyperbolic_tangent>},
      Function{"SIN", mufu<multi_function::sine>},
      Function{"COS", mufu<multi_function::cosine>},
  };
  return taken_from(functions, modifiers);
}

/// Before sm_70 SIN and COS take radians.
DataOperation select_old_mufu(Modifiers& modifiers, const sass::Instruction&) {
  static constexpr std::array functions = {
      Function{"RCP", mufu<nearest<reciprocal>>},       Function{"RSQ", mufu<nearest<reciprocal_root>>},
      Function{"SQRT", mufu<nearest<square_root>>},     Function{"EX2", mufu<nearest<power_of_two>>},
      Function{"LG2", mufu<nearest<binary_logarithm>>}, Function{"SIN", mufu<nearest<sine>>},
      Function{"COS", mufu<nearest<cosine>>},
  };
  return taken_from(functions, modifiers);
}

DataOperation select_upper_word_function(Modifiers& modifiers, const sass::Instruction&) {
  static constexpr std::array functions = {
      Function{"RCP64H", mufu<multi_function::reciprocal_of_double>},
      Function{"RSQ64H", mufu<multi_function::reciprocal_root_of_double>},
  };
  return taken_from(functions, modifiers);
}

/// The functions that have a form for 16 bits. The effect of signs before an operand there is not known.
template <typename Number> DataOperation select_narrow_function(Modifiers& modifiers) {
  if (modifiers.take("EX2")) return mufu_narrow<multi_function::power_of_two, Number>;
  return modifiers.take("TANH") ? mufu_narrow<multi_function::hyperbolic_tangent, Number> : nullptr;
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
  write(warp, instruction, FloatSource(warp, instruction, 0).all(), chosen);
}
DataOperation select_rro(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.take("FTZ");
  return modifiers.take("SINCOS") || modifiers.take("EX2") ? rro : nullptr;
}

constexpr std::array rows = {
    Opcode{"MUFU", "df", select_mufu, plain, hopper},
    Opcode{"MUFU", "dH", select_upper_word_function, plain, hopper},
    Opcode{"MUFU", "dv", select_narrow_mufu, plain, hopper},
    Opcode{"MUFU", "df", select_mufu, approximate, from_volta},
    Opcode{"MUFU", "dH", select_upper_word_function, approximate},
    Opcode{"MUFU", "dv", select_narrow_mufu, approximate, from_volta},
    Opcode{"MUFU", "df", select_old_mufu, approximate, before_volta},
    Opcode{"RRO", "df", select_rro, approximate, before_volta},
};

}  // namespace

std::span<const Opcode> multi_function_opcodes() { return rows; }

}  // namespace reconverge::emulator
