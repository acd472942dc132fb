// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "observers/instruction_counts.hpp"
#include "sass/source_lines.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/cycles/waiting_profile.hpp"

namespace reconverge::run {

/// Counts and times of a run, row by row.
struct RowCosts {
  const observers::InstructionCounts* counts = nullptr;
  const timing::CycleAccount* cycles = nullptr;                                   ///< null: they are not known
  const std::map<std::uint32_t, timing::WaitingProfile::Row>* waiting = nullptr;  ///< likewise
};

/// Cost of one source line, or of a row that comes from no known line. Sums over all are those of the run.
struct LineCost {
  /// Executions while lanes of the warp were elsewhere, by the row at which they diverged.
  struct Apart {
    std::uint32_t cause = 0;  ///< emulator::no_index: no row is known
    std::uint32_t line = 0;   ///< of the cause: the first row of its source line, the row itself if it has none
    std::uint64_t executions = 0, cycles = 0;
  };
  /// Lanes of the warp that were not active, by cause: lost here, caused there.
  struct Idle {
    emulator::IdleCause cause;
    std::uint32_t line = 0;    ///< of its row, as above
    std::uint64_t lanes = 0;   ///< slots: one an execution and lane
    std::uint64_t cycles = 0;  ///< one a cycle and lane; 0 if cycles are not known
  };
  std::vector<sass::SourceFrame> frames = {};  ///< the line, and where it was inlined; empty: no line is known
  std::vector<std::uint32_t> rows = {};        ///< instructions of it that ran
  std::uint64_t executions = 0, active_lanes = 0, executing_lanes = 0, branches = 0, divergent = 0;
  std::array<std::uint64_t, timing::cycle_class_count> cycles{};
  std::uint64_t serial = 0;  ///< lost by lanes that waited because its branches diverged: WaitingProfile
  /// Causes on one source line are adjacent, and lines are in descending order of the sum of their causes: so the first
  /// element is the answer to "parted where", in every output.
  std::vector<Apart> apart = {};  ///< by cycles, or by executions where no cycles are known
  std::vector<Idle> idle = {};    ///< lost here; by slots
  /// Lost anywhere, caused here: of all `idle`, the lanes that these rows took away. Sums over lines are those of
  /// `idle`, but for lanes without a thread.
  std::uint64_t caused_lanes = 0, caused_cycles = 0;

  std::uint64_t total_cycles() const;
  std::uint64_t executions_apart() const;
  std::uint64_t cycles_apart() const;
  std::uint64_t idle_lanes() const;
  std::uint64_t idle_cycles() const;
  /// Active lanes that a guard left out.
  std::uint64_t guarded_off() const { return active_lanes - executing_lanes; }
  /// Of these, without branches, exits and the like (sass::moves_control): lanes that did nothing.
  std::uint64_t left_out = 0;
  /// Adds the numbers of another line.
  void add(const LineCost& other);
};

/// For each row of the code the first one of its source line; itself if no line is known.
std::vector<std::uint32_t> first_rows_of_lines(const sass::Function& function);

/// The cost of each line, the worst first: by cycles, then by executions. Lines of which nothing ran are left out.
std::vector<LineCost> line_costs(const sass::Function& function, const RowCosts& costs);

/// The cost of each row, in the order of the code, those that did not run left out.
std::vector<LineCost> row_costs(const sass::Function& function, const RowCosts& costs);

/// The same line with the cycles of another account in place of its own.
LineCost with_cycles(LineCost line, const timing::CycleAccount& cycles);

/// Elements of one cause and one source line as one, with its largest row, and how many rows that are.
struct IdleOfLine {
  LineCost::Idle idle;
  std::vector<std::uint32_t> rows;  ///< the most first
};
std::vector<IdleOfLine> idle_by_line(const std::vector<LineCost::Idle>& idle);

/// The sum of all.
LineCost sum_of(const std::vector<LineCost>& lines);

}  // namespace reconverge::run
