// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio_use.hpp"
#include "timing/cycles/scoreboards.hpp"
#include "timing/cycles/shared_mio.hpp"
#include "timing/cycles/write_port.hpp"

/// The MIO (NVIDIA's profilers: memory input/output), which executes instructions of variable latency: rules 2, 4 and
/// 23 to 27 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// How long an access occupies its unit, which depends on its addresses.
struct Passes {
  int wavefronts = 1;
  int tags = 1;     ///< looked up one after the other
  int sectors = 1;  ///< of lines that a store writes
  int registers_at_once = 1;
  std::optional<Route> route = {};  ///< that serves it, if its addresses decide that, and not its operation
  std::int32_t late = 0;            ///< cycles by which its result is later than a hit's
  std::int32_t busy = 0;            ///< cycles that its unit is occupied at least
  bool in_order = true;             ///< later accesses wait for its result
};

/// The units that clear scoreboards, of one sub-partition. Instructions enter as they issue; when a scoreboard is clear
/// is computed only when something waits for it, because later instructions can still change it.
class Mio {
 public:
  /// The record must outlive it.
  explicit Mio(const CycleRecord& record) : record_(record) {}
  /// Makes it that of one sub-partition of several. `shared` must outlive it.
  void share(SharedMio& shared) { shared_ = &shared; }

  /// When the next operation can begin; nothing: none waits.
  std::optional<std::uint64_t> next_start() const {
    const std::optional<Turn> turn = next_turn();
    return turn ? std::optional(turn->start) : std::nullopt;
  }
  /// Does the next operation, if it begins before `limit`.
  bool step(std::uint64_t limit);

  /// First cycle in which an instruction for a unit can issue: rule l1-access, queues.
  std::uint64_t next_entry(Route route);
  /// The same without a change, if the instructions so far decide it.
  std::optional<std::uint64_t> known_entry(Route route) const;

  /// An instruction issues. Scoreboards are numbers from 0; other numbers mean none. If no lane executes it, it passes
  /// its unit without reading or writing anything.
  /// @param scoreboards  of its warp; they must stay where they are until it has cleared them
  void enter(std::uint64_t cycle, const OperationTiming& operation, const MioUse& use, Scoreboards& scoreboards,
             std::uint8_t write_scoreboard, std::uint8_t read_scoreboard, bool executes);
  /// The passes that the addresses of the last one need.
  void accessed(Passes passes);
  /// The last one takes `cycles` longer.
  void delay(std::int32_t cycles);

  /// Delay of an instruction issued in that cycle that reads its target, or the lanes it waits for, from a register:
  /// rules 17 and 19.
  std::uint64_t late_for_target(std::uint64_t issued);

  /// Arithmetic writes registers of these banks in that cycle: rule 25.
  void writes(std::uint64_t cycle, std::uint8_t banks) { port_.book(cycle, banks, rank(Writer::arithmetic)); }

  /// When a scoreboard is clear for an instruction that could issue at `cycle`: rule 2.
  /// @param looked  when it first checked its scoreboards; one that was not clear then costs a cycle at least
  std::uint64_t clear_for(Scoreboards::Scoreboard& held, std::uint64_t cycle, std::uint64_t looked);
  /// The same without a change, if the instructions so far decide it.
  std::optional<std::uint64_t> known_clear_for(const Scoreboards::Scoreboard& held, std::uint64_t cycle,
                                               std::uint64_t looked) const;

  /// A copy that sets the scoreboards `copied` where this would set `own`, and those of no other warp: the future if
  /// nothing else issues.
  /// @param shared  storage for a copy of the part shared with others
  Mio forecast(const Scoreboards& own, Scoreboards& copied, std::optional<SharedMio>& shared) const;

 private:
  using Result = Scoreboards::Result;
  struct Operation {
    const OperationTiming* timing = nullptr;
    Scoreboards* scoreboards = nullptr;  ///< of its warp; null: not needed
    MioUse use;
    std::uint64_t issued = 0;
    std::uint8_t write_scoreboard = 0, read_scoreboard = 0;
    std::uint8_t data = 0, addresses = 0;  ///< registers that are still to be read
    bool started = false;
    bool executes = true;
    Passes passes;
    std::int32_t late = 0;
  };
  /// An operation that could be next, and when.
  struct Turn {
    std::uint64_t start = 0;
    PortUser user{};
  };

  std::deque<Operation>& queue_of(Route route);
  const std::deque<Operation>& queue_of(PortUser user) const;
  Route route_of(const Operation& operation) const {
    return operation.passes.route.value_or(record_.unit_of(*operation.timing).route);
  }
  std::uint8_t rank(Writer writer) const { return record_.write_rank[static_cast<std::size_t>(writer)]; }
  std::optional<Turn> next_turn() const;
  std::uint64_t start_of(const Operation& operation) const;
  std::uint64_t behind_others(std::uint64_t wanted) const;

  void read_of_load_store(std::uint64_t start);
  void read_of_xu(std::uint64_t start);
  void read_of_address(std::uint64_t start);
  void serve(const Operation& operation, std::uint64_t read);
  void serve_shared(const Operation& operation, std::uint64_t read);
  void serve_level_1(const Operation& operation, std::uint64_t read);
  void begin_writes(std::uint64_t first, const Operation& store, int registers);
  std::uint64_t after_writes(std::uint64_t start, std::uint64_t busy, const Operation& load) const;
  void finish(const Operation& operation, std::uint64_t read_clear, std::uint64_t write_clear, Writer writer);
  static void add(Scoreboards::Scoreboard& held, Result result);
  std::uint64_t settled(const Result& result) const;
  std::uint64_t seen_clear(const Result& result, std::uint64_t cycle, std::uint64_t looked) const;
  std::size_t entries_of(Route route) const;

  const CycleRecord& record_;
  std::deque<Operation> load_store_, xu_, address_;
  Operation* last_ = nullptr;          ///< the one that entered last, while it waits
  std::uint64_t port_free_ = 0;        ///< the operand port
  std::uint64_t load_store_read_ = 0;  ///< until when the last load or store has read
  std::uint64_t shared_free_ = 0, shared_done_ = 0;
  std::uint64_t tags_free_ = 0, level_1_free_ = 0, level_1_done_ = 0;
  struct Interval {
    std::uint64_t from = 0, until = 0;
  };
  std::deque<Interval> store_writes_;              ///< when the last stores write level 1
  std::deque<std::uint64_t> store_begins_;         ///< and when they begin to
  std::deque<std::uint64_t> shared_store_writes_;  ///< when the last stores begin to write shared memory
  std::uint64_t xu_free_ = 0, address_free_ = 0, barrier_free_ = 0;
  std::deque<std::uint64_t> load_store_entries_, xu_entries_, address_entries_;  ///< when each is free again
  WritePort port_;
  SharedMio* shared_ = nullptr;  ///< with other sub-partitions; null: there is only one
};

}  // namespace reconverge::timing
