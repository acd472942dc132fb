// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "emulator/decoding/operand_use.hpp"
#include "sass/program.hpp"
#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

/// Which general registers an instruction reads and writes, and how long ago they were written:
/// rules 21, 22 and 29 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

struct RegisterUse {
  struct Source {
    std::uint8_t index = 0;
    std::uint8_t place = 0;      ///< 0-based position among the source operands
    std::uint8_t slot = 0;       ///< which of the three slots of an instruction word: rule 29
    std::uint8_t registers = 1;  ///< 2: a pair
    bool reuse = false;          ///< the next instruction may read it from the slot
  };
  std::array<Source, 3> sources{};
  std::uint8_t source_count = 0;
  std::uint8_t written = 0;        ///< first register that it writes
  std::uint8_t written_count = 0;  ///< 1, or 2 for a pair
  bool writes_predicate = false;

  std::span<const Source> used() const { return {sources.data(), source_count}; }
};

/// Of an operation of a fixed latency: the first three sources, without RZ.
/// @param operands  of the instruction
RegisterUse registers_of(const sass::Instruction& instruction, const emulator::InstructionUse& operands,
                         const OperationTiming& operation);

/// When each register was last written by arithmetic: issue cycle of the writer.
class RegisterAges {
 public:
  /// `second_issue` later for the upper half of a pair, and for the result of IMAD.HI.
  void write(const RegisterUse& registers, Cycle cycle, Cycle second_issue, const Unit& by);
  /// The last written registers are late by so many cycles.
  void delay(const RegisterUse& registers, Cycle cycles) {
    for (std::size_t i = 0; i < registers.written_count; ++i)
      writes_[(registers.written + i) % writes_.size()].cycle += cycles;
  }
  /// Registers written under a scoreboard are old when they are read.
  void forget(const RegisterUse& registers);

  /// First cycle in which a register can be a multiplicand of an instruction with a second pass.
  Cycle multiplicand(std::uint8_t index, const OperandTiming& rule) const {
    const Write& write = writes_[index];
    return write.known ? write.cycle + cycles(rule.multiplicand) : 0;
  }

  /// Cycles since the issue of its writer; if no arithmetic wrote it, more than any rule compares with.
  Cycle age(std::uint8_t index, Cycle cycle) const {
    const Write& write = writes_[index];
    return write.known && write.cycle <= cycle ? cycle - write.cycle : old;
  }
  std::uint8_t forwarding(std::uint8_t index) const { return writes_[index].forwarding; }

  /// Registers that are older for every later instruction than any rule compares with become unknown.
  void forget(const Horizon& horizon, const OperandTiming& rule);
  /// See clock_state.hpp.
  void write_state(StateWriter& state) const;
  void read_state(StateReader& state);

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
