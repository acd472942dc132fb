// SPDX-License-Identifier: MIT
// Lines and branches of two builds.

#include "cli/commands/diff_lines.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/short_names.hpp"
#include "report/tables.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

using analysis::LineDifference;
using report::Absent;
using report::Cell;

Cell count_cell(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::string line_name(const std::string& file, std::uint32_t line) {
  if (line == 0) return "rows without a source line";
  return fmt::format("{}:{}", core::base_name(file), line);
}

/// "a.cu:3 in a.cu:9"
std::string branch_name(const analysis::BranchDifference& branch) {
  std::string name = line_name(branch.file, branch.line);
  for (const auto& [file, line] : branch.inlined_at) name += fmt::format(" in {}:{}", core::base_name(file), line);
  return name;
}

constexpr std::string_view unknown_cycles = "cycles by line are not known";

/// What most of a line's change went to: "memory 1200 -> 300".
Cell reason_cell(const LineDifference& line) {
  if (!line.cycles()) return Absent{std::string(unknown_cycles)};
  const auto reason = line.reason();
  if (!reason) return Absent{"its cycles did not change"};
  const auto i = static_cast<std::size_t>(*reason);
  return fmt::format("{} {} -> {}", to_string(*reason), line.old_counts.by_class[i], line.new_counts.by_class[i]);
}

Cell cycles_cell(const std::optional<std::uint64_t>& cycles) {
  return cycles ? count_cell(*cycles) : Cell(Absent{std::string(unknown_cycles)});
}

bool differs(const LineDifference& line) {
  const auto cycles = line.cycles();
  const auto& before = line.old_counts;
  const auto& after = line.new_counts;
  return before.executions != after.executions || before.lanes != after.lanes || before.divergent != after.divergent ||
         (cycles && *cycles != 0) || !line.changes.empty();
}

/// How a line is compiled: that only one build has it, how it changed, or that it did not.
std::string form_text(const LineDifference& line) {
  if (!line.new_line || !line.old_line) {
    std::vector<std::string> words{line.new_line ? "only in new" : "only in old"};
    words.insert(words.end(), line.changes.begin(), line.changes.end());
    return fmt::format("{}", fmt::join(words, "; "));
  }
  if (!line.changes.empty()) return fmt::format("{}", fmt::join(line.changes, "; "));
  if (line.old_form.rows == line.new_form.rows) return "same";
  return fmt::format("instructions: {} -> {}", line.old_form.rows, line.new_form.rows);
}

Cell line_number(std::optional<std::uint32_t> line, const char* other) {
  if (!line) return Absent{fmt::format("the {} code has no such line", other)};
  return *line == 0 ? Cell(Absent{"the listing notes no source line"}) : Cell(std::int64_t{*line});
}

/// "162 -> 93" of two numbers; one of them if they are equal.
Cell pair_cell(const Cell& before, const Cell& after) {
  const auto text = [](const Cell& cell) {
    const auto* number = std::get_if<std::int64_t>(&cell);
    return number == nullptr ? std::string("-") : std::to_string(*number);
  };
  if (std::holds_alternative<Absent>(before) && std::holds_alternative<Absent>(after)) return before;
  return before == after ? text(before) : text(before) + " -> " + text(after);
}

/// Puts the values of both builds into one column: a table with each by itself is too wide to read.
report::Table with_pairs(report::Table table) {
  constexpr std::string_view old_part = "old_";
  for (std::size_t i = 0; i + 1 < table.columns.size(); ++i) {
    const std::string key = table.columns[i].key;
    if (!key.starts_with(old_part) || table.columns[i + 1].key != "new_" + key.substr(old_part.size())) continue;
    table.columns[i].title.erase(0, old_part.size());
    const std::string note = table.columns[i].provenance;
    table.columns[i].provenance = "old -> new" + (note.empty() ? "" : ": " + note);
    for (auto& row : table.rows) row[i] = pair_cell(row[i], row[i + 1]);
    report::erase_column(table, i + 1);
  }
  return table;
}

std::string lines_caption(const DiffResult& result) {
  if (result.by_cycles()) return "Lines that differ, the largest change of cycles first.";
  if (!result.lines_have_cycles()) return "Lines that differ, the largest change of executions first.";
  return fmt::format("Lines that differ, the largest change of known {} first.", result.unit_of_cycles());
}

/// Those that were not executed have no row.
std::string branches_caption(const DiffResult& result) {
  const auto executed = [&](auto row) {
    return std::ranges::count_if(result.difference.branches, [&](const auto& one) { return (one.*row).has_value(); });
  };
  return fmt::format(
      "Branches that can part the lanes of a warp, of those that were executed: {} of {} in the old code, {} of {} in "
      "the new.",
      executed(&analysis::BranchDifference::old_row), analysis::parting_branches(result.old_side.function),
      executed(&analysis::BranchDifference::new_row), analysis::parting_branches(result.new_side.function));
}

}  // namespace

