// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// XMAD, the multiplier of Maxwell and Pascal: a product of 16-bit halves, and a 32-bit sum. Three of
/// them make a 32-bit product.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// The addend: c whole, one half of it, c and the low half of b in the high half (.CBCC), or c corrected for signs
/// (.CSFU). Bits 0..2 of the variant.
enum Addend : std::uint16_t { whole_c, low_c, high_c, c_and_b, signed_c };

enum XmadForm : std::uint16_t {
  xmad_addend = 7,
  xmad_shift = 8,   ///< .PSL: the product 16 bits to the left
  xmad_merge = 16,  ///< .MRG: b's low half in place of the result's high half
  xmad_first_signed = 32,
  xmad_second_signed = 64,
  xmad_carry_in = 128,   ///< .X
  xmad_carry_out = 256,  ///< d.CC
};

std::uint32_t half_operand(std::uint32_t word, std::uint8_t modifier, bool is_signed) {
  const std::uint32_t half = (modifier & high_half) != 0 ? word >> 16 : word & 0xFFFF;
  return is_signed && (half >> 15) != 0 ? half | 0xFFFF'0000u : half;
}

/// .CSFU: c for the high word of a signed product. IADD3.RS will add the two products of a low and a high
/// half as if they had no sign; each that is negative makes its sum 2^16 too large. Those are the products
/// whose high half is negative and whose low half is not 0. No source states this: it is what makes the
/// sequence of compilers right for all numbers.
std::uint32_t mended_for_signs(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto is_negative = [](std::uint32_t high, std::uint32_t low) {
    return (high >> 31) != 0 && (low & 0xFFFF) != 0;
  };
  return c - (is_negative(a, b) ? 0x1'0000u : 0u) - (is_negative(b, a) ? 0x1'0000u : 0u);
}

std::uint32_t addend(std::uint16_t form, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  switch (form & xmad_addend) {
    case low_c: return c & 0xFFFF;
    case high_c: return c >> 16;
    case c_and_b: return c + (b << 16);
    case signed_c: return mended_for_signs(a, b, c);
    default: return c;
  }
}

/// XMAD{.mode} d, a, b, c.
void xmad(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const LaneVector& a = plain_source(warp, instruction, 0);
  const LaneVector& b = plain_source(warp, instruction, 1);
  const IntegerSource c(warp, instruction, 2);
  const std::uint16_t form = instruction.variant;
  const LaneMask carry_in = (form & xmad_carry_in) != 0 ? warp.code.carry : LaneMask::none();
  LaneVector result;
  LaneMask carry;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::uint32_t x = half_operand(a[i], instruction.source_modifier[0], (form & xmad_first_signed) != 0);
    const std::uint32_t y = half_operand(b[i], instruction.source_modifier[1], (form & xmad_second_signed) != 0);
    const std::uint32_t product = (form & xmad_shift) != 0 ? x * y << 16 : x * y;
    const std::uint64_t sum = std::uint64_t{product} + addend(form, a[i], b[i], c[i]) + bit_of(carry_in, i);
    if (sum >> 32 != 0) carry |= LaneMask::lane(static_cast<int>(i));
    const auto word = static_cast<std::uint32_t>(sum);
    result[i] = (form & xmad_merge) != 0 ? (word & 0xFFFF) | b[i] << 16 : word;
  }
  if ((form & xmad_carry_out) != 0) warp.code.set(result, carry, LaneMask::none(), chosen, (form & xmad_carry_in) != 0);
  write(warp, instruction, result, chosen);
}

DataOperation select_xmad(Modifiers& modifiers, const sass::Instruction& row) {
  constexpr std::array<std::string_view, 4> addends = {"CLO", "CHI", "CBCC", "CSFU"};
  constexpr std::array<std::string_view, 4> types = {"U16", "S16", "S32", "U32"};
  unsigned form = 0;
  // Types come first: one for both factors, or one for each.
  const int first = modifiers.take_one_of(types);
  const int second = first < 0 ? -1 : modifiers.take_one_of(types);
  if (first >= 2 || second >= 2) return nullptr;
  if (first == 1) form |= xmad_first_signed;
  if (second == 1 || (second < 0 && first == 1)) form |= xmad_second_signed;
  form |= modifiers.take_as("PSL", xmad_shift) | modifiers.take_as("MRG", xmad_merge) |
          modifiers.take_as("X", xmad_carry_in);
  form |= static_cast<unsigned>(modifiers.take_any_of(addends) + 1);
  if (writes_code(row)) form |= xmad_carry_out;
  modifiers.keep(static_cast<std::uint16_t>(form));
  const auto modified = modified_sources(row);
  return modified.negated + modified.inverted + modified.absolute > 0 ? nullptr : xmad;
}

constexpr std::array rows = {
    Opcode{"XMAD", "cv16v16s", select_xmad, plain, Architectures{.first = 50, .last = 69}},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<xmad>};

}  // namespace

std::span<const Opcode> xmad_opcodes() { return rows; }

std::span<const Compiled> compiled_half_products() { return vectorised; }

}  // namespace reconverge::emulator
