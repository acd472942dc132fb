// SPDX-License-Identifier: MIT
#include "explorer/scene.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/short_names.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "timing/cost_model.hpp"

namespace reconverge::explorer {

Pricing unpriced(std::string name, std::string title) {
  Pricing pricing;
  pricing.generation.name = std::move(name);
  pricing.generation.title = std::move(title);
  return pricing;
}

bool Run::has_barriers() const { return mechanism == emulator::ConvergenceBarriers().name(); }

std::map<std::string, std::size_t> others_of(const std::vector<Remark>& remarks) {
  std::map<std::string, std::size_t> kinds;
  for (const Remark& remark : remarks)
    if (!remark.is_shown) ++kinds[remark.kind];
  return kinds;
}

const timing::CycleAccount& Run::compared_cycles() const {
  return band.empty() ? account : band[static_cast<std::size_t>(timing::Assumption::typical)];
}

EventPrices prices_of(const timing::Generation& generation) {
  EventPrices prices;
  const auto price = [&](std::string_view name, std::optional<double>& out) {
    const auto cost = generation.find_cost(name);
    if (cost) out = cost->value;
    else if (prices.missing.empty()) prices.missing = cost.error().message;
  };
  price(timing::cost::divergent_branch, prices.divergence);
  const bool apart = timing::prices_apart(generation);
  price(apart ? timing::cost::spill : timing::cost::spill_and_reload, prices.spill);
  if (apart) price(timing::cost::reload, prices.reload);
  else prices.reload = 0;
  return prices;
}

std::uint64_t time_of(const observers::Timeline& timeline, std::uint64_t step) {
  const auto& cycles = timeline.issue_cycles;
  return cycles.empty() ? step : cycles[std::min<std::uint64_t>(step, cycles.size() - 1)];
}

std::string place_of(const observers::Timeline::Blocked& blocked) {
  using Place = observers::Timeline::Place;
  switch (blocked.place) {
    case Place::barrier: return "B" + std::to_string(blocked.barrier);
    case Place::warpsync: return "WARPSYNC";
    case Place::collective: return "WARPSYNC.COLLECTIVE";
    case Place::block_barrier: return "BAR";
  }
  return "?";
}

std::vector<std::uint32_t> rows_of(const observers::Timeline& timeline) {
  std::vector<std::uint32_t> rows;
  rows.reserve(timeline.steps);
  for (const auto& stretch : timeline.path)
    for (std::uint64_t i = 0; i < stretch.times; ++i)
      for (std::uint32_t j = 0; j < stretch.count; ++j) rows.push_back(stretch.row + j);
  return rows;
}

std::string reason_of(const core::Diagnostic& diagnostic) {
  core::Diagnostic shown = diagnostic;
  shown.where.source = core::base_name(diagnostic.where.source);
  return to_string(shown);
}

std::string ending_of(const emulator::RunResult& result) {
  switch (result.ending) {
    case emulator::Ending::exited: return "exited";
    case emulator::Ending::left_listing: return "left the listing";
    case emulator::Ending::step_limit: return "step limit";
    case emulator::Ending::interrupted: return "interrupted";
    case emulator::Ending::stopped: return "stopped";
    case emulator::Ending::at_block_barrier: return "waits at a block barrier";
  }
  return "stopped";
}

std::size_t longest_of(const std::vector<Run>& runs) {
  const auto time = [](const Run& run) { return time_of(run.timeline, run.timeline.steps); };
  const auto longest = std::ranges::max_element(runs, std::less<>(), time);
  return static_cast<std::size_t>(longest - runs.begin());
}

}  // namespace reconverge::explorer
