// SPDX-License-Identifier: MIT
#pragma once

#include "emulator/executable.hpp"
#include "emulator/opcodes/row_form.hpp"

/// Which rows can be compiled, and what they read and write.
namespace reconverge::emulator {

/// RowForm::other also for operands that the compiler does not know.
RowForm compiled_form(const Executable& executable, std::uint32_t row);

/// Of a form: its source operands that are registers or literals, a bit each.
constexpr unsigned value_sources(RowForm form) {
  switch (form) {
    case RowForm::move:
    case RowForm::store_shared_word:
    case RowForm::shift_left: return 0b001;
    case RowForm::move_third:
    case RowForm::shift_right:
    case RowForm::shift_right_signed: return 0b100;
    case RowForm::sum:
    case RowForm::product_sum:
    case RowForm::table:
    case RowForm::float_fused: return 0b111;
    case RowForm::other:
    case RowForm::load_shared_word:
    case RowForm::predicate_table: return 0;
    default: return 0b011;
  }
}
/// How many source predicates it has.
constexpr std::size_t predicate_sources(RowForm form) {
  switch (form) {
    case RowForm::choice:
    case RowForm::compare_signed:
    case RowForm::compare_unsigned:
    case RowForm::compare_floats: return 1;
    case RowForm::predicate_table: return 3;
    default: return 0;
  }
}
/// Predicates are all that it writes.
constexpr bool writes_predicates(RowForm form) {
  return form == RowForm::predicate_table || (predicate_sources(form) == 1 && form != RowForm::choice);
}
/// Accesses a word of shared memory.
constexpr bool accesses_shared(RowForm form) {
  return form == RowForm::load_shared_word || form == RowForm::store_shared_word;
}
/// A result that can be a NaN, and is one if an operand is.
constexpr bool makes_nan(RowForm form) {
  return form == RowForm::float_sum || form == RowForm::float_product || form == RowForm::float_fused;
}

constexpr bool is_register(Slot slot) { return slot < first_literal && slot != zero_slot; }
/// PT or UPT: it is always true, and writes to it are lost.
constexpr bool is_constant(std::uint8_t predicate) {
  return (predicate & sass::true_predicate) == sass::true_predicate;
}
/// Of an immediate.
inline std::uint32_t literal(const Executable& executable, Slot slot) {
  return executable.literals[slot - std::size_t{first_literal}][0];
}

}  // namespace reconverge::emulator
