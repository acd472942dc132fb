#include "run/watched_warp.hpp"

#include <algorithm>

#include "observers/barrier_timeline.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

bool reads_time(const sass::Function& function) {
  return std::ranges::any_of(function.instructions, [](const sass::Instruction& row) {
    return emulator::time_source(row) != emulator::TimeSource::none;
  });
}

bool calls(const sass::Function& function) {
  return std::ranges::any_of(function.instructions,
                             [](const sass::Instruction& row) { return row.opcode() == "CALL"; });
}

/// Memory goes from warp to warp, so the first one gets it; local memory and registers are each one's own.
emulator::Warp warp_of(const KernelSpec& spec, int number) {
  emulator::Warp warp;
  const auto abi = *emulator::abi_of(sass::arch_number(spec.executable->function.arch).value_or(0));
  if (number == 0) emulator::prepare(spec.launch, abi, warp, spec.bounded);
  if (number > 0) warp.local.resize(spec.launch.stack_bytes);
  warp.windows = abi.windows;
  warp.first_thread = static_cast<std::uint32_t>(number * core::lane_count);
  for (const auto& [index, values] : spec.registers) warp.set_register(index, values);
  for (const auto& [index, mask] : spec.predicates) warp.predicates[static_cast<std::size_t>(index)] = mask;
  return warp;
}

observers::UninitialisedReads::Given given_values(const KernelSpec& spec) {
  observers::UninitialisedReads::Given given;
  for (const auto& [index, values] : spec.registers) given.registers.push_back(index);
  for (const auto& [index, mask] : spec.predicates) given.predicates.push_back(index);
  return given;
}

std::unique_ptr<emulator::Listener> timeline_recorder(const emulator::ConvergenceBarriers& mechanism,
                                                      const emulator::Executable& executable,
                                                      const std::optional<timing::WarpClock>& clock,
                                                      observers::Timeline& timeline) {
  const auto cycle = clock ? observers::BarrierTimelineRecorder::Cycle([&clock] { return clock->now(); }) : nullptr;
  return std::make_unique<observers::BarrierTimelineRecorder>(mechanism, executable, timeline, cycle);
}

emulator::BarrierPolicy policy_of(const timing::Generation* generation) {
  return generation != nullptr && generation->barriers ? generation->barriers->policy : emulator::BarrierPolicy{};
}

}  // namespace

WatchedWarp::WatchedWarp(const KernelSpec& spec, int number, bool timed, const std::string& not_timed,
                         const std::shared_ptr<emulator::MarkedMemory>& marked, KernelRun& result,
                         ThreadInstructions& threads, observers::WrittenShared& shared,
                         const std::vector<KernelListener>& extra)
    : warp(warp_of(spec, number)),
      mechanism(policy_of(generation_of(*spec.executable))),
      live(spec.live & lanes_of_block(spec.launch.block - number * core::lane_count)),
      uninitialised(*spec.executable, warp, shared, given_values(spec)),
      partial(spec.executable->function, live),
      absent(*spec.executable, warp, live),
      contested(*spec.executable, warp),
      depths(spec.executable->function, live),
      barriers(spec.executable->function, warp, mechanism),
      counter(spec.executable->instructions.size(), live, result.instructions) {
  const emulator::Executable& executable = *spec.executable;
  std::vector<emulator::Listener*> listeners{&result.counts, &result.profile, &threads, &barriers, &counter};
  if (timed) {
    clock.emplace(executable, *record_of(spec));
    waiting.emplace(*clock);
    intervals.emplace(executable.function, *clock);
    accountant.emplace(executable, *clock, live, result.account);
    listeners.insert(listeners.end(), {&*clock, &*waiting, &*accountant});
    if (intervals->any_reads()) listeners.push_back(&*intervals);
  }
  if (timed && spec.follows_cold_code) {
    cold_clock.emplace(executable, *record_of(spec), timing::CodeAtStart::cold);
    cold_issue.emplace(*cold_clock);
    cold_intervals.emplace(executable.function, *cold_clock);
    listeners.insert(listeners.end(), {&*cold_issue, &*cold_clock});
    if (cold_intervals->any_reads()) listeners.push_back(&*cold_intervals);
  }
  if (calls(executable.function)) listeners.push_back(&depths);
  if (spec.looks_for_faults) listeners.insert(listeners.end(), {&uninitialised, &partial, &absent, &contested});
  if (number == 0)
    for (const KernelListener& make : extra) owned.push_back(make(mechanism));
  if (number == 0 && spec.timeline != nullptr)
    owned.push_back(timeline_recorder(mechanism, executable, clock, *spec.timeline));
  for (const auto& listener : owned) listeners.push_back(listener.get());
  events = emulator::Events(listeners);
  if (spec.looks_for_faults && reads_time(executable.function))
    unknown.emplace(executable, marked, not_timed, [this] { return why_unreliable(depths.findings()); });
  run.emplace(emulator::RunSetup{executable, warp, mechanism, events, clock ? &*clock : nullptr, spec.source_name,
                                 unknown ? &*unknown : nullptr},
              live);
}

}  // namespace reconverge::run
