// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/row_form.hpp"
#include "emulator/opcodes/rows.hpp"

/// Bitwise logic and shifts from sm_50 on.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

// ---- LOP3 and PLOP3: any function of three bits, given by its truth table ---------------------

/// The function of a table; bit 4a+2b+c of the table is its value for bits a, b, c.
template <typename Word> Word looked_up(unsigned table, Word a, Word b, Word c) {
  const auto term = [&](unsigned row, Word x, Word y, Word z) {
    return (table >> row & 1u) != 0 ? static_cast<Word>(x & y & z) : Word{0};
  };
  const Word na = ~a, nb = ~b, nc = ~c;
  return term(0, na, nb, nc) | term(1, na, nb, c) | term(2, na, b, nc) | term(3, na, b, c) | term(4, a, nb, nc) |
         term(5, a, nb, c) | term(6, a, b, nc) | term(7, a, b, c);
}

/// The tables that compilers use most get a loop of their own.
template <unsigned table>
void look_up_fixed(const LaneVector& a, const LaneVector& b, const LaneVector& c, LaneVector& result) {
  for (std::size_t i = 0; i < lanes; ++i) result[i] = looked_up<std::uint32_t>(table, a[i], b[i], c[i]);
}

void look_up(unsigned table, const LaneVector& a, const LaneVector& b, const LaneVector& c, LaneVector& result) {
  switch (table) {
    case 0xC0: return look_up_fixed<0xC0>(a, b, c, result);  // a & b
    case 0xFC: return look_up_fixed<0xFC>(a, b, c, result);  // a | b
    case 0x3C: return look_up_fixed<0x3C>(a, b, c, result);  // a ^ b
    case 0x33: return look_up_fixed<0x33>(a, b, c, result);  // ~b
    case 0x96: return look_up_fixed<0x96>(a, b, c, result);  // a ^ b ^ c
    case 0xF8: return look_up_fixed<0xF8>(a, b, c, result);  // a | (b & c)
    case 0xFE: return look_up_fixed<0xFE>(a, b, c, result);  // a | b | c
    default:
      for (std::size_t i = 0; i < lanes; ++i) result[i] = looked_up<std::uint32_t>(table, a[i], b[i], c[i]);
  }
}

/// LOP3.LUT {p,} d, a, b, c, table, q: p = (d != 0) or q; with .PAND, and q.
void lop3(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const unsigned table = plain_source(warp, instruction, 3)[0] & 0xFF;
  LaneVector result;
  look_up(table, a, b, c, result);
  if (instruction.predicate_destination[0] != sass::true_predicate) {
    const LaneMask other = read_predicate(warp, instruction, 0);
    const LaneMask set = lanes_where([&](std::size_t i) { return result[i] != 0; });
    write_predicate(warp, instruction.predicate_destination[0], instruction.variant != 0 ? set & other : set | other,
                    chosen);
  }
  write(warp, instruction, result, chosen);
}

DataOperation select_lop3(Modifiers& modifiers, const sass::Instruction& row) {
  const bool has_table = modifiers.take("LUT");
  modifiers.keep(modifiers.take("PAND") ? 1 : 0);
  return has_table ? coded_if_asked<lop3>(row) : nullptr;
}

template <typename Input>
void plop3(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, std::size_t first_table, Input input) {
  const std::uint32_t a = input(0), b = input(1), c = input(2);
  for (std::size_t k = 0; k < 2; ++k) {
    const unsigned table = plain_source(warp, instruction, first_table + k)[0] & 0xFF;
    write_predicate(warp, instruction.predicate_destination[k], LaneMask(looked_up<std::uint32_t>(table, a, b, c)),
                    chosen);
  }
}

/// PLOP3.LUT p, q, a, b, c, t, u: p by table t, q by table u.
void plop3_predicates(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  plop3(warp, instruction, chosen, 0, [&](std::size_t i) { return read_predicate(warp, instruction, i).bits(); });
}

