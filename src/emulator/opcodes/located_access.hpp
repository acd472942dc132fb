// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "emulator/executable.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// Common to loads, stores and atomics: from the operand to the bytes of each lane.
namespace reconverge::emulator {

/// How the address of an instruction is meant.
enum class AddressKind : std::uint8_t { global, shared, local, generic };

/// What an instruction reads or writes of memory. Fixed when it is decoded.
struct MemoryUse {
  AddressKind kind = AddressKind::global;
  std::uint8_t bytes = 4;  ///< a lane: 1, 2, 4, 8 or 16
  bool may_wait = false;   ///< what was there before is of no use: MemoryView::waits() may be the place
};

/// Where the bytes of each chosen lane are: those that are only read, and those that are written.
using ReadPlaces = std::array<const std::uint8_t*, lanes>;
using WritePlaces = std::array<std::uint8_t*, lanes>;

/// The addresses of all lanes.
std::array<std::uint64_t, lanes> addresses_of(const Warp& warp, const MemoryAddress& address);

/// Notes the access in Warp::access and finds the bytes of the chosen lanes; false if some access is
/// misaligned or out of bounds. The instruction then has no effect and the run stops.
bool locate_reads(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen, MemoryUse use,
                  ReadPlaces& places);
/// @param reads  whether what is written depends on what is there
bool locate_writes(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen, MemoryUse use, bool reads,
                   WritePlaces& places);

/// Which of the chosen lanes' generic addresses are in a space.
core::LaneMask lanes_in(const Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen, Space space);

/// Takes what a load, store or atomic requires of the caches and of other warps: one warp alone sees no
/// difference.
void take_cache_modifiers(Modifiers& modifiers);

/// The kind of address that "LDG", "ATOMS", "STL", "LD" use, by their last letter.
constexpr AddressKind kind_of_opcode(std::string_view opcode) {
  switch (opcode.back()) {
    case 'S': return AddressKind::shared;
    case 'L': return AddressKind::local;
    case 'G': return AddressKind::global;
    default: return AddressKind::generic;
  }
}

}  // namespace reconverge::emulator
