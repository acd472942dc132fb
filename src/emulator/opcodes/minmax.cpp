// SPDX-License-Identifier: MIT
#include <array>

#include "emulator/opcodes/compiled.hpp"
#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// Least and greatest of integers, of whole words and of the parts of words. The last operand, a
/// predicate, selects the least where it holds.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum MinmaxForm : std::uint16_t { minmax_signed = 1, minmax_halves = 2, minmax_bytes = 4, minmax_relu = 8 };

/// A word as its parts of the width of a form.
class Parts {
 public:
  explicit Parts(unsigned form)
      : bits_((form & minmax_halves) != 0  ? 16
              : (form & minmax_bytes) != 0 ? 8
                                           : 32),
        is_signed_((form & minmax_signed) != 0) {}

  unsigned bits() const { return bits_; }
  unsigned count() const { return 32 / bits_; }
  std::int64_t part(std::uint32_t word, unsigned k) const {
    const std::uint32_t mask = 0xFFFF'FFFFu >> (32 - bits_);
    const std::uint32_t value = word >> (k * bits_) & mask;
    return is_signed_ && (value >> (bits_ - 1)) != 0 ? std::int64_t{value} - (std::int64_t{1} << bits_)
                                                     : std::int64_t{value};
  }
  std::uint32_t placed(std::int64_t value, unsigned k) const {
    const std::uint32_t mask = 0xFFFF'FFFFu >> (32 - bits_);
    return (static_cast<std::uint32_t>(value) & mask) << (k * bits_);
  }

 private:
  unsigned bits_;
  bool is_signed_;
};

std::int64_t better(std::int64_t a, std::int64_t b, bool least) { return least ? std::min(a, b) : std::max(a, b); }

template <typename Integer, bool least> LaneVector best_words(const LaneVector& a, const LaneVector& b) {
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const auto x = static_cast<Integer>(a[i]);
    const auto y = static_cast<Integer>(b[i]);
    result[i] = static_cast<std::uint32_t>(least ? std::min(x, y) : std::max(x, y));
  }
  return result;
}

template <typename Integer> LaneVector best_of(LaneMask least, const LaneVector& a, const LaneVector& b) {
  if (least == LaneMask::all()) return best_words<Integer, true>(a, b);
  if (least.empty()) return best_words<Integer, false>(a, b);
  return choose(least, best_words<Integer, true>(a, b), best_words<Integer, false>(a, b));
}

/// IMNMX d, a, b, p.
template <typename Integer> void minmax_word(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  write(warp, instruction, best_of<Integer>(read_predicate(warp, instruction, 0), a, b), chosen);
}

/// VIMNMX{.RELU} d, {p, q,} a, b, r: p (of halves: p for the low, q for the high) is set where a was taken.
void vimnmx(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask least = read_predicate(warp, instruction, 0);
  const Parts parts(instruction.variant);
  LaneVector result{};
  std::array<LaneMask, 4> first_taken{};
  for (std::size_t i = 0; i < lanes; ++i)
    for (unsigned k = 0; k < parts.count(); ++k) {
      const std::int64_t x = parts.part(a[i], k), y = parts.part(b[i], k);
      const std::int64_t best = better(x, y, bit_of(least, i) != 0);
      if (best == x) first_taken[k] |= LaneMask::lane(static_cast<int>(i));
      result[i] |= parts.placed((instruction.variant & minmax_relu) != 0 ? std::max<std::int64_t>(best, 0) : best, k);
    }
  for (std::size_t k = 0; k < 2; ++k)
    write_predicate(warp, instruction.predicate_destination[k], first_taken[k], chosen);
  write(warp, instruction, result, chosen);
}

/// VIADDMNMX d, a, b, c, p: of a + b and c; VIMNMX3 d, a, b, c, p: of all three.
template <bool adds> void minmax_three(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1), c(warp, instruction, 2);
  const LaneMask least = read_predicate(warp, instruction, 0);
  const Parts parts(instruction.variant);
  LaneVector result{};
  for (std::size_t i = 0; i < lanes; ++i)
    for (unsigned k = 0; k < parts.count(); ++k) {
      const bool wants_least = bit_of(least, i) != 0;
      const std::int64_t x = parts.part(a[i], k), y = parts.part(b[i], k);
      // The sum wraps to its part before it is compared.
      const std::int64_t first = adds ? parts.part(parts.placed(x + y, 0), 0) : better(x, y, wants_least);
      const std::int64_t best = better(first, parts.part(c[i], k), wants_least);
      result[i] |= parts.placed((instruction.variant & minmax_relu) != 0 ? std::max<std::int64_t>(best, 0) : best, k);
    }
  write(warp, instruction, result, chosen);
}

