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
  /// low register), s source (register, constant or immediate), f source of a float, S source pair,
  /// p predicate destination, q predicate source, m memory address, r special register.
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

/// A source operand with its modifiers applied. Without any, as nearly always, it is the register
/// itself and nothing is copied.
class Source {
 public:
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  operator const LaneVector&() const { return *values_; }  // NOLINT(google-explicit-constructor)
  const std::uint32_t& operator[](std::size_t lane) const { return (*values_)[lane]; }

 protected:
  Source(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : values_(&warp.values[instruction.source[i]]) {}

  template <typename Change>
  void apply(Change change) {
    for (std::size_t lane = 0; lane < lanes; ++lane) changed_[lane] = change((*values_)[lane]);
    values_ = &changed_;
  }

 private:
  const LaneVector* values_;
  LaneVector changed_;
};

/// Operand `i` as 32-bit integers: `|x|`, `~` and `-` applied.
class IntegerSource : public Source {
 public:
  IntegerSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : Source(warp, instruction, i) {
    const auto modifier = instruction.source_modifier[i];
    if (modifier == 0) return;
    if ((modifier & absolute) != 0)
      apply([](std::uint32_t value) { return (value >> 31) != 0 ? 0u - value : value; });
    if ((modifier & invert) != 0) apply([](std::uint32_t value) { return ~value; });
    if ((modifier & negate) != 0) apply([](std::uint32_t value) { return 0u - value; });
  }
};

/// Operand `i` as the bits of single-precision floats: `|x|` and `-` applied.
class FloatSource : public Source {
 public:
  FloatSource(const Warp& warp, const DecodedInstruction& instruction, std::size_t i)
      : Source(warp, instruction, i) {
    const auto modifier = instruction.source_modifier[i];
    constexpr std::uint32_t sign = 0x8000'0000u;
    if (modifier == 0) return;
    if ((modifier & absolute) != 0) apply([](std::uint32_t value) { return value & ~sign; });
    if ((modifier & negate) != 0) apply([](std::uint32_t value) { return value ^ sign; });
  }
};

inline void write(Warp& warp, const DecodedInstruction& instruction, const LaneVector& value,
                  core::LaneMask chosen) {
  assign(warp.values[instruction.destination[0]], value, chosen);
}

}  // namespace reconverge::emulator
