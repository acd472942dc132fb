// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/clock.hpp"
#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "timing/cycles/access_shapes.hpp"
#include "timing/cycles/clock_memo.hpp"
#include "timing/cycles/constant_lines.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/issue_steps.hpp"
#include "timing/cycles/leg_memo.hpp"
#include "timing/cycles/lost_lines.hpp"
#include "timing/cycles/multiprocessor.hpp"
#include "timing/cycles/register_use.hpp"
#include "timing/cycles/scoreboards.hpp"
#include "timing/cycles/second_level.hpp"
#include "timing/cycles/sub_partition.hpp"
#include "timing/cycles/timed_code.hpp"
#include "timing/cycles/untimed.hpp"

namespace reconverge::timing {

/// The cycle at which each instruction of one warp issues, from the control words of the code and the record of a
/// generation. Loads hit the first level of the cache: those not known to are not timed.
///
/// It is the emulator's clock, so a kernel reads these cycles; and a listener, because the transfer of control decides
/// when the next instruction may issue. The same object must be both.
///
/// A copy made before the first instruction is a clock of another warp of the same code, alone on a multiprocessor of
/// its own like this one; copies share what is known of the code.
class WarpClock final : public emulator::Clock, public emulator::Listener {
 public:
  /// Of a warp that is alone, its code in the caches. The record must outlive the clock.
  WarpClock(const emulator::Executable& executable, const CycleRecord& record);
  ~WarpClock() override = default;
  WarpClock(const WarpClock& other);
  /// Of the same warp, whose code is where it is said to be.
  /// @param fresh  before its first instruction, of the same code; likewise below
  WarpClock(const WarpClock& fresh, CodeAtStart code);
  /// Of the same warp, which also times accesses that miss the first level, each by the assumption.
  WarpClock(const WarpClock& fresh, const MemoryPremise& memory);
  /// Of a warp of a block of several, on the multiprocessor that they share.
  WarpClock(const WarpClock& fresh, Multiprocessor& multiprocessor, std::size_t number);
  WarpClock& operator=(const WarpClock&) = delete;

  /// As if made anew, for another warp of the same code: of one that remembers, which goes on to look up by the same
  /// memos. Most warps find all of their cycles there, so that what these follow from is copied when it is asked for.
  /// @param fresh  before its first instruction; it must outlive it
  void restart(const WarpClock& fresh);

  /// The cycle at which the instruction of a row would issue if it were the next of its sub-partition. Changes no
  /// cycle: issue() follows, or that of another warp.
  Cycle earliest_issue(std::uint32_t index);

  bool wants_runs() const override { return follows_runs_; }
  emulator::EventKinds hears() const override { return emulator::heard_by<WarpClock>(); }
  void issued_run(const emulator::IssuedRun& run) override;
  Cycle issue(const emulator::Issued& event) override;
  emulator::ClockReading reading(std::uint32_t index) const override;
  void transferred(const emulator::Transferred& event) override;
  void accessed(const emulator::Accessed& event) override;
  void matched(const emulator::Matched& event) override;

  const TimedCode& code() const { return *code_; }
  /// Cycle at which the last instruction issued.
  Cycle now() const { return now_; }
  /// Cycle at which the next one may, before it waits for anything of its own.
  Cycle ready() const { return ready_.next; }

