// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Single precision, as sm_20 and later compute it: IEEE, denormals kept without .FTZ. A NaN result
/// is always 0x7fffffff.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

// ---- FADD, FMUL, FFMA ---------------------------------------------------------------------------

/// Of the variant: rounding in bits 0 and 1.
enum FloatForm : std::uint16_t { float_rounding = 3, float_flush = 4, float_saturate = 8 };

std::uint32_t bits_of(float value) { return std::isnan(value) ? Single::nan : std::bit_cast<std::uint32_t>(value); }
float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// The general case: each lane's exact or odd result, in the form of the variant.
template <typename Exact> void round_lanes(const DecodedInstruction& instruction, LaneVector& result, Exact exact) {
  const auto rounding = static_cast<Rounding>(instruction.variant & float_rounding);
  const bool flush = (instruction.variant & float_flush) != 0;
  const bool saturate = (instruction.variant & float_saturate) != 0;
  const auto input = [&](std::uint32_t bits) {
    return static_cast<double>(float_of(flush ? Single::flushed(bits) : bits));
  };
  for (std::size_t i = 0; i < lanes; ++i) {
    std::uint32_t bits = Single::round(exact(i, input, rounding), rounding);
    if (flush) bits = Single::flushed(bits);
    result[i] = saturate ? Single::saturated(bits) : bits;
  }
}

/// FADD d, a, b.
void fadd(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = bits_of(float_of(a[i]) + float_of(b[i]));
  write(warp, instruction, result, chosen);
}
void fadd_rounded(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  round_lanes(instruction, result, [&](std::size_t i, auto input, Rounding rounding) {
    return odd_sum(input(a[i]), input(b[i]), rounding);
  });
  write(warp, instruction, result, chosen);
}

/// FMUL d, a, b. The product of two floats is exact in double precision.
void fmul(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = bits_of(float_of(a[i]) * float_of(b[i]));
  write(warp, instruction, result, chosen);
}
void fmul_rounded(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  round_lanes(instruction, result, [&](std::size_t i, auto input, Rounding) { return input(a[i]) * input(b[i]); });
  write(warp, instruction, result, chosen);
}

/// Whether a sum in double precision may be rounded once more to single without a look at what it lost: not if it is
/// half way between two floats, or is a denormal one.
bool is_doubtful(double sum, std::uint32_t rounded) {
  constexpr std::uint64_t below_float = 0x1FFF'FFFF, half_way = 0x1000'0000;
  return (std::bit_cast<std::uint64_t>(sum) & below_float) == half_way || (rounded & Single::infinity) == 0;
}

void fused_nearest(const LaneVector& a, const LaneVector& b, const LaneVector& c, LaneVector& result) {
  std::array<double, lanes> sum;
  std::uint32_t doubtful = 0;
  for (std::size_t i = 0; i < lanes; ++i)
    sum[i] = static_cast<double>(float_of(a[i])) * float_of(b[i]) + float_of(c[i]);
  for (std::size_t i = 0; i < lanes; ++i) result[i] = bits_of(static_cast<float>(sum[i]));
  for (std::size_t i = 0; i < lanes; ++i) doubtful |= is_doubtful(sum[i], result[i]) ? lane_bit[i] : 0u;
  for (; doubtful != 0; doubtful &= doubtful - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(doubtful));
    result[i] = Single::round(odd_sum(static_cast<double>(float_of(a[i])) * float_of(b[i]), float_of(c[i])));
  }
}

/// FFMA d, a, b, c: a * b + c, rounded once. `has_fma`: by the instruction of the machine.
template <bool has_fma> void ffma(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  LaneVector result;
  if constexpr (has_fma)
    for (std::size_t i = 0; i < lanes; ++i)
      result[i] = bits_of(std::fma(float_of(a[i]), float_of(b[i]), float_of(c[i])));
  else fused_nearest(a.all(), b.all(), c.all(), result);
  write(warp, instruction, result, chosen);
}
void ffma_rounded(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  LaneVector result;
  round_lanes(instruction, result, [&](std::size_t i, auto input, Rounding rounding) {
    return odd_sum(input(a[i]) * input(b[i]), input(c[i]), rounding);
  });
  write(warp, instruction, result, chosen);
}

/// @tparam nearest  the operation without modifiers, which rounds to the nearest
/// @tparam rounded  the one for any of them
template <DataOperation nearest, DataOperation rounded>
DataOperation select_arithmetic(Modifiers& modifiers, const sass::Instruction& row) {
  unsigned form = 0;
  if (modifiers.take("FTZ")) form |= float_flush;
  if (modifiers.take("SAT")) form |= float_saturate;
  const int rounding = modifiers.take_one_of(rounding_names);
  if (rounding > 0) form |= static_cast<unsigned>(rounding);
  modifiers.keep(static_cast<std::uint16_t>(form));
  return modified_sources(row).inverted > 0 ? nullptr : form == 0 ? nearest : rounded;
}

// ---- FMNMX, FSEL, FCHK, FSWZADD -----------------------------------------------------------------

/// The lesser of two floats other than NaN; -0 is less than +0.
bool is_less(std::uint32_t a, std::uint32_t b) {
  if (float_of(a) == float_of(b)) return (a >> 31) > (b >> 31);
  return float_of(a) < float_of(b);
}

enum MinmaxForm : std::uint16_t { minmax_nan = 1, minmax_flush = 2, minmax_xor_sign = 4 };

std::uint32_t float_minmax(std::uint32_t a, std::uint32_t b, bool least, unsigned form) {
  if ((form & minmax_flush) != 0) {
    a = Single::flushed(a);
    b = Single::flushed(b);
  }
  const bool a_is_nan = Single::is_nan(a), b_is_nan = Single::is_nan(b);
  if ((a_is_nan && b_is_nan) || ((form & minmax_nan) != 0 && (a_is_nan || b_is_nan))) return Single::nan;
  if (a_is_nan) return b;
  if (b_is_nan) return a;
  return is_less(a, b) == least ? a : b;
}

