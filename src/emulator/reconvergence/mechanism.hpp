// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/lane_mask.hpp"
#include "emulator/decoding/data_operands.hpp"
#include "emulator/executable.hpp"
#include "emulator/listener.hpp"

namespace reconverge::emulator {

/// The instruction and lanes that the run loop executes next.
struct Flow {
  core::LaneMask active;
  std::uint32_t index = 0;
  bool done = false;           ///< no lane is left
  bool block_barrier = false;  ///< every live lane has arrived at BAR: other warps may run first
};

/// Why a control instruction could not be executed.
enum class ControlFault : std::uint8_t {
  none,
  underflow,        ///< a leave instruction found no token of its kind
  bad_target,       ///< an indirect branch computed an address without a row
  overflow,         ///< the stack grew past TokenStack::max_depth: endless recursion
  trap,             ///< BPT.TRAP: the program stops itself
  no_such_barrier,  ///< a BAR whose register holds the number of a barrier that no block has
  parts_of_warps,   ///< a BAR whose register holds a thread count that is not a multiple of 32
  deadlock,         ///< every live lane waits for another one; see Mechanism::describe_waits
};

/// How a mechanism reads an instruction.
struct ControlPart {
  std::uint8_t operation = 0;
  bool carrier = false;      ///< the instruction has a data part too (`.S`)
  bool before_data = false;  ///< the control part acts before the data part
  bool needs_target = false;
  bool never_predicated = false;
  bool reads_register = false;  ///< source[0] holds the target address, per lane
  bool binds_operands = false;  ///< Mechanism::bind_operands reads the operands
  bool plain_branch = false;    ///< Control::plain_branch, if it has no condition
};

/// A way to split the lanes of a warp and bring them together again.
class Mechanism {
 public:
  virtual ~Mechanism() = default;

  virtual std::string_view name() const = 0;

  /// The control part of an instruction; nothing if it has none.
  virtual std::optional<ControlPart> control_part(const sass::Instruction& instruction) const = 0;

  /// Fills in what a control part needs of its operands; called for parts with `binds_operands`.
  virtual std::optional<DecodingProblem> bind_operands(const sass::Instruction&, DecodedInstruction&) const {
    return std::nullopt;
  }

  /// Whether guards and operands may be uniform predicates.
  virtual bool has_uniform_datapath() const { return false; }

  /// Forgets everything and starts `live` lanes at instruction `entry`.
  virtual Flow start(const Executable& executable, core::LaneMask live, std::uint32_t entry) = 0;

  /// Executes the control part of `instruction` for the `executing` lanes and moves `flow` on.
  virtual ControlFault execute(const DecodedInstruction& instruction, core::LaneMask executing, Warp& warp, Moment at,
                               Flow& flow, const Events& events) = 0;

  /// Whether lanes wait to be resumed.
  virtual bool has_waiting() const = 0;

  /// The state in one line, for traces and diagnostics: "SYNC 0xffffffff 0x128 | DIV ...".
  virtual std::string describe() const = 0;

  /// Which lanes wait where for which others, after ControlFault::deadlock.
  virtual std::string describe_waits() const { return {}; }
};

}  // namespace reconverge::emulator
