// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "emulator/events.hpp"
#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {

class ClockMemo;

/// Constraints on the issue of an instruction, in the order in which the clock checks them.
enum class Constraint : std::uint8_t {
  release,      ///< the previous instruction: its stall count, or its transfer of control
  ready,        ///< its second pass through a unit; after a transfer of control, the code of the target
  issue_stall,  ///< operands that arrived late from the register file: rule operand-banks
  code,         ///< the next line of code
  scoreboards,  ///< the last of those in its wait mask
  barrier,      ///< a BAR in front of it
  unit,         ///< its unit, or an entry of the unit's queue
  values,       ///< multiplicands that it needs early
  issue,        ///< register banks, write port, an issue stall that began meanwhile
};
inline constexpr std::size_t constraint_count = static_cast<std::size_t>(Constraint::issue) + 1;

/// When each constraint of one instruction was satisfied. One that caused no wait has the cycle of the previous one;
/// the last one has the cycle of the issue.
struct IssueSteps {
  std::array<Cycle, constraint_count> until{};
  std::uint32_t setter = 0;  ///< row that set the scoreboard that became clear last

  Cycle& operator[](Constraint constraint) { return until[static_cast<std::size_t>(constraint)]; }
  Cycle operator[](Constraint constraint) const { return until[static_cast<std::size_t>(constraint)]; }
};

/// Instructions of consecutive rows with the same active lanes that a clock looked up as a whole.
struct TimedRun {
  ClockMemo& memo;
  std::uint32_t number = 0;  ///< of the run in the memo
  emulator::Moment first;
  std::uint32_t count = 0;
  core::LaneMask active;
  Cycle before = 0;  ///< issue of the instruction before them
  Cycle base = 0;    ///< to which the memo's cycles are relative
};

/// Is told of each instruction that a clock times, at once.
class IssueObserver {
 public:
  virtual ~IssueObserver() = default;
  virtual void timed(const emulator::Issued& event, Cycle now, const IssueSteps& steps) = 0;
  /// Whether `timed_run` may take the place of `timed` where a run is looked up.
  virtual bool takes_runs() const { return false; }
  virtual void timed_run(const TimedRun&) {}
};

}  // namespace reconverge::timing
