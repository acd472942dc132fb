// SPDX-License-Identifier: MIT
#include "emulator/decoding/operand_letters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/block_barrier_use.hpp"
#include "emulator/decoding/immediates.hpp"
#include "emulator/decoding/memory_operand.hpp"
#include "emulator/memory/constant_hint.hpp"
#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {
namespace {

using sass::Operand;
using sass::OperandKind;

constexpr std::uint16_t kind_bit(OperandKind kind) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(kind));
}
constexpr std::uint16_t register_kinds =
    kind_bit(OperandKind::general_register) | kind_bit(OperandKind::uniform_register);
constexpr std::uint16_t source_kinds = register_kinds | kind_bit(OperandKind::constant) |
                                       kind_bit(OperandKind::integer_immediate) |
                                       kind_bit(OperandKind::float_immediate);
constexpr std::uint16_t predicate_kinds = kind_bit(OperandKind::predicate) | kind_bit(OperandKind::uniform_predicate);

bool is_register(const Operand& operand) { return (register_kinds & kind_bit(operand.kind)) != 0; }

std::uint8_t predicate_index(const Operand& operand) {
  const int first = operand.kind == OperandKind::uniform_predicate ? first_uniform_predicate : 0;
  return static_cast<std::uint8_t>(first + operand.index);
}

Slot source_slot(const Operand& operand) {
  if (operand.index == sass::zero_register) return zero_slot;
  const int first = operand.kind == OperandKind::uniform_register ? first_uniform : 0;
  return static_cast<Slot>(first + operand.index);
}

bool bind_slot(Binding& binding, const Operand& operand, OperandKind kind) {
  if (operand.kind != kind) return false;
  binding.out().destination[binding.place(Role::destination)] =
      operand.index == sass::zero_register ? discard_slot : source_slot(operand);
  return true;
}

bool bind_destination(Binding& binding, const MatchedOperand& matched) {
  return bind_slot(binding, *matched.operand,
                   binding.uniform() ? OperandKind::uniform_register : OperandKind::general_register);
}

/// `R4.CC` is handled by the select function.
bool bind_carrying_destination(Binding& binding, const MatchedOperand& matched) {
  return bind_slot(binding, *matched.operand, OperandKind::general_register);
}

bool bind_uniform_destination(Binding& binding, const MatchedOperand& matched) {
  return bind_slot(binding, *matched.operand, OperandKind::uniform_register);
}

std::uint8_t modifiers_of(const Operand& operand) {
  std::uint8_t bits = 0;
  if (operand.negated) bits |= negate;
  if (operand.absolute) bits |= absolute;
  if (operand.inverted) bits |= invert;
  return bits;
}

/// The part of a register that a suffix names; 0 for the whole, nothing if it names none.
std::optional<std::uint8_t> part_of(std::string_view suffix) {
  // clang-format off
  constexpr std::array<std::pair<std::string_view, std::uint8_t>, 12> parts = {{
      {"", 0},
      {"H0", low_half}, {"H1", high_half}, {"H0_H0", low_half}, {"H1_H1", high_half}, {"H1_H0", 0},
      {"B0", byte_part}, {"B1", byte_part | 1 << byte_shift}, {"B2", byte_part | 2 << byte_shift},
      {"B3", byte_part | 3 << byte_shift}, {"F32", single_part}, {"H0_NH1", crossed_part},
  }};
  // clang-format on
  const auto found = std::ranges::find(parts, suffix, &std::pair<std::string_view, std::uint8_t>::first);
  if (found == parts.end()) return std::nullopt;
  return found->second;
}

/// A register or constant of `words` words.
bool bind_stored(Binding& binding, const Operand& operand, std::size_t words) {
  const std::size_t i = binding.place(Role::source);
  binding.out().source_modifier[i] |= modifiers_of(operand);
  if (operand.kind == OperandKind::constant) return binding.constant(operand, words);
  if (!is_register(operand)) return false;
  binding.out().source[i] = source_slot(operand);
  return true;
}

/// The word of an immediate, for a double its high one, as it is encoded, if the listing shows that. The text of a NaN
/// does not say which.
std::optional<std::uint32_t> encoded_immediate(const sass::Instruction& row) {
  if (row.word_count == 2) return static_cast<std::uint32_t>(row.words[0] >> 32);
  if (row.word_count != 1 || row.opcode().ends_with("32I")) return std::nullopt;
  // Maxwell and Pascal keep the upper 19 bits and the sign.
  return static_cast<std::uint32_t>((row.words[0] >> 20 & 0x7FFFF) << 12 | (row.words[0] >> 56 & 1) << 31);
}

