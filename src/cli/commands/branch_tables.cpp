// SPDX-License-Identifier: MIT
#include "cli/commands/branch_tables.hpp"

#include <algorithm>
#include <variant>

#include "report/formats/formats.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

std::size_t place_of(const report::Table& table, std::string_view key) {
  return static_cast<std::size_t>(std::ranges::find(table.columns, key, &report::Column::key) - table.columns.begin());
}

bool is_nothing(const report::Cell& cell) {
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return *number == 0;
  if (const auto* number = std::get_if<double>(&cell)) return *number == 0;
  return std::holds_alternative<report::Absent>(cell);
}

std::string text_of(const report::Table& table, int width) {
  return table.rows.empty() && table.notes.empty()
             ? ""
             : report::to_text(report::without_absent_columns(table), width) + "\n";
}

}  // namespace

std::string branch_tables_text(report::Table table, int width) {
  const std::size_t executed = place_of(table, "executed"), meeting = place_of(table, "meeting_cycles");
  const auto is_branch = [&](const auto& row) { return !std::holds_alternative<report::Absent>(row[executed]); };
  report::Table met = table;
  met.caption = "Where lanes waited for each other, or met.";
  met.notes.clear();
  // A branch at which lanes met as well is in both.
  std::erase_if(met.rows, [&](const auto& row) { return is_branch(row) && is_nothing(row[meeting]); });
  for (const char* key : {"lanes_not_taken", "lanes_taken", "divergent", "executed"})
    report::erase_column(met, place_of(met, key));
  table.caption = "Branches.";
  std::erase_if(table.rows, [&](const auto& row) { return !is_branch(row); });
  report::erase_column(table, meeting);
  return text_of(table, width) + text_of(met, width);
}

}  // namespace reconverge::cli
