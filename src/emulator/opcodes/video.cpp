// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>

#include "emulator/opcodes/lanewise.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/rows.hpp"

/// Scalar video instructions before sm_70, as the PTX manual describes them (vadd, vmin, vshl, vset, vmad):
/// parts of two words, extended to 33 bits, an operation, and what becomes of its result: saturated, then
/// joined with a third operand or merged into it. Types and parts are as ptxas prints them: without any, both
/// operands are .S32; a part that is not written is the lowest.
namespace reconverge::emulator {
namespace {

using core::LaneMask;

enum class Operation : std::uint8_t { add, absolute_difference, minimum, maximum, shift_left, shift_right, compare };
enum class Second : std::uint8_t { none, add, minimum, maximum, high_half, low_half, byte0, byte1, byte2, byte3 };
constexpr std::array<std::string_view, 9> second_names = {"ACC",     "MIN",     "MAX",     "MRG_16H", "MRG_16L",
                                                          "MRG_8B0", "MRG_8B1", "MRG_8B2", "MRG_8B3"};
constexpr std::array<std::string_view, 8> relations = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};

/// The type of an operand: a word, half or byte of it, with or without sign.
enum Type : unsigned { type_u8, type_s8, type_u16, type_s16, type_u32, type_s32 };
constexpr std::array<std::string_view, 6> type_names = {"U8", "S8", "U16", "S16", "U32", "S32"};

/// Fields of DecodedInstruction::variant.
struct Form {
  Operation operation = Operation::add;  // bits 0..2
  Second second = Second::none;          // 3..6
  unsigned a = type_s32, b = type_s32;   // 7..9, 10..12
  bool is_unsigned = false;              // 13: of the result, and of the third operand
  bool saturates = false;                // 14: of shifts, that the amount wraps
};

constexpr std::uint16_t packed(const Form& form) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(form.operation) | static_cast<unsigned>(form.second) << 3 |
                                    form.a << 7 | form.b << 10 | (form.is_unsigned ? 1u << 13 : 0u) |
                                    (form.saturates ? 1u << 14 : 0u));
}

constexpr Form unpacked(unsigned bits) {
  return {.operation = static_cast<Operation>(bits & 7),
          .second = static_cast<Second>(bits >> 3 & 15),
          .a = bits >> 7 & 7,
          .b = bits >> 10 & 7,
          .is_unsigned = (bits >> 13 & 1) != 0,
          .saturates = (bits >> 14 & 1) != 0};
}

constexpr unsigned bits_of_type(unsigned type) { return 8u << type / 2; }

std::int64_t extended(std::uint32_t part, unsigned type) {
  const unsigned bits = bits_of_type(type);
  const std::int64_t value = part & (0xFFFF'FFFFu >> (32 - bits));
  return type % 2 == 1 && (value >> (bits - 1)) != 0 ? value - (std::int64_t{1} << bits) : value;
}

/// Operand `i` as numbers of 33 bits.
class Part {
 public:
  Part(const Warp& warp, const DecodedInstruction& instruction, std::size_t i, unsigned type)
      : values_(plain_source(warp, instruction, i)),
        type_(type),
        negated_((instruction.source_modifier[i] & negate) != 0) {
    const unsigned modifier = instruction.source_modifier[i];
    if ((modifier & byte_part) != 0) shift_ = 8 * (modifier >> byte_shift & 3);
    if ((modifier & high_half) != 0) shift_ = 16;
  }

  std::int64_t operator[](std::size_t lane) const {
    const std::int64_t value = extended(values_[lane] >> shift_, type_);
    return negated_ ? -value : value;
  }

 private:
  const LaneVector& values_;
  unsigned type_;
  unsigned shift_ = 0;
  bool negated_;
};

/// Shifts extend past 33 bits to the left, of which the low word is right in any case.
std::int64_t operated(const Form& form, std::int64_t a, std::int64_t b) {
  // An amount is unsigned, whatever its type says.
  const auto amount = [&] { return form.saturates ? b & 31 : b < 0 ? 32 : std::min<std::int64_t>(b, 32); };
  switch (form.operation) {
    case Operation::add: return a + b;
    case Operation::absolute_difference: return a < b ? b - a : a - b;
    case Operation::minimum: return std::min(a, b);
    case Operation::maximum: return std::max(a, b);
    case Operation::shift_left: return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << amount());
    case Operation::shift_right: return a >> amount();
    case Operation::compare: break;
  }
  return 0;
}

