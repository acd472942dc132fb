// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Integer sums, mostly from sm_70 on. Carries are predicates; a subtrahend is added as its complement and
/// one, so that a carry out of a difference means "no borrow".
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// Operand `i` as a summand of a sum that may carry: -x is ~x and 1, of 33 bits together. In the further words of a
/// longer difference the carry replaces the 1.
class Summand {
 public:
  Summand(const Warp& warp, const DecodedInstruction& instruction, std::size_t i, bool extends = false)
      : values_(plain_source(warp, instruction, i)),
        one_(!extends && (instruction.source_modifier[i] & negate) != 0 ? 1 : 0),
        flip_((instruction.source_modifier[i] & (negate | invert)) != 0 ? 0xFFFF'FFFFu : 0u) {}

  std::uint64_t operator[](std::size_t lane) const { return std::uint64_t{values_[lane] ^ flip_} + one_; }

 private:
  const LaneVector& values_;
  std::uint32_t one_;
  std::uint32_t flip_;
};

/// Before sm_70 the condition code holds the one carry there is, CC.C.
constexpr unsigned code_in = 64, code_out = 128;  // bits of the variant

void write_code(Warp& warp, const DecodedInstruction& instruction, const LaneVector& sum, const LaneVector& carry,
                LaneMask chosen) {
  if ((instruction.variant & code_out) == 0) return;
  const LaneMask carried = lanes_where([&](auto i) { return carry[i] != 0; });
  warp.code.set(sum, carried, LaneMask::none(), chosen, (instruction.variant & code_in) != 0);
}

LaneMask carry_code(const Warp& warp, const DecodedInstruction& instruction) {
  return (instruction.variant & code_in) != 0 ? warp.code.carry : LaneMask::none();
}

/// Which of them a row names.
unsigned take_old_carry(Modifiers& modifiers, const sass::Instruction& row) {
  return modifiers.take_as("X", code_in) | (writes_code(row) ? code_out : 0u);
}

std::uint32_t sum2(std::uint32_t a, std::uint32_t b) { return a + b; }
std::uint32_t sum3(std::uint32_t a, std::uint32_t b, std::uint32_t c) { return a + b + c; }

/// IADD3{.X} d, p, q, a, b, c{, r, s}: p = the sum with carries r and s is at least 2^32, q = 2^33.
template <bool carries_in> void iadd3_carry(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Summand a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneMask first = carries_in ? read_predicate(warp, instruction, 0) : LaneMask::none();
  const LaneMask second = carries_in ? read_predicate(warp, instruction, 1) : LaneMask::none();
  LaneVector sum, carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t full = a[i] + b[i] + c[i] + bit_of(first, i) + bit_of(second, i);
    sum[i] = static_cast<std::uint32_t>(full);
    carry[i] = static_cast<std::uint32_t>(full >> 32);
  }
  write_predicate(warp, instruction.predicate_destination[0], lanes_where([&](auto i) { return carry[i] >= 1; }),
                  chosen);
  write_predicate(warp, instruction.predicate_destination[1], lanes_where([&](auto i) { return carry[i] >= 2; }),
                  chosen);
  write(warp, instruction, sum, chosen);
}

/// The half of a word that .H0 or .H1 names, or the word.
std::uint32_t part_of_word(std::uint32_t word, std::uint8_t modifier) {
  if ((modifier & (low_half | high_half)) == 0) return word;
  return (modifier & high_half) != 0 ? word >> 16 : word & 0xFFFF;
}

/// A sum of three can carry 2, and compilers build 64-bit sums of three that need it. Where CC keeps that is
/// documented nowhere; here in flags that no sum of two leaves: it overflows with either a carry or a negative
/// result, never with both or neither.
LaneMask carried_twice(const ConditionCode& code) {
  return code.overflow & ((code.carry & code.sign) | (~code.carry).without(code.sign));
}

void write_code_of_three(Warp& warp, const DecodedInstruction& instruction, const LaneVector& sum,
                         const LaneVector& carry, LaneMask chosen) {
  const LaneMask twice = lanes_where([&](auto i) { return carry[i] >= 2; });
  const LaneMask flag = lanes_where([&](auto i) { return carry[i] == 1 || (carry[i] == 2 && sum[i] >> 31 != 0); });
  if ((instruction.variant & code_out) != 0)
    warp.code.set(sum, flag, twice, chosen, (instruction.variant & code_in) != 0);
}

