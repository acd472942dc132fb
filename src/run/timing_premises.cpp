// SPDX-License-Identifier: MIT
#include "run/timing_premises.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/launch/device_data.hpp"

namespace reconverge::run {
namespace {

/// The fetch of code is followed line by line; no kernel is nearly so large.
constexpr std::uint64_t longest_code = std::uint64_t{1} << 26;

bool is_too_long(const sass::Function& function) {
  return !function.instructions.empty() && function.instructions.back().address >= longest_code;
}

std::string no_cycles_of(const timing::Generation* generation, const std::string& arch) {
  const std::string whose = generation == nullptr ? arch : generation->title;
  std::string timed;
  for (const auto& other : timing::generations())
    if (other.instructions != nullptr) timed += (timed.empty() ? "" : ", ") + other.instructions->architecture;
  return fmt::format("no instruction timings for {} (timed: {})", whose, timed);
}

core::Diagnostic not_known(std::string why, std::string hint = "") {
  return {.failure = core::Failure::check, .message = std::move(why), .hint = std::move(hint)};
}

/// Stall counts and scoreboards are in control words. Empty: all rows have one.
std::string why_without_control(const sass::Function& function) {
  const auto without =
      std::ranges::count_if(function.instructions, [](const sass::Instruction& row) { return !row.control; });
  if (without == 0) return "";
  return fmt::format(
      "{} of {} rows have no control word, which says how long they take; a disassembler prints it with the encodings",
      without, function.instructions.size());
}

bool has_linked_code(const KernelSpec& spec) { return spec.launch.device && spec.launch.device->has_linked_code; }

}  // namespace

const timing::Generation* generation_of(const emulator::Executable& executable) {
  return timing::find_generation(sass::arch_number(executable.function.arch).value_or(0));
}

const timing::CycleRecord* record_of(const KernelSpec& spec) {
  if (spec.record) return spec.record.get();
  const timing::Generation* generation = generation_of(*spec.executable);
  return generation == nullptr ? nullptr : generation->instructions;
}

std::string why_unreliable(const std::vector<observers::Finding>& findings) {
  const auto found = [&](std::string_view kind) {
    return std::ranges::any_of(findings, [&](const auto& finding) { return finding.kind == kind; });
  };
  if (found("barrier-at-two-depths")) return "timing not reliable: a barrier is reused at two call depths";
  if (found("recursion-at-two-depths"))
    return "timing not reliable: lanes are in one function at two depths of its calls";
  return "";
}

std::string why_warps_not_timed(const KernelSpec& spec) {
  const sass::Function& function = spec.executable->function;
  if (has_linked_code(spec))
    return "the code is of several functions, and where the card puts them, which fetching depends on, is not known";
  if (record_of(spec) == nullptr) return no_cycles_of(generation_of(*spec.executable), function.arch);
  if (is_too_long(function))
    return fmt::format("its rows reach to 0x{:x}; cycles are given for code of up to {} MiB",
                       function.instructions.back().address, longest_code >> 20);
  return why_without_control(function);
}

std::string why_not_timed(const KernelSpec& spec) {
  // What times no warp at all goes before what times no launch of several: a smaller launch would change nothing.
  if (std::string why = why_warps_not_timed(spec); !why.empty()) return why;
  const int warps = warps_of(spec.launch.block);
  if (spec.launch.grid.count() > 1)
    return fmt::format("the launch has {} blocks of {} warp{}; cycles are known for one warp", spec.launch.grid.count(),
                       warps, warps == 1 ? "" : "s");
  if (warps > 1) return fmt::format("the block has {} warps; cycles are known for one", warps);
  if (spec.loads_from != timing::LoadsFrom::as_known)
    return fmt::format("all loads of global memory are assumed to be answered from {}", to_string(spec.loads_from));
  return "";
}

core::Result<std::uint64_t> cycles_of_run(const KernelRun& run, const sass::Function& function) {
  if (!run.no_cycles_because.empty()) return not_known(run.no_cycles_because);
  if (run.untimed.empty()) return run.last_issue;
  const auto& first = run.untimed.begin()->first;
  return not_known(fmt::format("the time of {} at 0x{:x} is not known", to_string(first, function),
                               function.instructions[first.index].address));
}

}  // namespace reconverge::run
