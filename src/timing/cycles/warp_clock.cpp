#include "timing/cycles/warp_clock.hpp"

#include <algorithm>

namespace reconverge::timing {
namespace {

std::size_t number(Pipe pipe) { return static_cast<std::size_t>(pipe); }
constexpr std::uint8_t no_scoreboard = 7;

/// Whether results of a pipe come after a fixed time, so that nothing waits for a scoreboard.
bool is_arithmetic(Pipe pipe) { return pipe >= Pipe::alu && pipe <= Pipe::uniform; }

}  // namespace

WarpClock::WarpClock(const emulator::Executable& executable, const CycleRecord& record)
    : executable_(executable), record_(record) {
  rows_.reserve(executable.function.instructions.size());
  for (const auto& instruction : executable.function.instructions) rows_.push_back(prepare(instruction));
}

WarpClock::Row WarpClock::prepare(const sass::Instruction& instruction) const {
  const auto line_bytes = static_cast<std::uint64_t>(record_.fetch.line_bytes);
  Row row{.operation = record_.find_operation(instruction),
          .reads_clock = instruction.opcode() == "CS2R",
          .is_block_barrier = instruction.opcode() == "BAR",
          .registers = registers_of(instruction),
          .ends_line = (instruction.address + 16) % line_bytes == 0,
          .line = static_cast<std::uint32_t>(instruction.address / line_bytes)};
  row.timed = row.operation != nullptr;
  for (std::size_t i = 0; i < row.passages.size(); ++i)
    row.passages[i] = record_.find_passage(instruction, static_cast<emulator::Passage>(i));
  row.is_arithmetic = row.operation != nullptr && is_arithmetic(row.operation->pipe);
  if (!instruction.control) return row;
  const sass::ControlWord& control = *instruction.control;
  const bool exists = control.yield || control.stall <= record_.longest_stall_without_yield;  // rule 1
  row.stall = exists ? std::max<std::uint8_t>(control.stall, 1) : 1;
  row.yields = control.yield && control.stall == 0;
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
  const bool ahead = row.reads_clock && clock_ready_ < ready_;  // of a second pass: rule 21
  const std::uint64_t seen = wait_for_scoreboards(row, wait_for_code(row, ahead ? clock_ready_ : ready_));
  std::uint64_t cycle = std::max(seen, ready_);
  cycle = wait_for_block_barrier(row, cycle);
  seen_ = cycle;
  cycle = wait_for_pipe(row, cycle);
  cycle = wait_for_operands(row, cycle);
  now_ = ahead ? seen : cycle;
  occupy(row, cycle);
  if (!row.timed) not_timed({event.at.index, false});
  return now_;
}

/// Rule 7: the line behind the one of a landing is there a few cycles after the landing.
std::uint64_t WarpClock::wait_for_code(const Row& row, std::uint64_t cycle) const {
  if (row.line == landing_line_) return cycle;
  return std::max(cycle, landing_ + static_cast<std::uint64_t>(record_.fetch.next_line));
}

/// Rule 2: the instruction waits for its scoreboards, but does not see one that was set just now.
std::uint64_t WarpClock::wait_for_scoreboards(const Row& row, std::uint64_t cycle) const {
  if (row.wait_mask == 0) return cycle;
  std::uint64_t released = cycle;
  for (std::size_t i = 0; i < scoreboard_count; ++i) {
    const Scoreboard& scoreboard = scoreboards_[i];
    const bool waits = (row.wait_mask >> i & 1) != 0;
    if (waits && cycle > scoreboard.set + static_cast<std::uint64_t>(record_.unseen_scoreboard))
      released = std::max(released, scoreboard.release);
  }
  return released;
}

/// Rule 6: BAR holds back whatever is not arithmetic of a fixed latency.
std::uint64_t WarpClock::wait_for_block_barrier(const Row& row, std::uint64_t cycle) const {
  const bool in_barrier = cycle >= barrier_from_ && cycle < barrier_until_;
  return !row.is_arithmetic && in_barrier ? barrier_until_ : cycle;
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

/// Rule 3: single precision takes the lite pipe, or the heavy one if that is free earlier.
std::uint64_t WarpClock::wait_for_pipe(const Row& row, std::uint64_t cycle) {
  chosen_pipe_ = row.operation == nullptr ? Pipe::none : row.operation->pipe;
  if (chosen_pipe_ == Pipe::none) return cycle;
  const std::uint64_t lite = pipe_free_[number(Pipe::fma_lite)], heavy = pipe_free_[number(Pipe::fma_heavy)];
  if (chosen_pipe_ == Pipe::fma_lite && lite > cycle && heavy < lite) chosen_pipe_ = Pipe::fma_heavy;
  return std::max(cycle, pipe_free_[number(chosen_pipe_)]);
}

void WarpClock::occupy(const Row& row, std::uint64_t cycle) {
  const std::uint64_t stall = row.yields ? static_cast<std::uint64_t>(record_.yield_without_stall) : row.stall;
  ready_ = cycle + stall;
  clock_ready_ = ready_;
  if (row.is_block_barrier) {
    barrier_from_ = cycle + static_cast<std::uint64_t>(record_.block_barrier.from);
    barrier_until_ = cycle + static_cast<std::uint64_t>(record_.block_barrier.until);
  }
  if (row.operation == nullptr) return;
  const OperationTiming& operation = *row.operation;
  pipe_free_[number(chosen_pipe_)] = cycle + static_cast<std::uint64_t>(operation.occupies);
  if (operation.second_pass > 0) {
    ready_ += static_cast<std::uint64_t>(operation.second_pass);
    clock_ready_ = seen_ + stall;
  }
  const bool comes_later = row.write_scoreboard < scoreboard_count;
  if (comes_later)
    written_.forget(row.registers);
  else
    written_.write(row.registers, cycle, static_cast<std::uint64_t>(operation.second_pass), operation.pipe == Pipe::alu);
  const auto set = [&](std::uint8_t scoreboard, std::int16_t latency) {
    if (scoreboard >= scoreboard_count) return;
    Scoreboard& held = scoreboards_[scoreboard];
    if (held.release <= cycle) held.set = cycle;  // else an older instruction holds it, which is seen
    held.release = std::max(held.release, cycle + static_cast<std::uint64_t>(latency));
  };
  set(row.write_scoreboard, operation.result);
  set(row.read_scoreboard, operation.operands);
}

void WarpClock::moved(const emulator::Moved& event) {
  const Row& row = rows_[event.at.index];
  const PassageTiming* passage = row.passages[static_cast<std::size_t>(event.passage)];
  if (passage == nullptr) return not_timed({event.at.index, true});
  std::uint64_t cycles = static_cast<std::uint64_t>(passage->cycles);
  if (passage->stall_counts) cycles = std::max<std::uint64_t>(cycles, row.stall);
  const bool parts_or_meets = passage->cycles > 0 && !passage->redirects;
  const bool late = row.ends_line && now_ < landing_ + static_cast<std::uint64_t>(record_.fetch.late_within);
  if (parts_or_meets && late) cycles += static_cast<std::uint64_t>(record_.fetch.late_branch);
  ready_ = now_ + cycles;
  clock_ready_ = ready_;
  if (!passage->redirects || event.index >= rows_.size()) return;
  landing_ = now_ + static_cast<std::uint64_t>(passage->cycles);
  landing_line_ = rows_[event.index].line;
}

std::optional<std::uint64_t> WarpClock::cycles_of(std::uint32_t index, emulator::Passage passage) const {
  const Row& row = rows_[index];
  const PassageTiming* timing = row.passages[static_cast<std::size_t>(passage)];
  if (timing == nullptr) return std::nullopt;
  const auto cycles = static_cast<std::uint64_t>(timing->cycles);
  return timing->stall_counts ? std::max<std::uint64_t>(cycles, row.stall) : cycles;
}

void WarpClock::not_timed(UntimedRow row) {
  ++untimed_[row];
  ++untimed_total_;
}

}  // namespace reconverge::timing