/// IADD3{.X} d{.CC}, a, b, c before sm_70.
void old_iadd3(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const bool extends = (instruction.variant & code_in) != 0;
  const Summand a(warp, instruction, 0, extends), b(warp, instruction, 1, extends), c(warp, instruction, 2, extends);
  const LaneMask twice_in = extends ? carried_twice(warp.code) : LaneMask::none();
  const LaneMask once_in = carry_code(warp, instruction).without(twice_in);
  LaneVector sum, carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t full = a[i] + b[i] + c[i] + bit_of(once_in, i) + 2 * bit_of(twice_in, i);
    sum[i] = static_cast<std::uint32_t>(full);
    carry[i] = static_cast<std::uint32_t>(full >> 32);
  }
  write_code_of_three(warp, instruction, sum, carry, chosen);
  write(warp, instruction, sum, chosen);
}

/// IADD3 d, a, b, c of halves of registers: R27.H0 counts from 0 to 65535.
void old_iadd3_parts(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  LaneVector sum{};
  for (std::size_t k = 0; k < 3; ++k) {
    const LaneVector& word = plain_source(warp, instruction, k);
    const std::uint8_t modifier = instruction.source_modifier[k];
    for (std::size_t i = 0; i < lanes; ++i)
      sum[i] += (modifier & negate) != 0 ? 0u - word[i] : part_of_word(word[i], modifier);
  }
  write(warp, instruction, sum, chosen);
}

/// IADD3.RS d, a, b, c: the sum of a and b, of 33 bits, moved down by 16, plus c: the middle of the
/// product of two words that XMAD has multiplied by halves.
void iadd3_shifted(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = static_cast<std::uint32_t>((std::uint64_t{a[i]} + b[i]) >> 16) + c[i];
  write(warp, instruction, result, chosen);
}

DataOperation select_old_iadd3(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  const bool shifts = modifiers.take("RS");
  const unsigned carry = take_old_carry(modifiers, row);
  modifiers.keep(static_cast<std::uint16_t>(carry));
  if (modified.absolute + modified.inverted > 0) return nullptr;
  if (shifts) return carry != 0 || modified.negated > 0 ? nullptr : iadd3_shifted;
  // Three negated zeros would carry 3.
  return carry != 0 && modified.negated > 2 ? nullptr : old_iadd3;
}

/// Whole words alone are handled by the row above.
DataOperation select_old_iadd3_parts(Modifiers&, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  const bool negates_part = std::ranges::any_of(row.operands, [](auto& o) { return o.negated && !o.suffix.empty(); });
  const bool has_parts = std::ranges::any_of(row.operands, [](auto& o) { return o.suffix.starts_with('H'); });
  if (!has_parts) return nullptr;
  return modified.absolute + modified.inverted > 0 || negates_part || writes_code(row) ? nullptr : old_iadd3_parts;
}

/// Whether a predicate other than PT is written or read.
bool uses_predicates(const sass::Instruction& row) {
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
    return is_predicate(operand) && operand.index != sass::true_predicate;
  });
}

DataOperation select_iadd3(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  if (modified.absolute > 0) return nullptr;
  if (modifiers.take("X")) return modified.negated > 0 ? nullptr : iadd3_carry<true>;
  if (!uses_predicates(row)) return ternary<sum3>;
  // The carries of three negated zeros, 3, do not fit into two predicates.
  return modified.negated > 2 ? nullptr : iadd3_carry<false>;
}

/// IADD{.X} d, {p,} a, b{, r} of sm_100 and later: p is the carry of a + b + r.
void iadd_carry(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Summand a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask carry_in = read_predicate(warp, instruction, 0);
  LaneVector sum, carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t full = a[i] + b[i] + bit_of(carry_in, i);
    sum[i] = static_cast<std::uint32_t>(full);
    carry[i] = static_cast<std::uint32_t>(full >> 32);
  }
  write_predicate(warp, instruction.predicate_destination[0], lanes_where([&](auto i) { return carry[i] != 0; }),
                  chosen);
  write(warp, instruction, sum, chosen);
}

/// IADD d, a, b of sm_100 and VIADD d, a, b: d = a + b. A predicate after them comes in with .X alone.
DataOperation select_add(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  if (modified.absolute > 0) return nullptr;
  const bool extends = modifiers.take("X");
  if (extends != (!row.operands.empty() && is_predicate(row.operands.back()))) return nullptr;
  if (extends) return modified.negated > 0 ? nullptr : iadd_carry;
  return uses_predicates(row) ? iadd_carry : binary<sum2>;
}

