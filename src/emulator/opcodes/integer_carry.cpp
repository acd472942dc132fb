// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// 32-bit integer arithmetic before sm_70: two's complement, wrapping. `.CC` leaves the flags of a sum in CC,
/// `.X` adds its carry; that is how 64-bit sums are built.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// The lanes in which a sum has another sign than both summands.
LaneMask overflown(const LaneVector& a, const LaneVector& b, const LaneVector& sum) {
  return lanes_where([&](std::size_t i) { return (((a[i] ^ sum[i]) & (b[i] ^ sum[i])) >> 31) != 0; });
}

/// a + b + carry-in, optionally keeping the flags.
template <bool carry_in, bool carry_out>
void add_vectors(Warp& warp, const DecodedInstruction& instruction, const LaneVector& a, const LaneVector& b,
                 LaneMask chosen) {
  LaneVector sum;
  const std::uint32_t carries = warp.code.carry.bits();
  for (std::size_t i = 0; i < lanes; ++i) sum[i] = a[i] + b[i] + (carry_in && (carries & lane_bit[i]) != 0 ? 1u : 0u);
  if constexpr (carry_out) {
    const LaneMask carried = lanes_where(
        [&](std::size_t i) { return sum[i] < a[i] || (carry_in && sum[i] == a[i] && (carries & lane_bit[i]) != 0); });
    warp.code.set(sum, carried, overflown(a, b, sum), chosen, carry_in);
  }
  write(warp, instruction, sum, chosen);
}

/// IADD d, a, b: d = a + b.
template <bool carry_in, bool carry_out> void iadd(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  add_vectors<carry_in, carry_out>(warp, instruction, IntegerSource(warp, instruction, 0),
                                   IntegerSource(warp, instruction, 1), chosen);
}

/// IADD d, a, -b in a chain of carries: d = a + ~b + 1, where .X puts the carry in place of the 1, so
/// that a carry means "no borrow" and two of them make a 64-bit difference. ISUB d, a, b is the same of
/// operands without signs.
template <bool carry_in, bool carry_out> void isub(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const std::size_t subtrahend = (instruction.source_modifier[0] & negate) != 0 ? 0 : 1;
  const LaneVector& a = warp.values[instruction.source[1 - subtrahend]];
  const LaneVector& b = warp.values[instruction.source[subtrahend]];
  LaneVector difference, complement;
  LaneMask no_borrow;
  const std::uint32_t carries = carry_in ? warp.code.carry.bits() : LaneMask::all().bits();
  for (std::size_t i = 0; i < lanes; ++i) {
    complement[i] = ~b[i];
    const std::uint64_t sum =
        std::uint64_t{a[i]} + std::uint64_t{complement[i]} + ((carries & lane_bit[i]) != 0 ? 1u : 0u);
    difference[i] = static_cast<std::uint32_t>(sum);
    if ((sum >> 32) != 0) no_borrow |= LaneMask::lane(static_cast<int>(i));
  }
  if constexpr (carry_out) warp.code.set(difference, no_borrow, overflown(a, complement, difference), chosen, carry_in);
  write(warp, instruction, difference, chosen);
}

/// IADD.SAT d, a, b: the sum of signed words, exact before it saturates.
void iadd_saturating(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const auto value = [&](std::size_t source, std::size_t lane) {
    const std::int64_t word = static_cast<std::int32_t>(plain_source(warp, instruction, source)[lane]);
    return (instruction.source_modifier[source] & negate) != 0 ? -word : word;
  };
  LaneVector sum;
  for (std::size_t i = 0; i < lanes; ++i)
    sum[i] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(value(0, i) + value(1, i), INT32_MIN, INT32_MAX));
  write(warp, instruction, sum, chosen);
}

DataOperation select_iadd(Modifiers& modifiers, const sass::Instruction& instruction) {
  const bool carry_in = modifiers.take("X");
  if (modifiers.take("SAT")) {
    const auto modified = modified_sources(instruction);
    const bool exact = !carry_in && !writes_code(instruction) && modified.absolute + modified.inverted == 0;
    return exact ? iadd_saturating : nullptr;
  }
  if (carry_in || writes_code(instruction)) {
    const auto modified = modified_sources(instruction);
    if (modified.absolute + modified.inverted > 0 || modified.negated > 1) return nullptr;
    if (modified.negated == 1) {
      if (!carry_in) return isub<false, true>;
      return writes_code(instruction) ? isub<true, true> : isub<true, false>;
    }
  }
  if (writes_code(instruction)) return carry_in ? iadd<true, true> : iadd<false, true>;
  return carry_in ? iadd<true, false> : iadd<false, false>;
}

DataOperation select_isub(Modifiers& modifiers, const sass::Instruction& instruction) {
  const bool carry_in = modifiers.take("X");
  const auto modified = modified_sources(instruction);
  if (modified.absolute + modified.inverted + modified.negated > 0) return nullptr;
  if (writes_code(instruction)) return carry_in ? isub<true, true> : isub<false, true>;
  return carry_in ? isub<true, false> : isub<false, false>;
}