/// Whether a word, made of what is printed for an immediate, is the one that the encoding holds, where the
/// listing shows that in full.
bool is_as_encoded(const sass::Instruction& row, std::uint32_t word) {
  return row.word_count != 2 || encoded_immediate(row) == word;
}

/// An immediate's word of a floating-point type, which the encoding alone has of a NaN.
bool bind_encoded_word(Binding& binding, bool is_nan, std::uint32_t word, bool pair = false) {
  const auto encoded = is_nan ? encoded_immediate(binding.row()) : word;
  if (!encoded)
    binding.refuse(DecodingProblem{
        fmt::format("an operand of {} is a NaN, whose bits are not in the text", binding.row().mnemonic),
        "print encodings with it: `nvdisasm -hex`, `cuobjdump -sass`"});
  else if (!is_as_encoded(binding.row(), *encoded)) return false;
  return pair ? binding.literal({{0u, encoded.value_or(0)}}) : binding.literal({{encoded.value_or(0)}});
}

bool bind_single(Binding& binding, double real) {
  if (std::isfinite(real) && std::abs(real) > std::numeric_limits<float>::max()) return false;
  return bind_encoded_word(binding, std::isnan(real), std::bit_cast<std::uint32_t>(static_cast<float>(real)));
}

/// Whether a number of 32 bits is written, with or without a sign.
bool is_word(const Operand& operand) {
  return operand.kind == OperandKind::integer_immediate && operand.value >= std::numeric_limits<std::int32_t>::min() &&
         operand.value <= std::numeric_limits<std::uint32_t>::max();
}

/// An integer, which has become a float if no integer type can hold it.
bool has_digits_alone(const Operand& operand) {
  return operand.text.find_first_not_of("+-0123456789") == std::string::npos;
}

bool bind_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (!is_immediate(operand)) return bind_stored(binding, operand, 1);
  if (operand.kind == OperandKind::float_immediate)
    return !has_digits_alone(operand) && bind_single(binding, operand.real);
  return is_word(operand) && binding.literal({{static_cast<std::uint32_t>(operand.value)}});
}

/// BAR's barrier or count of threads.
bool bind_block_barrier(Binding& binding, const MatchedOperand& matched) {
  binding.refuse(problem_of_block_barrier(binding.row()));
  return bind_source(binding, matched);
}

/// Disassemblers print the 20 bits of such an immediate without their sign: 0xfffff is -1.
bool bind_narrow_source(Binding& binding, const MatchedOperand& matched) {
  Operand operand = *matched.operand;
  constexpr std::int64_t sign = 0x8'0000;
  if (is_immediate(operand) && (operand.value < -sign || operand.value >= 2 * sign)) return false;
  if (is_immediate(operand) && operand.value >= sign) operand.value -= 2 * sign;
  return bind_source(binding, {matched.letter, &operand});
}

/// Disassemblers print the float 2.0 as `2`. A hexadecimal immediate is refused: some print the
/// whole word, some only the bits that the encoding holds.
bool bind_float_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (!is_immediate(operand)) return bind_source(binding, matched);
  if (operand.hexadecimal) return false;
  return bind_single(binding, operand.real);
}

/// A part of a register or constant: R0.H1, R0.B2.
bool bind_part_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (is_immediate(operand)) return operand.kind == OperandKind::integer_immediate && bind_source(binding, matched);
  const auto part = part_of(operand.suffix);
  if (!part || !bind_stored(binding, operand, 1)) return false;
  binding.out().source_modifier[binding.place(Role::source)] |= *part;
  return true;
}

/// The same of a float: R0.H1, 2.5.
bool bind_float_part(Binding& binding, const MatchedOperand& matched) {
  return is_immediate(*matched.operand) ? bind_float_source(binding, matched) : bind_part_source(binding, matched);
}

bool bind_wide_literal(Binding& binding, const Operand& operand) {
  const auto value = static_cast<std::uint64_t>(operand.value);
  return binding.literal({{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)}});
}

bool bind_wide_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (!is_immediate(operand)) return bind_stored(binding, operand, 2);
  return is_word(operand) && bind_wide_literal(binding, operand);
}

/// MOV.64 has immediates of 64 bits.
bool bind_moved_pair(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (operand.kind == OperandKind::integer_immediate) return bind_wide_literal(binding, operand);
  return bind_wide_source(binding, matched);
}

