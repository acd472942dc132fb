// SPDX-License-Identifier: MIT
#include "run/block_cycles.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "run/kernel_block.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

/// An untimed instruction of the block, if any ran: preferably one that is untimed for a single warp too.
std::string untimed_of(const WatchedWarp& warp, const sass::Function& function) {
  const timing::Untimed& untimed = warp.together->untimed();
  if (untimed.empty()) return "";
  const auto of_one_warp =
      std::ranges::find_if(untimed, [](const auto& row) { return !timing::WarpClock::is_held_by_others(row.first); });
  const timing::UntimedRow& first = (of_one_warp == untimed.end() ? untimed.begin() : of_one_warp)->first;
  return fmt::format("the time of {} at 0x{:x} is not known", to_string(first, function),
                     function.instructions[first.index].address);
}

/// Of its code, in the order of addresses.
std::uint64_t bytes_of(const sass::Function& function) {
  if (function.instructions.empty()) return 0;
  return function.instructions.back().address - function.instructions.front().address;
}

std::string why_not_exact(const KernelBlock& block, const timing::CycleRecord& record) {
  const std::size_t sub_partitions = record.multiprocessor.sub_partition_count();
  const sass::Function& function = block.warps().front()->plan.spec.executable->function;
  if (block.warps().size() > sub_partitions)
    return fmt::format("{} warps share {} sub-partitions, and which of them issues first is not known to the cycle",
                       block.warps().size(), sub_partitions);
  for (const auto& warp : block.warps())
    if (std::string why = untimed_of(*warp, function); !why.empty()) return why;
  const std::uint64_t held = timing::number(record.fetch.cached_lines * record.fetch.line_bytes);
  if (bytes_of(function) >= held)
    return fmt::format("its code is larger than the {} bytes of the nearest instruction cache", held);
  for (const auto& warp : block.warps())
    if (const timing::Untimed& doubts = warp->together->doubts(); !doubts.empty())
      return fmt::format("the time of {} is not certain", to_string(doubts.begin()->first, function));
  return "";
}

/// Lanes that spin wait for what others do: then what they do, and not only when, depends on which warp comes first.
std::string spin_of(const WatchedWarp& warp, const sass::Function& function) {
  for (const auto& [row, times] : warp.together->untimed()) {
    const sass::Instruction& instruction = function.instructions[row.index];
    if (timing::WarpClock::is_held_by_others(row) && instruction.opcode() == "YIELD")
      return fmt::format("warps wait for each other in memory ({} at 0x{:x}), and which comes first is not known",
                         instruction.mnemonic, instruction.address);
  }
  return "";
}

/// Empty: cycles can be estimated.
std::string why_not_estimated(const KernelBlock& block, const std::string& unreliable) {
  if (!unreliable.empty()) return unreliable;
  if (!block.is_in_time_order()) return "the block ran longer than its warps are followed in the order of their issue";
  const sass::Function& function = block.warps().front()->plan.spec.executable->function;
  for (const auto& warp : block.warps())
    if (!warp->together->is_timed_but_for_others()) return untimed_of(*warp, function);
  for (const auto& warp : block.warps())
    if (std::string why = spin_of(*warp, function); !why.empty()) return why;
  return "";
}

/// The error of estimates: the mean and the worst, in thousandths, by the names that they have in a record.
struct Error {
  std::int32_t mean = 0, worst = 0;
  const char *mean_name, *worst_name;
};

Error error_of(const timing::MultiprocessorTiming& rule, std::size_t warps, std::size_t sub_partitions) {
  if (warps <= sub_partitions)
    return {rule.mean_error_apart, rule.worst_error_apart, "multiprocessor.mean_error_apart",
            "multiprocessor.worst_error_apart"};
  if (warps <= 2 * sub_partitions)
    return {rule.mean_error, rule.worst_error, "multiprocessor.mean_error", "multiprocessor.worst_error"};
  return {rule.mean_error_crowded, rule.worst_error_crowded, "multiprocessor.mean_error_crowded",
          "multiprocessor.worst_error_crowded"};
}

void set_error(const timing::CycleRecord& record, const Error& error, BlockCycles& result) {
  constexpr double thousand = 1000;
  const auto grade = [&](const char* name) {
    const auto source = record.sources.find(name);
    return source == record.sources.end() ? core::Grade::assumed : source->second.grade;
  };
  result.mean_error = error.mean / thousand;
  result.worst_error = error.worst / thousand;
  result.mean_grade = grade(error.mean_name);
  result.worst_grade = grade(error.worst_name);
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
  result.because = why_not_exact(block, record);
  result.answer = result.because.empty() ? BlockAnswer::exact : BlockAnswer::estimate;
  set_error(record, error_of(record.multiprocessor, block.warps().size(), sub_partitions), result);
  return result;
}

}  // namespace reconverge::run
