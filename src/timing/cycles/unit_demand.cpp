// SPDX-License-Identifier: MIT
#include "timing/cycles/unit_demand.hpp"

#include <algorithm>

namespace reconverge::timing {
namespace {

Cycle less(Cycle value, Cycle by) { return value > by ? value - by : 0; }

}  // namespace

void UnitDemand::issued_run(const emulator::IssuedRun& run) {
  instructions_ += run.count;
  run.for_each_row([&](std::uint32_t index, core::LaneMask executing) {
    const TimedRow& row = rows_[index];
    if (row.operation == nullptr || row.operation->unit == 0) return;
    const Route route = row.unit->route;
    const bool counts = route == Route::arithmetic || (route == Route::xu && executing.any());
    if (counts) cycles_[row.operation->unit] += timing::cycles(row.operation->issue_interval);
  });
}

const char* to_string(Limit limit) {
  switch (limit) {
    case Limit::latency: return "latency";
    case Limit::issue: return "issue";
    case Limit::shared_unit: return "shared-unit";
    case Limit::unit: return "unit";
  }
  return "unknown";
}

BlockDemand::BlockDemand(const CycleRecord& record)
    : record_(record),
      sub_partitions_(record.multiprocessor.sub_partition_count(), {.units = std::vector<Cycle>(record.units.size())}) {
  for (const OperationTiming& operation : record.operations)
    longest_operation_ = std::max(longest_operation_, timing::cycles(operation.issue_interval));
  for (const TransferTiming& transfer : record.transfers)
    longest_operation_ = std::max(longest_operation_, timing::cycles(transfer.shared_unit.value_or(0)));
}

void BlockDemand::add(std::size_t warp, const UnitDemand& demand, std::uint64_t shared_unit_operations,
                      std::optional<Cycle> latency) {
  SubPartitionDemand& sub = sub_partitions_[record_.multiprocessor.sub_partition_of(warp)];
  sub.instructions += demand.instructions();
  for (std::size_t unit = 0; unit < sub.units.size(); ++unit) sub.units[unit] += demand.cycles()[unit];
  shared_unit_ += shared_unit_operations * timing::cycles(record_.multiprocessor.shared_unit_operation);
  latency_ = std::max(latency_, latency.value_or(0));
}

LowerBound BlockDemand::lower_bound() const {
  LowerBound bound{latency_, Limit::latency};
  const auto raise = [&](Cycle cycles, Limit limit, std::size_t unit = 0) {
    if (cycles > bound.cycles) bound = {cycles, limit, unit};
  };
  raise(less(shared_unit_, longest_operation_), Limit::shared_unit);
  for (const SubPartitionDemand& sub : sub_partitions_) {
    raise(less(sub.instructions, 1), Limit::issue);
    for (std::size_t unit = 0; unit < sub.units.size(); ++unit) {
      const auto& other = record_.units[unit].overflow_into;  // the two of them share the work
      const Cycle work = other ? (sub.units[unit] + sub.units[*other] + 1) / 2 : sub.units[unit];
      raise(less(work, longest_operation_), Limit::unit, unit);
    }
  }
  return bound;
}

}  // namespace reconverge::timing