  /// Takes over the delay, as known before this cycle, of a lookup that it waits for: not_before() may be later then.
  /// False: the lookup's beginning is not known yet.
  bool settle(Cycle cycle);
  /// Before this none of its instructions issues.
  Cycle not_before() const {
    if (lands_ != Landing::ahead) return ready_.clock_read;
    return std::max(now_, ready_.clock_read - std::min(ready_.clock_read, cycles(record_.fetch.lookup_ahead) + 1));
  }
  /// The BAR at which the warp waits is complete at this cycle: all other warps have arrived.
  void wait_at_bar(Cycle complete);
  /// It issues next, the row that was asked about last.
  void choose() { is_forecast_ = forecast_is_decided_; }
  /// While it waits at a BAR: the next row, if that issues before other warps have arrived (rule block-barrier).
  std::optional<std::uint32_t> row_ahead() const;
  /// Issues that row, which is executed when the BAR is complete.
  void issue_ahead(std::uint32_t index);
  /// Whether the next row has issued already.
  bool has_issued_ahead() const { return !ahead_.empty(); }
  /// From here on its cycles are not a prediction: other warps of the multiprocessor are not followed any more.
  void lose_others() {
    others_are_lost_ = true;
    is_forecast_ = false;
  }
  /// From here on its cycles are not a prediction: what a row reads depends on the order of the warps.
  void depend_on_order(std::uint32_t index);
  /// Operations of the shared unit until now; those whose number is not known are not among them.
  std::uint64_t shared_unit_operations() const { return shared_unit_operations_; }

  /// Tells the observer of each instruction from the next one on. It must outlive the clock; null: off.
  void explain(IssueObserver* observer) { observer_ = observer; }
  /// From here on the clock hears of instructions as a listener, in runs: the kernel does not read it.
  void follow_runs() {
    follows_runs_ = true;
    early_.reserve(4);  // accesses of a run: mostly enough
  }

  /// Executed instructions that are not timed. Cycles over them are not a prediction.
  const Untimed& untimed() const { return untimed_; }
  /// Whether a row is untimed only because other warps may delay it.
  static bool is_held_by_others(const UntimedRow& row);
  /// Whether all untimed rows are such that other warps of the block may delay, on a multiprocessor with several.
  bool is_timed_but_for_others() const;
  /// How many untimed instructions ran until now.
  std::uint64_t untimed_total() const { return untimed_total_; }

  /// Rows timed by a fitted number, or by a rule that the card does not always follow, and how often.
  const Untimed& doubts() const { return doubts_; }

  /// Loads and stores of global and local memory until now.
  std::uint64_t accesses() const { return accesses_; }
  /// The first of them after which the first level of the cache is not known to hold all their lines.
  std::optional<UntimedRow> beyond_first_level() const { return beyond_first_level_; }
  /// The row with which the code exceeds the size for which times are known.
  std::optional<UntimedRow> beyond_known_code() const { return beyond_known_code_; }

  /// From here on looks cycles up where a clock of the same code and record has been in the same state, and notes what
  /// it finds out. Only before the first instruction of a warp that is alone, without a premise about its memory. The
  /// memo must outlive it; with explain() either all clocks that share it or none.
  void remember(ClockMemo& memo);
  /// From here on looks up what addresses make of accesses to the first level. To be shared by clocks of the same code
  /// and record; remember() does so by the memo's. They must outlive it.
  void look_up_shapes(AccessShapes& shapes) { shapes_ = &shapes; }
  /// From here on looks up what whole legs of control cost, where it hears of any (emulator::IssuedRun::leg), beside
  /// remember(). Both must outlive it.
  /// @param memo  of clocks that share the other one too, and hear of legs of one memo of control
  /// @param account  explains() to it
  void look_up_legs(LegMemo& memo, LegAccount& account);

  /// Asked in place of issued_run() and transferred(): whether a leg is known, in which case it has been taken.
  bool follow_leg(const emulator::IssuedRun& run) {
    if (legs_.memo == nullptr) return false;
    legs_.is_refused = !take_leg(run);
    return !legs_.is_refused;
  }

  /// The nearest instruction cache that it fetches through. Changed only before the first instruction.
  CodeCache& code_cache() { return sub_->code; }

  /// Cycles of a transfer of control from a row, if known.
  std::optional<Cycle> cycles_of(std::uint32_t index, emulator::ControlTransfer transfer) const;

