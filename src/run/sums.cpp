// SPDX-License-Identifier: MIT
#include "run/sums.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace reconverge::run {
namespace {

void add_to(const timing::Untimed& more, timing::Untimed& all) {
  for (const auto& [row, count] : more) all[row] += count;
}

bool is_worse(const WarpSummary& a, const WarpSummary& b) {
  const auto cost = [](const WarpSummary& warp) {
    return std::tuple(warp.cycles.has_value(), warp.cycles.value_or(0), warp.instructions);
  };
  if (cost(a) != cost(b)) return cost(a) > cost(b);
  return std::tie(a.block, a.warp) < std::tie(b.block, b.warp);
}

bool is_busier(const WarpSummary& a, const WarpSummary& b) {
  if (a.instructions != b.instructions) return a.instructions > b.instructions;
  return std::tie(a.block, a.warp) < std::tie(b.block, b.warp);
}

void keep(const WarpSummary& warp, bool (*comes_first)(const WarpSummary&, const WarpSummary&),
          std::vector<WarpSummary>& kept) {
  if (kept.size() == worst_warps_kept && !comes_first(warp, kept.back())) return;
  kept.insert(std::ranges::upper_bound(kept, warp, comes_first), warp);
  if (kept.size() > worst_warps_kept) kept.pop_back();
}

}  // namespace

double WarpSummary::mean_active_lanes() const {
  return instructions == 0 ? 0 : static_cast<double>(active_lanes) / static_cast<double>(instructions);
}

void Sums::add_to_worst(const WarpSummary& warp) {
  keep(warp, is_worse, worst);
  keep(warp, is_busier, busiest);
}

void Sums::add_findings(const std::vector<observers::Finding>& more) {
  for (const observers::Finding& finding : more) {
    const auto same = std::ranges::find_if(findings, [&](const observers::Finding& other) {
      return other.kind == finding.kind && other.index == finding.index && other.message == finding.message;
    });
    if (same == findings.end()) findings.push_back(finding);
    else same->count += finding.count;
  }
}

void RunningSums::add(const RunningSums& more) {
  instructions.add(more.instructions);
  account.add(more.account);
  profile.add(more.profile);
  add_waiting(more.waiting);
}

void RunningSums::add_waiting(const timing::WaitingProfile::Rows& more) {
  for (const auto& [index, row] : more) {
    auto& sum = waiting[index];
    sum.waited += row.waited;
    sum.meeting += row.meeting;
    add_to(row.untimed, sum.untimed);
  }
}

void Sums::add_untimed(const timing::Untimed& more) { add_to(more, untimed); }

void Sums::add(const ThreadInstructions& more) {
  warp_instructions += more.instructions;
  thread_instructions += more.count;
  guarded.instructions += more.guarded.instructions;
  guarded.lanes_off += more.guarded.lanes_off;
}

void Sums::add_legs(const emulator::Executable& executable) {
  for (const auto& [memo, tally] : std::exchange(legs, {})) {
    ThreadInstructions threads(executable);
    observers::InstructionCounter counter(executable.instructions.size(), core::LaneMask::all(), instructions);
    emulator::Listener* const listeners[] = {&counts, &profile, &threads, &counter};
    const emulator::Events events(listeners);
    memo->tell(tally, counter, events);
    events.run_ended();
    add(threads);
  }
  instructions.rows.resize(std::max(instructions.rows.size(), executable.instructions.size()));
  instructions.order_causes();
}

void Sums::add(const Sums& more) {
  RunningSums::add(more);
  for (const auto& [memo, tally] : more.legs) legs[memo].add(tally);
  counts.add(more.counts);
  warp_instructions += more.warp_instructions;
  thread_instructions += more.thread_instructions;
  guarded.instructions += more.guarded.instructions;
  guarded.lanes_off += more.guarded.lanes_off;
  add_untimed(more.untimed);
  add_findings(more.findings);
  races_unfollowed.insert(more.races_unfollowed.begin(), more.races_unfollowed.end());
  warp_cycles += more.warp_cycles;
  warps_run += more.warps_run;
  untimed_warps += more.untimed_warps;
  for (const WarpSummary& warp : more.worst) keep(warp, is_worse, worst);
  for (const WarpSummary& warp : more.busiest) keep(warp, is_busier, busiest);
}

}  // namespace reconverge::run
