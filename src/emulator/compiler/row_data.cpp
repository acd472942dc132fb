// SPDX-License-Identifier: MIT
// The instructions of each form of row that computes.
#include <algorithm>
#include <array>
#include <utility>

#include "emulator/compiler/row_group.hpp"
#include "emulator/compiler/row_registers.hpp"
#include "emulator/opcodes/relations.hpp"

namespace reconverge::emulator {
namespace {

namespace x86 = asmjit::x86;
namespace Inst = asmjit::x86::Inst;

bool is_negated(const DecodedInstruction& row, std::size_t i) { return (row.source_modifier[i] & negate) != 0; }

}  // namespace

/// An instruction whose result goes to the row's destination, in the active lanes.
void RowGroup::put(Inst::Id id, const DecodedInstruction& row, unsigned half, const auto&... operands) {
  if (!row.uniform) code_.k(lanes_of_row(half));
  code_.emit(id, zmm(row.destination[0], half), operands...);
}

void RowGroup::add_row(const DecodedInstruction& row, RowForm form) {
  for (std::size_t i = 0; i < 3; ++i)
    if ((value_sources(form) >> i & 1) != 0) hold(row.source[i], true);
  if (form == RowForm::predicate_table) return add_predicate_table(row);
  if (writes_predicates(form)) return add_comparison(row, form);
  const Slot to = row.destination[0];
  if (to == discard_slot) return;
  hold(to, !row.uniform);
  note_written(to);
  if (form == RowForm::choice) {
    read_predicate(x86::eax, row.predicate_source[0]);
    code_.kmovd(mask[0], x86::eax);
    code_.kshiftrd(mask[1], mask[0], lanes / 2);
  }
  for (const unsigned half : both_halves) add_data(row, form, half);
}

void RowGroup::add_data(const DecodedInstruction& row, RowForm form, unsigned half) {
  const x86::Zmm result = temporary(0, half);
  const auto shift = [&](Inst::Id id, std::size_t word) {
    put(id, row, half, in_register(row.source[word], half, 0), asmjit::imm(literal(executable_, row.source[1])));
  };
  switch (form) {
    case RowForm::move: return put(Inst::kIdVmovdqa32, row, half, operand(row.source[0], half));
    case RowForm::move_third: return put(Inst::kIdVmovdqa32, row, half, operand(row.source[2], half));
    case RowForm::sum: return add_sum(row, half);
    case RowForm::product_sum:
      code_.emit(Inst::kIdVpmulld, result, in_register(row.source[0], half, 0), operand(row.source[1], half));
      return put(is_negated(row, 2) ? Inst::kIdVpsubd : Inst::kIdVpaddd, row, half, result,
                 operand(row.source[2], half));
    case RowForm::shifted_sum: return add_shifted_sum(row, half);
    case RowForm::table: return add_table(row, half);
    case RowForm::shift_left: return shift(Inst::kIdVpslld, 0);
    case RowForm::shift_right: return shift(Inst::kIdVpsrld, 2);
    case RowForm::shift_right_signed: return shift(Inst::kIdVpsrad, 2);
    case RowForm::choice: {
      const x86::Zmm otherwise = in_register(row.source[1], half, 1);
      code_.k(mask[half]).emit(Inst::kIdVpblendmd, result, otherwise, operand(row.source[0], half));
      return put(Inst::kIdVmovdqa32, row, half, result);
    }
    case RowForm::float_sum: {
      const bool subtracts = row.source_modifier[1] == negate;
      const x86::Zmm first = float_in_register(row, 0, half);
      return put(subtracts ? Inst::kIdVsubps : Inst::kIdVaddps, row, half, first,
                 float_operand(row, 1, half, subtracts ? negate : 0));
    }
    case RowForm::float_product: {
      const x86::Zmm first = float_in_register(row, 0, half);
      return put(Inst::kIdVmulps, row, half, first, float_operand(row, 1, half));
    }
    case RowForm::float_fused: return add_fused(row, half);
    default: return;
  }
}

/// What is subtracted comes last, and behind something.
void RowGroup::add_sum(const DecodedInstruction& row, unsigned half) {
  std::vector<std::size_t> terms;
  for (std::size_t i = 0; i < 3; ++i)
    if (row.source[i] != zero_slot) terms.push_back(i);
  std::stable_partition(terms.begin(), terms.end(), [&](std::size_t i) { return !is_negated(row, i); });
  x86::Zmm sum = temporary(0, half);
  std::size_t next = 0;
  if (terms.empty() || is_negated(row, terms[0])) code_.vpxord(sum, sum, sum);
  else if (terms.size() == 1) return put(Inst::kIdVmovdqa32, row, half, operand(row.source[terms[0]], half));
  else sum = in_register(row.source[terms[next++]], half, 0);
  if (terms.empty()) return put(Inst::kIdVmovdqa32, row, half, sum);
  for (; next < terms.size(); ++next) {
    const std::size_t i = terms[next];
    const Inst::Id id = is_negated(row, i) ? Inst::kIdVpsubd : Inst::kIdVpaddd;
    if (next + 1 == terms.size()) return put(id, row, half, sum, operand(row.source[i], half));
    code_.emit(id, temporary(0, half), sum, operand(row.source[i], half));
    sum = temporary(0, half);
  }
}

void RowGroup::add_shifted_sum(const DecodedInstruction& row, unsigned half) {
  const x86::Zmm word = temporary(0, half), sum = temporary(1, half);
  code_.vpslld(word, in_register(row.source[0], half, 0), literal(executable_, row.source[2]) & 31u);
  if (!is_negated(row, 0))
    return put(is_negated(row, 1) ? Inst::kIdVpsubd : Inst::kIdVpaddd, row, half, word, operand(row.source[1], half));
  if (!is_negated(row, 1)) return put(Inst::kIdVpsubd, row, half, in_register(row.source[1], half, 1), word);
  code_.vpxord(sum, sum, sum);
  code_.vpsubd(sum, sum, word);
  put(Inst::kIdVpsubd, row, half, sum, operand(row.source[1], half));
}

void RowGroup::add_fused(const DecodedInstruction& row, unsigned half) {
  const bool product_negated = is_negated(row, 0) != is_negated(row, 1), sum_negated = is_negated(row, 2);
  const auto form = [&](Inst::Id plain, Inst::Id minus, Inst::Id negated, Inst::Id negated_minus) {
    if (product_negated) return sum_negated ? negated_minus : negated;
    return sum_negated ? minus : plain;
  };
  const Inst::Id into_factor =
      form(Inst::kIdVfmadd213ps, Inst::kIdVfmsub213ps, Inst::kIdVfnmadd213ps, Inst::kIdVfnmsub213ps);
  const Inst::Id into_summand =
      form(Inst::kIdVfmadd231ps, Inst::kIdVfmsub231ps, Inst::kIdVfnmadd231ps, Inst::kIdVfnmsub231ps);
  const Slot to = row.destination[0];
  const bool has_absolute = ((row.source_modifier[0] | row.source_modifier[1]) & absolute) != 0;
  for (const std::size_t factor : {std::size_t{0}, std::size_t{1}})
    if (!has_absolute && row.source[factor] == to)
      return put(into_factor, row, half, in_register(row.source[1 - factor], half, 1), operand(row.source[2], half));
  const x86::Zmm a = float_in_register(row, 0, half, negate), b = float_in_register(row, 1, half, negate);
  if (row.source[2] == to) return put(into_summand, row, half, a, b);
  const x86::Zmm result = temporary(0, half);
  if (a != result) code_.vmovdqa32(result, a);
  code_.emit(into_factor, result, b, operand(row.source[2], half));
  put(Inst::kIdVmovdqa32, row, half, result);
}

void RowGroup::add_table(const DecodedInstruction& row, unsigned half) {
  const x86::Zmm result = temporary(0, half), a = in_register(row.source[0], half, 0);
  if (a != result) code_.vmovdqa32(result, a);
  code_.emit(Inst::kIdVpternlogd, result, in_register(row.source[1], half, 1), operand(row.source[2], half),
             asmjit::imm(literal(executable_, row.source[3]) & 0xFF));
  put(Inst::kIdVmovdqa32, row, half, result);
}

void RowGroup::add_comparison(const DecodedInstruction& row, RowForm form) {
  // By Relation, and by the index in float_relation_names: what the instructions call it.
  constexpr std::array<std::uint8_t, 8> of_words = {3, 1, 0, 2, 6, 4, 5, 7};
  constexpr std::array<std::uint8_t, 16> of_floats = {0x0B, 0x11, 0x00, 0x12, 0x1E, 0x0C, 0x1D, 0x07,
                                                      0x03, 0x19, 0x08, 0x1A, 0x16, 0x04, 0x15, 0x0F};
  for (const unsigned half : both_halves) {
    if (form == RowForm::compare_floats) {
      const x86::Zmm first = float_in_register(row, 0, half);
      code_.emit(Inst::kIdVcmpps, mask[half], first, float_operand(row, 1, half),
                 asmjit::imm(of_floats[float_relation_of(row)]));
    } else {
      code_.emit(form == RowForm::compare_signed ? Inst::kIdVpcmpd : Inst::kIdVpcmpud, mask[half],
                 in_register(row.source[0], half, 0), operand(row.source[1], half),
                 asmjit::imm(of_words[static_cast<std::size_t>(relation_of(row))]));
    }
  }
  // Without vectors in between: what comes next waits for it.
  code_.kmovw(x86::eax, mask[1]);
  code_.kmovw(x86::r11d, mask[0]);
  code_.shl(x86::eax, lanes / 2);
  code_.or_(x86::r11d, x86::eax);
  const PredicateSource other = row.predicate_source[0];
  const Combine combine = combine_of(row);
  const bool changes = combine != Combine::and_ || !is_constant(other.index) || other.negated;
  if (changes) read_predicate(x86::ecx, other);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint8_t index = row.predicate_destination[i];
    if (is_constant(index)) continue;
    code_.mov(x86::eax, x86::r11d);
    if (i == 1) code_.not_(x86::eax);
    if (changes && combine == Combine::and_) code_.and_(x86::eax, x86::ecx);
    if (changes && combine == Combine::or_) code_.or_(x86::eax, x86::ecx);
    if (changes && combine == Combine::xor_) code_.xor_(x86::eax, x86::ecx);
    write_predicate(x86::eax, index, row.uniform);
  }
}

void RowGroup::add_predicate_table(const DecodedInstruction& row) {
  const std::array<x86::Xmm, 3> sources = {temporary(0, 0).xmm(), temporary(0, 1).xmm(), temporary(1, 0).xmm()};
  const x86::Xmm result = temporary(1, 1).xmm();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    read_predicate(x86::eax, row.predicate_source[i]);
    code_.vmovd(sources[i], x86::eax);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (is_constant(row.predicate_destination[i])) continue;
    code_.vmovdqa32(result, sources[0]);
    code_.vpternlogd(result, sources[1], sources[2], literal(executable_, row.source[i]) & 0xFF);
    code_.vmovd(x86::eax, result);
    write_predicate(x86::eax, row.predicate_destination[i], row.uniform);
  }
}

}  // namespace reconverge::emulator
