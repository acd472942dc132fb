// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.hpp"
#include "emulator/clock.hpp"
#include "emulator/executable.hpp"
#include "emulator/fault.hpp"
#include "emulator/reconvergence/mechanism.hpp"

namespace reconverge::emulator {

class ControlRecall;
class SpinSearch;
class TokenStack;
class UnknownValues;

enum class Ending : std::uint8_t {
  exited,        ///< every lane executed EXIT
  left_listing,  ///< control ran past the last row of an excerpt with nothing waiting
  step_limit,
  stopped,           ///< a fault; see RunResult::diagnostic
  interrupted,       ///< RunLimits::stop was set
  at_block_barrier,  ///< every live lane is at BAR, and the block has other warps; run again to continue
};

struct RunLimits {
  std::uint64_t steps = 100'000'000;  ///< warp instructions
  /// Ends the run soon after it is set; null: it never is. Read every few thousand steps.
  const std::atomic<bool>* stop = nullptr;

  bool is_interrupted() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

struct RunResult {
  Ending ending = Ending::exited;
  std::uint64_t steps = 0;                     ///< warp instructions executed
  std::optional<core::Diagnostic> diagnostic;  ///< absent if the run finished
  Fault fault = Fault::none;                   ///< what `diagnostic` is about
  std::optional<std::uint32_t> row = {};       ///< at which it stopped, if it was at one; of BAR, if it is there
};

/// A spin that was proved: a state that comes back.
struct Spin {
  core::LaneMask lanes;         ///< that execute it
  std::uint32_t row = 0;        ///< that accesses memory last or, without any, the first
  std::string waits;            ///< of other lanes, as Mechanism::describe_waits has them; of these, the longest
  bool changes_memory = false;  ///< between two of its states: another warp may see that
};

/// What to try where a run reaches its limit of steps while lanes wait.
inline constexpr std::string_view waits_at_no_end =
    "look for a loop that waits for what the lanes that wait would do after it, or raise --max-steps";

/// The code, its state and its observers. All of it must outlive the run.
struct RunSetup {
  const Executable& executable;
  Warp& warp;
  Mechanism& mechanism;
  const Events& events;
  Clock* clock = nullptr;            ///< what the clock registers read; null: instructions issued so far
  std::string source_name = "";      ///< the listing, for diagnostics
  UnknownValues* unknown = nullptr;  ///< follows values that depend on unknown clock values; null: off
  ControlRecall* recall = nullptr;   ///< looks up what control instructions do; null: each is executed
};

/// One warp that runs through a function.
class Run {
 public:
  /// Starts at the first row. The literals of the executable are put into the warp's value slots; its registers,
  /// predicates and memory are used as they are.
  ///
  /// @param live  the lanes that take part
  explicit Run(RunSetup setup, core::LaneMask live = core::LaneMask::all());

  /// As if made anew, for another warp in place of the one that was given; its literals are there.
  void restart(core::LaneMask live);

  /// Runs until the warp ends or stops. After Ending::at_block_barrier it can be called again.
  ///
  /// @param stops_at_block_barrier  whether BAR ends the call, so that other warps can reach it
  RunResult go_on(const RunLimits& limits, bool stops_at_block_barrier = false) {
    RunResult result;
    go_on(limits, stops_at_block_barrier, result);
    return result;
  }
  /// The same, into a result that is there already: of turns that a block takes by the thousand.
  void go_on(const RunLimits& limits, bool stops_at_block_barrier, RunResult& result);

  /// Executes the next instruction alone. A result once the warp ends or stops, or is at BAR while others of its block
  /// have to arrive; it can be called again after that. Does not look for runs that never end: go_on() does.
  std::optional<RunResult> step(const RunLimits& limits);
  /// In place of step(): executes the next rows, as far as they touch registers alone, nobody has to hear of them
  /// before they execute and no clock is read. So it makes no difference to other warps when they issue. Does not ask
  /// the clock: it is to be asked for each of them, in their order, by whoever calls this. None: step() is due.
  IssuedRun execute_ahead();
  /// The row that is executed next. Nothing: the warp has ended, or control leaves the rows.
  std::optional<std::uint32_t> next_row() const;
  /// The lanes that execute it.
  core::LaneMask next_lanes() const { return flow_.active; }

