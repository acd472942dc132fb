// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// What a data operation does, for those that can be compiled with the rows around them. Each family says it of its
/// own.
enum class RowForm : std::uint8_t {
  other,  ///< cannot be compiled
  move,
  move_third,          ///< IMAD.MOV
  sum,                 ///< of two or three words
  product_sum,         ///< a * b + c in words
  shifted_sum,         ///< LEA
  table,               ///< LOP3
  shift_left,          ///< of the low word, by a constant
  shift_right,         ///< of the high word, by a constant
  shift_right_signed,  ///< the same, with its sign
  choice,              ///< of a or b by a predicate
  compare_signed,
  compare_unsigned,
  compare_floats,
  float_sum,  ///< this one and the next two rounded to the nearest, without other modifiers
  float_product,
  float_fused,
  predicate_table,  ///< PLOP3
  load_shared_word,
  store_shared_word,
};

struct FormOfOperation {
  DataOperation operation;
  RowForm form;
};

std::span<const FormOfOperation> forms_of_accesses();
std::span<const FormOfOperation> forms_of_moves();
std::span<const FormOfOperation> forms_of_logic();
std::span<const FormOfOperation> forms_of_integer_sums();
std::span<const FormOfOperation> forms_of_carrying_sums();
std::span<const FormOfOperation> forms_of_integer_products();
std::span<const FormOfOperation> forms_of_integer_comparisons();
std::span<const FormOfOperation> forms_of_floats();
std::span<const FormOfOperation> forms_of_float_comparisons();

}  // namespace reconverge::emulator
