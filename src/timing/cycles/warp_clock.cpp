#include "timing/cycles/warp_clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "timing/cycles/passes.hpp"

namespace reconverge::timing {
namespace {

std::uint64_t cycles(std::int64_t count) { return static_cast<std::uint64_t>(count); }

/// Rule yield-and-warpsync: the penalty of a short stall, or of a long one with the yield bit clear.
std::int32_t penalty_of(std::uint8_t stall, bool yield_bit_clear, const WarpsyncTiming& rule) {
  if (stall < rule.long_stall) return rule.short_stall;
  return yield_bit_clear ? rule.yield_bit_clear : 0;
}

}  // namespace

namespace {

bool uses_shared_memory(const sass::Instruction& row) {
  const std::string_view opcode = row.opcode();
  return opcode.starts_with("LDS") || opcode.starts_with("STS") || opcode.starts_with("ATOMS") || opcode == "LDGSTS";
}

/// Other warps may see it, or change it: rule 26.
bool is_beyond_first_level(const sass::Instruction& row) {
  return row.has_modifier("STRONG") && (row.has_modifier("GPU") || row.has_modifier("SYS"));
}

}  // namespace

WarpClock::WarpClock(const emulator::Executable& executable, const CycleRecord& record, CodeAtStart code)
    : executable_(executable),
      record_(record),
      unit_free_(record.units.size()),
      code_(record.fetch, code),
      mio_(record),
      reads_(record.operand) {
  const bool beside_shared = std::ranges::any_of(executable.function.instructions, uses_shared_memory);
  held_lines_ = cycles(beside_shared ? record.l1.held_lines_beside_shared : record.l1.held_lines);
  auto rows = std::make_shared<std::vector<Row>>();
  rows->reserve(executable.function.instructions.size());
  for (const auto& instruction : executable.function.instructions) {
    rows->push_back(prepare(instruction));
    if (rows->size() > 1) (*rows)[rows->size() - 2].before_idle = rows->back().yields;
  }
  rows_ = *rows;
  owned_rows_ = std::move(rows);
}

WarpClock::Row WarpClock::prepare(const sass::Instruction& instruction) const {
  const std::uint64_t line_bytes = cycles(record_.fetch.line_bytes),
                      word_bytes = cycles(record_.fetch.instruction_bytes);
  const auto transfers = [&](emulator::Passage passage) { return record_.find_transfer(instruction, passage); };
  Row row{.operation = record_.find_operation(instruction),
          .is_block_barrier = transfers(emulator::Passage::block_barrier) != nullptr,
          .registers = registers_of(instruction),
          .mio = mio_use_of(instruction),
          .ends_line = (instruction.address + word_bytes) % line_bytes == 0,
          .line = static_cast<std::uint32_t>(instruction.address / line_bytes),
          .slot = static_cast<std::uint32_t>(instruction.address % line_bytes / word_bytes)};
  row.timed = row.operation != nullptr;
  row.unit = row.operation == nullptr ? nullptr : &record_.unit_of(*row.operation);
  for (std::size_t i = 0; i < row.transfers.size(); ++i)
    row.transfers[i] = transfers(static_cast<emulator::Passage>(i));
  if (row.unit != nullptr && row.unit->route == Route::level_1 && is_beyond_first_level(instruction)) row.timed = false;
  row.is_mio = row.unit != nullptr && is_mio(row.unit->route);
  row.is_arithmetic = row.unit != nullptr && row.unit->fixed_latency;
  row.ignores_second_issue = row.operation != nullptr && row.operation->ignores_second_issue;
  row.lacks = lacking_field(row);
  if (!instruction.control) return row;
  const sass::ControlWord& control = *instruction.control;
  const bool exists = control.yield || control.stall <= record_.issue.longest_stall_with_yield_bit_set;
  row.stall = exists ? std::max<std::uint8_t>(control.stall, 1) : 1;
  row.yields = control.yield && control.stall == 0;
  row.penalty = penalty_of(row.stall, control.yield, record_.warpsync);
  row.wait_mask = control.wait_mask;
  row.write_scoreboard = control.write_barrier;
  row.read_scoreboard = control.read_barrier;
  if (row.operation == nullptr) return row;
  const auto unknown = [](std::uint8_t scoreboard, std::optional<std::int32_t> latency) {
    return scoreboard < scoreboard_count && !latency;
  };
  const OperationTiming& operation = *row.operation;
  row.timed = row.timed && !unknown(row.write_scoreboard, operation.result_latency) &&
              !unknown(row.write_scoreboard, operation.write_to_release) &&
              !unknown(row.read_scoreboard, operation.source_release);
  return row;
}

/// The first field that is absent from a group of numbers that a rule for this row computes with. Empty: none.
std::string_view WarpClock::lacking_field(const Row& row) const {
  if (record_.absent.empty()) return {};
  const auto transfers_by = [&](StallUse use) {
    return std::ranges::any_of(
        row.transfers, [&](const TransferTiming* transfer) { return transfer != nullptr && transfer->stall == use; });
  };
  const bool is_exit = std::ranges::any_of(row.transfers, [](const TransferTiming* transfer) {
    return transfer != nullptr && transfer->passage == emulator::Passage::completed_by_exit;
  });
  const bool is_far = row.unit != nullptr && (row.unit->route == Route::level_1 || row.unit->route == Route::local);
  const bool reads_banks = row.is_mio || (row.unit != nullptr && row.unit->operand_banks);
  const std::array<std::pair<std::string_view, bool>, 8> needs{{{"issue", true},
                                                                {"fetch", true},
                                                                {"mio", row.is_mio},
                                                                {"l1", is_far},
                                                                {"operand", reads_banks},
                                                                {"block_barrier", row.is_block_barrier},
                                                                {"warpsync", transfers_by(StallUse::penalised)},
                                                                {"exit", is_exit}}};
  for (const auto& [group, needed] : needs) {
    const auto absent = record_.absent.find(group);
    if (needed && absent != record_.absent.end()) return absent->second;
  }
  return {};
}

/// Rule 2: the instruction waits for its scoreboards, but does not see one that was set just now.
template <bool explains> std::uint64_t WarpClock::wait_for_scoreboards(const Row& row, std::uint64_t cycle) {
  std::uint64_t clear = cycle;
  for (unsigned mask = row.wait_mask; mask != 0; mask &= mask - 1) {
    const auto scoreboard = static_cast<std::size_t>(std::countr_zero(mask));
    const std::uint64_t own = mio_.clear_for(scoreboard, cycle, follows(cycle) || met_ ? now_ : cycle);
    if constexpr (explains)
      if (own > clear) steps_->setter = setters_[scoreboard];
    clear = std::max(clear, own);
  }
  return clear;
}

template <bool explains> std::uint64_t WarpClock::issue_as(const emulator::Issued& event) {
  const Row& row = rows_[event.at.index];
  note<explains>(Constraint::release, released_);
  note<explains>(Constraint::ready, ready_);
  stand_still();
  note<explains>(Constraint::standstill, ready_);
  const bool ahead = row.ignores_second_issue && clock_ready_ < ready_;  // of a second pass: rule 21
  const std::uint64_t fetched = wait_for_code(row, ahead ? clock_ready_ : ready_);
  note<explains>(Constraint::code, fetched);
  const std::uint64_t seen = wait_for_scoreboards<explains>(row, fetched);
  std::uint64_t cycle = std::max(seen, ready_);
  note<explains>(Constraint::scoreboards, cycle);
  cycle = wait_for_block_barrier(row, cycle);
  note<explains>(Constraint::barrier, cycle);
  seen_ = cycle;
  cycle = wait_for_unit(row, cycle);
  note<explains>(Constraint::unit, cycle);
  cycle = wait_for_multiplicands(row, cycle);
  note<explains>(Constraint::values, cycle);
  cycle = wait_for_banks(row, cycle);
  cycle = wait_for_result(row, cycle);
  cycle = pass_standstills(cycle);
  now_ = ahead ? seen : cycle;
  note<explains>(Constraint::issue, now_);
  met_ = false;
  const std::size_t reached = code_.reached();
  code_.reach(row.line, now_);
  if (row.ends_line) code_.reach(row.line + std::size_t{1}, now_ + cycles(record_.fetch.line_request));
  if (code_.reached() > reached && code_.reached() > static_cast<std::size_t>(record_.fetch.known_lines)) {
    not_timed(event.at.index, " in so much code");
    if (!beyond_known_code_) beyond_known_code_ = UntimedRow{event.at.index, " in so much code"};
  }
  read_registers(row, cycle, event.executing.any());
  if constexpr (explains) note_setters(row, event.at.index);
  occupy(row, cycle, event.executing.any());
  if (ahead) released_ -= cycle - now_;
  if (!row.timed) not_timed(event.at.index, "");
  if (!row.lacks.empty()) not_timed(event.at.index, row.lacks);
  return now_;
}

std::uint64_t WarpClock::issue(const emulator::Issued& event) {
  return steps_ == nullptr ? issue_as<false>(event) : issue_as<true>(event);
}

/// Rule 5: of CS2R alone it is known in which cycle it reads the clock.
emulator::ClockReading WarpClock::reading(std::uint32_t index) const {
  const sass::Function& function = executable_.function;
  if (!rows_[index].ignores_second_issue)
    return {std::nullopt, "in which cycle " + function.instructions[index].mnemonic + " reads the clock is not known"};
  if (untimed_.empty()) return {};
  const UntimedRow& first = untimed_.begin()->first;
  return {untimed_total_, fmt::format("{} at 0x{:x} ran before, whose time is not known", to_string(first, function),
                                      function.instructions[first.index].address)};
}

/// Rule 29: nothing issues while operands are late; stall counts and pipes stand still.
void WarpClock::stand_still() {
  while (const Standstill* stop = reads_.next_standstill()) {
    if (ready_ < stop->from) return;
    shift(*stop);
    reads_.end_standstill();
  }
}

/// The same for what waited for something else until then.
std::uint64_t WarpClock::pass_standstills(std::uint64_t cycle) {
  while (const Standstill* stop = reads_.next_standstill()) {
    if (cycle < stop->from) break;
    cycle = std::max(cycle, stop->from + stop->cycles);
    shift(*stop);
    reads_.end_standstill();
  }
  return cycle;
}

void WarpClock::shift(const Standstill& stop) {
  const auto later = [&](std::uint64_t& cycle) { cycle += cycle >= stop.from ? stop.cycles : 0; };
  later(ready_);
  later(clock_ready_);
  std::ranges::for_each(unit_free_, later);
}

void WarpClock::read_registers(const Row& row, std::uint64_t cycle, bool executes) {
  if (row.operation == nullptr) return;
  if (row.unit->operand_banks)
    return reads_.read(row.registers, cycle, row.operation->second_issue, row.unit->forwarding, written_);
  if (!row.is_mio || row.unit->route == Route::barrier || !executes) return;
  const MioTiming& rule = record_.mio;
  const bool is_address = row.unit->route == Route::address || row.unit->route == Route::constant;
  const bool begins_with_data = row.mio.data > 0;
  const std::int32_t ready = is_address ? rule.address_ready : begins_with_data ? rule.data_ready : 0;
  const bool turns_around = is_address || (begins_with_data && row.unit->route != Route::xu);
  reads_.read(row.mio, cycle + cycles(ready), rule.register_read, turns_around ? rule.port_turnaround : 0);
}

/// Rule 7: the line behind the one of a landing is there a few cycles after the landing.
std::uint64_t WarpClock::wait_for_code(const Row& row, std::uint64_t cycle) const {
  if (row.line == landing_line_) return cycle;
  return std::max(cycle, landing_ + cycles(record_.fetch.next_line));
}

void WarpClock::note_setters(const Row& row, std::uint32_t index) {
  for (const std::uint8_t scoreboard : {row.write_scoreboard, row.read_scoreboard})
    if (scoreboard < scoreboard_count) setters_[scoreboard] = index;
}

/// Rule 6: BAR holds back whatever is not arithmetic of a fixed latency; what follows another instruction
/// at once, a cycle earlier.
std::uint64_t WarpClock::wait_for_block_barrier(const Row& row, std::uint64_t cycle) {
  const std::uint64_t seen = cycle + (follows(cycle) ? cycles(record_.block_barrier.back_to_back) : 0);
  const bool is_held = !row.is_arithmetic && seen >= barrier_from_ && seen < barrier_until_;
  held_long_ = is_held && cycle >= now_ + cycles(record_.block_barrier.load_after);
  return is_held ? barrier_until_ : cycle;
}

/// Rule 21: what goes through its pipe twice needs its multiplicands early.
std::uint64_t WarpClock::wait_for_multiplicands(const Row& row, std::uint64_t cycle) const {
  if (row.operation == nullptr || row.operation->second_issue == 0 || row.ignores_second_issue) return cycle;
  for (std::size_t i = 0; i < row.registers.source_count; ++i) {
    const RegisterUse::Source& source = row.registers.sources[i];
    if (source.place < 2) cycle = std::max(cycle, written_.multiplicand(source.index, record_.operand));
  }
  return cycle;
}

/// Rule 22: two registers of one bank that were written just now cannot be read together.
std::uint64_t WarpClock::wait_for_banks(const Row& row, std::uint64_t cycle) const {
  if (row.operation == nullptr || row.ignores_second_issue) return cycle;
  const OperandTiming& rule = record_.operand;
  const bool conflicts = row.unit->written_bank_conflict && row.registers.source_count == 3 &&
                         written_.conflicts(row.registers, cycle, rule);
  return cycle + (conflicts ? cycles(rule.conflict) : 0);
}

/// Rule write-port: the result of some units arrives together with those of what issues a little later, and goes first.
std::uint64_t WarpClock::wait_for_result(const Row& row, std::uint64_t cycle) const {
  const bool arrives_together = delaying_issued_ > 0 && cycle == delaying_issued_ + cycles(delays_after_);
  const bool writes = row.is_arithmetic && row.registers.written_count > 0 && row.unit->delays_result == 0;
  return cycle + (arrives_together && writes ? 1 : 0);
}

/// Rule issue-interval: a unit that has another one to overflow into takes that one if it is free earlier.
std::uint64_t WarpClock::wait_for_unit(const Row& row, std::uint64_t cycle) {
  chosen_unit_ = row.operation == nullptr ? 0 : row.operation->unit;
  if (chosen_unit_ == 0) return cycle;
  if (row.is_mio) return std::max(cycle, mio_.next_entry(row.unit->route));
  const std::uint64_t own = unit_free_[chosen_unit_];
  if (row.unit->overflow_into && own > cycle && unit_free_[*row.unit->overflow_into] < own)
    chosen_unit_ = *row.unit->overflow_into;
  return std::max(cycle, unit_free_[chosen_unit_]);
}

void WarpClock::occupy(const Row& row, std::uint64_t cycle, bool executes) {
  const std::uint64_t stall = row.yields ? cycles(record_.issue.yield_without_stall) : row.stall;
  ready_ = released_ = cycle + stall;
  clock_ready_ = ready_;
  if (row.is_block_barrier) {
    barrier_from_ = cycle + cycles(record_.block_barrier.from);
    barrier_until_ = cycle + cycles(record_.block_barrier.until);
  }
  if (row.operation == nullptr) return;
  if (row.unit->delays_result > 0) {
    delaying_issued_ = cycle;
    delays_after_ = row.unit->delays_result;
  }
  if (row.is_mio) {
    written_.forget(row.registers);
    return mio_.enter(cycle + reads_.stopped(), *row.operation, row.mio, row.write_scoreboard, row.read_scoreboard,
                      executes);
  }
  const OperationTiming& operation = *row.operation;
  unit_free_[chosen_unit_] = cycle + cycles(operation.issue_interval);
  if (operation.second_issue > 0) {
    ready_ += cycles(operation.second_issue);
    clock_ready_ = seen_ + stall;
  }
  if (executes) write_registers(row, cycle);
}

void WarpClock::write_registers(const Row& row, std::uint64_t cycle) {
  const std::uint64_t second_issue = cycles(row.operation->second_issue);
  written_.write(row.registers, cycle, second_issue, *row.unit);
  if (!row.is_arithmetic) return;
  const std::uint64_t write = cycle + cycles(row.unit->register_write);
  const RegisterUse& registers = row.registers;
  for (std::uint8_t i = 0; i < registers.written_count; ++i) {
    const bool is_second = i + 1 == registers.written_count && second_issue > 0;
    mio_.writes(write + (is_second ? second_issue : 0),
                WritePort::bank_of(static_cast<std::uint8_t>(registers.written + i), record_.operand.banks));
  }
}

/// Rules 23, 26 and 27: what an access takes depends on its addresses.
void WarpClock::accessed(const emulator::Accessed& event) {
  const Row& row = rows_[event.at.index];
  if (!row.is_mio) return;
  const emulator::Access& access = event.access;
  const MioTiming& rule = record_.mio;
  switch (row.unit->route) {
    case Route::shared: {
      if (row.operation->one_wavefront) break;
      const bool is_atomic = access.reads && access.writes;
      mio_.accessed({.wavefronts = is_atomic ? atomic_wavefronts_of(access, rule) : wavefronts_of(access, rule)});
      if (row.mio.results > 0 && !is_atomic && held_long_) mio_.delay(record_.block_barrier.load);
      break;
    }
    case Route::level_1: {
      use_first_level(event.at.index, access);
      const std::optional<int> tags = tags_of(access, record_.l1);
      if (!tags) not_timed(event.at.index, " with these addresses");
      mio_.accessed({.wavefronts = wavefronts_of(access, rule), .tags = tags.value_or(1)});
      break;
    }
    case Route::local: {
      use_first_level(event.at.index, access);
      const std::optional<int> tags = local_tags_of(access, record_.l1, cycles(rule.bank_bytes));
      if (!tags) not_timed(event.at.index, " with these addresses");
      mio_.accessed({.tags = tags.value_or(1)});
      break;
    }
    case Route::address: delay_by_values(blocks_of(access, access.bytes)); break;
    default: break;
  }
}

/// Rule 26: once the first level is not known to hold all lines that the run uses, any of them may be missed.
void WarpClock::use_first_level(std::uint32_t index, const emulator::Access& access) {
  constexpr std::uint64_t local_lines = std::uint64_t{1} << 63, word_bytes = 4;
  ++accesses_;
  const bool is_local = access.space == emulator::Space::local;
  const std::uint64_t bytes = is_local ? word_bytes : cycles(record_.l1.line_bytes);
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    if (!access.lanes.contains(static_cast<int>(lane))) continue;
    for (std::uint64_t line = access.address[lane] / bytes; line <= (access.address[lane] + access.bytes - 1) / bytes;
         ++line) {
      if (line == last_data_line_) continue;
      last_data_line_ = line;
      data_lines_.insert(is_local ? line | local_lines : line);
    }
  }
  if (data_lines_.size() <= held_lines_) return;
  const UntimedRow row{index, " of more data than the first level is known to hold"};
  if (!beyond_first_level_) beyond_first_level_ = row;
  not_timed(row.index, row.what);
}

