// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio_use.hpp"
#include "timing/cycles/operand_reads.hpp"
#include "timing/cycles/scoreboards.hpp"
#include "timing/cycles/shared_mio.hpp"
#include "timing/cycles/short_queue.hpp"
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
  /// Of the first level: what each wavefront of a load reads, or a store writes, see store_writes.hpp. Empty: every
  /// bank; of a store, those of its sectors.
  std::vector<std::uint32_t> banks = {};
  std::optional<Route> route = {};  ///< that serves it, if its addresses decide that, and not its operation
  std::int32_t late = 0;            ///< cycles by which its result is later than a hit's
  std::int32_t busy = 0;            ///< cycles that its unit is occupied at least
  bool in_order = true;             ///< later accesses wait for its result

  friend bool operator==(const Passes&, const Passes&) = default;
};

/// What an access to shared memory is: so many wavefronts.
struct Wavefronts {
  int count = 1;
  int registers_at_once = 1;
};
inline Passes passes_of(const Wavefronts& wavefronts) {
  return {.wavefronts = wavefronts.count, .registers_at_once = wavefronts.registers_at_once};
}

/// An instruction that asks whether its scoreboards are clear.
struct ScoreboardCheck {
  Cycle cycle = 0;   ///< when it could issue
  Cycle looked = 0;  ///< when it first asked; a scoreboard that was not clear then costs a cycle at least
  const OperandReads* reads = nullptr;  ///< of its sub-partition; null: stalls of issue are left out
};

/// The units that clear scoreboards, of one sub-partition. Instructions enter as they issue; when a scoreboard is clear
/// is computed only when something waits for it, because later instructions can still change it.
class Mio {
 public:
  /// The record must outlive it.
  explicit Mio(const CycleRecord& record) : record_(record) {}
  /// Makes it that of one sub-partition of several, with the banks of its register file. Both must outlive it.
  void share(SharedMio& shared, OperandReads& reads) {
    shared_ = &shared;
    reads_ = &reads;
    reads.share_port();
  }
  /// Several warps issue: estimates leave out that data which wait leave their banks to arithmetic.
  void leave_banks() { reads_ = nullptr; }
  bool has_banks() const { return reads_ != nullptr; }

  /// When the next operation asks for a part that sub-partitions share, or reads a register.
  struct Request {
    Cycle cycle = 0;  ///< when it can be served
    Cycle came = 0;   ///< when it first asked
    bool is_of_shared_memory = false;
    bool is_store = false;
    bool hands_over = false;  ///< what it has read, and reads more
    Cycle begins = 0;         ///< to read what it asks for
  };
  /// Nothing: no operation waits.
  std::optional<Request> next_request() const {
    const std::optional<Turn>& turn = next_turn();
    return turn ? std::optional(request_of(*turn)) : std::nullopt;
  }
  /// Does what the next operation asks for, if that is before `limit`.
  bool step(Cycle limit);

  /// First cycle in which an instruction for a unit can issue: rule l1-access, queues.
  Cycle next_entry(Route route);
  /// The same without a change, if the instructions so far decide it.
  std::optional<Cycle> known_entry(Route route) const;

  /// An instruction issues. Scoreboards are numbers from 0; other numbers mean none. If no lane executes it, it passes
  /// its unit without reading or writing anything.
  /// @param scoreboards  of its warp; they must stay where they are until it has cleared them
  void enter(Cycle cycle, const OperationTiming& operation, const MioUse& use, Scoreboards& scoreboards,
             std::uint8_t write_scoreboard, std::uint8_t read_scoreboard, bool executes);
  /// The passes that the addresses of the last one need.
  void accessed(Passes passes);
  /// The last one takes `cycles` longer.
  void delay(std::int32_t cycles);
  /// The last one is of the address unit, and takes so many further words or values.
  void take_words(std::int32_t count);

  /// Delay of an instruction issued in that cycle that reads its target, or the lanes it waits for, from a register:
  /// rules 17 and 19.
  Cycle late_for_target(Cycle issued);

