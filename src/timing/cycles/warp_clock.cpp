#include "timing/cycles/warp_clock.hpp"

#include <algorithm>
#include <bit>

#include "timing/cycles/passes.hpp"

namespace reconverge::timing {
namespace {

std::size_t number(Pipe pipe) { return static_cast<std::size_t>(pipe); }

/// Whether results of a pipe come after a fixed time, so that nothing waits for a scoreboard.
bool is_arithmetic(Pipe pipe) { return (pipe >= Pipe::alu && pipe <= Pipe::uniform) || pipe == Pipe::wide; }

/// Rule 19: what a gathering takes more after a short stall, or after a long one without the yield bit.
std::uint8_t settling(std::uint8_t stall, bool without_yield, const GatheringTiming& rule) {
  const auto more = stall < rule.long_stall ? rule.short_stall : without_yield ? rule.without_yield : std::int16_t{0};
  return static_cast<std::uint8_t>(more);
}

}  // namespace

WarpClock::WarpClock(const emulator::Executable& executable, const CycleRecord& record)
    : executable_(executable),
      record_(record),
      code_(record.fetch),
      mio_(record),
      reads_(record.operand) {
  rows_.reserve(executable.function.instructions.size());
  for (const auto& instruction : executable.function.instructions) {
    const bool behind_branch = !rows_.empty() && executable.function.instructions[rows_.size() - 1].opcode() == "BRA";
    rows_.push_back(prepare(instruction));
    if (behind_branch) rows_[rows_.size() - 2].before_idle = rows_.back().yields;
  }
}

WarpClock::Row WarpClock::prepare(const sass::Instruction& instruction) const {
  const auto line_bytes = static_cast<std::uint64_t>(record_.fetch.line_bytes);
  Row row{.operation = record_.find_operation(instruction),
          .reads_clock = instruction.opcode() == "CS2R",
          .is_block_barrier = instruction.opcode() == "BAR",
          .registers = registers_of(instruction),
          .mio = mio_use_of(instruction),
          .ends_line = (instruction.address + 16) % line_bytes == 0,
          .line = static_cast<std::uint32_t>(instruction.address / line_bytes),
          .slot = static_cast<std::uint32_t>(instruction.address % line_bytes / 16)};
  row.timed = row.operation != nullptr;
  for (std::size_t i = 0; i < row.passages.size(); ++i)
    row.passages[i] = record_.find_passage(instruction, static_cast<emulator::Passage>(i));
  row.is_mio = row.operation != nullptr && is_mio(row.operation->pipe);
  row.is_arithmetic = row.operation != nullptr && is_arithmetic(row.operation->pipe);
  if (!instruction.control) return row;
  const sass::ControlWord& control = *instruction.control;
  const bool exists = control.yield || control.stall <= record_.longest_stall_without_yield;  // rule 1
  row.stall = exists ? std::max<std::uint8_t>(control.stall, 1) : 1;
  row.yields = control.yield && control.stall == 0;
  row.settling = settling(row.stall, control.yield, record_.gathering);
  row.wait_mask = control.wait_mask;
  row.write_scoreboard = control.write_barrier;
  row.read_scoreboard = control.read_barrier;
  const auto unknown = [](std::uint8_t scoreboard, std::int16_t latency) {
    return scoreboard < scoreboard_count && latency == 0;
  };
  row.timed = row.operation != nullptr && !unknown(row.write_scoreboard, row.operation->result) &&
              !unknown(row.read_scoreboard, row.operation->operands);
  return row;
}

std::uint64_t WarpClock::issue(const emulator::Issued& event) {
  const Row& row = rows_[event.at.index];
  stand_still();
  const bool ahead = row.reads_clock && clock_ready_ < ready_;  // of a second pass: rule 21
  const std::uint64_t seen = wait_for_scoreboards(row, wait_for_code(row, ahead ? clock_ready_ : ready_));
  std::uint64_t cycle = std::max(seen, ready_);
  cycle = wait_for_block_barrier(row, cycle);
  seen_ = cycle;
  cycle = wait_for_pipe(row, cycle);
  cycle = wait_for_operands(row, cycle);
  cycle = wait_for_result(row, cycle);
  cycle = pass_standstills(cycle);
  now_ = ahead ? seen : cycle;
  met_ = false;
  code_.reach(row.line, now_);
  if (row.ends_line) code_.reach(row.line + std::size_t{1}, now_ + 1);
  read_registers(row, cycle, event.executing.any());
  occupy(row, cycle, event.executing.any());
  if (!row.timed) not_timed(event.at.index, "");
  return now_;
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
  std::ranges::for_each(pipe_free_, later);
}

void WarpClock::read_registers(const Row& row, std::uint64_t cycle, bool executes) {
  if (row.operation == nullptr) return;
  const MioTiming& rule = record_.mio;
  switch (row.operation->pipe) {
    case Pipe::alu:
    case Pipe::fma_heavy:
    case Pipe::fma_lite: return reads_.read(row.registers, cycle, row.operation->second_pass, row.operation->pipe == Pipe::alu, written_);
    case Pipe::shared:
    case Pipe::global:
    case Pipe::local:
    case Pipe::special:
    case Pipe::address:
    case Pipe::constant: {
      if (!executes) return;
      const bool is_address = row.operation->pipe == Pipe::address || row.operation->pipe == Pipe::constant;
      const bool begins_with_data = row.mio.data > 0;
      const std::uint64_t wanted = cycle + (is_address ? static_cast<std::uint64_t>(rule.address_ready) : begins_with_data ? 1 : 0);
      return reads_.read(row.mio, wanted, rule.register_read, is_address || (begins_with_data && row.operation->pipe != Pipe::special));
    }
    default: return;
  }
}

/// Rule 7: the line behind the one of a landing is there a few cycles after the landing.
std::uint64_t WarpClock::wait_for_code(const Row& row, std::uint64_t cycle) const {
  if (row.line == landing_line_) return cycle;
  return std::max(cycle, landing_ + static_cast<std::uint64_t>(record_.fetch.next_line));
}

/// Rule 2: the instruction waits for its scoreboards, but does not see one that was set just now.
std::uint64_t WarpClock::wait_for_scoreboards(const Row& row, std::uint64_t cycle) {
  std::uint64_t clear = cycle;
  for (unsigned mask = row.wait_mask; mask != 0; mask &= mask - 1) {
    const auto scoreboard = static_cast<std::size_t>(std::countr_zero(mask));
    clear = std::max(clear, mio_.clear_for(scoreboard, cycle, follows(cycle) || met_ ? now_ : cycle));
  }
  return clear;
}

/// Rule 6: BAR holds back whatever is not arithmetic of a fixed latency; what follows another instruction
/// at once, a cycle earlier.
std::uint64_t WarpClock::wait_for_block_barrier(const Row& row, std::uint64_t cycle) {
  const std::uint64_t seen = cycle + (follows(cycle) ? 1 : 0);
  const bool is_held = !row.is_arithmetic && seen >= barrier_from_ && seen < barrier_until_;
  held_long_ = is_held && cycle >= now_ + static_cast<std::uint64_t>(record_.block_barrier.load_behind);
  return is_held ? barrier_until_ : cycle;
}

/// Rule 21: what goes through its pipe twice needs its multiplicands early. Rule 22: two registers of
/// one bank that were written just now cannot be read together.
std::uint64_t WarpClock::wait_for_operands(const Row& row, std::uint64_t cycle) const {
  if (row.operation == nullptr || row.reads_clock) return cycle;
  const OperandTiming& rule = record_.operand;
  if (row.operation->second_pass > 0)
    for (std::size_t i = 0; i < row.registers.source_count; ++i) {
      const RegisterUse::Source& source = row.registers.sources[i];
      if (source.place < 2) cycle = std::max(cycle, written_.multiplicand(source.index, rule));
    }
  const bool clashes = row.operation->pipe == Pipe::alu && row.registers.source_count == 3 &&
                       written_.clash(row.registers, cycle, rule);
  return cycle + (clashes ? static_cast<std::uint64_t>(rule.clash) : 0);
}

/// Rule 25: a result of the pipe of halves arrives together with those of what issues a little later,
/// and goes first.
std::uint64_t WarpClock::wait_for_result(const Row& row, std::uint64_t cycle) const {
  const bool arrives_together = halves_issued_ > 0 && cycle == halves_issued_ + static_cast<std::uint64_t>(record_.half_result_later);
  const bool writes = row.is_arithmetic && row.registers.written_count > 0 && row.operation->pipe != Pipe::half;
  return cycle + (arrives_together && writes ? 1 : 0);
}

/// Rule 3: single precision takes the lite pipe, or the heavy one if that is free earlier.
std::uint64_t WarpClock::wait_for_pipe(const Row& row, std::uint64_t cycle) {
  chosen_pipe_ = row.operation == nullptr ? Pipe::none : row.operation->pipe;
  if (chosen_pipe_ == Pipe::none) return cycle;
  if (row.is_mio) return std::max(cycle, mio_.next_place(chosen_pipe_));
  const std::uint64_t lite = pipe_free_[number(Pipe::fma_lite)], heavy = pipe_free_[number(Pipe::fma_heavy)];
  if (chosen_pipe_ == Pipe::fma_lite && lite > cycle && heavy < lite) chosen_pipe_ = Pipe::fma_heavy;
  return std::max(cycle, pipe_free_[number(chosen_pipe_)]);
}

void WarpClock::occupy(const Row& row, std::uint64_t cycle, bool executes) {
  const std::uint64_t stall = row.yields ? static_cast<std::uint64_t>(record_.yield_without_stall) : row.stall;
  ready_ = cycle + stall;
  clock_ready_ = ready_;
  if (row.is_block_barrier) {
    barrier_from_ = cycle + static_cast<std::uint64_t>(record_.block_barrier.from);
    barrier_until_ = cycle + static_cast<std::uint64_t>(record_.block_barrier.until);
  }
  if (chosen_pipe_ == Pipe::half) halves_issued_ = cycle;
  if (row.operation == nullptr) return;
  if (row.is_mio) {
    written_.forget(row.registers);
    return mio_.enter(cycle + reads_.stopped(), *row.operation, row.mio, row.write_scoreboard, row.read_scoreboard, executes);
  }
  const OperationTiming& operation = *row.operation;
  pipe_free_[number(chosen_pipe_)] = cycle + static_cast<std::uint64_t>(operation.occupies);
  if (operation.second_pass > 0) {
    ready_ += static_cast<std::uint64_t>(operation.second_pass);
    clock_ready_ = seen_ + stall;
  }
  if (executes) write_registers(row, cycle);
}

void WarpClock::write_registers(const Row& row, std::uint64_t cycle) {
  const OperationTiming& operation = *row.operation;
  written_.write(row.registers, cycle, static_cast<std::uint64_t>(operation.second_pass), operation.pipe == Pipe::alu);
  if (!row.is_arithmetic) return;
  const bool is_late = operation.pipe == Pipe::half || operation.pipe == Pipe::wide;
  const MioTiming& rule = record_.mio;
  const auto write = cycle + static_cast<std::uint64_t>(is_late ? rule.late_arithmetic_write : rule.arithmetic_write);
  const RegisterUse& registers = row.registers;
  for (std::uint8_t i = 0; i < registers.written_count; ++i) {
    const bool is_second = i + 1 == registers.written_count && operation.second_pass > 0;
    mio_.writes(write + static_cast<std::uint64_t>(is_second ? operation.second_pass : 0),
                WritePort::bank_of(static_cast<std::uint8_t>(registers.written + i)));
  }
}

/// Rules 23, 26 and 27: what an access takes depends on its addresses.
void WarpClock::accessed(const emulator::Accessed& event) {
  const Row& row = rows_[event.at.index];
  if (!row.is_mio) return;
  const emulator::Access& access = event.access;
  const std::int16_t banks = record_.mio.banks;
  switch (row.operation->pipe) {
    case Pipe::shared: {
      if (row.operation->modifier == "CAST") break;  // takes as long whoever meets
      const bool is_atomic = access.reads && access.writes;
      mio_.accessed({.wavefronts = is_atomic ? atomic_wavefronts_of(access, banks) : wavefronts_of(access, banks)});
      if (row.mio.results > 0 && !is_atomic && held_long_) mio_.delay(record_.block_barrier.load);
      break;
    }
    case Pipe::global: {
      const std::optional<int> tags = tags_of(access);
      if (!tags) not_timed(event.at.index, " with these addresses");
      mio_.accessed({.wavefronts = wavefronts_of(access, banks), .tags = tags.value_or(1)});
      break;
    }
    case Pipe::local: {
      const std::optional<int> tags = local_tags_of(access);
      if (!tags) not_timed(event.at.index, " with these addresses");
      mio_.accessed({.tags = tags.value_or(1)});
      break;
    }
    case Pipe::address:
      delay_by_values(blocks_of(access, access.bytes));
      break;
    default: break;
  }
}

/// Rule 27: the address unit takes one value of the lanes after the other.
void WarpClock::delay_by_values(std::size_t values) {
  mio_.delay(static_cast<std::int16_t>(record_.mio.address_value * static_cast<std::int16_t>(values - 1)));
}

void WarpClock::matched(const emulator::Matched& event) {
  if (rows_[event.at.index].is_mio) delay_by_values(static_cast<std::size_t>(event.values));
}

void WarpClock::moved(const emulator::Moved& event) {
  const Row& row = rows_[event.at.index];
  const PassageTiming* passage = row.passages[static_cast<std::size_t>(event.passage)];
  if (passage == nullptr) return not_timed(event.at.index, " in this way");
  if (event.passage == emulator::Passage::synchronised_last && event.count > record_.gathering.known_places)
    not_timed(event.at.index, " of lanes from three places");
  const std::uint64_t more = more_than_passage(row, event);
  std::uint64_t cycles = *cycles_of(event.at.index, event.passage) + more;
  const bool parts_or_meets = passage->cycles > 0 && !passage->redirects;
  const bool late = row.ends_line && now_ < landing_ + static_cast<std::uint64_t>(record_.fetch.late_within);
  if (parts_or_meets && late) cycles += static_cast<std::uint64_t>(record_.fetch.late_branch);
  ready_ = now_ + cycles;
  clock_ready_ = ready_;
  met_ = event.passage == emulator::Passage::met || event.passage == emulator::Passage::met_moved;
  if (!passage->redirects || event.index >= rows_.size()) return;
  landing_ = now_ + static_cast<std::uint64_t>(passage->cycles) + more + (passage->stall == StallUse::settles ? row.settling : 0);
  const Row& target = rows_[event.index];
  landing_line_ = target.line;
  landing_ += code_.wait(target.line, target.slot, landing_);
  ready_ = clock_ready_ = std::max(ready_, landing_);
}

std::optional<std::uint64_t> WarpClock::cycles_of(std::uint32_t index, emulator::Passage passage) const {
  const Row& row = rows_[index];
  const PassageTiming* timing = row.passages[static_cast<std::size_t>(passage)];
  if (timing == nullptr) return std::nullopt;
  const auto cycles = static_cast<std::uint64_t>(timing->cycles);
  switch (timing->stall) {
    case StallUse::at_least: return std::max<std::uint64_t>(cycles, row.stall);
    case StallUse::added: return cycles + row.stall;
    case StallUse::settles: return cycles + row.settling;
    default: return cycles;
  }
}

/// Rule 18: lanes that exit leave their barriers one after another. Rule 10: a branch in front of nothing.
std::uint64_t WarpClock::more_than_passage(const Row& row, const emulator::Moved& event) const {
  using emulator::Passage;
  const auto is_one_of = [&](std::initializer_list<Passage> passages) { return std::ranges::find(passages, event.passage) != passages.end(); };
  if (row.before_idle && event.passage == Passage::jumped) return static_cast<std::uint64_t>(record_.fetch.before_idle);
  if (event.count == 0 || !is_one_of({Passage::switched_fast, Passage::switched_slow, Passage::completed_by_exit})) return 0;
  return static_cast<std::uint64_t>(record_.leaving.first_barrier + (event.count - 1) * record_.leaving.further_barrier);
}

void WarpClock::not_timed(std::uint32_t index, std::string_view what) {
  ++untimed_[{index, what}];
  ++untimed_total_;
}

}  // namespace reconverge::timing