/// PLOP3.LUT p, q, R0.SIGN, ..: of the sign bits of registers.
void plop3_signs(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  plop3(warp, instruction, chosen, 3, [&](std::size_t i) {
    const IntegerSource value(warp, instruction, i);
    return lanes_where([&](std::size_t lane) { return value[lane] >> 31 != 0; }).bits();
  });
}

template <DataOperation operation> DataOperation select_plop3(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("LUT") ? operation : nullptr;
}

// ---- LOP: two operands, before LOP3 took over ---------------------------------------------------

std::uint32_t and_words(std::uint32_t a, std::uint32_t b) { return a & b; }
std::uint32_t or_words(std::uint32_t a, std::uint32_t b) { return a | b; }
std::uint32_t xor_words(std::uint32_t a, std::uint32_t b) { return a ^ b; }
std::uint32_t second_word(std::uint32_t, std::uint32_t b) { return b; }

/// LOP.op d, a, b.
template <std::uint32_t (*function)(std::uint32_t, std::uint32_t)> DataOperation lop(const sass::Instruction& row) {
  return coded_if_asked<binary<function>>(row);
}

DataOperation select_lop(Modifiers& modifiers, const sass::Instruction& row) {
  constexpr std::array<std::string_view, 4> names = {"AND", "OR", "XOR", "PASS_B"};
  constexpr std::array operations = {lop<and_words>, lop<or_words>, lop<xor_words>, lop<second_word>};
  const int found = modifiers.take_one_of(names);
  return found < 0 ? nullptr : operations[static_cast<std::size_t>(found)](row);
}

/// The test of a result in bits of the variant: whether it has a bit, or none; with .X of a longer number,
/// whose words below left in CC whether they are zero.
enum TestForm : std::uint16_t { test_for_bits = 1, test_extends = 2 };

LaneMask tested(const Warp& warp, const DecodedInstruction& instruction, const LaneVector& result) {
  LaneMask set = lanes_where([&](std::size_t i) { return result[i] != 0; });
  if ((instruction.variant & test_extends) != 0) set |= ~warp.code.zero;
  return (instruction.variant & test_for_bits) != 0 ? set : ~set;
}

bool take_test(Modifiers& modifiers) {
  const unsigned extends = modifiers.take_as("X", test_extends);
  const unsigned bits = modifiers.take_as("NZ", test_for_bits);
  modifiers.keep(static_cast<std::uint16_t>(bits | extends));
  return bits != 0 || modifiers.take("Z");
}

/// LOP.op{.X}.NZ p, d, a, b: p = d has a bit; .Z: none.
template <std::uint32_t (*function)(std::uint32_t, std::uint32_t)>
void lop_tested(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = function(a[i], b[i]);
  write_predicate(warp, instruction.predicate_destination[0], tested(warp, instruction, result), chosen);
  write(warp, instruction, result, chosen);
}

DataOperation select_lop_tested(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 4> names = {"AND", "OR", "XOR", "PASS_B"};
  constexpr std::array<DataOperation, 4> operations = {lop_tested<and_words>, lop_tested<or_words>,
                                                       lop_tested<xor_words>, lop_tested<second_word>};
  const int found = modifiers.take_one_of(names);
  return !take_test(modifiers) || found < 0 ? nullptr : operations[static_cast<std::size_t>(found)];
}

/// LOP3.LUT.NZ {p,} d, a, b, c, table before sm_70.
void lop3_tested(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  LaneVector result;
  look_up(plain_source(warp, instruction, 3)[0] & 0xFF, a, b, c, result);
  write_predicate(warp, instruction.predicate_destination[0], tested(warp, instruction, result), chosen);
  write(warp, instruction, result, chosen);
}

DataOperation select_lop3_tested(Modifiers& modifiers, const sass::Instruction&) {
  const bool has_table = modifiers.take("LUT");
  return take_test(modifiers) && has_table ? lop3_tested : nullptr;
}

// ---- shifts -------------------------------------------------------------------------------------

enum ShiftForm : std::uint16_t { shift_right = 1, shift_signed = 2, shift_high = 4, shift_wraps = 8, shift_of_64 = 16 };