std::uint64_t wide_value(const PairSource& source, std::uint8_t modifier, std::size_t lane) {
  const std::uint64_t value = source[lane];
  if ((modifier & invert) != 0) return ~value;
  return (modifier & negate) != 0 ? 0 - value : value;
}

/// IADD.64{.X} d, {p,} a, b{, r}: 64-bit sums; p is the carry.
void iadd64(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask carry_in = read_predicate(warp, instruction, 0);
  LanePair sum;
  LaneMask carry_out;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t x = wide_value(a, instruction.source_modifier[0], i);
    const std::uint64_t y = wide_value(b, instruction.source_modifier[1], i);
    const std::uint64_t partial = x + y;
    const std::uint64_t total = partial + bit_of(carry_in, i);
    // -0 counts as ~0 and 1, which carries.
    const auto zero_negated = [&](auto& s, int k) {
      return (instruction.source_modifier[k] & negate) != 0 && s[i] == 0;
    };
    if (partial < x || total < partial || zero_negated(a, 0) || zero_negated(b, 1))
      carry_out |= LaneMask::lane(static_cast<int>(i));
    sum.set(i, total);
  }
  write_predicate(warp, instruction.predicate_destination[0], carry_out, chosen);
  write_pair(warp, instruction, sum, chosen);
}

DataOperation select_iadd64(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  if (!modifiers.take("64") || modified.absolute > 0) return nullptr;
  return modifiers.take("X") && modified.negated > 0 ? nullptr : iadd64;
}

/// UIADD3.64 ud, up, uq, a, b, c: of 64 bits. Only UPT has been seen for the carries up and uq.
void iadd3_wide(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const auto& modifier = instruction.source_modifier;
  LanePair sum;
  for (std::size_t i = 0; i < lanes; ++i)
    sum.set(i, wide_value(a, modifier[0], i) + wide_value(b, modifier[1], i) + wide_value(c, modifier[2], i));
  write_pair(warp, instruction, sum, chosen);
}

DataOperation select_iadd3_wide(Modifiers& modifiers, const sass::Instruction& row) {
  return modifiers.take("64") && modified_sources(row).absolute == 0 && !uses_predicates(row) ? iadd3_wide : nullptr;
}

// ---- LEA ------------------------------------------------------------------------------------

enum LeaForm : std::uint16_t { lea_high = 1, lea_extend = 2, lea_carry_in = 4 };

/// The word of `a << shift` that LEA adds: the low one, or with .HI the high one of the pair a2:a.
std::uint32_t shifted_word(std::uint64_t pair, std::uint32_t shift, bool high) {
  const std::uint64_t shifted = pair << (shift & 31u);
  return static_cast<std::uint32_t>(high ? shifted >> 32 : shifted);
}

/// That word as a summand: -x is ~x and 1, of 33 bits together, as in Summand.
std::uint64_t shifted_summand(std::uint64_t pair, std::uint32_t shift, bool high, bool negated) {
  const std::uint32_t word = shifted_word(pair, shift, high);
  return negated ? std::uint64_t{~word} + 1 : word;
}

/// LEA{.HI}{.X}{.SX32} d, {p,} a, b, {a2,} k{, r}: d = word of (a2:a << k) + b + r; p is the carry.
/// `extended` has no a2: it is the sign of a.
template <bool has_high> void lea(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const Summand b(warp, instruction, 1);
  const LaneVector& a_high = plain_source(warp, instruction, 2);
  const LaneVector& shift = plain_source(warp, instruction, has_high ? 3 : 2);
  const LaneMask carry_in =
      (instruction.variant & lea_carry_in) != 0 ? read_predicate(warp, instruction, 0) : carry_code(warp, instruction);
  const bool extends = (instruction.variant & lea_extend) != 0;
  const bool high = (instruction.variant & lea_high) != 0;
  const bool negated = (instruction.source_modifier[0] & negate) != 0;
  LaneVector sum, carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint32_t above = has_high ? a_high[i] : extends && (a[i] >> 31) != 0 ? 0xFFFF'FFFFu : 0u;
    const std::uint64_t pair = a[i] | std::uint64_t{above} << 32;
    const std::uint64_t full = shifted_summand(pair, shift[i], high, negated) + b[i] + bit_of(carry_in, i);
    sum[i] = static_cast<std::uint32_t>(full);
    carry[i] = static_cast<std::uint32_t>(full >> 32);
  }
  write_code(warp, instruction, sum, carry, chosen);
  write_predicate(warp, instruction.predicate_destination[0], lanes_where([&](auto i) { return carry[i] != 0; }),
                  chosen);
  write(warp, instruction, sum, chosen);
}