/// Rule 27: the address unit takes one value of the lanes after the other.
void WarpClock::delay_by_values(std::size_t values) {
  mio_.delay(record_.mio.address_value * static_cast<std::int32_t>(values - 1));
}

void WarpClock::matched(const emulator::Matched& event) {
  if (rows_[event.at.index].is_mio) delay_by_values(static_cast<std::size_t>(event.values));
}

void WarpClock::moved(const emulator::Moved& event) {
  const Row& row = rows_[event.at.index];
  const TransferTiming* transfer = row.transfers[static_cast<std::size_t>(event.passage)];
  if (transfer == nullptr) return not_timed(event.at.index, " in this way");
  if (event.passage == emulator::Passage::synchronised_last && event.count > record_.warpsync.known_origins)
    not_timed(event.at.index, " of lanes from three places");
  if (event.passage == emulator::Passage::block_barrier && event.count > 0)
    not_timed(event.at.index, " of lanes that came apart");
  const std::uint64_t more = more_than_transfer(row, event);
  std::uint64_t taken = *cycles_of(event.at.index, event.passage) + more;
  released_ = now_ + taken;
  const bool parts_or_meets = transfer->cycles > 0 && !transfer->refetches;
  const bool late = row.ends_line && now_ < landing_ + cycles(record_.fetch.late_within);
  if (parts_or_meets && late) taken += cycles(record_.fetch.late_branch);
  ready_ = now_ + taken;
  clock_ready_ = ready_;
  met_ = event.passage == emulator::Passage::met || event.passage == emulator::Passage::met_moved;
  if (!transfer->refetches || event.index >= rows_.size()) return;
  landing_ =
      now_ + cycles(transfer->cycles) + more + (transfer->stall == StallUse::penalised ? cycles(row.penalty) : 0);
  const Row& target = rows_[event.index];
  landing_line_ = target.line;
  landing_ += code_.wait(target.line, target.slot, landing_);
  ready_ = clock_ready_ = std::max(ready_, landing_);
}

