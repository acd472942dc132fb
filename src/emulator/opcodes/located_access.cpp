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

std::uint8_t* bytes_to_write(Warp& warp, std::size_t lane, Place place, std::size_t bytes, bool reads, bool may_wait) {
  switch (place.space) {
    case Space::global:
      return may_wait ? warp.global().reducible(place.address, bytes)
                      : warp.global().writable(place.address, bytes, reads);
    case Space::shared: return warp.shared().find(place.address, bytes);
    case Space::local: return warp.local.find(lane, place.address, bytes);
    case Space::constant: break;
  }
  return nullptr;
}

/// The bytes of one lane for the access that is noted; null if they are out of bounds.
void find_bytes(Warp& warp, std::size_t lane, Place place, bool, const std::uint8_t*& bytes) {
  const std::size_t count = warp.access.bytes;
  bytes = place.space == Space::global ? warp.global().readable(place.address, count)
                                       : bytes_to_write(warp, lane, place, count, true, false);
}
void find_bytes(Warp& warp, std::size_t lane, Place place, bool may_wait, std::uint8_t*& bytes) {
  bytes = bytes_to_write(warp, lane, place, warp.access.bytes, warp.access.reads, may_wait);
}

void note_fault(Access& access, AccessFault fault, std::size_t lane) {
  if (access.fault == AccessFault::none) access.fault = fault;
  if (access.fault == fault) access.faulting |= LaneMask(lane_bit[lane]);
}

}  // namespace

namespace {

template <AddressKind kind, typename Places>
void locate_lanes(Warp& warp, LaneMask chosen, bool may_wait, Places& places) {
  Access& access = warp.access;
  access.space = place_of<kind>(warp.windows, access.address[static_cast<std::size_t>(chosen.lowest())]).space;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    const Place place = place_of<kind>(warp.windows, access.address[lane]);
    access.address[lane] = place.address;
    const bool aligned = (place.address & (access.bytes - 1u)) == 0;  // a power of two
    places[lane] = nullptr;
    if (aligned) find_bytes(warp, lane, place, may_wait, places[lane]);
    if (places[lane] == nullptr) note_fault(access, aligned ? AccessFault::outside : AccessFault::misaligned, lane);
  }
}

/// Of a block's view of global memory, where the lanes' bytes are near one another.
bool locate_near(Warp& warp, LaneMask chosen, ReadPlaces& places) {
  MemoryView* const view = warp.global().view();
  return view != nullptr && view->find_readable(warp.access.address, chosen, warp.access.bytes, places);
}
bool locate_near(Warp& warp, LaneMask chosen, WritePlaces& places) {
  MemoryView* const view = warp.global().view();
  return view != nullptr && !warp.access.reads &&
         view->find_writable(warp.access.address, chosen, warp.access.bytes, places);
}

template <typename Places> bool locate(Warp& warp, LaneMask chosen, MemoryUse use, Places& places) {
  if (chosen.empty()) return true;
  if (use.kind == AddressKind::global && locate_near(warp, chosen, places)) return true;
  switch (use.kind) {
    case AddressKind::global: locate_lanes<AddressKind::global>(warp, chosen, use.may_wait, places); break;
    case AddressKind::shared: locate_lanes<AddressKind::shared>(warp, chosen, use.may_wait, places); break;
    case AddressKind::local: locate_lanes<AddressKind::local>(warp, chosen, use.may_wait, places); break;
    case AddressKind::generic: locate_lanes<AddressKind::generic>(warp, chosen, use.may_wait, places); break;
  }
  return warp.access.fault == AccessFault::none;
}

}  // namespace

bool locate_reads(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, MemoryUse use,
                  ReadPlaces& places) {
  note_global(warp, instruction, chosen, use.bytes, false);
  return locate(warp, chosen, use, places);
}

bool locate_writes(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, MemoryUse use, bool reads,
                   WritePlaces& places) {
  note_global(warp, instruction, chosen, use.bytes, true);
  warp.access.reads = reads;
  return locate(warp, chosen, use, places);
}

LaneMask lanes_in(const Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Space space) {
  const auto addresses = addresses_of(warp, instruction.address);
  return chosen & lanes_where([&](std::size_t i) { return warp.windows.place_of(addresses[i]).space == space; });
}

}  // namespace reconverge::emulator
