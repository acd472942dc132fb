#include "emulator/emulator.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "emulator/memory/access_report.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;
using core::Failure;
using core::LaneMask;

LaneMask executing_lanes(const Warp& warp, const DecodedInstruction& instruction, LaneMask active) {
  return active & warp.predicate(instruction.guard, instruction.guard_negated);
}

/// An instruction of the uniform datapath writes the value of the warp: all elements, or none.
void execute_data(const DecodedInstruction& instruction, Warp& warp, LaneMask executing) {
  const LaneMask chosen = instruction.uniform && executing.any() ? LaneMask::all() : executing;
  instruction.execute(warp, instruction, chosen);
}

/// Looking at the limits costs nothing if it is done this rarely, and is prompt all the same.
constexpr std::uint64_t steps_between_looks = 4096;

core::Location place_of(const Executable& executable, std::uint32_t index, const std::string& source) {
  if (index >= executable.function.instructions.size()) return {source};
  const auto& row = executable.function.instructions[index];
  return {source, row.line, row.column};
}

std::string state_of(const Executable& executable, const Mechanism& mechanism, const Flow& flow) {
  const std::string waiting = mechanism.describe();
  return fmt::format("pc 0x{:x}, active {}, waiting: {}", executable.address_of(flow.index),
                     to_string(flow.active), waiting.empty() ? "nothing" : waiting);
}

RunResult stopped(std::uint64_t steps, Diagnostic diagnostic) {
  return {Ending::stopped, steps, std::move(diagnostic)};
}

Diagnostic fault_diagnostic(ControlFault fault, const Executable& executable, std::uint32_t index) {
  const std::string& mnemonic = executable.function.instructions[index].mnemonic;
  switch (fault) {
    case ControlFault::underflow:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} finds no token of its kind on the re-convergence stack", mnemonic),
              .hint = "the SSY, PBK, PCNT or CAL that belongs to it was not executed: is the listing an excerpt?"};
    case ControlFault::overflow:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} pushes onto a re-convergence stack that is too deep", mnemonic),
              .hint = "look for recursion, or a loop around SSY, that never ends"};
    default:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} jumps to an address without an instruction", mnemonic),
              .hint = "check the register that holds the target"};
  }
}

/// Control left the rows: the end of an excerpt, or a gap.
RunResult leave_rows(const Executable& executable, const Mechanism& mechanism, const Flow& flow,
                     std::uint32_t last, std::uint64_t steps, const std::string& source) {
  if (flow.index == past_the_end && !mechanism.has_waiting()) return {Ending::left_listing, steps, {}};
  const std::string after =
      last < executable.instructions.size()
          ? fmt::format(" from 0x{:x} ({})", executable.address_of(last),
                        executable.function.instructions[last].mnemonic)
          : "";
  return stopped(
      steps, {.failure = Failure::input,
              .message = flow.index == past_the_end
                             ? fmt::format("control runs past the last row{} while lanes still wait: {}", after,
                                           mechanism.describe())
                             : fmt::format("control reaches a gap in the listing{}", after),
              .hint = "give the complete listing of the function",
              .where = place_of(executable, last, source)});
}

/// Whether a run that has not come to its end must stop before its next step.
std::optional<Ending> must_end(std::uint64_t step, const RunLimits& limits) {
  if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) return Ending::interrupted;
  if (step == limits.steps) return Ending::step_limit;
  return std::nullopt;
}

Diagnostic ending_diagnostic(Ending ending, std::uint64_t step, const std::string& state, core::Location where) {
  const bool interrupted = ending == Ending::interrupted;
  return {.failure = Failure::emulation,
          .message = fmt::format("{} after {} instructions; {}", interrupted ? "interrupted" : "no end", step, state),
          .hint = interrupted ? "" : "raise --max-steps, or look for a loop whose condition never changes",
          .where = std::move(where)};
}

/// Tells of the access that an instruction has just made, or why it could not be made.
std::optional<Diagnostic> conclude_access(const Executable& executable, const Warp& warp, Moment at,
                                          const Events& events, const std::string& source) {
  if (warp.access.fault != AccessFault::none) {
    Diagnostic diagnostic = fault_of_access(warp, executable.function.instructions[at.index].mnemonic,
                                            executable.instructions[at.index].address.bank);
    diagnostic.message += fmt::format("; pc 0x{:x}", executable.address_of(at.index));
    diagnostic.where = place_of(executable, at.index, source);
    return diagnostic;
  }
  if (warp.access.lanes.any()) events.accessed({at, warp.access});
  return std::nullopt;
}

}  // namespace

RunResult run(const Executable& executable, Warp& warp, Mechanism& mechanism, const Events& events,
              const RunLimits& limits, core::LaneMask live, const std::string& source_name) {
  const DecodedInstruction* const code = executable.instructions.data();
  const auto size = static_cast<std::uint32_t>(executable.instructions.size());
  warp.values.resize(first_literal + executable.literals.size());
  std::ranges::copy(executable.literals, warp.values.begin() + first_literal);
  warp.constants = &executable.constants;

  Flow flow = mechanism.start(executable, live, size == 0 ? past_the_end : 0);
  std::uint64_t step = 0;
  std::uint64_t next_look = 0;
  std::uint32_t index = no_index;
  while (!flow.done) {
    if (flow.index >= size) return leave_rows(executable, mechanism, flow, index, step, source_name);
    index = flow.index;
    if (step == next_look) {
      if (const auto ending = must_end(step, limits))
        return {*ending, step,
                ending_diagnostic(*ending, step, state_of(executable, mechanism, flow),
                                  place_of(executable, index, source_name))};
      next_look = std::min(limits.steps, step + steps_between_looks);
    }
    const DecodedInstruction& instruction = code[index];
    if (instruction.stops) return stopped(step, executable.problems.at(index));

    warp.clock = ++step;
    const Moment at{step, index};
    const LaneMask executing = executing_lanes(warp, instruction, flow.active);
    events.issued({at, flow.active, executing});

    if (instruction.control.operation == 0) {
      execute_data(instruction, warp, executing);
      if (instruction.accesses_memory)
        if (auto failed = conclude_access(executable, warp, at, events, source_name)) return stopped(step, std::move(*failed));
      flow.index = instruction.next;
      continue;
    }
    if (instruction.execute != nullptr && !instruction.control.before_data) {
      instruction.execute(warp, instruction, executing);
      if (instruction.accesses_memory)
        if (auto failed = conclude_access(executable, warp, at, events, source_name)) return stopped(step, std::move(*failed));
    }
    const ControlFault fault = mechanism.execute(instruction, executing, warp, at, flow, events);
    if (fault != ControlFault::none) {
      Diagnostic diagnostic = fault_diagnostic(fault, executable, index);
      diagnostic.message += "; " + state_of(executable, mechanism, flow);
      diagnostic.where = place_of(executable, index, source_name);
      return stopped(step, std::move(diagnostic));
    }
    if (instruction.execute != nullptr && instruction.control.before_data) {
      instruction.execute(warp, instruction, executing_lanes(warp, instruction, flow.active));
      if (instruction.accesses_memory)
        if (auto failed = conclude_access(executable, warp, at, events, source_name)) return stopped(step, std::move(*failed));
    }
  }
  return {Ending::exited, step, {}};
}

}  // namespace reconverge::emulator