std::optional<std::uint64_t> WarpClock::cycles_of(std::uint32_t index, emulator::Passage passage) const {
  const Row& row = rows_[index];
  const TransferTiming* timing = row.transfers[static_cast<std::size_t>(passage)];
  if (timing == nullptr) return std::nullopt;
  const std::uint64_t taken = cycles(timing->cycles);
  switch (timing->stall) {
    case StallUse::at_least: return std::max<std::uint64_t>(taken, row.stall);
    case StallUse::added: return taken + row.stall;
    case StallUse::penalised: return taken + cycles(row.penalty);
    default: return taken;
  }
}

/// Rule exit: lanes that exit leave their barriers one after another. Rule uniform-branch: a branch followed by an
/// all-zero control word.
std::uint64_t WarpClock::more_than_transfer(const Row& row, const emulator::Moved& event) const {
  using emulator::Passage;
  const auto is_one_of = [&](std::initializer_list<Passage> passages) {
    return std::ranges::find(passages, event.passage) != passages.end();
  };
  const TransferTiming* transfer = row.transfers[static_cast<std::size_t>(event.passage)];
  if (row.before_idle && transfer->idle_successor > 0) return cycles(transfer->idle_successor);
  if (event.count == 0 || !is_one_of({Passage::switched_fast, Passage::switched_slow, Passage::completed_by_exit}))
    return 0;
  return cycles(record_.exit.first_barrier + (event.count - 1) * record_.exit.further_barrier);
}

void WarpClock::not_timed(std::uint32_t index, std::string_view what) {
  ++untimed_[{index, what}];
  ++untimed_total_;
}

}  // namespace reconverge::timing
