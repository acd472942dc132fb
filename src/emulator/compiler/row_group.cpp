// SPDX-License-Identifier: MIT
#include "emulator/compiler/row_group.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/opcodes/relations.hpp"

namespace reconverge::emulator {
namespace {

using asmjit::Label;
namespace x86 = asmjit::x86;
namespace Inst = asmjit::x86::Inst;

// What is where. rdi, rsi, edx: the arguments. eax, ecx, r11d, k5, k6 and zmm28 to 31 hold nothing from row to row.
// rbx is free for a loop.
constexpr x86::Gp values = x86::rdi, predicates = x86::rsi, active_lanes = x86::edx;
constexpr std::array active = {x86::k1, x86::k2};   // by half
constexpr std::array ordered = {x86::k3, x86::k4};  // lanes without a NaN until now
constexpr std::array mask = {x86::k5, x86::k6};
constexpr std::array predicate_registers = {x86::r8d, x86::r9d, x86::r10d};
constexpr std::size_t most_slots = 14;
constexpr int half_bytes = sizeof(LaneVector) / 2;

constexpr unsigned both_halves[] = {0, 1};

x86::Zmm temporary(unsigned number, unsigned half) { return x86::Zmm(28 + 2 * number + half); }
x86::Mem home(Slot slot, unsigned half) { return x86::ptr(values, (2 * slot + static_cast<int>(half)) * half_bytes); }
x86::Mem home(std::uint8_t predicate) {
  return x86::dword_ptr(predicates, predicate * static_cast<int>(sizeof(core::LaneMask)));
}

template <typename Value> void add_new(std::vector<Value>& all, Value value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

bool is_negated(const DecodedInstruction& row, std::size_t i) { return (row.source_modifier[i] & negate) != 0; }

}  // namespace

RowGroup::RowGroup(x86::Assembler& assembler, const Executable& executable, const std::vector<RowForm>& forms)
    : code_(assembler), executable_(executable), forms_(forms), numbers_{assembler.newLabel(), assembler.newLabel()} {}

std::uint32_t RowGroup::rows_from(std::uint32_t first) const {
  Names names;
  std::uint32_t rows = 0;
  for (; rows < executable_.instructions[first].silent && forms_[first + rows] != RowForm::other; ++rows) {
    add_names(first + rows, names);
    if (!names.fit()) break;
  }
  return rows;
}

bool RowGroup::Names::fit() const {
  return slots.size() <= most_slots && predicates.size() <= predicate_registers.size();
}

void RowGroup::add_names(std::uint32_t index, Names& names) const {
  const DecodedInstruction& row = executable_.instructions[index];
  const RowForm form = forms_[index];
  for (std::size_t i = 0; i < 3; ++i)
    if ((value_sources(form) >> i & 1) != 0 && is_register(row.source[i])) add_new(names.slots, row.source[i]);
  for (std::size_t i = 0; i < predicate_sources(form); ++i)
    if (!is_constant(row.predicate_source[i].index)) add_new(names.predicates, row.predicate_source[i].index);
  if (writes_predicates(form)) {
    for (const std::uint8_t predicate : row.predicate_destination)
      if (!is_constant(predicate)) add_new(names.predicates, predicate);
  } else {
    add_new(names.slots, row.destination[0]);
  }
}

void RowGroup::compile(std::uint32_t first, std::uint32_t rows) {
  read_active_lanes();
  compile(first, rows, false);
}

void RowGroup::read_active_lanes() {
  code_.kmovd(active[0], active_lanes);
  code_.mov(x86::eax, active_lanes);
  code_.shr(x86::eax, lanes / 2);
  code_.kmovd(active[1], x86::eax);
}

void RowGroup::compile(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result) {
  begin();
  const bool can_fail = add_rows(first, rows, looks_at_every_result);
  const Label fails = code_.newLabel();
  if (can_fail) leave_if_nan(fails);
  store();
  leave();
  if (!can_fail) return;
  code_.bind(fails);
  compile(first, rows, true);
}

/// Nothing is in registers.
void RowGroup::begin() {
  slots_.clear();
  written_slots_.clear();
  predicates_.clear();
  written_predicates_.clear();
}

/// Whether they ask for NaN among their results.
bool RowGroup::add_rows(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result) {
  bool can_fail = false;
  for (std::uint32_t i = first; i < first + rows; ++i) {
    const DecodedInstruction& row = executable_.instructions[i];
    add_row(row, forms_[i]);
    if (!makes_nan(forms_[i]) || row.destination[0] == discard_slot) continue;
    if (looks_at_every_result) {
      replace_nan(row);
    } else if (!passes_nan_on(i, first + rows)) {
      look_at_nan(row, !can_fail);
      can_fail = true;
    }
  }
  return can_fail;
}

void RowGroup::leave_if_nan(const Label& fails) {
  for (const unsigned half : both_halves) code_.kxorw(ordered[half], ordered[half], active[half]);
  code_.kortestw(ordered[0], ordered[1]);
  code_.jnz(fails);
}

void RowGroup::store() {
  for (const Slot slot : written_slots_)
    for (const unsigned half : both_halves) code_.vmovdqa32(home(slot, half), zmm(slot, half));
  for (const std::uint8_t index : written_predicates_) code_.mov(home(index), predicate(index));
}

void RowGroup::leave() {
  code_.vzeroupper();
  code_.ret();
}

void RowGroup::write_constants() {
  code_.align(asmjit::AlignMode::kData, 4);
  code_.bind(numbers_.sign);
  code_.embedUInt32(0x8000'0000u);
  code_.bind(numbers_.all_but_sign);  // and the one NaN
  code_.embedUInt32(0x7FFF'FFFFu);
}

/// Whether a NaN in the result of a row is one in that of a later row, too, which is looked at or passes it on.
bool RowGroup::passes_nan_on(std::uint32_t row, std::uint32_t end) const {
  const Slot slot = executable_.instructions[row].destination[0];
  for (std::uint32_t later = row + 1; later < end; ++later) {
    const DecodedInstruction& other = executable_.instructions[later];
    if (makes_nan(forms_[later]) && other.destination[0] != discard_slot)
      for (std::size_t i = 0; i < 3; ++i)
        if ((value_sources(forms_[later]) >> i & 1) != 0 && other.source[i] == slot) return true;
    if (!writes_predicates(forms_[later]) && other.destination[0] == slot) return false;
  }
  return false;
}

void RowGroup::look_at_nan(const DecodedInstruction& row, bool is_first) {
  constexpr std::uint8_t both_ordered = 7;
  for (const unsigned half : both_halves) {
    const x86::Zmm result = zmm(row.destination[0], half);
    code_.k(is_first ? active[half] : ordered[half]).vcmpps(ordered[half], result, result, both_ordered);
  }
}

void RowGroup::replace_nan(const DecodedInstruction& row) {
  constexpr std::uint8_t unordered = 3;
  for (const unsigned half : both_halves) {
    const x86::Zmm result = zmm(row.destination[0], half);
    code_.k(active[half]).vcmpps(mask[half], result, result, unordered);
    code_.k(mask[half]).vpblendmd(result, result, x86::ptr(numbers_.all_but_sign)._1to16());
  }
}

// ---- registers and predicates -------------------------------------------------------------------

std::size_t RowGroup::place_of(Slot slot) const {
  return static_cast<std::size_t>(std::ranges::find(slots_, slot) - slots_.begin());
}

x86::Zmm RowGroup::zmm(Slot slot, unsigned half) const {
  return x86::Zmm(2 * static_cast<std::uint32_t>(place_of(slot)) + half);
}

/// From here on the register is in the machine's; `is_read`: with its value.
void RowGroup::hold(Slot slot, bool is_read) {
  if (!is_register(slot) || place_of(slot) < slots_.size()) return;
  slots_.push_back(slot);
  if (!is_read) return;
  for (const unsigned half : both_halves) code_.vmovdqa32(zmm(slot, half), home(slot, half));
}

asmjit::Operand RowGroup::operand(Slot slot, unsigned half) const {
  if (is_register(slot)) return zmm(slot, half);
  return home(slot, half);
}

x86::Zmm RowGroup::in_register(Slot slot, unsigned half, unsigned number) {
  if (is_register(slot)) return zmm(slot, half);
  code_.vmovdqa32(temporary(number, half), home(slot, half));
  return temporary(number, half);
}

/// With its modifiers but for those that the instruction makes good; in temporary `i`, of two, if it has any.
asmjit::Operand RowGroup::float_operand(const DecodedInstruction& row, std::size_t i, unsigned half, unsigned ignored) {
  const unsigned modifier = row.source_modifier[i] & ~ignored;
  if (modifier == 0) return operand(row.source[i], half);
  const auto to = temporary(static_cast<unsigned>(i), half);
  const x86::Zmm from = in_register(row.source[i], half, static_cast<unsigned>(i));
  if (modifier == negate) code_.vpxord(to, from, x86::ptr(numbers_.sign)._1to16());
  else code_.vpandd(to, from, x86::ptr(numbers_.all_but_sign)._1to16());
  if (modifier == (negate | absolute)) code_.vpord(to, to, x86::ptr(numbers_.sign)._1to16());
  return to;
}

x86::Zmm RowGroup::float_in_register(const DecodedInstruction& row, std::size_t i, unsigned half, unsigned ignored) {
  const asmjit::Operand from = float_operand(row, i, half, ignored);
  if (from.isReg()) return from.as<x86::Zmm>();
  return in_register(row.source[i], half, static_cast<unsigned>(i));
}

/// An instruction whose result goes to the row's destination, in the active lanes.
void RowGroup::put(Inst::Id id, const DecodedInstruction& row, unsigned half, const auto&... operands) {
  if (!row.uniform) code_.k(active[half]);
  code_.emit(id, zmm(row.destination[0], half), operands...);
}

x86::Gp RowGroup::predicate(std::uint8_t index) {
  const auto found = std::ranges::find(predicates_, index);
  const x86::Gp in = predicate_registers[static_cast<std::size_t>(found - predicates_.begin())];
  if (found == predicates_.end()) {
    predicates_.push_back(index);
    code_.mov(in, home(index));
  }
  return in;
}

void RowGroup::read_predicate(const x86::Gp& to, const PredicateSource& source) {
  if (is_constant(source.index)) {
    code_.mov(to, source.negated ? 0u : ~0u);
    return;
  }
  code_.mov(to, predicate(source.index));
  if (source.negated) code_.not_(to);
}

/// Destroys the register with the value.
void RowGroup::write_predicate(const x86::Gp& value, std::uint8_t index, bool is_uniform) {
  const x86::Gp to = predicate(index);
  add_new(written_predicates_, index);
  if (is_uniform) {
    code_.mov(to, value);
    return;
  }
  code_.xor_(value, to);
  code_.and_(value, active_lanes);
  code_.xor_(to, value);
}

// ---- rows ---------------------------------------------------------------------------------------

void RowGroup::add_row(const DecodedInstruction& row, RowForm form) {
  for (std::size_t i = 0; i < 3; ++i)
    if ((value_sources(form) >> i & 1) != 0) hold(row.source[i], true);
  if (form == RowForm::predicate_table) return add_predicate_table(row);
  if (writes_predicates(form)) return add_comparison(row, form);
  const Slot to = row.destination[0];
  if (to == discard_slot) return;
  hold(to, !row.uniform);
  add_new(written_slots_, to);
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
