// SPDX-License-Identifier: MIT
// What goes on at once under the token stack if all listeners sum up: passes through a loop (see CompiledLoop), and
// lanes that wait in one token after another for the same instruction.

#include <algorithm>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::emulator {

/// All passes but the branch of the last one; `run` is that one then. False: nothing was executed.
/// @param first  with a loop
/// @param most   instructions; without those of the passes before the last one afterwards
bool Run::execute_loop(const DecodedInstruction& first, std::uint64_t& most, IssuedRun& run) {
  constexpr std::uint64_t most_at_once = 1u << 30;
  const std::uint32_t rows = first.straight + 1;
  const std::uint32_t passes = static_cast<std::uint32_t>(std::min(most, most_at_once)) / rows;
  if (passes < 2) return false;
  loop_.left = passes;
  loop_.goes_on_in_part = stack_->can_part(loop_.split.size()) ? 1 : 0;
  loop_.splits = 0;
  first.loop(setup_.warp.values.data(), setup_.warp.predicates.data(), active_.bits(), &loop_);
  run.count = rows;
  stack_->loop(setup_.executable.instructions[run.last()], loop_, passes, run, flow_, setup_.events);
  active_ = run.active;
  most -= run.first.step - 1 - step_;
  step_ = run.first.step - 1;
  return true;
}

/// After a control instruction has led back to itself.
/// @param most  instructions
ControlFault Run::leave_again(const DecodedInstruction& control, std::uint64_t most) {
  if (!TokenStack::only_leaves(control)) return ControlFault::none;
  Moment last{step_, index_};
  const ControlFault fault = stack_->leave_again(control, most, last, flow_, setup_.events);
  step_ = setup_.warp.clock = last.step;
  return fault;
}

}  // namespace reconverge::emulator
