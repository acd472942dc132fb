// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/document.hpp"

namespace reconverge::cli {

/// The table of branches for a reader of text, as two: rows that are branches, and rows where lanes met or waited for
/// each other. So no column is absent throughout a row, and both are as narrow as they can be. A table without rows and
/// notes is left out.
/// @param table  of kernel_branches_table(): for rows that are not branches, columns of branches are absent
std::string branch_tables_text(report::Table table, int width);

}  // namespace reconverge::cli
