// SPDX-License-Identifier: MIT
#include "timing/cycles/operand_reads.hpp"

#include <algorithm>
#include <limits>

namespace reconverge::timing {

namespace {

constexpr Cycle no_cycle = std::numeric_limits<Cycle>::max();  // cycle 0 is free too
/// More than wait for the port at once.
constexpr std::size_t port_reads_kept = 64;

}  // namespace

OperandReads::OperandReads(const OperandTiming& rule) : rule_(rule) { take_nothing(); }

void OperandReads::take_nothing() {
  for (auto& bank : taken_) bank.fill(no_cycle);
  last_taken_.fill(0);
}

/// The first cycle in which the bank is free.
Cycle OperandReads::read_one(std::size_t bank, Cycle from) {
  while (is_taken(bank, from)) ++from;
  take(bank, from);
  return from;
}

/// Whether the last value of a register is forwarded to the unit.
bool OperandReads::comes_past(std::uint8_t index, Cycle age, const Reader& reader) const {
  const auto not_kept = cycles(rule_.not_kept);
  return age == not_kept || (age + 1 == not_kept && reader.written.forwarding(index) == reader.forwarding);
}

/// First cycle in which a register can enter its buffer. Notes whether it stays there.
Cycle OperandReads::fill(Buffer& buffer, const RegisterUse::Source& source, std::uint8_t index, Cycle age,
                         const Reader& reader, bool is_kept) const {
  const auto readable = cycles(rule_.readable);
  const Cycle wait = age < readable ? std::min(readable - age, cycles(rule_.window) - 1) : 0;
  const Cycle filled = std::max(reader.cycle + wait, buffer.free);
  if (source.reuse) {
    const bool follows_at_once =
        buffer.came_past && buffer.kept == index && age + 1 < readable && filled == reader.cycle + wait;
    buffer.came_past = !is_kept && comes_past(index, age, reader);
    buffer.keeps = is_kept || !(buffer.came_past || follows_at_once);
  } else {
    buffer.came_past = buffer.keeps = false;
  }
  buffer.kept = index;
  return filled;
}

/// When the last register is read that no buffer holds yet. One that several operands want is read once, when the
/// buffers of all are free. Of a pair, an instruction with a second pass reads the upper half in the last cycle of the
/// window.
Cycle OperandReads::read_all(const RegisterUse& registers, const Reader& reader) {
  struct Wanted {
    std::uint8_t index;
    Cycle from;
  };
  std::array<Wanted, 6> wanted;  // pairs in three slots; NOLINT: not written before it is used
  std::size_t count = 0;
  for (std::size_t s = 0; s < registers.source_count; ++s) {
    const RegisterUse::Source& source = registers.sources[s];
    for (std::uint8_t k = 0; k < source.registers; ++k) {
      const auto index = static_cast<std::uint8_t>(source.index + k);
      Buffer& buffer = buffer_of(reader, index, source.slot);
      const bool is_kept = buffer.keeps && buffer.kept == index;
      const Cycle age = k == 0 ? reader.age[s] : reader.written.age(index, reader.cycle);
      Cycle from = fill(buffer, source, index, age, reader, is_kept);
      if (k > 0 && reader.goes_twice) from = std::max(from, reader.cycle + cycles(rule_.window) - 1);
      if (is_kept) continue;
      std::size_t i = 0;
      while (i < count && wanted[i].index != index) ++i;
      if (i < count) wanted[i].from = std::max(wanted[i].from, from);
      else wanted[count++] = {index, from};
    }
  }
  Cycle has_all = 0;
  for (std::size_t i = 0; i < count; ++i)
    has_all = std::max(has_all, read_one(bank_of(wanted[i].index), wanted[i].from) + 1);
  return has_all;
}

/// Rule written-bank-conflict: delay of an instruction with one register forwarded while another one of its bank is too
/// young to be read before the last cycle of the window.
Cycle OperandReads::late_behind_forwarded(const RegisterUse& registers, const Reader& reader) const {
  const auto& age = reader.age;
  const std::span<const Cycle> ages = std::span(age).first(registers.source_count);
  if (std::ranges::min(ages) > cycles(rule_.not_kept)) return 0;  // none is forwarded
  const auto readable = cycles(rule_.readable), window = cycles(rule_.window);
  Cycle late = 0;
  for (std::size_t past = 0; past < registers.source_count; ++past) {
    const std::uint8_t index = registers.sources[past].index;
    if (!comes_past(index, age[past], reader)) continue;
    for (std::size_t older = 0; older < registers.source_count; ++older) {
      const bool waits = age[older] > age[past] && age[older] + window - 1 <= readable;
      if (waits && bank_of(registers.sources[older].index) == bank_of(index))
        late = std::max(late, readable - age[older]);
    }
  }
  return late;
}

/// An instruction leaves a fixed time after its issue, or as soon as it has all of its registers, whatever the order in
/// which its buffers are filled.
void OperandReads::read(const RegisterUse& registers, Cycle cycle, std::int32_t second_issue, const Unit& unit,
                        const RegisterAges& written) {
  if (registers.source_count == 0) return;
  Reader reader{cycle, unit.forwarding, unit.own_buffers, second_issue > 0, written};
  for (std::size_t s = 0; s < registers.source_count; ++s)
    reader.age[s] = written.age(registers.sources[s].index, cycle);
  const Cycle stops = stopped(), due = cycle + cycles(rule_.window) + stops;
  const Cycle has_all = std::max(read_all(registers, reader), due + late_behind_forwarded(registers, reader));
  const Cycle leaves = std::max(due, has_all) + cycles(second_issue);
  for (const RegisterUse::Source& source : registers.used())
    for (std::uint8_t k = 0; k < source.registers; ++k)
      buffer_of(reader, static_cast<std::uint8_t>(source.index + k), source.slot).free = leaves;
  if (has_all <= due || stops_ == issue_stalls_.size()) return;
  const Cycle from = cycle + cycles(rule_.stall_after) + stops;
  issue_stalls_[stops_++] = {from, has_all - due};
}

/// Cycles of issue_stalls that have not passed yet.
Cycle OperandReads::stopped() const {
  Cycle sum = 0;
  for (std::size_t i = 0; i < stops_; ++i) sum += issue_stalls_[i].cycles;
  return sum;
}

void OperandReads::read(const MioUse& use, Cycle wanted, std::int32_t each, std::int32_t turnaround) {
  if (use.read_count == 0) return;
  const bool meets = port_free_ >= wanted;
  port_free_ = std::max(port_free_, wanted + (meets ? cycles(turnaround) : 0));
  for (std::uint8_t i = 0; i < use.read_count; ++i) {
    const std::size_t bank = bank_of(use.read[i]);
    if (shares_port_) port_reads_.push_back({port_free_, bank});
    take(bank, port_free_ + cycles(rule_.after_port));
    port_free_ += cycles(each);
  }
  while (port_reads_.size() > port_reads_kept) port_reads_.pop_front();
}

void OperandReads::delay_port(Cycle from, Cycle by, std::int32_t each) {
  const auto after = cycles(rule_.after_port);
  for (const PortRead& read : port_reads_) {
    const Cycle taken = read.cycle + after;
    if (read.cycle >= from && is_taken(read.bank, taken))
      taken_[read.bank][taken % taken_[read.bank].size()] = no_cycle;
  }
  Cycle next = from + by;
  for (PortRead& read : port_reads_) {
    if (read.cycle < from) continue;
    read.cycle = std::max(read.cycle, next);
    next = read.cycle + cycles(each);
    take(read.bank, read.cycle + after);
  }
  port_free_ = std::max(port_free_, next);
}

Cycle OperandReads::clear_behind_stalls(Cycle clear) const {
  const auto pass = [&](const IssueStall& stall) {
    for (Cycle cycle = stall.from; cycle < stall.from + stall.cycles; ++cycle)
      if (cycle < clear && cycle + cycles(rule_.stalled_release) >= clear) ++clear;
  };
  std::ranges::for_each(past_stalls_, pass);
  std::ranges::for_each(issue_stalls(), pass);
  return clear;
}

void OperandReads::end_issue_stall() {
  past_stalls_.push_back(issue_stalls_.front());
  if (past_stalls_.size() > issue_stalls_.size()) past_stalls_.pop_front();
  std::shift_left(issue_stalls_.begin(), issue_stalls_.begin() + static_cast<std::ptrdiff_t>(stops_), 1);
  --stops_;
}

/// Registers are read when instructions issue, or later.
void OperandReads::forget(const Horizon& horizon) {
  for (auto& banks : buffers_)
    for (auto& bank : banks)
      for (Buffer& buffer : bank) {
        buffer.free = std::max(buffer.free, horizon.issue);
        if (!buffer.keeps && !buffer.came_past) buffer.kept = 0;
      }
  port_free_ = std::max(port_free_, horizon.units);
  const Cycle last = std::min(horizon.units, horizon.now);  // scoreboards that were clear 2 cycles before are forgotten
  std::erase_if(past_stalls_, [&](const IssueStall& stall) {
    return stall.from + stall.cycles + cycles(rule_.stalled_release) + 2 < last;
  });
}

template <typename Self, typename State> void OperandReads::exchange(Self& self, State& state) {
  for (auto& banks : self.buffers_)
    for (auto& bank : banks)
      for (auto& buffer : bank) {
        state.cycle(buffer.free);
        state.value(buffer.keeps);
        state.value(buffer.came_past);
        state.value(buffer.kept);
      }
  state.size_of(self.past_stalls_);
  for (auto& stall : self.past_stalls_) {
    state.cycle(stall.from);
    state.value(stall.cycles);
  }
  state.value(self.stops_);
  for (std::size_t i = 0; i < self.stops_; ++i) {
    state.cycle(self.issue_stalls_[i].from);
    state.value(self.issue_stalls_[i].cycles);
  }
  state.cycle(self.port_free_);
}

void OperandReads::write_state(StateWriter& state, const Horizon& horizon) const {
  exchange(*this, state);
  for (std::uint32_t bank = 0; bank < taken_.size(); ++bank)
    for (Cycle cycle = horizon.issue; cycle <= last_taken_[bank]; ++cycle) {
      if (!is_taken(bank, cycle)) continue;
      state.value(bank);
      state.cycle(cycle);
    }
  state.value(static_cast<std::uint32_t>(taken_.size()));
}

void OperandReads::read_state(StateReader& state) {
  exchange(*this, state);
  take_nothing();
  std::uint32_t bank = 0;
  for (state.value(bank); bank < taken_.size(); state.value(bank)) {
    Cycle cycle = 0;
    state.cycle(cycle);
    take(bank, cycle);
  }
}

}  // namespace reconverge::timing
