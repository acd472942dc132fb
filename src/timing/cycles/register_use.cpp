// SPDX-License-Identifier: MIT
#include "timing/cycles/register_use.hpp"

#include <algorithm>

#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {
RegisterUse registers_of(const sass::Instruction& instruction, const emulator::InstructionUse& operands,
                         const OperationTiming& operation) {
  using emulator::Role;
  constexpr std::uint8_t last_slot = 2;
  RegisterUse use;
  for (const emulator::OperandUse& operand : operands.operands) {
    use.writes_predicate |= operand.role == Role::predicate_destination && operand.is(sass::OperandKind::predicate) &&
                            operand.operand->index != sass::true_predicate;
    if (!operand.is(sass::OperandKind::general_register) || operand.operand->index == sass::zero_register) continue;
    const auto index = static_cast<std::uint8_t>(operand.operand->index);
    const std::uint8_t registers = operation.pairs && operand.words == 2 ? 2 : 1;
    if (operand.role == Role::destination) {
      use.written = index;
      use.written_count = registers;
    } else if (operand.role == Role::source && use.source_count < use.sources.size()) {
      const std::uint8_t slot = std::min(operation.slot_of(operand.position, operands.positions), last_slot);
      const bool by_word = instruction.control && (instruction.control->reuse >> slot & 1) != 0;
      use.sources[use.source_count++] = {
          .index = index,
          .place = operand.position,
          .slot = slot,
          .registers = registers,
          .reuse = operand.operand->reuse || by_word};  // scheduling text does not have the bits
    }
  }
  return use;
}

void RegisterAges::write(const RegisterUse& registers, Cycle cycle, Cycle second_issue, const Unit& by) {
  for (std::size_t i = 0; i < registers.written_count; ++i) {
    const bool is_last = i + 1 == registers.written_count;
    writes_[(registers.written + i) % writes_.size()] = {cycle + (is_last ? second_issue : 0) + cycles(by.younger),
                                                         true, by.forwarding};
  }
}

void RegisterAges::forget(const RegisterUse& registers) {
  for (std::size_t i = 0; i < registers.written_count; ++i) writes_[(registers.written + i) % writes_.size()] = {};
}

void RegisterAges::forget(const Horizon& horizon, const OperandTiming& rule) {
  const Cycle longest = cycles(std::max({rule.readable, rule.not_kept, rule.multiplicand}) + 1);
  for (Write& write : writes_)
    if (!write.known || write.cycle + longest < horizon.issue) write = {};
}

void RegisterAges::write_state(StateWriter& state) const {
  constexpr std::uint32_t end = 256;  // no register
  for (std::uint32_t i = 0; i < writes_.size(); ++i) {
    if (!writes_[i].known) continue;
    state.value(i);
    state.cycle(writes_[i].cycle);
    state.value(writes_[i].forwarding);
  }
  state.value(end);
}

void RegisterAges::read_state(StateReader& state) {
  writes_.fill({});
  std::uint32_t index = 0;
  for (state.value(index); index < writes_.size(); state.value(index)) {
    Write& write = writes_[index];
    write.known = true;
    state.cycle(write.cycle);
    state.value(write.forwarding);
  }
}

}  // namespace reconverge::timing
