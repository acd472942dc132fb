#include "study/support/kernel_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/unknown/unknown_values.hpp"
#include "observers/absent_lanes.hpp"
#include "observers/barrier_timeline.hpp"
#include "observers/call_depths.hpp"
#include "observers/contested_stores.hpp"
#include "observers/partial_groups.hpp"
#include "observers/uninitialised_reads.hpp"
#include "study/support/block_run.hpp"
#include "timing/cycles/warp_clock.hpp"
#include "timing/generation.hpp"

namespace reconverge::study {
namespace {

/// Instructions times the lanes that executed them, and what guards took out.
class ThreadInstructions final : public emulator::Listener {
 public:
  explicit ThreadInstructions(const emulator::Executable& executable) : executable_(executable) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    count += static_cast<std::uint64_t>(event.executing.count());
    if (event.executing == event.active || event.executing.empty()) return;
    if (executable_.instructions[event.at.index].control.operation != 0) return;
    ++guarded.instructions;
    guarded.lanes_off += static_cast<std::uint64_t>(event.active.without(event.executing).count());
  }

  std::uint64_t count = 0;
  GuardedInstructions guarded;

 private:
  const emulator::Executable& executable_;
};

/// A second clock beside that of the run: the kernel does not read it.
class Shadow final : public emulator::Listener {
 public:
  explicit Shadow(timing::WarpClock& clock) : clock_(clock) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override { clock_.issue(event); }