/// The width to which a result is saturated: that of the place that it is merged into.
unsigned result_bits(Second second) {
  if (second >= Second::byte0) return 8;
  return second >= Second::high_half ? 16 : 32;
}

std::int64_t saturated(std::int64_t value, const Form& form) {
  const unsigned bits = result_bits(form.second);
  const std::int64_t range = std::int64_t{1} << bits;
  return form.is_unsigned ? std::clamp<std::int64_t>(value, 0, range - 1)
                          : std::clamp<std::int64_t>(value, -range / 2, range / 2 - 1);
}

std::uint32_t joined(const Form& form, std::int64_t value, std::uint32_t third) {
  const std::int64_t c = extended(third, form.is_unsigned ? type_u32 : type_s32);
  const auto word = static_cast<std::uint32_t>(value);
  const auto merged = [&](std::uint32_t mask, unsigned place) {
    return (third & ~(mask << place)) | (word & mask) << place;
  };
  switch (form.second) {
    case Second::none: return word;
    case Second::add: return word + third;
    case Second::minimum: return static_cast<std::uint32_t>(std::min(value, c));
    case Second::maximum: return static_cast<std::uint32_t>(std::max(value, c));
    case Second::high_half: return merged(0xFFFF, 16);
    case Second::low_half: return merged(0xFFFF, 0);
    default: return merged(0xFF, 8 * (static_cast<unsigned>(form.second) - static_cast<unsigned>(Second::byte0)));
  }
}

/// VADD d, a, b, c and its like.
void video(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Form form = unpacked(instruction.variant);
  const Part a(warp, instruction, 0, form.a), b(warp, instruction, 1, form.b);
  const LaneVector& c = plain_source(warp, instruction, 2);
  const bool is_shift = form.operation == Operation::shift_left || form.operation == Operation::shift_right;
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::int64_t value = operated(form, a[i], b[i]);
    result[i] = joined(form, form.saturates && !is_shift ? saturated(value, form) : value, c[i]);
  }
  write(warp, instruction, result, chosen);
}

/// VSET.rel d, a, b, c: 1 or 0.
template <std::size_t relation> void video_set(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const Form form = unpacked(instruction.variant);
  const Part a(warp, instruction, 0, form.a), b(warp, instruction, 1, form.b);
  const LaneVector& c = plain_source(warp, instruction, 2);
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::int64_t x = a[i], y = b[i];
    const std::array holds = {false, x<y, x == y, x <= y, x> y, x != y, x >= y, true};
    result[i] = joined(form, holds[relation] ? 1 : 0, c[i]);
  }
  write(warp, instruction, result, chosen);
}

/// Fields of DecodedInstruction::variant of a product.
enum ProductForm : unsigned { product_saturates = 1u << 6, product_plus_one = 1u << 7, product_shift_at = 8 };
/// A product of two words and the third, exact.
__extension__ using Wide = __int128;

