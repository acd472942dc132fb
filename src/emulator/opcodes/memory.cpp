#include <array>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// Global memory through 64-bit addresses in a register pair (`.E`).
namespace reconverge::emulator {
namespace {

using core::LaneMask;

std::uint64_t address_of_lane(const Warp& warp, const DecodedInstruction& instruction, std::size_t lane) {
  const Slot low = instruction.source[0];
  const Slot high = low == zero_slot ? zero_slot : static_cast<Slot>(low + 1);
  const std::uint64_t base = warp.values[low][lane] | std::uint64_t{warp.values[high][lane]} << 32;
  return base + static_cast<std::uint64_t>(std::int64_t{instruction.offset});
}

/// ST.E [a], b: the chosen lanes store in the order of their numbers.
template <unsigned words>
void store(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (!chosen.contains(static_cast<int>(lane))) continue;
    const std::uint64_t address = address_of_lane(warp, instruction, lane);
    for (unsigned word = 0; word < words; ++word)
      warp.global.store(address + 4 * word,
                        warp.values[word_of_pair(instruction.source[1], word)][lane]);
  }
}

/// LD.E d, [a].
template <unsigned words>
void load(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (!chosen.contains(static_cast<int>(lane))) continue;
    const std::uint64_t address = address_of_lane(warp, instruction, lane);
    std::array<std::uint32_t, words> value{};
    for (unsigned word = 0; word < words; ++word) value[word] = warp.global.load(address + 4 * word);
    for (unsigned word = 0; word < words; ++word)
      warp.values[word_of_pair(instruction.destination[0], word)][lane] = value[word];
  }
}

DataOperation select_store(Modifiers& modifiers, const sass::Instruction&) {
  if (!modifiers.take("E")) return nullptr;
  return modifiers.take("64") ? store<2> : store<1>;
}

DataOperation select_load(Modifiers& modifiers, const sass::Instruction&) {
  if (!modifiers.take("E")) return nullptr;
  return modifiers.take("64") ? load<2> : load<1>;
}

constexpr std::array rows = {
    Opcode{"ST", "ms", select_store},
    Opcode{"LD", "dm", select_load},
};

}  // namespace

std::span<const Opcode> memory_opcodes() { return rows; }

}  // namespace reconverge::emulator
