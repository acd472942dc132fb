// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "emulator/events.hpp"
#include "emulator/warp.hpp"
#include "sass/program.hpp"

namespace reconverge::emulator {

struct DecodedInstruction;
class Mechanism;

/// The effect of a data instruction on the chosen lanes.
using DataOperation = void (*)(Warp&, const DecodedInstruction&, core::LaneMask);

/// What rows that are compiled together need besides registers and predicates, and what they tell.
struct RowContext {
  static constexpr std::uint32_t most_guarded = 32;  ///< rows with a guard that are compiled together

  /// A row whose guard left active lanes out.
  using Guarded = IssuedRun::Guarded;

  std::uint8_t* shared = nullptr;   ///< the words of shared memory; behind them room to the next SharedMemory::padding
  std::uint32_t shared_first = 0;   ///< address of the first one
  std::uint32_t shared_words = 0;   ///< how many there are
  std::uint32_t guarded_count = 0;  ///< of `guarded`: none before, those of the rows then
  // These are not written before they are used.
  std::array<Guarded, most_guarded + 1> guarded;     ///< with room for a control instruction NOLINT(*-member-init)
  std::array<std::uint32_t, most_guarded + 1> left;  ///< how many active lanes each left out NOLINT(*-member-init)
  std::array<std::uint32_t, lanes> word;             ///< of an access, by lane: its number NOLINT(*-member-init)
};

/// The effect of several rows on the chosen lanes: on registers, from R0 on, and on predicates, from P0 on; on the
/// words of shared memory. How many of the rows have executed: if not all, the next one is an access that cannot be
/// made.
using CompiledRows = std::uint32_t (*)(LaneVector* values, core::LaneMask* predicates, std::uint32_t chosen,
                                       RowContext* context);

/// Rows that are compiled together.
struct CompiledGroup {
  CompiledRows execute = nullptr;
  std::uint32_t rows = 0;  ///< 0: there are none
};

/// Who hears of accesses to shared memory, by which the groups of rows differ: where somebody does, these execute by
/// themselves.
enum class SharedAccesses : std::uint8_t { heard, unheard };
inline constexpr std::size_t ways_of_shared_accesses = 2;
template <typename Value> using BySharedAccesses = std::array<Value, ways_of_shared_accesses>;
constexpr std::size_t by(SharedAccesses way) { return static_cast<std::size_t>(way); }

/// Passes through a loop: its rows, and the branch behind them back to the first.
struct LoopPasses {
  /// A branch that some of the lanes took, and with them the loop went on.
  struct Split {
    std::uint32_t left = 0;  ///< passes that were left then
    core::LaneMask taken;
  };
  std::uint32_t left = 0;             ///< before: how many at most, 1 or more; then: of these, those that were not made
  std::uint32_t goes_on_in_part = 0;  ///< whether such a branch does not end them
  std::uint32_t splits = 0;
  std::array<Split, core::lane_count - 1> split = {};  ///< so many
};

/// Passes through the rows of a loop and the branches between them; the branch of the last pass has not acted yet.
using CompiledLoop = void (*)(LaneVector* values, core::LaneMask* predicates, std::uint32_t chosen, LoopPasses* passes);

/// Indices that mean no instruction.
inline constexpr std::uint32_t no_index = 0xFFFF'FFFF;      ///< a gap, or an address without a row
inline constexpr std::uint32_t past_the_end = 0xFFFF'FFFE;  ///< just after the last row

/// A predicate that an instruction reads: index into Warp::predicates.
struct PredicateSource {
  std::uint8_t index = sass::true_predicate;
  bool negated = false;
};

/// The part of an instruction that the re-convergence mechanism executes.
struct Control {
  std::uint8_t operation = 0;  ///< the mechanism's own code; 0 = no control part
  bool before_data = false;    ///< the control part acts before the carrier's data part
  std::uint8_t barrier = 0;    ///< 0..15: the convergence or block barrier it names
  std::uint8_t condition = 0;  ///< the mechanism's own code of .U, .DIV, .CONV, or of CC.LT
  bool plain_branch = false;   ///< lanes for which the guard holds go to the target; if that parts lanes, they go first
  bool literal = false;        ///< of BAR: its numbers are `barrier`, and of threads DecodedInstruction::offset
  std::uint32_t target = no_index;
};

/// How a memory operand names an address: `[R2.64+UR4+0x10]`, or `c[0x3][R4+0x8]`. Each part that is
/// not written is RZ or 0.
struct MemoryAddress {
  Slot base = zero_slot;
  Slot uniform = zero_slot;
  bool wide = false;          ///< the base is a pair of registers
  bool uniform_wide = false;  ///< the uniform base is
  std::uint8_t shift = 0;     ///< of the base: 2 of `R2.X4`
  std::uint8_t bank = 0;      ///< of a constant
  std::int32_t offset = 0;    ///< bytes
};

/// An instruction made ready to run: operands are slots, names are gone.
struct DecodedInstruction {
  DataOperation execute = nullptr;  ///< null if the instruction only controls, or is not executable
  std::array<Slot, 5> source{zero_slot, zero_slot, zero_slot, zero_slot, zero_slot};
  std::array<Slot, 2> destination{discard_slot, discard_slot};
  std::array<std::uint8_t, 5> source_modifier{};  ///< bits of `Modifier`
  std::array<std::uint8_t, 2> predicate_destination{sass::true_predicate, sass::true_predicate};
  std::array<PredicateSource, 3> predicate_source{};
  bool uniform = false;       ///< executes once for the warp: every lane of its slots is written
  bool approximate = false;   ///< its last bits are not known to be the hardware's
  std::uint16_t variant = 0;  ///< the operation's own code of its modifiers, see Modifiers::keep
  std::uint8_t special = 0;   ///< which special register, see opcodes/special.cpp
  std::uint8_t guard = sass::true_predicate;
  bool guard_negated = false;
  std::int64_t offset = 0;       ///< bytes, of an indirect branch's target
  bool accesses_memory = false;  ///< sets Warp::access
  MemoryAddress address;         ///< of an instruction with a memory operand
  Control control;
  std::uint32_t next = no_index;  ///< index that follows if control falls through

