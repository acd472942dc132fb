// SPDX-License-Identifier: MIT
// What a run says of how it ends.
#include <fmt/core.h>

#include <optional>
#include <utility>

#include "emulator/emulator.hpp"
#include "emulator/memory/access_report.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::emulator {
namespace {

using core::Diagnostic;
using core::Failure;

/// The message of a control fault, and what to try.
Diagnostic explanation(ControlFault fault, const std::string& mnemonic) {
  switch (fault) {
    case ControlFault::underflow:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} finds no token of its kind on the re-convergence stack", mnemonic),
              .hint = "the SSY, PBK, PCNT or CAL that belongs to it was not executed: is the listing an excerpt?"};
    case ControlFault::overflow:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} pushes onto a re-convergence stack that is too deep", mnemonic),
              .hint = "look for recursion, or a loop around SSY, that never ends"};
    case ControlFault::trap:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} stops the kernel", mnemonic),
              .hint = "__trap(), an assertion that failed, or code that cannot be reached in the source"};
    case ControlFault::no_such_barrier:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} names a barrier that no block has", mnemonic),
              .hint = "a block has barriers 0 to 15: check the register that holds the number"};
    case ControlFault::parts_of_warps:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} has a thread count that is not a multiple of 32", mnemonic),
              .hint = "the count must be below 4096 too: check the register that holds it"};
    case ControlFault::deadlock:
      return {.failure = Failure::emulation,
              .message = fmt::format("deadlock at {}: no lane can continue", mnemonic),
              .hint =
                  "lanes wait for others that never arrive: look for a __syncwarp() or __syncthreads() (WARPSYNC, BAR) "
                  "in a branch that only part of the lanes takes, or for a BREAK that is missing on a path"};
    default:
      return {.failure = Failure::emulation,
              .message = fmt::format("{} jumps to an address without an instruction", mnemonic),
              .hint = "check the register that holds the target"};
  }
}

}  // namespace

Diagnostic Run::access_diagnostic(Moment at) const {
  const Executable& executable = setup_.executable;
  Diagnostic diagnostic = fault_of_access(setup_.warp, executable.function.instructions[at.index].mnemonic,
                                          executable.instructions[at.index].address.bank);
  diagnostic.message += fmt::format("; pc 0x{:x}", executable.address_of(at.index));
  diagnostic.where = place();
  return diagnostic;
}

Diagnostic Run::at_place(Diagnostic diagnostic) const {
  diagnostic.where = place();
  return diagnostic;
}

core::Location Run::place() const {
  if (index_ >= setup_.executable.function.instructions.size()) return {setup_.source_name};
  const sass::Function& function = setup_.executable.function;
  return sass::location_of(function, function.instructions[index_], setup_.source_name);
}

std::string Run::state() const {
  const std::string waiting = mechanism().describe();
  return fmt::format("pc 0x{:x}, active {}, waiting: {}", setup_.executable.address_of(flow_.index),
                     to_string(flow_.active), waiting.empty() ? "nothing" : waiting);
}

RunResult Run::stopped(Fault fault, Diagnostic diagnostic) const {
  const bool is_at_row = index_ < setup_.executable.instructions.size();
  return {Ending::stopped, step_, std::move(diagnostic), fault, is_at_row ? std::optional(index_) : std::nullopt};
}

/// Whether the run must end before its next step.
bool Run::must_end(const RunLimits& limits) const { return step_ >= limits.steps || limits.is_interrupted(); }

RunResult Run::ended_by(const RunLimits& limits) const {
  const bool interrupted = limits.is_interrupted();
  const std::string waits = mechanism().describe_waits();
  const std::string_view no_end =
      waits.empty() ? "raise --max-steps, or look for a loop whose condition never changes" : waits_at_no_end;
  return RunResult{
      interrupted ? Ending::interrupted : Ending::step_limit, step_,
      Diagnostic{
          .failure = Failure::emulation,
          .message = fmt::format("{} after {} instructions; {}{}{}", interrupted ? "interrupted" : "no end", step_,
                                 state(), waits.empty() ? "" : "; ", waits),
          .hint = interrupted ? "run it again and let it end, or end it by --max-steps COUNT" : std::string(no_end),
          .where = place()},
      interrupted ? Fault::interrupted : Fault::no_end, index_};
}

Diagnostic Run::fault_diagnostic(ControlFault fault) const {
  Diagnostic diagnostic = explanation(fault, setup_.executable.function.instructions[index_].mnemonic);
  const auto& runtime = setup_.warp.global().runtime;
  if (fault == ControlFault::trap && runtime && !runtime->failed().empty())
    diagnostic = {.failure = Failure::emulation,
                  .message = to_string(runtime->failed().back()),
                  .hint = "the table of findings says for which lanes"};
  const std::string waits = mechanism().describe_waits();
  diagnostic.message += "; " + (fault == ControlFault::deadlock ? waits : state());
  diagnostic.where = place();
  return diagnostic;
}

/// Control left the rows: the end of an excerpt, or a gap.
RunResult Run::leave_rows() const {
  const bool past = flow_.index == past_the_end;
  if (past && !mechanism().has_waiting()) return {Ending::left_listing, step_, {}};
  const Executable& executable = setup_.executable;
  const std::string after = index_ < executable.instructions.size()
                                ? fmt::format(" from 0x{:x} ({})", executable.address_of(index_),
                                              executable.function.instructions[index_].mnemonic)
                                : "";
  return stopped(Fault::left_rows,
                 {.failure = Failure::input,
                  .message = past ? fmt::format("control runs past the last row{} while lanes still wait: {}", after,
                                                mechanism().describe())
                                  : fmt::format("control reaches a gap in the listing{}", after),
                  .hint = "give the complete listing of the function",
                  .where = place()});
}

}  // namespace reconverge::emulator
