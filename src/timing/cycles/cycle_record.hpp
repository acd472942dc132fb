// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/provenance.hpp"
#include "emulator/events.hpp"
#include "sass/program.hpp"
#include "timing/cycles/cycle_count.hpp"

/// Instruction timings of one architecture. A record is data: it is read from a file of data/records
/// (timing/record/reader.hpp), and rules in timing/cycles compute with nothing else. Rules are named as in
/// docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// The set of rules by which a unit serves an operation.
enum class Route : std::uint8_t {
  issue_only,  ///< occupies nothing beyond the issue slot
  arithmetic,  ///< fixed latency, no scoreboard: rules issue-interval, operand-banks, write-port
  // After the issue stage: the MIO. A result clears a scoreboard.
  shared,    ///< rule shared-memory
  level_1,   ///< rule l1-access, global memory
  local,     ///< rule l1-access, local memory
  xu,        ///< rule operand-port: one operation at a time
  address,   ///< rule address-unit, reads registers
  constant,  ///< rule address-unit, reads no register
  barrier,   ///< rule barrier-moves
};
constexpr bool is_mio(Route route) { return route != Route::issue_only && route != Route::arithmetic; }

/// Where a number or a row of a record comes from.
struct RecordSource {
  std::string rule = {};  ///< name of the rule that uses it
  core::Grade grade = core::Grade::assumed;
  std::string source = {};  ///< probe, measurement or option
  std::string note = {};
};

/// A unit that operations occupy, named as NVIDIA's profilers do (alu, fmaheavy, lsu, xu, ...).
struct Unit {
  std::string name;
  Route route = Route::issue_only;
  bool fixed_latency = false;       ///< BAR does not hold it back, and it books the write port
  std::int32_t register_write = 0;  ///< cycles from issue to the write of the result
  std::int32_t delays_result = 0;   ///< arithmetic issued this many cycles later waits a cycle for its result; 0: none
  bool operand_banks = false;       ///< reads through the buffers of rule operand-banks
  bool own_buffers = false;         ///< which are its own
  std::int32_t younger = 0;         ///< cycles by which its results count as written later than their age says
  std::uint8_t forwarding = 0;      ///< units with the same number forward results to each other
  std::optional<std::uint8_t> overflow_into = {};  ///< unit that is used instead if it is free earlier
  RecordSource source = {};
};

/// Property of the operands that the time depends on.
enum class OperandCondition : std::uint8_t {
  any,
  writes_predicate,     ///< besides a register
  address_in_register,  ///< of a constant
  special_register,     ///< one whose name contains OperationTiming::special_register
};

/// Whether the card repeats the rules to the cycle while warps of other sub-partitions run.
enum class BesideOthers : std::uint8_t {
  not_known,
  exact,
  exact_at_end,  ///< of a warp: while it executes nothing but such operations, arithmetic and EXIT
};

/// Kind of an access that the first level does not serve, or not as a load or store of one space: rule
/// beyond-first-level.
enum class Beyond : std::uint8_t {
  none,
  load,          ///< one that does not hit
  store,         ///< one that other warps see
  generic,       ///< the addresses of its lanes select the memory
  atomic,        ///< with a result
  float_atomic,  ///< likewise
  reduction,     ///< an atomic without one
  fence,         ///< of the GPU
  system_fence,
  invalidation,  ///< of the first level
  slot,          ///< takes an issue slot beside one of these
};

/// Latencies that are distributions, in the order of their names in records: band_names.
enum class BandKind : std::uint8_t {
  load,
  load_interval,
  load_sector,
  load_behind_store,
  load_after_atomic,
  load_after_fence,
  load_from_memory,
  atomic,
  atomic_pass,
  float_atomic,
  float_atomic_pass,
  atomic_interval,
  atomic_interval_pass,
  store_drain,
  store_drain_line,
  fence,
  system_fence,
  wide_local_apart,
  generic,
};
inline constexpr std::size_t band_count = 19;

/// Point of the distribution that each access is assumed to take.
enum class Assumption : std::uint8_t { low, typical, high };
inline constexpr std::size_t assumption_count = 3;

