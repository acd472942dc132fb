// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "core/usage_error.hpp"
#include "study/inference/measurement.hpp"

namespace reconverge::study {
namespace {

/// In the order in which they are looked for.
constexpr std::array<std::string_view, 5> cycles_columns = {"cycles", "median_cycles", "mean_cycles", "min_cycles",
                                                            "minimum_cycles"};
constexpr std::array<std::string_view, 2> kernel_columns = {"benchmark", "kernel"};

core::Diagnostic refusal(const std::string& source, std::uint32_t line, std::uint32_t column, std::string message,
                         std::string hint = "") {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = std::move(hint),
          .where = {source, line, column}};
}

class Table {
 public:
  Table(std::vector<CsvRow> rows, std::string source) : rows_(std::move(rows)), source_(std::move(source)) {}

  std::optional<std::size_t> column(std::string_view name) const {
    const auto found = std::ranges::find(head(), name);
    if (found == head().end()) return std::nullopt;
    return static_cast<std::size_t>(found - head().begin());
  }
  template <typename Names> std::optional<std::size_t> first_of(const Names& names) const {
    for (const auto name : names)
      if (const auto found = column(name)) return found;
    return std::nullopt;
  }
  const std::vector<std::string>& head() const { return rows_.front().cells; }
  const std::vector<CsvRow>& all() const { return rows_; }
  const std::string& source() const { return source_; }
  std::string cell(const CsvRow& row, std::optional<std::size_t> column) const {
    return column ? row.cells[*column] : std::string();
  }

  core::Result<double> number(const CsvRow& row, std::size_t column) const {
    const std::string& text = row.cells[column];
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto place = static_cast<std::uint32_t>(column + 1);
    if (text.empty())
      return refusal(source_, row.line, place, fmt::format("the row has no {}", head()[column]),
                     "take the row out if there is no number");
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
      return refusal(source_, row.line, place, fmt::format("'{}' is not a finite number ({})", text, head()[column]));
    if (value < 0) return refusal(source_, row.line, place, fmt::format("'{}' is below 0 ({})", text, head()[column]));
    return value;
  }

 private:
  std::vector<CsvRow> rows_;
  std::string source_;
};

/// Columns that a fit uses.
struct Columns {
  std::size_t n = 0;
  std::size_t cycles = 0;
  std::optional<std::size_t> kernel, device, status, divergent_branches;
  std::vector<std::pair<std::size_t, std::string>> conditions;
  std::vector<std::size_t> others;  ///< no result: rows that differ there were measured differently
};

bool is_result(std::string_view name) {
  return name.ends_with("cycles") || name.ends_with("_absent") || name == "samples" || name == "reason" ||
         name == "status" || name == "provenance";
}

core::Result<Columns> find_columns(const Table& table, const CsvChoice& choice) {
  Columns columns;
  const auto n = table.column("n");
  if (!n)
    return refusal(table.source(), 1, 1, "there is no column 'n', so nothing says how many lanes diverge",
                   "a header line with 'n,cycles'");
  const auto cycles = choice.column.empty() ? table.first_of(cycles_columns) : table.column(choice.column);
  if (!cycles)
    return refusal(
        table.source(), 1, 1,
        choice.column.empty() ? "there is no column 'cycles'" : fmt::format("there is no column '{}'", choice.column),
        fmt::format("the columns are {}; --column NAME", fmt::join(table.head(), ", ")));
  columns.n = *n;
  columns.cycles = *cycles;
  columns.kernel = table.first_of(kernel_columns);
  columns.device = table.column("device");
  columns.status = table.column("status");
  columns.divergent_branches = table.column("divergent_branches");
  for (const std::string& text : choice.conditions) {
    const auto equals = text.find('=');
    const auto column = table.column(text.substr(0, equals));
    if (equals == std::string::npos || !column)
      return core::usage_error(fmt::format("--where '{}' names no column of {}", text, table.source()),
                               fmt::format("COLUMN=VALUE with {}", fmt::join(table.head(), ", ")));
    columns.conditions.emplace_back(*column, text.substr(equals + 1));
  }
  for (std::size_t i = 0; i < table.head().size(); ++i)
    if (i != columns.n && i != columns.cycles && i != columns.kernel && i != columns.device &&
        i != columns.divergent_branches && !is_result(table.head()[i]))
      columns.others.push_back(i);
  return columns;
}

core::Result<MeasuredState> read_state(const Table& table, const Columns& columns, const CsvRow& row) {
  const auto n = table.number(row, columns.n);
  if (!n) return n.error();
  if (*n != std::floor(*n) || std::abs(*n) > 1e6)
    return refusal(table.source(), row.line, static_cast<std::uint32_t>(columns.n + 1),
                   fmt::format("n = {} is not a whole number", *n));
  MeasuredState state{.n = static_cast<int>(*n), .samples = {}};
  const std::string status = table.cell(row, columns.status);
  if (!status.empty() && status != "ok") {
    state.why_not = status;
    return state;
  }
  const auto cycles = table.number(row, columns.cycles);
  if (!cycles) return cycles.error();
  state.samples = {*cycles};
  if (columns.divergent_branches && !row.cells[*columns.divergent_branches].empty()) {
    const auto count = table.number(row, *columns.divergent_branches);
    if (!count) return count.error();
    state.divergent_branches = *count;
  }
  return state;
}

/// Values that all rows of a measurement must share.
struct Key {
  std::string kernel, device;
  friend auto operator<=>(const Key&, const Key&) = default;
};

}  // namespace