/// FMNMX d, a, b, p: the lesser where p holds. A NaN loses against a number, but with .NAN wins. With
/// .XORSIGN the result has the sign that a product would have, whatever |a| and |b| say.
void fmnmx(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask least = read_predicate(warp, instruction, 0);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = float_minmax(a[i], b[i], bit_of(least, i) != 0, instruction.variant);
  if ((instruction.variant & minmax_xor_sign) != 0) {
    const LaneVector& x = plain_source(warp, instruction, 0);
    const LaneVector& y = plain_source(warp, instruction, 1);
    for (std::size_t i = 0; i < lanes; ++i)
      if (!Single::is_nan(result[i])) result[i] = (result[i] & ~Single::sign) | ((x[i] ^ y[i]) & Single::sign);
  }
  write(warp, instruction, result, chosen);
}

DataOperation select_fmnmx(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.keep(static_cast<std::uint16_t>(modifiers.take_as("FTZ", minmax_flush) |
                                            modifiers.take_as("NAN", minmax_nan) |
                                            modifiers.take_as("XORSIGN", minmax_xor_sign)));
  return fmnmx;
}

/// FMNMX3 d, a, b, c, p: of three.
void fmnmx3(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneMask least = read_predicate(warp, instruction, 0);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const bool wants_least = bit_of(least, i) != 0;
    result[i] = float_minmax(float_minmax(a[i], b[i], wants_least, instruction.variant), c[i], wants_least,
                             instruction.variant);
  }
  write(warp, instruction, result, chosen);
}

DataOperation select_fmnmx3(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.keep(
      static_cast<std::uint16_t>(modifiers.take_as("FTZ", minmax_flush) | modifiers.take_as("NAN", minmax_nan)));
  return fmnmx3;
}

/// FSEL d, a, b, p: d = p ? a : b; with .FTZ denormals become zero.
void fsel(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result = choose(read_predicate(warp, instruction, 0), a.all(), b.all());
  if (instruction.variant != 0)
    for (std::size_t i = 0; i < lanes; ++i) result[i] = Single::flushed(result[i]);
  write(warp, instruction, result, chosen);
}

DataOperation select_fsel(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.keep(modifiers.take("FTZ") ? 1 : 0);
  return fsel;
}

/// FCHK.DIVIDE p, a, b: whether a / b needs more than the short sequence of instructions that divides
/// numbers of common size. Where the hardware draws the line is not documented.
bool needs_long_division(std::uint32_t a, std::uint32_t b) {
  const int ea = static_cast<int>(a >> 23 & 0xFF), eb = static_cast<int>(b >> 23 & 0xFF);
  const bool common = ea > 24 && ea < 255 && eb > 1 && eb < 253;
  return !common || ea - eb > 125 || ea - eb < -125;
}

void fchk(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0), b(warp, instruction, 1);
  write_predicate(warp, instruction.predicate_destination[0],
                  lanes_where([&](std::size_t i) { return needs_long_division(a[i], b[i]); }), chosen);
}

DataOperation select_fchk(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.take("DIVIDE");
  return fchk;
}

constexpr std::array rows = {
    Opcode{"FADD", "dff", select_arithmetic<fadd, fadd_rounded>},
    Opcode{"FADD32I", "dff", select_arithmetic<fadd, fadd_rounded>, plain, before_volta},
    Opcode{"FMUL", "dff", select_arithmetic<fmul, fmul_rounded>},
    Opcode{"FMUL32I", "dff", select_arithmetic<fmul, fmul_rounded>, plain, before_volta},
    Opcode{"FFMA", "dfff", select_arithmetic<ffma<false>, ffma_rounded>},
    Opcode{"FFMA32I", "dfff", select_arithmetic<ffma<false>, ffma_rounded>, plain, before_volta},
    Opcode{"UFADD", "dff", select_arithmetic<fadd, fadd_rounded>, uniform_datapath, from_volta},
    Opcode{"UFMUL", "dff", select_arithmetic<fmul, fmul_rounded>, uniform_datapath, from_volta},
    Opcode{"UFFMA", "dfff", select_arithmetic<ffma<false>, ffma_rounded>, uniform_datapath, from_volta},
    Opcode{"FMNMX", "dffq", select_fmnmx},
    Opcode{"FMNMX3", "dfffq", select_fmnmx3, plain, from_volta},
    Opcode{"UFMNMX3", "dfffq", select_fmnmx3, uniform_datapath, from_volta},
    Opcode{"UFMNMX", "dffq", select_fmnmx, uniform_datapath, from_volta},
    Opcode{"FSEL", "dffq", select_fsel, plain, from_volta},
    Opcode{"UFSEL", "dffq", select_fsel, uniform_datapath, from_volta},
    Opcode{"FCHK", "pff", select_fchk, approximate},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<fadd>,
                                   compiled<fadd_rounded>,
                                   compiled<fmul>,
                                   compiled<fmul_rounded>,
                                   compiled_fused<ffma<false>, ffma<true>>,
                                   compiled<ffma_rounded>,
                                   compiled<fmnmx>,
                                   compiled<fsel>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{fadd, RowForm::float_sum},
                                     {fmul, RowForm::float_product},
                                     {ffma<false>, RowForm::float_fused},
                                     {fsel, RowForm::choice}};

}  // namespace

std::span<const Opcode> float_opcodes() { return rows; }

std::span<const Compiled> compiled_floats() { return vectorised; }

std::span<const FormOfOperation> forms_of_floats() { return forms; }

}  // namespace reconverge::emulator
