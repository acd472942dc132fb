// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "sass/program.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::run {

/// Code without source lines that calls on several lines reach, once for each of these lines: its rows again, behind
/// those of the code, with the line of the call. So each execution belongs to one line.
class CallerRows {
 public:
  /// Null if no code is reached so, or it is too much to be counted once a line.
  static std::shared_ptr<const CallerRows> of(const sass::Function& function);

  /// The code with the rows behind it.
  const sass::Function& function() const { return function_; }
  std::size_t rows() const { return function_.instructions.size(); }
  std::size_t code_rows() const { return size_; }
  /// The row of the code, of one that may be behind it.
  std::uint32_t code_row(std::uint32_t row) const { return row < size_ ? row : code_row_[row - size_]; }

  static constexpr std::int32_t no_caller = -1;
  /// The line of a call, as a number; no_caller of other rows, and of calls in code without lines.
  std::int32_t caller_at(std::uint32_t row) const { return caller_at_[row]; }
  /// The row that stands for a row of the code while lanes are called from a line.
  std::uint32_t row_for(std::uint32_t row, std::int32_t caller) const;
  /// Whether a row calls, or returns.
  enum class Change : std::uint8_t { none, calls, returns };
  Change change_at(std::uint32_t row) const { return change_[row]; }

 private:
  explicit CallerRows(const sass::Function& function) : function_(function), size_(function.instructions.size()) {}

  sass::Function function_;
  std::size_t size_;
  std::vector<std::uint32_t> code_row_;
  std::vector<std::int32_t> caller_at_;
  std::vector<Change> change_;
  std::vector<std::int32_t> region_;             ///< by row; -1: none that is called from several lines
  std::vector<std::uint32_t> first_of_region_;   ///< row of the code
  std::vector<std::vector<std::uint32_t>> for_;  ///< by region and caller: the first row that stands for it; 0: none
};

/// Tells another listener of a run with the rows that stand for those of the code. Of lanes that run together and were
/// called from several lines, the line of the lowest one counts.
class AtCallers final : public emulator::Listener, public timing::IssueObserver {
 public:
  /// Both have to outlive it.
  AtCallers(const CallerRows& callers, emulator::Listener& inner) : callers_(callers), inner_(inner) {}

  /// Takes the place of an observer of a clock, which hears of the rows that stand for those of the code too. Both have
  /// to outlive this.
  void account(timing::WarpClock& clock, timing::IssueObserver& observer) {
    observer_ = &observer;
    clock.explain(this);
  }
  void timed(const emulator::Issued& event, timing::Cycle now, const timing::IssueSteps& steps) override;

  bool wants_runs() const override { return inner_.wants_runs(); }
  emulator::EventKinds hears() const override { return inner_.hears(); }
  void issued_run(const emulator::IssuedRun& run) override;
  void branched(const emulator::Branched& event) override { tell(event, &Listener::branched); }
  void accessed(const emulator::Accessed& event) override {
    inner_.accessed({{event.at.step, row_of(event.at.index)}, event.access, event.ends_run});
  }
  void matched(const emulator::Matched& event) override { tell(event, &Listener::matched); }
  void lanes_exited(const emulator::LanesExited& event) override { tell(event, &Listener::lanes_exited); }
  void transferred(const emulator::Transferred& event) override { tell(event, &Listener::transferred); }
  void parked(const emulator::Parked& event) override { tell(event, &Listener::parked); }
  void armed(const emulator::Armed& event) override { tell(event, &Listener::armed); }
  void blocked(const emulator::Blocked& event) override { tell(event, &Listener::blocked); }
  void released(const emulator::Released& event) override { tell(event, &Listener::released); }
  void run_ended() override { inner_.run_ended(); }

  /// The row that stands for the one that issued last.
  std::uint32_t row_of(std::uint32_t row) const { return row == last_ ? stands_for_last_ : row; }

 private:
  /// The lines from which a lane was called, the latest last. A program that only calls has no end of them.
  struct Calls {
    static constexpr std::size_t deepest = 4096;
    std::vector<std::int32_t> callers;
    std::uint64_t unnoted = 0;

    std::int32_t latest() const { return callers.empty() ? CallerRows::no_caller : callers.back(); }
    void enter(std::int32_t caller);
    void leave();
  };

  template <typename Event> void tell(Event event, void (Listener::*hear)(const Event&)) {
    event.at.index = row_of(event.at.index);
    (inner_.*hear)(event);
  }
  std::int32_t caller_of(core::LaneMask active) const;
  void note(std::uint32_t row, std::uint32_t stands_for, core::LaneMask executing);

  const CallerRows& callers_;
  emulator::Listener& inner_;
  timing::IssueObserver* observer_ = nullptr;  ///< account()
  std::array<Calls, core::lane_count> calls_;
  std::uint32_t last_ = emulator::no_index, stands_for_last_ = emulator::no_index;
  std::vector<emulator::IssuedRun::Guarded> guarded_;
};

}  // namespace reconverge::run
