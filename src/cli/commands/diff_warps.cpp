// SPDX-License-Identifier: MIT
#include "cli/commands/diff_warps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string>

#include "report/formats/scale.hpp"

namespace reconverge::cli {
namespace {

bool are_timed(const DiffSide& old_side, const DiffSide& new_side) {
  return old_side.times_all_warps && new_side.times_all_warps;
}

const std::vector<run::WarpSummary>& worst_of(const DiffSide& side, bool is_timed) {
  return is_timed ? side.worst : side.busiest;
}

std::uint64_t cost_of(const run::WarpSummary& warp, bool is_timed) {
  return is_timed ? warp.cycles.value_or(0) : warp.instructions;
}

bool have_finished(const DiffSide& old_side, const DiffSide& new_side) {
  return !old_side.run.diagnostic && !new_side.run.diagnostic;
}

std::string because(const ChangedWarp& changed) {
  if (!changed.in_both)
    return fmt::format("opened at warp {}, the worst of the old run (no warp is among the {} worst of both)",
                       changed.warp, run::worst_warps_kept);
  return fmt::format("opened at warp {}, which changes most of the worst warps of both runs: {} -> {} {}", changed.warp,
                     report::grouped(std::to_string(changed.old_cost)),
                     report::grouped(std::to_string(changed.new_cost)), changed.unit);
}

/// The warp of a block whose time differs most between its two runs.
std::size_t most_changed_of(const DiffSide& old_side, const DiffSide& new_side) {
  std::size_t most = 0;
  std::uint64_t most_change = 0;
  for (std::size_t i = 0; i < std::min(old_side.explored.size(), new_side.explored.size()); ++i) {
    const auto& before = old_side.explored[i].timeline;
    const auto& after = new_side.explored[i].timeline;
    const std::uint64_t one = explorer::time_of(before, before.steps), other = explorer::time_of(after, after.steps);
    const std::uint64_t change = std::max(one, other) - std::min(one, other);
    if (change > most_change) most = i;
    most_change = std::max(most_change, change);
  }
  return most;
}

}  // namespace

std::vector<ChangedWarp> changed_warps(const DiffSide& old_side, const DiffSide& new_side) {
  std::vector<ChangedWarp> changed;
  if (!have_finished(old_side, new_side)) return changed;
  const bool is_timed = are_timed(old_side, new_side);
  const auto& others = worst_of(new_side, is_timed);
  for (const run::WarpSummary& one : worst_of(old_side, is_timed)) {
    const auto other = std::ranges::find_if(
        others, [&](const run::WarpSummary& warp) { return warp.block == one.block && warp.warp == one.warp; });
    if (other == others.end()) continue;
    changed.push_back({.block = one.block,
                       .warp = one.warp,
                       .old_cost = cost_of(one, is_timed),
                       .new_cost = cost_of(*other, is_timed),
                       .unit = is_timed ? "cycles" : "instructions"});
  }
  std::ranges::stable_sort(changed, std::greater<>(), &ChangedWarp::change);
  return changed;
}

std::optional<ChangedWarp> most_changed_warp(const DiffSide& old_side, const DiffSide& new_side) {
  if (const auto changed = changed_warps(old_side, new_side); !changed.empty()) return changed.front();
  const auto& worst = worst_of(old_side, are_timed(old_side, new_side));
  if (worst.empty() || !have_finished(old_side, new_side)) return std::nullopt;
  return ChangedWarp{.block = worst.front().block, .warp = worst.front().warp, .in_both = false};
}

void open_at_most_changed(const std::optional<ChangedWarp>& changed, DiffSide& old_side, DiffSide& new_side) {
  const std::size_t shown = std::min(old_side.explored.size(), new_side.explored.size());
  if (shown == 0) return;
  const std::size_t opens_at = changed ? static_cast<std::size_t>(changed->warp) : most_changed_of(old_side, new_side);
  if (opens_at >= shown) return;
  for (DiffSide* side : {&old_side, &new_side}) {
    side->opens_at = opens_at;
    if (changed) side->shown_because = because(*changed);
  }
}

}  // namespace reconverge::cli
