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

/// The registers that have to be read: none that a buffer still has, and one for two operands if that is
/// what they are, once both buffers are free.
std::size_t OperandReads::wanted_of(const RegisterUse& registers, std::uint64_t cycle, bool by_alu,
                                    const RegisterAges& written, std::array<Wanted, 6>& wanted) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < registers.source_count; ++i) {
    const RegisterUse::Source& source = registers.sources[i];
    for (std::uint8_t k = 0; k < source.registers; ++k) {
      const auto index = static_cast<std::uint8_t>(source.index + k);
      Buffer& buffer = buffers_[index % banks][source.slot];
      const bool is_kept = buffer.keeps && buffer.kept == index;
      const std::uint64_t age = written.age(index, cycle);
      const auto not_kept = static_cast<std::uint64_t>(rule_.not_kept);
      const bool comes_past = age == not_kept || (age + 1 == not_kept && written.is_by_alu(index) == by_alu);
      buffer.keeps = source.reuse && (is_kept || !comes_past);
      buffer.kept = index;
      if (is_kept) continue;
      const auto readable = static_cast<std::uint64_t>(rule_.readable);
      const std::uint64_t wait = age < readable ? std::min(readable - age, static_cast<std::uint64_t>(rule_.window) - 1) : 0;
      const std::uint64_t from = std::max(cycle + wait, buffer.free);
      const auto same = std::find_if(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(count),
                                     [&](const Wanted& other) { return other.index == index; });
      if (same != wanted.begin() + static_cast<std::ptrdiff_t>(count))
        same->from = std::max(same->from, from);
      else
        wanted[count++] = {from, index};
    }
  }
  return count;
}

/// An instruction leaves a fixed time after its issue, or as soon as it has all of its registers. When that
/// is does not depend on the order in which its buffers are filled.
void OperandReads::read(const RegisterUse& registers, std::uint64_t cycle, std::int16_t second_pass, bool by_alu,
                        const RegisterAges& written) {
  if (registers.source_count == 0) return;
  std::array<Wanted, 6> wanted{};
  const std::size_t count = wanted_of(registers, cycle, by_alu, written, wanted);
  const std::uint64_t due = cycle + static_cast<std::uint64_t>(rule_.window) + stopped();
  std::uint64_t has_all = 0;
  for (std::size_t i = 0; i < count; ++i) has_all = std::max(has_all, read_one(wanted[i].index % banks, wanted[i].from) + 1);
  const std::uint64_t leaves = std::max(due, has_all) + static_cast<std::uint64_t>(second_pass);
  for (std::size_t i = 0; i < registers.source_count; ++i)
    for (std::uint8_t k = 0; k < registers.sources[i].registers; ++k)
      buffers_[(registers.sources[i].index + k) % banks][registers.sources[i].slot].free = leaves;
  if (has_all > due && stops_ < standstills_.size()) {
    const std::uint64_t from = cycle + static_cast<std::uint64_t>(rule_.stops_after) + stopped();
    standstills_[stops_++] = {from, has_all - due};
  }
}

/// Cycles of the standstills that are still to come.
std::uint64_t OperandReads::stopped() const {
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < stops_; ++i) cycles += standstills_[i].cycles;
  return cycles;
}

void OperandReads::read(const MioUse& use, std::uint64_t wanted, std::int16_t each, bool behind_others) {
  if (use.read_count == 0) return;
  const bool meets = port_free_ >= wanted;
  port_free_ = meets && behind_others ? std::max(port_free_, wanted + 1) : std::max(port_free_, wanted);
  for (std::uint8_t i = 0; i < use.read_count; ++i) {
    take(use.read[i] % banks, port_free_ + static_cast<std::uint64_t>(rule_.behind_port));
    port_free_ += static_cast<std::uint64_t>(each);
  }
}

void OperandReads::end_standstill() {
  std::shift_left(standstills_.begin(), standstills_.begin() + static_cast<std::ptrdiff_t>(stops_), 1);
  --stops_;
}

}  // namespace reconverge::timing
