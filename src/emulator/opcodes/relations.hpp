// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "emulator/opcodes/opcode.hpp"
#include "emulator/opcodes/operand_values.hpp"

/// Relations between values and what a comparison makes of them.
namespace reconverge::emulator {

enum class Relation : std::uint8_t { f, lt, eq, le, gt, ne, ge, t };
inline constexpr std::array<std::string_view, 8> relation_names = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};

/// The lanes in which two values are related. `value(i)` and `other(i)` give those of lane i.
template <typename First, typename Second> core::LaneMask related(Relation relation, First value, Second other) {
  switch (relation) {
    case Relation::f: return core::LaneMask::none();
    case Relation::lt: return lanes_where([&](std::size_t i) { return value(i) < other(i); });
    case Relation::eq: return lanes_where([&](std::size_t i) { return value(i) == other(i); });
    case Relation::le: return lanes_where([&](std::size_t i) { return value(i) <= other(i); });
    case Relation::gt: return lanes_where([&](std::size_t i) { return value(i) > other(i); });
    case Relation::ne: return lanes_where([&](std::size_t i) { return value(i) != other(i); });
    case Relation::ge: return lanes_where([&](std::size_t i) { return value(i) >= other(i); });
    case Relation::t: break;
  }
  return core::LaneMask::all();
}

/// Relations of floating point: those of the second half hold also where an operand is a NaN.
inline constexpr std::array<std::string_view, 16> float_relation_names = {
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};

/// The lanes in which two floating-point values have the relation of that index in the table.
template <typename First, typename Second> core::LaneMask float_related(unsigned relation, First value, Second other) {
  const unsigned ordered_part = relation & 7;
  constexpr unsigned not_equal = static_cast<unsigned>(Relation::ne);
  const bool never_with_nan = relation < not_equal || relation == static_cast<unsigned>(Relation::ge);
  if (never_with_nan) return related(static_cast<Relation>(relation), value, other);
  const core::LaneMask unordered =
      lanes_where([&](std::size_t i) { return value(i) != value(i) || other(i) != other(i); });
  // NUM is "any order", NAN "none of them"; F and T frame the table.
  const core::LaneMask ordered = ordered_part == 7   ? core::LaneMask::all()
                                 : ordered_part == 0 ? core::LaneMask::none()
                                                     : related(static_cast<Relation>(ordered_part), value, other);
  return relation >= 8 ? ordered | unordered : ordered.without(unordered);
}

enum class Combine : std::uint8_t { and_, or_, xor_ };
inline constexpr std::array<std::string_view, 3> combine_names = {"AND", "OR", "XOR"};

constexpr core::LaneMask combined(Combine combine, core::LaneMask a, core::LaneMask b) {
  switch (combine) {
    case Combine::and_: return a & b;
    case Combine::or_: return a | b;
    case Combine::xor_: break;
  }
  return core::LaneMask(a.bits() ^ b.bits());
}

/// DecodedInstruction::variant of a comparison: relation in bits 0..3, combination in 4 and 5, other fields from bit 6
/// on.
inline constexpr unsigned first_free_bit = 6;

constexpr std::uint16_t comparison(int relation, int combine, unsigned more = 0) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(relation) | static_cast<unsigned>(combine) << 4 |
                                    more << first_free_bit);
}
inline Relation relation_of(const DecodedInstruction& instruction) {
  return static_cast<Relation>(instruction.variant & 7);
}
inline unsigned float_relation_of(const DecodedInstruction& instruction) { return instruction.variant & 15; }
inline Combine combine_of(const DecodedInstruction& instruction) {
  return static_cast<Combine>(instruction.variant >> 4 & 3);
}
inline bool has_more(const DecodedInstruction& instruction, unsigned bit) {
  return (instruction.variant >> first_free_bit & bit) != 0;
}

/// p = a rel b, combined with the first source predicate; q = the contrary of a rel b, likewise.
inline void write_comparison(Warp& warp, const DecodedInstruction& instruction, core::LaneMask holds,
                             core::LaneMask chosen) {
  const core::LaneMask other = read_predicate(warp, instruction, 0);
  const Combine combine = combine_of(instruction);
  write_predicate(warp, instruction.predicate_destination[0], combined(combine, holds, other), chosen);
  write_predicate(warp, instruction.predicate_destination[1], combined(combine, ~holds, other), chosen);
}

}  // namespace reconverge::emulator