/// Immediates of doubles hold the high word; the low one is 0.
bool bind_double_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (!is_immediate(operand)) return bind_wide_source(binding, matched);
  if (operand.hexadecimal) return false;
  const auto bits = std::bit_cast<std::uint64_t>(operand.real);
  const auto low = static_cast<std::uint32_t>(bits), high = static_cast<std::uint32_t>(bits >> 32);
  if (std::isnan(operand.real) || low == 0) return bind_encoded_word(binding, std::isnan(operand.real), high, true);
  return binding.literal({{low, high}});
}

/// The high word of a double, as MUFU.RCP64H takes it: an immediate is printed as the double.
bool bind_high_word(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (!is_immediate(operand)) return bind_source(binding, matched);
  if (operand.hexadecimal) return false;
  const auto bits = std::bit_cast<std::uint64_t>(operand.real);
  const bool is_nan = std::isnan(operand.real);
  if (!is_nan && static_cast<std::uint32_t>(bits) != 0) return false;
  return bind_encoded_word(binding, is_nan, static_cast<std::uint32_t>(bits >> 32));
}

bool selects_single(const Operand& operand) { return operand.suffix == "F32"; }

/// Two packed halves: a register or constant with a selection, or two immediates, high half first. Before sm_70 a
/// constant is a float that is used for both: compilers keep -0.333 as 0xbeaaa000.
template <typename Format16> bool bind_packed_source(Binding& binding, const MatchedOperand& matched) {
  const Operand& high = *matched.operand;
  if (binding.takes_single(high)) {
    binding.out().source_modifier[binding.place(Role::source)] |= single_part;
    return bind_stored(binding, high, 1);
  }
  if (!is_immediate(high)) return !selects_single(high) && bind_part_source(binding, matched);
  if (matched.second == nullptr) return false;
  if (high.hexadecimal || matched.second->hexadecimal) return false;
  const bool is_nan = std::isnan(high.real) || std::isnan(matched.second->real);
  const std::uint32_t word = std::uint32_t{Format16::round(high.real)} << 16 | Format16::round(matched.second->real);
  return bind_encoded_word(binding, is_nan, word);
}

/// Two packed halves, or a float that becomes a half, which is then used for both: R0.F32.
bool bind_packed_or_single(Binding& binding, const MatchedOperand& matched) {
  return selects_single(*matched.operand) ? bind_part_source(binding, matched)
                                          : bind_packed_source<Half>(binding, matched);
}

bool bind_predicate_destination(Binding& binding, const MatchedOperand& matched) {
  binding.out().predicate_destination[binding.place(Role::predicate_destination)] = predicate_index(*matched.operand);
  return true;
}

bool bind_predicate_source(Binding& binding, const MatchedOperand& matched) {
  auto& source = binding.out().predicate_source[binding.place(Role::predicate_source)];
  source = {predicate_index(*matched.operand), matched.operand->inverted};
  return true;
}

/// A predicate that counts as false where it is not written: a carry that does not come in.
bool bind_false_by_default(Binding& binding, const MatchedOperand& matched) {
  if (matched.operand != nullptr) return bind_predicate_source(binding, matched);
  binding.out().predicate_source[binding.place(Role::predicate_source)] = {sass::true_predicate, true};
  return true;
}

/// R4.SIGN: the sign bits of a register as a predicate.
bool bind_sign_source(Binding& binding, const MatchedOperand& matched) {
  return matched.operand->suffix == "SIGN" && bind_stored(binding, *matched.operand, 1);
}

/// A fragment of a matrix, which says how it is laid out: the first factor by rows, the second by columns.
bool bind_fragment(Binding& binding, const MatchedOperand& matched) {
  const std::string_view layout = binding.place(Role::source) == 0 ? "ROW" : "COL";
  return matched.operand->suffix == layout && modifiers_of(*matched.operand) == 0 &&
         bind_stored(binding, *matched.operand, 1);
}

bool bind_wide_fragment(Binding& binding, const MatchedOperand& matched) {
  return matched.operand->suffix.empty() && modifiers_of(*matched.operand) == 0 &&
         bind_stored(binding, *matched.operand, 1);
}

/// Where LDGSTS copies to: an address of shared memory beside that of global memory. Base and uniform base are sources,
/// the bytes beyond them are in DecodedInstruction::offset.
bool bind_copied_to(Binding& binding, const MatchedOperand& matched) {
  const auto address = memory_address(*matched.operand, false);
  if (!address || address->shift != 0 || address->wide) return false;
  binding.out().source[0] = address->base;
  binding.out().source[1] = address->uniform;
  binding.out().offset = address->offset;
  return true;
}

bool bind_address(Binding& binding, const MatchedOperand& matched) {
  const auto address = memory_address(*matched.operand, has_wide_addresses(binding.row()));
  if (!address) return false;
  binding.out().address = *address;
  return true;
}

