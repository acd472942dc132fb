// SPDX-License-Identifier: MIT
#include "cli/commands/idle_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "report/formats/formats.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

using emulator::Idle;
using emulator::IdleCause;
using report::Cell;
using report::cell;
using run::LineCost;

/// A line, and one of the lines that took lanes from it.
struct Pair {
  const LineCost* line = nullptr;
  LineCost::Idle idle;
  std::vector<std::uint32_t> rows;  ///< of the cause
};

bool takes_more(const LineCost::Idle& a, const LineCost::Idle& b) {
  return std::tuple(a.lanes, a.cycles) > std::tuple(b.lanes, b.cycles);
}

double per_cent(std::uint64_t part, std::uint64_t whole) {
  return std::round(1000.0 * static_cast<double>(part) / static_cast<double>(whole)) / 10;
}

/// "parted at a.cu:9 0x00c0 BRA"; of several rows of a line "parted at a.cu:9".
std::string cause_text(const sass::Function& function, const IdleCause& cause, std::size_t rows) {
  const std::string at = rows > 1 ? place_of_row(function, cause.row) : row_text(function, cause.row);
  return fmt::format("{}{}{}", to_string(cause.why), at.empty() ? "" : " at ", at);
}

report::Table table_of(const LineReport& report, std::string id, std::string caption) {
  report::Table table{.id = std::move(id), .caption = std::move(caption)};
  if (report.no_cycles_because.empty())
    table.notes.push_back("Lane cycles: each cycle times the lanes of the warp that were not active in it.");
  return table;
}

std::vector<report::Column> idle_columns(const LineReport& report) {
  std::vector<report::Column> columns{{"idle_lanes", "idle slots", "lanes of the warp, of 32, that were not active"},
                                      {"share", "%", "of all idle lane slots"}};
  if (report.no_cycles_because.empty()) columns.push_back({"idle_lane_cycles", "lane cycles", ""});
  return columns;
}

void add_numbers(const LineReport& report, const LineCost::Idle& idle, std::uint64_t all, std::vector<Cell>& cells) {
  cells.push_back(cell(idle.lanes));
  cells.emplace_back(per_cent(idle.lanes, all));
  if (report.no_cycles_because.empty()) cells.push_back(cell(idle.cycles));
}

/// The elements that are shown, then what the others have and what all have.
template <typename Element, typename Add>
void add_rows(const std::vector<Element>& elements, std::size_t most, const Add& add) {
  const std::size_t shown = std::min(most, elements.size());
  LineCost::Idle rest, all;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const LineCost::Idle& idle = elements[i].idle;
    all.lanes += idle.lanes;
    all.cycles += idle.cycles;
    rest.lanes += i < shown ? 0 : idle.lanes;
    rest.cycles += i < shown ? 0 : idle.cycles;
    if (i < shown) add(&elements[i], "", idle);
  }
  if (shown < elements.size()) add(nullptr, fmt::format("{} more", elements.size() - shown), rest);
  add(nullptr, "all", all);
}

std::vector<Pair> pairs_of(const std::vector<LineCost>& lines) {
  std::vector<Pair> pairs;
  for (const LineCost& line : lines)
    for (auto& [idle, rows] : run::idle_by_line(line.idle)) pairs.push_back({&line, idle, std::move(rows)});
  std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) { return takes_more(a.idle, b.idle); });
  return pairs;
}

}  // namespace

namespace {

/// "0x0360 BRA 16845, 0x00b0 BRA 1137": what each row of a line took; "-" of one.
std::string parts_text(const LineReport& report, const LineCost& sum, const Pair& cause) {
  if (cause.rows.size() < 2) return "-";
  std::string text;
  for (const LineCost::Idle& part : sum.idle)
    if (part.cause.why == cause.idle.cause.why && part.line == cause.idle.line)
      text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", pc_of(*report.function, part.cause.row),
                          report.function->instructions[part.cause.row].mnemonic, part.lanes);
  return text;
}

std::string source_text(const LineReport& report, std::uint32_t row, SourceText& source) {
  if (row == emulator::no_index) return "";
  const auto frames = frames_of(*report.function, report.function->instructions[row]);
  return frames.empty() ? "" : source.line(frames[0].file, frames[0].line).value_or("");
}

}  // namespace

report::Table idle_causes_table(const LineReport& report, std::size_t most, SourceText& source) {
  report::Table table = table_of(report, "idle_causes", "Idle lanes by the line that took them: caused there.");
  table.columns = {{"cause", "lanes", ""}};
  std::ranges::copy(idle_columns(report), std::back_inserter(table.columns));
  const LineCost sum = run::sum_of(report.lines);
  std::vector<Pair> causes;
  for (auto& [idle, rows] : run::idle_by_line(sum.idle)) causes.push_back({&sum, idle, std::move(rows)});
  const bool has_parts = std::ranges::any_of(causes, [](const Pair& cause) { return cause.rows.size() > 1; });
  if (has_parts) table.columns.push_back({"parts", "of these", "idle slots of each branch on the line"});
  table.columns.push_back({"text", "source", ""});
  add_rows(causes, most, [&](const Pair* cause, std::string name, const LineCost::Idle& idle) {
    if (cause != nullptr) name = cause_text(*report.function, idle.cause, cause->rows.size());
    std::vector<Cell> cells{std::move(name)};
    add_numbers(report, idle, sum.idle_lanes(), cells);
    if (has_parts) cells.emplace_back(cause == nullptr ? "-" : parts_text(report, sum, *cause));
    cells.emplace_back(cause == nullptr ? "" : source_text(report, idle.cause.row, source));
    table.rows.push_back(std::move(cells));
  });
  drop_source_if_unread(table);
  return table;
}

report::Table idle_lines_table(const LineReport& report, std::size_t most) {
  report::Table table = table_of(report, "idle_lines", "Idle lanes by the line that ran without them: lost here.");
  table.columns = {{"place", "line", "executed with idle lanes"}};
  std::ranges::copy(idle_columns(report), std::back_inserter(table.columns));
  table.columns.push_back({"cause", "taken by", ""});
  const std::uint64_t all = run::sum_of(report.lines).idle_lanes();
  add_rows(pairs_of(report.lines), most, [&](const Pair* pair, std::string name, const LineCost::Idle& idle) {
    if (pair != nullptr) name = place_of(*report.function, *pair->line);
    std::vector<Cell> cells{std::move(name)};
    add_numbers(report, idle, all, cells);
    cells.emplace_back(pair == nullptr ? "-" : cause_text(*report.function, idle.cause, pair->rows.size()));
    table.rows.push_back(std::move(cells));
  });
  return table;
}

std::string idle_summary(const LineReport& report, const LineCost& sum) {
  constexpr std::size_t most = 3;
  const std::uint64_t all = sum.executions * core::lane_count;
  const std::uint64_t idle = sum.idle_lanes();
  std::string text = fmt::format("{} of {} lane slots", idle, all);
  const auto causes = run::idle_by_line(sum.idle);
  for (std::size_t i = 0; i < std::min(most, causes.size()); ++i)
    text +=
        fmt::format("{}{}% {}", i == 0 ? ": " : ", ", report::format_number(per_cent(causes[i].idle.lanes, idle), 1),
                    cause_text(*report.function, causes[i].idle.cause, causes[i].rows.size()));
  return text;
}

}  // namespace reconverge::cli
