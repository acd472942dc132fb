// SPDX-License-Identifier: MIT
#include "run/kernel_run.hpp"

#include <algorithm>
#include <utility>

#include "run/grid_run.hpp"
#include "run/kernel_block.hpp"
#include "run/left_code.hpp"
#include "run/plan.hpp"
#include "run/timing_premises.hpp"
#include "timing/record/measured.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::run {
namespace {

/// Data and code that do not fit affect also accesses before the limit was reached: an earlier launch has left only
/// part of them in the caches.
timing::ClockIntervals::Intervals within_premises(timing::ClockIntervals::Intervals intervals,
                                                  const timing::WarpClock& clock) {
  for (auto& [rows, interval] : intervals) {
    if (clock.beyond_first_level() && interval.accesses > 0)
      interval.untimed.try_emplace(*clock.beyond_first_level(), 1);
    if (clock.beyond_known_code()) interval.untimed.try_emplace(*clock.beyond_known_code(), 1);
  }
  return intervals;
}

/// Operations whose times few stored measurements show. Of another record none is counted.
void note_few_measured(const KernelSpec& spec, KernelRun& result) {
  const sass::Function& function = spec.executable->function;
  const timing::CycleRecord* record = spec.record ? nullptr : timing::built_in_record(function.arch);
  if (record == nullptr) return;
  for (std::size_t i = 0; i < result.instructions.rows.size(); ++i) {
    const std::uint64_t executions = result.instructions.rows[i].executions;
    const timing::OperationTiming* operation =
        executions == 0 ? nullptr : record->find_operation(function.instructions[i]);
    const auto measured = operation == nullptr ? std::nullopt : timing::measured_intervals(*operation);
    if (measured && *measured < timing::few_measured_intervals)
      result.doubts.try_emplace({static_cast<std::uint32_t>(i), timing::few_measured}, executions);
  }
}

/// Results that a launch of one warp alone has.
void conclude_one_warp(const KernelSpec& spec, const WatchedWarp& warp, KernelRun& result) {
  if (warp.clock) {
    result.last_issue = warp.clock->now();
    result.doubts = warp.clock->doubts();
    note_few_measured(spec, result);
  }
  if (!result.no_cycles_because.empty()) return;
  result.intervals = within_premises(warp.intervals->intervals(), *warp.clock);
  if (!warp.cold_clock) return;
  result.cold_intervals = within_premises(warp.cold_intervals->intervals(), *warp.cold_clock);
  result.cold_last_issue = warp.cold_clock->now();
}

/// Adds up the rows that stand for one of the code: each part has one of them at most. Returns what they were before.
std::optional<CallerSums> keep_by_caller(const std::shared_ptr<const CallerRows>& callers, Sums& result) {
  if (!callers) return std::nullopt;
  CallerSums sums;
  sums.rows = callers;
  std::swap(static_cast<RowSums&>(sums), static_cast<RowSums&>(result));
  std::swap(sums.waiting, result.waiting);
  const std::size_t size = callers->code_rows();
  std::vector<RowSums> parts;
  std::vector<std::size_t> next(size);
  const auto code_row = [&](std::uint32_t row) { return row == emulator::no_index ? row : callers->code_row(row); };
  for (std::uint32_t i = 0; i < callers->rows(); ++i) {
    const std::uint32_t row = callers->code_row(i);
    if (next[row] == parts.size()) parts.emplace_back();
    RowSums& part = parts[next[row]++];
    part.instructions.rows.resize(size);
    if (i < sums.instructions.rows.size()) {
      observers::InstructionCounts::Row& counts = part.instructions.rows[row] = sums.instructions.rows[i];
      for (auto& apart : counts.apart) apart.cause = code_row(apart.cause);
      for (auto& idle : counts.idle) idle.cause.row = code_row(idle.cause.row);
    }
    if (i >= sums.account.rows.size()) continue;
    part.account.rows.resize(size);
    timing::CycleAccount::Row& cycles = part.account.rows[row] = sums.account.rows[i];
    for (auto& apart : cycles.apart) apart.cause = code_row(apart.cause);
    for (auto& idle : cycles.idle) idle.cause.row = code_row(idle.cause.row);
  }
  for (const auto& [row, wait] : sums.waiting) result.add_waiting({{callers->code_row(row), wait}});
  for (const RowSums& part : parts) {
    result.instructions.add(part.instructions);
    result.account.add(part.account);
  }
  return sums;
}

void conclude(const KernelPlan& plan, KernelRun& result) {
  result.add_legs(*plan.spec.executable);
  result.by_caller = keep_by_caller(plan.callers, result);
  if (result.shown) keep_by_caller(plan.callers, *result.shown);
  result.warps = plan.warps_of_block;
  result.record = plan.spec.record;
  const std::string unreliable = why_unreliable(result.findings);
  result.no_cycles_because = plan.no_cycles_because.empty() ? unreliable : plan.no_cycles_because;
  result.no_warp_cycles_because = plan.no_warp_cycles_because.empty() ? unreliable : plan.no_warp_cycles_because;
  const std::string& none = plan.is_one_warp() ? result.no_cycles_because : result.no_warp_cycles_because;
  if (none.empty()) return;
  result.waiting.clear();
  if (result.by_caller) result.by_caller->waiting.clear();
}

emulator::RunResult run_to_the_end(KernelBlock& block, const KernelSpec& spec) {
  std::optional<emulator::RunResult> result = block.round(spec.limits);
  for (; !result; result = block.round(spec.limits))
    if (spec.progress) spec.progress(block.steps(), 0);
  block.end();
  if (spec.progress) spec.progress(0, 0);
  return *std::move(result);
}

/// A launch of one block needs only the order of its warps.
void run_one_block(const KernelPlan& plan, const std::vector<KernelListener>& extra, KernelRun& result) {
  const KernelSpec& spec = plan.spec;
  const auto marked = std::make_shared<emulator::MarkedMemory>();
  const Attached attached{
      .to_first = &extra, .timeline = spec.timeline, .timeline_warp = spec.timeline_warp, .timelines = spec.timelines};
  KernelBlock block(plan, 0, plan.memory(), marked, attached);
  result.run = run_to_the_end(block, spec);
  block.add_sums_to(result);
  result.shown = block.shown_sums();
  for (const auto& warp : block.warps())
    if (warp->unknown && result.unknown_because.empty()) result.unknown_because = warp->unknown->because();
  conclude(plan, result);
  WatchedWarp& first = block.first_warp();
  if (plan.is_one_warp()) conclude_one_warp(spec, first, result);
  if (!result.run.diagnostic) result.code_left = code_left_by(plan, block);
  if (block.is_timed_together() && !result.run.diagnostic)
    result.block_cycles = block_cycles_of(block, why_unreliable(result.findings));
  emulator::GlobalMemory memory = block.exchange_memory({});
  if (spec.is_bounded())
    result.buffers =
        emulator::buffers_after(spec.launch, memory, marked->unknown_global_words(), result.unknown_because);
  if (first.unknown) result.unknown_registers = first.unknown->unknown_registers();
  result.warp = std::move(first.warp);
  if (spec.launch.captured) result.memory = std::move(memory);
}

void run_grid(const KernelPlan& plan, const std::vector<KernelListener>& extra, KernelRun& result) {
  GridRun grid(plan, plan.memory(), extra);
  result.run = grid.run();
  static_cast<Sums&>(result) = grid.sums();
  result.shown = std::move(grid.shown_sums());
  result.add_findings(grid.contested());
  result.blocks = grid.blocks_run();
  result.unknown_because = grid.unknown_because();
  conclude(plan, result);
  if (plan.spec.is_bounded())
    result.buffers = emulator::buffers_after(plan.spec.launch, grid.memory(), grid.marked().unknown_global_words(),
                                             result.unknown_because);
  result.unknown_registers = grid.unknown_registers();
  result.warp = grid.take_first_warp();
  if (plan.spec.launch.captured) result.memory = grid.take_memory();
}

/// Data that do not fit affect all accesses of a run, also those before the limit was reached.
bool fits(const KernelRun& run) {
  return std::ranges::none_of(run.untimed, [](const auto& row) { return row.first.what == timing::data_do_not_fit; });
}

/// The same launch once more, timed under each assumption. Its printed text is dropped.
std::optional<Bands> bands_of(const KernelPlan& plan, const KernelRun& run) {
  const bool wanted = plan.spec.loads_from != timing::LoadsFrom::as_known || !run.untimed.empty();
  const bool possible = plan.is_one_warp() && plan.is_timed() && !plan.calls_runtime;
  if (!wanted || !possible || run.run.diagnostic || !why_unreliable(run.findings).empty()) return std::nullopt;
  std::vector<timing::MemoryPremise> premises;
  for (std::size_t i = 0; i < timing::assumption_count; ++i)
    premises.push_back({static_cast<timing::Assumption>(i), plan.spec.loads_from, fits(run)});
  const KernelPlan again = plan.under(premises);
  KernelBlock block(again, 0, again.memory(), std::make_shared<emulator::MarkedMemory>(), {});
  const emulator::RunResult result = block.run(plan.spec.limits);
  if (result.diagnostic || result.steps != run.run.steps) return std::nullopt;
  Bands bands;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    BandClock& band = *block.first_warp().bands[i];
    bands[i] = {band.clock.now(), band.clock.untimed(), within_premises(band.intervals.intervals(), band.clock),
                std::move(band.account)};
  }
  return bands;
}

}  // namespace

KernelRun run_kernel(const KernelSpec& spec, const std::vector<KernelListener>& extra) {
  KernelPlan plan(spec);
  const bool is_one_block = plan.blocks == 1 && !spec.blocks;
  if (is_one_block) follow_launches(plan);
  KernelRun result;
  if (is_one_block) run_one_block(plan, extra, result);
  else run_grid(plan, extra, result);
  result.cycles = cycles_of_run(result, spec.executable->function);
  result.loads_from = spec.loads_from;
  if (is_one_block) result.bands = bands_of(plan, result);
  return result;
}

}  // namespace reconverge::run
