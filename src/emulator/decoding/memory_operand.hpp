// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// Reads what stands between the last brackets of a memory operand, or of a constant whose offset is
/// computed; nothing if some part of it is not understood.
///
/// @param wide  addresses have 64 bits: a register that does not say otherwise begins a pair
std::optional<MemoryAddress> read_memory_operand(const sass::Operand& operand, bool wide);

/// Whether addresses of this instruction have 64 bits.
bool has_wide_addresses(const sass::Instruction& row);

/// Registers of data that a load, store or atomic moves, by its width.
int data_words(const sass::Instruction& row);

}  // namespace reconverge::emulator
