// SPDX-License-Identifier: MIT
// What the cycles of a warp leave open, and where.
#include <fmt/core.h>

#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// Whether other warps may delay an operation of the MIO in ways that are not measured to the cycle.
void WarpClock::note_beside_others(const TimedRow& row, std::uint32_t index) {
  const BesideOthers known = row.is_mio ? row.operation->beside_others : BesideOthers::exact;
  if (known == BesideOthers::not_known) not_timed(index, beside_others);
  if (known != BesideOthers::exact_at_end || row.wait_mask != 0) be_no_end();
  if (known == BesideOthers::exact_at_end && !exact_at_end_) exact_at_end_ = index;
}

/// The warp goes on behind operations that are known at its end alone.
void WarpClock::be_no_end() {
  if (exact_at_end_) not_timed(*exact_at_end_, beside_others);
  exact_at_end_.reset();
}

void WarpClock::depend_on_order(std::uint32_t index) {
  not_timed(index, " by what another warp changes with no block barrier between");
}

/// Rule 5 (clock-read): only for CS2R is the cycle known in which it reads the clock.
emulator::ClockReading WarpClock::reading(std::uint32_t index) const {
  const sass::Function& function = executable_.function;
  if (!code_->rows()[index].ignores_second_issue)
    return {std::nullopt, "in which cycle " + function.instructions[index].mnemonic + " reads the clock is not known"};
  if (others_are_lost_)
    return {std::nullopt, "the block has run longer than its warps are followed in the order of their issue"};
  if (untimed_.empty()) return {};
  const UntimedRow& first = untimed_.begin()->first;
  return {untimed_total_, fmt::format("the time of {} at 0x{:x}, which ran before, is not known",
                                      to_string(first, function), function.instructions[first.index].address)};
}

void WarpClock::note_grade(std::uint32_t index, const RecordSource& source, std::string_view what) {
  if (source.grade == core::Grade::fitted) note({ClockNote::Kind::doubt, {index, what}});
}

void WarpClock::not_timed(std::uint32_t index, std::string_view what) {
  note({ClockNote::Kind::untimed, {index, what}});
}

}  // namespace reconverge::timing
