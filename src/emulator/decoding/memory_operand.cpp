// SPDX-License-Identifier: MIT
#include "emulator/decoding/memory_operand.hpp"

namespace reconverge::emulator {
namespace {

Slot slot_of(int index, Slot first) {
  if (index < 0 || index == sass::zero_register) return zero_slot;
  return static_cast<Slot>(first + index);
}

/// Pairs begin at an even register and end in the file.
bool begins_pair(int index) {
  constexpr int last_pair = sass::zero_register - 1;
  return index < 0 || index == sass::zero_register || (index % 2 == 0 && index < last_pair);
}

}  // namespace

bool has_wide_addresses(const sass::Instruction& row) { return row.has_modifier("E"); }

bool accesses_shared_memory(const sass::Instruction& row) {
  const std::string_view opcode = row.opcode();
  return opcode.starts_with("LDS") || opcode.starts_with("STS") || opcode.starts_with("ATOMS") || opcode == "LDGSTS";
}

int data_words(const sass::Instruction& row) {
  if (row.opcode() == "LDSM" || row.opcode() == "STSM")
    return row.has_modifier("4") ? 4 : row.has_modifier("2") ? 2 : 1;
  if (row.has_modifier("128")) return 4;
  for (const char* wide : {"64", "U64", "S64", "F64", "F32x2"})
    if (row.has_modifier(wide)) return 2;
  return 1;
}

std::optional<MemoryAddress> memory_address(const sass::Operand& operand, bool wide) {
  if (!operand.address) return std::nullopt;
  const sass::Address& written = *operand.address;
  MemoryAddress address{.base = slot_of(written.base, 0),
                        .uniform = slot_of(written.uniform, first_uniform),
                        .shift = written.shift,
                        .offset = written.offset};
  if (written.base >= 0)
    address.wide = written.width == sass::BaseWidth::unstated ? wide : written.width == sass::BaseWidth::pair;
  address.uniform_wide = wide && written.uniform >= 0;
  const bool exists =
      (!address.wide || begins_pair(written.base)) && (!address.uniform_wide || begins_pair(written.uniform));
  return exists ? std::optional(address) : std::nullopt;
}

}  // namespace reconverge::emulator
