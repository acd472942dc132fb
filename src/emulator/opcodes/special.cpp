#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// Special registers and NOP. One warp runs alone: lane i is thread (i, 0, 0) of block (0, 0, 0).
namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum class Special : std::uint8_t { tid_x, zero, lane_id, clock_low, clock_high };

struct SpecialRegister {
  std::string_view name;
  Special special;
};

constexpr std::array special_registers = {
    SpecialRegister{"SR_TID.X", Special::tid_x},
    SpecialRegister{"SR_TID.Y", Special::zero},
    SpecialRegister{"SR_TID.Z", Special::zero},
    SpecialRegister{"SR_CTAID.X", Special::zero},
    SpecialRegister{"SR_CTAID.Y", Special::zero},
    SpecialRegister{"SR_CTAID.Z", Special::zero},
    SpecialRegister{"SR_LANEID", Special::lane_id},
    SpecialRegister{"SR_CLOCKLO", Special::clock_low},
    SpecialRegister{"SR_CLOCKHI", Special::clock_high},
};

/// S2R d, special. The clock is Warp::clock: instructions issued, since no generation under the
/// token stack has a cycle for every instruction.
void s2r(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  LaneVector value{};
  switch (static_cast<Special>(instruction.special)) {
    case Special::zero: break;
    case Special::tid_x:
    case Special::lane_id:
      for (std::size_t i = 0; i < lanes; ++i) value[i] = static_cast<std::uint32_t>(i);
      break;
    case Special::clock_low: value = broadcast(static_cast<std::uint32_t>(warp.clock)); break;
    case Special::clock_high: value = broadcast(static_cast<std::uint32_t>(warp.clock >> 32)); break;
  }
  write(warp, instruction, value, chosen);
}

/// NOP: nothing.
void nop(Warp&, const DecodedInstruction&, LaneMask) {}

DataOperation select_s2r(Modifiers&, const sass::Instruction&) { return s2r; }
DataOperation select_nop(Modifiers&, const sass::Instruction&) { return nop; }

constexpr std::array rows = {
    Opcode{"S2R", "dr", select_s2r},
    Opcode{"NOP", "", select_nop},
};

}  // namespace

std::span<const Opcode> special_opcodes() { return rows; }

int find_special_register(std::string_view name) {
  std::string canonical(name);
  // Early cuobjdump writes SR_Tid_X for SR_TID.X.
  for (char& letter : canonical)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (canonical.size() > 2 && canonical[canonical.size() - 2] == '_') canonical[canonical.size() - 2] = '.';
  const auto row = std::ranges::find(special_registers, std::string_view(canonical), &SpecialRegister::name);
  return row == special_registers.end() ? -1 : static_cast<int>(row->special);
}

}  // namespace reconverge::emulator
