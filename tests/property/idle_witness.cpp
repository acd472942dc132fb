// SPDX-License-Identifier: MIT
#include "property/idle_witness.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace reconverge::property {

using core::LaneMask;
using emulator::Idle;
using emulator::IdleCause;

IdleWitness::IdleWitness(LaneMask live, const timing::WarpClock* clock) : clock_(clock), started_(live), live_(live) {}

IdleCause IdleWitness::cause_of(int lane, LaneMask active) const {
  const auto index = static_cast<std::size_t>(lane);
  if (!started_.contains(lane)) return {Idle::no_thread, emulator::no_index};
  if (!live_.contains(lane)) return {Idle::exited, exit_row_[index]};
  Last latest;
  for (int other = 0; other < core::lane_count; ++other)
    if (const Last& last = together_[index][static_cast<std::size_t>(other)];
        active.contains(other) && last.step > latest.step)
      latest = last;
  return {Idle::parted, latest.row};
}

void IdleWitness::issued(const emulator::Issued& event) {
  Row& row = rows_[event.at.index];
  const auto idle = static_cast<std::uint64_t>((~event.active).count());
  for (int lane = 0; lane < core::lane_count; ++lane)
    if (!event.active.contains(lane)) ++row.idle[cause_of(lane, event.active)];
  for (std::size_t a = 0; a < together_.size(); ++a)
    for (std::size_t b = 0; b < together_.size(); ++b)
      if (event.active.contains(static_cast<int>(a)) && event.active.contains(static_cast<int>(b)))
        together_[a][b] = {event.at.step, event.at.index};
  row.least = std::min(row.least, idle);
  row.most = std::max(row.most, idle);
  ++steps_;
  active_lanes_ += static_cast<std::uint64_t>(event.active.count());
  if (clock_ == nullptr) return;
  // A cycle between two issues belongs to one or the other.
  const std::uint64_t now = clock_->now(), before = steps_ == 1 ? idle : idle_before_;
  least_cycles_ += (now - now_) * std::min(idle, before);
  most_cycles_ += (now - now_) * std::max(idle, before);
  now_ = now;
  idle_before_ = idle;
}

void IdleWitness::lanes_exited(const emulator::LanesExited& event) {
  for (int lane = 0; lane < core::lane_count; ++lane)
    if (event.mask.contains(lane)) exit_row_[static_cast<std::size_t>(lane)] = event.at.index;
  live_ = live_.without(event.mask);
}

std::string IdleWitness::difference(const observers::InstructionCounts& counts) const {
  std::string text;
  std::uint64_t all = 0;
  for (std::uint32_t index = 0; index < counts.rows.size(); ++index) {
    const auto& is = counts.rows[index];
    all += is.idle_lanes();
    std::map<IdleCause, std::uint64_t> found;
    for (const auto& part : is.idle) found[part.cause] += part.lanes;
    const auto should = rows_.find(index);
    if (found == (should == rows_.end() ? std::map<IdleCause, std::uint64_t>() : should->second.idle)) continue;
    text += fmt::format("row {}: idle lanes are charged otherwise; ", index);
    for (const auto& [cause, lanes] : found)
      text += fmt::format("{} by {} at {}, ", lanes, to_string(cause.why), cause.row);
    if (should != rows_.end())
      for (const auto& [cause, lanes] : should->second.idle)
        text += fmt::format("should be {} by {} at {}, ", lanes, to_string(cause.why), cause.row);
  }
  if (all != steps_ * core::lane_count - active_lanes_)
    text += fmt::format("{} idle lanes in place of {}; ", all, steps_ * core::lane_count - active_lanes_);
  return text;
}

std::string IdleWitness::difference(const timing::CycleAccount& account) const {
  std::string text;
  std::uint64_t all = 0;
  for (std::uint32_t index = 0; index < account.rows.size(); ++index) {
    const auto& is = account.rows[index];
    all += is.total_idle();
    const auto row = rows_.find(index);
    if (row == rows_.end()) continue;
    for (const auto& part : is.idle)
      if (!row->second.idle.contains(part.cause))
        text += fmt::format("row {}: cycles for lanes that {} at {}, and none are; ", index, to_string(part.cause.why),
                            part.cause.row);
    const std::uint64_t least = row->second.least * is.total(), most = row->second.most * is.total();
    if (is.total_idle() < least || is.total_idle() > most)
      text += fmt::format("row {}: {} lane cycles, at least {}, at most {}; ", index, is.total_idle(), least, most);
  }
  if (all < least_cycles_ || all > most_cycles_)
    text += fmt::format("{} lane cycles, at least {}, at most {}; ", all, least_cycles_, most_cycles_);
  return text;
}

}  // namespace reconverge::property
