// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/decoding/data_operands.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::emulator {

/// The block barrier that a BAR names, and the threads that have to arrive at it; none given, or 0:
/// all.
struct BlockBarrierUse {
  std::uint32_t number = 0;
  std::optional<std::uint32_t> threads;
};

/// The effect of BAR for one lane. Values are unchecked: see fault_of.
BlockBarrierUse block_barrier_use(const sass::Instruction& row, const Warp& warp, int lane);

/// Whether a BAR may differ by lane, because its numbers are in registers.
bool differs_by_lane(const sass::Instruction& row);

/// Whether a block has such a barrier. It has 0 to 15, and warps arrive at one as a whole, so that a count of threads
/// is a multiple of 32; it has 12 bits.
ControlFault fault_of(const BlockBarrierUse& use);

/// Why a row of BAR can never be executed: one of its immediates is out of range.
std::optional<DecodingProblem> problem_of_block_barrier(const sass::Instruction& row);

}  // namespace reconverge::emulator
