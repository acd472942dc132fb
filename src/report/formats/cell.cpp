// SPDX-License-Identifier: MIT
#include "report/formats/cell.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "report/formats/formats.hpp"

namespace reconverge::report {
namespace {

constexpr auto no_finite_number = "the computation gave no finite number";

}  // namespace

std::optional<std::string> absence(const Cell& cell) {
  if (const auto* absent = std::get_if<Absent>(&cell)) {
    return absent->reason.empty() ? "no reason given" : absent->reason;
  }
  if (const auto* number = std::get_if<double>(&cell); number && !std::isfinite(*number)) {
    return no_finite_number;
  }
  return std::nullopt;
}

bool is_drawable(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

std::optional<std::string> absence(const Series& series) {
  if (series.points.empty()) return *absence(Cell(Absent{series.absent_because}));
  if (std::any_of(series.points.begin(), series.points.end(), is_drawable)) return std::nullopt;
  return no_finite_number;
}

bool is_number(const Cell& cell) {
  return std::holds_alternative<std::int64_t>(cell) || (std::holds_alternative<double>(cell) && !absence(cell));
}

std::string readable(const Cell& cell) {
  if (absence(cell)) return "absent";
  if (const auto* word = std::get_if<std::string>(&cell)) return *word;
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&cell)) return format_readable_number(*number);
  return std::get<bool>(cell) ? "yes" : "no";
}

std::string exact(const Cell& cell) {
  if (absence(cell)) return "";
  if (const auto* word = std::get_if<std::string>(&cell)) return *word;
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&cell)) return format_exact_number(*number);
  return std::get<bool>(cell) ? "true" : "false";
}

Cell cell_at(const std::vector<Cell>& row, std::size_t column) {
  assert(column < row.size() && "a row is as long as the table has columns");
  return column < row.size() ? row[column] : Cell(Absent{"the row ends before this column"});
}

bool is_numeric_column(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    const Cell cell = cell_at(row, column);
    if (absence(cell)) continue;
    if (!is_number(cell)) return false;
    any = true;
  }
  return any;
}

int AbsenceNotes::number_of(const std::string& reason) {
  auto found = std::find(reasons_.begin(), reasons_.end(), reason);
  if (found == reasons_.end()) found = reasons_.insert(found, reason);
  return static_cast<int>(found - reasons_.begin()) + 1;
}

}  // namespace reconverge::report