bool bind_memory(Binding& binding, const MatchedOperand& matched) {
  binding.out().accesses_memory = true;
  return bind_address(binding, matched);
}

/// c[0x3][R4+0x8]. Where the offset is not in a register, whether the words have values is known at once.
bool bind_banked(Binding& binding, const MatchedOperand& matched) {
  const Operand& operand = *matched.operand;
  if (operand.index < 0) return false;
  const auto address = memory_address(operand, false);
  if (!address) return false;
  MemoryAddress& out = binding.out().address = *address;
  out.bank = static_cast<std::uint8_t>(operand.index);
  binding.out().accesses_memory = out.base != zero_slot || out.uniform != zero_slot;
  if (binding.out().accesses_memory) return true;
  for (int word = 0; word < data_words(binding.row()); ++word)
    binding.need_constant(operand, (out.offset & ~3) + 4 * word);
  return true;
}

bool bind_ignored(Binding&, const MatchedOperand&) { return true; }

bool bind_special(Binding& binding, const MatchedOperand& matched) {
  const int special = find_special_register(matched.operand->text, binding.architecture());
  binding.out().special = static_cast<std::uint8_t>(special);
  if (special < 0)
    binding.refuse(DecodingProblem{
        fmt::format("special register {} of {} is not known", matched.operand->text, binding.row().mnemonic),
        std::string(why_special_register_is_not_known(matched.operand->text))});
  return true;
}

/// PR or UPR: all predicates at once.
bool bind_all_predicates(Binding& binding, const MatchedOperand& matched) {
  return matched.operand->text == (binding.uniform() ? "UPR" : "PR");
}

/// CC, before sm_70.
bool bind_condition_code(Binding&, const MatchedOperand& matched) { return matched.operand->text == "CC"; }

constexpr std::uint8_t of_floats = negate | absolute;

