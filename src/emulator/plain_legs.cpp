// SPDX-License-Identifier: MIT
// How a run takes legs of control that are known, one after another, where their rows need no look.
#include <optional>
#include <span>
#include <utility>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/control_recall.hpp"

namespace reconverge::emulator {

std::optional<std::uint32_t> Run::follow_plain_legs(std::uint64_t& most) {
  ControlRecall& recall = *setup_.recall;
  Warp& warp = setup_.warp;
  const std::span<const PlainLeg> legs = setup_.executable.plain_legs[way_];
  const bool is_asked = setup_.unknown != nullptr || setup_.events.any_wants_issued();
  const std::uint64_t first_step = step_;
  std::optional<std::uint32_t> executed;
  while (recall.is_somewhere()) {
    const PlainLeg& plain = legs[flow_.index];
    if (plain.count == 0 || plain.count > most || (is_asked && rows_at_once(most) < plain.count)) break;
    const core::LaneMask active = flow_.active;
    const std::uint32_t rows = plain.count - 1;
    const std::uint32_t done =
        plain.rows == nullptr ? rows : plain.rows(warp.values.data(), warp.predicates.data(), active.bits(), &context_);
    const core::LaneMask executing = active & warp.predicate(plain.guard.index, plain.guard.negated);
    const ControlMemo::Number leg =
        done < rows
            ? ControlMemo::none
            : recall.known_leg({executing, executing & warp.predicate(plain.second.index, plain.second.negated)});
    if (leg == ControlMemo::none) {
      take_guarded();
      executed = done;
      break;
    }
    const Moment first{step_ + 1, flow_.index};
    index_ = flow_.index + rows;
    active_ = active;
    step_ += plain.count;
    most -= plain.count;
    std::uint32_t guarded = std::exchange(context_.guarded_count, 0);
    for (std::uint32_t i = 0; i < guarded; ++i)
      recall.leave_out(context_.guarded[i].index, context_.left[i], context_.guarded[i].executing.empty());
    if (recall.tells()) {
      if (executing != active) context_.guarded[guarded++] = {index_, executing};
      recall.tell({.first = first,
                   .count = plain.count,
                   .active = active,
                   .guarded = std::span(context_.guarded).first(guarded),
                   .leg = leg});
    }
    recall.take(leg, flow_);
    if (flow_.done || flow_.block_barrier || flow_.index >= legs.size()) break;
  }
  if (step_ != first_step) warp.clock = step_;
  return executed;
}

}  // namespace reconverge::emulator
