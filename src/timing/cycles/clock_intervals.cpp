// SPDX-License-Identifier: MIT
#include "timing/cycles/clock_intervals.hpp"

#include <algorithm>

namespace reconverge::timing {
namespace {

bool reads_clock(const sass::Instruction& row) {
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) { return operand.text == "SR_CLOCKLO"; });
}

}  // namespace

ClockIntervals::ClockIntervals(const sass::Function& function, const WarpClock& clock)
    : clock_(clock), untimed_(std::make_shared<const Untimed>()) {
  for (const auto& row : function.instructions) {
    reads_.push_back(reads_clock(row));
    exact_.push_back(row.opcode() == "CS2R");
  }
}

bool ClockIntervals::any_reads() const { return std::ranges::find(reads_, true) != reads_.end(); }

void ClockIntervals::issued(const emulator::Issued& event) {
  if (!reads_[event.at.index]) return;
  const Read now{event.at.index, clock_.now(), clock_.accesses(), untimed_until_now()};
  core::LaneMask left = event.executing;
  while (left.any()) {
    const auto& before = last_[static_cast<std::size_t>(left.lowest())];
    if (before) add(*before, now);
    core::LaneMask same;
    for (int lane = 0; lane < core::lane_count; ++lane)
      if (left.contains(lane) && last_[static_cast<std::size_t>(lane)] == before) same |= core::LaneMask::lane(lane);
    left = left.without(same);
  }
  for (int lane = 0; lane < core::lane_count; ++lane)
    if (event.executing.contains(lane)) last_[static_cast<std::size_t>(lane)] = now;
}

/// One copy for all reads between which nothing was added.
std::shared_ptr<const Untimed> ClockIntervals::untimed_until_now() {
  if (clock_.untimed_total() != untimed_total_) untimed_ = std::make_shared<const Untimed>(clock_.untimed());
  untimed_total_ = clock_.untimed_total();
  return untimed_;
}

void ClockIntervals::add(const Read& from, const Read& to) {
  ClockInterval& interval = intervals_[{from.index, to.index}];
  const Cycle cycles = to.cycle - from.cycle;
  interval.shortest = interval.times == 0 ? cycles : std::min(interval.shortest, cycles);
  interval.longest = std::max(interval.longest, cycles);
  interval.last = cycles;
  ++interval.times;
  interval.accesses += to.accesses - from.accesses;
  for (const std::uint32_t index : {from.index, to.index})
    if (!exact_[index]) ++interval.untimed[{index, " of the clock"}];
  if (from.untimed == to.untimed) return;
  for (const auto& [row, count] : *to.untimed) {
    const auto before = from.untimed->find(row);
    const std::uint64_t inside = count - (before == from.untimed->end() ? 0 : before->second);
    if (inside > 0) interval.untimed[row] += inside;
  }
}

}  // namespace reconverge::timing