  /// From here on step() looks whether the state comes back, while only warps that do the same run; ends with that.
  void watch();
  void end_watch();
  bool is_watched() const;
  /// The spin that the last go_on(), or step() since watch(), has found.
  std::optional<Spin> spin() const;
  /// Whether there is one, and memory that it uses is still as it was then.
  bool still_spins() const;
  /// Which lanes wait where for which others; empty: none does. See Mechanism::describe_waits.
  std::string waits() const { return spin() ? spin()->waits : mechanism().describe_waits(); }

 private:
  std::uint64_t rows_at_once(std::uint64_t most) const;
  std::uint64_t unheard_rows(std::uint64_t most) const;
  /// Whether the next instruction was executed and another one can be; else `result` says how it ended.
  bool execute_next(bool stops_at_block_barrier, RunResult& result);
  /// The same of a straight run and the control part behind it, `most` instructions at most. Only if nobody has to hear
  /// of each instruction before it executes.
  bool execute_run(std::uint64_t most, bool stops_at_block_barrier, RunResult& result);
  void execute_silent(const DecodedInstruction* first, std::uint32_t count);
  bool execute_rows(IssuedRun& run, std::uint64_t& most, RunResult& result);
  std::uint32_t execute_group(CompiledRows rows);
  void take_guarded();
  /// Plain legs from here on, as long as they are known; `most` instructions at most. Of one whose control part is not
  /// known, or whose rows ended in front of an access, how many rows have executed; nothing: the next one is at hand.
  std::optional<std::uint32_t> follow_plain_legs(std::uint64_t& most);
  bool execute_loop(const DecodedInstruction& first, std::uint64_t& most, IssuedRun& run);
  ControlFault leave_again(const DecodedInstruction& control, std::uint64_t most);
  core::LaneMask executing_in_run(const DecodedInstruction& instruction, std::uint32_t index);
  void tell_run(IssuedRun& run);
  bool goes_on(ControlFault fault, RunResult& result) const;
  bool execute_control(const DecodedInstruction& instruction, Moment at, core::LaneMask executing, RunResult& result);
  /// After a control instruction, whichever way it was executed.
  bool moved_on(bool stops_at_block_barrier, RunResult& result);
  bool execute_data(const DecodedInstruction& instruction, Moment at, core::LaneMask executing, RunResult& result);
  RunResult leave_rows() const;
  /// As it is now.
  const Mechanism& mechanism() const;
  /// For the rows of a turn: no other warp uses the memory meanwhile.
  void find_shared_words();
  /// From this step on.
  SpinSearch& new_search();
  RunResult stopped(Fault fault, core::Diagnostic diagnostic) const;
  bool must_end(const RunLimits& limits) const;
  RunResult ended_by(const RunLimits& limits) const;
  core::Diagnostic fault_diagnostic(ControlFault fault) const;
  bool tell_effects(const DecodedInstruction& instruction, Moment at, RunResult& result);
  bool is_told(const DecodedInstruction& instruction) const;
  core::Diagnostic access_diagnostic(Moment at) const;
  core::Diagnostic at_place(core::Diagnostic diagnostic) const;
  core::Location place() const;
  std::string state() const;

  RunSetup setup_;
  Flow flow_;
  std::uint64_t step_ = 0;
  std::uint32_t index_ = no_index;           ///< of the instruction that was executed last
  core::LaneMask active_;                    ///< when it was
  std::vector<IssuedRun::Guarded> guarded_;  ///< of the straight run that executes
  bool ends_run_ = false;                    ///< told by a listener of the last access
  TokenStack* stack_ = nullptr;              ///< the mechanism, if nobody has to hear of each pass through a loop
  LoopPasses loop_;                          ///< of the last one
  std::size_t way_;                          ///< SharedAccesses
  RowContext context_;
  std::shared_ptr<SpinSearch> search_;  ///< null: there was none
};

/// Runs one warp from the first row until it ends or stops.
RunResult run(const Executable& executable, Warp& warp, Mechanism& mechanism, const Events& events,
              const RunLimits& limits = {}, core::LaneMask live = core::LaneMask::all(),
              const std::string& source_name = "");

}  // namespace reconverge::emulator
