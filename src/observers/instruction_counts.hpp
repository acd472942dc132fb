// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/listener.hpp"
#include "emulator/reconvergence/control_memo.hpp"
#include "emulator/reconvergence/open_splits.hpp"
#include "emulator/reconvergence/situations.hpp"

namespace reconverge::observers {

/// How often each row was executed, and by how many lanes: sums over warps, by row.
struct InstructionCounts {
  /// Executions while lanes of the warp were elsewhere, by the row at which they diverged; no_index where no row is
  /// known.
  struct Apart {
    std::uint32_t cause = 0;
    std::uint64_t executions = 0;
    friend bool operator==(const Apart&, const Apart&) = default;
  };
  /// Lanes that did not take part in executions, by cause.
  struct Idle {
    emulator::IdleCause cause;
    std::uint64_t lanes = 0;  ///< summed
    friend bool operator==(const Idle&, const Idle&) = default;
  };
  struct Row {
    std::uint64_t executions = 0;       ///< by a warp, also if the guard held for no lane
    std::uint64_t active_lanes = 0;     ///< of these, summed: the guard does not matter
    std::uint64_t executing_lanes = 0;  ///< for which the guard held, summed
    std::uint64_t branches = 0;         ///< executions as a branch that could diverge
    std::uint64_t divergent = 0;        ///< that did
    /// Of the executions and lanes above, those of lanes that a branch parted, or that waited at a barrier, and whose
    /// next instruction is the same row: they waited at it. A branch to itself counts too.
    std::uint64_t repeats = 0, repeated_active_lanes = 0, repeated_executing_lanes = 0;
    std::vector<Apart> apart = {};  ///< the rows in the order in which they were met
    std::vector<Idle> idle = {};    ///< all lanes of the warp that were not active, the causes in that order

    std::uint64_t executions_apart() const {
      std::uint64_t sum = 0;
      for (const Apart& part : apart) sum += part.executions;
      return sum;
    }
    void add_apart(std::uint32_t cause, std::uint64_t more) {
      const auto known = std::ranges::find(apart, cause, &Apart::cause);
      if (known != apart.end()) known->executions += more;
      else apart.push_back({cause, more});
    }
    std::uint64_t idle_lanes() const {
      std::uint64_t sum = 0;
      for (const Idle& part : idle) sum += part.lanes;
      return sum;
    }
    void add_idle(emulator::IdleCause cause, std::uint64_t more) {
      const auto known = std::ranges::find(idle, cause, &Idle::cause);
      if (known != idle.end()) known->lanes += more;
      else idle.push_back({cause, more});
    }
    friend bool operator==(const Row&, const Row&) = default;
  };

  /// Straight runs of rows, each counted as a whole until it is added to the rows.
  class Runs {
   public:
    /// Of the situation among those known, for code of so many rows. All numbers are void after add_to().
    std::uint32_t number_of(const emulator::OpenSplits& splits, std::size_t rows);
    bool is_full() const;
    /// A run issues for all active lanes, so often.
    void add(std::uint32_t situation, std::uint32_t first, std::uint32_t count, std::uint64_t times) {
      std::uint32_t& place = places_[situation * rows_ + first];
      if (place == 0 || met_[place - 1].count != count) place = meet(situation, first, count);
      met_[place - 1].times += times;
    }
    /// In the order in which the runs were first met.
    void add_to(std::vector<Row>& rows);
    /// How often that was done.
    std::uint64_t added() const { return added_; }

   private:
    struct Met {
      std::uint32_t situation = 0, first = 0, count = 0;
      std::uint64_t times = 0;
    };
    std::uint32_t meet(std::uint32_t situation, std::uint32_t first, std::uint32_t count);

    emulator::Situations situations_;
    std::size_t rows_ = 0;               ///< of the code
    std::vector<std::uint32_t> places_;  ///< by situation and first row: in `met_`, and 1; 0: none
    std::vector<Met> met_;
    std::uint64_t added_ = 0;
  };

  std::vector<Row> rows = {};  ///< by index into Executable::instructions; complete after settle()
  Runs runs = {};              ///< that are not in the rows yet

  void settle() { runs.add_to(rows); }
  /// Puts the causes of each row in the order of their rows, however they were met.
  void order_causes();
  /// Another warp of the same code. Both are settled.
  void add(const InstructionCounts& other);
};

/// Counts what one warp executes. The counts are settled when the run has ended.
class InstructionCounter final : public emulator::Listener, public emulator::ControlFollower {
 public:
  enum class Rows : std::uint8_t { at_once, at_first_event };

  /// @param rows  that the code has
  /// @param counts  what the warp adds to
  /// @param made  when it gets rows: of most blocks of a launch a counter hears nothing
  InstructionCounter(std::size_t rows, core::LaneMask live, InstructionCounts& counts, Rows made = Rows::at_once)
      : counts_(counts), rows_(rows), splits_(live) {
    if (made == Rows::at_once) make_rows();
  }

  /// As if made anew, for another warp.
  void restart(core::LaneMask live) {
    splits_ = emulator::OpenSplits(live);
    situation_ = 0;
    changes_ = added_ = 0;
    parted_.clear();
  }

  bool wants_runs() const override { return true; }
  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<InstructionCounter>(); }
  void issued_run(const emulator::IssuedRun& run) override;
  void left_out(const emulator::LeftOut& event) override { row_of(event.index).executing_lanes -= event.lanes; }
  void branched(const emulator::Branched& event) override {
    InstructionCounts::Row& row = row_of(event.at.index);
    row.branches += event.times;
    row.divergent += event.diverged() ? event.times : 0;
    if (event.diverged()) parted_.push_back({event.at.index, event.taken | event.not_taken});
  }
  void blocked(const emulator::Blocked& event) override {
    const auto known = std::ranges::find(parted_, event.at.index, &Parted::row);
    if (known != parted_.end()) known->lanes |= event.mask;
    else parted_.push_back({event.at.index, event.mask});
  }
  void lanes_exited(const emulator::LanesExited& event) override { splits_.exited(event); }
  void run_ended() override { counts_.settle(); }

  void write_state(std::vector<std::uint32_t>& words) override;
  void read_state(emulator::ControlWords& words) override;

 private:
  /// Lanes that a row parted, or that wait at it, until they execute the next instruction.
  struct Parted {
    std::uint32_t row = 0;
    core::LaneMask lanes;
  };
  bool went_on_at_the_same_row(const emulator::IssuedRun& run);
  void make_rows() {
    if (counts_.rows.size() < rows_) counts_.rows.resize(rows_);
  }
  InstructionCounts::Row& row_of(std::uint32_t index) {
    make_rows();
    return counts_.rows[index];
  }

  InstructionCounts& counts_;
  std::size_t rows_;
  emulator::OpenSplits splits_;
  std::uint32_t situation_ = 0;  ///< of the lanes, if neither of these has changed:
  std::uint64_t changes_ = 0, added_ = 0;
  std::vector<Parted> parted_;
};

}  // namespace reconverge::observers