  /// Arithmetic that issues writes registers of these banks in that cycle: rule 25.
  void writes(Cycle issued, Cycle cycle, std::uint8_t banks) {
    port_.pass(issued);
    port_.book(cycle, banks, rank(Writer::arithmetic));
  }

  /// Works out when XU writes what entered, as far as it began before this cycle. Returns whether there was anything.
  bool work_out_xu(Cycle cycle) {
    bool is_any = false;
    if (!queue_of(PortUser::xu).waiting.empty())
      while (step(cycle)) is_any = true;
    return is_any;
  }
  /// Whether XU has written anything of late.
  bool has_xu_writes() const { return (xu_writes_[0].banks | xu_writes_[1].banks | xu_writes_[2].banks) != 0; }
  /// Whether a result of XU that waited one cycle for arithmetic takes one of these banks in that cycle: rule 25.
  bool is_claimed(Cycle cycle, std::uint8_t banks) const;

  /// BAR issues: rule 6.
  void block_barrier(Cycle issued) { bar_ = issued; }

  /// When a scoreboard is clear for an instruction: rule 2.
  Cycle clear_for(Scoreboards::Scoreboard& held, const ScoreboardCheck& check);
  /// The same without a change, if the instructions so far decide it.
  std::optional<Cycle> known_clear_for(const Scoreboards::Scoreboard& held, const ScoreboardCheck& check) const;

  /// A copy that sets the scoreboards `copied` where this would set `own`, and those of no other warp: the future if
  /// nothing else issues.
  /// @param shared  storage for a copy of the part shared with others
  Mio forecast(const Scoreboards& own, Scoreboards& copied, std::optional<SharedMio>& shared) const;

  /// Issue of the first operation that has not begun. Nothing: all have.
  std::optional<Cycle> first_waiting() const;
  /// What is behind `horizon` goes, also from the scoreboards of its one warp. False: it has no state to be written.
  /// @param reads  of its sub-partition
  bool forget(Scoreboards& scoreboards, const Horizon& horizon, const OperandReads& reads);
  /// See clock_state.hpp. Only of one that has forgotten what is behind a horizon.
  void write_state(StateWriter& state) const;
  void read_state(StateReader& state, Scoreboards& scoreboards);

 private:
  using Result = Scoreboards::Result;
  struct Operation {
    const OperationTiming* timing = nullptr;
    Scoreboards* scoreboards = nullptr;  ///< of its warp; null: not needed
    MioUse use;
    Cycle issued = 0;
    std::uint8_t write_scoreboard = 0, read_scoreboard = 0;
    std::uint8_t data = 0, addresses = 0;  ///< registers that are still to be read
    bool started = false;
    bool executes = true;
    Passes passes;
    std::int32_t late = 0;
    Cycle bar = 0;           ///< when the last BAR before it issued; 0: none
    std::int32_t words = 0;  ///< further ones that are still to be taken, beside other sub-partitions
  };
  /// An operation whose further words are taken, and when it asks for the next.
  struct Further {
    Operation operation;
    Cycle next = 0;
  };
  /// Operations before a unit.
  struct Queue {
    ShortQueue<Operation> waiting;
    ShortQueue<Cycle> entries;  ///< when each of the others that entered last leaves its place
  };
  /// An operation that could be next, and when.
  struct Turn {
    Cycle start = 0;
    PortUser user{};
    bool is_further = false;  ///< the next word of `further_`
  };
  /// That of all that wait. Looked for again once forget_turn() says that it may be another.
  const std::optional<Turn>& next_turn() const {
    if (!knows_turn_) turn_ = first_turn();
    knows_turn_ = true;
    return turn_;
  }
  std::optional<Turn> first_turn() const;
  void forget_turn() { knows_turn_ = false; }

