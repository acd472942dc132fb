#include "timing/cycles/warp_clock.hpp"

#include <algorithm>

namespace reconverge::timing {
namespace {

std::size_t number(Pipe pipe) { return static_cast<std::size_t>(pipe); }
constexpr std::int16_t local_word_bytes = 4;

/// Lines of code up to and with that of the last instruction.
std::size_t lines_of(const emulator::Executable& executable, const CycleRecord& record) {
  const auto& rows = executable.function.instructions;
  return rows.empty() ? 0 : rows.back().address / static_cast<std::uint64_t>(record.fetch.line_bytes) + 1;
}

/// Whether results of a pipe come after a fixed time, so that nothing waits for a scoreboard.
bool is_arithmetic(Pipe pipe) { return (pipe >= Pipe::alu && pipe <= Pipe::uniform) || pipe == Pipe::wide; }

std::optional<SharedMemory::Kind> shared_access(std::string_view opcode) {
  if (opcode == "LDS") return SharedMemory::Kind::load;
  if (opcode == "STS") return SharedMemory::Kind::store;
  if (opcode == "ATOMS") return SharedMemory::Kind::atomic;
  return std::nullopt;
}

}  // namespace

WarpClock::WarpClock(const emulator::Executable& executable, const CycleRecord& record)
    : executable_(executable),
      record_(record),
      code_(lines_of(executable, record), record.fetch.cached_lines, record.fetch.fetched_ahead),
      memory_(record.memory_places),
      shared_(record.shared) {
  rows_.reserve(executable.function.instructions.size());
  for (const auto& instruction : executable.function.instructions) rows_.push_back(prepare(instruction));
}

WarpClock::Row WarpClock::prepare(const sass::Instruction& instruction) const {
  const auto line_bytes = static_cast<std::uint64_t>(record_.fetch.line_bytes);
  Row row{.operation = record_.find_operation(instruction),
          .reads_clock = instruction.opcode() == "CS2R",
          .is_block_barrier = instruction.opcode() == "BAR",
          .registers = registers_of(instruction),
          .shared = shared_access(instruction.opcode()),
          .ends_line = (instruction.address + 16) % line_bytes == 0,
          .line = static_cast<std::uint32_t>(instruction.address / line_bytes)};
  row.timed = row.operation != nullptr;
  for (std::size_t i = 0; i < row.passages.size(); ++i)
    row.passages[i] = record_.find_passage(instruction, static_cast<emulator::Passage>(i));
  row.indexes_constants = instruction.opcode() == "LDC" && instruction.operands.size() == 2 &&
                          instruction.operands[1].text.find("[R") != std::string::npos;
  row.is_exchange = instruction.opcode() == "SHFL";
  row.loads_far = instruction.opcode() == "LDG" || instruction.opcode() == "LDL";
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
  code_.fetch(row.line);
  const bool ahead = row.reads_clock && clock_ready_ < ready_;  // of a second pass: rule 21
  const std::uint64_t seen = wait_for_scoreboards(row, wait_for_code(row, ahead ? clock_ready_ : ready_));
  std::uint64_t cycle = std::max(seen, ready_);
  cycle = wait_for_block_barrier(row, cycle);
  seen_ = cycle;
  cycle = wait_for_pipe(row, cycle);
  cycle = wait_for_operands(row, cycle);
  cycle = wait_for_result(row, cycle);
  now_ = ahead ? seen : cycle;
  occupy(row, cycle);
  if (!row.timed) not_timed(event.at.index, "");
  if (waited_for_uncertain_) not_timed(event.at.index, " that waits for one of several results");
  return now_;
}

/// Rule 7: the line behind the one of a landing is there a few cycles after the landing.
std::uint64_t WarpClock::wait_for_code(const Row& row, std::uint64_t cycle) const {
  if (row.line == landing_line_) return cycle;
  return std::max(cycle, landing_ + static_cast<std::uint64_t>(record_.fetch.next_line));
}

/// Rule 2: the instruction waits for its scoreboards, but does not see one that was set just now.
std::uint64_t WarpClock::wait_for_scoreboards(const Row& row, std::uint64_t cycle) {
  waited_for_uncertain_ = false;
  if (row.wait_mask == 0) return cycle;
  std::uint64_t released = cycle;
  for (std::size_t i = 0; i < scoreboard_count; ++i) {
    const Scoreboard& scoreboard = scoreboards_[i];
    const bool waits = (row.wait_mask >> i & 1) != 0;
    if (!waits || cycle <= scoreboard.set + static_cast<std::uint64_t>(record_.unseen_scoreboard)) continue;
    if (scoreboard.release > released) waited_for_uncertain_ = scoreboard.uncertain;
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
  if (chosen_pipe_ == Pipe::memory) return std::max(cycle, memory_.next_place());  // rule 26
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
  if (chosen_pipe_ == Pipe::half) halves_issued_ = cycle;
  if (row.operation == nullptr) return;
  const OperationTiming& operation = *row.operation;
  const auto occupies = static_cast<std::uint64_t>(operation.occupies);
  const std::uint64_t begin = chosen_pipe_ == Pipe::memory ? memory_.enter(cycle, occupies) : cycle;
  pipe_free_[number(chosen_pipe_)] = cycle + occupies;
  if (operation.second_pass > 0) {
    ready_ += static_cast<std::uint64_t>(operation.second_pass);
    clock_ready_ = seen_ + stall;
  }
  const bool by_alu = operation.pipe == Pipe::alu;
  if (row.write_scoreboard < scoreboard_count)
    written_.forget(row.registers);
  else
    written_.write(row.registers, cycle, static_cast<std::uint64_t>(operation.second_pass), by_alu);
  set_scoreboards(row, begin);
}

void WarpClock::set_scoreboards(const Row& row, std::uint64_t cycle) {
  const OperationTiming& operation = *row.operation;
  auto result = static_cast<std::uint64_t>(operation.result);
  if (row.is_exchange) {  // rule 23
    const bool crowded = operation.form != Form::any && shared_.crowded(cycle);
    if (crowded) result += static_cast<std::uint64_t>(record_.shared.crowded);
    shared_.issued(cycle);
  }
  set(row.write_scoreboard, cycle, cycle + result);
  set(row.read_scoreboard, cycle, cycle + static_cast<std::uint64_t>(operation.operands));
  if (operation.pipe != Pipe::special) return;
  const bool several = special_busy_ > cycle;  // rule 24
  special_busy_ = cycle + result;
  if (row.write_scoreboard < scoreboard_count) scoreboards_[row.write_scoreboard].uncertain = several;
}

void WarpClock::set(std::uint8_t scoreboard, std::uint64_t cycle, std::uint64_t release) {
  if (scoreboard >= scoreboard_count) return;
  Scoreboard& held = scoreboards_[scoreboard];
  if (held.release <= cycle) held.set = cycle;  // else an older instruction holds it, which is seen
  if (release < held.release) return;
  held.release = release;
  held.uncertain = false;
}

/// Rule 27: constants whose place a register tells come later, and later still if lanes want several.
void WarpClock::wait_for_constants(const Row& row, const emulator::Access& access) {
  std::int16_t latency = static_cast<std::int16_t>(row.operation->result + record_.constants.indexed);
  constexpr std::int16_t word_bytes = 4;
  if (!fit_in(access, word_bytes)) latency = static_cast<std::int16_t>(latency + record_.constants.apart);
  set(row.write_scoreboard, now_, now_ + static_cast<std::uint64_t>(latency));
}

/// Rules 4, 23 and 27: what an access takes depends on its addresses.
void WarpClock::accessed(const emulator::Accessed& event) {
  const Row& row = rows_[event.at.index];
  // A word of local memory lies in one line with that of all other lanes.
  const bool is_local = event.access.space == emulator::Space::local;
  if (row.loads_far && !fit_in(event.access, is_local ? local_word_bytes : record_.fetch.line_bytes))
    not_timed(event.at.index, " with these addresses");
  if (row.indexes_constants && row.operation != nullptr) wait_for_constants(row, event.access);
  if (!row.shared || row.operation == nullptr) return;
  const std::optional<int> wavefronts = wavefronts_of(event.access, record_.shared);
  const bool is_atomic = row.shared == SharedMemory::Kind::atomic;
  if (!wavefronts || (is_atomic && (*wavefronts > 1 || !words_differ(event.access))))
    not_timed(event.at.index, is_atomic ? " with conflicts" : " with these addresses");
  else if (event.access.bytes > 4 && shared_.crowded(now_))
    not_timed(event.at.index, " right behind another access");
  std::uint64_t more = shared_.serve(*row.shared, now_, wavefronts.value_or(1));
  const bool held_back = *row.shared == SharedMemory::Kind::load && now_ == barrier_until_;
  if (held_back) more += static_cast<std::uint64_t>(record_.block_barrier.load);
  const auto result = static_cast<std::uint64_t>(row.operation->result);
  if (result > 0) set(row.write_scoreboard, now_, now_ + result + more);
}

void WarpClock::moved(const emulator::Moved& event) {
  const Row& row = rows_[event.at.index];
  const PassageTiming* passage = row.passages[static_cast<std::size_t>(event.passage)];
  if (passage == nullptr) return not_timed(event.at.index, " in this way");
  std::uint64_t cycles = *cycles_of(event.at.index, event.passage);
  const bool parts_or_meets = passage->cycles > 0 && !passage->redirects;
  const bool late = row.ends_line && now_ < landing_ + static_cast<std::uint64_t>(record_.fetch.late_within);
  if (parts_or_meets && late) cycles += static_cast<std::uint64_t>(record_.fetch.late_branch);
  ready_ = now_ + cycles;
  clock_ready_ = ready_;
  if (!passage->redirects || event.index >= rows_.size()) return;
  landing_ = now_ + static_cast<std::uint64_t>(passage->cycles);
  landing_line_ = rows_[event.index].line;
  if (code_.holds(landing_line_)) return;
  landing_ += static_cast<std::uint64_t>(record_.fetch.missed_landing);  // rule 9
  ready_ = std::max(ready_, landing_);
}

std::optional<std::uint64_t> WarpClock::cycles_of(std::uint32_t index, emulator::Passage passage) const {
  const Row& row = rows_[index];
  const PassageTiming* timing = row.passages[static_cast<std::size_t>(passage)];
  if (timing == nullptr) return std::nullopt;
  const auto cycles = static_cast<std::uint64_t>(timing->cycles);
  return timing->stall_counts ? std::max<std::uint64_t>(cycles, row.stall) : cycles;
}

void WarpClock::not_timed(std::uint32_t index, std::string_view what) {
  ++untimed_[{index, what}];
  ++untimed_total_;
}

}  // namespace reconverge::timing
