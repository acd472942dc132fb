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
inline void find_addresses(const Warp& warp, const MemoryAddress& address, std::array<std::uint64_t, lanes>& sums) {
  const LaneVector& low = warp.values[address.base];
  std::uint64_t rest = warp.values[address.uniform][0] + static_cast<std::uint64_t>(std::int64_t{address.offset});
  if (address.uniform_wide) rest += std::uint64_t{warp.values[word_of_pair(address.uniform, 1)][0]} << 32;
  if (!address.wide) {
    for (std::size_t i = 0; i < lanes; ++i) sums[i] = (std::uint64_t{low[i]} << address.shift) + rest;
    return;
  }
  const LaneVector& high = warp.values[word_of_pair(address.base, 1)];
  for (std::size_t i = 0; i < lanes; ++i) sums[i] = ((low[i] | std::uint64_t{high[i]} << 32) << address.shift) + rest;
}

inline std::array<std::uint64_t, lanes> addresses_of(const Warp& warp, const MemoryAddress& address) {
  std::array<std::uint64_t, lanes> sums;
  find_addresses(warp, address, sums);
  return sums;
}

/// Bytes of shared memory, at an offset for each lane.
struct SharedPlaces {
  std::uint8_t* bytes = nullptr;            ///< null: some access is misaligned or out of bounds
  std::array<std::uint32_t, lanes> offset;  // NOLINT: not written before it is used
};

/// Notes an access to shared memory in Warp::access, but for its addresses.
inline void note_shared(Access& access, core::LaneMask chosen, std::uint8_t bytes, bool writes) {
  access.space = Space::shared;
  access.reads = !writes;
  access.writes = writes;
  access.bytes = bytes;
  access.lanes = chosen;
  access.fault = AccessFault::none;
  access.faulting = core::LaneMask::none();
}

/// Notes an access to shared memory in Warp::access and finds the bytes of all chosen lanes at once. Where that fails,
/// locate_reads() or locate_writes() says of each lane why. Lanes that are not chosen have a place too.
inline SharedPlaces locate_shared(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen,
                                  std::uint8_t bytes, bool writes) {
  Access& access = warp.access;
  note_shared(access, chosen, bytes, writes);
  find_addresses(warp, instruction.address, access.address);
  SharedMemory& shared = warp.shared();
  SharedPlaces places;
  const auto first = static_cast<std::uint32_t>(shared.first()), end = static_cast<std::uint32_t>(shared.end());
  if (end - first < bytes) return places;
  const std::uint32_t room = end - first - bytes;
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < lanes; ++i) {
    const auto address = static_cast<std::uint32_t>(access.address[i]);
    const bool is_chosen = (chosen.bits() & lane_bit[i]) != 0;
    const std::uint32_t offset = address - first;
    access.address[i] = address;
    places.offset[i] = is_chosen ? offset : 0;
    wrong |= is_chosen && ((address & (bytes - 1u)) != 0 || offset > room) ? 1u : 0u;
  }
  if (wrong == 0) places.bytes = shared.all();
  return places;
}

/// Notes an access to global memory in Warp::access.
inline void note_global(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen, std::uint8_t bytes,
                        bool writes) {
  Access& access = warp.access;
  access.space = Space::global;
  access.reads = !writes;
  access.writes = writes;
  access.bytes = bytes;
  access.lanes = chosen;
  access.fault = AccessFault::none;
  access.faulting = core::LaneMask::none();
  find_addresses(warp, instruction.address, access.address);
}

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
