// SPDX-License-Identifier: MIT
#include <array>
#include <bit>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"

/// Instructions on the bits and bytes of a word.
namespace reconverge::emulator {
namespace {

std::uint32_t reversed(std::uint32_t word) {
  word = (word >> 1 & 0x5555'5555u) | (word & 0x5555'5555u) << 1;
  word = (word >> 2 & 0x3333'3333u) | (word & 0x3333'3333u) << 2;
  word = (word >> 4 & 0x0F0F'0F0Fu) | (word & 0x0F0F'0F0Fu) << 4;
  word = (word >> 8 & 0x00FF'00FFu) | (word & 0x00FF'00FFu) << 8;
  return word >> 16 | word << 16;
}

std::uint32_t count_ones(std::uint32_t word) { return static_cast<std::uint32_t>(std::popcount(word)); }
/// POPC d, a, b before sm_70: of a & b.
std::uint32_t count_common_ones(std::uint32_t a, std::uint32_t b) { return count_ones(a & b); }

/// FLO d, a: place of the highest bit that differs from the sign (.U32: that is one); with .SH its
/// distance from bit 31. All ones if there is none.
template <bool is_signed, bool distance> std::uint32_t leading_one(std::uint32_t word) {
  if (is_signed && (word >> 31) != 0) word = ~word;
  if (word == 0) return 0xFFFF'FFFFu;
  const auto zeros = static_cast<std::uint32_t>(std::countl_zero(word));
  return distance ? zeros : 31 - zeros;
}

DataOperation select_brev(Modifiers&, const sass::Instruction&) { return unary<reversed>; }
DataOperation select_popc(Modifiers&, const sass::Instruction&) { return unary<count_ones>; }
DataOperation select_old_popc(Modifiers&, const sass::Instruction&) { return binary<count_common_ones>; }
DataOperation select_flo(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  if (modifiers.take("SH")) return is_unsigned ? unary<leading_one<false, true>> : unary<leading_one<true, true>>;
  return is_unsigned ? unary<leading_one<false, false>> : unary<leading_one<true, false>>;
}

// ---- PRMT: any four of the eight bytes of two words ---------------------------------------------

std::uint32_t byte_of(std::uint64_t bytes, unsigned index) {
  return static_cast<std::uint32_t>(bytes >> (8 * index)) & 0xFF;
}

/// Byte i of the result is the one that nibble i of the selector names; bit 3 of it: its sign.
std::uint32_t permuted(std::uint32_t a, std::uint32_t selector, std::uint32_t b) {
  const std::uint64_t bytes = a | std::uint64_t{b} << 32;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> (4 * i) & 0xF;
    const std::uint32_t byte = byte_of(bytes, nibble & 7);
    const bool replicates_sign = (nibble & 8) != 0;
    result |= (replicates_sign ? ((byte & 0x80) != 0 ? 0xFFu : 0u) : byte) << (8 * i);
  }
  return result;
}

/// The modes with a rule in place of nibbles: byte i of the result is byte rule(selector, i).
template <unsigned (*rule)(unsigned, unsigned)>
std::uint32_t permuted_by_rule(std::uint32_t a, std::uint32_t selector, std::uint32_t b) {
  const std::uint64_t bytes = a | std::uint64_t{b} << 32;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= byte_of(bytes, rule(selector & 3, i)) << (8 * i);
  return result;
}

unsigned forward_four(unsigned selector, unsigned i) { return selector + i; }
unsigned backward_four(unsigned selector, unsigned i) { return (selector - i) & 7; }
unsigned replicate_byte(unsigned selector, unsigned) { return selector; }
unsigned clamp_left(unsigned selector, unsigned i) { return std::max(selector, i); }
unsigned clamp_right(unsigned selector, unsigned i) { return std::min(selector, i); }
unsigned replicate_half(unsigned selector, unsigned i) { return 2 * (selector & 1) + (i & 1); }

DataOperation select_prmt(Modifiers& modifiers, const sass::Instruction&) {
  constexpr std::array<std::string_view, 6> modes = {"F4E", "B4E", "RC8", "ECL", "ECR", "RC16"};
  constexpr std::array<DataOperation, 6> operations = {
      ternary<permuted_by_rule<forward_four>>,   ternary<permuted_by_rule<backward_four>>,
      ternary<permuted_by_rule<replicate_byte>>, ternary<permuted_by_rule<clamp_left>>,
      ternary<permuted_by_rule<clamp_right>>,    ternary<permuted_by_rule<replicate_half>>};
  modifiers.take("IDX");
  const int mode = modifiers.take_one_of(modes);
  return mode < 0 ? ternary<permuted> : operations[static_cast<std::size_t>(mode)];
}

// ---- fields -------------------------------------------------------------------------------------

std::uint32_t ones(std::uint32_t count) { return count > 31 ? 0xFFFF'FFFFu : (1u << count) - 1; }

/// BMSK d, a, b: b ones from bit a on; with .W both modulo 32.
std::uint32_t bit_mask(std::uint32_t place, std::uint32_t width) { return place > 31 ? 0 : ones(width) << place; }
std::uint32_t bit_mask_wrapped(std::uint32_t place, std::uint32_t width) { return ones(width & 31) << (place & 31); }
DataOperation select_bmsk(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("W") ? binary<bit_mask_wrapped> : binary<bit_mask>;
}

/// SGXT d, a, b: the low b bits of a, extended by their sign or (.U32) by zeros; with .W b modulo 32.
template <bool is_signed, bool wraps> std::uint32_t extended(std::uint32_t value, std::uint32_t bits) {
  const std::uint32_t count = wraps ? bits & 31 : std::min(bits, 32u);
  if (count == 0) return 0;
  const std::uint32_t field = value & ones(count);
  const bool is_negative = is_signed && (field >> (count - 1)) != 0;
  return is_negative ? field | ~ones(count) : field;
}
DataOperation select_sgxt(Modifiers& modifiers, const sass::Instruction&) {
  const bool wraps = modifiers.take("W");
  if (modifiers.take("U32")) return wraps ? binary<extended<false, true>> : binary<extended<false, false>>;
  return wraps ? binary<extended<true, true>> : binary<extended<true, false>>;
}

/// BFE d, a, b before sm_70: the field of a that b gives, place in its byte 0, width in its byte 1;
/// bits past the end are those of the sign, or zero (.U32).
template <bool is_signed, bool reverses> std::uint32_t field(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t value = reverses ? reversed(a) : a;
  const std::uint32_t place = b & 0xFF, width = b >> 8 & 0xFF;
  if (width == 0) return 0;
  const std::uint32_t last = std::min(place + width - 1, 31u);
  const bool is_negative = is_signed && (value >> last & 1) != 0;
  const std::uint32_t taken = place > 31 ? 0 : value >> place & ones(width);
  const std::uint32_t real_bits = place > 31 ? 0 : std::min(width, 32 - place);
  return is_negative ? taken | ~ones(real_bits) : taken;
}
DataOperation select_bfe(Modifiers& modifiers, const sass::Instruction&) {
  const bool is_unsigned = modifiers.take("U32");
  if (modifiers.take("BREV")) return is_unsigned ? binary<field<false, true>> : binary<field<true, true>>;
  return is_unsigned ? binary<field<false, false>> : binary<field<true, false>>;
}

/// BFI d, a, b, c before sm_70: c with a in the field that b gives.
std::uint32_t with_field(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t mask = bit_mask(b & 0xFF, b >> 8 & 0xFF);
  const std::uint32_t place = b & 0xFF;
  return (c & ~mask) | ((place > 31 ? 0 : a << place) & mask);
}
DataOperation select_bfi(Modifiers&, const sass::Instruction&) { return ternary<with_field>; }

constexpr std::array rows = {
    Opcode{"BREV", "ds~", select_brev, plain, from_volta},
    Opcode{"UBREV", "ds~", select_brev, uniform_datapath, from_volta},
    Opcode{"POPC", "ds~", select_popc},
    Opcode{"UPOPC", "ds~", select_popc, uniform_datapath, from_volta},
    Opcode{"POPC", "ds~s~", select_old_popc, plain, before_volta},
    Opcode{"FLO", "ds~", select_flo},
    Opcode{"UFLO", "ds~", select_flo, uniform_datapath, from_volta},
    Opcode{"PRMT", "dss16s", select_prmt},
    Opcode{"UPRMT", "dss16s", select_prmt, uniform_datapath, from_volta},
    Opcode{"BMSK", "dss", select_bmsk, plain, from_volta},
    Opcode{"UBMSK", "dss", select_bmsk, uniform_datapath, from_volta},
    Opcode{"SGXT", "dss", select_sgxt, plain, from_volta},
    Opcode{"USGXT", "dss", select_sgxt, uniform_datapath, from_volta},
    Opcode{"BFE", "dss16", select_bfe, plain, before_volta},
    Opcode{"BFI", "dss16s", select_bfi, plain, before_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<ternary<permuted>>, compiled<unary<count_ones>>};

}  // namespace

std::span<const Opcode> bits_opcodes() { return rows; }

std::span<const Compiled> compiled_bits() { return vectorised; }

}  // namespace reconverge::emulator