std::string name_of(const LineDifference& line) {
  return line_name(line.file, line.new_line.value_or(line.old_line.value_or(0)));
}

report::Table diff_branches_table(const DiffResult& result) {
  report::Table table{.id = "branches",
                      .caption = branches_caption(result),
                      .columns = {{"place", "place", ""},
                                  {"old_pc", "old pc", ""},
                                  {"new_pc", "new pc", ""},
                                  {"old_executed", "old executed", "emulated"},
                                  {"new_executed", "new executed", "emulated"},
                                  {"old_divergent", "old divergent", "emulated"},
                                  {"new_divergent", "new divergent", "emulated"}}};
  const auto pc = [](const sass::Function& function, std::optional<std::size_t> row) {
    return row ? Cell(sass::pc_text(function.instructions[*row])) : Cell(Absent{"no such branch"});
  };
  if (!result.not_compared().empty()) return table;
  for (const auto& branch : result.difference.branches) {
    const auto count = [](std::optional<std::size_t> row, std::uint64_t value) {
      return row ? count_cell(value) : Cell(Absent{"no such branch"});
    };
    table.rows.push_back(
        {branch_name(branch), pc(result.old_side.function, branch.old_row),
         pc(result.new_side.function, branch.new_row), count(branch.old_row, branch.old_counts.branches),
         count(branch.new_row, branch.new_counts.branches), count(branch.old_row, branch.old_counts.divergent),
         count(branch.new_row, branch.new_counts.divergent)});
  }
  return table;
}

report::Table shown_lines(report::Table table, bool have_cycles) {
  table = with_pairs(std::move(table));
  // Some lines may have a change of cycles all the same, and the order is not by it.
  if (!have_cycles)
    report::erase_column(
        table, static_cast<std::size_t>(std::ranges::find(table.columns, "cycles_change", &report::Column::key) -
                                        table.columns.begin()));
  constexpr std::size_t shown = 20;
  if (table.rows.size() > shown) {
    table.notes.push_back(
        fmt::format("{} more lines differ less; --csv and --json have all.", table.rows.size() - shown));
    table.rows.resize(shown);
  }
  for (std::size_t column = table.columns.size(); column-- > 0;) {
    const bool empty =
        std::ranges::all_of(table.rows, [&](const auto& row) { return std::holds_alternative<Absent>(row[column]); });
    if (empty && !table.rows.empty()) report::erase_column(table, column);
  }
  return table;
}

report::Table diff_lines_table(const DiffResult& result) {
  report::Table table{.id = "lines",
                      .caption = lines_caption(result),
                      .columns = {{"place", "place", ""},
                                  {"old_line", "old line", ""},
                                  {"cycles_change", "change", "of cycles"},
                                  {"reason", "mostly", "of the change: the kind of cycles"},
                                  {"old_cycles", "old cycles", "by the rules of the generation's record"},
                                  {"new_cycles", "new cycles", ""},
                                  {"old_executed", "old executed", "warp instructions"},
                                  {"new_executed", "new executed", ""},
                                  {"old_threads", "old threads", "thread instructions"},
                                  {"new_threads", "new threads", ""},
                                  {"old_divergent", "old divergent", "divergent branches"},
                                  {"new_divergent", "new divergent", ""},
                                  {"form", "form", "how it is compiled"},
                                  {"source", "source", ""}}};
  if (!result.not_compared().empty()) return table;
  for (const LineDifference& line : result.difference.lines) {
    if (!differs(line)) continue;
    const auto cycles = line.cycles();
    table.rows.push_back({name_of(line), line_number(line.old_line, "old"),
                          cycles ? Cell(*cycles) : Cell(Absent{std::string(unknown_cycles)}), reason_cell(line),
                          cycles_cell(line.old_counts.cycles), cycles_cell(line.new_counts.cycles),
                          count_cell(line.old_counts.executions), count_cell(line.new_counts.executions),
                          count_cell(line.old_counts.lanes), count_cell(line.new_counts.lanes),
                          count_cell(line.old_counts.divergent), count_cell(line.new_counts.divergent), form_text(line),
                          line.text.empty() ? Cell(Absent{"the source cannot be read"}) : Cell(line.text)});
  }
  if (const std::string without = result.lines_without(); !without.empty())
    table.notes.push_back(fmt::format("Cycles lack what is not timed: {}.", without));
  if (result.new_side.has_many_warps)
    table.notes.emplace_back("Cycles are those of each warp by itself, summed over the warps of the launch.");
  return table;
}

}  // namespace reconverge::cli
