// SPDX-License-Identifier: MIT
#include "emulator/reconvergence/convergence_barriers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "emulator/opcodes/operand_values.hpp"
#include "emulator/reconvergence/barrier_opcodes.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::emulator {

using core::LaneMask;

namespace {

using Barrier = ConvergenceBarriers::Barrier;

bool is_bsync(const Executable& executable, std::uint32_t index) {
  return index < executable.instructions.size() && executable.instructions[index].control.operation == bar_wait;
}

/// For when no group can run: of the barriers that BMOV wrote, or BSSY armed while they held lanes, the one at which
/// the lowest lane waits. It is released without lanes that wait elsewhere (docs/model.md, barriers). Null: none.
Barrier* stuck_barrier(std::span<Barrier> barriers) {
  const auto lowest = [](const Barrier& barrier) {
    const LaneMask waiting = barrier.arrived & barrier.mask;
    return barrier.looks && waiting.any() ? waiting.lowest() : core::lane_count;
  };
  const auto first = std::ranges::min_element(barriers, {}, lowest);
  return lowest(*first) < core::lane_count ? &*first : nullptr;
}

}  // namespace

Flow ConvergenceBarriers::start(const Executable& executable, LaneMask live, std::uint32_t entry) {
  executable_ = &executable;
  for (Barrier& barrier : barriers_) barrier.clear();
  warp_syncs_.clear();
  at_block_barrier_.clear();
  holding_at_block_barrier_ = LaneMask::none();
  in_collective_ = LaneMask::none();
  ready_.clear();
  yielded_.clear();
  live_ = live;
  return {.active = live, .index = entry, .done = live.empty()};
}

ControlFault ConvergenceBarriers::execute(const DecodedInstruction& instruction, LaneMask executing, Warp& warp,
                                          Moment at, Flow& flow, const Events& events) {
  const PredicateSource& second = instruction.predicate_source[0];
  const Step step{instruction, executing & warp.predicate(second.index, second.negated), warp, at, flow, events};
  switch (instruction.control.operation) {
    case bar_arm: return arm(step);
    case bar_wait: return wait(step);
    case bar_break: return break_out(step);
    case bar_to_register: return move_to_register(step);
    case bar_from_register:
    case bar_to_barrier: return move_from_register(step);
    case bar_branch: return branch(step);
    case bar_branch_missing: return branch_if_missing(step);
    case bar_indirect: return branch_indirect(step);
    case bar_exit: return exit(step);
    case bar_yield: return yield(step);
    case bar_gather: return gather(step, false);
    case bar_gather_region: return gather(step, true);
    case bar_end_region: return end_collective(step);
    case bar_block: return block_barrier(step);
    case bar_block_arrive: return arrive_at_block_barrier(step);
    case bar_trap: return trap(step);
    default: return ControlFault::none;
  }
}

ControlFault ConvergenceBarriers::go_on(const Step& step, ControlTransfer transfer, LaneMask group, std::uint32_t index,
                                        std::uint8_t count) {
  step.flow.active = group;
  step.flow.index = index;
  step.events.transferred({step.at, transfer, group, index, count});
  return ControlFault::none;
}

void ConvergenceBarriers::park(const Step& step, Group group, ReadyAs how) {
  ready_.push(group, how);
  step.events.parked({step.at, group.mask, group.index});
}

/// The next ready group continues; without one, lanes that yielded or wait for such. Without those either, the warp is
/// done or its lanes wait for each other. Exited lanes had to leave `left` barriers.
ControlFault ConvergenceBarriers::switch_group(const Step& step, std::uint8_t left) {
  if (ready_.empty()) resume_yielded(step);
  if (ready_.empty()) wake_outsiders(step);
  if (ready_.empty())
    if (Barrier* stuck = stuck_barrier(barriers_)) release_without_excused(step, *stuck);
  if (ready_.empty()) {
    step.flow.active = LaneMask::none();
    step.flow.done = live_.empty();
    return step.flow.done ? ControlFault::none : ControlFault::deadlock;
  }
  const auto [group, fast] = ready_.pop();
  if (!fast && is_bsync(*executable_, group.index)) forget_moves();
  return go_on(step, fast ? ControlTransfer::resumed_newest : ControlTransfer::resumed_older, group.mask, group.index,
               left);
}

/// Hopper rule 15 (rewritten-barrier): a slow resume at a BSYNC clears the marks of barriers written by BMOV.
void ConvergenceBarriers::forget_moves() {
  for (Barrier& barrier : barriers_) barrier.moved = false;
}