/// The 1st, 50th and 99th percentile of the measurements, or bounds of them.
struct LatencyBand {
  std::array<std::int32_t, assumption_count> cycles{};  ///< by Assumption
  RecordSource source = {};
};

/// Sources that a record can put into an order, by their letters: A, B and C, as they are written.
inline constexpr std::size_t most_ordered_sources = 3;

/// How one operation occupies the machine. Times are in cycles.
struct OperationTiming {
  std::string opcode;
  std::string modifier = {};                      ///< one that is required too; empty: none
  OperandCondition when = OperandCondition::any;  ///< a row with a condition goes before others
  std::string special_register = {};
  std::uint8_t unit = 0;            ///< into CycleRecord::units
  std::int32_t issue_interval = 1;  ///< until the unit can take the next operation, or wavefront
  std::int32_t second_issue = 0;    ///< it occupies the unit a second time, this many cycles later; 0: once
  std::optional<std::int32_t> result_latency = {};  ///< from when the unit begins until the write scoreboard is clear
  std::optional<std::int32_t> source_release = {};  ///< from when sources are read until the read scoreboard is clear
  std::optional<std::int32_t> write_to_release =
      {};                             ///< from the write of the last register until the write scoreboard is clear
  bool ignores_second_issue = false;  ///< issues as if the previous instruction occupied its unit once
  bool one_wavefront = false;         ///< whatever the lanes' addresses
  std::optional<std::int32_t> shared_unit = {};  ///< operations of the unit that all warps of a multiprocessor share
  BesideOthers beside_others = BesideOthers::not_known;
  bool shares_words = false;     ///< of an atomic: lanes with the same word share it, as those of a load do
  Beyond beyond = Beyond::none;  ///< if not none, its latency is a distribution
  std::optional<std::uint8_t> lone_source_slot = {};  ///< of the instruction word, if it is the only source; else first
  std::optional<std::uint8_t> second_source_slot = {};  ///< of the instruction word; else the second
  bool pairs = false;                   ///< a register pair that it reads or writes counts as two, else as its first
  std::string source_order = {};        ///< "ACB": the first is read as data, the others one by one; empty: all as data
  std::int32_t sources_at_least = 0;    ///< registers that it takes the time of, also if it reads fewer
  std::int32_t results_in_transit = 0;  ///< registers of lanes through which a uniform result is written
  RecordSource source = {};

  /// Which of the three slots of the instruction word has a source: rule operand-banks.
  /// @param position  0-based, of `positions` sources
  std::uint8_t slot_of(std::uint8_t position, std::uint8_t positions) const {
    if (position == 0 && positions == 1) return lone_source_slot.value_or(0);
    return position == 1 ? second_source_slot.value_or(1) : position;
  }
};

/// How the stall count of a control instruction enters its cycles.
enum class StallUse : std::uint8_t {
  ignored,
  at_least,  ///< the stall count, if that is longer
  added,
  penalised,  ///< a short one, or one with the yield bit clear, adds a penalty: WarpsyncTiming
};

/// Cycles of a control instruction, by how it transfers control.
struct TransferTiming {
  std::string opcode;
  std::string modifier = {};  ///< one that is required too; empty: none
  emulator::ControlTransfer transfer{};
  std::int32_t cycles = 0;  ///< to the next instruction of the warp, the stall count apart
  StallUse stall = StallUse::ignored;
  bool refetches = false;                        ///< fetch starts anew at the target: rule branch-target-fetch
  std::int32_t idle_successor = 0;               ///< added if the next control word has stall 0 and the yield bit clear
  std::optional<std::int32_t> shared_unit = {};  ///< as of OperationTiming; absent: not known
  bool unawaited = false;                        ///< the warp goes on before the shared unit serves it
  BesideOthers beside_others = BesideOthers::not_known;
  std::int32_t lookup = 0;        ///< cycles of the unit that looks up where the warp continues
  std::int32_t lookup_again = 0;  ///< so many cycles after it began, a second one; 0: there is none
  RecordSource source = {};
};

