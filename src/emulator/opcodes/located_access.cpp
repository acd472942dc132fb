// SPDX-License-Identifier: MIT
#include "emulator/opcodes/located_access.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;

template <AddressKind kind> Place place_of(const Windows& windows, std::uint64_t address) {
  if constexpr (kind == AddressKind::global) return {Space::global, address};
  if constexpr (kind == AddressKind::shared) return {Space::shared, address & 0xFFFF'FFFFu};
  if constexpr (kind == AddressKind::local) return {Space::local, address & 0xFFFF'FFFFu};
  if constexpr (kind == AddressKind::generic) return windows.place_of(address);
}

/// The bytes of one lane; null if they are out of bounds.
std::uint8_t* bytes_at(Warp& warp, std::size_t lane, Place place, const MemoryUse& use) {
  switch (place.space) {
    case Space::global:
      if (use.may_wait) return warp.global.reducible(place.address, use.bytes);
      if (use.writes) return warp.global.writable(place.address, use.bytes, use.reads);
      return const_cast<std::uint8_t*>(warp.global.readable(place.address, use.bytes));  // only read
    case Space::shared: return warp.shared.find(place.address, use.bytes);
    case Space::local: return warp.local.find(lane, place.address, use.bytes);
    case Space::constant: break;
  }
  return nullptr;
}

void note_fault(Access& access, AccessFault fault, std::size_t lane) {
  if (access.fault == AccessFault::none) access.fault = fault;
  if (access.fault == fault) access.faulting |= LaneMask(lane_bit[lane]);
}

}  // namespace

std::array<std::uint64_t, lanes> addresses_of(const Warp& warp, const MemoryAddress& address) {
  const LaneVector& low = warp.values[address.base];
  const LaneVector& high = warp.values[address.wide ? word_of_pair(address.base, 1) : zero_slot];
  std::uint64_t rest = warp.values[address.uniform][0] + static_cast<std::uint64_t>(std::int64_t{address.offset});
  if (address.uniform_wide) rest += std::uint64_t{warp.values[word_of_pair(address.uniform, 1)][0]} << 32;
  std::array<std::uint64_t, lanes> sums;
  for (std::size_t i = 0; i < lanes; ++i) sums[i] = ((low[i] | std::uint64_t{high[i]} << 32) << address.shift) + rest;
  return sums;
}

namespace {

template <AddressKind kind> void locate_lanes(Warp& warp, LaneMask chosen, const MemoryUse& use, LanePlaces& places) {
  Access& access = warp.access;
  access.space = place_of<kind>(warp.windows, access.address[static_cast<std::size_t>(chosen.lowest())]).space;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    const Place place = place_of<kind>(warp.windows, access.address[lane]);
    access.address[lane] = place.address;
    const bool aligned = (place.address & (use.bytes - 1u)) == 0;  // a power of two
    places[lane] = aligned ? bytes_at(warp, lane, place, use) : nullptr;
    if (places[lane] == nullptr) note_fault(access, aligned ? AccessFault::outside : AccessFault::misaligned, lane);
  }
}

}  // namespace

bool locate(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, MemoryUse use, LanePlaces& places) {
  warp.access = {.space = Space::global,
                 .reads = use.reads,
                 .writes = use.writes,
                 .bytes = use.bytes,
                 .lanes = chosen,
                 .address = addresses_of(warp, instruction.address)};
  if (chosen.empty()) return true;
  switch (use.kind) {
    case AddressKind::global: locate_lanes<AddressKind::global>(warp, chosen, use, places); break;
    case AddressKind::shared: locate_lanes<AddressKind::shared>(warp, chosen, use, places); break;
    case AddressKind::local: locate_lanes<AddressKind::local>(warp, chosen, use, places); break;
    case AddressKind::generic: locate_lanes<AddressKind::generic>(warp, chosen, use, places); break;
  }
  return warp.access.fault == AccessFault::none;
}

LaneMask lanes_in(const Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Space space) {
  const auto addresses = addresses_of(warp, instruction.address);
  return chosen & lanes_where([&](std::size_t i) { return warp.windows.place_of(addresses[i]).space == space; });
}

}  // namespace reconverge::emulator
