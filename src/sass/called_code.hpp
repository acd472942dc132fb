// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "sass/program.hpp"

/// Code without source lines that is called: routines of the compiler (division, square root), functions of the driver,
/// of libraries. What it costs belongs to the lines of its calls.
namespace reconverge::sass {

/// Rows that follow one another, of which no line is known.
struct CalledRegion {
  std::uint32_t first = 0, end = 0;  ///< rows: from the first until before the end
  /// Lines of the calls that reach it, also through other code without lines: indices into Function::source_notes, in
  /// the order of the code, equal notes once. A call through a register may reach all.
  std::vector<std::int32_t> callers = {};
  bool is_called_by_register = false;  ///< or may be
  bool is_jumped_into = false;         ///< or may be, from code with lines: then not each execution is of a call

  friend bool operator==(const CalledRegion&, const CalledRegion&) = default;
};

/// Those that some call with a line reaches, in the order of the code; none if no row of the function has a line.
std::vector<CalledRegion> called_regions(const Function& function);

/// Gives rows without a line that of the calls which reach them, if all of these are on one line and nothing else may
/// reach them.
void take_lines_of_callers(Function& function);

}  // namespace reconverge::sass
