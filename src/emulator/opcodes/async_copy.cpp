// SPDX-License-Identifier: MIT
#include <array>
#include <cstring>

#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"

/// LDGSTS, a copy from global to shared memory that runs beside the program. Here it is done at once: code that
/// waits for it (LDGDEPBAR, DEPBAR) before it reads cannot see the difference.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

template <std::size_t bytes> using Copied = std::array<std::array<std::uint8_t, bytes>, lanes>;

/// Reads the lanes' data; false if some access cannot be done.
template <std::size_t bytes>
bool read_all(Warp& warp, const DecodedInstruction& instruction, LaneMask reading, Copied<bytes>& copied) {
  ReadPlaces places;
  if (!locate_reads(warp, instruction, reading, {AddressKind::global, bytes}, places)) return false;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if ((reading.bits() & lane_bit[lane]) != 0) std::memcpy(copied[lane].data(), places[lane], bytes);
  return true;
}

/// .ZFILL: an address that lies n bytes past a multiple of the width asks for so many bytes less, from that
/// multiple on. The rest is zero.
template <std::size_t bytes>
bool read_some(Warp& warp, const DecodedInstruction& instruction, LaneMask reading, Copied<bytes>& copied) {
  const auto address = addresses_of(warp, instruction.address);
  warp.access = {
      .space = Space::global, .reads = true, .writes = false, .bytes = bytes, .lanes = reading, .address = address};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((reading.bits() & lane_bit[lane]) == 0) continue;
    const std::uint64_t left_out = address[lane] % bytes;
    for (std::size_t k = 0; k < bytes - left_out; ++k) {
      const std::uint8_t* byte = warp.global().readable(address[lane] - left_out + k, 1);
      if (byte != nullptr) {
        copied[lane][k] = *byte;
      } else {
        warp.access.fault = AccessFault::outside;
        warp.access.faulting |= LaneMask(lane_bit[lane]);
      }
    }
  }
  return warp.access.fault == AccessFault::none;
}

/// LDGSTS.E{.ZFILL} [s], [g]{, p}: lanes without p store zeros.
template <std::size_t bytes, bool fills> void copy(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  Copied<bytes> copied{};
  const PredicateSource& reads = instruction.predicate_source[0];
  const LaneMask reading = chosen & warp.predicate(reads.index, reads.negated);
  if (!(fills ? read_some<bytes>(warp, instruction, reading, copied)
              : read_all<bytes>(warp, instruction, reading, copied)))
    return;
  DecodedInstruction storing = instruction;
  storing.address = {.base = instruction.source[0],
                     .uniform = instruction.source[1],
                     .offset = static_cast<std::int32_t>(instruction.offset)};
  WritePlaces places;
  if (!locate_writes(warp, storing, chosen, {AddressKind::shared, bytes}, false, places)) return;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if ((chosen.bits() & lane_bit[lane]) != 0) std::memcpy(places[lane], copied[lane].data(), bytes);
}

DataOperation select_copy(Modifiers& modifiers, const sass::Instruction& row) {
  if (!modifiers.take("E")) return nullptr;
  take_cache_modifiers(modifiers);
  modifiers.take("BYPASS");
  const bool fills = modifiers.take("ZFILL");
  if (!fills && row.operands.size() != 2) return nullptr;
  if (modifiers.take("128")) return fills ? copy<16, true> : copy<16, false>;
  if (modifiers.take("64")) return fills ? copy<8, true> : copy<8, false>;
  return fills ? copy<4, true> : copy<4, false>;
}

constexpr std::array rows = {Opcode{"LDGSTS", "Mmq?", select_copy, plain, from_volta}};

}  // namespace

std::span<const Opcode> async_copy_opcodes() { return rows; }

}  // namespace reconverge::emulator
