// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// The slots of a memory operand's address, or of a constant's computed offset; nothing if some part of it is not
/// understood, or a pair of registers does not exist.
///
/// @param wide  addresses have 64 bits: a register that does not say otherwise begins a pair
std::optional<MemoryAddress> memory_address(const sass::Operand& operand, bool wide);

/// Whether addresses of this instruction have 64 bits.
bool has_wide_addresses(const sass::Instruction& row);

/// Whether an instruction loads from, stores to or changes shared memory by name.
bool accesses_shared_memory(const sass::Instruction& row);

/// Registers of data that a load, store or atomic moves, by its width.
int data_words(const sass::Instruction& row);

}  // namespace reconverge::emulator
