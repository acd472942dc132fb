// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "core/short_names.hpp"
#include "sass/names.hpp"
#include "study/stored/stored.hpp"

namespace reconverge::study {
namespace {

using stored::Json;
using stored::member;
using stored::word;

/// A column that the file has by the same name, and what a person reads.
struct Member {
  const char* key;
  const char* title;
  const char* provenance;
};

constexpr std::array kernel_members{
    Member{"launches", "launches", "of the application"},
    Member{"measured", "measured", "launches that were"},
    Member{"warp_instructions", "warp instructions", "measured: smsp__sass_inst_executed"},
    Member{"simt_efficiency", "active %", "measured: active lanes of 32 an instruction"},
    Member{"idle_lanes", "idle lane slots", "32 x warp instructions - thread instructions"},
    Member{"branches", "branches", "measured: smsp__sass_inst_executed_op_branch"},
    Member{"divergent", "divergent", "measured: smsp__sass_branch_targets_threads_divergent"}};

constexpr std::array line_members{
    Member{"warp_instructions", "warp instructions", "measured: smsp__sass_inst_executed"},
    Member{"active_lanes", "active lanes", "measured: mean of the warp instructions"},
    Member{"idle_lanes", "idle lane slots", "32 x warp instructions - thread instructions"},
    Member{"branches", "branches", "measured: smsp__sass_inst_executed_op_branch"},
    Member{"divergent", "divergent", "measured: smsp__sass_branch_targets_threads_divergent"},
    Member{"handover_cycles_least", "cycles at least", "divergent branches, as fast as the record of the card knows"},
    Member{"handover_cycles_most", "cycles at most", "divergent branches, as slow as the record of the card knows"}};

report::Cell number_at(const Json& object, const char* key) {
  const std::string reason = word(object, std::string(key) + "_absent");
  return stored::cell(member(object, key), reason.empty() ? "not in the stored result" : reason);
}

template <std::size_t count>
report::Table table_of(const char* id, const char* caption, const std::vector<report::Column>& names,
                       const std::array<Member, count>& members) {
  report::Table table{.id = id, .caption = caption, .columns = names, .sortable = true};
  for (const Member& one : members) table.columns.push_back({one.key, one.title, one.provenance});
  return table;
}

template <std::size_t count>
void add_row(std::vector<report::Cell> cells, const Json& object, const std::array<Member, count>& members,
             report::Table& table) {
  for (const Member& one : members) cells.push_back(number_at(object, one.key));
  table.rows.push_back(std::move(cells));
}

/// Why the counts of a file are not those of the whole application.
void add_problems(const StoredResult& result, report::Table& table) {
  const std::string file = core::base_name(result.source);
  if (member(result.content, "complete") == Json(false))
    table.notes.push_back(file + ": the profile is not complete; counts are those of what was measured.");
  for (const auto& problem : member(result.content, "problems"))
    table.notes.push_back(fmt::format("{}: {}", file, stored::text(problem)));
}

/// Code without notes of its lines is shown by address, of which a library has thousands.
constexpr std::size_t most_lines = 200;

/// Kernels, and functions in place of lines.
std::vector<std::string> symbols_of(const StoredResults& results) {
  std::set<std::string> symbols;
  for (const auto* result : results) {
    for (const auto& kernel : member(result->content, "kernels")) symbols.insert(word(kernel, "kernel"));
    for (const auto& launch : member(result->content, "launches"))
      for (const auto& row : member(launch, "instructions")) symbols.insert(word(row, "function"));
  }
  return {symbols.begin(), symbols.end()};
}

}  // namespace

/// A card's counts of applications, by kernel and by source line, the most idle lane slots first as in the file.
core::Result<std::vector<report::Section>> stored_profile(const StoredResults& results) {
  // One file need not be named in each row.
  const bool has_files = results.size() > 1;
  const auto names_of = [&](std::vector<report::Column> names) {
    if (has_files) names.insert(names.begin(), {"file", "file", ""});
    return names;
  };
  const auto cells_of = [&](const std::string& file, std::vector<report::Cell> cells) {
    if (has_files) cells.insert(cells.begin(), file);
    return cells;
  };
  report::Table kernels = table_of("profiled_kernels", "Kernels, by lane slots without an active lane.",
                                   names_of({{"kernel", "kernel", ""}}), kernel_members);
  report::Table lines = table_of("profiled_lines", "Source lines, by lane slots without an active lane.",
                                 names_of({{"line", "line", ""}, {"kernel", "kernel", ""}}), line_members);
  const sass::FunctionNames names(symbols_of(results));
  for (const auto* result : results) {
    const std::string file = core::base_name(result->source);
    for (const auto& kernel : member(result->content, "kernels"))
      add_row(cells_of(file, {names.of(word(kernel, "kernel"))}), kernel, kernel_members, kernels);
    std::size_t costs = 0;
    for (const auto& line : member(result->content, "lines"))
      if (++costs <= most_lines)
        add_row(cells_of(file, {names.of_place(core::base_name(word(line, "line"))), names.of(word(line, "kernel"))}),
                line, line_members, lines);
    if (costs > most_lines)
      lines.notes.push_back(
          fmt::format("{}: {} more lines and addresses, with fewer idle lane slots.", file, costs - most_lines));
    add_problems(*result, kernels);
  }
  std::ranges::copy(names.legend(), std::back_inserter(kernels.notes));
  return std::vector<report::Section>{
      {.id = "profiles", .title = "Profiled applications", .blocks = {std::move(kernels), std::move(lines)}}};
}

}  // namespace reconverge::study
