// SPDX-License-Identifier: MIT
// The state of convergence barriers in words, for the memo of control.
#include <algorithm>

#include "emulator/reconvergence/barrier_opcodes.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;

void write(const LaneGroups& groups, std::vector<std::uint32_t>& words) {
  words.push_back(static_cast<std::uint32_t>(groups.size()));
  for (const LaneGroup& group : groups) words.insert(words.end(), {group.mask.bits(), group.index});
}

void read(LaneGroups& groups, ControlWords& words) {
  groups.clear();
  for (std::uint32_t left = words.next(); left > 0; --left) {
    const LaneMask mask = words.next_mask();
    groups.push_back({mask, words.next()});
  }
}

}  // namespace

/// Masks in registers, the numbers of a BAR in them and what BAR.RED asks are not among the predicates of a leg.
bool ConvergenceBarriers::follows_from_state(const DecodedInstruction& instruction) {
  if (instruction.execute != nullptr) return false;
  switch (instruction.control.operation) {
    case bar_arm:
    case bar_wait:
    case bar_break:
    case bar_branch:
    case bar_exit: return true;
    case bar_block: return instruction.control.literal && instruction.control.condition != condition_reduces;
    default: return false;
  }
}

bool ConvergenceBarriers::has_state() const {
  return yielded_.empty() && warp_syncs_.empty() && at_block_barrier_.empty() &&
         (holding_at_block_barrier_ | in_collective_ | last_in_collective_).empty();
}

void ConvergenceBarriers::write_state(std::vector<std::uint32_t>& words) const {
  words.push_back(live_.bits());
  words.push_back(ready_.has_fast() ? 1 : 0);
  write(ready_.groups(), words);
  for (std::uint32_t i = 0; i < barrier_count; ++i) {
    const Barrier& barrier = barriers_[i];
    const std::uint32_t marks = (barrier.moved ? 1u : 0u) | (barrier.rearmed ? 2u : 0u) | (barrier.looks ? 4u : 0u);
    if ((barrier.mask | barrier.arrived).empty() && barrier.waiting.empty() && marks == 0) continue;
    words.insert(words.end(), {i, marks, barrier.mask.bits(), barrier.arrived.bits()});
    write(barrier.waiting, words);
  }
  words.push_back(barrier_count);
}

void ConvergenceBarriers::read_state(ControlWords& words) {
  for (Barrier& barrier : barriers_) barrier.clear();
  warp_syncs_.clear();
  at_block_barrier_.clear();
  yielded_.clear();
  holding_at_block_barrier_ = in_collective_ = last_in_collective_ = LaneMask::none();
  live_ = words.next_mask();
  const bool has_fast = words.next() != 0;
  LaneGroups groups;
  read(groups, words);
  ready_.restore(groups, has_fast);
  for (std::uint32_t i = words.next(); i < barrier_count; i = words.next()) {
    Barrier& barrier = barriers_[i];
    const std::uint32_t marks = words.next();
    barrier.moved = (marks & 1) != 0;
    barrier.rearmed = (marks & 2) != 0;
    barrier.looks = (marks & 4) != 0;
    barrier.mask = words.next_mask();
    barrier.arrived = words.next_mask();
    read(barrier.waiting, words);
  }
}

}  // namespace reconverge::emulator
