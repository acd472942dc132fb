// SPDX-License-Identifier: MIT
#include "cli/commands/idle_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "report/formats/formats.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::cli {
namespace {

using emulator::Idle;
using emulator::IdleCause;
using report::Cell;
using run::LineCost;
using study::cell;

/// A line, and one of the causes that took lanes from it.
struct Pair {
  const LineCost* line = nullptr;
  LineCost::Idle idle;
};

bool takes_more(const LineCost::Idle& a, const LineCost::Idle& b) {
  return std::tuple(a.lanes, a.cycles) > std::tuple(b.lanes, b.cycles);
}

double per_cent(std::uint64_t part, std::uint64_t whole) {
  return std::round(1000.0 * static_cast<double>(part) / static_cast<double>(whole)) / 10;
}

/// "a.cu:9 0x00c0 BRA", without a line "0x00c0 BRA"; "" of no row.
std::string row_text(const sass::Function& function, std::uint32_t row) {
  if (row == emulator::no_index) return "";
  const std::string place = place_of_row(function, row);
  const auto& instruction = function.instructions[row];
  return fmt::format("{}{}0x{:04x} {}", place, place.empty() ? "" : " ", instruction.address, instruction.mnemonic);
}

std::string cause_text(const sass::Function& function, const IdleCause& cause) {
  const std::string at = row_text(function, cause.row);
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
    for (const LineCost::Idle& idle : line.idle) pairs.push_back({&line, idle});
  std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) { return takes_more(a.idle, b.idle); });
  return pairs;
}

}  // namespace

report::Table idle_causes_table(const LineReport& report, std::size_t most, SourceText& source) {
  report::Table table = table_of(report, "idle_causes", "What took lanes, wherever they were missed: caused there.");
  table.columns = {{"cause", "lanes", ""}};
  std::ranges::copy(idle_columns(report), std::back_inserter(table.columns));
  table.columns.push_back({"text", "source", ""});
  const LineCost sum = run::sum_of(report.lines);
  std::vector<Pair> causes;
  for (const LineCost::Idle& idle : sum.idle) causes.push_back({&sum, idle});
  add_rows(causes, most, [&](const Pair* cause, std::string name, const LineCost::Idle& idle) {
    std::string text;
    if (cause != nullptr) {
      name = cause_text(*report.function, idle.cause);
      if (idle.cause.row != emulator::no_index)
        if (const auto frames = frames_of(*report.function, report.function->instructions[idle.cause.row]);
            !frames.empty())
          text = source.line(frames[0].file, frames[0].line).value_or("");
    }
    std::vector<Cell> cells{std::move(name)};
    add_numbers(report, idle, sum.idle_lanes(), cells);
    cells.emplace_back(std::move(text));
    table.rows.push_back(std::move(cells));
  });
  return table;
}

report::Table idle_lines_table(const LineReport& report, std::size_t most) {
  report::Table table = table_of(report, "idle_lines", "Where lanes were missed, and what had taken them: lost here.");
  table.columns = {{"place", "line", "executed with idle lanes"}};
  std::ranges::copy(idle_columns(report), std::back_inserter(table.columns));
  table.columns.push_back({"cause", "taken by", ""});
  const std::uint64_t all = run::sum_of(report.lines).idle_lanes();
  add_rows(pairs_of(report.lines), most, [&](const Pair* pair, std::string name, const LineCost::Idle& idle) {
    if (pair != nullptr) name = place_of(*report.function, *pair->line);
    std::vector<Cell> cells{std::move(name)};
    add_numbers(report, idle, all, cells);
    cells.emplace_back(pair == nullptr ? "-" : cause_text(*report.function, idle.cause));
    table.rows.push_back(std::move(cells));
  });
  return table;
}

std::string idle_summary(const LineReport& report, const LineCost& sum) {
  constexpr std::size_t most = 3;
  const std::uint64_t all = sum.executions * core::lane_count;
  const std::uint64_t idle = sum.idle_lanes();
  std::string text = fmt::format("{} of {} lane slots", idle, all);
  for (std::size_t i = 0; i < std::min(most, sum.idle.size()); ++i)
    text += fmt::format("{}{}% {}", i == 0 ? ": " : ", ", report::format_number(per_cent(sum.idle[i].lanes, idle), 1),
                        cause_text(*report.function, sum.idle[i].cause));
  return text;
}

}  // namespace reconverge::cli
