#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/provenance.hpp"
#include "emulator/events.hpp"
#include "sass/program.hpp"

/// What is known of the cycles of one generation, instruction by instruction. Numbers of rules are
/// those of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// Units that an operation occupies, so that the next one of the same unit has to wait.
enum class Pipe : std::uint8_t {
  none,
  alu,        ///< integer additions, logic, shifts, comparisons, moves
  fma_heavy,  ///< integer multiplication; single precision where the lite unit is taken
  fma_lite,   ///< single precision
  half,       ///< packed half precision
  uniform,    ///< the uniform datapath
  uniform_move,  ///< moves and votes into its registers
  wide,       ///< double precision
  // Behind the issue stage: the MIO, rules 23 to 27.
  shared,     ///< loads, stores and atomics of shared memory, exchanges between lanes, special registers
  global,     ///< loads and stores of global memory in the first level of the cache
  local,      ///< of local memory
  special,    ///< transcendental functions, conversions
  address,    ///< what goes through the address unit: constants by register, MATCH, REDUX
  constant,   ///< constants, special registers for the uniform datapath
  barrier,    ///< convergence barriers to and from registers, fences
  count,
};
constexpr bool is_mio(Pipe pipe) { return pipe >= Pipe::shared && pipe < Pipe::count; }

/// Where a number of a rule comes from.
struct RuleSource {
  std::uint8_t rule = 0;
  core::Grade grade = core::Grade::measured;
};

/// What of an instruction's operands its time depends on.
enum class Form : std::uint8_t {
  any,
  writes_predicate,      ///< besides a register
  by_register,      ///< the constant's offset is in a register
  of_block,         ///< the special register is of the block, or of its cluster
};

/// How one operation occupies the machine. Times are cycles from its issue.
struct OperationTiming {
  std::string_view opcode;
  std::string_view modifier;    ///< one that has to be there too; empty: none
  Pipe pipe = Pipe::none;
  std::int16_t occupies = 1;    ///< until the pipe takes the next operation, or wavefront
  std::int16_t result = 0;      ///< from when its unit takes it until the write scoreboard is clear; 0: not known
  std::int16_t operands = 0;    ///< from when they are read until the read scoreboard is clear; 0: not known
  std::int16_t second_pass = 0; ///< it goes through the pipe twice, the second time so much later: rule 21
  RuleSource source;
  Form form = Form::any;        ///< a row of the instruction's own form goes before others
  std::int16_t behind_write = 2; ///< from the write of its last register until the write scoreboard is clear: rule 25
};

/// Operands that come too late or clash: rules 21, 22 and 29.
struct OperandTiming {
  std::int16_t multiplicand = 0;  ///< of an operation with a second pass, from the issue of what wrote it
  std::int16_t clash_newer = 0, clash_older = 0;  ///< ages of two registers of one bank that cannot be read together
  std::int16_t clash = 0;                         ///< what that costs
  std::int16_t window = 0;       ///< cycles in which arithmetic gets its registers: rule 29
  std::int16_t readable = 0;     ///< from issue until a bank gives what was written; before, it comes in the last of these cycles
  std::int16_t not_kept = 0;     ///< for reuse is not kept what comes at this age, and of the own pipe a cycle earlier
  std::int16_t stops_after = 0;  ///< from the issue of what does not, until nothing issues
  std::int16_t behind_port = 0;  ///< from when the MIO's operand port takes a register until the bank is read
  std::uint8_t banks = 1;                         ///< of the register file
};

/// What the stall count of an instruction has to do with how it goes on.
enum class StallUse : std::uint8_t {
  none,
  at_least,  ///< takes that long if it is longer
  added,     ///< comes on top
  settles,   ///< a short one, or one without the yield bit, costs more: GatheringTiming
};

/// What it costs to go on in one of the ways of emulator::Passage.
struct PassageTiming {
  std::string_view opcode;
  std::string_view modifier;  ///< one that has to be there too; empty: none
  emulator::Passage passage{};
  std::int16_t cycles = 0;    ///< to the next instruction; 0: its stall count alone
  StallUse stall = StallUse::none;
  bool redirects = false;     ///< the fetch of code starts anew: rule 7
  RuleSource source;
};

