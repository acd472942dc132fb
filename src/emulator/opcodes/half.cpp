// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/relations.hpp"
#include "emulator/opcodes/rows.hpp"

/// Two numbers of 16 bits in a register: halves, and bfloats with .BF16_V2. A NaN result is 0x7fff.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// Operand `i` as two numbers of 16 bits, low one first.
template <typename Number> class PackedSource {
 public:
  PackedSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : values_(plain_source(warp, instruction, i)), modifier_(instruction.source_modifier[i]) {}

  /// Without |x| and -.
  std::uint16_t raw(std::size_t lane, unsigned k) const {
    if ((modifier_ & single_part) != 0) return Number::round(Single::value(values_[lane]), Rounding::zero);
    const unsigned part = modifier_ & crossed_part;
    const bool high = part == crossed_part ? k == 0 : part == 0 ? k == 1 : part == high_half;
    return static_cast<std::uint16_t>(values_[lane] >> (high ? 16 : 0));
  }
  std::uint16_t bits(std::size_t lane, unsigned k) const {
    std::uint16_t word = raw(lane, k);
    if ((modifier_ & absolute) != 0) word &= static_cast<std::uint16_t>(~Number::sign);
    if ((modifier_ & negate) != 0) word ^= Number::sign;
    if ((modifier_ & crossed_part) == crossed_part && k == 0) word ^= Number::sign;
    return word;
  }
  double value(std::size_t lane, unsigned k, bool flush = false) const {
    const std::uint16_t word = bits(lane, k);
    return Number::value(flush ? Number::flushed(word) : word);
  }

 private:
  const LaneVector& values_;
  std::uint8_t modifier_;
};

enum PackedForm : std::uint16_t {
  packed_flush = 1,
  packed_saturate = 2,
  packed_relu = 4,
  packed_nan = 8,
  packed_xor_sign = 16
};

/// .RELU: no less than 0; a NaN stays one.
template <typename Number> std::uint16_t without_negative(std::uint16_t word) {
  return !Number::is_nan(word) && (word & Number::sign) != 0 ? 0 : word;
}

template <typename Number> std::uint16_t finished(double value, unsigned form) {
  std::uint16_t word = Number::round(value);
  if ((form & packed_flush) != 0) word = Number::flushed(word);
  if ((form & packed_saturate) != 0) word = Number::saturated(word);
  return (form & packed_relu) != 0 ? without_negative<Number>(word) : word;
}

/// d = the results of `compute(lane, k)` for the low (k = 0) and the high number.
template <typename Compute>
void write_packed(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Compute compute) {
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i) {
    if (!chosen.contains(static_cast<int>(i))) continue;
    result[i] = std::uint32_t{compute(i, 0u)} | std::uint32_t{compute(i, 1u)} << 16;
  }
  write(warp, instruction, result, chosen);
}

/// HADD2, HMUL2 d, a, b. Both are exact, or rounded to odd, in double precision.
template <typename Number, bool multiplies>
void packed_binary(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1);
  const unsigned form = instruction.variant;
  const bool flush = (form & packed_flush) != 0;
  write_packed(warp, instruction, chosen, [&](std::size_t i, unsigned k) {
    const double x = a.value(i, k, flush), y = b.value(i, k, flush);
    return finished<Number>(multiplies ? x * y : odd_sum(x, y), form);
  });
}

/// HFMA2 d, a, b, c.
template <typename Number> void packed_fused(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const unsigned form = instruction.variant;
  const bool flush = (form & packed_flush) != 0;
  write_packed(warp, instruction, chosen, [&](std::size_t i, unsigned k) {
    return finished<Number>(odd_sum(a.value(i, k, flush) * b.value(i, k, flush), c.value(i, k, flush)), form);
  });
}

/// HFMA2 d, -RZ, RZ, high, low: how compilers load a constant on the pipe of halves. The sum of -0
/// and a number is that number.
void packed_constant(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, plain_source(warp, instruction, 2), chosen);
}

bool loads_constant(const sass::Instruction& row) {
  const auto& operands = row.operands;
  return operands.size() == 5 && operands[1].is_zero(true) && operands[2].is_zero() && !std::isnan(operands[3].real) &&
         !std::isnan(operands[4].real);
}

/// Whether a row is the sum of a float and a zero. That is how compilers before sm_80 write `cvt.rz.f16.f32`
/// (to nearest they take F2F), so that the float is cut off to a half. With another operand than zero, and in
/// products and comparisons, it has not been seen.
bool rounds_single(const sass::Instruction& row) {
  if (row.operands.size() != 3) return false;
  const auto is_single = [&](std::size_t i) { return row.operands[i].suffix == "F32"; };
  const auto is_zero = [&](std::size_t i) {
    return row.operands[i].kind == sass::OperandKind::general_register &&
           row.operands[i].index == sass::zero_register && !is_single(i);
  };
  return (is_single(1) && is_zero(2)) || (is_zero(1) && is_single(2));
}

