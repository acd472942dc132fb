// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/opcodes/modifiers.hpp"

namespace reconverge::emulator {

/// The architectures that an opcode means the same on, by number: 70 for sm_70.
struct Architectures {
  int first = 0;
  int last = 999;

  /// A listing that names no architecture (0) counts as one before sm_70: no later tool leaves it out.
  constexpr bool contain(int number) const { return first <= number && number <= last; }
};
inline constexpr Architectures every_architecture{};
inline constexpr Architectures before_volta{.last = 69};
inline constexpr Architectures from_volta{.first = 70};
inline constexpr Architectures hopper{.first = 90, .last = 90};

/// Bits that say more about an opcode.
enum Trait : std::uint8_t {
  plain = 0,
  uniform_datapath = 1,  ///< executes once for the warp, on uniform registers
  approximate = 2,       ///< the last bits of its results are not known to be the hardware's
};

/// One data opcode: a row of its family's table. A name may have several rows, for its forms and for
/// its meanings on different architectures; the first that fits a row of a listing counts.
struct Opcode {
  std::string_view name;
  /// Operands in the order written, a letter each (decoding/operand_letters.cpp has their meanings); after it the
  /// signs that count, `|` for |x|, the bits of an immediate, `?` if it may be left out. Rows with more are refused.
  std::string_view layout;
  /// The operation for these modifiers, or null if some modifier is not implemented. ".S" has been
  /// taken already.
  DataOperation (*select)(Modifiers& modifiers, const sass::Instruction& instruction);
  Trait traits = plain;
  Architectures architectures = every_architecture;

  constexpr bool has(Trait trait) const { return (traits & trait) != 0; }
};

/// The rows of an opcode that an architecture has, in the order of the tables.
std::vector<const Opcode*> opcodes_named(std::string_view name, int architecture);

/// Every family's table (opcodes/list.cpp).
std::span<const std::span<const Opcode>> opcode_families();

std::span<const Opcode> integer_carry_opcodes();
std::span<const Opcode> integer_add_opcodes();
std::span<const Opcode> integer_multiply_opcodes();
std::span<const Opcode> integer_compare_opcodes();
std::span<const Opcode> xmad_opcodes();
std::span<const Opcode> minmax_opcodes();
std::span<const Opcode> logic_opcodes();
std::span<const Opcode> bits_opcodes();
std::span<const Opcode> move_opcodes();
std::span<const Opcode> warp_wide_opcodes();
std::span<const Opcode> float_opcodes();
std::span<const Opcode> float_compare_opcodes();
std::span<const Opcode> double_opcodes();
std::span<const Opcode> half_opcodes();
std::span<const Opcode> conversion_opcodes();
std::span<const Opcode> multi_function_opcodes();
std::span<const Opcode> memory_opcodes();
std::span<const Opcode> atomic_opcodes();
std::span<const Opcode> constant_opcodes();
std::span<const Opcode> memory_order_opcodes();
std::span<const Opcode> block_barrier_opcodes();
std::span<const Opcode> special_opcodes();
std::span<const Opcode> video_opcodes();
std::span<const Opcode> matrix_opcodes();
std::span<const Opcode> matrix_float_opcodes();
std::span<const Opcode> async_copy_opcodes();
std::span<const Opcode> device_runtime_opcodes();

/// Number of a special register by its SASS name, in any spelling of the generations; -1 if unknown, or if the
/// architecture has no value for it.
int find_special_register(std::string_view name, int architecture);
/// Of one that is not found.
std::string_view why_special_register_is_not_known(std::string_view name);

}  // namespace reconverge::emulator
