// SPDX-License-Identifier: MIT
#include "timing/cycles/operand_reads.hpp"

#include <algorithm>
#include <limits>

namespace reconverge::timing {

OperandReads::OperandReads(const OperandTiming& rule) : rule_(rule) {
  for (auto& bank : taken_) bank.fill(std::numeric_limits<std::uint64_t>::max());  // cycle 0 is free too
}

/// The first cycle in which the bank is free.
std::uint64_t OperandReads::read_one(std::size_t bank, std::uint64_t from) {
  while (is_taken(bank, from)) ++from;
  take(bank, from);
  return from;
}

/// Whether the last value of a register is forwarded to the unit.
bool OperandReads::comes_past(std::uint8_t index, const Reader& reader) const {
  const std::uint64_t age = reader.written.age(index, reader.cycle);
  const auto not_kept = static_cast<std::uint64_t>(rule_.not_kept);
  return age == not_kept || (age + 1 == not_kept && reader.written.forwarding(index) == reader.forwarding);
}

/// First cycle in which a register can enter its buffer. Notes whether it stays there.
std::uint64_t OperandReads::fill(Buffer& buffer, const RegisterUse::Source& source, std::uint8_t index,
                                 const Reader& reader, bool is_kept) const {
  const std::uint64_t age = reader.written.age(index, reader.cycle);
  const auto readable = static_cast<std::uint64_t>(rule_.readable);
  buffer.keeps = source.reuse && (is_kept || !comes_past(index, reader));
  buffer.kept = index;
  const std::uint64_t wait =
      age < readable ? std::min(readable - age, static_cast<std::uint64_t>(rule_.window) - 1) : 0;
  return std::max(reader.cycle + wait, buffer.free);
}

/// When the last register is read that no buffer holds yet.
std::uint64_t OperandReads::read_all(const RegisterUse& registers, const Reader& reader) {
  std::uint64_t has_all = 0;
  for (std::size_t i = 0; i < registers.source_count; ++i) {
    const RegisterUse::Source& source = registers.sources[i];
    for (std::uint8_t k = 0; k < source.registers; ++k) {
      const auto index = static_cast<std::uint8_t>(source.index + k);
      Buffer& buffer = buffers_[bank_of(index)][source.slot];
      const bool is_kept = buffer.keeps && buffer.kept == index;
      const std::uint64_t from = fill(buffer, source, index, reader, is_kept);
      if (!is_kept) has_all = std::max(has_all, read_one(bank_of(index), from) + 1);
    }
  }
  return has_all;
}

/// The same if operands share a register, which is read once, when the buffers of all are free.
std::uint64_t OperandReads::read_shared(const RegisterUse& registers, const Reader& reader) {
  std::array<std::uint64_t, 3> from{};
  for (std::size_t i = 0; i < registers.source_count; ++i) {
    const RegisterUse::Source& source = registers.sources[i];
    Buffer& buffer = buffers_[bank_of(source.index)][source.slot];
    const bool is_kept = buffer.keeps && buffer.kept == source.index;
    const std::uint64_t own = fill(buffer, source, source.index, reader, is_kept);
    if (is_kept) continue;
    std::size_t first = 0;
    while (registers.sources[first].index != source.index || from[first] == 0) {
      if (first == i) break;
      ++first;
    }
    from[first] = std::max(from[first], own);
  }
  std::uint64_t has_all = 0;
  for (std::size_t i = 0; i < registers.source_count; ++i)
    if (from[i] > 0) has_all = std::max(has_all, read_one(bank_of(registers.sources[i].index), from[i]) + 1);
  return has_all;
}

/// Rule written-bank-conflict: delay of an instruction with one register forwarded while another one of its bank is too
/// young to be read before the last cycle of the window.
std::uint64_t OperandReads::late_behind_forwarded(const RegisterUse& registers, const Reader& reader) const {
  const auto readable = static_cast<std::uint64_t>(rule_.readable), window = static_cast<std::uint64_t>(rule_.window);
  const auto age = [&](const RegisterUse::Source& source) { return reader.written.age(source.index, reader.cycle); };
  std::uint64_t late = 0;
  for (const RegisterUse::Source& past : registers.used()) {
    if (!comes_past(past.index, reader)) continue;
    for (const RegisterUse::Source& older : registers.used()) {
      const bool waits = age(older) > age(past) && age(older) + window - 1 <= readable;
      if (waits && bank_of(older.index) == bank_of(past.index)) late = std::max(late, readable - age(older));
    }
  }
  return late;
}

/// An instruction leaves a fixed time after its issue, or as soon as it has all of its registers, whatever the order in
/// which its buffers are filled.
std::uint64_t OperandReads::read(const RegisterUse& registers, std::uint64_t cycle, std::int32_t second_issue,
                                 std::uint8_t forwarding, const RegisterAges& written) {
  if (registers.source_count == 0) return 0;
  const Reader reader{cycle, forwarding, written};
  const std::uint64_t due = cycle + static_cast<std::uint64_t>(rule_.window) + stopped();
  const std::uint64_t read = registers.shares ? read_shared(registers, reader) : read_all(registers, reader);
  const std::uint64_t has_all = std::max(read, due + late_behind_forwarded(registers, reader));
  const std::uint64_t leaves = std::max(due, has_all) + static_cast<std::uint64_t>(second_issue);
  for (std::size_t i = 0; i < registers.source_count; ++i)
    for (std::uint8_t k = 0; k < registers.sources[i].registers; ++k)
      buffers_[bank_of(static_cast<std::uint8_t>(registers.sources[i].index + k))][registers.sources[i].slot].free =
          leaves;
  if (has_all <= due || stops_ == issue_stalls_.size()) return 0;
  const std::uint64_t from = cycle + static_cast<std::uint64_t>(rule_.stall_after) + stopped();
  issue_stalls_[stops_++] = {from, has_all - due};
  return has_all - due;
}

/// Cycles of issue_stalls that have not passed yet.
std::uint64_t OperandReads::stopped() const {
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < stops_; ++i) cycles += issue_stalls_[i].cycles;
  return cycles;
}

void OperandReads::read(const MioUse& use, std::uint64_t wanted, std::int32_t each, std::int32_t turnaround) {
  if (use.read_count == 0) return;
  const bool meets = port_free_ >= wanted;
  port_free_ = std::max(port_free_, wanted + (meets ? static_cast<std::uint64_t>(turnaround) : 0));
  for (std::uint8_t i = 0; i < use.read_count; ++i) {
    take(bank_of(use.read[i]), port_free_ + static_cast<std::uint64_t>(rule_.after_port));
    port_free_ += static_cast<std::uint64_t>(each);
  }
}

void OperandReads::end_issue_stall() {
  std::shift_left(issue_stalls_.begin(), issue_stalls_.begin() + static_cast<std::ptrdiff_t>(stops_), 1);
  --stops_;
}

}  // namespace reconverge::timing