/// HADD2 d, a.F32, -RZ: a float as a half, in both halves.
DataOperation select_rounded_single(Modifiers& modifiers, const sass::Instruction& row) {
  modifiers.keep(0);
  return rounds_single(row) ? packed_binary<Half, false> : nullptr;
}

/// HADD2.F32 d, a, b: the sum of the low numbers as a float.
template <typename Number> void packed_to_single(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = Single::round(odd_sum(a.value(i, 0), b.value(i, 0)));
  write(warp, instruction, result, chosen);
}

bool take_format(Modifiers& modifiers, bool bfloat) {
  modifiers.take("MMA");  // another pipe, the same result
  return bfloat == modifiers.take("BF16_V2");
}

unsigned take_form(Modifiers& modifiers) {
  return modifiers.take_as("FTZ", packed_flush) | modifiers.take_as("SAT", packed_saturate) |
         modifiers.take_as("RELU", packed_relu);
}

template <typename Number, bool bfloat, bool multiplies>
DataOperation select_binary(Modifiers& modifiers, const sass::Instruction&) {
  if (!take_format(modifiers, bfloat)) return nullptr;
  if (!multiplies && modifiers.take("F32")) return packed_to_single<Number>;
  modifiers.keep(static_cast<std::uint16_t>(take_form(modifiers)));
  return packed_binary<Number, multiplies>;
}

template <typename Number, bool bfloat> DataOperation select_fused(Modifiers& modifiers, const sass::Instruction& row) {
  if (!take_format(modifiers, bfloat)) return nullptr;
  const unsigned form = take_form(modifiers);
  modifiers.keep(static_cast<std::uint16_t>(form));
  return form == 0 && loads_constant(row) ? packed_constant : packed_fused<Number>;
}

// ---- least and greatest -------------------------------------------------------------------------

template <typename Number> std::uint16_t packed_better(std::uint16_t a, std::uint16_t b, bool least, bool keeps_nan) {
  const bool a_is_nan = Number::is_nan(a), b_is_nan = Number::is_nan(b);
  if ((a_is_nan && b_is_nan) || (keeps_nan && (a_is_nan || b_is_nan))) return Number::nan;
  if (a_is_nan) return b;
  if (b_is_nan) return a;
  const double x = Number::value(a), y = Number::value(b);
  const bool less = x == y ? (a & Number::sign) > (b & Number::sign) : x < y;
  return less == least ? a : b;
}

/// HMNMX2 d, a, b, p: the lesser where p holds; a NaN loses, but with .NAN wins. .XORSIGN: as FMNMX.
template <typename Number> void packed_minmax(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask least = read_predicate(warp, instruction, 0);
  const unsigned form = instruction.variant;
  const auto input = [form](std::uint16_t word) { return (form & packed_flush) != 0 ? Number::flushed(word) : word; };
  write_packed(warp, instruction, chosen, [&](std::size_t i, unsigned k) {
    const std::uint16_t best = packed_better<Number>(input(a.bits(i, k)), input(b.bits(i, k)), bit_of(least, i) != 0,
                                                     (form & packed_nan) != 0);
    if ((form & packed_xor_sign) == 0 || Number::is_nan(best)) return best;
    const unsigned sign = (a.raw(i, k) ^ b.raw(i, k)) & Number::sign;
    return static_cast<std::uint16_t>((best & ~Number::sign) | sign);
  });
}

/// VHMNMX d, a, b, c, p: of three.
template <typename Number>
void packed_minmax_three(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneMask least = read_predicate(warp, instruction, 0);
  const bool keeps_nan = (instruction.variant & packed_nan) != 0;
  write_packed(warp, instruction, chosen, [&](std::size_t i, unsigned k) {
    const bool wants_least = bit_of(least, i) != 0;
    const std::uint16_t first = packed_better<Number>(a.bits(i, k), b.bits(i, k), wants_least, keeps_nan);
    return packed_better<Number>(first, c.bits(i, k), wants_least, keeps_nan);
  });
}

template <typename Number, bool bfloat>
DataOperation select_minmax_three(Modifiers& modifiers, const sass::Instruction&) {
  if (!take_format(modifiers, bfloat)) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(modifiers.take_as("NAN", packed_nan)));
  return packed_minmax_three<Number>;
}

