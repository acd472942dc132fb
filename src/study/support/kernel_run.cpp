#include "study/support/kernel_run.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/barrier_timeline.hpp"
#include "observers/call_depths.hpp"
#include "observers/partial_groups.hpp"
#include "observers/uninitialised_reads.hpp"
#include "timing/cycles/warp_clock.hpp"
#include "timing/generation.hpp"

namespace reconverge::study {
namespace {

/// Instructions times the lanes that executed them.
class ThreadInstructions final : public emulator::Listener {
 public:
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override { count += static_cast<std::uint64_t>(event.executing.count()); }

  std::uint64_t count = 0;
};

int architecture_of(const emulator::Executable& executable) {
  return sass::arch_number(executable.function.arch).value_or(0);
}

/// Null: an architecture that no record is of.
const timing::Generation* generation_of(const emulator::Executable& executable) {
  return timing::find_generation(architecture_of(executable));
}

std::string no_cycles_of(const timing::Generation* generation, const std::string& arch) {
  const std::string whose = generation == nullptr ? arch : generation->title;
  return fmt::format("nobody has measured the cycles of instructions on {}; they are known for sm_90", whose);
}

core::Diagnostic not_known(std::string why, std::string hint = "") {
  return {.failure = core::Failure::check, .message = std::move(why), .hint = std::move(hint)};
}

/// Lanes in one barrier from two call depths: whatever is known of each instruction, the sum is wrong.
std::string why_unreliable(const std::vector<observers::Finding>& findings) {
  const bool meets = std::ranges::any_of(findings, [](const auto& finding) { return finding.kind == "barrier-at-two-depths"; });
  return meets ? "timing not reliable: a barrier is reused at two call depths" : "";
}

core::Result<std::uint64_t> cycles_of_run(const KernelRun& run, const sass::Function& function) {
  if (!run.no_cycles_because.empty()) return not_known(run.no_cycles_because);
  if (run.untimed.empty()) return run.last_issue;
  const auto& first = run.untimed.begin()->first;
  return not_known(fmt::format("{} at 0x{:x} ran, whose time is not known", to_string(first, function),
                               function.instructions[first.index].address));
}

bool calls(const sass::Function& function) {
  return std::ranges::any_of(function.instructions, [](const sass::Instruction& row) { return row.opcode() == "CALL"; });
}

emulator::Warp first_warp(const KernelSpec& spec) {
  emulator::Warp warp;
  emulator::prepare(*spec.launch, *emulator::abi_of(architecture_of(*spec.executable)), warp, spec.bounded);
  for (const auto& [index, values] : spec.registers) warp.set_register(index, values);
  for (const auto& [index, mask] : spec.predicates) warp.predicates[static_cast<std::size_t>(index)] = mask;
  return warp;
}

std::vector<int> given_registers(const KernelSpec& spec) {
  std::vector<int> given;
  for (const auto& [index, values] : spec.registers) given.push_back(index);
  return given;
}

std::unique_ptr<emulator::Listener> timeline_recorder(const emulator::ConvergenceBarriers& mechanism,
                                                      const emulator::Executable& executable,
                                                      const std::optional<timing::WarpClock>& clock,
                                                      observers::Timeline& timeline) {
  const auto cycle = clock ? observers::BarrierTimelineRecorder::Cycle([&clock] { return clock->now(); }) : nullptr;
  return std::make_unique<observers::BarrierTimelineRecorder>(mechanism, executable, timeline, cycle);
}

}  // namespace

core::LaneMask lanes_of_block(int threads) {
  return threads >= core::lane_count ? core::LaneMask::all() : core::LaneMask((1u << threads) - 1);
}

core::Result<emulator::Abi> abi_of_kernel(const sass::Function& function, const std::string& source_name) {
  if (const auto abi = emulator::abi_of(sass::arch_number(function.arch).value_or(0))) return *abi;
  return core::Diagnostic{
      .failure = core::Failure::usage,
      .message = function.arch.empty()
                     ? "the listing names no architecture, so it is not known where kernels find their arguments"
                     : fmt::format("it is not known where kernels for {} find their arguments", function.arch),
      .hint = "--arch sm_NN for sm_50 to sm_62 or sm_70 and later; else give them by --const",
      .where = {source_name}};
}

core::Result<emulator::Executable> decode_kernel(sass::Function function, const emulator::Launch& launch,
                                                 const emulator::Constants& given, const std::string& source_name) {
  const auto abi = abi_of_kernel(function, source_name);
  if (!abi) return abi.error();
  auto constants = emulator::constants_of(launch, *abi);
  if (!constants) return constants.error();
  for (const auto& [place, value] : given) (*constants)[place] = value;
  const emulator::ConvergenceBarriers mechanism;
  return emulator::decode(std::move(function), mechanism, *constants, source_name);
}

KernelRun run_kernel(const KernelSpec& spec, const std::vector<KernelListener>& extra) {
  const emulator::Executable& executable = *spec.executable;
  KernelRun result{.run = {}, .counts = {}, .profile = {}, .cycles = std::uint64_t{0}, .last_issue = 0, .no_cycles_because = {}, .waiting = {},
                   .intervals = {}, .untimed = {}, .findings = {}, .buffers = {}, .warp = first_warp(spec)};
  const auto* generation = generation_of(executable);
  emulator::ConvergenceBarriers mechanism(generation != nullptr && generation->barriers ? generation->barriers->policy
                                                                                        : emulator::BarrierPolicy{});
  std::optional<timing::WarpClock> clock;
  if (generation != nullptr && generation->instructions != nullptr) clock.emplace(executable, *generation->instructions);
  const core::LaneMask live = spec.live & lanes_of_block(spec.launch->block);
  observers::UninitialisedReads uninitialised(executable.function, given_registers(spec));
  observers::PartialGroups partial(executable.function, live);
  ThreadInstructions threads;
  observers::CallDepths depths(executable.function);
  std::optional<timing::WaitingProfile> waiting;
  std::optional<timing::ClockIntervals> intervals;
  if (clock) waiting.emplace(*clock);
  if (clock) intervals.emplace(executable.function, *clock);

  std::vector<emulator::Listener*> listeners{&result.counts, &result.profile, &threads};
  if (clock) listeners.insert(listeners.end(), {&*clock, &*waiting});
  if (clock && intervals->any_reads()) listeners.push_back(&*intervals);
  if (calls(executable.function)) listeners.push_back(&depths);
  if (spec.looks_for_faults) listeners.insert(listeners.end(), {&uninitialised, &partial});
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  for (const KernelListener& make : extra) owned.push_back(make(mechanism));
  if (spec.timeline != nullptr) owned.push_back(timeline_recorder(mechanism, executable, clock, *spec.timeline));
  for (const auto& listener : owned) listeners.push_back(listener.get());

  const emulator::Events events(listeners);
  emulator::Run run({executable, result.warp, mechanism, events, clock ? &*clock : nullptr, spec.source_name}, live);
  result.run = run.go_on(spec.limits);
  result.thread_instructions = threads.count;
  result.findings = depths.findings();
  std::ranges::copy(uninitialised.findings(), std::back_inserter(result.findings));
  std::ranges::copy(partial.findings(), std::back_inserter(result.findings));
  result.no_cycles_because = clock ? why_unreliable(result.findings)
                                   : no_cycles_of(generation, executable.function.arch);
  if (clock) result.untimed = clock->untimed();
  if (clock) result.last_issue = clock->now();
  result.cycles = cycles_of_run(result, executable.function);
  if (clock && result.no_cycles_because.empty()) {
    result.waiting = waiting->rows();
    result.intervals = intervals->intervals();
  }
  if (spec.bounded) result.buffers = emulator::buffers_after(*spec.launch, result.warp.global);
  return result;
}

}  // namespace reconverge::study
