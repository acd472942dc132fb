// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// The bytes of local memory that VPRINTF reads in each lane.
struct PrintedArguments {
  std::array<std::uint64_t, lanes> address{};
  std::uint64_t bytes = 0;  ///< at most, of any lane
};

/// Whether an instruction prints.
bool prints(const DecodedInstruction& instruction);

/// Nothing if the instruction does not print.
std::optional<PrintedArguments> printed_arguments(Warp& warp, const DecodedInstruction& instruction,
                                                  core::LaneMask chosen);

}  // namespace reconverge::emulator
