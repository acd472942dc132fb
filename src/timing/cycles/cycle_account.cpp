// SPDX-License-Identifier: MIT
#include "timing/cycles/cycle_account.hpp"

#include <algorithm>
#include <numeric>

namespace reconverge::timing {
namespace {

/// The class of waiting for a scoreboard that this instruction sets.
CycleClass class_of_setter(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 8> accesses{"LD", "ST", "ATOM", "RED", "ULD", "UST", "CCTL", "SULD"};
  const std::string_view opcode = row.opcode();
  if (opcode == "BMOV") return CycleClass::meeting;
  if (opcode == "REDUX") return CycleClass::operands;
  const bool is_access = std::ranges::any_of(accesses, [&](auto name) { return opcode.starts_with(name); });
  return is_access ? CycleClass::memory : CycleClass::operands;
}

/// Whether lanes re-converge, wait or are resumed; else control is only transferred.
bool is_meeting(emulator::ControlTransfer transfer) {
  using emulator::ControlTransfer;
  switch (transfer) {
    case ControlTransfer::fell_through:
    case ControlTransfer::jumped:
    case ControlTransfer::diverged_fall_through_first:
    case ControlTransfer::diverged_taken_first:
    case ControlTransfer::jumped_indirect:
    case ControlTransfer::diverged_lowest_lane_first:
    case ControlTransfer::diverged_others_first:
    case ControlTransfer::exited_some: return false;
    default: return true;
  }
}

}  // namespace

Cycle CycleAccount::Row::total() const { return std::accumulate(cycles.begin(), cycles.end(), Cycle{}); }

Cycle CycleAccount::Row::total_apart() const {
  Cycle sum = 0;
  for (const Apart& part : apart) sum += part.cycles;
  return sum;
}

Cycle CycleAccount::Row::total_idle() const {
  Cycle sum = 0;
  for (const Idle& part : idle) sum += part.lane_cycles;
  return sum;
}

void CycleAccount::Row::add_idle(emulator::IdleCause cause, Cycle more) {
  const auto known = std::ranges::find(idle, cause, &Idle::cause);
  if (known != idle.end()) known->lane_cycles += more;
  else idle.push_back({cause, more});
}

void CycleAccount::Row::add_apart(std::uint32_t cause, Cycle more) {
  const auto known = std::ranges::find(apart, cause, &Apart::cause);
  if (known != apart.end()) known->cycles += more;
  else apart.push_back({cause, more});
}

Cycle CycleAccount::total() const {
  Cycle sum = 0;
  for (const Row& row : rows) sum += row.total();
  return sum;
}

void CycleAccount::add(const CycleAccount& other) {
  rows.resize(std::max(rows.size(), other.rows.size()));
  for (std::size_t i = 0; i < other.rows.size(); ++i) {
    for (std::size_t k = 0; k < cycle_class_count; ++k) rows[i].cycles[k] += other.rows[i].cycles[k];
    for (const Apart& part : other.rows[i].apart) rows[i].add_apart(part.cause, part.cycles);
    for (const Idle& part : other.rows[i].idle) rows[i].add_idle(part.cause, part.lane_cycles);
  }
}

CycleAccountant::Setters CycleAccountant::setters_of(const sass::Function& function) {
  std::vector<CycleClass> classes(function.instructions.size());
  std::ranges::transform(function.instructions, classes.begin(), class_of_setter);
  return std::make_shared<const std::vector<CycleClass>>(std::move(classes));
}

CycleAccountant::CycleAccountant(Setters setters, WarpClock& clock, core::LaneMask live, CycleAccount& account)
    : clock_(clock), account_(account), setters_(std::move(setters)), splits_(live) {
  account_.rows.resize(std::max(account_.rows.size(), setters_->size()));
  clock_.explain(this);
}

void CycleAccountant::book(CycleAccount::Row& row, CycleClass what, Cycle until) {
  if (until <= booked_) return;
  const Cycle more = until - booked_;
  row.cycles[static_cast<std::size_t>(what)] += more;
  if (are_apart_) row.add_apart(cause_, more);
  booked_ = until;
  if (told_) told_(until, what);
}

/// The cycles booked since then belong to a row, whose lanes the splits still know.
void CycleAccountant::book_idle(CycleAccount::Row& row, Cycle since) {
  if (booked_ == since) return;
  for (const auto& part : splits_.idle()) row.add_idle(part.cause, part.lanes * (booked_ - since));
}

CycleClass CycleAccountant::class_of(Constraint constraint, const IssueSteps& steps) const {
  switch (constraint) {
    case Constraint::release:
    case Constraint::values: return CycleClass::operands;
    case Constraint::ready: return has_moved_ ? CycleClass::fetch : CycleClass::pipe;
    case Constraint::code: return CycleClass::fetch;
    case Constraint::scoreboards: return (*setters_)[steps.setter];
    case Constraint::barrier: return CycleClass::meeting;
    default: return CycleClass::pipe;
  }
}

/// Waits of CS2R while another instruction is still in its second pass end in the past: nothing is booked twice.
void CycleAccountant::timed(const emulator::Issued& event, Cycle now, const IssueSteps& steps) {
  Cycle since = booked_;
  if (has_issued_) {
    CycleAccount::Row& before = account_.rows[row_];
    are_apart_ = were_apart_;
    book(before, CycleClass::issuing, std::min(now, booked_ + 1));
    if (has_moved_) book(before, transfer_, std::min(now, steps[Constraint::release]));
    book_idle(before, since);
    since = booked_;
  }
  splits_.issued(event);
  row_ = event.at.index;
  were_apart_ = are_apart_ = splits_.are_apart();
  cause_ = splits_.cause();
  CycleAccount::Row& row = account_.rows[row_];
  for (std::size_t i = 0; i < constraint_count; ++i)
    if (const Cycle until = std::min(now, steps.until[i]); until > booked_)
      book(row, class_of(static_cast<Constraint>(i), steps), until);
  book_idle(row, since);
  has_issued_ = true;
  has_moved_ = false;
}

void CycleAccountant::transferred(const emulator::Transferred& event) {
  has_moved_ = true;
  transfer_ = is_meeting(event.transfer) ? CycleClass::meeting : CycleClass::branch;
}

}  // namespace reconverge::timing
