// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sass/program.hpp"
#include "timing/cycles/cycle_account.hpp"

/// Two builds of one function, held against each other line by line.
namespace reconverge::analysis {

/// Counts of a run for one row, or for all rows of a line.
struct RunCounts {
  std::uint64_t executions = 0;                                        ///< by a warp
  std::uint64_t lanes = 0;                                             ///< that executed it, summed
  std::uint64_t branches = 0;                                          ///< executions as a branch that could part lanes
  std::uint64_t divergent = 0;                                         ///< that did
  std::optional<std::uint64_t> cycles = {};                            ///< nothing: not known
  std::array<std::uint64_t, timing::cycle_class_count> by_class = {};  ///< of the cycles; 0 where they are not known

  void add(const RunCounts& other);
  /// Less a part of it.
  RunCounts without(const RunCounts& part) const;
};

/// One build: its code, what a run of it counted, and its source, as far as that can be read.
struct Build {
  const sass::Function* function = nullptr;
  std::vector<RunCounts> rows = {};  ///< by row; empty: it was not run
  /// Of these counts, those of rows without a line that belong to the lines of calls: by row, and in sum by the note of
  /// the call, an index into Function::source_notes. Empty: none do.
  std::vector<RunCounts> called_rows = {};
  std::map<std::int32_t, RunCounts> called_from = {};
  std::map<std::string, std::vector<std::string>> sources = {};  ///< lines, by the name that the listing gives a file
};

/// How the instructions of a line are made.
struct Form {
  std::size_t rows = 0;        ///< without NOPs that fill up the end of the code
  std::size_t branches = 0;    ///< forward, that can part lanes
  std::size_t loops = 0;       ///< branches back
  std::size_t predicated = 0;  ///< rows under a guard, branches apart
  std::size_t selects = 0;     ///< SEL, FSEL and the like
  std::size_t calls = 0;
  std::size_t inlined = 0;  ///< rows of other lines that were inlined at a call on this one
  std::size_t spills = 0;   ///< stores and loads of local memory
  /// Operations that do the work of the line, no control and no moves: how many of each are in one loop at most.
  std::map<std::string, std::size_t> opcodes = {};
};

/// A line of the source: in one build, in the other, or in both.
struct LineDifference {
  std::string file;  ///< as the new build names it, if it has the line
  std::optional<std::uint32_t> old_line = {}, new_line = {};
  std::string text = {};  ///< of the source, if it can be read
  Form old_form = {}, new_form = {};
  RunCounts old_counts = {}, new_counts = {};
  std::uint64_t old_work = 0, new_work = 0;  ///< executions of its operations, those of Form::opcodes
  std::vector<std::string> changes = {};     ///< "branch -> predicated", "unrolled 4 times", "call inlined"

  std::int64_t executions() const;
  std::optional<std::int64_t> cycles() const;
  /// The class of cycles that changed most, in the direction of the line if that has any; nothing if none changed, or
  /// cycles are not known.
  std::optional<timing::CycleClass> reason() const;
};

/// Lines of a source file, from the first to the last.
struct LineRange {
  std::uint32_t first = 0, last = 0;
};

/// Lines of one build alone, and those of the other that stand in their place; or a line that both have.
struct RegionDifference {
  std::string old_file = {}, new_file = {};  ///< empty: the build has no file like that of the other
  std::optional<LineRange> old_lines = {}, new_lines = {};
  std::vector<std::size_t> lines = {};  ///< of Difference::lines
  RunCounts old_counts = {}, new_counts = {};

  std::int64_t executions() const;
  std::optional<std::int64_t> cycles() const;  ///< nothing: those of a line are not known
};

/// A branch that can part lanes: in one build, in the other, or in both.
struct BranchDifference {
  std::string file;
  std::uint32_t line = 0;  ///< in the new build if it has the branch; 0: not known
  std::vector<std::pair<std::string, std::uint32_t>> inlined_at = {};  ///< files and lines of the calls around it
  std::optional<std::size_t> old_row = {}, new_row = {};
  RunCounts old_counts = {}, new_counts = {};
};

struct Difference {
  std::vector<LineDifference> lines;       ///< largest change first: of cycles if all have some, else of executions
  std::vector<RegionDifference> regions;   ///< likewise: of the lines, each in one region
  std::vector<BranchDifference> branches;  ///< that were executed in one of the builds, in the order of the new code
  std::vector<std::string> changes;        ///< of the function: "spills appear"
  std::size_t same_rows = 0;               ///< rows that both have in one order, by opcode and kinds of operands
  std::size_t old_only = 0, new_only = 0;
};

Difference difference_of(const Build& old_build, const Build& new_build);

/// Branches of the code that can part the lanes of a warp, those that close loops included.
std::size_t parting_branches(const sass::Function& function);

/// How many rows a function has without the NOPs that fill up its end.
std::size_t rows_without_padding(const sass::Function& function);

/// Registers that the code of a function names: one more than the highest.
int registers_of(const sass::Function& function);

/// The function of a list that is another one's build: that with the same symbol; else the only one with the same name
/// in the source, whatever its template arguments and parameters; else the only one there is.
std::optional<std::size_t> matching_function(const std::string& symbol, const std::vector<std::string>& symbols);

}  // namespace reconverge::analysis
