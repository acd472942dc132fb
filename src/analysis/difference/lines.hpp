// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/difference/difference.hpp"

namespace reconverge::analysis {

/// A line of a file; 0: rows without one.
using LineKey = std::pair<std::string, std::uint32_t>;

/// The line of a row.
LineKey line_of(const sass::Function& function, std::size_t row);

/// The file of the old build for each of the new: by its whole name, by the last part of it, or because it is the file
/// of most rows in both.
std::map<std::string, std::string> match_files(const sass::Function& old_function, const sass::Function& new_function);

/// The line of the old build for each line of the new one.
std::map<LineKey, LineKey> match_lines(const Build& old_build, const Build& new_build);

/// The innermost loop of each row, by the row of the branch that closes it; the number of rows where there is none.
std::vector<std::size_t> innermost_loops(const sass::Function& function);

/// How the rows of a line are made.
Form form_of(const sass::Function& function, const std::vector<std::size_t>& rows,
             const std::vector<std::size_t>& loops);

/// How many rows were inlined at each line, directly or through further calls.
std::map<LineKey, std::size_t> inlined_rows(const sass::Function& function);

/// Executions of the rows that do the work of a line; 0 of a build that was not run.
std::uint64_t work_executions(const Build& build, const std::vector<std::size_t>& rows);

/// Whether a row is a branch that can part the lanes of a warp.
bool can_part_lanes(const sass::Function& function, std::size_t row);

/// The change of a line, in words. `whole` are the forms of the functions.
std::vector<std::string> changes_of(const LineDifference& line, const Form& old_whole, const Form& new_whole);

/// How many times as many copies of its work a line has in the new build, each of which runs less often: more than 1 if
/// its loop was unrolled, less if it was before; nothing if neither.
std::optional<double> unrolling_of(const LineDifference& line);
std::string unrolling_text(double ratio);

/// The line of the loop that the work of some rows is in; line 0 if it is in none.
LineKey line_of_loop(const sass::Function& function, const std::vector<std::size_t>& rows,
                     const std::vector<std::size_t>& loops);

/// Opcode with its modifiers, and the kinds of its operands: rows of two builds with one shape match.
std::string shape_of(const sass::Instruction& row);

/// The last part of a path.
std::string base_of(const std::string& path);

}  // namespace reconverge::analysis