/// BSSY Bi: the barrier holds the executing lanes.
ControlFault ConvergenceBarriers::arm(const Step& step) {
  const std::uint8_t number = step.instruction.control.barrier;
  Barrier& barrier = barriers_[number];
  step.flow.index = step.instruction.next;
  if (step.executing.empty()) return ControlFault::none;
  barrier.moved = false;
  barrier.rearmed = barrier.looks = barrier.mask.any();
  overwrite(step, barrier, policy_.arming == Arming::adds ? barrier.mask | step.executing : step.executing);
  step.events.armed({step.at, number, barrier.mask});
  return ControlFault::none;
}

bool ConvergenceBarriers::is_complete(const Barrier& barrier) const {
  return barrier.arrived.intersects(barrier.mask) && missing(barrier).empty();
}

/// Live lanes of a barrier that have not arrived at it.
LaneMask ConvergenceBarriers::missing(const Barrier& barrier) const {
  return (barrier.mask & live_).without(barrier.arrived);
}

/// The executing lanes block; those of the group that take no part continue without them.
ControlFault ConvergenceBarriers::block(const Step& step, LaneMask passing, ControlTransfer transfer) {
  return passing.any() ? go_on(step, transfer, passing, step.instruction.next) : switch_group(step);
}

/// BSYNC Bi: lanes of the barrier block until all of its live lanes are at one; then they continue after this one.
/// Others pass, together with them if they complete it now (Hopper rule 14, bsync-nonmembers).
ControlFault ConvergenceBarriers::wait(const Step& step) {
  const std::uint8_t number = step.instruction.control.barrier;
  Barrier& barrier = barriers_[number];
  const LaneMask members = step.executing & barrier.mask;
  const LaneMask passing = step.flow.active.without(members);
  if (members.empty()) return go_on(step, ControlTransfer::reconverged, passing, step.instruction.next);
  barrier.arrived |= members;
  barrier.waiting.add({members, step.at.index});
  const bool complete = is_complete(barrier);
  if (complete || is_excused(barrier)) {
    const bool late = !complete && use_excuse(missing(barrier));
    const ControlTransfer transfer = barrier.moved || barrier.rearmed || late
                                         ? ControlTransfer::reconverged_at_rewritten_barrier
                                         : ControlTransfer::reconverged;
    return go_on(step, transfer, release(step, barrier) | passing, step.instruction.next);
  }
  step.events.blocked({step.at, number, members, (barrier.mask & live_).without(barrier.arrived)});
  return block(step, passing, ControlTransfer::reconverged);
}

/// Empties a barrier that is complete. All of its lanes continue after this BSYNC, wherever they waited, unless the
/// barrier was rewritten: then those at another BSYNC are ready to pass that one, in the order of arrival (Hopper rule
/// 15).
LaneMask ConvergenceBarriers::release(const Step& step, Barrier& barrier) {
  const LaneMask released = std::exchange(barrier.mask, LaneMask::none());
  step.events.released({step.at, step.instruction.control.barrier, barrier.arrived & released});
  LaneMask here;
  const LaneGroups groups = barrier.waiting.take(released);
  const bool own_bsync = barrier.looks && policy_.rewritten == RewrittenBarrier::own_bsync;
  for (std::size_t i = groups.size(); i-- > 0;) {
    if (!own_bsync || groups[i].index == step.at.index) here |= groups[i].mask;
    else park(step, groups[i], ReadyAs::woken);
  }
  barrier.arrived = barrier.arrived.without(released);
  barrier.moved = barrier.rearmed = barrier.looks = false;
  return here;
}

/// A barrier can become complete because other lanes leave it. Its lanes become ready at the instruction they wait at,
/// and re-execute it. Returns whether there were any.
bool ConvergenceBarriers::recheck(const Step& step) {
  bool any = false;
  for (Barrier& barrier : barriers_) any |= recheck_barrier(step, barrier);
  any |= recheck_warp_syncs(step);
  any |= recheck_block_barrier(step);
  return any;
}

bool ConvergenceBarriers::recheck_barrier(const Step& step, Barrier& barrier) {
  return is_complete(barrier) && wake(step, barrier, barrier.mask);
}

/// No source states what happens to lanes that wait at a BSYNC when their barrier is written without them. We assume
/// that they pass, as at any barrier that they are not in.
void ConvergenceBarriers::overwrite(const Step& step, Barrier& barrier, LaneMask mask) {
  const LaneMask dropped = barrier.mask.without(mask);
  barrier.mask = mask;
  wake(step, barrier, dropped);
}