 private:
  /// The units of a warp that is alone.
  struct Alone {
    SubPartition sub_partition;
    FirstLevelLines first_level;
    ConstantLines constants;
  };
  /// Where other sub-partitions fetch meanwhile: how far a landing is known.
  enum class Landing : std::uint8_t { done, ahead, looked_up };
  bool shares_port() const { return sub_->warps.size() > 1; }
  /// When an instruction issues, and the details that its execution depends on.
  struct Issue {
    Cycle cycle = 0;           ///< as its unit and operands see it
    Cycle now = 0;             ///< earlier for CS2R that does not wait for a second issue
    Cycle waited = 0;          ///< until when it waited for all but its unit and operands
    std::size_t unit = 0;      ///< which takes it; 0: none
    std::size_t stops = 0;     ///< issue_stalls that are over when it issues
    bool held_by_bar = false;  ///< BAR after an access held it back
  };

  /// Compiled twice, so that a clock without `steps` does no extra work.
  template <bool explains, typename Served> void work_out(const TimedRow& row, Served& units, Issue& issue) const;
  template <bool explains> void issue_as(std::uint32_t index, bool executes);
  void work_out_issue(std::uint32_t index, bool executes);
  void work_out_transfer(const emulator::Transferred& event);
  void land(Cycle late);
  void come_to_land();
  bool settle_landing();
  void work_out_access(const AccessTiming& access);

  /// Instructions of a run, up to the next access.
  struct Stretch {
    const emulator::IssuedRun& run;
    std::uint32_t begin = 0, end = 0;                       ///< of the instructions of the run
    std::span<const emulator::IssuedRun::Guarded> guarded;  ///< from `begin` on
    ClockMemo::RunKey key() const;
    void pass_guards();
  };
  bool follow(Stretch& stretch);
  void issue_each(Stretch& stretch);
  bool take_leg(const emulator::IssuedRun& run);
  void take_leg(const LegMemo::Leg& leg);
  bool describe(const emulator::IssuedRun& run, LegMemo::Happened& what);
  LegMemo::Graph::Place place_of_legs();
  void conclude_leg();
  void leave_legs();
  bool recall(ClockEvent event);
  void take_moments(const ClockMemo::Outcome& outcome);
  void catch_up();
  void be_fresh();
  void replay(ClockEvent event, std::uint32_t& row);
  void learn(ClockEvent event, std::uint64_t operations);
  bool write_state(std::vector<std::uint32_t>& words);
  void read_state(std::span<const std::uint32_t> words, Cycle base);
  template <typename State> void exchange_own(State& state);
  void forget(const Horizon& horizon);
  AccessShape& first_level_shape(std::uint32_t index, const emulator::Access& access);
  void note_partly_written(const AccessShape& shape, const emulator::Access& access);
  void take_access(emulator::Moment at, const AccessTiming& timing, const emulator::Access* of_lines = nullptr);
  void take_remembered(emulator::Moment at, std::uint32_t use, const emulator::Access* of_lines = nullptr);
  void follow_lines(std::uint32_t index, const emulator::Access& access);
  /// Of the access that is the last early one.
  void keep_lines(const emulator::Access& access) {
    early_lines_.push_back(access);
    early_.back().lines = static_cast<std::uint32_t>(early_lines_.size());
  }
  void forget_early() {
    early_.clear();
    early_timings_.clear();
    early_lines_.clear();
  }
  void enter_access(AccessTiming access);
  void enter_remembered(std::uint32_t use);
  void note(const ClockNote& note);
  void apply(const ClockNote& note);
  template <bool explains> void note(Constraint constraint, Cycle until) const {
    if constexpr (explains) steps_[constraint] = until;
  }
  template <bool explains, typename Served>
  Cycle wait_for_scoreboards(const TimedRow& row, Cycle cycle, Served& units) const;
  template <typename Served> Cycle wait_for_unit(const TimedRow& row, Cycle cycle, Issue& issue, Served& units) const;
  Cycle unit_free(std::size_t unit, std::size_t stops) const;
  Cycle wait_for_code(const TimedRow& row, Cycle cycle) const;
  Cycle wait_for_block_barrier(const TimedRow& row, Cycle cycle, Issue& issue) const;
  Cycle wait_for_result(const TimedRow& row, Cycle cycle) const;
  bool meets_xu(const TimedRow& row, Cycle cycle) const;
  template <typename Visit> void visit_writes(const TimedRow& row, Cycle issued, Visit visit) const;
  Cycle wait_for_multiplicands(const TimedRow& row, Cycle cycle) const;
  Cycle pass_issue_stalls(Cycle cycle, Issue& issue) const;