/// Whether a sign of LEA means something that is not known: what a high word is of which the whole is negated,
/// and what a difference does with a carry that comes in.
bool has_unknown_sign(const sass::Instruction& row, bool high, bool carry_in) {
  const auto first = std::ranges::find_if(row.operands.begin() + 1, row.operands.end(),
                                          [](const sass::Operand& operand) { return !is_predicate(operand); });
  const bool shifted_is_negated = first != row.operands.end() && first->negated;
  return (high && shifted_is_negated) || (carry_in && modified_sources(row).negated > 0);
}

/// LEA of sm_50 to sm_62: the carry is CC.C.
template <bool has_high> DataOperation select_old_lea(Modifiers& modifiers, const sass::Instruction& row) {
  const bool high = modifiers.take("HI");
  const auto modified = modified_sources(row);
  const unsigned carry = take_old_carry(modifiers, row);
  if (high != has_high || modified.absolute + modified.inverted > 0 || has_unknown_sign(row, high, carry != 0))
    return nullptr;
  modifiers.keep(static_cast<std::uint16_t>((high ? unsigned{lea_high} : 0u) | carry));
  return lea<has_high>;
}

/// LEA.HI.X p, d, a, RZ, a2 before sm_70: d is the high word of a pointer, whose low one LEA has made of a;
/// p is set where a2:a lies neither in shared nor in local memory.
void lea_tested(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& low = plain_source(warp, instruction, 0);
  const LaneVector& high = plain_source(warp, instruction, 2);
  const LaneMask global = lanes_where([&](std::size_t i) {
    return warp.windows.place_of(low[i] | std::uint64_t{high[i]} << 32).space == Space::global;
  });
  lea<true>(warp, instruction, chosen);
  write_predicate(warp, instruction.predicate_destination[0], global, chosen);
}

DataOperation select_lea_tested(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  const bool adds_nothing = row.operands.size() == 5 && row.operands[3].is_zero();
  if (!modifiers.take("HI") || !modifiers.take("X") || !adds_nothing) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(unsigned{lea_high} | code_in));
  return modified.absolute + modified.inverted + modified.negated > 0 ? nullptr : lea_tested;
}

template <bool has_high> DataOperation select_lea(Modifiers& modifiers, const sass::Instruction& row) {
  const bool high = modifiers.take("HI");
  const bool carry_in = modifiers.take("X");
  const bool extend = modifiers.take("SX32");
  if (modified_sources(row).absolute > 0 || has_high != (high && !extend) || (extend && !high)) return nullptr;
  if (has_unknown_sign(row, high, carry_in)) return nullptr;
  modifiers.keep(
      static_cast<std::uint16_t>((high ? lea_high : 0) | (carry_in ? lea_carry_in : 0) | (extend ? lea_extend : 0)));
  return lea<has_high>;
}

// ---- others ---------------------------------------------------------------------------------

std::uint32_t magnitude(std::uint32_t a) { return (a >> 31) != 0 ? 0u - a : a; }
DataOperation select_iabs(Modifiers&, const sass::Instruction&) { return unary<magnitude>; }

std::uint32_t saturated_sum(std::uint32_t a, std::uint32_t b) {
  const std::int64_t sum = std::int64_t{as_signed(a)} + as_signed(b);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX));
}
/// VIADD.S32.ISAT d, a, -b: the difference is exact before it saturates.
std::uint32_t saturated_difference(std::uint32_t a, std::uint32_t b) {
  const std::int64_t difference = std::int64_t{as_signed(a)} - as_signed(b);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(difference, INT32_MIN, INT32_MAX));
}

/// A function of two words without their signs, in the order written or in the other one.
template <auto function, bool swapped = false>
void saturating(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, swapped ? 1 : 0);
  const LaneVector& b = plain_source(warp, instruction, swapped ? 0 : 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = function(a[i], b[i]);
  write(warp, instruction, result, chosen);
}

/// Sums of parts of a word, each of `bits`, without carries between them.
template <std::uint32_t tops> std::uint32_t sum_of_parts(std::uint32_t a, std::uint32_t b) {
  return ((a & ~tops) + (b & ~tops)) ^ ((a ^ b) & tops);
}