constexpr std::array letters = {
    OperandLetter{'d', Role::destination, 1, register_kinds, 0, 0, bind_destination, "destination register"},
    OperandLetter{'c', Role::destination, 1, register_kinds, 0, code_suffix, bind_carrying_destination,
                  "destination register, .CC allowed"},
    OperandLetter{'D', Role::destination, 2, register_kinds, 0, 0, bind_destination, "destination register pair"},
    OperandLetter{'u', Role::destination, 1, register_kinds, 0, 0, bind_uniform_destination,
                  "destination uniform register"},
    OperandLetter{'s', Role::source, 1, source_kinds, 0, 0, bind_source, "source"},
    OperandLetter{'B', Role::source, 1, register_kinds | kind_bit(OperandKind::integer_immediate), 0, 0,
                  bind_block_barrier, "block barrier, or threads that arrive at it"},
    OperandLetter{'t', Role::source, 1, source_kinds, 0, 0, bind_narrow_source, "source, 20 bits if an immediate"},
    OperandLetter{'f', Role::source, 1, source_kinds, of_floats, 0, bind_float_source, "source of a float"},
    OperandLetter{'x', Role::source, 1, source_kinds, 0, half_suffix | byte_suffix, bind_part_source,
                  "source, or a part of it: .H1, .B2"},
    OperandLetter{'v', Role::source, 1, source_kinds, 0, half_suffix, bind_part_source, "source, or a half of it: .H1"},
    OperandLetter{'e', Role::source, 1, register_kinds, 0, byte_suffix, bind_part_source,
                  "source, or a byte of it: .B2"},
    OperandLetter{'l', Role::source, 1, kind_bit(OperandKind::integer_immediate), 0, 0, bind_source, "immediate"},
    OperandLetter{'y', Role::source, 1, source_kinds, of_floats, half_suffix, bind_float_part,
                  "source of a float, or a part of it"},
    OperandLetter{'H', Role::source, 1, source_kinds, of_floats, 0, bind_high_word, "high word of a double"},
    OperandLetter{'g', Role::source, 1, register_kinds, 0, sign_suffix, bind_sign_source,
                  "sign bits of a register: R0.SIGN"},
    OperandLetter{'S', Role::source, 2, source_kinds, 0, width_suffix, bind_wide_source, "source register pair"},
    OperandLetter{'W', Role::source, 2, source_kinds, 0, width_suffix, bind_moved_pair,
                  "source register pair, 64 bits if an immediate"},
    OperandLetter{'F', Role::source, 2, source_kinds, of_floats, width_suffix, bind_double_source,
                  "source of a double"},
    OperandLetter{'h', Role::source, 1, source_kinds, of_floats, half_suffix | both_suffix, bind_packed_source<Half>,
                  "source of two halves"},
    OperandLetter{'w', Role::source, 1, source_kinds, of_floats, half_suffix | both_suffix | float_suffix,
                  bind_packed_or_single, "source of two halves, or of a float that becomes one"},
    OperandLetter{'b', Role::source, 1, source_kinds, of_floats, half_suffix | both_suffix, bind_packed_source<Bfloat>,
                  "source of two bfloats"},
    OperandLetter{'p', Role::predicate_destination, 0, predicate_kinds, 0, 0, bind_predicate_destination,
                  "destination predicate"},
    OperandLetter{'q', Role::predicate_source, 0, predicate_kinds, 0, 0, bind_predicate_source, "source predicate"},
    OperandLetter{'n', Role::predicate_source, 0, predicate_kinds, 0, 0, bind_false_by_default,
                  "source predicate, false if absent"},
    OperandLetter{'Q', Role::destination, 4, register_kinds, 0, 0, bind_destination, "destination, four registers"},
    OperandLetter{'V', Role::source, 4, register_kinds, 0, 0, bind_wide_fragment, "source, four registers"},
    OperandLetter{'O', Role::destination, 8, register_kinds, 0, 0, bind_destination, "destination, eight registers"},
    OperandLetter{'R', Role::source, 1, register_kinds, 0, 0, bind_wide_fragment, "source register"},
    OperandLetter{'T', Role::source, 2, register_kinds, 0, 0, bind_wide_fragment, "source, two registers"},
    OperandLetter{'E', Role::source, 8, register_kinds, 0, 0, bind_wide_fragment, "source, eight registers"},
    OperandLetter{'L', Role::source, 16, register_kinds, 0, 0, bind_wide_fragment, "source, sixteen registers"},
    OperandLetter{'X', Role::source, 1, register_kinds, 0, matrix_suffix, bind_fragment, "fragment of a matrix"},
    OperandLetter{'Y', Role::source, 2, register_kinds, 0, matrix_suffix, bind_fragment,
                  "fragment of a matrix, two registers"},
    OperandLetter{'Z', Role::source, 4, register_kinds, 0, matrix_suffix, bind_fragment,
                  "fragment of a matrix, four registers"},
    OperandLetter{'M', Role::address, 1, kind_bit(OperandKind::memory), 0, 0, bind_copied_to,
                  "shared memory address that is copied to"},
    OperandLetter{'m', Role::address, 1, kind_bit(OperandKind::memory), 0, 0, bind_memory, "memory address"},
    OperandLetter{'a', Role::address, 1, kind_bit(OperandKind::memory), 0, 0, bind_address,
                  "memory address, not accessed"},
    OperandLetter{'k', Role::address, 1, kind_bit(OperandKind::constant), 0, 0, bind_banked,
                  "constant, its offset computed"},
    OperandLetter{'*', Role::other, 0, 0xFFFF, 0, 0, bind_ignored, "anything, without meaning here"},
    OperandLetter{'r', Role::other, 0, kind_bit(OperandKind::special_register), 0, 0, bind_special, "special register"},
    OperandLetter{'C', Role::other, 0, kind_bit(OperandKind::other), 0, 0, bind_condition_code, "condition code"},
    OperandLetter{'P', Role::other, 0, kind_bit(OperandKind::other), 0, 0, bind_all_predicates, "all predicates"},
};

}  // namespace

std::span<const OperandLetter> operand_letters() { return letters; }

bool Binding::literal(std::span<const std::uint32_t> words) {
  const auto slot = context_.literals.slot_of(words);
  if (slot) out_.source[place(Role::source)] = *slot;
  return slot.has_value();
}

bool Binding::constant(const Operand& operand, std::size_t words) {
  std::array<std::uint32_t, 2> value{};
  for (std::size_t word = 0; word < words; ++word) {
    const std::int64_t offset = operand.value + 4 * static_cast<std::int64_t>(word);
    const auto known = context_.constants.find({operand.index, offset});
    if (known != context_.constants.end()) value[word] = known->second;
    need_constant(operand, offset);
  }
  return literal(std::span(value).first(words));
}

void Binding::need_constant(const Operand& operand, std::int64_t offset) {
  if (problem_ || context_.constants.contains({operand.index, offset})) return;
  const std::string name = fmt::format("c[0x{:x}][0x{:x}]", operand.index, offset);
  problem_ = {fmt::format("constant {} has no value", name),
              hint_for_constant(operand.index, offset, context_.architecture)};
}

}  // namespace reconverge::emulator
