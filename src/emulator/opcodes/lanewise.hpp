// SPDX-License-Identifier: MIT
#pragma once

#include "emulator/opcodes/operand_values.hpp"

/// Operations that are one function of 32-bit words on each lane. A function given as a template
/// argument is compiled into the loop, which then vectorises.
namespace reconverge::emulator {

template <auto function, typename Value = IntegerSource>
void unary(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
  const Value a(warp, instruction, 0);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = function(a[i]);
  write(warp, instruction, result, chosen);
}

template <auto function, typename Value = IntegerSource>
void binary(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
  const Value a(warp, instruction, 0);
  const Value b(warp, instruction, 1);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = function(a[i], b[i]);
  write(warp, instruction, result, chosen);
}

template <auto function, typename Value = IntegerSource>
void ternary(Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
  const Value a(warp, instruction, 0);
  const Value b(warp, instruction, 1);
  const Value c(warp, instruction, 2);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) result[i] = function(a[i], b[i], c[i]);
  write(warp, instruction, result, chosen);
}

/// Whether a mask holds a lane, as 0 or 1.
constexpr std::uint32_t bit_of(core::LaneMask mask, std::size_t lane) {
  return (mask.bits() & lane_bit[lane]) != 0 ? 1u : 0u;
}

/// All ones for the lanes of a mask, zero for the others.
inline LaneVector spread(core::LaneMask mask) {
  LaneVector vector;
  for (std::size_t i = 0; i < lanes; ++i) vector[i] = (mask.bits() & lane_bit[i]) != 0 ? 0xFFFF'FFFFu : 0u;
  return vector;
}

/// `a` in the lanes of a mask, `b` in the others.
inline LaneVector choose(core::LaneMask mask, const LaneVector& a, const LaneVector& b) {
  LaneVector result = b;
  assign(result, a, mask);
  return result;
}

constexpr std::int32_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }
constexpr std::int64_t as_signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

}  // namespace reconverge::emulator
