// SPDX-License-Identifier: MIT
#include "timing/cycles/cycle_account.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace reconverge::timing {
namespace {

/// Runs that are kept before they are added to the rows, and places at which one is looked for first.
constexpr std::size_t most_met = 1u << 16, most_situations = 1024, near_places = 4096;

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

bool CycleAccount::Runs::is_full() const { return met_.size() >= most_met || situations_.size() >= most_situations; }

void CycleAccount::Runs::add(ClockMemo& memo, std::uint32_t situation, std::uint32_t run) {
  memo_ = &memo;
  near_.resize(near_places);
  std::uint32_t& near = near_[(situation * 0x9E37'79B9u ^ run) % near_places];
  if (near == 0 || met_[near - 1].situation != situation || met_[near - 1].run != run) {
    const std::uint64_t key = std::uint64_t{situation} << 32 | run;
    const auto [known, is_new] = places_.try_emplace(key, static_cast<std::uint32_t>(met_.size()));
    if (is_new) met_.push_back({situation, run});
    near = known->second + 1;
  }
  ++met_[near - 1].times;
}

void CycleAccount::add(Row& row, CycleClass what, Cycle more, const emulator::Situation& situation) {
  row.cycles[static_cast<std::size_t>(what)] += more;
  if (situation.are_apart) row.add_apart(situation.cause, more);
  for (const auto& idle : situation.idle) row.add_idle(idle.cause, idle.lanes * more);
}

void CycleAccount::clear() {
  for (Row& row : rows) {
    row.cycles.fill(0);
    row.apart.clear();
    row.idle.clear();
  }
  runs = {};
  legs = nullptr;
  is_ordered = true;
}

void CycleAccount::Runs::add_to(std::vector<Row>& rows) {
  for (const Met& met : met_)
    for (const ClockMemo::Division::Part& part : memo_->division(met.run).parts)
      CycleAccount::add(rows[part.row], part.what, met.times * part.cycles, situations_[met.situation]);
  met_.clear();
  places_.clear();
  near_.clear();
  situations_.clear();
  ++added_;
}

void CycleAccount::settle() {
  if (!runs.is_empty()) {
    runs.add_to(rows);
    is_ordered = false;
  }
  if (LegMemo* const memo = std::exchange(legs, nullptr)) {
    is_ordered = false;
    memo->end_tally([&](std::span<const AccountPart> parts, std::uint64_t times) {
      for (const AccountPart& part : parts)
        add(rows[part.row], part.what, times * part.cycles, memo->situation(part.situation));
    });
  }
  if (std::exchange(is_ordered, true)) return;
  for (Row& row : rows) {
    std::ranges::sort(row.apart, {}, &Apart::cause);
    std::ranges::sort(row.idle, {}, &Idle::cause);
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

void CycleAccountant::book(std::uint32_t index, CycleClass what, Cycle until) {
  if (until <= booked_) return;
  const Cycle more = until - booked_;
  CycleAccount::Row& row = account_.rows[index];
  if (parts_ != nullptr) parts_->push_back({index, what, more, noted_situation_});
  row.cycles[static_cast<std::size_t>(what)] += more;
  if (are_apart_) row.add_apart(cause_, more);
  account_.is_ordered = false;
  booked_ = until;
  if (told_) told_(until, what);
}

/// The cycles booked since then belong to a row, whose lanes the splits still know.
void CycleAccountant::book_idle(CycleAccount::Row& row, Cycle since) {
  if (booked_ == since) return;
  for (const auto& part : splits_.idle()) row.add_idle(part.cause, part.lanes * (booked_ - since));
}

CycleClass CycleAccountant::class_of(Constraint constraint, std::uint32_t setter) const {
  switch (constraint) {
    case Constraint::release:
    case Constraint::values: return CycleClass::operands;
    case Constraint::ready: return has_moved_ ? CycleClass::fetch : CycleClass::pipe;
    case Constraint::code: return CycleClass::fetch;
    case Constraint::scoreboards: return (*setters_)[setter];
    case Constraint::barrier: return CycleClass::meeting;
    default: return CycleClass::pipe;
  }
}

/// Waits of CS2R while another instruction is still in its second pass end in the past: nothing is booked twice.
void CycleAccountant::timed(const emulator::Issued& event, Cycle now, const IssueSteps& steps) {
  Cycle since = booked_;
  if (has_issued_) {
    note_situation();
    are_apart_ = were_apart_;
    book(row_, CycleClass::issuing, std::min(now, booked_ + 1));
    if (has_moved_) book(row_, transfer_, std::min(now, steps[Constraint::release]));
    book_idle(account_.rows[row_], since);
    since = booked_;
  }
  splits_.issued(event);
  note_situation();
  row_ = event.at.index;
  were_apart_ = are_apart_ = splits_.are_apart();
  cause_ = splits_.cause();
  for (std::size_t i = 0; i < constraint_count; ++i)
    if (const Cycle until = std::min(now, steps.until[i]); until > booked_)
      book(row_, class_of(static_cast<Constraint>(i), steps.setter), until);
  book_idle(account_.rows[row_], since);
  has_issued_ = true;
  has_moved_ = false;
}

/// The first of them follows at once on an instruction that is booked until its issue, so that nothing but the memo's
/// cycles and the lanes' situation matters.
void CycleAccountant::timed_run(const TimedRun& run) {
  if (told_ || booked_ != run.before) return time_each(run);
  splits_.issued_run({.first = run.first, .count = run.count, .active = run.active});
  CycleAccount::Runs& runs = account_.runs;
  if (runs.is_full()) runs.add_to(account_.rows);
  if (changes_ != splits_.changes() || added_ != runs.added()) {
    situation_ = runs.number_of(splits_);
    changes_ = splits_.changes();
    added_ = runs.added();
  }
  ClockMemo::Division& division = run.memo.division(run.number);
  if (!division.is_known) divide(run, division);
  runs.add(run.memo, situation_, run.number);
  note_situation();
  if (parts_ != nullptr)
    for (const auto& [row, what, cycles] : division.parts) parts_->push_back({row, what, cycles, noted_situation_});
  booked_ = absolute(division.end, run.base);
  row_ = run.first.index + run.count - 1;
}

void CycleAccountant::time_each(const TimedRun& run) {
  emulator::Moment at = run.first;
  for (const ClockMemo::Place place : run.memo.places_of(run.number)) {
    const ClockMemo::Steps& known = run.memo.steps_of(place);
    IssueSteps steps;
    std::ranges::transform(known.until, steps.until.begin(), [&](auto until) { return absolute(until, run.base); });
    steps.setter = known.setter;
    timed({at, run.active, run.active}, absolute(run.memo.outcome(place).now, run.base), steps);
    ++at.step;
    ++at.index;
  }
}

/// As timed() books the instructions of a run.
void CycleAccountant::divide(const TimedRun& run, ClockMemo::Division& division) const {
  std::int32_t booked = relative(run.before, run.base);
  std::uint32_t row = row_;
  const auto add = [&](CycleClass what, std::int32_t until) {
    if (until <= booked) return;
    division.parts.push_back({row, what, static_cast<Cycle>(until - booked)});
    booked = until;
  };
  std::uint32_t next = run.first.index;
  for (const ClockMemo::Place place : run.memo.places_of(run.number)) {
    const std::int32_t now = run.memo.outcome(place).now;
    const ClockMemo::Steps& steps = run.memo.steps_of(place);
    add(CycleClass::issuing, std::min(now, booked + 1));
    row = next++;
    for (std::size_t i = 0; i < constraint_count; ++i)
      add(class_of(static_cast<Constraint>(i), steps.setter), std::min(now, steps.until[i]));
  }
  division.end = booked;
  division.is_known = true;
}

void CycleAccountant::write_state(std::vector<std::uint32_t>& words, Cycle now) {
  splits_.write_state(words);
  words.insert(words.end(), {static_cast<std::uint32_t>(has_issued_), static_cast<std::uint32_t>(has_moved_),
                             static_cast<std::uint32_t>(transfer_), row_, static_cast<std::uint32_t>(were_apart_),
                             cause_, static_cast<std::uint32_t>(now - booked_)});
}

void CycleAccountant::read_state(emulator::ControlWords& words, Cycle now) {
  splits_.read_state(words);
  has_issued_ = words.next() != 0;
  has_moved_ = words.next() != 0;
  transfer_ = static_cast<CycleClass>(words.next());
  row_ = words.next();
  were_apart_ = words.next() != 0;
  cause_ = words.next();
  booked_ = now - static_cast<Cycle>(std::int64_t{static_cast<std::int32_t>(words.next())});
  is_behind_ = false;
}

void CycleAccountant::note_parts(LegMemo* memo, std::vector<AccountPart>* parts) {
  legs_ = memo;
  parts_ = parts;
}

void CycleAccountant::fall_behind(LegMemo& memo) {
  account_.legs = &memo;
  is_behind_ = true;
}

void CycleAccountant::transferred(const emulator::Transferred& event) {
  if (is_behind_) return;
  has_moved_ = true;
  transfer_ = is_meeting(event.transfer) ? CycleClass::meeting : CycleClass::branch;
}

}  // namespace reconverge::timing