  static PortUser user_of(Route route);
  Queue& queue_of(PortUser user) { return queues_[static_cast<std::size_t>(user)]; }
  const Queue& queue_of(PortUser user) const { return queues_[static_cast<std::size_t>(user)]; }
  Operation* last();
  Route route_of(const Operation& operation) const {
    return operation.passes.route.value_or(record_.unit_of(*operation.timing).route);
  }
  std::uint8_t rank(Writer writer) const { return record_.write_rank[static_cast<std::size_t>(writer)]; }
  Request request_of(const Turn& turn) const;
  bool hands_over(const Operation& operation) const;
  bool read_before(Cycle limit);
  void take(const Turn& turn);
  Cycle start_of(const Operation& operation) const;
  Cycle behind_others(Cycle wanted) const;

  Cycle hand_over_data(Cycle start, Cycle read);
  void read_of_load_store(Cycle start);
  void read_of_xu(Cycle start);
  void read_of_address(Cycle start);
  void take_word(Cycle start);
  void finish_address(const Operation& operation, Cycle start);
  const Further* next_further() const;
  void serve(const Operation& operation, Cycle read);
  void serve_shared(const Operation& operation, Cycle read);
  void serve_level_1(const Operation& operation, Cycle read);
  void begin_writes(Cycle first, const Operation& store, int registers);
  void write_level_1(Cycle first, const Operation& store);
  Cycle met_by(Cycle cycle, std::uint32_t banks) const;
  Cycle after_writes(Cycle start, int registers, const Operation& load) const;
  bool meets_shared(const Operation& load, Cycle start) const;
  /// @param returned  Scoreboards::Result
  void finish(const Operation& operation, Cycle read_clear, Cycle write_clear, Writer writer, Cycle returned = 0);
  static void add(Scoreboards::Scoreboard& held, Result result);
  Cycle settled(const Result& result) const;
  Cycle seen_clear(const Result& result, const ScoreboardCheck& check) const;
  std::size_t entry_count(PortUser user) const;
  void drop_entries(PortUser user);
  void forget_entries(const Horizon& horizon);
  void forget_bars(const Horizon& horizon);
  template <typename Self, typename State> static void exchange(Self& self, State& state);

  const CycleRecord& record_;
  std::array<Queue, port_user_count> queues_;
  std::vector<Further> further_;  ///< of a multiprocessor
  std::optional<PortUser> last_;  ///< whose queue has the one that entered last at its end, while it waits
  mutable std::optional<Turn> turn_;
  mutable bool knows_turn_ = false;
  Cycle port_free_ = 0;        ///< the operand port
  Cycle load_store_read_ = 0;  ///< until when the last load or store has read
  Cycle shared_free_ = 0, shared_done_ = 0;
  Cycle shared_from_ = 0;           ///< since when shared memory serves without a gap, until shared_free_
  Cycle bar_ = 0, served_bar_ = 0;  ///< when the last BAR issued, and the last one behind which it served something
  Cycle tags_free_ = 0, level_1_free_ = 0, level_1_done_ = 0;
  ShortQueue<StoreWrites>& store_writes() { return shared_ != nullptr ? shared_->store_writes() : store_writes_; }
  const ShortQueue<StoreWrites>& store_writes() const {
    return shared_ != nullptr ? shared_->store_writes() : store_writes_;
  }
  ShortQueue<StoreWrites> store_writes_;   ///< of the last stores, in their order; of one warp
  ShortQueue<Cycle> store_begins_;         ///< and when they begin to
  ShortQueue<Cycle> shared_store_writes_;  ///< when the last stores begin to write shared memory
  Cycle xu_free_ = 0, address_free_ = 0, barrier_free_ = 0;
  struct XuWrite {
    Cycle cycle = 0;
    std::uint8_t banks = 0;
  };
  std::array<XuWrite, 3> xu_writes_{};  ///< of the last results of XU, the last one first
  WritePort port_;
  Cycle port_from_ = 0;            ///< from when on its bookings matter, as of the last forget()
  OperandReads* reads_ = nullptr;  ///< of its sub-partition; null: of none
  SharedMio* shared_ = nullptr;    ///< with other sub-partitions; null: there is only one
};

}  // namespace reconverge::timing
