// SPDX-License-Identifier: MIT
#pragma once

#include "sass/program.hpp"

namespace reconverge::sass {

/// The effect of an instruction on the flow of control. Everything else about opcodes is the emulator's.
enum class ControlRole : std::uint8_t {
  none,
  branch,           ///< BRA, JMP: to its target
  indirect_branch,  ///< BRX, JMX; BRA or JMP through a constant
  call,             ///< CAL, CALL: to its target, coming back
  returns,          ///< RET
  exit,             ///< EXIT, KIL
  open_sync,        ///< SSY: token whose target is where SYNC and .S go
  open_break,       ///< PBK: token of BRK
  open_continue,    ///< PCNT: token of CONT
  sync,             ///< SYNC, or any instruction that carries .S
  break_out,        ///< BRK
  continue_loop,    ///< CONT
  arm_barrier,      ///< BSSY Bi
  wait_barrier,     ///< BSYNC Bi
};

/// @param arch  number of the architecture; 0 = unknown. `.S` is a carrier only before Maxwell.
ControlRole control_role(const Instruction& instruction, int arch);

/// Whether the lanes of a group can part at this instruction: it moves control under a condition
/// that is each lane's own.
bool can_diverge(const Instruction& instruction, ControlRole role);

/// Whether it moves control, or sets up where lanes meet. A lane that its guard leaves out goes on by another way;
/// where the guard of any other instruction leaves a lane out, the lane does nothing for that time.
bool moves_control(const Instruction& instruction, int arch);

}  // namespace reconverge::sass