/// ISCADD d, a, b, k: d = (a << k) + b. In a chain of carries -x is ~x and 1, as in IADD.
template <bool carry_out> void iscadd(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const auto flip_of = [&](std::size_t i) {
    return (instruction.source_modifier[i] & negate) != 0 ? 0xFFFF'FFFFu : 0u;
  };
  const LaneVector &a = plain_source(warp, instruction, 0), &b = plain_source(warp, instruction, 1),
                   &amount = plain_source(warp, instruction, 2);
  const std::uint32_t flip_a = flip_of(0), flip_b = flip_of(1), ones = (flip_a & 1) + (flip_b & 1);
  LaneVector first, second, sum, carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    first[i] = (a[i] << (amount[i] & 31u)) ^ flip_a;
    second[i] = b[i] ^ flip_b;
    const std::uint64_t full = std::uint64_t{first[i]} + second[i] + ones;
    sum[i] = static_cast<std::uint32_t>(full);
    carry[i] = static_cast<std::uint32_t>(full >> 32);
  }
  if constexpr (carry_out)
    warp.code.set(sum, lanes_where([&](std::size_t i) { return carry[i] != 0; }), overflown(first, second, sum),
                  chosen);
  write(warp, instruction, sum, chosen);
}

DataOperation select_iscadd(Modifiers&, const sass::Instruction& instruction) {
  const auto modified = modified_sources(instruction);
  if (modified.absolute + modified.inverted > 0) return nullptr;
  if (!writes_code(instruction)) return iscadd<false>;
  return modified.negated > 1 ? nullptr : iscadd<true>;
}

/// IMAD d, a, b, c: d = low (or, with .HI, high) word of a * b, plus c.
template <bool high, bool is_signed, bool carry_in, bool carry_out>
void imad(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0);
  const IntegerSource b(warp, instruction, 1);
  LaneVector product;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t full = is_signed ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a[i])} *
                                                                      std::int64_t{static_cast<std::int32_t>(b[i])})
                                         : std::uint64_t{a[i]} * std::uint64_t{b[i]};
    product[i] = static_cast<std::uint32_t>(high ? full >> 32 : full);
  }
  add_vectors<carry_in, carry_out>(warp, instruction, product, IntegerSource(warp, instruction, 2), chosen);
}

template <bool high, bool is_signed> DataOperation select_imad_carry(bool carry_in, bool carry_out) {
  if (carry_out) return carry_in ? imad<high, is_signed, true, true> : imad<high, is_signed, false, true>;
  return carry_in ? imad<high, is_signed, true, false> : imad<high, is_signed, false, false>;
}

/// Both factors are signed unless both are marked .U32, as in "IMAD.U32.U32.HI".
DataOperation select_imad(Modifiers& modifiers, const sass::Instruction& instruction) {
  const bool is_unsigned = modifiers.take("U32");
  if (is_unsigned != modifiers.take("U32")) return nullptr;
  const bool high = modifiers.take("HI");
  const bool carry_in = modifiers.take("X");
  const bool carry_out = writes_code(instruction);
  // The effect of a negation on the carry of a product is not documented.
  if ((carry_in || carry_out) && modified_sources(instruction).negated > 0) return nullptr;
  if (high)
    return is_unsigned ? select_imad_carry<true, false>(carry_in, carry_out)
                       : select_imad_carry<true, true>(carry_in, carry_out);
  return select_imad_carry<false, true>(carry_in, carry_out);
}

/// IMUL d, a, b: as IMAD without a sum.
DataOperation select_imul(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  if (is_unsigned != modifiers.take("U32")) return nullptr;
  if (!modifiers.take("HI")) return imad<false, true, false, false>;
  return is_unsigned ? imad<true, false, false, false> : imad<true, true, false, false>;
}

constexpr std::array rows = {
    Opcode{"IADD", "cs-~|s-~|", select_iadd, plain, before_volta},
    Opcode{"IADD32I", "cs-s-", select_iadd, plain, before_volta},
    Opcode{"ISUB", "css", select_isub, plain, before_volta},
    Opcode{"ISCADD", "cs-s-s5", select_iscadd, plain, before_volta},
    Opcode{"ISCADD32I", "cs-s-s5", select_iscadd, plain, before_volta},
    Opcode{"IMAD", "cs-s-s-", select_imad, plain, before_volta},
    Opcode{"IMUL", "dssn?", select_imul, plain, before_volta},
    Opcode{"IMUL32I", "dssn?", select_imul, plain, before_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<iadd<false, false>>, compiled<isub<false, false>>, compiled<iscadd<false>>,
                                   compiled<iscadd<true>>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{iadd<false, false>, RowForm::sum}};

}  // namespace

std::span<const Opcode> integer_carry_opcodes() { return rows; }

std::span<const Compiled> compiled_carrying_sums() { return vectorised; }

std::span<const FormOfOperation> forms_of_carrying_sums() { return forms; }

}  // namespace reconverge::emulator
