// SPDX-License-Identifier: MIT
#include "report/tables.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace reconverge::report {

Cell cell(const core::Result<double>& value) {
  if (value) return *value;
  return Absent{value.error().message};
}

void mark_given(const std::vector<std::string>& given, Table& table) {
  if (given.empty()) return;
  const std::string all = fmt::format("{}", fmt::join(given, " "));
  table.columns.push_back({"given", "given by the user", ""});
  for (auto& row : table.rows) row.emplace_back(all);
  table.notes.push_back("Not the paper's numbers alone. Given by the user: " + all);
}

void erase_column(Table& table, std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  table.columns.erase(table.columns.begin() + at);
  for (auto& row : table.rows) row.erase(row.begin() + at);
}

Table without_given_column(Table table) {
  const auto given = std::ranges::find(table.columns, "given", &Column::key);
  if (given == table.columns.end()) return table;
  erase_column(table, static_cast<std::size_t>(given - table.columns.begin()));
  return table;
}

Table without_absent_columns(Table table) {
  std::vector<std::pair<std::string, std::string>> gone;  // why, and the names of the columns
  for (std::size_t i = 0; i < table.columns.size() && !table.rows.empty();) {
    const auto reason_in = [i](const std::vector<Cell>& row) { return std::get_if<Absent>(&row[i]); };
    if (!std::ranges::all_of(table.rows, reason_in)) {
      ++i;
      continue;
    }
    const std::string reason = reason_in(table.rows.front())->reason;
    const auto known = std::ranges::find(gone, reason, &std::pair<std::string, std::string>::first);
    if (known == gone.end()) gone.emplace_back(reason, table.columns[i].title);
    else known->second += ", " + table.columns[i].title;
    erase_column(table, i);
  }
  for (const auto& [reason, titles] : gone) {
    const auto says = [&](const std::string& note) { return note.find(reason) != std::string::npos; };
    if (std::ranges::none_of(table.notes, says)) table.notes.push_back(fmt::format("{}: absent, {}.", titles, reason));
  }
  return table;
}

}  // namespace reconverge::report