/// The fetch of code: rules 7 to 9.
struct FetchTiming {
  std::int16_t line_bytes = 0;
  std::int16_t next_line = 0;   ///< cycles from landing until the line after it is there
  std::int16_t late_branch = 0; ///< what a BSYNC or divergent branch costs in the slot behind which the line ends ...
  std::int16_t late_within = 0; ///< ... if it issues less than this many cycles after the landing
  std::int32_t cached_lines = 0;      ///< that the nearest instruction cache holds
  std::array<std::int16_t, 2> arrives_ahead{};  ///< after the fetch arrives in a line, for those behind it (first one fitted)
  std::int16_t looks_every = 1;       ///< cycles after which a landing looks again for a line on its way
  std::int16_t missed_landing = 0;    ///< what a landing costs in a line that is not there ...
  std::int16_t slots_a_cycle = 1;     ///< ... and 1 more for so many slots before that of the landing
  std::int16_t before_idle = 0;       ///< what a BRA takes more that stands before a control word of zeroes: rule 10
};

/// EXIT of a whole group that takes its lanes out of barriers, and WARPSYNC by register: rules 18 and 19.
struct LeavingTiming {
  std::int16_t first_barrier = 0, further_barrier = 0;
};
struct GatheringTiming {
  std::int16_t long_stall = 0;    ///< from this stall count on, it takes the cycles of its passage ...
  std::int16_t short_stall = 0;   ///< ... else so many more
  std::int16_t without_yield = 0; ///< and so many more where a long stall comes without the yield bit
  std::int16_t known_places = 0;  ///< of COLLECTIVE; who goes on first is not known of lanes from more of them
};

/// Barriers of a block in a block of one warp: rule 6.
struct BlockBarrierTiming {
  std::int16_t from = 0;   ///< an instruction that would issue in [from, until) after BAR ...
  std::int16_t until = 0;  ///< ... issues then
  std::int16_t load = 0;   ///< what a load from shared memory takes more that was held back ...
  std::int16_t load_behind = 0;  ///< ... so long or longer after the last instruction issued
};

/// The MIO: rules 23 to 27.
struct MioTiming {
  std::int16_t register_read = 0;   ///< cycles for which a register keeps the operand port
  std::int16_t address_ready = 0;   ///< from its issue until it wants to
  std::int16_t load_store_places = 0, special_places = 0, address_places = 0;  ///< that can wait
  std::int16_t constant_place = 0, address_place = 0;  ///< until such a one gives its place free
  std::int16_t special_place = 0;  ///< from when the special unit is free until a place is
  std::int16_t store_writes = 0;      ///< from when a store has passed level 1 until it writes there ...
  std::int16_t store_writes_for = 0;  ///< ... how long for each register ...
  std::int16_t store_delays = 0;      ///< ... and by what a load that meets it comes later
  std::int16_t constant_occupies = 0;  ///< the address unit, of what reads no register
  std::int16_t without_lanes = 0, special_without_lanes = 0;  ///< result of what no lane executes, from when it is served ...
  std::int16_t address_without_lanes = 0, barrier_without_lanes = 0;  ///< ... and until sources count as read
  std::int16_t address_value = 0;     ///< what the address unit takes for every further word or value of the lanes
  std::int16_t banks = 0;             ///< of shared memory and level 1, of 4 bytes
  std::int16_t arithmetic_write = 0, late_arithmetic_write = 0;  ///< from issue to write; of halves' and wide pipe
};

struct CycleRecord {
  std::span<const OperationTiming> operations;
  std::span<const PassageTiming> passages;
  FetchTiming fetch;
  LeavingTiming leaving;
  GatheringTiming gathering;
  BlockBarrierTiming block_barrier;
  OperandTiming operand;
  MioTiming mio;
  std::int16_t longest_stall_without_yield = 0;  ///< a longer one is none if the control does not yield: rule 1
  std::int16_t yield_without_stall = 0;  ///< an instruction whose control says yield and stall 0: rule 1
  std::int16_t half_result_later = 0;    ///< after the pipe of halves, what issues this much later: rule 25
  std::int16_t unseen_scoreboard = 0;    ///< a scoreboard set this many cycles ago is not seen yet: rule 2

  /// The row that fits best: one with a modifier before one without. Null: not known.
  const OperationTiming* find_operation(const sass::Instruction& instruction) const;
  const PassageTiming* find_passage(const sass::Instruction& instruction, emulator::Passage passage) const;
};

/// Hopper, sm_90.
const CycleRecord& hopper_cycles();

}  // namespace reconverge::timing