  void reach_code(const TimedRow& row, std::uint32_t index);
  void read_registers(const TimedRow& row, Cycle cycle, bool executes);
  void note_setters(const TimedRow& row, std::uint32_t index);
  void note_beside_others(const TimedRow& row, std::uint32_t index);
  void be_no_end();
  void occupy(const TimedRow& row, const Issue& issue, bool executes);
  /// Whether another instruction issued in the cycle before.
  bool follows(Cycle cycle) const { return now_ + 1 == cycle; }
  Cycle more_than_transfer(const TimedRow& row, const emulator::Transferred& event) const;
  Cycle late_for_target(const TimedRow& row, const emulator::Transferred& event);
  void delay_by_values(emulator::Moment at, std::size_t values, std::int32_t more = 0);
  std::int32_t read_constants(std::uint32_t index, const emulator::Access& access);
  Cycle wait_for_shared_unit(const TransferTiming& transfer, const emulator::Transferred& event);
  void use_first_level(std::uint32_t index, const emulator::Access& access);
  void access_beyond(const TimedRow& row, emulator::Moment at, const emulator::Access& access);
  void assume_more(const TimedRow& row, std::uint32_t index, const emulator::Access& access, Passes& passes);
  void be_generic(const TimedRow& row, const emulator::Access& access, Passes& passes);
  void hold_at_fence(const TimedRow& row, std::uint32_t index);
  void write_registers(const TimedRow& row, Cycle cycle);
  /// @param what  a literal: which aspect of the row, printed after its mnemonic; empty: the operation itself
  void not_timed(std::uint32_t index, std::string_view what);
  /// Notes a row that is timed by a number of this source, if it is fitted.
  void note_grade(std::uint32_t index, const RecordSource& source, std::string_view what);

  const emulator::Executable& executable_;
  const CycleRecord& record_;
  std::shared_ptr<const TimedCode> code_;  ///< which copies of the clock share
  std::optional<Alone> alone_;
  std::optional<SecondLevel> beyond_;  ///< there if a premise says what is assumed
  SubPartition* sub_ = nullptr;
  FirstLevelLines* first_level_ = nullptr;
  ConstantLines* constants_ = nullptr;
  Multiprocessor* multiprocessor_ = nullptr;  ///< null: no other warp is on it

