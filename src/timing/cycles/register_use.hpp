// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "emulator/decoding/operand_use.hpp"
#include "sass/program.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

/// Which general registers an instruction reads and writes, and how long ago they were written:
/// rules 21, 22 and 29 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

struct RegisterUse {
  struct Source {
    std::uint8_t index = 0;
    std::uint8_t place = 0;      ///< 0-based position among the source operands
    std::uint8_t slot = 0;       ///< which of the three that an instruction word has: rule 29
    std::uint8_t registers = 1;  ///< 2: a pair
    bool reuse = false;          ///< the next instruction may take it from the slot
  };
  std::array<Source, 3> sources{};
  std::uint8_t source_count = 0;
  bool shares = false;             ///< some of them are one register
  std::uint8_t written = 0;        ///< first register that it writes
  std::uint8_t written_count = 0;  ///< 1, or 2 for a pair

  std::span<const Source> used() const { return {sources.data(), source_count}; }
};

/// Of an operation of a fixed latency: the first three sources, without RZ.
/// @param operands  of the instruction
RegisterUse registers_of(const sass::Instruction& instruction, const emulator::InstructionUse& operands,
                         const OperationTiming& operation);

/// When each register was last written by arithmetic: issue of what wrote it.
class RegisterAges {
 public:
  /// `second_issue` later for the upper half of a pair, and for a result that is one.
  void write(const RegisterUse& registers, Cycle cycle, Cycle second_issue, const Unit& by);
  /// What was written last comes later.
  void delay(const RegisterUse& registers, Cycle cycles) {
    for (std::size_t i = 0; i < registers.written_count; ++i)
      writes_[(registers.written + i) % writes_.size()].cycle += cycles;
  }
  /// What comes with a scoreboard is old when it is read.
  void forget(const RegisterUse& registers);

  /// From when on a register can be a multiplicand of what has a second pass.
  Cycle multiplicand(std::uint8_t index, const OperandTiming& rule) const {
    const Write& write = writes_[index];
    return write.known ? write.cycle + cycles(rule.multiplicand) : 0;
  }

  /// Cycles from the issue of what wrote it; of what no arithmetic wrote, more than any rule compares with.
  Cycle age(std::uint8_t index, Cycle cycle) const {
    const Write& write = writes_[index];
    return write.known && write.cycle <= cycle ? cycle - write.cycle : old;
  }
  std::uint8_t forwarding(std::uint8_t index) const { return writes_[index].forwarding; }

 private:
  static constexpr Cycle old = 1000;
  struct Write {
    Cycle cycle = 0;
    bool known = false;
    std::uint8_t forwarding = 0;
  };
  std::array<Write, 256> writes_{};
};

}  // namespace reconverge::timing