// The scalar numbers, by the groups of their names: "fetch.next_line" is fetch.next_line. The meaning, unit and rule of
// each are with its value in data/records/sm_90.json. Cycles unless said otherwise. The defaults here hold only while a
// number is absent, and then time nothing: 1 where a rule divides or counts, else 0.

struct IssueTiming {
  std::int32_t longest_stall_with_yield_bit_set = 0, shortest_stall_with_yield_bit_clear = 0, yield_without_stall = 0;
  std::int32_t unseen_scoreboard = 0, late_scoreboard = 0, load_seen_later = 0;
};
struct FetchTiming {
  std::int32_t instruction_bytes = 1, line_bytes = 1;  ///< bytes
  std::int32_t next_line = 0, late_branch = 0, late_within = 0;
  std::int32_t cached_lines = 1;  ///< lines
  std::int32_t known_lines = 1;   ///< lines
  std::int32_t lines_ahead = 0;   ///< lines
  std::int32_t line_request = 0, lookup_ahead = 0, held_lookup = 0, missed_lookup = 0, fourth_miss = 0;
  std::int32_t held_behind_miss = 0, line_arrives = 0, landing_in_flight = 0, interrupted_lookup = 0, replaced_line = 0;
  std::int32_t branch_seen = 0, branch_followed = 0, given_up_returns = 0, asked_again = 0;
  std::int32_t poll_interval = 1, missed_target = 0, stops_after = 0;
  std::int32_t slots_a_cycle = 1;  ///< instructions
};
struct ExitTiming {
  std::int32_t first_barrier = 0, further_barrier = 0;
};
struct WarpsyncTiming {
  std::int32_t long_stall = 0, short_stall = 0, yield_bit_clear = 0;
  std::int32_t known_origins = 1;  ///< places
};
struct BlockBarrierTiming {
  std::int32_t from = 0, until = 0, back_to_back = 0, load = 0;
};
struct OperandTiming {
  std::int32_t multiplicand = 0;
  std::int32_t window = 1, readable = 0, not_kept = 0, stall_after = 0, after_port = 0, stalled_release = 0;
  std::int32_t banks = 1;            ///< of the register file: 1, 2 or 4
  std::int32_t predicate_later = 0;  ///< than a register
  std::int32_t result_slot = 0;      ///< from issue until what would meet a result of XU
};
struct MioTiming {
  std::int32_t register_read = 1, data_ready = 0, port_turnaround = 0;
  std::int32_t xu_ready = 0, xu_without_registers = 0, xu_pair_overlap = 0;
  std::int32_t address_ready = 0, address_without_registers = 0, address_value = 0, constant_interval = 0;
  std::int32_t read_without_registers = 0, release_without_registers = 0;
  std::int32_t load_store_entries = 1, xu_entries = 1, address_entries = 1;  ///< instructions that can wait
  std::int32_t constant_line = 0, constant_line_bytes = 1, constant_block_bytes = 1;
  std::int32_t constant_entry = 0, address_entry = 0, xu_entry = 0, l1_entry = 0;
  std::int32_t l1_passes_shared = 0, store_write = 0, store_meets = 0, store_delay = 0;
  std::int32_t store_ahead = 0, store_ahead_lines = 0;  ///< sectors; lines of a sector each
  std::int32_t store_part = 0;
  std::int32_t shared_store_write = 0, shared_wavefront = 1, load_meets_shared = 0;
  std::int32_t shared_banks = 1;  ///< of shared memory and the first level
  std::int32_t bank_bytes = 1;    ///< bytes
  std::int32_t no_lanes_result = 0, no_lanes_xu_result = 0, no_lanes_address_release = 0, no_lanes_barrier = 0;
};
/// How the first level looks up lines of global and local memory.
struct LevelOneTiming {
  std::int32_t line_bytes = 1, sector_bytes = 1;              ///< bytes
  std::int32_t known_lines = 1, folded_lines = 1;             ///< lines
  std::int32_t held_lines = 0, held_lines_beside_shared = 0;  ///< lines
  std::int32_t tag_bank_bit_0 = 0, tag_bank_bit_1 = 0;        ///< masks of bits of a line's number
  std::int32_t tag_overlap = 0;
  std::int32_t loses_from = 0, loses_until = 0;  ///< cycles between two stores to a line; both 0: it is not lost
  std::int32_t loses_earlier = 0;                ///< if a load came between them
};

