// SPDX-License-Identifier: MIT
#include "emulator/compiler/compiled_form.hpp"

#include <unordered_map>

#include "emulator/opcodes/relations.hpp"
#include "emulator/vectors.hpp"

namespace reconverge::emulator {
namespace {

/// By operation, in any vectors.
const std::unordered_map<DataOperation, RowForm>& forms() {
  static const auto forms = [] {
    std::unordered_map<DataOperation, RowForm> all;
    for (const auto& family :
         {forms_of_accesses(), forms_of_moves(), forms_of_logic(), forms_of_integer_sums(), forms_of_carrying_sums(),
          forms_of_integer_products(), forms_of_integer_comparisons(), forms_of_floats(), forms_of_float_comparisons()})
      for (const auto& [operation, form] : family)
        for (const Vectors vectors : vectors_here()) all.emplace(in_vectors(operation, vectors), form);
    return all;
  }();
  return forms;
}

/// Modifiers of source operand `i` that are compiled.
unsigned known_modifiers(RowForm form, std::size_t i) {
  switch (form) {
    case RowForm::sum: return negate;
    case RowForm::product_sum: return i == 2 ? negate : 0;
    case RowForm::shifted_sum: return negate;
    case RowForm::compare_floats:
    case RowForm::float_sum:
    case RowForm::float_product: return negate | absolute;
    case RowForm::float_fused: return i == 2 ? negate : negate | absolute;
    default: return 0;
  }
}

bool is_known(RowForm form, const DecodedInstruction& row) {
  const auto is_literal = [&](std::size_t i) { return row.source[i] >= first_literal; };
  const bool writes_no_predicate = is_constant(row.predicate_destination[0]);
  if (row.predicated() && (row.uniform || is_constant(row.guard))) return false;
  switch (form) {
    case RowForm::other: return false;
    case RowForm::table: return is_literal(3) && writes_no_predicate;
    case RowForm::predicate_table: return is_literal(0) && is_literal(1);
    case RowForm::shift_left:
    case RowForm::shift_right:
    case RowForm::shift_right_signed: return is_literal(1);
    case RowForm::shifted_sum: return is_literal(2) && writes_no_predicate && row.variant == 0;
    case RowForm::choice: return row.variant == 0;             // without .FTZ
    case RowForm::compare_floats: return !has_more(row, ~0u);  // the same
    case RowForm::load_shared_word: return !row.address.wide && row.destination[0] != discard_slot;
    case RowForm::store_shared_word: return !row.address.wide;
    default: return true;
  }
}

}  // namespace

RowForm compiled_form(const Executable& executable, std::uint32_t index) {
  const DecodedInstruction& row = executable.instructions[index];
  const auto found = forms().find(row.execute);
  if (found == forms().end() || !is_known(found->second, row)) return RowForm::other;
  const RowForm form = found->second;
  if (row.uniform && makes_nan(form)) return RowForm::other;
  for (std::size_t i = 0; i < 3; ++i)
    if ((value_sources(form) >> i & 1) != 0 && (row.source_modifier[i] & ~known_modifiers(form, i)) != 0)
      return RowForm::other;
  return form;
}

}  // namespace reconverge::emulator