template <typename Number, bool bfloat> DataOperation select_minmax(Modifiers& modifiers, const sass::Instruction&) {
  if (!take_format(modifiers, bfloat)) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(modifiers.take_as("FTZ", packed_flush) |
                                            modifiers.take_as("NAN", packed_nan) |
                                            modifiers.take_as("XORSIGN", packed_xor_sign)));
  return packed_minmax<Number>;
}

// ---- comparisons --------------------------------------------------------------------------------

enum CompareForm : unsigned { compare_flush = 1, compare_as_float = 2, compare_both = 4 };

template <typename Number>
LaneMask compare_packed(const Warp& warp, const DecodedInstruction& instruction, unsigned k) {
  const PackedSource<Number> a(warp, instruction, 0), b(warp, instruction, 1);
  const bool flush = has_more(instruction, compare_flush);
  return float_related(
      float_relation_of(instruction), [&](std::size_t i) { return a.value(i, k, flush); },
      [&](std::size_t i) { return b.value(i, k, flush); });
}

/// HSETP2.rel.comb p, q, a, b, r: p of the low numbers, q of the high ones. With .H_AND p is of both
/// together and q its contrary.
template <typename Number> void packed_setp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask low = compare_packed<Number>(warp, instruction, 0);
  const LaneMask high = compare_packed<Number>(warp, instruction, 1);
  if (has_more(instruction, compare_both)) return write_comparison(warp, instruction, low & high, chosen);
  const LaneMask other = read_predicate(warp, instruction, 0);
  write_predicate(warp, instruction.predicate_destination[0], combined(combine_of(instruction), low, other), chosen);
  write_predicate(warp, instruction.predicate_destination[1], combined(combine_of(instruction), high, other), chosen);
}

/// HSET2.rel.comb d, a, b, r: in each half all ones, or with .BF 1.0, where it holds.
template <typename Number> void packed_set(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneMask other = read_predicate(warp, instruction, 0);
  std::array<LaneMask, 2> holds;
  for (unsigned k = 0; k < 2; ++k)
    holds[k] = combined(combine_of(instruction), compare_packed<Number>(warp, instruction, k), other);
  const std::uint16_t one = has_more(instruction, compare_as_float) ? Number::one : std::uint16_t{0xFFFF};
  write_packed(warp, instruction, chosen,
               [&](std::size_t i, unsigned k) { return bit_of(holds[k], i) != 0 ? one : std::uint16_t{0}; });
}

template <bool bfloat, bool to_predicates, DataOperation operation>
DataOperation select_compare(Modifiers& modifiers, const sass::Instruction&) {
  if (!take_format(modifiers, bfloat)) return nullptr;
  unsigned form = modifiers.take_as("FTZ", compare_flush);
  if (to_predicates && modifiers.take("H_AND")) form |= compare_both;
  if (!to_predicates && modifiers.take("BF")) form |= compare_as_float;
  const int relation = modifiers.take_one_of(float_relation_names);
  const int combine = modifiers.take_one_of(combine_names);
  if (relation < 0 || combine < 0) return nullptr;
  modifiers.keep(comparison(relation, combine, form));
  return operation;
}

constexpr std::array rows = {
    Opcode{"HADD2", "dhh", select_binary<Half, false, false>},
    Opcode{"HADD2", "dww", select_rounded_single},
    Opcode{"HADD2", "dbb", select_binary<Bfloat, true, false>, plain, from_volta},
    Opcode{"HMUL2", "dhh", select_binary<Half, false, true>},
    Opcode{"HMUL2", "dbb", select_binary<Bfloat, true, true>, plain, from_volta},
    Opcode{"HFMA2", "dhhh", select_fused<Half, false>},
    Opcode{"HFMA2", "dbbb", select_fused<Bfloat, true>, plain, from_volta},
    Opcode{"HMNMX2", "dhhq", select_minmax<Half, false>, plain, from_volta},
    Opcode{"HMNMX2", "dbbq", select_minmax<Bfloat, true>, plain, from_volta},
    Opcode{"VHMNMX", "dhhhq", select_minmax_three<Half, false>, plain, from_volta},
    Opcode{"VHMNMX", "dbbbq", select_minmax_three<Bfloat, true>, plain, from_volta},
    Opcode{"HSETP2", "pphhq", select_compare<false, true, packed_setp<Half>>},
    Opcode{"HSETP2", "ppbbq", select_compare<true, true, packed_setp<Bfloat>>, plain, from_volta},
    Opcode{"HSET2", "dhhq", select_compare<false, false, packed_set<Half>>},
    Opcode{"HSET2", "dbbq", select_compare<true, false, packed_set<Bfloat>>, plain, from_volta},
};

}  // namespace

std::span<const Opcode> half_opcodes() { return rows; }

}  // namespace reconverge::emulator