template <std::uint32_t tops> std::uint32_t difference_of_parts(std::uint32_t a, std::uint32_t b) {
  return ((a | tops) - (b & ~tops)) ^ ((a ^ ~b) & tops);
}

template <std::uint32_t tops> DataOperation select_parts(bool subtracts, bool from_second) {
  if (from_second) return saturating<difference_of_parts<tops>, true>;
  return subtracts ? saturating<difference_of_parts<tops>> : saturating<sum_of_parts<tops>>;
}

/// VIADD with a type: .16x2 and .U8x4 sum the parts of a word, .S32.ISAT saturates.
DataOperation select_viadd(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  const bool subtracts = row.operands.size() == 3 && row.operands[2].negated;
  const bool from_second = row.operands.size() == 3 && row.operands[1].negated;
  if (modified.absolute > 0 || modified.inverted > 0) return nullptr;
  if (modifiers.all_taken()) return binary<sum2>;
  if (modified.negated > 1) return nullptr;
  if (modifiers.take("16x2")) return select_parts<0x8000'8000u>(subtracts, from_second);
  if (modifiers.take("U8x4") || modifiers.take("8x4")) return select_parts<0x8080'8080u>(subtracts, from_second);
  if (from_second) return nullptr;
  const bool saturates = modifiers.take("S32") && modifiers.take("ISAT");
  if (!saturates) return nullptr;
  return subtracts ? saturating<saturated_difference> : saturating<saturated_sum>;
}

constexpr std::array rows = {
    Opcode{"IADD3", "dp?p?s-~s-~s-~n?n?", select_iadd3, plain, from_volta},
    Opcode{"UIADD3", "dp?p?s-~s-~s-~n?n?", select_iadd3, uniform_datapath, from_volta},
    Opcode{"UIADD3", "DppS-~S-~S-~", select_iadd3_wide, uniform_datapath, from_volta},
    Opcode{"IADD", "dp?s-~s-~n?", select_add, plain, from_volta},
    Opcode{"UIADD", "dp?s-~s-~n?", select_add, uniform_datapath, from_volta},
    Opcode{"IADD", "Dp?S-~S-~n?", select_iadd64, plain, from_volta},
    Opcode{"UIADD", "Dp?S-~S-~n?", select_iadd64, uniform_datapath, from_volta},
    Opcode{"VIADD", "ds-~s-~", select_viadd, plain, from_volta},
    Opcode{"UVIADD", "ds-~s-~", select_viadd, uniform_datapath, from_volta},
    Opcode{"LEA", "dp?ss-~ss5q?", select_lea<true>, plain, from_volta},
    Opcode{"LEA", "dp?s-s-~s5q?", select_lea<false>, plain, from_volta},
    Opcode{"ULEA", "dp?ss-~ss5q?", select_lea<true>, uniform_datapath, from_volta},
    Opcode{"ULEA", "dp?s-s-~s5q?", select_lea<false>, uniform_datapath, from_volta},
    Opcode{"IADD3", "cs-t-s-", select_old_iadd3, plain, before_volta},
    Opcode{"IADD3", "dv-v-19v-", select_old_iadd3_parts, plain, before_volta},
    Opcode{"LEA", "cs-s-ss5", select_old_lea<true>, plain, before_volta},
    Opcode{"LEA", "cs-s-s5?", select_old_lea<false>, plain, before_volta},
    Opcode{"LEA", "pdsss", select_lea_tested, plain, before_volta},
    Opcode{"IABS", "ds", select_iabs, plain, from_volta},
    Opcode{"UIABS", "ds", select_iabs, uniform_datapath, from_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<binary<sum2>>,      compiled<ternary<sum3>>, compiled<iadd3_carry<false>>,
                                   compiled<iadd3_carry<true>>, compiled<old_iadd3>,     compiled<iadd_carry>,
                                   compiled<lea<false>>,        compiled<lea<true>>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {
    {binary<sum2>, RowForm::sum}, {ternary<sum3>, RowForm::sum}, {lea<false>, RowForm::shifted_sum}};

}  // namespace

std::span<const Opcode> integer_add_opcodes() { return rows; }

std::span<const Compiled> compiled_integer_sums() { return vectorised; }

std::span<const FormOfOperation> forms_of_integer_sums() { return forms; }

}  // namespace reconverge::emulator
