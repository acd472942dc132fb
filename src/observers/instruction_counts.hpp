// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/listener.hpp"
#include "emulator/reconvergence/open_splits.hpp"

namespace reconverge::observers {

/// How often each row was executed, and by how many lanes: sums over warps, by row.
struct InstructionCounts {
  /// Executions while lanes of the warp were elsewhere, by the row at which they diverged; no_index where no row is
  /// known.
  struct Apart {
    std::uint32_t cause = 0;
    std::uint64_t executions = 0;
  };
  /// Lanes that did not take part in executions, by cause.
  struct Idle {
    emulator::IdleCause cause;
    std::uint64_t lanes = 0;  ///< summed
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
  };
  std::vector<Row> rows = {};  ///< by index into Executable::instructions

  /// Another warp of the same code.
  void add(const InstructionCounts& other) {
    rows.resize(std::max(rows.size(), other.rows.size()));
    for (std::size_t i = 0; i < other.rows.size(); ++i) {
      Row& row = rows[i];
      const Row& more = other.rows[i];
      row.executions += more.executions;
      row.active_lanes += more.active_lanes;
      row.executing_lanes += more.executing_lanes;
      row.branches += more.branches;
      row.divergent += more.divergent;
      row.repeats += more.repeats;
      row.repeated_active_lanes += more.repeated_active_lanes;
      row.repeated_executing_lanes += more.repeated_executing_lanes;
      for (const Apart& part : more.apart) row.add_apart(part.cause, part.executions);
      for (const Idle& part : more.idle) row.add_idle(part.cause, part.lanes);
    }
  }
};

/// Counts what one warp executes.
class InstructionCounter final : public emulator::Listener {
 public:
  /// @param rows  that the code has
  /// @param counts  what the warp adds to
  InstructionCounter(std::size_t rows, core::LaneMask live, InstructionCounts& counts)
      : counts_(counts), splits_(live) {
    counts_.rows.resize(std::max(counts_.rows.size(), rows));
  }

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    splits_.issued(event);
    InstructionCounts::Row& row = counts_.rows[event.at.index];
    ++row.executions;
    row.active_lanes += static_cast<std::uint64_t>(event.active.count());
    row.executing_lanes += static_cast<std::uint64_t>(event.executing.count());
    if (splits_.are_apart()) row.add_apart(splits_.cause(), 1);
    for (const auto& part : splits_.idle()) row.add_idle(part.cause, part.lanes);
    if (parted_.empty() || !went_on_at_the_same_row(event)) return;
    ++row.repeats;
    row.repeated_active_lanes += static_cast<std::uint64_t>(event.active.count());
    row.repeated_executing_lanes += static_cast<std::uint64_t>(event.executing.count());
  }
  void branched(const emulator::Branched& event) override {
    InstructionCounts::Row& row = counts_.rows[event.at.index];
    ++row.branches;
    row.divergent += event.diverged() ? 1 : 0;
    if (event.diverged()) parted_.push_back({event.at.index, event.taken | event.not_taken});
  }
  void blocked(const emulator::Blocked& event) override {
    const auto known = std::ranges::find(parted_, event.at.index, &Parted::row);
    if (known != parted_.end()) known->lanes |= event.mask;
    else parted_.push_back({event.at.index, event.mask});
  }
  void lanes_exited(const emulator::LanesExited& event) override { splits_.exited(event); }

 private:
  /// Lanes that a row parted, or that wait at it, until they execute the next instruction.
  struct Parted {
    std::uint32_t row = 0;
    core::LaneMask lanes;
  };
  bool went_on_at_the_same_row(const emulator::Issued& event) {
    bool is_same = false;
    for (Parted& parted : parted_) {
      is_same = is_same || (parted.row == event.at.index && parted.lanes.intersects(event.active));
      parted.lanes = parted.lanes.without(event.active);
    }
    std::erase_if(parted_, [](const Parted& parted) { return parted.lanes.empty(); });
    return is_same;
  }

  InstructionCounts& counts_;
  emulator::OpenSplits splits_;
  std::vector<Parted> parted_;
};

}  // namespace reconverge::observers
