// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::emulator {

/// Operation of a control instruction of sm_70 and later (Control::operation).
enum BarrierOperation : std::uint8_t {
  bar_none,
  bar_arm,             ///< BSSY
  bar_wait,            ///< BSYNC
  bar_break,           ///< BREAK
  bar_to_register,     ///< BMOV R, B
  bar_from_register,   ///< BMOV B, R; BMOV B, 0xffffffff
  bar_to_barrier,      ///< BMOV B, B
  bar_branch,          ///< BRA, JMP, CALL to a label
  bar_branch_missing,  ///< BRA.DIV, BRA.CONV
  bar_indirect,        ///< BRX, JMX, RET, CALL through a register
  bar_exit,            ///< EXIT, KILL
  bar_yield,           ///< YIELD, NANOSLEEP
  bar_gather,          ///< WARPSYNC
  bar_gather_region,   ///< WARPSYNC.COLLECTIVE
  bar_end_region,      ///< ENDCOLLECTIVE
  bar_block,           ///< BAR.SYNC, BAR.RED
  bar_block_arrive,    ///< BAR.ARV
  bar_trap,            ///< BPT.TRAP
};

/// Control::condition of some operations.
enum BarrierCondition : std::uint8_t {
  condition_none,
  condition_divergent,   ///< BRA.DIV: taken if named lanes are missing from the group
  condition_convergent,  ///< BRA.CONV: taken if none is
  condition_any,         ///< BRA.U.ANY: the whole group jumps if the guard holds for one of its lanes
  condition_uniform,     ///< BRA.U: the group jumps if the guard holds for all of its lanes
  condition_all,         ///< WARPSYNC.ALL: every live lane
  condition_exclusive,   ///< WARPSYNC.EXCLUSIVE
  condition_literal,     ///< WARPSYNC 0x55555555, BMOV B0, 0xffffffff: the lanes of DecodedInstruction::offset
  condition_clears,      ///< BMOV.CLEAR: the barrier is empty afterwards
  condition_relative,    ///< BRX: the offset counts from the next instruction
  condition_reduces,     ///< BAR.RED; DecodedInstruction::variant has the BarrierQuestion
};

}  // namespace reconverge::emulator
