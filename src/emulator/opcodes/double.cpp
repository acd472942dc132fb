// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>

#include "emulator/arithmetic/rounding.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// Double precision.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// Of operands in the order given here; as their registers hold them: a sign modifier leaves a NaN alone.
template <typename... Operands> std::uint64_t nan_of(std::size_t lane, const Operands&... operands) {
  return nan_among({operands.bits(lane)...});
}

template <typename Compute>
void write_doubles(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen, Compute compute) {
  LanePair result;
  for (std::size_t i = 0; i < lanes; ++i) result.set(i, compute(i));
  write_pair(warp, instruction, result, chosen);
}

/// DADD d, a, b.
void dadd(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1);
  const auto rounding = static_cast<Rounding>(instruction.variant);
  write_doubles(warp, instruction, chosen, [&](std::size_t i) {
    const double sum = rounding == Rounding::nearest ? a[i] + b[i] : fused_double(a[i], 1, b[i], rounding);
    return std::isnan(sum) ? nan_of(i, b, a) : std::bit_cast<std::uint64_t>(sum);
  });
}

/// DMUL d, a, b.
void dmul(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1);
  const auto rounding = static_cast<Rounding>(instruction.variant);
  write_doubles(warp, instruction, chosen, [&](std::size_t i) {
    // Adding a zero of the product's sign changes nothing.
    const double zero = std::signbit(a[i]) != std::signbit(b[i]) ? -0.0 : 0.0;
    const double product = rounding == Rounding::nearest ? a[i] * b[i] : fused_double(a[i], b[i], zero, rounding);
    return std::isnan(product) ? nan_of(i, b, a) : std::bit_cast<std::uint64_t>(product);
  });
}

/// DFMA d, a, b, c.
void dfma(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const auto rounding = static_cast<Rounding>(instruction.variant);
  write_doubles(warp, instruction, chosen, [&](std::size_t i) {
    const double sum = fused_double(a[i], b[i], c[i], rounding);
    return std::isnan(sum) ? nan_of(i, b, c, a) : std::bit_cast<std::uint64_t>(sum);
  });
}

/// DMNMX d, a, b, p before sm_70.
void dmnmx(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const DoubleSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask least = read_predicate(warp, instruction, 0);
  write_doubles(warp, instruction, chosen, [&](std::size_t i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) return nan_of(i, b, a);
    if (std::isnan(a[i]) || std::isnan(b[i])) return std::bit_cast<std::uint64_t>(std::isnan(a[i]) ? b[i] : a[i]);
    const bool first_is_less = a[i] == b[i] ? std::signbit(a[i]) : a[i] < b[i];
    return std::bit_cast<std::uint64_t>(first_is_less == (bit_of(least, i) != 0) ? a[i] : b[i]);
  });
}

template <DataOperation operation> DataOperation select_double(Modifiers& modifiers, const sass::Instruction& row) {
  modifiers.keep(static_cast<std::uint16_t>(std::max(0, modifiers.take_one_of(rounding_names))));
  return modified_sources(row).inverted > 0 ? nullptr : operation;
}
DataOperation select_dmnmx(Modifiers&, const sass::Instruction&) { return dmnmx; }

constexpr std::array rows = {
    Opcode{"DADD", "DFF", select_double<dadd>},
    Opcode{"DMUL", "DFF", select_double<dmul>},
    Opcode{"DFMA", "DFFF", select_double<dfma>},
    Opcode{"DMNMX", "DFFq", select_dmnmx, plain, before_volta},
};

}  // namespace

std::span<const Opcode> double_opcodes() { return rows; }

}  // namespace reconverge::emulator
