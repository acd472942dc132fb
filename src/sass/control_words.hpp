// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sass/program.hpp"

namespace reconverge::sass {

/// The 21 control bits of Maxwell and later: stall [3:0], yield [4] (0 = may yield), write barrier
/// [7:5], read barrier [10:8], wait mask [16:11], reuse [20:17].
ControlWord decode_control_field(std::uint32_t field);

/// The 21 bits of a control: the inverse of decode_control_field.
std::uint32_t encode_control_field(const ControlWord& control);

/// Volta and later: the field sits at bits [61:41] of the instruction's high word.
ControlWord volta_control(std::uint64_t high_word);

/// The controls of the instructions after one control word: 3 on Maxwell and Pascal, 7 on Kepler.
/// Nothing if the word lacks the marks of a control word.
std::optional<std::array<ControlWord, 7>> decode_control_group(int arch_number, std::uint64_t word);

/// The control word that decodes to these: the inverse of decode_control_group.
std::uint64_t encode_control_group(int arch_number, const std::array<ControlWord, 7>& group);

}  // namespace reconverge::sass
