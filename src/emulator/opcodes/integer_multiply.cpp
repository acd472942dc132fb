// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Integer products from sm_70 on.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

std::uint32_t multiply_add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { return a * b + c; }

/// IMAD.MOV d, RZ, RZ, c: the sum of nothing and c.
void imad_move(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, IntegerSource(warp, instruction, 2), chosen);
}

/// IMAD.X d, a, b, c, r: a * b + c + r.
void imad_carry(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneVector carry = spread(read_predicate(warp, instruction, 0));
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = a[i] * b[i] + c[i] - carry[i];
  write(warp, instruction, result, chosen);
}

template <bool is_signed> std::uint64_t product(std::uint32_t a, std::uint32_t b) {
  if constexpr (is_signed) return static_cast<std::uint64_t>(std::int64_t{as_signed(a)} * as_signed(b));
  return std::uint64_t{a} * b;
}

/// IMAD.WIDE, IMAD.HI d, {p,} a, b, c{, r}: a * b + c + r in 64 bits, where c is a register pair; .HI
/// keeps the high word. p is the carry out of the sum.
template <bool is_signed, bool high>
void imad_wide(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  const PairSource c(warp, instruction, 2);
  const std::uint8_t modifier = instruction.source_modifier[2];
  const std::uint64_t flip = (modifier & (negate | invert)) != 0 ? ~std::uint64_t{0} : 0;
  const std::uint64_t one = (modifier & negate) != 0 ? 1 : 0;
  const LaneMask carry_in = read_predicate(warp, instruction, 0);
  LanePair sum;
  LaneMask carry_out;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint64_t factor = product<is_signed>(a[i], b[i]);
    const std::uint64_t partial = factor + (c[i] ^ flip);
    const std::uint64_t full = partial + one + bit_of(carry_in, i);
    if (partial < factor || full < partial) carry_out |= LaneMask::lane(static_cast<int>(i));
    sum.set(i, full);
  }
  write_predicate(warp, instruction.predicate_destination[0], carry_out, chosen);
  if constexpr (high) write(warp, instruction, sum.high, chosen);
  else write_pair(warp, instruction, sum, chosen);
}

/// IMAD, and the names that disassemblers give it where a factor is a constant.
DataOperation select_imad(Modifiers& modifiers, const sass::Instruction& row) {
  const auto modified = modified_sources(row);
  const bool moves = modifiers.take("MOV");
  if (!moves && !modifiers.take("IADD")) modifiers.take("SHL");
  modifiers.take("U32");  // the low word of a product has no sign
  if (modified.absolute > 0) return nullptr;
  if (modifiers.take("X")) return modified.negated > 0 ? nullptr : imad_carry;
  if (has_predicates(row)) return nullptr;
  const bool factors_are_zero = row.operands.size() == 4 && row.operands[1].index == sass::zero_register &&
                                row.operands[2].index == sass::zero_register;
  return moves && factors_are_zero ? imad_move : ternary<multiply_add>;
}

template <bool high> DataOperation select_imad_wide(Modifiers& modifiers, const sass::Instruction& row) {
  if (!modifiers.take(high ? "HI" : "WIDE")) return nullptr;
  const bool is_unsigned = modifiers.take("U32");
  const bool carry_in = modifiers.take("X");
  const auto modified = modified_sources(row);
  // The carries of a sum with negated parts are not documented.
  if (modified.absolute > 0 || (modified.negated > 0 && (carry_in || has_predicates(row)))) return nullptr;
  if (is_unsigned) return imad_wide<false, high>;
  return imad_wide<true, high>;
}

/// IMUL d, a, b and IMUL.WIDE, on the uniform datapath of sm_100.
std::uint32_t low_product(std::uint32_t a, std::uint32_t b) { return a * b; }
DataOperation select_imul(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.take("U32");
  return binary<low_product>;
}

// ---- dot products ---------------------------------------------------------------------------

enum DotForm : std::uint16_t { dot_words = 1, dot_high = 2, dot_first_signed = 4, dot_second_signed = 8 };

std::int64_t part_of(std::uint32_t word, unsigned place, unsigned bits, bool is_signed) {
  const std::uint32_t part = word >> (place * bits) & ((1u << bits) - 1);
  return is_signed && (part >> (bits - 1)) != 0 ? std::int64_t{part} - (std::int64_t{1} << bits) : std::int64_t{part};
}

/// IDP.4A d, a, b, c: c plus the products of the four bytes; IDP.2A multiplies the two halves of a
/// with the low or high (.HI) two bytes of b.
void idp(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const bool words = (instruction.variant & dot_words) != 0;
  const bool first_signed = (instruction.variant & dot_first_signed) != 0;
  const bool second_signed = (instruction.variant & dot_second_signed) != 0;
  const unsigned parts = words ? 2 : 4;
  const unsigned skipped = (instruction.variant & dot_high) != 0 ? 2 : 0;
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    std::int64_t sum = as_signed(c[i]);
    for (unsigned place = 0; place < parts; ++place)
      sum += part_of(a[i], place, words ? 16 : 8, first_signed) * part_of(b[i], place + skipped, 8, second_signed);
    result[i] = static_cast<std::uint32_t>(sum);
  }
  write(warp, instruction, result, chosen);
}

DataOperation select_idp(Modifiers& modifiers, const sass::Instruction&) {
  const bool words = modifiers.take("2A");
  if (!words && !modifiers.take("4A")) return nullptr;
  const bool high = words && modifiers.take("HI");
  if (words && !high && !modifiers.take("LO")) return nullptr;
  constexpr std::array<std::string_view, 4> types = {"U8", "S8", "U16", "S16"};
  const int first = modifiers.take_one_of(types);
  const int second = modifiers.take_one_of(types);
  if (first < 0 || second < 0 || (first >= 2) != words || second >= 2) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>((words ? dot_words : 0) | (high ? dot_high : 0) |
                                            (first % 2 == 1 ? dot_first_signed : 0) |
                                            (second % 2 == 1 ? dot_second_signed : 0)));
  return idp;
}

constexpr std::array rows = {
    Opcode{"IMAD", "ds-s-s-~n?", select_imad, plain, from_volta},
    Opcode{"IMAD", "Dp?s-s-S-~n?", select_imad_wide<false>, plain, from_volta},
    Opcode{"IMAD", "dp?s-s-S-~n?", select_imad_wide<true>, plain, from_volta},
    Opcode{"UIMAD", "ds-s-s-~n?", select_imad, uniform_datapath, from_volta},
    Opcode{"UIMAD", "Dp?s-s-S-~n?", select_imad_wide<false>, uniform_datapath, from_volta},
    Opcode{"UIMAD", "dp?s-s-S-~n?", select_imad_wide<true>, uniform_datapath, from_volta},
    Opcode{"UIMUL", "dss", select_imul, uniform_datapath, from_volta},
    Opcode{"IDP", "dsss", select_idp},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<imad_move>,
                                   compiled<ternary<multiply_add>>,
                                   compiled<imad_carry>,
                                   compiled<imad_wide<false, false>>,
                                   compiled<imad_wide<false, true>>,
                                   compiled<imad_wide<true, false>>,
                                   compiled<imad_wide<true, true>>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{imad_move, RowForm::move_third}, {ternary<multiply_add>, RowForm::product_sum}};

}  // namespace

std::span<const Opcode> integer_multiply_opcodes() { return rows; }

std::span<const Compiled> compiled_integer_products() { return vectorised; }

std::span<const FormOfOperation> forms_of_integer_products() { return forms; }

}  // namespace reconverge::emulator
