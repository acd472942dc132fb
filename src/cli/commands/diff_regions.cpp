// SPDX-License-Identifier: MIT
#include "cli/commands/diff_regions.hpp"

#include <fmt/core.h>

#include "cli/commands/diff_lines.hpp"

namespace reconverge::cli {
namespace {

using analysis::LineRange;
using analysis::RegionDifference;
using report::Absent;
using report::Cell;

/// "kernel.cu:22-24"
std::string range_text(const std::string& file, const LineRange& lines) {
  if (lines.last == 0) return "rows without a source line";
  const std::string text = fmt::format("{}:{}", file.substr(file.find_last_of('/') + 1), lines.first);
  return lines.first == lines.last ? text : fmt::format("{}-{}", text, lines.last);
}

Cell range_cell(const std::string& file, const std::optional<LineRange>& lines, const char* other) {
  if (lines) return range_text(file, *lines);
  return Absent{fmt::format("the {} code has nothing in its place", other)};
}

bool is_one_line(const RegionDifference& region) {
  return region.lines.size() == 1 && region.old_lines && region.new_lines;
}

}  // namespace

std::int64_t change_of(const DiffResult& result, const RegionDifference& region) {
  const auto cycles = region.cycles();
  return result.lines_have_cycles() && cycles ? *cycles : region.executions();
}

std::string name_of(const DiffResult& result, const RegionDifference& region) {
  if (is_one_line(region)) return name_of(result.difference.lines[region.lines.front()]);
  if (!region.new_lines) return range_text(region.old_file, *region.old_lines) + " (only in old)";
  if (!region.old_lines) return range_text(region.new_file, *region.new_lines) + " (only in new)";
  return fmt::format("{} (old) -> {} (new)", range_text(region.old_file, *region.old_lines),
                     range_text(region.new_file, *region.new_lines));
}

report::Table diff_regions_table(const DiffResult& result) {
  const bool by_cycles = result.lines_have_cycles();
  const std::string unit = by_cycles ? std::string(result.unit_of_cycles()) : "warp instructions";
  report::Table table{.id = "regions",
                      .caption = "Lines that one build alone has, with those that stand in their place in the other.",
                      .columns = {{"old_lines", "old lines", ""},
                                  {"new_lines", "new lines", ""},
                                  {"change", "change", "of " + unit},
                                  {"old", "old", unit},
                                  {"new", "new", ""}}};
  if (!result.not_compared().empty()) return table;
  for (const RegionDifference& region : result.difference.regions) {
    if (is_one_line(region) || change_of(result, region) == 0) continue;
    const auto count = [&](const analysis::RunCounts& counts) {
      return Cell(static_cast<std::int64_t>(by_cycles ? counts.cycles.value_or(0) : counts.executions));
    };
    table.rows.push_back({range_cell(region.old_file, region.old_lines, "old"),
                          range_cell(region.new_file, region.new_lines, "new"), change_of(result, region),
                          count(region.old_counts), count(region.new_counts)});
  }
  return table;
}

report::Table shown_regions(report::Table table) {
  constexpr std::size_t shown = 10;
  if (table.rows.size() <= shown) return table;
  table.notes.push_back(fmt::format("{} more differ less; --json has all.", table.rows.size() - shown));
  table.rows.resize(shown);
  return table;
}

}  // namespace reconverge::cli
