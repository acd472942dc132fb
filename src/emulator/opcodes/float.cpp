#include <array>
#include <bit>
#include <cmath>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// IEEE single precision, round to nearest even, denormals kept, as sm_20 and later do without .FTZ.
/// A NaN result is the canonical 0x7fffffff, as on the hardware.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

std::uint32_t bits_of(float value) {
  return std::isnan(value) ? 0x7FFF'FFFFu : std::bit_cast<std::uint32_t>(value);
}

template <float (*operation)(float, float)>
void binary(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const FloatSource a(warp, instruction, 0);
  const FloatSource b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i)
    result[i] = bits_of(operation(std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i])));
  write(warp, instruction, result, chosen);
}

/// FADD d, a, b: d = a + b.
float add(float a, float b) { return a + b; }
/// FMUL d, a, b: d = a * b.
float multiply(float a, float b) { return a * b; }

DataOperation select_fadd(Modifiers&, const sass::Instruction&) { return binary<add>; }
DataOperation select_fmul(Modifiers&, const sass::Instruction&) { return binary<multiply>; }

constexpr std::array rows = {
    Opcode{"FADD", "dff", select_fadd},
    Opcode{"FADD32I", "dff", select_fadd},
    Opcode{"FMUL", "dff", select_fmul},
    Opcode{"FMUL32I", "dff", select_fmul},
};

}  // namespace

std::span<const Opcode> float_opcodes() { return rows; }

}  // namespace reconverge::emulator