/// Takes type and .RELU; -1 if the type is unknown. Without a type a word is signed.
int take_form(Modifiers& modifiers) {
  constexpr std::array<std::string_view, 6> types = {"S32", "U32", "S16x2", "U16x2", "S8x4", "U8x4"};
  constexpr std::array<int, 6> forms = {
      minmax_signed, 0, minmax_signed | minmax_halves, minmax_halves, minmax_signed | minmax_bytes, minmax_bytes};
  const int type = modifiers.take_one_of(types);
  const int form = type < 0 ? static_cast<int>(minmax_signed) : forms[static_cast<std::size_t>(type)];
  return form | (modifiers.take("RELU") ? minmax_relu : 0);
}

/// IMNMX.XHI d.CC, a, b, p before sm_70: of the high words of two numbers. How it passes the choice to the next
/// IMNMX.XLO is not known; here the zero flag means "they are equal", the carry "a".
template <typename Integer> void minmax_high(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneVector best = best_of<Integer>(read_predicate(warp, instruction, 0), a, b);
  const LaneMask equal = lanes_where([&](std::size_t i) { return a[i] == b[i]; });
  const LaneMask first = lanes_where([&](std::size_t i) { return best[i] == a[i]; });
  warp.code.zero = warp.code.zero.without(chosen) | (equal & chosen);
  warp.code.carry = warp.code.carry.without(chosen) | (first & chosen);
  write(warp, instruction, best, chosen);
}

/// IMNMX.XLO d, a, b, p: the low word of the number whose high word was taken; of equals, the best one.
void minmax_low(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const IntegerSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneVector best = best_of<std::uint32_t>(read_predicate(warp, instruction, 0), a, b);
  write(warp, instruction, choose(warp.code.zero, best, choose(warp.code.carry, a, b)), chosen);
}

DataOperation select_old_imnmx(Modifiers& modifiers, const sass::Instruction& row) {
  const bool is_unsigned = modifiers.take("U32");
  if (modifiers.take("XLO")) return is_unsigned && !writes_code(row) ? minmax_low : nullptr;
  if (!modifiers.take("XHI") || !writes_code(row)) return nullptr;
  return is_unsigned ? minmax_high<std::uint32_t> : minmax_high<std::int32_t>;
}

DataOperation select_imnmx(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("U32") ? minmax_word<std::uint32_t> : minmax_word<std::int32_t>;
}

DataOperation select_vimnmx(Modifiers& modifiers, const sass::Instruction& row) {
  const int form = take_form(modifiers);
  modifiers.keep(static_cast<std::uint16_t>(form));
  const bool plain_form = row.operands.size() == 4;
  if (plain_form && form == minmax_signed) return minmax_word<std::int32_t>;
  return plain_form && form == 0 ? minmax_word<std::uint32_t> : vimnmx;
}

template <DataOperation operation> DataOperation select_three(Modifiers& modifiers, const sass::Instruction&) {
  modifiers.keep(static_cast<std::uint16_t>(take_form(modifiers)));
  return operation;
}

/// IMNMX.S64 p, q, d, a, b, r, s: of 64 bits. Only PT, PT and !PT have been seen for p, q and s.
template <typename Integer> void minmax_wide(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const PairSource a(warp, instruction, 0), b(warp, instruction, 1);
  const LaneMask least = read_predicate(warp, instruction, 0);
  LanePair result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const auto x = static_cast<Integer>(a[i]), y = static_cast<Integer>(b[i]);
    result.set(i, static_cast<std::uint64_t>(bit_of(least, i) != 0 ? std::min(x, y) : std::max(x, y)));
  }
  write_pair(warp, instruction, result, chosen);
}

DataOperation select_minmax_wide(Modifiers& modifiers, const sass::Instruction& row) {
  const auto& operands = row.operands;
  if (operands.size() != 7 || !operands[0].is_true() || !operands[1].is_true() || !operands[6].is_true(true))
    return nullptr;
  if (modifiers.take("U64")) return minmax_wide<std::uint64_t>;
  return modifiers.take("S64") ? minmax_wide<std::int64_t> : nullptr;
}

constexpr std::array rows = {
    Opcode{"IMNMX", "dssq", select_imnmx},
    Opcode{"IMNMX", "cssq", select_old_imnmx, plain, before_volta},
    Opcode{"IMNMX", "ppDSSqq", select_minmax_wide, plain, from_volta},
    Opcode{"VIMNMX", "dp?p?ssq", select_vimnmx, plain, from_volta},
    Opcode{"UVIMNMX", "dp?p?ssq", select_vimnmx, uniform_datapath, from_volta},
    Opcode{"VIMNMX3", "dsssq", select_three<minmax_three<false>>, plain, from_volta},
    Opcode{"VIADDMNMX", "ds-s-sq", select_three<minmax_three<true>>, plain, from_volta},
};

/// Compiled for all vectors.
constexpr Compiled vectorised[] = {compiled<minmax_word<std::uint32_t>>, compiled<minmax_word<std::int32_t>>};

}  // namespace

std::span<const Opcode> minmax_opcodes() { return rows; }

std::span<const Compiled> compiled_minmax() { return vectorised; }

}  // namespace reconverge::emulator
