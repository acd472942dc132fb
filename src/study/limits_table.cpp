// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Table 1: the loop bound M of each lane for every n.
report::Section limits_table(const Context&) {
  report::Table table{.id = "limits",
                      .caption = "Loop bound M of each lane. The longest loop has 32 passes for every n.",
                      .columns = {{"n", "n", ""}}};
  for (int lane = 0; lane < core::lane_count; ++lane)
    table.columns.push_back({fmt::format("lane_{}", lane), fmt::format("{}", lane), ""});
  table.columns.push_back({"additions", "sum of M", "derived: additions of all lanes"});
  table.notes.push_back("Columns are lanes. The bounds follow the rule of Table 1.");
  for (int n = 0; n < staircase_count; ++n) {
    std::vector<report::Cell> row{cell(n)};
    std::uint64_t additions = 0;
    for (const std::uint32_t bound : core::staircase(n)) {
      row.push_back(cell(std::uint64_t{bound}));
      additions += bound;
    }
    row.push_back(cell(additions));
    table.rows.push_back(std::move(row));
  }
  return {.blocks = {std::move(table)}};
}

}  // namespace reconverge::study
