// SPDX-License-Identifier: MIT
#include <utility>

#include "emulator/block_barrier_use.hpp"
#include "emulator/reconvergence/barrier_opcodes.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"

/// Instructions of sm_70 and later by which lanes wait for each other without a convergence barrier: WARPSYNC, BAR.
namespace reconverge::emulator {

using core::LaneMask;

/// The lanes that wait at this WARPSYNC, or at any with COLLECTIVE: only there do lanes at different instructions
/// meet.
LaneMask ConvergenceBarriers::gathered(std::uint32_t index, bool collective) const {
  LaneMask all;
  for (const WarpSync& sync : warp_syncs_)
    if (sync.collective == collective && (collective || sync.waiting.index == index)) all |= sync.waiting.mask;
  return all;
}

LaneMask ConvergenceBarriers::missing_at(const WarpSync& sync) const {
  return (sync.awaited & live_).without(gathered(sync.waiting.index, sync.collective));
}

/// The lanes that wait for the same mask as the lowest one.
LaneMask ConvergenceBarriers::lanes_of_one_mask(const Step& step, LaneMask among) const {
  const std::uint8_t condition = step.instruction.control.condition;
  if (condition == condition_all || condition == condition_literal) return among;
  const LaneVector& masks = step.warp.values[step.instruction.source[0]];
  const std::uint32_t first = masks[static_cast<std::size_t>(among.lowest())];
  return among & lanes_where([&](std::size_t lane) { return masks[lane] == first; });
}

/// WARPSYNC: lanes wait until all live lanes of their mask have arrived. With COLLECTIVE the whole group takes part,
/// whatever the guard. With COLLECTIVE and EXCLUSIVE only the lanes of one mask continue: those of others re-execute
/// the instruction.
ControlFault ConvergenceBarriers::gather(const Step& step, bool collective) {
  if (step.executing.empty())
    return go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
  const LaneMask members = collective ? step.flow.active : step.executing;
  const LaneMask together = lanes_of_one_mask(step, members);
  if ((collective || step.instruction.control.condition == condition_exclusive) && together != members) {
    const LaneMask others = members.without(together);
    park(step, {others, step.at.index}, ReadyAs::parted);
    step.flow.active = step.flow.active.without(others);
    return gather({step.instruction, together, step.warp, step.at, step.flow, step.events}, collective);
  }
  const LaneMask come = gathered(step.at.index, collective) | members;
  LaneMask complete, waiting;  // the lanes of masks that are complete, and the members of others
  for (LaneMask left = members; left.any();) {
    const Step one{step.instruction, left, step.warp, step.at, step.flow, step.events};
    const LaneMask same = lanes_of_one_mask(one, left);
    const LaneMask awaited = step.instruction.control.condition == condition_all ? LaneMask::all() : named_lanes(one);
    left = left.without(same);
    if (come.contains(awaited & live_)) {
      complete |= awaited;
      continue;
    }
    waiting |= same;
    warp_syncs_.push_back({{same, step.at.index}, awaited, collective});
  }
  const LaneMask going = step.flow.active.without(waiting);
  if (waiting == members) return block(step, going, ControlTransfer::fell_through);
  step.flow.active = going;
  return run_gathered(step, complete, collective);
}

/// The lanes of a WARPSYNC continue as one group. With COLLECTIVE they run the region after this one
/// together, and each continues at its own target.
ControlFault ConvergenceBarriers::run_gathered(const Step& step, LaneMask awaited, bool collective) {
  LaneMask group = step.flow.active;
  const auto go_to_region = [&](LaneMask mask, std::uint32_t index) {
    group |= mask;
    in_collective_ |= mask;
    const std::uint32_t target = executable_->instructions[index].control.target;
    for_each_lane(mask, [&](std::size_t lane) { collective_return_[lane] = target; });
  };
  if (collective) {
    last_in_collective_ = group;
    go_to_region(group, step.at.index);
  }
  const auto released = std::erase_if(warp_syncs_, [&](const WarpSync& other) {
    const bool here = collective || other.waiting.index == step.at.index;
    if (other.collective != collective || !here || !other.waiting.mask.intersects(awaited)) return false;
    if (collective) go_to_region(other.waiting.mask, other.waiting.index);
    else group |= other.waiting.mask;
    return true;
  });
  return go_on(step, released == 0 ? ControlTransfer::synchronised : ControlTransfer::synchronised_last, group,
               step.instruction.next, collective ? places_of(group) : std::uint8_t{0});
}

/// How many different instructions lanes of a COLLECTIVE return to.
std::uint8_t ConvergenceBarriers::places_of(LaneMask group) const {
  std::uint8_t places = 0;
  for (; group.any(); ++places) {
    const std::uint32_t place = collective_return_[static_cast<std::size_t>(group.lowest())];
    group = group.without(lanes_where([&](std::size_t lane) { return collective_return_[lane] == place; }));
  }
  return places;
}

/// ENDCOLLECTIVE: lanes continue at the targets that they had on arrival. Those that arrived last go first; the others
/// re-execute the instruction, and those with one target go together (Hopper rule 19).
ControlFault ConvergenceBarriers::end_collective(const Step& step) {
  const LaneMask returning = step.executing & in_collective_;
  if (returning.empty()) return go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
  const LaneMask last = std::exchange(last_in_collective_, LaneMask::none()) & returning;
  const LaneMask next = last.any() ? last : returning;
  const std::uint32_t place = collective_return_[static_cast<std::size_t>(next.lowest())];
  const LaneMask going = lanes_where([&](std::size_t lane) { return collective_return_[lane] == place; }) & next;
  in_collective_ = in_collective_.without(going);
  const LaneMask staying = step.flow.active.without(going);
  if (staying.any()) park(step, {staying, step.at.index}, ReadyAs::woken);
  return go_on(step, last.any() ? ControlTransfer::collective_last_first : ControlTransfer::collective_others, going,
               place);
}

/// Of lanes at block barriers, those at the same one as a lane.
LaneMask ConvergenceBarriers::lanes_at_barrier_of(std::size_t lane, LaneMask among) const {
  if (all_at_one_barrier_) return among;
  return among & lanes_where([&](std::size_t other) { return block_barrier_[other] == block_barrier_[lane]; });
}

LaneMask ConvergenceBarriers::missing_at_block_barrier(const Group& waiting) const {
  return live_.without(lanes_at_barrier_of(static_cast<std::size_t>(waiting.mask.lowest()), at_block_barrier_.lanes()));
}

/// Notes at which block barrier each active lane is. Lanes whose guard fails are where the lowest executing one is: the
/// group arrives as a whole.
ControlFault ConvergenceBarriers::come_to_block_barrier(const Step& step) {
  const bool by_lane = differs_by_lane(*executable_, step.at.index);
  BlockBarrierUse use = block_barrier_use(*executable_, step.at.index, step.warp, step.executing.lowest());
  ControlFault fault = fault_of(use);
  all_at_one_barrier_ = !by_lane && at_block_barrier_.empty();
  if (step.flow.active == LaneMask::all()) block_barrier_.fill(use.number);
  else for_each_lane(step.flow.active, [&](std::size_t lane) { block_barrier_[lane] = use.number; });
  if (!by_lane) return fault;
  for_each_lane(step.executing, [&](std::size_t lane) {
    use = block_barrier_use(*executable_, step.at.index, step.warp, static_cast<int>(lane));
    if (fault == ControlFault::none) fault = fault_of(use);
    block_barrier_[lane] = use.number;
  });
  return fault;
}

/// BAR.ARV: arrivals of other warps are counted by the block's run.
ControlFault ConvergenceBarriers::arrive_at_block_barrier(const Step& step) {
  if (step.executing.any())
    if (const auto fault = come_to_block_barrier(step); fault != ControlFault::none) return fault;
  return go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
}

/// BAR: lanes wait until every live lane of the warp has arrived at the same block barrier: a warp arrives as a whole
/// (PTX ISA, barrier). Where the guard holds for one lane of a group, the group waits; where it holds for none, it
/// passes. Groups at one BAR continue as one, those at another stay apart; arrivals of other warps are counted by the
/// block's run. BAR.RED reduces over the executing lanes.
ControlFault ConvergenceBarriers::block_barrier(const Step& step) {
  const LaneMask group = step.flow.active;
  if (step.executing.empty()) return go_on(step, ControlTransfer::fell_through, group, step.instruction.next);
  if (const auto fault = come_to_block_barrier(step); fault != ControlFault::none) return fault;
  const PredicateSource& asked = step.instruction.predicate_source[1];
  holding_at_block_barrier_ |= step.executing & step.warp.predicate(asked.index, asked.negated);
  const bool asks_all = static_cast<BarrierQuestion>(step.instruction.variant) == BarrierQuestion::all_hold;
  if (asks_all) holding_at_block_barrier_ |= group.without(step.executing);  // a lane whose guard fails counts as true
  const LaneMask come = at_block_barrier_.lanes() | group;
  if (!lanes_at_barrier_of(static_cast<std::size_t>(group.lowest()), come).contains(live_)) {
    for (LaneMask left = group; left.any();) {
      const LaneMask same = lanes_at_barrier_of(static_cast<std::size_t>(left.lowest()), left);
      at_block_barrier_.push_back({same, step.at.index});
      left = left.without(same);
    }
    return switch_group(step);
  }
  if (step.instruction.control.condition == condition_reduces)
    step.warp.reduction = {static_cast<BarrierQuestion>(step.instruction.variant),
                           static_cast<std::uint32_t>(come.count()),
                           static_cast<std::uint32_t>((holding_at_block_barrier_ & come).count())};
  holding_at_block_barrier_ = LaneMask::none();
  step.flow.block_barrier = true;
  LaneMask together = group;
  std::uint8_t joined = 0;  // groups that waited here
  const LaneGroups waited = at_block_barrier_;
  at_block_barrier_.clear();
  for (const Group& other : waited) {
    if (other.index != step.at.index) {
      park(step, {other.mask, executable_->instructions[other.index].next}, ReadyAs::woken);
      continue;
    }
    together |= other.mask;
    ++joined;
  }
  return go_on(step, ControlTransfer::block_barrier, together, step.instruction.next, joined);
}

/// The last lanes of a WARPSYNC re-execute it, which releases the others.
bool ConvergenceBarriers::recheck_warp_syncs(const Step& step) {
  bool any = false;
  for (std::size_t i = warp_syncs_.size(); i-- > 0;) {
    const WarpSync last = warp_syncs_[i];
    if (missing_at(last).any()) continue;
    warp_syncs_.erase(warp_syncs_.begin() + static_cast<std::ptrdiff_t>(i));
    park(step, last.waiting, ReadyAs::woken);
    any = true;
  }
  return any;
}

/// As for WARPSYNC, the last lanes at BAR re-execute it.
bool ConvergenceBarriers::recheck_block_barrier(const Step& step) {
  if (at_block_barrier_.empty() || missing_at_block_barrier(at_block_barrier_.back()).any()) return false;
  park(step, at_block_barrier_.back(), ReadyAs::woken);
  at_block_barrier_.pop_back();
  return true;
}

}  // namespace reconverge::emulator