/// Lanes that wait at a barrier become ready at its BSYNC, which they re-execute.
bool ConvergenceBarriers::wake(const Step& step, Barrier& barrier, LaneMask chosen) {
  if (!barrier.arrived.intersects(chosen)) return false;
  for (const Group& group : barrier.waiting.take(chosen)) park(step, group, ReadyAs::woken);
  barrier.arrived = barrier.arrived.without(chosen);
  return true;
}

/// The same for lanes whose barrier was saved in a register, once no lane is left to restore it.
void ConvergenceBarriers::wake_outsiders(const Step& step) {
  for (Barrier& barrier : barriers_) wake(step, barrier, ~barrier.mask);
}

/// BREAK Bi: the executing lanes leave the barrier; no lane jumps. If that completes it, the smaller of the two groups
/// continues, of equals the one that left (Hopper rule 16, break).
ControlFault ConvergenceBarriers::break_out(const Step& step) {
  Barrier& barrier = barriers_[step.instruction.control.barrier];
  const bool leaves = step.executing.any();
  barrier.mask = barrier.mask.without(step.executing);
  const bool releases = leaves && recheck(step);
  const bool stays = policy_.after_break == AfterBreak::breaking ||
                     (releases && ready_.groups().back().mask.count() >= step.flow.active.count());
  if (!releases || stays)
    return go_on(step, leaves ? ControlTransfer::left_barrier : ControlTransfer::kept_barrier, step.flow.active,
                 step.instruction.next);
  const Group released = ready_.pop().group;
  forget_moves();
  park(step, {step.flow.active, step.instruction.next}, ReadyAs::parted);
  return go_on(step, ControlTransfer::completed_by_break, released.mask, released.index);
}

/// BMOV R, Bi: each executing lane gets the whole mask. `.CLEAR` empties the barrier; lanes that wait there keep
/// waiting until the mask is restored, unless it went to RZ.
ControlFault ConvergenceBarriers::move_to_register(const Step& step) {
  Barrier& barrier = barriers_[step.instruction.control.barrier];
  assign(step.warp.values[step.instruction.destination[0]], broadcast(barrier.mask.bits()), step.executing);
  if (step.instruction.control.condition == condition_clears && step.executing.any()) {
    const bool saved = step.instruction.destination[0] != discard_slot;
    if (!saved) wake(step, barrier, barrier.mask);
    barrier.mask = LaneMask::none();
  }
  step.flow.index = step.instruction.next;
  return ControlFault::none;
}

/// BMOV Bi, R: the barrier gets the mask that the lowest executing lane holds, or that of an immediate. BMOV Bi, Bj:
/// that of another barrier, which .CLEAR empties; lanes that wait there keep waiting, as if it was saved.
ControlFault ConvergenceBarriers::move_from_register(const Step& step) {
  step.flow.index = step.instruction.next;
  if (step.executing.empty()) return ControlFault::none;
  const bool of_barrier = step.instruction.control.operation == bar_to_barrier;
  LaneMask& other = barriers_[of_barrier ? step.instruction.variant : 0].mask;
  const LaneMask mask = of_barrier ? other : named_lanes(step);
  if (of_barrier && step.instruction.control.condition == condition_clears) other = LaneMask::none();
  Barrier& barrier = barriers_[step.instruction.control.barrier];
  overwrite(step, barrier, mask);
  barrier.moved = barrier.looks = true;
  step.events.armed({step.at, step.instruction.control.barrier, barrier.mask});
  recheck_barrier(step, barrier);
  return ControlFault::none;
}

/// The mask in source register 0, as the lowest executing lane sees it, or that of the operand itself.
LaneMask ConvergenceBarriers::named_lanes(const Step& step) const {
  if (step.instruction.control.condition == condition_literal)
    return LaneMask(static_cast<std::uint32_t>(step.instruction.offset));
  const LaneMask of = step.executing.any() ? step.executing : step.flow.active;
  const auto lane = static_cast<std::size_t>(of.lowest());
  const LaneMask mask(step.warp.values[step.instruction.source[0]][lane]);
  return (step.instruction.source_modifier[0] & invert) != 0 ? ~mask : mask;
}

