// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/decoding/data_operands.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::emulator {

/// The block barrier that a BAR names, and the threads that have to arrive at it; 0, or none given: all.
struct BlockBarrierUse {
  std::uint32_t number = 0;
  std::uint32_t threads = 0;
};

/// The effect of a BAR whose numbers may be in registers, for one lane.
BlockBarrierUse block_barrier_use(const sass::Instruction& row, const Warp& warp, int lane);
/// The effect of BAR at a row for one lane. Values are unchecked: see fault_of.
inline BlockBarrierUse block_barrier_use(const Executable& executable, std::uint32_t index, const Warp& warp,
                                         int lane) {
  const DecodedInstruction& instruction = executable.instructions[index];
  if (!instruction.control.literal) return block_barrier_use(executable.function.instructions[index], warp, lane);
  return {instruction.control.barrier, static_cast<std::uint32_t>(instruction.offset)};
}

/// Whether a BAR may differ by lane, because its numbers are in registers.
bool differs_by_lane(const Executable& executable, std::uint32_t index);

/// Notes the numbers of a BAR that are the same whenever it executes.
void bind_block_barrier(const sass::Instruction& row, DecodedInstruction& out);

/// Whether a block has such a barrier. It has 0 to 15, and warps arrive at one as a whole, so that a count of threads
/// is a multiple of 32; it has 12 bits.
ControlFault fault_of(const BlockBarrierUse& use);

/// Why a row of BAR can never be executed: one of its immediates is out of range.
std::optional<DecodingProblem> problem_of_block_barrier(const sass::Instruction& row);

}  // namespace reconverge::emulator
