// SPDX-License-Identifier: MIT
#include "timing/cycles/warp_clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/issue_units.hpp"

namespace reconverge::timing {
namespace {

/// A double: its result of two registers comes later than that of other arithmetic.
bool writes_late_pair(const TimedRow& row) {
  return row.is_arithmetic && row.unit->delays_result > 0 && row.registers.written_count > 1;
}

bool is_load_store(Route route) { return route == Route::shared || route == Route::level_1 || route == Route::local; }

}  // namespace

WarpClock::WarpClock(const emulator::Executable& executable, const CycleRecord& record)
    : executable_(executable),
      record_(record),
      code_(std::make_shared<const TimedCode>(executable.function, record)),
      alone_(Alone{SubPartition(record), {}, {}}),
      sub_(&alone_->sub_partition),
      first_level_(&alone_->first_level),
      constants_(&alone_->constants) {
  sub_->warps = {&ready_};
  sub_->code.follow(code_->jumps());
}

WarpClock::WarpClock(const WarpClock& fresh, CodeAtStart code) : WarpClock(fresh) {
  alone_.emplace(Alone{SubPartition(record_, code), {}, {}});  // in its place: what points to it stays
  sub_->warps = {&ready_};
  sub_->code.follow(code_->jumps());
}

WarpClock::WarpClock(const WarpClock& fresh, const MemoryPremise& memory) : WarpClock(fresh) {
  beyond_.emplace(record_, memory);
}

WarpClock::WarpClock(const WarpClock& other)
    : executable_(other.executable_),
      record_(other.record_),
      code_(other.code_),
      alone_(other.alone_),
      beyond_(other.beyond_),
      sub_(&alone_->sub_partition),
      first_level_(&alone_->first_level),
      constants_(&alone_->constants) {
  sub_->warps = {&ready_};
  sub_->code.follow(code_->jumps());
}

WarpClock::WarpClock(const WarpClock& fresh, Multiprocessor& multiprocessor, std::size_t number)
    : executable_(fresh.executable_),
      record_(fresh.record_),
      code_(fresh.code_),
      first_level_(&multiprocessor.first_level()),
      constants_(&multiprocessor.constants()),
      multiprocessor_(&multiprocessor),
      number_(number) {
  ready_.next = ready_.clock_read = released_ = number * cycles(record_.multiprocessor.launch_interval);
  sub_ = &multiprocessor.add(number, ready_);
  place_on_sub_ = sub_->warps.size() - 1;
  sub_->lookups.begin(place_on_sub_, 0, ready_.next);
  sub_->code.follow(code_->jumps());
}

/// Instructions that BAR holds back issue after the last warp has arrived; the rest have not waited: rule
/// block-barrier.
void WarpClock::wait_at_bar(Cycle complete) {
  barrier_until_ = std::max(barrier_until_, complete + cycles(record_.block_barrier.until));
}

/// Rule scoreboards: the instruction waits for its scoreboards; one set in the previous cycle is not yet visible.
template <bool explains, typename Served>
Cycle WarpClock::wait_for_scoreboards(const TimedRow& row, Cycle cycle, Served& units) const {
  const ScoreboardCheck check{cycle, follows(cycle) || met_ ? now_ : cycle, shares_port() ? nullptr : &sub_->reads};
  Cycle clear = cycle;
  for (unsigned mask = row.wait_mask; mask != 0; mask &= mask - 1) {
    const auto scoreboard = static_cast<std::size_t>(std::countr_zero(mask));
    const Cycle own = units.clear_for(scoreboard, check);
    if constexpr (explains)
      if (own > clear) steps_.setter = setters_[scoreboard];
    clear = std::max(clear, own);
  }
  return clear;
}

template <bool explains, typename Served>
void WarpClock::work_out(const TimedRow& row, Served& units, Issue& issue) const {
  issue.stops = 0;
  issue.held_by_bar = false;
  WarpReady ready = ready_;
  if (shares_port()) ready = {std::max(ready.next, sub_->port.free()), std::max(ready.clock_read, sub_->port.free())};
  note<explains>(Constraint::release, released_);
  note<explains>(Constraint::ready, ready.next);
  for (const IssueStall& stop : sub_->reads.issue_stalls()) {  // rule operand-banks: nothing issues meanwhile
    if (ready.next < stop.from) break;
    ready = {SubPartition::after(stop, ready.next), SubPartition::after(stop, ready.clock_read)};
    ++issue.stops;
  }
  note<explains>(Constraint::issue_stall, ready.next);
  const bool ahead = row.ignores_second_issue && ready.clock_read < ready.next;  // rule second-issue
  const Cycle fetched = wait_for_code(row, ahead ? ready.clock_read : ready.next);
  note<explains>(Constraint::code, fetched);
  const Cycle seen = wait_for_scoreboards<explains>(row, fetched, units);
  Cycle cycle = std::max(seen, ready.next);
  note<explains>(Constraint::scoreboards, cycle);
  cycle = wait_for_block_barrier(row, cycle, issue);
  note<explains>(Constraint::barrier, cycle);
  issue.waited = cycle;
  cycle = wait_for_unit(row, cycle, issue, units);
  note<explains>(Constraint::unit, cycle);
  cycle = wait_for_multiplicands(row, cycle);
  note<explains>(Constraint::values, cycle);
  cycle = wait_for_result(row, cycle);
  issue.cycle = pass_issue_stalls(cycle, issue);
  issue.now = ahead ? seen : issue.cycle;
  note<explains>(Constraint::issue, issue.now);
}

Cycle WarpClock::earliest_issue(std::uint32_t index) {
  ForecastUnits units(*sub_, scoreboards_);
  work_out<false>(code_->rows()[index], units, issue_);
  forecast_is_decided_ = units.is_decided();
  return issue_.now;
}

template <bool explains> void WarpClock::issue_as(std::uint32_t index, bool executes) {
  const TimedRow& row = code_->rows()[index];
  settle(ready_.next);
  const bool is_forecast = std::exchange(is_forecast_, false) && !explains;
  const bool has_changed = sub_->mio.work_out_xu(ready_.next);
  IssueUnits units(*sub_, scoreboards_);
  if (!is_forecast || has_changed) work_out<explains>(row, units, issue_);
  const Issue& issue = issue_;
  for (std::size_t i = 0; i < issue.stops; ++i) {
    next_line_ = SubPartition::after(sub_->reads.issue_stalls().front(), next_line_);
    sub_->end_issue_stall();
  }
  now_ = issue.now;
  met_ = false;
  held_by_bar_ = issue.held_by_bar;
  reach_code(row, index);
  read_registers(row, issue.cycle, executes);
  if constexpr (explains) note_setters(row, index);
  occupy(row, issue, executes);
  if (const Cycle late = sub_->reads.stopped(); late > 0 && executes) written_.delay(row.registers, late);
  released_ -= issue.cycle - now_;
  if (shares_port()) sub_->port.issue(number_, now_, row.lets_others);
  shared_unit_operations_ += number(row.shared_unit);
  if (multiprocessor_ != nullptr) {
    if (row.shared_unit > 0) multiprocessor_->shared_unit().use_unawaited(number_, now_);
    if (row.is_mio || row.wait_mask != 0) note_beside_others(row, index);
  }
  if (!row.timed || (row.beyond != Beyond::none && row.beyond != Beyond::generic && !beyond_)) not_timed(index, "");
  if (beyond_ && executes) hold_at_fence(row, index);
  if (!row.lacks.empty()) not_timed(index, row.lacks);
  if (row.operation != nullptr) note_grade(index, row.operation->source, " (fitted)");
}

std::optional<std::uint32_t> WarpClock::row_ahead() const {
  const std::uint32_t next = last_row_ + 1;
  const bool is_followed = shares_port() && next < code_->rows().size();
  return is_followed && code_->rows()[next].passes_bar ? std::optional(next) : std::nullopt;
}

void WarpClock::issue_ahead(std::uint32_t index) {
  work_out_issue(index, true);
  ahead_.push_back({index, now_, steps_});
}

void WarpClock::work_out_issue(std::uint32_t index, bool executes) {
  if (!ahead_.empty() && ahead_.front().index == index) {
    now_ = ahead_.front().cycle;
    steps_ = ahead_.front().steps;
    ahead_.pop_front();
    return;
  }
  last_row_ = index;
  if (observer_ == nullptr) issue_as<false>(index, executes);
  else issue_as<true>(index, executes);
}

void WarpClock::reach_code(const TimedRow& row, std::uint32_t index) {
  CodeCache& code = sub_->code;
  const std::size_t reached = code.reached();
  code.settle(now_);
  code.run(row.line, now_);
  if (row.ends_line) code.run_on(row.line + std::size_t{1}, now_ + cycles(record_.fetch.line_request));
  if (row.ends_line && shares_port()) sub_->lookups.run_on(place_on_sub_, row.line, now_);
  if (code.tell_beyond())  // what the cache holds at the start is assumed
    note({ClockNote::Kind::doubt, {index, " in more code than the nearest cache holds (fitted)"}});
  if (code.reached() > reached && code.reached() > number(record_.fetch.known_lines)) {
    note({ClockNote::Kind::code, {index, " in so much code"}});
  }
}

/// Rule operand-banks: an instruction whose other waits end within an issue stall waits for the end of the stall too.
Cycle WarpClock::pass_issue_stalls(Cycle cycle, Issue& issue) const {
  for (const IssueStall& stop : sub_->reads.issue_stalls().subspan(issue.stops)) {
    if (cycle < stop.from) break;
    cycle = std::max(cycle, stop.from + stop.cycles);
    ++issue.stops;
  }
  return cycle;
}

void WarpClock::read_registers(const TimedRow& row, Cycle cycle, bool executes) {
  if (row.operation == nullptr || !executes) return;  // rule no-active-lanes
  if (row.unit->operand_banks)
    return sub_->reads.read(row.registers, cycle, row.operation->second_issue, *row.unit, written_);
  if (!row.is_mio || row.unit->route == Route::barrier) return;
  const MioTiming& rule = record_.mio;
  const bool is_address = row.unit->route == Route::address || row.unit->route == Route::constant;
  const bool begins_with_data = row.mio.data > 0;
  const std::int32_t ready = is_address ? rule.address_ready : begins_with_data ? rule.data_ready : 0;
  const bool turns_around = is_address || (begins_with_data && row.unit->route != Route::xu);
  sub_->reads.read(row.mio, cycle + cycles(ready), rule.register_read, turns_around ? rule.port_turnaround : 0);
}

/// Rule 7 (branch-target-fetch): the line after the one of a landing is there a few cycles after the landing, not
/// counting those in which issue stands still. Rule 9 (instruction-cache): later lines may be on their way.
Cycle WarpClock::wait_for_code(const TimedRow& row, Cycle cycle) const {
  if (row.line == landing_line_) return cycle;
  const bool shares = shares_port();
  if (row.line != landing_line_ + 1 && !shares) return std::max(cycle, sub_->code.available(row.line));
  Cycle line = shares ? sub_->lookups.available(place_on_sub_, row.line) : next_line_;
  for (const IssueStall& stop : sub_->reads.issue_stalls()) line = SubPartition::after(stop, line);
  return std::max(cycle, line);
}

void WarpClock::note_setters(const TimedRow& row, std::uint32_t index) {
  for (const std::uint8_t scoreboard : {row.write_scoreboard, row.read_scoreboard})
    if (scoreboard < Scoreboards::count) setters_[scoreboard] = index;
}

/// Rule block-barrier: after BAR only fixed-latency arithmetic issues; for back-to-back instructions the window is
/// one cycle earlier.
Cycle WarpClock::wait_for_block_barrier(const TimedRow& row, Cycle cycle, Issue& issue) const {
  const Cycle seen = cycle + (follows(cycle) ? cycles(record_.block_barrier.back_to_back) : 0);
  const bool is_held = !row.is_arithmetic && seen >= barrier_from_ && seen < barrier_until_;
  issue.held_by_bar = is_held && bar_after_access_;
  return is_held ? barrier_until_ : cycle;
}

/// Rule 21 (second-issue): an instruction with a second pass through its unit needs its multiplicands early.
Cycle WarpClock::wait_for_multiplicands(const TimedRow& row, Cycle cycle) const {
  if (row.operation == nullptr || row.operation->second_issue == 0 || row.ignores_second_issue) return cycle;
  for (std::size_t i = 0; i < row.registers.source_count; ++i) {
    const RegisterUse::Source& source = row.registers.sources[i];
    if (source.place < 2) cycle = std::max(cycle, written_.multiplicand(source.index, record_.operand));
  }
  return cycle;
}

/// Rule write-port: the result of some units arrives with those of slightly later instructions, and goes first.
Cycle WarpClock::wait_for_result(const TimedRow& row, Cycle cycle) const {
  const bool arrives_together =
      sub_->delaying_issued > 0 && cycle == sub_->delaying_issued + cycles(sub_->delays_after);
  const bool writes = row.is_arithmetic && row.registers.written_count > 0 && row.unit->delays_result == 0;
  if (arrives_together && writes) ++cycle;
  while (meets_xu(row, cycle)) ++cycle;
  return cycle;
}

/// Rule write-port: when arithmetic that issues writes each of its registers, and into which bank.
template <typename Visit> void WarpClock::visit_writes(const TimedRow& row, Cycle issued, Visit visit) const {
  const Cycle write = issued + cycles(row.unit->register_write);
  const Cycle second_issue = cycles(row.operation->second_issue);
  for (std::uint8_t i = 0; i < row.registers.written_count; ++i) {
    const bool is_last = i + 1 == row.registers.written_count;
    visit(write + (is_last ? second_issue : 0),
          WritePort::bank_of(static_cast<std::uint8_t>(row.registers.written + i), record_.operand.banks));
  }
}

/// Rule write-port: whether a result of XU takes the bank that an instruction would write. Of an operation of the MIO
/// and of a double this is decided in the cycle in which other arithmetic that issues with it would write.
bool WarpClock::meets_xu(const TimedRow& row, Cycle cycle) const {
  if (!sub_->mio.has_xu_writes()) return false;
  const Cycle slot = cycle + cycles(record_.operand.result_slot);
  bool meets = false;
  if (row.is_mio) {
    for (std::uint8_t i = 0; i < row.mio.results; ++i)
      meets |= sub_->mio.is_claimed(
          slot, WritePort::bank_of(static_cast<std::uint8_t>(row.mio.written + i), record_.operand.banks));
  } else if (writes_late_pair(row)) {
    meets = sub_->mio.is_claimed(slot, WritePort::all_banks);
  } else if (row.is_arithmetic && row.unit->delays_result == 0 && !row.ignores_second_issue) {
    visit_writes(row, cycle, [&](Cycle write, std::uint8_t bank) { meets |= sub_->mio.is_claimed(write, bank); });
  }
  return meets;
}

/// Rule issue-interval: an operation of a unit that overflows into another one uses that one if it is free earlier.
template <typename Served>
Cycle WarpClock::wait_for_unit(const TimedRow& row, Cycle cycle, Issue& issue, Served& units) const {
  issue.unit = row.operation == nullptr ? 0 : row.operation->unit;
  if (issue.unit == 0) return cycle;
  if (row.is_mio) return std::max(cycle, units.next_entry(row.unit->route));
  Cycle free = unit_free(issue.unit, issue.stops);
  if (row.unit->overflow_into && free > cycle) {
    const Cycle other = unit_free(*row.unit->overflow_into, issue.stops);
    if (other < free) {
      issue.unit = *row.unit->overflow_into;
      free = other;
    }
  }
  return std::max(cycle, free);
}

/// When a unit is free, after the first issue_stalls.
Cycle WarpClock::unit_free(std::size_t unit, std::size_t stops) const {
  Cycle cycle = sub_->unit_free[unit];
  for (const IssueStall& stop : sub_->reads.issue_stalls().first(stops)) cycle = SubPartition::after(stop, cycle);
  return cycle;
}

void WarpClock::occupy(const TimedRow& row, const Issue& issue, bool executes) {
  const Cycle cycle = issue.cycle;
  const Cycle stall = row.yields ? cycles(record_.issue.yield_without_stall) : row.stall;
  released_ = cycle + stall;
  ready_ = {released_, released_};
  if (row.is_block_barrier) {
    barrier_from_ = cycle + cycles(record_.block_barrier.from);
    barrier_until_ = cycle + cycles(record_.block_barrier.until);
    bar_after_access_ = std::exchange(accessed_since_bar_, false);
    sub_->mio.block_barrier(cycle);
  }
  if (row.operation == nullptr) return;
  if (executes && row.unit->delays_result > 0 && row.registers.written_count > 0) {
    sub_->delaying_issued = cycle;
    sub_->delays_after = row.unit->delays_result;
  }
  if (row.is_mio) {
    accessed_since_bar_ |= is_load_store(row.unit->route);
    written_.forget(row.registers);
    return sub_->mio.enter(cycle + sub_->reads.stopped(), *row.operation, row.mio, scoreboards_, row.write_scoreboard,
                           row.read_scoreboard, executes);
  }
  const OperationTiming& operation = *row.operation;
  const std::int32_t second = executes ? operation.second_issue : 0;  // rule no-active-lanes: else it passes once
  sub_->unit_free[issue.unit] = cycle + cycles(operation.issue_interval - operation.second_issue + second);
  if (second > 0) {
    ready_.next += cycles(second);
    ready_.clock_read = issue.waited + stall;
    if (next_line_ > cycle) next_line_ += cycles(second);
  }
  if (executes) write_registers(row, cycle);
}

void WarpClock::write_registers(const TimedRow& row, Cycle cycle) {
  const Cycle second_issue = cycles(row.operation->second_issue);
  written_.write(row.registers, cycle, second_issue, *row.unit);
  if (!row.is_arithmetic) return;
  const Cycle left = cycle + sub_->reads.stopped();
  visit_writes(row, left, [&](Cycle write, std::uint8_t bank) { sub_->mio.writes(cycle, write, bank); });
  if (writes_late_pair(row)) sub_->mio.writes(cycle, left + cycles(record_.operand.result_slot), WritePort::of_doubles);
  if (row.registers.writes_predicate)
    sub_->mio.writes(cycle, left + cycles(row.unit->register_write + record_.operand.predicate_later),
                     WritePort::predicates);
}

bool WarpClock::is_held_by_others(const UntimedRow& row) { return row.what == beside_others; }

bool WarpClock::is_timed_but_for_others() const {
  return !others_are_lost_ &&
         std::ranges::all_of(untimed_, [](const auto& row) { return is_held_by_others(row.first); });
}

}  // namespace reconverge::timing
