// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace reconverge::emulator {

/// Why a run did not finish.
enum class Fault : std::uint8_t {
  none,
  access_outside,           ///< no memory is at an address
  access_misaligned,        ///< an address is not a multiple of the access's width
  deadlock,                 ///< every lane, or every warp, waits for others
  trap,                     ///< the code stops itself
  bad_target,               ///< an indirect branch to an address without a row
  stack_underflow,          ///< no token of the kind that an instruction takes
  stack_overflow,           ///< more tokens than the stack can hold
  bad_block_barrier,        ///< a BAR whose register names no barrier, or a thread count that is not a multiple of 32
  unsupported_instruction,  ///< a row that cannot be executed
  unknown_value,            ///< control or an address depends on a clock value that is not known
  left_rows,                ///< control ran past the rows of the listing
  no_end,                   ///< the limit of steps, or a loop that changes nothing
  interrupted,              ///< the run was ended from outside
};

/// As outputs name it: "access-outside".
constexpr std::string_view to_string(Fault fault) {
  switch (fault) {
    case Fault::none: return "none";
    case Fault::access_outside: return "access-outside";
    case Fault::access_misaligned: return "access-misaligned";
    case Fault::deadlock: return "deadlock";
    case Fault::trap: return "trap";
    case Fault::bad_target: return "bad-target";
    case Fault::stack_underflow: return "stack-underflow";
    case Fault::stack_overflow: return "stack-overflow";
    case Fault::bad_block_barrier: return "bad-block-barrier";
    case Fault::unsupported_instruction: return "unsupported-instruction";
    case Fault::unknown_value: return "unknown-value";
    case Fault::left_rows: return "left-rows";
    case Fault::no_end: return "no-end";
    case Fault::interrupted: return "interrupted";
  }
  return "none";
}

}  // namespace reconverge::emulator