struct MultiprocessorTiming {
  std::int32_t sub_partitions = 1;         ///< each with its own issue port
  std::int32_t shared_unit_operation = 1;  ///< cycles of an operation of the shared unit
  std::int32_t lookup_after = 0;
  std::int32_t tag_lookup = 0;                        ///< cycles, of all sub-partitions together
  std::int32_t shared_memory_wavefront = 1;           ///< cycles, of all sub-partitions together
  std::int32_t predicate_after = 1;                   ///< cycles from a register that SHFL gives back to its predicate
  std::int32_t bar_arrival = 0, launch_interval = 0;  ///< cycles
  std::int32_t first_credits = 0, round_credits = 0;  ///< instructions
  std::int32_t credit_paid_after = 0;                 ///< cycles
  std::int32_t fetched_line = 0, fetched_line_of_way = 0;    ///< cycles
  std::int32_t mean_error_apart = 0, worst_error_apart = 0;  ///< thousandths, of estimates of up to one a sub-partition
  std::int32_t mean_error = 0, worst_error = 0;              ///< thousandths, of estimates of up to 8 warps
  std::int32_t mean_error_crowded = 0, worst_error_crowded = 0;  ///< of more

  std::size_t sub_partition_count() const { return number(sub_partitions); }
  /// Which one a warp of a block issues on, by the warp's number there.
  std::size_t sub_partition_of(std::size_t warp) const { return warp % sub_partition_count(); }
};

/// Contenders for the write port and for the operand port. CycleRecord::write_rank and operand_port_order put them into
/// an order of priority.
enum class Writer : std::uint8_t { arithmetic, xu, constants, shared, level_1, barriers };
inline constexpr std::size_t writer_count = 6;
enum class PortUser : std::uint8_t { xu, load_store, address };
inline constexpr std::size_t port_user_count = 3;

struct CycleRecord {
  std::string architecture;  ///< "sm_90"
  std::string title;
  std::string premise;              ///< under which the cycles hold
  std::vector<Unit> units{Unit{}};  ///< the first means no unit
  std::vector<OperationTiming> operations;
  std::vector<TransferTiming> transfers;
  IssueTiming issue;
  FetchTiming fetch;
  ExitTiming exit;
  WarpsyncTiming warpsync;
  BlockBarrierTiming block_barrier;
  OperandTiming operand;
  MioTiming mio;
  LevelOneTiming l1;
  MultiprocessorTiming multiprocessor;
  std::array<std::optional<LatencyBand>, band_count> bands{};  ///< by BandKind; absent: not known
  std::array<std::uint8_t, writer_count> write_rank{};         ///< by Writer; lower goes first
  std::array<PortUser, port_user_count> operand_port_order{PortUser::xu, PortUser::load_store,
                                                           PortUser::address};  ///< first one first
  bool has_orders = false;  ///< whether a file gives the two; else what goes through the MIO is not timed
  std::map<std::string, RecordSource, std::less<>> sources;  ///< of the scalar numbers that are there, by field
  /// Groups of scalar numbers that lack one, with " without FIELD" for the first that is missing. Rows that need such a
  /// group are not timed.
  std::map<std::string, std::string, std::less<>> absent;

  const Unit& unit_of(const OperationTiming& operation) const { return units[operation.unit]; }
  /// The row that fits best: one with a condition before one without, one with a modifier likewise. Null: not known.
  const OperationTiming* find_operation(const sass::Instruction& instruction) const;
  /// The same for each way of transferring control.
  using Transfers = std::array<const TransferTiming*, emulator::control_transfer_count>;
  Transfers find_transfers(const sass::Instruction& instruction) const;
};

}  // namespace reconverge::timing