/// VMAD d, a, b, c: a * b + c (PTX manual, vmad). A sign before a or b is that of the product. Where an operand or
/// the product is signed, so is c; the result also where c is negated.
void video_product(Warp& warp, const DecodedInstruction& instruction, LaneMask chosen) {
  const unsigned form = instruction.variant;
  const Part a(warp, instruction, 0, form & 7), b(warp, instruction, 1, form >> 3 & 7);
  const LaneVector& third = plain_source(warp, instruction, 2);
  const auto is_negated = [&](std::size_t i) { return (instruction.source_modifier[i] & negate) != 0; };
  const bool takes_signs = (form & 1) != 0 || (form >> 3 & 1) != 0 || is_negated(0) != is_negated(1);
  const bool is_signed = takes_signs || is_negated(2);
  const Wide least = is_signed ? std::int64_t{INT32_MIN} : 0;
  const Wide most = is_signed ? std::int64_t{INT32_MAX} : std::int64_t{UINT32_MAX};
  LaneVector result;
  for (std::size_t i = 0; i < lanes; ++i) {
    const Wide c = extended(third[i], takes_signs ? type_s32 : type_u32);
    Wide value = Wide{a[i]} * b[i] + (is_negated(2) ? -c : c) + ((form & product_plus_one) != 0 ? 1 : 0);
    value >>= form >> product_shift_at;
    if ((form & product_saturates) != 0) value = std::clamp(value, least, most);
    result[i] = static_cast<std::uint32_t>(value);
  }
  write(warp, instruction, result, chosen);
}

constexpr std::array<DataOperation, 8> video_sets = {video_set<0>, video_set<1>, video_set<2>, video_set<3>,
                                                     video_set<4>, video_set<5>, video_set<6>, video_set<7>};

/// Whether the part that is written of an operand is one of its type.
bool part_fits(const sass::Operand& operand, unsigned type) {
  if (operand.inverted || operand.absolute) return false;
  if (operand.suffix.empty()) return true;
  if (bits_of_type(type) == 32) return false;
  return operand.suffix.front() == (bits_of_type(type) == 8 ? 'B' : 'H') && operand.suffix.size() == 2;
}

/// Takes the types of two operands. They come in pairs or not at all.
bool take_types(Modifiers& modifiers, unsigned& a, unsigned& b) {
  const int first = modifiers.take_one_of(type_names);
  if (first < 0) return true;
  const int second = modifiers.take_one_of(type_names);
  a = static_cast<unsigned>(first);
  b = static_cast<unsigned>(second);
  return second >= 0;
}

/// Takes types and what becomes of the result.
bool take_form(Modifiers& modifiers, const sass::Instruction& row, Form& form) {
  if (row.operands.size() != 4 || !take_types(modifiers, form.a, form.b)) return false;
  const int second = modifiers.take_any_of(second_names);
  form.second = static_cast<Second>(second + 1);
  const auto& c = row.operands[3];
  return part_fits(row.operands[1], form.a) && part_fits(row.operands[2], form.b) && c.suffix.empty() && !c.negated &&
         !c.inverted && !c.absolute;
}

bool no_signs(const sass::Instruction& row) { return modified_sources(row).negated == 0; }

template <Operation operation> DataOperation select_video(Modifiers& modifiers, const sass::Instruction& row) {
  constexpr bool shifts = operation == Operation::shift_left || operation == Operation::shift_right;
  constexpr bool signs_allowed = operation == Operation::add;
  Form form{.operation = operation};
  // The absolute difference is unsigned where nothing else is said, all others are signed.
  form.is_unsigned = operation == Operation::absolute_difference ? !modifiers.take("SD") : modifiers.take("UD");
  if (operation == Operation::minimum && !modifiers.take("MN") && modifiers.take("MX"))
    form.operation = Operation::maximum;
  form.saturates = modifiers.take(shifts ? "W" : "SAT");
  if (!take_form(modifiers, row, form) || (!signs_allowed && !no_signs(row))) return nullptr;
  // The result of a left shift above 33 bits is not documented.
  const bool compares = form.second == Second::minimum || form.second == Second::maximum;
  if (operation == Operation::shift_left && compares) return nullptr;
  modifiers.keep(packed(form));
  return video;
}

DataOperation select_video_set(Modifiers& modifiers, const sass::Instruction& row) {
  const int relation = modifiers.take_one_of(relations);
  Form form{.operation = Operation::compare, .is_unsigned = true};
  if (relation < 0 || !take_form(modifiers, row, form) || !no_signs(row)) return nullptr;
  if (form.second == Second::minimum || form.second == Second::maximum)
    return nullptr;  // of which sign is not documented
  modifiers.keep(packed(form));
  return video_sets[static_cast<std::size_t>(relation)];
}

