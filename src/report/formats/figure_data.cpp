// SPDX-License-Identifier: MIT
#include "report/formats/figure_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/formats/cell.hpp"

namespace reconverge::report {
namespace {

bool is_stepped(const Series& series) { return series.line == Line::step || series.line == Line::dashed_step; }

// A value holds until the next step, so rows that change nothing add nothing. The last row stays:
// it says where the curve ends.
void drop_unchanged_rows(Table& table) {
  std::vector<std::vector<Cell>> kept;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    const bool unchanged =
        !kept.empty() && i + 1 < table.rows.size() && std::equal(row.begin() + 1, row.end(), kept.back().begin() + 1);
    if (!unchanged) kept.push_back(row);
  }
  if (kept.size() == table.rows.size()) return;
  table.notes.push_back(
      fmt::format("Only the {} of {} rows in which a value changes are listed.", kept.size(), table.rows.size()));
  table.rows = std::move(kept);
}

}  // namespace

Table data_table(const Figure& figure, std::size_t row_limit) {
  Table table{figure.id + "-data", "Data of this figure", {{"x", figure.x.title, ""}}, {}, {}};
  std::vector<const Series*> present;
  for (const Series& series : figure.series) {
    if (absence(series)) continue;
    present.push_back(&series);
    table.columns.push_back({fmt::format("series_{}", present.size()), series.name, series.provenance});
  }

  // A series may have several points at one x; the k-th of each series share the k-th row of that
  // x.
  std::map<std::pair<double, int>, std::vector<Cell>> rows;
  std::size_t broken = 0;
  for (std::size_t i = 0; i < present.size(); ++i) {
    std::map<double, int> seen;
    for (const auto& [x, y] : present[i]->points) {
      if (!std::isfinite(x)) {
        ++broken;
        continue;
      }
      auto& row = rows[{x, seen[x]++}];
      if (row.empty()) {
        row.assign(present.size() + 1, Absent{"the series has no point here"});
        row[0] = x;
      }
      row[i + 1] = y;
    }
  }
  for (auto& [key, row] : rows) table.rows.push_back(std::move(row));

  if (broken > 0) {
    table.notes.push_back(fmt::format("Points left out because their x is not a finite number: {}.", broken));
  }

  if (std::all_of(present.begin(), present.end(), [](auto* series) { return is_stepped(*series); })) {
    drop_unchanged_rows(table);
  }
  if (table.rows.size() > row_limit) {
    table.notes.push_back(fmt::format("The first {} of {} rows are listed.", row_limit, table.rows.size()));
    table.rows.resize(row_limit);
  }
  return table;
}

}  // namespace reconverge::report
