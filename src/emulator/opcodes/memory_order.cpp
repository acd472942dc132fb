// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Instructions that order accesses or speak to the caches. One warp alone sees its own accesses in
/// the order in which it makes them, so there is nothing to do.
namespace reconverge::emulator {
namespace {

void nothing(Warp&, const DecodedInstruction&, core::LaneMask) {}

DataOperation select_nothing(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 26> names = {
      "E",   "SC",  "ALL", "ALLCTA", "GL", "IVALL", "IVALLD", "IVALLP", "IV",  "IVF", "D", "C", "I",
      "PF1", "PF2", "RS",  "RSLB",   "LE", "VIEW",  "ASYNC",  "PROXY",  "GEN", "S",   "G", "T", "ARRIVE_BROADCAST"};
  take_cache_modifiers(modifiers);
  for (const std::string_view name : names) modifiers.take(name);
  return nothing;
}

constexpr std::array rows = {
    Opcode{"MEMBAR", "*?", select_nothing},     Opcode{"FENCE", "*?", select_nothing},
    Opcode{"ERRBAR", "*?", select_nothing},     Opcode{"CGAERRBAR", "*?", select_nothing},
    Opcode{"CCTL", "*?*?*?", select_nothing},   Opcode{"CCTLL", "*?*?*?", select_nothing},
    Opcode{"DEPBAR", "*?*?*?", select_nothing}, Opcode{"LDGDEPBAR", "*?", select_nothing},
};

}  // namespace

std::span<const Opcode> memory_order_opcodes() { return rows; }

}  // namespace reconverge::emulator
