// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "emulator/opcodes/operand_values.hpp"

/// Fragments of matrices: several registers of each lane.
namespace reconverge::emulator {

/// A register of the fragment that a source operand names.
inline const LaneVector& word_of(const Warp& warp, const DecodedInstruction& instruction, std::size_t source,
                                 unsigned word) {
  return warp.values[word_of_pair(instruction.source[source], word)];
}

/// Writes the fragment that the destination names.
template <std::size_t count>
void write_words(Warp& warp, const DecodedInstruction& instruction, const std::array<LaneVector, count>& words,
                 core::LaneMask chosen) {
  for (unsigned word = 0; word < count; ++word)
    assign(warp.values[word_of_pair(instruction.destination[0], word)], words[word], chosen);
}

}  // namespace reconverge::emulator
