// SPDX-License-Identifier: MIT
// What transfers of control cost a warp, and where they land.
#include <algorithm>
#include <initializer_list>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

void WarpClock::work_out_transfer(const emulator::Transferred& event) {
  const TimedRow& row = code_->rows()[event.at.index];
  const TransferTiming* transfer = row.transfers[static_cast<std::size_t>(event.transfer)];
  if (transfer == nullptr) return not_timed(event.at.index, " in this way");
  note_grade(event.at.index, transfer->source, " in this way (fitted)");
  if (event.transfer == emulator::ControlTransfer::synchronised_last && event.count > record_.warpsync.known_origins)
    not_timed(event.at.index, " of lanes from three places");
  if (event.transfer == emulator::ControlTransfer::block_barrier && event.count > 0)
    not_timed(event.at.index, " of lanes that came apart");
  const Cycle more =
      more_than_transfer(row, event) + wait_for_shared_unit(*transfer, event) + late_for_target(row, event);
  Cycle taken = *cycles_of(event.at.index, event.transfer) + more;
  released_ = now_ + taken;
  const bool parts_or_meets = transfer->cycles > 0 && !transfer->refetches;
  const bool late = row.ends_line && now_ < landing_ + cycles(record_.fetch.late_within);
  if (parts_or_meets && late) taken += cycles(record_.fetch.late_branch);
  ready_ = {now_ + taken, now_ + taken};
  met_ = event.transfer == emulator::ControlTransfer::reconverged ||
         event.transfer == emulator::ControlTransfer::reconverged_at_rewritten_barrier;
  if (!transfer->refetches || event.index >= code_->rows().size()) return;
  landing_ =
      now_ + cycles(transfer->cycles) + more + (transfer->stall == StallUse::penalised ? cycles(row.penalty) : 0);
  const TimedRow& target = code_->rows()[event.index];
  landing_line_ = target.line;
  if (transfer->lookup > 0) sub_->code.stop(now_ + cycles(record_.fetch.stops_after));
  landing_slot_ = target.slot;
  if (multiprocessor_ == nullptr) return land(sub_->code.land(target.line, target.slot, landing_));
  lands_ = Landing::ahead;
  if (!lookup_) come_to_land();
}

/// @param late  cycles that it waits for its line
void WarpClock::land(Cycle late) {
  landing_ += late;
  if (!shares_port())
    next_line_ =
        std::max(sub_->code.available(landing_line_ + std::size_t{1}), landing_ + cycles(record_.fetch.late_within));
  ready_.next = ready_.clock_read = std::max(ready_.next, landing_);
}

/// Rules shared-fetch and shared-lookups: lines that warps ask for are fetched and looked up in the order of time.
void WarpClock::come_to_land() {
  if (shares_port()) {
    landing_ += sub_->code.land(landing_line_, landing_slot_, landing_, false);
    sub_->lookups.come_to_land(place_on_sub_, landing_line_, landing_);
    ready_.next = ready_.clock_read = std::max(ready_.next, landing_);
  } else {
    sub_->code.come_to_land(landing_line_, landing_slot_, landing_);
  }
  lands_ = Landing::looked_up;
}

bool WarpClock::settle_landing() {
  if (lands_ == Landing::done) return true;
  if (lands_ == Landing::ahead) {
    come_to_land();
    return false;
  }
  const std::optional<Cycle> late = shares_port() ? sub_->lookups.landed(place_on_sub_) : sub_->code.landed();
  if (!late) return false;
  lands_ = Landing::done;
  land(*late);
  return *late == 0;
}

/// Rule shared-unit: its operations are served one after another, whichever warp begins them.
Cycle WarpClock::wait_for_shared_unit(const TransferTiming& transfer, const emulator::Transferred& event) {
  const std::int32_t operations = transfer.shared_unit.value_or(0);
  shared_unit_operations_ += number(operations);
  if (multiprocessor_ == nullptr) return 0;
  if (transfer.beside_others != BesideOthers::exact) not_timed(event.at.index, beside_others);
  be_no_end();
  const bool is_warpsync = event.transfer == emulator::ControlTransfer::synchronised ||
                           event.transfer == emulator::ControlTransfer::synchronised_last;
  const Cycle start = multiprocessor_->shared_unit().use(number_, now_, operations, is_warpsync);
  if (transfer.lookup > 0) lookup_ = multiprocessor_->lookup_unit().come(start, transfer.lookup, transfer.lookup_again);
  return transfer.unawaited ? 0 : start - now_;
}

/// Rule lookup.
bool WarpClock::settle(Cycle cycle) {
  if (!lookup_) return settle_landing();
  const LookupUnit::Late late = multiprocessor_->lookup_unit().late(*lookup_, cycle);
  const Cycle more = late.cycles - lookup_late_;
  released_ += more;
  landing_ += more;
  next_line_ += more;
  ready_ = {ready_.next + more, ready_.clock_read + more};
  lookup_late_ = late.is_final ? 0 : late.cycles;
  if (late.is_final) lookup_.reset();
  return late.is_final && settle_landing();
}

std::optional<Cycle> WarpClock::cycles_of(std::uint32_t index, emulator::ControlTransfer transfer) const {
  const TimedRow& row = code_->rows()[index];
  const TransferTiming* timing = row.transfers[static_cast<std::size_t>(transfer)];
  if (timing == nullptr) return std::nullopt;
  const Cycle taken = cycles(timing->cycles);
  switch (timing->stall) {
    case StallUse::at_least: return std::max<Cycle>(taken, row.stall);
    case StallUse::added: return taken + row.stall;
    case StallUse::penalised: return taken + cycles(row.penalty);
    default: return taken;
  }
}

/// Rule exit: lanes that exit leave their barriers one after another. Rule uniform-branch: a branch followed by an
/// all-zero control word.
Cycle WarpClock::more_than_transfer(const TimedRow& row, const emulator::Transferred& event) const {
  using emulator::ControlTransfer;
  const auto is_one_of = [&](std::initializer_list<ControlTransfer> transfers) {
    return std::ranges::find(transfers, event.transfer) != transfers.end();
  };
  const TransferTiming* transfer = row.transfers[static_cast<std::size_t>(event.transfer)];
  if (row.before_idle && transfer->idle_successor > 0) return cycles(transfer->idle_successor);
  if (event.count == 0 ||
      !is_one_of({ControlTransfer::resumed_newest, ControlTransfer::resumed_older, ControlTransfer::completed_by_exit}))
    return 0;
  return cycles(record_.exit.first_barrier + (event.count - 1) * record_.exit.further_barrier);
}

/// Rules indirect-branch and yield-and-warpsync: targets and masks in registers are read through the operand
/// port.
Cycle WarpClock::late_for_target(const TimedRow& row, const emulator::Transferred& event) {
  using emulator::ControlTransfer;
  const bool reads_target = row.reads_mask || (event.transfer >= ControlTransfer::jumped_indirect &&
                                               event.transfer <= ControlTransfer::diverged_others_first);
  return reads_target ? sub_->mio.late_for_target(now_ + sub_->reads.stopped()) : 0;
}

}  // namespace reconverge::timing