/// BRA, JMP, CALL with guard Pg and second predicate Pp: lanes for which both hold jump.
ControlFault ConvergenceBarriers::branch(const Step& step) {
  const PredicateSource& second = step.instruction.predicate_source[0];
  const bool all_follow = step.instruction.control.condition == condition_any && step.executing.any();
  const bool none_follows =
      step.instruction.control.condition == condition_uniform && step.executing != step.flow.active;
  const LaneMask taken = all_follow ? step.flow.active : none_follows ? LaneMask::none() : step.executing;
  const LaneMask not_taken = step.flow.active.without(taken);
  if (step.instruction.predicated() || second.index != sass::true_predicate || second.negated)
    step.events.branched({step.at, taken, not_taken});
  if (taken.empty()) return go_on(step, ControlTransfer::fell_through, not_taken, step.instruction.next);
  if (not_taken.empty()) return go_on(step, ControlTransfer::jumped, taken, step.instruction.control.target);
  return part(step, taken, not_taken);
}

/// One side of a divergent branch runs on, the other one is ready.
ControlFault ConvergenceBarriers::part(const Step& step, LaneMask taken, LaneMask not_taken) {
  const bool jump_first =
      policy_.first == FirstSide::taken || (policy_.first == FirstSide::smaller && taken.count() < not_taken.count());
  const Group jumping{taken, step.instruction.control.target};
  const Group falling{not_taken, step.instruction.next};
  park(step, jump_first ? falling : jumping, ReadyAs::parted);
  return jump_first ? go_on(step, ControlTransfer::diverged_taken_first, jumping.mask, jumping.index)
                    : go_on(step, ControlTransfer::diverged_fall_through_first, falling.mask, falling.index);
}

/// BRA.CONV: the group jumps if all live lanes that the register names execute this together; BRA.DIV: if they do not.
/// Without a register, the whole warp is named. A guard that fails for a named lane counts as if the lane was missing:
/// compilers guard the fast path of a tile's ballot with "all masks are the same".
ControlFault ConvergenceBarriers::branch_if_missing(const Step& step) {
  const bool together = step.executing.any() && step.executing.contains(named_lanes(step) & live_);
  const bool jumps = together == (step.instruction.control.condition == condition_convergent);
  return jumps ? go_on(step, ControlTransfer::jumped, step.flow.active, step.instruction.control.target)
               : go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
}

/// BRX, RET, CALL through a pair of registers. If targets differ, the lanes with the lowest lane's target run first; if
/// they are more than the others, those with the target of the lowest of the others do. If a guard lets lanes fall
/// through that are not more than those that jump, they run first. The waiting lanes wait at the instruction and
/// re-execute it (Hopper rule 17, indirect-branch).
ControlFault ConvergenceBarriers::branch_indirect(const Step& step) {
  const LaneMask wanting = step.executing, falling = step.flow.active.without(wanting);
  if (wanting.empty()) return go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
  if (falling.any() && falling.count() <= wanting.count()) {
    step.events.branched({step.at, wanting, falling});
    park(step, {wanting, step.at.index}, ReadyAs::parted);
    return go_on(step, ControlTransfer::diverged_fall_through_first, falling, step.instruction.next);
  }
  const PairSource base(step.warp, step.instruction, 0);
  const auto sharing = [&](LaneMask of) {
    const std::uint64_t chosen = base[static_cast<std::size_t>(of.lowest())];
    return lanes_where([&](std::size_t lane) { return base[lane] == chosen; }) & of;
  };
  const LaneMask lowest = sharing(wanting), others = wanting.without(lowest);
  const bool lowest_first =
      others.empty() || policy_.first_target == FirstTarget::lowest_lane || lowest.count() <= others.count();
  const LaneMask taken = lowest_first ? lowest : sharing(others);
  const LaneMask rest = step.flow.active.without(taken);
  std::uint64_t address =
      base[static_cast<std::size_t>(taken.lowest())] + static_cast<std::uint64_t>(step.instruction.offset);
  if (step.instruction.control.condition == condition_relative)
    address += executable_->address_of(step.instruction.next);
  const std::uint32_t target = executable_->index_of(address);
  if (target == no_index) return ControlFault::bad_target;
  step.events.branched({step.at, taken, rest});
  if (rest.empty()) return go_on(step, ControlTransfer::jumped_indirect, taken, target);
  park(step, {rest, step.at.index}, ReadyAs::parted);
  return go_on(step,
               lowest_first ? ControlTransfer::diverged_lowest_lane_first : ControlTransfer::diverged_others_first,
               taken, target);
}

