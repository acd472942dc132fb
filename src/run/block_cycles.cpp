// SPDX-License-Identifier: MIT
#include "run/block_cycles.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "run/kernel_block.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

/// What of the block ran without its time being known, if anything did: first what is not known of one warp either.
std::string untimed_of(const WatchedWarp& warp, const sass::Function& function) {
  const timing::Untimed& untimed = warp.together->untimed();
  if (untimed.empty()) return "";
  const auto of_one_warp =
      std::ranges::find_if(untimed, [](const auto& row) { return !timing::WarpClock::is_held_by_others(row.first); });
  const timing::UntimedRow& first = (of_one_warp == untimed.end() ? untimed.begin() : of_one_warp)->first;
  return fmt::format("{} at 0x{:x} ran, whose time is not known", to_string(first, function),
                     function.instructions[first.index].address);
}

std::string why_not_exact(const KernelBlock& block, std::size_t sub_partitions) {
  const sass::Function& function = block.warps().front()->plan.spec.executable->function;
  if (block.warps().size() > sub_partitions)
    return fmt::format("{} warps share {} sub-partitions, and which of them issues first is not known to the cycle",
                       block.warps().size(), sub_partitions);
  for (const auto& warp : block.warps())
    if (std::string why = untimed_of(*warp, function); !why.empty()) return why;
  return "";
}

/// Empty: cycles can be estimated.
std::string why_not_estimated(const KernelBlock& block, const std::string& unreliable) {
  if (!unreliable.empty()) return unreliable;
  if (!block.is_in_time_order()) return "the block ran longer than its warps are followed in the order of their issue";
  const sass::Function& function = block.warps().front()->plan.spec.executable->function;
  for (const auto& warp : block.warps())
    if (!warp->together->is_timed_but_for_others()) return untimed_of(*warp, function);
  return "";
}

/// Of estimates, as measured: the mean and the worst, in thousandths.
std::pair<std::int32_t, std::int32_t> errors_of(const timing::MultiprocessorTiming& rule, std::size_t warps,
                                                std::size_t sub_partitions) {
  if (warps <= sub_partitions) return {rule.mean_error_apart, rule.worst_error_apart};
  if (warps <= 2 * sub_partitions) return {rule.mean_error, rule.worst_error};
  return {rule.mean_error_crowded, rule.worst_error_crowded};
}

}  // namespace

std::string_view to_string(BlockAnswer answer) {
  switch (answer) {
    case BlockAnswer::exact: return "exact";
    case BlockAnswer::estimate: return "estimate";
    case BlockAnswer::bounds: return "bounds";
  }
  return "unknown";
}

BlockCycles block_cycles_of(const KernelBlock& block, const std::string& unreliable) {
  const timing::CycleRecord& record = *record_of(block.warps().front()->plan.spec);
  const std::size_t sub_partitions = record.multiprocessor.sub_partition_count();
  timing::BlockDemand demand(record);
  std::uint64_t last = 0;
  for (const auto& warp : block.warps()) {
    const bool is_known = warp->clock->untimed().empty() && unreliable.empty();
    demand.add(static_cast<std::size_t>(warp->number), *warp->demand, warp->clock->shared_unit_operations(),
               is_known ? std::optional(warp->clock->now()) : std::nullopt);
    last = std::max(last, warp->together->now());
  }
  BlockCycles result{.at_least = demand.lower_bound()};
  result.limit = result.at_least.limit == timing::Limit::unit ? record.units[result.at_least.unit].name
                                                              : timing::to_string(result.at_least.limit);
  result.because = why_not_estimated(block, unreliable);
  if (!result.because.empty()) return result;
  result.cycles = std::max(last, result.at_least.cycles);
  result.slots = block.slots().value_or(SlotAccount{});
  result.because = why_not_exact(block, sub_partitions);
  result.answer = result.because.empty() ? BlockAnswer::exact : BlockAnswer::estimate;
  const auto [mean, worst] = errors_of(record.multiprocessor, block.warps().size(), sub_partitions);
  constexpr double thousand = 1000;
  result.mean_error = mean / thousand;
  result.worst_error = worst / thousand;
  return result;
}

}  // namespace reconverge::run