core::Result<std::vector<CsvRow>> read_csv_rows(std::string_view text, const std::string& source) {
  std::vector<CsvRow> rows;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    CsvRow row{line, {}};
    for (bool more = true; more;) {
      std::string cell;
      if (at < text.size() && text[at] == '"') {
        for (++at; at < text.size() && !(text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"')); ++at) {
          if (text[at] == '"') ++at;
          if (text[at] == '\n') ++line;
          cell += text[at];
        }
        if (at >= text.size())
          return refusal(source, row.line, static_cast<std::uint32_t>(row.cells.size() + 1),
                         "a quoted cell does not end");
        ++at;
      }
      while (at < text.size() && text[at] != ',' && text[at] != '\n') cell += text[at++];
      if (cell.ends_with('\r')) cell.pop_back();
      // Our own CSV puts an apostrophe before a text that a spreadsheet would take for a formula.
      if (cell.size() > 1 && cell[0] == '\'' && std::string_view("=+-@\t'").find(cell[1]) != std::string_view::npos)
        cell.erase(0, 1);
      row.cells.push_back(std::move(cell));
      more = at < text.size() && text[at] == ',';
      ++at;
    }
    const bool blank = row.cells.size() == 1 && row.cells.front().empty();
    if (blank) continue;
    if (!rows.empty() && row.cells.size() != rows.front().cells.size())
      return refusal(source, row.line, 1,
                     fmt::format("{} cells, where the header has {}", row.cells.size(), rows.front().cells.size()));
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return refusal(source, 1, 1, "the file is empty", "a header line with 'n,cycles', then the rows");
  return rows;
}

core::Result<std::vector<Measurement>> read_measurement_csv(std::string_view text, const std::string& source,
                                                            const CsvChoice& choice) {
  auto rows = read_csv_rows(text, source);
  if (!rows) return rows.error();
  const Table table(std::move(rows).value(), source);
  const auto columns = find_columns(table, choice);
  if (!columns) return columns.error();
  std::vector<Measurement> measurements;
  std::map<Key, std::size_t> places;
  std::map<std::pair<std::size_t, int>, const CsvRow*> first_rows;
  for (std::size_t i = 1; i < table.all().size(); ++i) {
    const CsvRow& row = table.all()[i];
    const bool counts = std::ranges::all_of(
        columns->conditions, [&](const auto& condition) { return row.cells[condition.first] == condition.second; });
    if (!counts) continue;
    const Key key{table.cell(row, columns->kernel), table.cell(row, columns->device)};
    const auto [place, is_new] = places.try_emplace(key, measurements.size());
    if (is_new) measurements.push_back({.source = source, .benchmark = key.kernel, .device = key.device});
    auto state = read_state(table, *columns, row);
    if (!state) return state.error();
    const auto [first, first_of_n] = first_rows.try_emplace({place->second, state->n}, &row);
    for (const std::size_t other : columns->others)
      if (row.cells[other] != first->second->cells[other])
        return refusal(source, row.line, static_cast<std::uint32_t>(other + 1),
                       fmt::format("n = {} appears with {} = {} and {}", state->n, table.head()[other],
                                   first->second->cells[other], row.cells[other]),
                       fmt::format("--where {}={}", table.head()[other], row.cells[other]));
    auto& states = measurements[place->second].states;
    if (first_of_n) {
      states.push_back(std::move(state).value());
    } else {
      const auto known = std::ranges::find(states, state->n, &MeasuredState::n);
      known->samples.insert(known->samples.end(), state->samples.begin(), state->samples.end());
    }
  }
  if (measurements.empty())
    return refusal(source, 1, 1, "no row is left", choice.conditions.empty() ? "" : "look at --where");
  return measurements;
}

}  // namespace reconverge::study
