// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "report/document.hpp"

namespace reconverge::report {

/// The numbers of a figure as a table: one row per x, one column per series that has points. Absent
/// series become notes. At most `row_limit` rows; what is left out is said in a note.
Table data_table(const Figure& figure, std::size_t row_limit);

}  // namespace reconverge::report
