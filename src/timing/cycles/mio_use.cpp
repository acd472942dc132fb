// SPDX-License-Identifier: MIT
#include "timing/cycles/mio_use.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace reconverge::timing {
namespace {

using sass::Instruction;
using sass::Operand;
using sass::OperandKind;

bool is_one_of(std::string_view opcode, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, opcode) != names.end();
}

std::uint8_t registers_of_access(const Instruction& instruction) {
  if (instruction.has_modifier("128")) return 4;
  return instruction.has_modifier("64") ? 2 : 1;
}

void read(MioUse& use, int first, int count) {
  for (int i = 0; i < count && use.read_count < use.read.size(); ++i)
    use.read[use.read_count++] = static_cast<std::uint8_t>(first + i);
}

/// Of `desc[UR4][R2.64+0x10]` R2 and R3: the upper half comes first.
void read_address(MioUse& use, const Operand& operand) {
  if (!operand.address) return;
  const sass::Address& address = *operand.address;
  if (address.base < 0 || address.base == sass::zero_register) return;
  const bool is_pair = address.width == sass::BaseWidth::pair;
  use.addresses = static_cast<std::uint8_t>(use.addresses + (is_pair ? 2 : 1));
  if (is_pair) read(use, address.base + 1, 1);
  read(use, address.base, 1);
}

/// Whether a conversion reads 64 bits. F2F names its result's type before its source's.
bool converts_from_64(const Instruction& instruction) {
  const std::string_view opcode = instruction.opcode();
  if (opcode == "I2F") return instruction.has_modifier("S64") || instruction.has_modifier("U64");
  if (opcode == "F2F")
    return instruction.has_modifier("F64") && !std::string_view(instruction.mnemonic).starts_with("F2F.F64");
  return is_one_of(opcode, {"F2I", "FRND"}) && instruction.has_modifier("F64");
}

bool writes_no_register(std::string_view opcode) {
  return is_one_of(opcode, {"STS", "STG", "STL", "ST", "RED", "REDG", "FCHK", "MEMBAR"});
}

std::uint8_t registers_of_source(const Instruction& instruction) {
  const std::string_view opcode = instruction.opcode();
  if (is_one_of(opcode, {"STS", "STG", "STL", "ST", "ATOMS", "ATOMG", "ATOM", "RED", "REDG"}))
    return registers_of_access(instruction);
  if (is_one_of(opcode, {"MATCH"}) && instruction.has_modifier("U64")) return 2;
  return converts_from_64(instruction) ? 2 : 1;
}

bool is_register(const Operand& operand) {
  return operand.kind == OperandKind::general_register && operand.index != sass::zero_register;
}

}  // namespace

MioUse mio_use_of(const Instruction& instruction) {
  MioUse use;
  const std::uint8_t width = registers_of_source(instruction);
  bool is_destination = !writes_no_register(instruction.opcode());
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::predicate || operand.kind == OperandKind::uniform_predicate) continue;
    const bool is_place = operand.kind == OperandKind::memory || operand.kind == OperandKind::constant;
    if (is_destination && !is_place) {
      is_destination = false;
      if (instruction.opcode() == "REDUX")
        use.results = 1;  // written as one of the warp's on its way to the uniform ones
      if (!is_register(operand)) continue;
      use.written = static_cast<std::uint8_t>(operand.index);
      use.results = is_one_of(instruction.opcode(), {"LDS", "LDG", "LDL", "LD", "LDC", "ATOMS", "ATOMG", "ATOM"})
                        ? registers_of_access(instruction)
                        : 1;
    } else if (is_register(operand)) {
      // The lane and the mask of a SHFL are read one by one.
      const bool behind = instruction.opcode() == "SHFL" && use.data > 0;
      (behind ? use.addresses : use.data) = static_cast<std::uint8_t>((behind ? use.addresses : use.data) + width);
      read(use, operand.index, width);
    }
  }
  // Of SHFL the mask comes before the lane.
  if (instruction.opcode() == "SHFL" && use.read_count == 3) std::swap(use.read[1], use.read[2]);
  for (const Operand& operand : instruction.operands)
    if (operand.kind == OperandKind::memory || operand.kind == OperandKind::constant) read_address(use, operand);
  return use;
}

}  // namespace reconverge::timing
