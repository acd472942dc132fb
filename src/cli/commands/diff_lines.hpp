// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands/diff_report.hpp"

namespace reconverge::cli {

/// "kernel.cu:17"
std::string name_of(const analysis::LineDifference& line);
/// The lines that differ, all of them.
report::Table diff_lines_table(const DiffResult& result);
/// The same for display: the first lines, the values of both builds in one column, without empty columns.
report::Table shown_lines(report::Table table, bool have_cycles);
/// Branches that can part the lanes of a warp.
report::Table diff_branches_table(const DiffResult& result);

}  // namespace reconverge::cli