/// BPT.TRAP ends the kernel with an error, whichever lane executes it.
ControlFault ConvergenceBarriers::trap(const Step& step) {
  return step.executing.any() ? ControlFault::trap
                              : go_on(step, ControlTransfer::fell_through, step.flow.active, step.instruction.next);
}

/// Lanes that exit leave every barrier. Returns how many until the first one is complete (Hopper rule 18, exit).
std::uint8_t ConvergenceBarriers::leave_barriers(LaneMask leaving) {
  std::uint8_t left = 0;
  bool completes = false;
  for (Barrier& barrier : barriers_) {
    if (!barrier.mask.intersects(leaving)) continue;
    barrier.mask = barrier.mask.without(leaving);
    if (!completes) ++left;
    completes |= is_complete(barrier);
  }
  return left;
}

/// EXIT, KILL: lanes leave the warp and every barrier.
ControlFault ConvergenceBarriers::exit(const Step& step) {
  const LaneMask leaving = step.executing;
  if (leaving.any()) step.events.lanes_exited({step.at, leaving});
  live_ = live_.without(leaving);
  const std::uint8_t left = leave_barriers(leaving);
  const bool completed = leaving.any() && recheck(step);
  const LaneMask staying = step.flow.active.without(leaving);
  if (staying.any())
    return go_on(step, leaving.any() ? ControlTransfer::exited_some : ControlTransfer::fell_through, staying,
                 step.instruction.next);
  if (!completed) return switch_group(step, left);
  const auto [group, fast] = ready_.pop();
  return go_on(step, ControlTransfer::completed_by_exit, group.mask, group.index, left);
}

bool ConvergenceBarriers::has_waiting() const {
  const bool at_barrier = std::ranges::any_of(barriers_, [](const Barrier& barrier) { return barrier.arrived.any(); });
  return at_barrier || !ready_.empty() || !yielded_.empty() || !warp_syncs_.empty() || !at_block_barrier_.empty();
}

std::string ConvergenceBarriers::describe() const {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " | ") + part; };
  for (std::size_t i = 0; i < barriers_.size(); ++i) {
    const Barrier& barrier = barriers_[i];
    if (barrier.mask.empty() && barrier.arrived.empty()) continue;
    add(fmt::format("B{} {}", i, to_string(barrier.mask)) +
        (barrier.arrived.any() ? " blocked " + to_string(barrier.arrived) : ""));
  }
  for (const WarpSync& sync : warp_syncs_) add("WARPSYNC blocked " + to_string(sync.waiting.mask));
  for (const auto& group : at_block_barrier_) add("BAR blocked " + to_string(group.mask));
  for (const auto& group : ready_.groups())
    add(fmt::format("ready {} 0x{:x}", to_string(group.mask), executable_->address_of(group.index)));
  for (const Yielded& yielded : yielded_)
    add(fmt::format("yielded {} 0x{:x}", to_string(yielded.group.mask), executable_->address_of(yielded.group.index)));
  return text;
}

/// One line a set of lanes that waits: the wait-for graph, whose nodes are lanes.
std::string ConvergenceBarriers::describe_waits() const {
  std::string text;
  const auto add = [&text](LaneMask waiting, const std::string& where, LaneMask awaited) {
    text += fmt::format("{}lanes {} wait at {} for lanes {}", text.empty() ? "" : "; ", to_string(waiting), where,
                        to_string(awaited));
  };
  const auto at = [&](const char* what, const Group& group) {
    const sass::Function& function = executable_->function;
    std::string line;  // of the source, where it is known
    if (group.index < function.instructions.size())
      line = sass::line_of_user(function, function.instructions[group.index]);
    return fmt::format("{} (0x{:x}{}{})", what, executable_->address_of(group.index), line.empty() ? "" : ", ", line);
  };
  for (std::size_t i = 0; i < barriers_.size(); ++i)
    for (const Group& group : barriers_[i].waiting)
      add(group.mask, at(fmt::format("B{}", i).c_str(), group),
          (barriers_[i].mask & live_).without(barriers_[i].arrived));
  for (const WarpSync& sync : warp_syncs_) add(sync.waiting.mask, at("WARPSYNC", sync.waiting), missing_at(sync));
  for (const Group& group : at_block_barrier_) {
    const auto number = block_barrier_[static_cast<std::size_t>(group.mask.lowest())];
    add(group.mask, at(fmt::format("BAR {}", number).c_str(), group), missing_at_block_barrier(group));
  }
  return text;
}

}  // namespace reconverge::emulator
