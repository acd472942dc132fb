// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/reconvergence/open_splits.hpp"
#include "emulator/reconvergence/situations.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/issue_steps.hpp"
#include "timing/cycles/leg_memo.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// Class of a cycle of a warp. Each cycle has one class and one instruction: docs/model.md, "account".
enum class CycleClass : std::uint8_t {
  issuing,   ///< the instruction issues
  operands,  ///< it waits for values: the stall count before it, or a scoreboard that no memory access sets
  memory,    ///< it waits for a scoreboard that a memory access sets
  fetch,     ///< it waits for its own code
  branch,    ///< it transfers control, until the next instruction could issue if its code is there
  meeting,   ///< it re-converges lanes, or resumes others; or a BAR holds it back
  pipe,      ///< it waits for its unit, a register bank or the write port
};
inline constexpr std::size_t cycle_class_count = static_cast<std::size_t>(CycleClass::pipe) + 1;

constexpr std::string_view to_string(CycleClass what) {
  constexpr std::array<std::string_view, cycle_class_count> names{"issuing", "operands", "memory", "fetch",
                                                                  "branch",  "meeting",  "pipe"};
  return names[static_cast<std::size_t>(what)];
}

/// Where the cycles of warps went, by row: from the first issue of each warp to its last.
struct CycleAccount {
  /// Cycles while lanes of the warp were elsewhere, by the row at which they diverged; no_index where no row is
  /// known.
  struct Apart {
    std::uint32_t cause = 0;
    Cycle cycles = 0;
    friend bool operator==(const Apart&, const Apart&) = default;
  };
  /// Each cycle times the lanes of the warp that were not active in it, by cause.
  struct Idle {
    emulator::IdleCause cause;
    Cycle lane_cycles = 0;
    friend bool operator==(const Idle&, const Idle&) = default;
  };
  struct Row {
    std::array<Cycle, cycle_class_count> cycles{};
    std::vector<Apart> apart = {};  ///< of these cycles; the rows in the order in which they were met
    std::vector<Idle> idle = {};

    Cycle of(CycleClass what) const { return cycles[static_cast<std::size_t>(what)]; }
    Cycle total() const;
    Cycle total_apart() const;
    Cycle total_idle() const;
    void add_apart(std::uint32_t cause, Cycle more);
    void add_idle(emulator::IdleCause cause, Cycle more);
    friend bool operator==(const Row&, const Row&) = default;
  };
  /// Adds cycles to a row.
  static void add(Row& row, CycleClass what, Cycle more, const emulator::Situation& situation);

  /// Runs of instructions that clocks looked up, each counted as a whole until it is added to the rows.
  class Runs {
   public:
    /// Of the situation among those known. All numbers are void after add_to().
    std::uint32_t number_of(const emulator::OpenSplits& splits) { return situations_.number_of(splits); }
    bool is_empty() const { return met_.empty(); }
    bool is_full() const;
    /// A run of a memo whose division is known took place. Until add_to() all are of one memo, which stays.
    void add(ClockMemo& memo, std::uint32_t situation, std::uint32_t run);
    void add_to(std::vector<Row>& rows);
    /// How often that was done.
    std::uint64_t added() const { return added_; }

   private:
    struct Met {
      std::uint32_t situation = 0, run = 0;
      std::uint64_t times = 0;
    };
    ClockMemo* memo_ = nullptr;
    emulator::Situations situations_;
    std::vector<Met> met_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_;  ///< in `met_`, by situation and run
    std::vector<std::uint32_t> near_;                          ///< by a hash of these: a place in `met_`, and 1
    std::uint64_t added_ = 0;
  };

  std::vector<Row> rows = {};  ///< by index into Executable::instructions; empty: no warp was timed
  Runs runs = {};              ///< that are not in the rows yet
  LegMemo* legs = nullptr;     ///< whose tally is not in the rows yet; null: none has been taken
  bool is_ordered = true;      ///< the causes of each row are in the order of their rows

