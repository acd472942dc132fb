// SPDX-License-Identifier: MIT
#pragma once

#include "property/assembler.hpp"
#include "property/structured_program.hpp"

namespace reconverge::property {

/// Whose names and forms data instructions have.
enum class Dialect : std::uint8_t { before_volta, from_volta };

/// Free for the rows of one operation from Volta on; a test writes P0 to P5 only.
inline constexpr int scratch_predicate = 6;

/// The rows of an operation under a guard. `suffix` follows the mnemonic of the last one.
void emit(Assembler& code, Dialect dialect, const Data& data, RowGuard guard = {}, const char* suffix = "");

/// Sets the predicate of `guard` so that it holds for the lanes for which the condition does.
void emit_test(Assembler& code, const Condition& condition, RowGuard guard);

/// The test whether a loop goes on.
Condition goes_on(const Statement& loop);

}  // namespace reconverge::property