 private:
  timing::WarpClock& clock_;
};

int architecture_of(const emulator::Executable& executable) {
  return sass::arch_number(executable.function.arch).value_or(0);
}

/// The fetch of code is followed line by line; no kernel comes near this.
constexpr std::uint64_t longest_code = std::uint64_t{1} << 26;

bool is_too_long(const sass::Function& function) {
  return !function.instructions.empty() && function.instructions.back().address >= longest_code;
}

/// Null: an architecture that no record is of.
const timing::Generation* generation_of(const emulator::Executable& executable) {
  return timing::find_generation(architecture_of(executable));
}

/// Null: no instruction of this code is timed.
const timing::CycleRecord* record_of(const KernelSpec& spec) {
  if (spec.record) return spec.record.get();
  const timing::Generation* generation = generation_of(*spec.executable);
  return generation == nullptr ? nullptr : generation->instructions;
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

/// Lanes in one barrier, or one function, at two call depths: whatever is known of each instruction, the sum
/// can be wrong.
std::string why_unreliable(const std::vector<observers::Finding>& findings) {
  const auto found = [&](std::string_view kind) {
    return std::ranges::any_of(findings, [&](const auto& finding) { return finding.kind == kind; });
  };
  if (found("barrier-at-two-depths")) return "timing not reliable: a barrier is reused at two call depths";
  if (found("recursion-at-two-depths"))
    return "timing not reliable: lanes are in one function at two depths of its calls";
  return "";
}

/// Stall counts and scoreboards stand in control words. Empty: all rows have one.
std::string why_without_control(const sass::Function& function) {
  const auto without =
      std::ranges::count_if(function.instructions, [](const sass::Instruction& row) { return !row.control; });
  if (without == 0) return "";
  return fmt::format(
      "{} of {} rows have no control word, which says how long they take; a disassembler prints it with the encodings",
      without, function.instructions.size());
}

/// Why no cycles of this code are known, whatever it does; empty if they may be.
std::string why_not_timed(const KernelSpec& spec, std::size_t warps) {
  const sass::Function& function = spec.executable->function;
  if (warps > 1) return fmt::format("the block has {} warps; cycles are known for one", warps);
  if (record_of(spec) == nullptr) return no_cycles_of(generation_of(*spec.executable), function.arch);
  if (is_too_long(function))
    return fmt::format("its rows reach to 0x{:x}; cycles are given for code of up to {} MiB",
                       function.instructions.back().address, longest_code >> 20);
  return why_without_control(function);
}

core::Result<std::uint64_t> cycles_of_run(const KernelRun& run, const sass::Function& function) {
  if (!run.no_cycles_because.empty()) return not_known(run.no_cycles_because);
  if (run.untimed.empty()) return run.last_issue;
  const auto& first = run.untimed.begin()->first;
  return not_known(fmt::format("{} at 0x{:x} ran, whose time is not known", to_string(first, function),
                               function.instructions[first.index].address));
}

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
  const auto abi = *emulator::abi_of(architecture_of(*spec.executable));
  if (number == 0) emulator::prepare(*spec.launch, abi, warp, spec.bounded);
  if (number > 0) warp.local.resize(spec.launch->stack_bytes);
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

namespace {

emulator::BarrierPolicy policy_of(const timing::Generation* generation) {
  return generation != nullptr && generation->barriers ? generation->barriers->policy : emulator::BarrierPolicy{};
}

/// One warp of the block, and who watches it. What it adds to all warps' counts is in the result.
struct WatchedWarp {
  /// @param marked  words of memory that are not known, of all warps
  WatchedWarp(const KernelSpec& spec, int number, bool timed, const std::string& not_timed,
              const std::shared_ptr<emulator::MarkedMemory>& marked, KernelRun& result, ThreadInstructions& threads,
              observers::WrittenShared& shared, const std::vector<KernelListener>& extra)
      : warp(warp_of(spec, number)),
        mechanism(policy_of(generation_of(*spec.executable))),
        live(spec.live & lanes_of_block(spec.launch->block - number * core::lane_count)),
        uninitialised(*spec.executable, warp, shared, given_values(spec)),
        partial(spec.executable->function, live),
        absent(*spec.executable, warp, live),
        contested(*spec.executable, warp),
        depths(spec.executable->function, live),
        barriers(spec.executable->function, warp, mechanism) {
    const emulator::Executable& executable = *spec.executable;
    std::vector<emulator::Listener*> listeners{&result.counts, &result.profile, &threads, &barriers};
    if (timed) {
      clock.emplace(executable, *record_of(spec));
      waiting.emplace(*clock);
      intervals.emplace(executable.function, *clock);
      listeners.insert(listeners.end(), {&*clock, &*waiting});
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
  WatchedWarp(const WatchedWarp&) = delete;
  WatchedWarp& operator=(const WatchedWarp&) = delete;

  emulator::Warp warp;
  emulator::ConvergenceBarriers mechanism;
  core::LaneMask live;
  observers::UninitialisedReads uninitialised;
  observers::PartialGroups partial;
  observers::AbsentLanes absent;
  observers::ContestedStores contested;
  observers::CallDepths depths;
  BarrierVisits barriers;
  std::optional<timing::WarpClock> clock;
  std::optional<timing::WaitingProfile> waiting;
  std::optional<timing::ClockIntervals> intervals;
  std::optional<timing::WarpClock> cold_clock;
  std::optional<Shadow> cold_issue;
  std::optional<timing::ClockIntervals> cold_intervals;
  std::optional<emulator::UnknownValues> unknown;
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  emulator::Events events;
  std::optional<emulator::Run> run;
};

/// Findings of one kind and row are one, in whichever warps they are.
void add_findings(const std::vector<observers::Finding>& more, std::vector<observers::Finding>& all) {
  for (const observers::Finding& finding : more) {
    const auto same = std::ranges::find_if(all, [&](const observers::Finding& other) {
      return other.kind == finding.kind && other.index == finding.index && other.message == finding.message;
    });
    if (same == all.end()) all.push_back(finding);
    else same->count += finding.count;
  }
}

std::vector<observers::Finding> unknown_clock_findings(const emulator::UnknownValues& unknown) {
  std::vector<observers::Finding> findings;
  for (const auto& [index, read] : unknown.reads()) {
    observers::Finding& finding = findings.emplace_back();
    finding.kind = "unknown-clock";
    finding.index = index;
    finding.lanes = read.lanes;
    finding.count = read.times;
    finding.message = "reads a clock value that is not known: " + read.because;
  }
  return findings;
}

/// Data and code that do not fit spoil also what ran before they got so many: an earlier launch has left only part of
/// them in the caches.
timing::ClockIntervals::Intervals within_premises(timing::ClockIntervals::Intervals intervals,
                                                  const timing::WarpClock& clock) {
  for (auto& [rows, interval] : intervals) {
    if (clock.beyond_first_level() && interval.accesses > 0)
      interval.untimed.try_emplace(*clock.beyond_first_level(), 1);
    if (clock.beyond_known_code()) interval.untimed.try_emplace(*clock.beyond_known_code(), 1);
  }
  return intervals;
}

void conclude(const KernelSpec& spec, const WatchedWarp& first, const std::string& not_timed, KernelRun& result) {
  const sass::Function& function = spec.executable->function;
  result.no_cycles_because = not_timed.empty() ? why_unreliable(result.findings) : not_timed;
  if (first.clock) result.untimed = first.clock->untimed();
  if (first.clock) result.last_issue = first.clock->now();
  result.cycles = cycles_of_run(result, function);
  if (!result.no_cycles_because.empty()) return;
  result.waiting = first.waiting->rows();
  result.intervals = within_premises(first.intervals->intervals(), *first.clock);
  if (!first.cold_clock) return;
  result.cold_intervals = within_premises(first.cold_intervals->intervals(), *first.cold_clock);
  result.cold_last_issue = first.cold_clock->now();
}

}  // namespace

KernelRun run_kernel(const KernelSpec& spec, const std::vector<KernelListener>& extra) {
  KernelRun result{.run = {},
                   .counts = {},
                   .profile = {},
                   .cycles = std::uint64_t{0},
                   .last_issue = 0,
                   .no_cycles_because = {},
                   .waiting = {},
                   .intervals = {},
                   .cold_intervals = {},
                   .untimed = {},
                   .record = spec.record,
                   .findings = {},
                   .buffers = {},
                   .warp = {}};
  const int warps = std::max(1, (spec.launch->block + core::lane_count - 1) / core::lane_count);
  const bool timed = warps == 1 && record_of(spec) != nullptr && !is_too_long(spec.executable->function);
  const std::string not_timed = why_not_timed(spec, static_cast<std::size_t>(warps));
  const auto marked = std::make_shared<emulator::MarkedMemory>();
  ThreadInstructions threads(*spec.executable);
  observers::WrittenShared shared;
  std::vector<std::unique_ptr<WatchedWarp>> block;
  std::vector<BlockWarp> turns;
  for (int number = 0; number < warps; ++number) {
    auto& one = *block.emplace_back(
        std::make_unique<WatchedWarp>(spec, number, timed, not_timed, marked, result, threads, shared, extra));
    turns.push_back({.run = &*one.run, .warp = &one.warp, .barriers = &one.barriers});
  }
  result.run = run_block(turns, *spec.executable, spec.limits, spec.source_name);
  result.warps = warps;
  result.thread_instructions = threads.count;
  result.guarded = threads.guarded;
  for (const auto& one : block) {
    add_findings(one->depths.findings(), result.findings);
    add_findings(one->uninitialised.findings(), result.findings);
    add_findings(one->partial.findings(), result.findings);
    add_findings(one->absent.findings(), result.findings);
    add_findings(one->contested.findings(), result.findings);
    if (!one->unknown) continue;
    add_findings(unknown_clock_findings(*one->unknown), result.findings);
    if (result.unknown_because.empty()) result.unknown_because = one->unknown->because();
  }
  conclude(spec, *block.front(), not_timed, result);
  const auto holder =
      std::ranges::find_if(block, [](const auto& one) { return !one->warp.global.allocations().empty(); });
  if (spec.bounded && holder != block.end())
    result.buffers = emulator::buffers_after(*spec.launch, (*holder)->warp.global, marked->unknown_global_words(),
                                             result.unknown_because);
  if (block.front()->unknown) result.unknown_registers = block.front()->unknown->unknown_registers();
  result.warp = std::move(block.front()->warp);
  return result;
}

}  // namespace reconverge::study
