#include "run/kernel_run.hpp"

#include <algorithm>
#include <memory>

#include "run/block_run.hpp"
#include "run/timing_premises.hpp"
#include "run/watched_warp.hpp"

namespace reconverge::run {
namespace {

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
                   .instructions = {},
                   .account = {},
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
  const int warps = std::max(1, (spec.launch.block + core::lane_count - 1) / core::lane_count);
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
    result.buffers = emulator::buffers_after(spec.launch, (*holder)->warp.global, marked->unknown_global_words(),
                                             result.unknown_because);
  if (block.front()->unknown) result.unknown_registers = block.front()->unknown->unknown_registers();
  result.warp = std::move(block.front()->warp);
  return result;
}

}  // namespace reconverge::run
