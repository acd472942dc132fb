// SPDX-License-Identifier: MIT
// How a run takes legs of control that are known, one after another, where their rows need no look.
#include <optional>
#include <span>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/control_recall.hpp"

namespace reconverge::emulator {

std::optional<std::uint32_t> Run::follow_plain_legs(std::uint64_t& most) {
  ControlRecall& recall = *setup_.recall;
  Warp& warp = setup_.warp;
  const std::span<const PlainLeg> legs = setup_.executable.plain_legs;
  const bool is_asked = setup_.unknown != nullptr || setup_.events.any_wants_issued();
  const std::uint64_t first_step = step_;
  std::optional<std::uint32_t> executed;
  while (recall.is_somewhere()) {
    const PlainLeg& plain = legs[flow_.index];
    if (plain.count == 0 || plain.count > most || (is_asked && rows_at_once(most) < plain.count)) break;
    const core::LaneMask active = flow_.active;
    if (plain.rows != nullptr) plain.rows(warp.values.data(), warp.predicates.data(), active.bits());
    const core::LaneMask executing = active & warp.predicate(plain.guard.index, plain.guard.negated);
    const ControlMemo::Number leg =
        recall.known_leg({executing, executing & warp.predicate(plain.second.index, plain.second.negated)});
    if (leg == ControlMemo::none) {
      executed = plain.count - 1;
      break;
    }
    const Moment first{step_ + 1, flow_.index};
    index_ = flow_.index + plain.count - 1;
    active_ = active;
    step_ += plain.count;
    most -= plain.count;
    if (recall.tells()) recall.tell({.first = first, .count = plain.count, .active = active, .leg = leg}, executing);
    recall.take(leg, flow_);
    if (flow_.done || flow_.block_barrier || flow_.index >= legs.size()) break;
  }
  if (step_ != first_step) warp.clock = step_;
  return executed;
}

}  // namespace reconverge::emulator
