// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Special registers and NOP.
namespace reconverge::emulator {
// clang-format off
namespace {

using core::LaneMask;

enum class Special : std::uint8_t { tid_x, tid_y, tid_z, block_x, block_y, block_z, zero, one, lane_id, clock_low, clock_high, equal, less, less_equal, greater, greater_equal, shared_window, place_of_warp, warps_48, warps_64 };
// clang-format on

struct SpecialRegister {
  std::string_view name;
  Special special;
  Architectures architectures = {};
};

constexpr Architectures hopper_and_data_centre{.first = 90, .last = 103}, later_blackwell{.first = 110};

/// Lane i of a warp is thread first + i of its block, x fastest. The block has multiprocessor 0 to itself and is in no
/// cluster but its own.
/// The global timer advances with the clock; how long a nanosecond is in cycles is not known here.
constexpr std::array special_registers = {
    SpecialRegister{"SR_TID.X", Special::tid_x},
    SpecialRegister{"SR_TID.Y", Special::tid_y},
    SpecialRegister{"SR_TID.Z", Special::tid_z},
    SpecialRegister{"SR_CTAID.X", Special::block_x},
    SpecialRegister{"SR_CTAID.Y", Special::block_y},
    SpecialRegister{"SR_CTAID.Z", Special::block_z},
    SpecialRegister{"SR_CGACTAID", Special::zero},
    SpecialRegister{"SR_CGASIZE", Special::one},
    SpecialRegister{"SRZ", Special::zero},
    SpecialRegister{"SR_LANEID", Special::lane_id},
    SpecialRegister{"SR_EQMASK", Special::equal},
    SpecialRegister{"SR_LTMASK", Special::less},
    SpecialRegister{"SR_LEMASK", Special::less_equal},
    SpecialRegister{"SR_GTMASK", Special::greater},
    SpecialRegister{"SR_GEMASK", Special::greater_equal},
    // Code of -G asks whether its stack is below the lowest byte of local memory.
    SpecialRegister{"SR_LMEMHIOFF", Special::zero},
    SpecialRegister{"SR_SWINHI", Special::shared_window},
    SpecialRegister{"SR_VIRTID", Special::place_of_warp},
    SpecialRegister{"SR_VIRTUALSMID", Special::zero},
    // Before sm_90 compilers write %nwarpid as a number: 32, 48 or 64, the warps that a multiprocessor can hold (CUDA
    // C++ programming guide, "Technical Specifications per Compute Capability"). Of this register they take no other
    // bits.
    SpecialRegister{"SR_VIRTCFG", Special::warps_64, hopper_and_data_centre},
    SpecialRegister{"SR_VIRTCFG", Special::warps_48, later_blackwell},
    SpecialRegister{"SR_GLOBALTIMERLO", Special::clock_low},
    SpecialRegister{"SR_GLOBALTIMERHI", Special::clock_high},
    SpecialRegister{"SR_CLOCKLO", Special::clock_low},
    SpecialRegister{"SR_CLOCKHI", Special::clock_high},
};

Extent thread_of(const Warp& warp, std::size_t lane) {
  return warp.block_size.at(warp.first_thread + static_cast<std::uint32_t>(lane));
}

/// The value of a special register in a lane. The clock is Warp::clock.
std::uint32_t special_value(const Warp& warp, Special special, std::size_t lane) {
  const std::uint32_t own = lane_bit[lane];
  switch (special) {
    case Special::zero: return 0;
    case Special::one: return 1;
    case Special::tid_x: return thread_of(warp, lane).x;
    case Special::tid_y: return thread_of(warp, lane).y;
    case Special::tid_z: return thread_of(warp, lane).z;
    case Special::block_x: return warp.block_place.x;
    case Special::block_y: return warp.block_place.y;
    case Special::block_z: return warp.block_place.z;
    case Special::lane_id: return static_cast<std::uint32_t>(lane);
    case Special::clock_low: return static_cast<std::uint32_t>(warp.clock);
    case Special::clock_high: return static_cast<std::uint32_t>(warp.clock >> 32);
    case Special::equal: return own;
    case Special::less: return own - 1;
    case Special::less_equal: return own | (own - 1);
    case Special::greater: return ~(own | (own - 1));
    case Special::greater_equal: return ~(own - 1);
    // Compiled code takes %warpid from bit 8 on, and %smid from bit 20 on.
    case Special::place_of_warp: return warp.first_thread / static_cast<std::uint32_t>(lanes) << 8;
    case Special::warps_48: return 48u << 8;
    case Special::warps_64: return 64u << 8;
    case Special::shared_window: return static_cast<std::uint32_t>(warp.windows.shared >> 32);
  }
  return 0;
}

LaneVector special_values(const Warp& warp, Special special) {
  LaneVector value;
  switch (special) {
    case Special::tid_x:
      if (warp.first_thread + lanes > warp.block_size.x) break;  // else all threads are in the first row of the block
      for (std::size_t i = 0; i < lanes; ++i) value[i] = warp.first_thread + static_cast<std::uint32_t>(i);
      return value;
    case Special::zero:
    case Special::block_x:
    case Special::clock_low:
    case Special::clock_high: return broadcast(special_value(warp, special, 0));
    default: break;
  }
  for (std::size_t i = 0; i < lanes; ++i) value[i] = special_value(warp, special, i);
  return value;
}

/// S2R d, special.
void s2r(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  write(warp, instruction, special_values(warp, static_cast<Special>(instruction.special)), chosen);
}

/// S2UR ur, special: of the lowest executing lane.
void s2ur(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  if (chosen.empty()) return;
  const auto lane = static_cast<std::size_t>(chosen.lowest());
  write(warp, instruction, broadcast(special_value(warp, static_cast<Special>(instruction.special), lane)),
        LaneMask::all());
}

/// CS2R d and CS2UR d, special of sm_70 and later: 64 bits, of which only the clock has more than 32.
void cs2r(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const auto special = static_cast<Special>(instruction.special);
  const LaneVector high = special == Special::clock_low ? special_values(warp, Special::clock_high) : LaneVector{};
  write_pair(warp, instruction, {special_values(warp, special), high}, chosen);
}

DataOperation select_s2r(Modifiers&, const sass::Instruction&) { return s2r; }
DataOperation select_s2ur(Modifiers&, const sass::Instruction&) { return s2ur; }
DataOperation select_cs2r(Modifiers&, const sass::Instruction&) { return cs2r; }
DataOperation select_cs2r_word(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("32") ? s2r : nullptr;
}

/// NOP: nothing.
void nothing(Warp&, const DecodedInstruction&, LaneMask) {}
DataOperation select_nop(Modifiers&, const sass::Instruction&) { return nothing; }

constexpr std::array rows = {
    Opcode{"S2R", "dr", select_s2r},
    Opcode{"S2UR", "ur", select_s2ur, plain, from_volta},
    Opcode{"CS2R", "dr", select_s2r, plain, before_volta},
    Opcode{"CS2R", "dr", select_cs2r_word, plain, from_volta},
    Opcode{"CS2R", "Dr", select_cs2r, plain, from_volta},
    Opcode{"CS2UR", "dr", select_cs2r_word, uniform_datapath, from_volta},
    Opcode{"CS2UR", "Dr", select_cs2r, uniform_datapath, from_volta},
    Opcode{"NOP", "", select_nop},
};

constexpr Compiled vectorised[] = {compiled<s2r>, compiled<cs2r>};

}  // namespace

std::span<const Opcode> special_opcodes() { return rows; }

std::span<const Compiled> compiled_specials() { return vectorised; }

int find_special_register(std::string_view name, int architecture) {
  std::string canonical(name);
  // Early cuobjdump writes SR_Tid_X for SR_TID.X.
  for (char& letter : canonical) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (canonical.size() > 2 && canonical[canonical.size() - 2] == '_') canonical[canonical.size() - 2] = '.';
  const auto row = std::ranges::find_if(special_registers, [&](const SpecialRegister& each) {
    return each.name == canonical && each.architectures.contain(architecture);
  });
  return row == special_registers.end() ? -1 : static_cast<int>(row->special);
}

std::string_view why_special_register_is_not_known(std::string_view name) {
  if (name == "SR_SMEMSZ")
    return "%total_smem_size: how the driver rounds the shared memory of a block, and what it adds, is not known here";
  if (name.starts_with("SR_PM")) return "%pm0 to %pm7 count what a profiler has chosen on a card";
  return "what a launch would read there is recorded for other registers only";
}

}  // namespace reconverge::emulator