/// Without scale and limit only the low word counts, which is the same with and without signs.
DataOperation select_product(Modifiers& modifiers, const sass::Instruction& row) {
  unsigned a = type_s32, b = type_s32;
  if (row.operands.size() != 4 || !take_types(modifiers, a, b) || !part_fits(row.operands[1], a) ||
      !part_fits(row.operands[2], b))
    return nullptr;
  const bool plus_one = modifiers.take("PO");
  const unsigned shift = modifiers.take("SHR_7") ? 7 : modifiers.take("SHR_15") ? 15 : 0;
  const bool saturates = modifiers.take("SAT");
  const bool negates_product = row.operands[1].negated != row.operands[2].negated, negates_c = row.operands[3].negated;
  // The manual knows one negation and none beside .PO; its text and its formula differ for an unsigned c that is taken
  // from an unsigned product.
  const bool is_unsigned = a % 2 == 0 && b % 2 == 0;
  if ((negates_product && negates_c) || (plus_one && (negates_product || negates_c))) return nullptr;
  if (is_unsigned && negates_c && (shift != 0 || saturates)) return nullptr;
  modifiers.keep(static_cast<std::uint16_t>(a | b << 3 | (saturates ? product_saturates : 0u) |
                                            (plus_one ? product_plus_one : 0u) | shift << product_shift_at));
  return video_product;
}

/// VABSDIFF d, a, b, c: d = |a - b| + c.
template <typename Integer> std::uint32_t absolute_difference(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const bool less = static_cast<Integer>(a) < static_cast<Integer>(b);
  return (less ? b - a : a - b) + c;
}
DataOperation select_vabsdiff(Modifiers& modifiers, const sass::Instruction&) {
  return modifiers.take("U32") ? ternary<absolute_difference<std::uint32_t>>
                               : ternary<absolute_difference<std::int32_t>>;
}

/// VABSDIFF4.U8 d, a, b, c: the differences of the four bytes, byte by byte. c would fill bytes that are
/// left out (PTX, vabsdiff4), of which there are none.
std::uint32_t absolute_differences(std::uint32_t a, std::uint32_t b) {
  std::uint32_t result = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const std::uint32_t x = a >> shift & 0xFF, y = b >> shift & 0xFF;
    result |= (x < y ? y - x : x - y) << shift;
  }
  return result;
}
/// With .ACC: their sum, plus c.
std::uint32_t absolute_differences_sum(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t bytes = absolute_differences(a, b);
  return c + (bytes & 0xFF) + (bytes >> 8 & 0xFF) + (bytes >> 16 & 0xFF) + (bytes >> 24);
}

DataOperation select_vabsdiff4(Modifiers& modifiers, const sass::Instruction&) {
  if (!modifiers.take("U8")) return nullptr;
  modifiers.take("U8");  // before sm_70 a type for each operand
  return modifiers.take("ACC") ? ternary<absolute_differences_sum> : binary<absolute_differences>;
}

constexpr std::array rows = {
    Opcode{"VADD", "dx-x-s", select_video<Operation::add>, plain, before_volta},
    Opcode{"VABSDIFF", "dxxs", select_video<Operation::absolute_difference>, plain, before_volta},
    Opcode{"VMNMX", "dxxs", select_video<Operation::minimum>, plain, before_volta},
    Opcode{"VSHL", "dxxs", select_video<Operation::shift_left>, plain, before_volta},
    Opcode{"VSHR", "dxxs", select_video<Operation::shift_right>, plain, before_volta},
    Opcode{"VSET", "dxxs", select_video_set, plain, before_volta},
    Opcode{"VMAD", "dx-x-s-", select_product, plain, before_volta},
    Opcode{"VABSDIFF", "dsss", select_vabsdiff, plain, from_volta},
    Opcode{"VABSDIFF4", "dsss", select_vabsdiff4},
};

}  // namespace

std::span<const Opcode> video_opcodes() { return rows; }

}  // namespace reconverge::emulator
