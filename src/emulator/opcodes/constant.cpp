// SPDX-License-Identifier: MIT
#include <array>
#include <optional>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/located_access.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Loads from constant banks.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// The value at an address: the word that holds it, moved down, cut and extended.
template <std::uint8_t bytes, bool is_signed>
std::optional<std::uint32_t> read(const Warp& warp, int bank, std::uint64_t address) {
  const auto word = warp.constants == nullptr ? std::nullopt : warp.constants->word(bank, address & ~std::uint64_t{3});
  if (!word || bytes >= 4) return word;
  const std::uint32_t part = *word >> (8 * (address & 3u));
  constexpr unsigned unused = bytes >= 4 ? 0 : 32 - 8 * bytes;
  if (is_signed) return static_cast<std::uint32_t>(static_cast<std::int32_t>(part << unused) >> unused);
  return part << unused >> unused;
}

void note(Access& access, AccessFault fault, std::size_t lane) {
  if (access.fault == AccessFault::none) access.fault = fault;
  access.faulting |= LaneMask(lane_bit[lane]);
}

/// The same of all lanes where the address is one; false, without an effect, if nothing is there.
template <std::uint8_t bytes, bool is_signed>
bool load_for_all(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  constexpr unsigned words = (bytes + 3u) / 4u;
  const std::uint64_t address = warp.access.address[0];
  std::array<std::uint32_t, words> values{};
  if (address % bytes != 0) return false;
  for (unsigned word = 0; word < words; ++word) {
    const auto value = read<bytes, is_signed>(warp, instruction.address.bank, address + 4 * word);
    if (!value) return false;
    values[word] = *value;
  }
  for (unsigned word = 0; word < words; ++word)
    assign(warp.values[word_of_pair(instruction.destination[0], word)], broadcast(values[word]), chosen);
  return true;
}

/// LDC d, c[bank][R + offset].
template <std::uint8_t bytes, bool is_signed>
void load_constant(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  Access& access = warp.access;
  access.space = Space::constant;
  access.reads = true;
  access.writes = false;
  access.bytes = bytes;
  access.bank = instruction.address.bank;
  access.lanes = chosen;
  access.fault = AccessFault::none;
  access.faulting = LaneMask::none();
  find_addresses(warp, instruction.address, access.address);
  for (std::uint64_t& address : access.address) address &= 0xFFFF'FFFFu;
  if (instruction.address.base == zero_slot && load_for_all<bytes, is_signed>(warp, instruction, chosen)) return;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if ((chosen.bits() & lane_bit[lane]) == 0) continue;
    const std::uint64_t address = warp.access.address[lane];
    if (address % bytes != 0) note(warp.access, AccessFault::misaligned, lane);
    for (unsigned word = 0; word < (bytes + 3u) / 4u; ++word) {
      const auto value = read<bytes, is_signed>(warp, instruction.address.bank, address + 4 * word);
      if (!value) note(warp.access, AccessFault::outside, lane);
      warp.values[word_of_pair(instruction.destination[0], word)][lane] = value.value_or(0);
    }
  }
}

DataOperation select_ldc(Modifiers& modifiers, const sass::Instruction&) {
  if (modifiers.take("U8")) return load_constant<1, false>;
  if (modifiers.take("S8")) return load_constant<1, true>;
  if (modifiers.take("U16")) return load_constant<2, false>;
  if (modifiers.take("S16")) return load_constant<2, true>;
  if (modifiers.take("64")) return load_constant<8, false>;
  if (modifiers.take("128")) return load_constant<16, false>;
  return load_constant<4, false>;
}

constexpr std::array rows = {
    Opcode{"LDC", "dk", select_ldc},
    Opcode{"ULDC", "dk", select_ldc, uniform_datapath},
    Opcode{"LDCU", "dk", select_ldc, uniform_datapath},
};

constexpr Compiled vectorised[] = {compiled<load_constant<4, false>>, compiled<load_constant<8, false>>};

}  // namespace

std::span<const Opcode> constant_opcodes() { return rows; }

std::span<const Compiled> compiled_constants() { return vectorised; }

}  // namespace reconverge::emulator
