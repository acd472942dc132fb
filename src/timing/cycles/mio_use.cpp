// SPDX-License-Identifier: MIT
#include "timing/cycles/mio_use.hpp"

#include <algorithm>
#include <array>

namespace reconverge::timing {
namespace {

using emulator::OperandUse;
using emulator::Role;
using sass::OperandKind;

bool is_register(const OperandUse& operand) {
  return operand.is(OperandKind::general_register) && operand.operand->index != sass::zero_register;
}

void read(MioUse& use, int first, int count) {
  for (int i = 0; i < count && use.read_count < use.read.size(); ++i)
    use.read[use.read_count++] = static_cast<std::uint8_t>(first + i);
}

/// Of `desc[UR4][R2.64+0x10]` R3 and R2: the upper half comes first.
void read_address(const sass::Instruction& instruction, const OperandUse& operand, MioUse& use) {
  const auto address = emulator::address_of(instruction, operand);
  if (!address || address->base == emulator::zero_slot) return;
  use.addresses = static_cast<std::uint8_t>(use.addresses + (address->wide ? 2 : 1));
  if (address->wide) read(use, address->base + 1, 1);
  read(use, address->base, 1);
}

/// Sources are data, which are read together; where the record gives an order, only the first that is read.
void read_source(const OperandUse& operand, bool one_by_one, MioUse& use) {
  if (!is_register(operand)) return;
  std::uint8_t& count = one_by_one && use.data > 0 ? use.addresses : use.data;
  count = static_cast<std::uint8_t>(count + operand.words);
  read(use, operand.operand->index, operand.words);
}

}  // namespace

MioUse mio_use_of(const sass::Instruction& instruction, const emulator::InstructionUse& operands,
                  const OperationTiming& operation) {
  MioUse use;
  std::array<const OperandUse*, most_ordered_sources> ordered{};
  for (const OperandUse& operand : operands.operands) {
    use.writes_predicate |= operand.role == Role::predicate_destination && operand.is(OperandKind::predicate) &&
                            operand.operand->index != sass::true_predicate;
    if (operand.role == Role::destination && is_register(operand)) {
      use.written = static_cast<std::uint8_t>(operand.operand->index);
      // The words of an access are written one after another, the result of another operation at once.
      use.results = operands.moves_memory ? operand.words : std::uint8_t{1};
      use.is_pair = operand.words == 2;
    } else if (operand.role == Role::destination && operand.is(OperandKind::uniform_register)) {
      use.results = static_cast<std::uint8_t>(operation.results_in_transit);
    } else if (operand.role == Role::source) {
      const auto turn = operation.source_order.find(static_cast<char>('A' + operand.position));
      if (turn == std::string::npos) read_source(operand, false, use);
      else ordered[turn] = &operand;
    }
  }
  for (const OperandUse* operand : ordered)
    if (operand != nullptr) read_source(*operand, true, use);
  use.data = std::max(use.data, static_cast<std::uint8_t>(operation.sources_at_least));
  for (const OperandUse& operand : operands.operands)
    if (operand.role == Role::address) read_address(instruction, operand, use);
  return use;
}

}  // namespace reconverge::timing
