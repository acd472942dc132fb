#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// The modifiers of one mnemonic. A selector takes those it implements; what is left over makes the
/// instruction one that cannot be executed, so that no modifier is ever ignored.
class Modifiers {
 public:
  explicit Modifiers(std::string_view mnemonic);

  bool take(std::string_view name);
  /// Takes the first one if it is one of the table's names, and returns its index, else -1.
  int take_one_of(std::span<const std::string_view> names);
  bool all_taken() const { return left_.empty(); }

 private:
  std::vector<std::string_view> left_;
};

/// One data opcode: a row of its family's table.
struct Opcode {
  std::string_view name;
  /// Operands in the order written, one letter each: d destination register, D register pair (its
  /// low register), s source (register, constant or immediate), S source pair, p predicate
  /// destination, q predicate source, m memory address, r special register.
  std::string_view layout;
  /// The operation for these modifiers, or null if some modifier is not implemented. ".S" has been
  /// taken already.
  DataOperation (*select)(Modifiers& modifiers, const sass::Instruction& instruction);
};

/// The row of an opcode, or null.
const Opcode* find_opcode(std::string_view name);

/// Every family's table (opcodes/list.cpp).
std::span<const std::span<const Opcode>> opcode_families();

std::span<const Opcode> integer_opcodes();
std::span<const Opcode> float_opcodes();
std::span<const Opcode> predicate_opcodes();
std::span<const Opcode> memory_opcodes();
std::span<const Opcode> special_opcodes();

/// Number of a special register by its SASS name, in any spelling of the generations; -1 if unknown.
int find_special_register(std::string_view name);

/// Operand `i` as 32-bit integers: `|x|`, `~` and `-` applied.
inline LaneVector integer_source(const Warp& warp, const DecodedInstruction& instruction, std::size_t i) {
  LaneVector value = warp.values[instruction.source[i]];
  const auto modifier = instruction.source_modifier[i];
  if ((modifier & absolute) != 0)
    for (auto& lane : value.lane) lane = (lane >> 31) != 0 ? 0u - lane : lane;
  if ((modifier & invert) != 0)
    for (auto& lane : value.lane) lane = ~lane;
  if ((modifier & negate) != 0)
    for (auto& lane : value.lane) lane = 0u - lane;
  return value;
}

/// Operand `i` as the bits of single-precision floats: `|x|` and `-` applied.
inline LaneVector float_source(const Warp& warp, const DecodedInstruction& instruction, std::size_t i) {
  LaneVector value = warp.values[instruction.source[i]];
  const auto modifier = instruction.source_modifier[i];
  constexpr std::uint32_t sign = 0x8000'0000u;
  if ((modifier & absolute) != 0)
    for (auto& lane : value.lane) lane &= ~sign;
  if ((modifier & negate) != 0)
    for (auto& lane : value.lane) lane ^= sign;
  return value;
}

inline void write(Warp& warp, const DecodedInstruction& instruction, const LaneVector& value,
                  core::LaneMask chosen) {
  assign(warp.values[instruction.destination[0]], value, chosen);
}

}  // namespace reconverge::emulator
