// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio_use.hpp"
#include "timing/cycles/scoreboards.hpp"
#include "timing/cycles/shared_mio.hpp"
#include "timing/cycles/write_port.hpp"

/// What lies behind the issue of an instruction whose result takes a time of its own: rules 2, 4 and 23
/// to 27 of docs/model.md, "hopper-cycles". NVIDIA's profilers call it the MIO (memory input/output).
namespace reconverge::timing {

/// How long an access keeps its unit, which depends on its addresses.
struct Passes {
  int wavefronts = 1;
  int tags = 1;     ///< looked up one after the other
  int sectors = 1;  ///< of lines that a store writes
  int registers_at_once = 1;
  std::optional<Route> route = {};  ///< that serves it, if its addresses say that, and not its operation
  std::int32_t late = 0;            ///< its result comes so much later than that of a hit
  std::int32_t busy = 0;            ///< its unit is taken so long at least
  bool in_order = true;             ///< what comes behind it waits for its result
};

/// The units that clear scoreboards, of one sub-partition. Instructions enter as they issue; when a scoreboard is
/// clear is computed only when something waits for it, since until then what issues later can change it.
class Mio {
 public:
  /// The record must outlive it.
  explicit Mio(const CycleRecord& record) : record_(record) {}
  /// Of a sub-partition among others. What they share must outlive it.
  void share(SharedMio& shared) { shared_ = &shared; }

  /// When what comes next can begin; nothing: nothing waits.
  std::optional<Cycle> next_start() const {
    const std::optional<Turn> turn = next_turn();
    return turn ? std::optional(turn->start) : std::nullopt;
  }
  /// Does what comes next, if that begins before `limit`.
  bool step(Cycle limit);

  /// From when on an instruction for a unit can issue: rule queues.
  Cycle next_entry(Route route);
  /// The same without a change, if what has entered until now says it.
  std::optional<Cycle> known_entry(Route route) const;

  /// An instruction issues. Scoreboards are numbers from 0; others are none. If no lane executes it, it
  /// passes its unit without reading or writing anything.
  /// @param scoreboards  of its warp; they must stay where they are until it has cleared them
  void enter(Cycle cycle, const OperationTiming& operation, const MioUse& use, Scoreboards& scoreboards,
             std::uint8_t write_scoreboard, std::uint8_t read_scoreboard, bool executes);
  /// What the addresses of the last one that entered came to.
  void accessed(Passes passes);
  /// The last one takes that much longer.
  void delay(std::int32_t cycles);

  /// How much later an instruction goes on that reads where to, or with whom, from a register and issued in that
  /// cycle: rules 17 and 19.
  Cycle late_for_target(Cycle issued);

  /// Arithmetic that issues writes registers of these banks in that cycle: rule 25.
  void writes(Cycle issued, Cycle cycle, std::uint8_t banks) {
    port_.pass(issued);
    port_.book(cycle, banks, rank(Writer::arithmetic));
  }

  /// When a scoreboard is clear for an instruction that could issue at `cycle`: rule 2.
  /// @param looked  when it looked at its scoreboards first; what was not clear then costs a cycle at least
  Cycle clear_for(Scoreboards::Scoreboard& held, Cycle cycle, Cycle looked);
  /// The same without a change, if what has entered until now says it.
  std::optional<Cycle> known_clear_for(const Scoreboards::Scoreboard& held, Cycle cycle, Cycle looked) const;

  /// A copy that sets the scoreboards `copied` where this would set `own`, and those of no other warp: what would
  /// happen if nothing else issued.
  /// @param shared  a place for a copy of what it shares with others
  Mio forecast(const Scoreboards& own, Scoreboards& copied, std::optional<SharedMio>& shared) const;

 private:
  using Result = Scoreboards::Result;
  struct Operation {
    const OperationTiming* timing = nullptr;
    Scoreboards* scoreboards = nullptr;  ///< of its warp; null: nobody asks
    MioUse use;
    Cycle issued = 0;
    std::uint8_t write_scoreboard = 0, read_scoreboard = 0;
    std::uint8_t data = 0, addresses = 0;  ///< registers that are still to be read
    bool started = false;
    bool executes = true;
    Passes passes;
    std::int32_t late = 0;
  };
  /// Operations before a unit.
  struct Queue {
    std::deque<Operation> waiting;
    std::deque<Cycle> entries;  ///< when each of the others that entered last leaves its place
  };
  /// An operation that could go on next, and when.
  struct Turn {
    Cycle start = 0;
    PortUser user{};
  };

  static PortUser user_of(Route route);
  Queue& queue_of(PortUser user) { return queues_[static_cast<std::size_t>(user)]; }
  const Queue& queue_of(PortUser user) const { return queues_[static_cast<std::size_t>(user)]; }
  Operation* last();
  Route route_of(const Operation& operation) const {
    return operation.passes.route.value_or(record_.unit_of(*operation.timing).route);
  }
  std::uint8_t rank(Writer writer) const { return record_.write_rank[static_cast<std::size_t>(writer)]; }
  std::optional<Turn> next_turn() const;
  Cycle start_of(const Operation& operation) const;
  Cycle behind_others(Cycle wanted) const;

  void read_of_load_store(Cycle start);
  void read_of_xu(Cycle start);
  void read_of_address(Cycle start);
  void serve(const Operation& operation, Cycle read);
  void serve_shared(const Operation& operation, Cycle read);
  void serve_level_1(const Operation& operation, Cycle read);
  void begin_writes(Cycle first, const Operation& store, int registers);
  Cycle after_writes(Cycle start, Cycle busy, const Operation& load) const;
  void finish(const Operation& operation, Cycle read_clear, Cycle write_clear, Writer writer);
  static void add(Scoreboards::Scoreboard& held, Result result);
  Cycle settled(const Result& result) const;
  Cycle seen_clear(const Result& result, Cycle cycle, Cycle looked) const;
  std::size_t entry_count(PortUser user) const;

  const CycleRecord& record_;
  std::array<Queue, port_user_count> queues_;
  std::optional<PortUser> last_;  ///< whose queue has the one that entered last at its end, while it waits
  Cycle port_free_ = 0;           ///< the operand port
  Cycle load_store_read_ = 0;     ///< until when the last load or store has read
  Cycle shared_free_ = 0, shared_done_ = 0;
  Cycle tags_free_ = 0, level_1_free_ = 0, level_1_done_ = 0;
  struct Interval {
    Cycle from = 0, until = 0;
  };
  std::deque<Interval> store_writes_;      ///< when the last stores write level 1
  std::deque<Cycle> store_begins_;         ///< and when they begin to
  std::deque<Cycle> shared_store_writes_;  ///< when the last stores begin to write shared memory
  Cycle xu_free_ = 0, address_free_ = 0, barrier_free_ = 0;
  WritePort port_;
  SharedMio* shared_ = nullptr;  ///< with other sub-partitions; null: there is none beside it
};

}  // namespace reconverge::timing