  /// Of no warp; with room for as much as before.
  void clear();

  /// Makes the rows complete, each with its causes in the order of their rows.
  void settle();
  Cycle total() const;
  /// Another warp of the same code. Both are settled.
  void add(const CycleAccount& other);
};

/// Fills an account from one warp. Register it after the clock.
class CycleAccountant final : public emulator::Listener, public IssueObserver, public LegAccount {
 public:
  /// By row of the code: the class of waiting for a scoreboard that the row sets. Warps of one code share it.
  using Setters = std::shared_ptr<const std::vector<CycleClass>>;
  static Setters setters_of(const sass::Function& function);

  /// @param clock  explains itself to this object alone, until its destruction
  /// @param account  what the warp adds to; it gets as many rows as the code has
  CycleAccountant(const emulator::Executable& executable, WarpClock& clock, core::LaneMask live, CycleAccount& account)
      : CycleAccountant(setters_of(executable.function), clock, live, account) {}
  CycleAccountant(Setters setters, WarpClock& clock, core::LaneMask live, CycleAccount& account);
  ~CycleAccountant() override { clock_.explain(nullptr); }
  CycleAccountant(const CycleAccountant&) = delete;
  CycleAccountant& operator=(const CycleAccountant&) = delete;

  /// Calls back, as cycles are booked, with the cycle until which they belong to a class.
  using Told = std::function<void(Cycle until, CycleClass what)>;
  void tell(Told told) { told_ = std::move(told); }

  emulator::EventKinds hears() const override { return emulator::heard_by<CycleAccountant>(); }
  void timed(const emulator::Issued& event, Cycle now, const IssueSteps& steps) override;
  bool takes_runs() const override { return true; }
  void timed_run(const TimedRun& run) override;
  void transferred(const emulator::Transferred& event) override;
  void lanes_exited(const emulator::LanesExited& event) override {
    if (!is_behind_) splits_.exited(event);
  }
  void run_ended() override { account_.settle(); }

  void write_state(std::vector<std::uint32_t>& words, Cycle now) override;
  void read_state(emulator::ControlWords& words, Cycle now) override;
  void note_parts(LegMemo* memo, std::vector<AccountPart>* parts) override;
  void fall_behind(LegMemo& memo) override;

 private:
  CycleClass class_of(Constraint constraint, std::uint32_t setter) const;
  void time_each(const TimedRun& run);
  void divide(const TimedRun& run, ClockMemo::Division& division) const;
  void book(std::uint32_t index, CycleClass what, Cycle until);
  void note_situation() {
    if (parts_ != nullptr) noted_situation_ = legs_->number_of(splits_);
  }
  void book_idle(CycleAccount::Row& row, Cycle since);

  WarpClock& clock_;
  CycleAccount& account_;
  Setters setters_;
  emulator::OpenSplits splits_;
  bool has_issued_ = false;
  bool has_moved_ = false;       ///< the previous instruction may have transferred control
  CycleClass transfer_{};        ///< what that is
  std::uint32_t row_ = 0;        ///< that issued last
  bool were_apart_ = false;      ///< lanes, when it did
  std::uint32_t cause_ = 0;      ///< and why
  bool are_apart_ = false;       ///< as booked now
  Cycle booked_ = 0;             ///< cycles that belong to a row already
  std::uint32_t situation_ = 0;  ///< of the lanes, if neither of these has changed:
  std::uint64_t changes_ = 0, added_ = 0;
  Told told_;
  bool is_behind_ = false;                     ///< of legs that are looked up
  LegMemo* legs_ = nullptr;                    ///< these three as note_parts() says
  std::vector<AccountPart>* parts_ = nullptr;  ///< null: none are noted
  std::uint32_t noted_situation_ = 0;          ///< of the lanes
};

}  // namespace reconverge::timing