/// A pair of words shifted by an amount that was limited to 64.
std::uint64_t shifted(std::uint64_t pair, std::uint32_t amount, unsigned form) {
  const bool all_out = amount > 63;
  if ((form & shift_right) == 0) return all_out ? 0 : pair << amount;
  if ((form & shift_signed) != 0) return static_cast<std::uint64_t>(as_signed(pair) >> (all_out ? 63 : amount));
  return all_out ? 0 : pair >> amount;
}

/// SHF.dir.type d, a, k, b: the pair b:a shifted by k; d is its low word, with .HI its high one. k is
/// limited to the type's width, or with .W taken modulo it.
void shf(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& low = plain_source(warp, instruction, 0);
  const LaneVector& amount = plain_source(warp, instruction, 1);
  const LaneVector& high = plain_source(warp, instruction, 2);
  const unsigned form = instruction.variant;
  const std::uint32_t width = (form & shift_of_64) != 0 ? 64 : 32;
  const unsigned half = (form & shift_high) != 0 ? 32 : 0;
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint32_t by = (form & shift_wraps) != 0 ? amount[i] & (width - 1) : std::min(amount[i], width);
    result[i] = static_cast<std::uint32_t>(shifted(low[i] | std::uint64_t{high[i]} << 32, by, form) >> half);
  }
  write(warp, instruction, result, chosen);
}

/// The shifts of one register by a constant, which are nearly all there are.
template <bool right, bool is_signed, bool low_word>
void shift_by_constant(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& value = plain_source(warp, instruction, low_word ? 0 : 2);
  const std::uint32_t amount = plain_source(warp, instruction, 1)[0];
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = !right      ? value[i] << amount
                : is_signed ? static_cast<std::uint32_t>(as_signed(value[i]) >> amount)
                            : value[i] >> amount;
  write(warp, instruction, result, chosen);
}

/// The fast form of a shift of one register by a constant below 32; null if it is another shift.
DataOperation fast_shift(const sass::Instruction& row, unsigned form) {
  if (row.operands.size() != 4) return nullptr;
  const auto& amount = row.operands[2];
  if (amount.kind != sass::OperandKind::integer_immediate || amount.value < 0 || amount.value > 31) return nullptr;
  const bool low_is_zero = row.operands[1].index == sass::zero_register;
  const bool high_is_zero = row.operands[3].index == sass::zero_register;
  if (form == 0 && high_is_zero) return shift_by_constant<false, false, true>;
  if (form == (shift_right | shift_high) && low_is_zero) return shift_by_constant<true, false, false>;
  if (form == (shift_right | shift_high | shift_signed) && low_is_zero) return shift_by_constant<true, true, false>;
  return nullptr;
}

DataOperation select_shf(Modifiers& modifiers, const sass::Instruction& row) {
  unsigned form = 0;
  if (modifiers.take("R")) form |= shift_right;
  else if (!modifiers.take("L")) return nullptr;
  if (modifiers.take("W")) form |= shift_wraps;
  constexpr std::array<std::string_view, 4> types = {"U32", "S32", "U64", "S64"};
  const int type = modifiers.take_one_of(types);
  if (type < 0) return nullptr;
  if (type % 2 == 1) form |= shift_signed;
  if (type >= 2) form |= shift_of_64;
  if (modifiers.take("HI")) form |= shift_high;
  const auto modified = modified_sources(row);
  if (modified.negated + modified.inverted + modified.absolute > 0) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(form));
  const DataOperation fast = fast_shift(row, form);
  return fast != nullptr ? fast : shf;
}

/// SHF.L, SHF.R before sm_70: to the left the high word is the result, to the right the low one.
DataOperation select_old_shf(Modifiers& modifiers, const sass::Instruction&) {
  unsigned form = 0;
  if (modifiers.take("R")) form |= shift_right;
  else if (modifiers.take("L")) form |= shift_high;
  else return nullptr;
  if (modifiers.take("W")) form |= shift_wraps;
  if (modifiers.take("U64")) form |= shift_of_64;
  else if (modifiers.take("S64")) form |= shift_of_64 | shift_signed;
  if (modifiers.take("HI")) form |= shift_high;
  modifiers.keep(static_cast<std::uint16_t>(form));
  return shf;
}

