// SPDX-License-Identifier: MIT
#include "emulator/compiler/row_group.hpp"

#include <algorithm>

#include "emulator/compiler/row_registers.hpp"

namespace reconverge::emulator {
namespace {

using asmjit::Label;
namespace x86 = asmjit::x86;
namespace Inst = asmjit::x86::Inst;

constexpr std::size_t most_slots = 14;

template <typename Value> void add_new(std::vector<Value>& all, Value value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

}  // namespace

RowGroup::RowGroup(x86::Assembler& assembler, const Executable& executable, const std::vector<RowForm>& forms)
    : code_(assembler),
      executable_(executable),
      forms_(forms),
      numbers_{assembler.newLabel(), assembler.newLabel(), assembler.newLabel(), assembler.newLabel(),
               assembler.newLabel()} {}

std::uint32_t RowGroup::rows_from(std::uint32_t first) const {
  Names names;
  std::uint32_t rows = 0;
  for (; rows < executable_.instructions[first].straight && forms_[first + rows] != RowForm::other; ++rows) {
    add_names(first + rows, names);
    if (!names.fit()) break;
  }
  // A row with a guard costs more to compile alone than to execute.
  if (rows == 1 && executable_.instructions[first].predicated() && !accesses_shared(forms_[first])) return 0;
  return rows;
}

bool RowGroup::Names::fit() const {
  return slots.size() <= most_slots && predicates.size() <= predicate_registers.size() &&
         guarded <= RowContext::most_guarded;
}

void RowGroup::add_names(std::uint32_t index, Names& names) const {
  const DecodedInstruction& row = executable_.instructions[index];
  const RowForm form = forms_[index];
  for (std::size_t i = 0; i < 3; ++i)
    if ((value_sources(form) >> i & 1) != 0 && is_register(row.source[i])) add_new(names.slots, row.source[i]);
  for (std::size_t i = 0; i < predicate_sources(form); ++i)
    if (!is_constant(row.predicate_source[i].index)) add_new(names.predicates, row.predicate_source[i].index);
  if (row.predicated()) {
    ++names.guarded;
    add_new(names.predicates, row.guard);
  }
  if (accesses_shared(form))
    for (const Slot slot : {row.address.base, row.address.uniform})
      if (is_register(slot)) add_new(names.slots, slot);
  if (writes_predicates(form)) {
    for (const std::uint8_t predicate : row.predicate_destination)
      if (!is_constant(predicate)) add_new(names.predicates, predicate);
  } else if (form != RowForm::store_shared_word) {
    add_new(names.slots, row.destination[0]);
  }
}

bool RowGroup::needs_context(std::uint32_t first, std::uint32_t rows) const {
  for (std::uint32_t i = first; i < first + rows; ++i)
    if (accesses_shared(forms_[i]) || executable_.instructions[i].predicated()) return true;
  return false;
}

void RowGroup::compile(std::uint32_t first, std::uint32_t rows) {
  needs_context_ = needs_context(first, rows);
  if (needs_context_) {
    code_.push(context);
    code_.push(guarded_lanes.r64());
    code_.mov(context, x86::rcx);
  }
  read_active_lanes();
  compile(first, rows, needs_context_);
  needs_context_ = false;
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
  store(written_slots_.size(), written_predicates_.size());
  end_group(rows);
  for (const Exit& exit : exits_) {
    code_.bind(exit.label);
    store(exit.written_slots, exit.written_predicates);
    end_group(exit.rows);
  }
  if (!can_fail) return;
  code_.bind(fails);
  compile(first, rows, true);
}

void RowGroup::end_group(std::uint32_t rows) {
  if (needs_context_) {
    code_.pop(guarded_lanes.r64());
    code_.pop(context);
  }
  code_.mov(x86::eax, rows);
  leave();
}

/// Nothing is in registers.
void RowGroup::begin() {
  slots_.clear();
  written_slots_.clear();
  predicates_.clear();
  written_predicates_.clear();
  exits_.clear();
}

/// Whether they ask for NaN among their results.
bool RowGroup::add_rows(std::uint32_t first, std::uint32_t rows, bool looks_at_every_result) {
  bool can_fail = false;
  for (std::uint32_t i = first; i < first + rows; ++i) {
    const DecodedInstruction& row = executable_.instructions[i];
    begin_lanes(row);
    if (accesses_shared(forms_[i])) add_access(i, i - first);
    else add_row(row, forms_[i]);
    note_lanes(i);
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

/// The first ones of those that are written.
void RowGroup::store(std::size_t slots, std::size_t predicates) {
  for (std::size_t i = 0; i < slots; ++i)
    for (const unsigned half : both_halves)
      code_.vmovdqa32(home(written_slots_[i], half), zmm(written_slots_[i], half));
  for (std::size_t i = 0; i < predicates; ++i)
    code_.mov(home(written_predicates_[i]), predicate(written_predicates_[i]));
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
  code_.bind(numbers_.words_at_once);
  code_.embedUInt32(lanes);
  code_.align(asmjit::AlignMode::kData, half_bytes);
  code_.bind(numbers_.ascending);
  for (std::uint32_t i = 0; i < lanes; ++i) code_.embedUInt32(i);
  code_.bind(numbers_.descending);
  for (std::uint32_t i = lanes / 2; i-- > 0;) code_.embedUInt32(i);
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
    code_.k(lanes_of_row(half)).vcmpps(mask[half], result, result, unordered);
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

/// It is stored at the end.
void RowGroup::note_written(Slot slot) { add_new(written_slots_, slot); }

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
  code_.and_(value, is_guarded_ ? guarded_lanes : active_lanes);
  code_.xor_(to, value);
}

x86::KReg RowGroup::lanes_of_row(unsigned half) const { return is_guarded_ ? guarded[half] : active[half]; }

/// The lanes that execute a row.
void RowGroup::begin_lanes(const DecodedInstruction& row) {
  is_guarded_ = row.predicated();
  if (!is_guarded_) return;
  read_predicate(guarded_lanes, {row.guard, row.guard_negated});
  code_.and_(guarded_lanes, active_lanes);
  code_.kmovd(guarded[0], guarded_lanes);
  code_.kshiftrd(guarded[1], guarded[0], lanes / 2);
}

/// Once it has executed, if its guard has left some out.
void RowGroup::note_lanes(std::uint32_t index) {
  if (!is_guarded_) return;
  static_assert(sizeof(RowContext::Guarded) == 8 && offsetof(RowContext::Guarded, executing) == 4);
  constexpr unsigned guarded_shift = 3;
  constexpr auto noted = static_cast<int>(offsetof(RowContext, guarded));
  const x86::Mem count = word_of_context(offsetof(RowContext, guarded_count));
  constexpr auto left = static_cast<int>(offsetof(RowContext, left));
  constexpr unsigned left_shift = 2;
  code_.mov(x86::eax, count);
  code_.mov(x86::dword_ptr(context, x86::rax, guarded_shift, noted), index);
  code_.mov(x86::dword_ptr(context, x86::rax, guarded_shift, noted + 4), guarded_lanes);
  code_.mov(x86::ecx, active_lanes);
  code_.xor_(x86::ecx, guarded_lanes);
  code_.popcnt(x86::ecx, x86::ecx);
  code_.mov(x86::dword_ptr(context, x86::rax, left_shift, left), x86::ecx);
  code_.xor_(x86::ecx, x86::ecx);
  code_.cmp(guarded_lanes, active_lanes);
  code_.setne(x86::cl);
  code_.add(count, x86::ecx);
}

}  // namespace reconverge::emulator