  WarpReady ready_;
  Cycle now_ = 0;
  Cycle released_ = 0;              ///< when it may continue, without a second issue and without the fetch of a target
  Cycle landing_ = 0;               ///< when a branch last landed
  std::uint32_t landing_line_ = 0;  ///< and in which line of code
  Cycle next_line_ = 0;             ///< when the line behind that one is there
  std::uint32_t landing_slot_ = 0;  ///< the last branch lands there
  Landing lands_ = Landing::done;
  Cycle barrier_from_ = 0, barrier_until_ = 0;
  bool others_are_lost_ = false;
  std::size_t number_ = 0;                     ///< of the warp, in its block
  std::size_t place_on_sub_ = 0;               ///< its number among the warps of its sub-partition
  std::optional<std::size_t> lookup_;          ///< of where it continues
  std::optional<std::uint32_t> exact_at_end_;  ///< row of the first that is known only if the warp ends so
  Cycle lookup_late_ = 0;                      ///< the part that is in `ready_`
  bool met_ = false;                           ///< the last instruction was a BSYNC that lanes passed
  bool accessed_since_bar_ = false, bar_after_access_ = false;
  bool held_by_bar_ = false;  ///< BAR after an access held back the instruction that issues
  Scoreboards scoreboards_;
  RegisterAges written_;
  std::uint64_t accesses_ = 0, shared_unit_operations_ = 0;
  std::optional<UntimedRow> beyond_first_level_, beyond_known_code_;
  Untimed untimed_, doubts_;
  PartlyWritten partly_written_;
  LostLines lost_lines_;  ///< on which no cycle depends: it is no part of the state that a memo has
  std::uint64_t untimed_total_ = 0;
  AccessShapes* shapes_ = nullptr;  ///< null: none are kept
  AccessShape shape_;               ///< of the last access, if it was not looked up
  /// A row behind a BAR that issued before the BAR was complete, and is executed later.
  struct IssuedAhead {
    std::uint32_t index = 0;
    Cycle cycle = 0;
    IssueSteps steps;
  };
  std::deque<IssuedAhead> ahead_;
  Issue issue_;  ///< that was worked out last: of a row that issues, or that earliest_issue() was asked about
  bool forecast_is_decided_ = false;
  bool is_forecast_ = false;    ///< and it issues so
  std::uint32_t last_row_ = 0;  ///< that issued
  IssueObserver* observer_ = nullptr;
  mutable IssueSteps steps_;                                 ///< of the last instruction, for `observer_`
  std::array<std::uint32_t, Scoreboards::count> setters_{};  ///< row that set a scoreboard last; noted for `observer_`

  /// An access of a run that is not told yet.
  struct EarlyAccess {
    emulator::Moment at;
    std::uint32_t use = 0;    ///< ClockMemo::number_of() what it does, and 1, if that is noted; else
    std::uint32_t place = 0;  ///< of that itself, in `early_timings_`
    std::uint32_t lines = 0;  ///< that may be lost: place of the access in `early_lines_`, and 1; 0: none
  };
  bool follows_runs_ = false;
  std::uint64_t told_ = 0;  ///< step of the last instruction that it heard of
  std::vector<EarlyAccess> early_;
  std::vector<AccessTiming> early_timings_;
  std::vector<emulator::Access> early_lines_;

  ClockMemo* memo_ = nullptr;                    ///< null: everything is worked out
  ClockMemo* uses_ = nullptr;                    ///< that the clock remembers by, also once it is full
  ClockMemo::Place place_ = ClockMemo::nowhere;  ///< where it is in `memo_`
  Cycle base_ = 0;                               ///< `now_` where the path to that place began
  const WarpClock* fresh_ = nullptr;             ///< as which all that a state has is to become first; null: it has
  bool is_behind_ = false;                       ///< what is not in the outcome of an event is as it was there
  bool is_replaying_ = false;
  std::vector<ClockNote> notes_;  ///< of the event that is worked out
  std::uint64_t notes_applied_ = 0;

  /// A leg that is being worked out.
  struct LearnedLeg {
    LegMemo::Graph::Place from = LegMemo::Graph::nowhere;  ///< nowhere: none is
    LegMemo::Leg leg = {};
    Cycle base = 0;  ///< these three as they were when it began
    std::uint64_t operations = 0, notes = 0;
  };
  struct Legs {
    LegMemo* memo = nullptr;  ///< null: none are looked up
    LegAccount* account = nullptr;
    LegMemo::Graph::Place place = LegMemo::Graph::nowhere;  ///< of the clock and the account; nowhere: not known
    bool is_ahead = false;                                  ///< of the account
    bool is_refused = false;                                ///< follow_leg() has just said that one is not known
    std::uint64_t until = 0;                                ///< step at which the last one that was looked up ended
    LearnedLeg learned;
    std::vector<AccountPart> parts;  ///< of that
  };
  Legs legs_;
};

}  // namespace reconverge::timing