std::uint32_t shift_left(std::uint32_t a, std::uint32_t k) { return k > 31 ? 0 : a << k; }
std::uint32_t shift_left_wrapped(std::uint32_t a, std::uint32_t k) { return a << (k & 31); }
std::uint32_t shift_right_unsigned(std::uint32_t a, std::uint32_t k) { return k > 31 ? 0 : a >> k; }
std::uint32_t shift_right_unsigned_wrapped(std::uint32_t a, std::uint32_t k) { return a >> (k & 31); }
std::uint32_t shift_right_signed(std::uint32_t a, std::uint32_t k) {
  return static_cast<std::uint32_t>(as_signed(a) >> std::min(k, 31u));
}
std::uint32_t shift_right_signed_wrapped(std::uint32_t a, std::uint32_t k) {
  return static_cast<std::uint32_t>(as_signed(a) >> (k & 31));
}

DataOperation select_shl(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("W") ? binary<shift_left_wrapped> : binary<shift_left>;
}

DataOperation select_shr(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  if (modifiers.take("W"))
    return is_unsigned ? binary<shift_right_unsigned_wrapped> : binary<shift_right_signed_wrapped>;
  return is_unsigned ? binary<shift_right_unsigned> : binary<shift_right_signed>;
}

constexpr std::array rows = {
    Opcode{"LOP3", "p?csssl8n?", select_lop3},
    Opcode{"LOP3", "pdsssl8", select_lop3_tested, plain, before_volta},
    Opcode{"ULOP3", "p?dsssl8n?", select_lop3, uniform_datapath, from_volta},
    Opcode{"PLOP3", "ppqqql8l8", select_plop3<plop3_predicates>, plain, from_volta},
    Opcode{"PLOP3", "ppgggl8l8", select_plop3<plop3_signs>, plain, from_volta},
    Opcode{"UPLOP3", "ppqqql8l8", select_plop3<plop3_predicates>, uniform_datapath, from_volta},
    Opcode{"LOP", "cs~s~", select_lop, plain, before_volta},
    Opcode{"LOP", "pds~s~", select_lop_tested, plain, before_volta},
    Opcode{"LOP32I", "cs~s~", select_lop, plain, before_volta},
    Opcode{"SHF", "dsss", select_shf, plain, from_volta},
    Opcode{"USHF", "dsss", select_shf, uniform_datapath, from_volta},
    Opcode{"SHF", "dsss", select_old_shf, plain, before_volta},
    Opcode{"SHL", "dss", select_shl, plain, before_volta},
    Opcode{"SHR", "dss", select_shr, plain, before_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<lop3>,
                                   compiled<shf>,
                                   compiled<shift_by_constant<false, false, true>>,
                                   compiled<shift_by_constant<true, false, false>>,
                                   compiled<shift_by_constant<true, true, false>>,
                                   compiled<binary<and_words>>,
                                   compiled<binary<or_words>>,
                                   compiled<binary<xor_words>>,
                                   compiled<binary<shift_left>>,
                                   compiled<binary<shift_right_unsigned>>,
                                   compiled<binary<shift_right_signed>>};

/// Can be compiled with the rows around them.
constexpr FormOfOperation forms[] = {{lop3, RowForm::table},
                                     {plop3_predicates, RowForm::predicate_table},
                                     {shift_by_constant<false, false, true>, RowForm::shift_left},
                                     {shift_by_constant<true, false, false>, RowForm::shift_right},
                                     {shift_by_constant<true, true, false>, RowForm::shift_right_signed}};

}  // namespace

std::span<const Opcode> logic_opcodes() { return rows; }

std::span<const Compiled> compiled_logic() { return vectorised; }

std::span<const FormOfOperation> forms_of_logic() { return forms; }

}  // namespace reconverge::emulator