  bool stops = false;  ///< Executable::problems says why it cannot be executed
  /// Rows from this one on, it included, that follow one another, have no control part and do not stop.
  std::uint32_t straight = 0;
  /// Of these, those from this one on that have no guard, tell nothing of what they do and do not read the clock.
  std::uint32_t silent = 0;
  /// Of the straight ones, those from this one on that execute at once. See compile_rows().
  BySharedAccesses<CompiledGroup> compiled = {};
  /// The same rows if they are all straight ones, with the plain branch behind them that leads back here; or null.
  CompiledLoop loop = nullptr;

  bool predicated() const { return guard != sass::true_predicate || guard_negated; }
};

/// A straight run and the control part behind it that execute without a look at single rows: those of the run, if there
/// are any, are compiled together. See Run::follow_plain_legs().
struct PlainLeg {
  CompiledRows rows = nullptr;  ///< null: there are none
  std::uint32_t count = 0;      ///< of rows, that of the control part included; 0: the row begins no such leg
  PredicateSource guard, second;
};

/// Modifier of a source operand: which part of its register is used, and what is done to it first.
enum Modifier : std::uint8_t {
  negate = 1,
  absolute = 2,
  invert = 4,
  low_half = 8,                         ///< .H0, .H0_H0
  high_half = 16,                       ///< .H1, .H1_H1
  byte_part = 32,                       ///< .B0 .. .B3, its number from bit `byte_shift` on
  single_part = 64,                     ///< .F32: a float among halves; without `byte_part`
  crossed_part = low_half | high_half,  ///< .H0_NH1: halves swapped, the new low one negated
};
inline constexpr unsigned byte_shift = 6;

/// A function decoded once for one mechanism.
struct Executable {
  sass::Function function;
  std::vector<DecodedInstruction> instructions;        ///< one a row of `function`
  BySharedAccesses<std::vector<PlainLeg>> plain_legs;  ///< one a row, those that begin there
  std::vector<LaneVector> literals;                    ///< values of slots from first_literal on
  std::map<std::uint32_t, core::Diagnostic> problems;  ///< rows that stop the run if control reaches them
  ConstantBanks constants;                             ///< for loads whose offset is computed
  std::shared_ptr<const void> compiled_code;           ///< what DecodedInstruction::compiled points into
  bool compiles_accesses = false;                      ///< some of the compiled rows access shared memory
  bool has_preamble = false;  ///< an excerpt: rows before the first `...` run first, see decode()

  /// Index of the row at a code address; past_the_end or no_index if there is none.
  std::uint32_t index_of(std::uint64_t address) const;
  /// Code address of an index; for past_the_end the address after the last row.
  std::uint64_t address_of(std::uint32_t index) const;
};

/// Makes a function ready to run.
///
/// A row that cannot be executed (unknown opcode, a constant without a value) is not an error here: it
/// becomes one when control reaches it. A branch target where no row can be is an error at once.
/// In an excerpt, that is a listing with a `...` row before its first control instruction, the rows
/// before that gap are its preamble: control passes over the gap. Every other gap stops control.
core::Result<Executable> decode(sass::Function function, const Mechanism& mechanism, const Constants& constants,
                                const std::string& source_name);

/// Registers that are read in some row before any row above has written them. Their initial values
/// matter: a run starts them at 0 unless they are given.
std::vector<int> registers_read_first(const sass::Function& function);

}  // namespace reconverge::emulator
