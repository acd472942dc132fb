// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <variant>

#include "cli/commands/branch_tables.hpp"
#include "cli/commands/emulation_report.hpp"
#include "cli/commands/kernel_bands.hpp"
#include "cli/commands/kernel_block_report.hpp"
#include "cli/commands/kernel_untimed.hpp"
#include "cli/commands/kernel_warps.hpp"
#include "cli/commands/launch_report.hpp"
#include "cli/commands/line_report.hpp"
#include "cli/grid_options.hpp"
#include "cli/terminal.hpp"
#include "core/short_names.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "report/tables.hpp"
#include "sass/names.hpp"
#include "timing/cycles/premise.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;
using report::cell;

/// Absent if an untimed instruction ran within the cycles.
Cell cycles_cell(const KernelEmulation& result, std::uint64_t cycles, const timing::Untimed& inside) {
  const run::KernelRun& run = *result.run;
  const std::string& none = run.has_many_warps() ? run.no_warp_cycles_because : run.no_cycles_because;
  if (!none.empty()) return Absent{none};
  if (!inside.empty()) return Absent{"not timed inside: " + untimed_text(inside, result.executable->function)};
  return cell(cycles);
}

const char* premise_of(const KernelEmulation& result) {
  return result.run->has_many_warps() ? timing::warp_cycles_premise : timing::cycles_premise;
}

Cell premise_cell(const KernelEmulation& result, const Cell& cycles) {
  return std::holds_alternative<Absent>(cycles) ? Cell(Absent{"no cycles"}) : Cell(std::string(premise_of(result)));
}

/// Cycles of the launch: they are known if it is one warp.
Cell launch_cycles_cell(const KernelEmulation& result, std::uint64_t cycles) {
  if (const auto& block = result.run->block_cycles) {
    if (block->answer == run::BlockAnswer::exact) return cell(*block->cycles);
    const std::string about =
        block->cycles ? fmt::format("an estimate alone, about {}", *block->cycles) : "bounds alone";
    return Absent{fmt::format("{}, at least {}: {}", about, block->at_least.cycles, block->because)};
  }
  if (result.run->has_many_warps()) return Absent{result.run->no_cycles_because};
  return cycles_cell(result, cycles, result.run->untimed);
}

/// Without any assumption, if that was followed.
const timing::ClockInterval& known_interval(const KernelEmulation& result, std::pair<std::uint32_t, std::uint32_t> rows,
                                            const timing::ClockInterval& otherwise) {
  const auto found = result.run->intervals.find(rows);
  return found == result.run->intervals.end() ? otherwise : found->second;
}

/// Cycles of the same run where the nearest instruction cache holds none of the code at the start.
Cell cold_cell(const KernelEmulation& result, std::uint64_t cycles, const timing::Untimed& inside) {
  if (result.run->cold_last_issue == 0 && result.run->no_cycles_because.empty()) return Absent{"not followed"};
  return cycles_cell(result, cycles, inside);
}

/// Fetching the code took none of the time.
bool is_as_fast_cold(const KernelEmulation& result) {
  return result.run->cold_last_issue != 0 && result.run->cold_last_issue == result.run->last_issue;
}

/// For text output: the assumption is below the table, once.
report::Table with_premise_below(const KernelEmulation& result, report::Table table) {
  const auto first =
      std::ranges::find_if(table.rows, [](const auto& row) { return !std::holds_alternative<Absent>(row.back()); });
  const bool has_cycles = first != table.rows.end();
  const Cell premise = has_cycles ? first->back() : Cell();
  table.columns.pop_back();
  for (auto& row : table.rows) row.pop_back();
  if (!has_cycles) return table;
  if (result.run->bands) {
    table.notes.push_back(fmt::format("Low, typical, high: {}.", std::get<std::string>(premise)));
    return table;
  }
  table.notes.push_back(
      result.run->has_many_warps()
          ? fmt::format("Warp cycles: the sum of what each warp needs; {}.", timing::warp_cycles_premise)
          : fmt::format("Cycles: {}. Cold, an estimate: the nearest instruction cache holds none of the code at the "
                        "start{}.",
                        timing::cycles_premise, is_as_fast_cold(result) ? "; here that makes no difference" : ""));
  return table;
}

/// Rows of branches, and rows where lanes waited or met.
std::set<std::uint32_t> listed_rows(const KernelEmulation& result) {
  std::set<std::uint32_t> rows;
  for (const auto& [index, row] : result.run->profile.rows())
    if (row.executed > 0) rows.insert(index);
  for (const auto& [index, row] : result.run->waiting) rows.insert(index);
  return rows;
}

std::vector<Cell> branch_cells(const KernelEmulation& result, std::uint32_t index) {
  const auto rows = result.run->profile.rows();
  const auto found = rows.find(index);
  if (found == rows.end() || found->second.executed == 0) {
    const Cell absent = Absent{"no branch: lanes meet here"};
    return {absent, absent, absent, absent};
  }
  const auto& row = found->second;
  return {cell(row.executed), cell(row.divergent), cell(row.lanes_taken), cell(row.lanes_not_taken)};
}

timing::WaitingProfile::Row waiting_of(const KernelEmulation& result, std::uint32_t index) {
  const auto found = result.run->waiting.find(index);
  return found == result.run->waiting.end() ? timing::WaitingProfile::Row{} : found->second;
}

/// "Grid 16x16, block 32x8: 256 blocks, 2048 warps."
std::string launch_line(const KernelEmulation& result) {
  const run::KernelRun& run = *result.run;
  const std::string blocks = run.blocks == result.grid.count()
                                 ? fmt::format("{} block{}", run.blocks, run.blocks == 1 ? "" : "s")
                                 : fmt::format("{} of {} blocks", run.blocks, result.grid.count());
  return fmt::format("Grid {}, block {}: {}{}, {} warps.", to_string(result.grid), to_string(result.block), blocks,
                     result.chosen.empty() ? "" : fmt::format(" (--blocks {})", result.chosen), run.warps_run);
}

ordered_json launch_json(const KernelEmulation& result) {
  const auto sizes = [](const emulator::Extent& extent) { return ordered_json{extent.x, extent.y, extent.z}; };
  return {{"grid", sizes(result.grid)},
          {"block", sizes(result.block)},
          {"chosen_blocks", result.chosen.empty() ? ordered_json() : ordered_json(result.chosen)},
          {"blocks_run", result.run->blocks},
          {"warps_run", result.run->warps_run}};
}

/// An if that the compiler made without a branch: the table of branches does not show it.
std::string predication_text(const run::KernelRun& run) {
  const auto& [instructions, lanes_off] = run.guarded;
  if (instructions == 0) return "";
  return fmt::format("{}{} guarded instruction{} ran under part of the lanes ({} lane{} off); {}",
                     run.counts.branches == 0 ? "no branch was executed; " : "", instructions,
                     instructions == 1 ? "" : "s", lanes_off, lanes_off == 1 ? "" : "s",
                     run.counts.divergent_branches == 0 ? "nothing was serialised" : "guards serialise nothing");
}

ordered_json predication_json(const run::KernelRun& run) {
  const std::string text = predication_text(run);
  ordered_json object{{"instructions", run.guarded.instructions}, {"lanes_off", run.guarded.lanes_off}};
  object["summary"] = text.empty() ? ordered_json() : ordered_json(text);
  if (text.empty()) object["summary_absent"] = "no guard split the active lanes";
  return object;
}

}  // namespace

Cell source_cell(const sass::Function& function, std::uint32_t index) {
  const auto source = source_of(function, index);
  return source ? Cell(*source) : Cell(Absent{"the listing notes no source lines"});
}

LaunchCycles launch_cycles(const KernelEmulation& result) {
  return {launch_cycles_cell(result, result.run->last_issue),
          cycles_cell(result, result.run->warp_cycles, result.run->untimed),
          result.run->bands ? launch_band(result) : std::vector<Cell>()};
}

report::Table kernel_counts_table(const KernelEmulation& result) {
  report::Table table{
      .id = "counts",
      .caption = "Counts and cycles.",
      .columns = {{"warp_instructions", "warp instructions", "emulated"},
                  {"thread_instructions", "thread instructions", "emulated"},
                  {"branches", "branches", "emulated"},
                  {"divergent_branches", "divergent", "emulated"},
                  {"cycles", "cycles", "by the rules of the generation's record"},
                  {"cold_cycles", "cold", "estimate: cycles if the code is not in the nearest instruction cache"},
                  {"premise", "premise", "what the cycles assume"}}};
  const auto& run = *result.run;
  const Cell cycles = launch_cycles_cell(result, run.last_issue);
  std::vector<Cell> row{cell(run.run.steps),
                        cell(run.thread_instructions),
                        cell(run.counts.branches),
                        cell(run.counts.divergent_branches),
                        cycles,
                        run.has_many_warps() ? Cell(Absent{"not followed beside other warps"})
                                             : cold_cell(result, run.cold_last_issue, run.untimed)};
  if (run.has_many_warps()) {
    table.columns.insert(table.columns.end() - 1, {"warp_cycles", "warp cycles", "sum over the warps, each by itself"});
    row.push_back(cycles_cell(result, run.warp_cycles, run.untimed));
  }
  Cell premise = premise_cell(result, run.has_many_warps() ? row.back() : cycles);
  if (run.bands) {
    add_band_columns("cycles_", "", table);
    const std::vector<Cell> band = launch_band(result);
    row.insert(row.end(), band.begin(), band.end());
    premise = band_premise_cell(result, band.front());
  }
  row.push_back(std::move(premise));
  table.rows.push_back(std::move(row));
  return table;
}

report::Table marked_if_incomplete(report::Table counts, const emulator::RunResult& run) {
  if (!run.diagnostic) return counts;
  counts.columns.push_back({"incomplete", "incomplete", ""});
  for (auto& row : counts.rows) row.emplace_back(std::string(to_string(run.ending)));
  counts.notes.push_back("Incomplete: the run did not finish; the counts are those of what was executed. " +
                         to_string(*run.diagnostic));
  return counts;
}

report::Table kernel_branches_table(const KernelEmulation& result) {
  report::Table table{
      .id = "branches",
      .caption = "Branches, and where lanes waited for each other.",
      .columns = {
          {"pc", "pc", ""},
          {"line", "line", ""},
          {"source", "source", ""},
          {"instruction", "instruction", ""},
          {"executed", "executed", "emulated"},
          {"divergent", "divergent", "emulated"},
          {"lanes_taken", "lanes taken", "emulated"},
          {"lanes_not_taken", "lanes not taken", "emulated"},
          {"serial_cycles", "cycles serial",
           "lost by lanes that wait while others run; waits at one time count for each, which is not what one "
           "would save"},
          {"meeting_cycles", "arrival to next",
           "cycles from arrival at a barrier to the next instruction, whatever they went to; \"meeting\" of the "
           "lines is the part that bringing lanes together took"}}};
  const auto& function = result.executable->function;
  for (const std::uint32_t index : listed_rows(result)) {
    const auto& row = function.instructions[index];
    std::vector<Cell> cells{pc_of(function, index), cell(std::uint64_t{row.line}), source_cell(function, index),
                            row.mnemonic};
    const auto counted = branch_cells(result, index);
    cells.insert(cells.end(), counted.begin(), counted.end());
    const auto waiting = waiting_of(result, index);
    cells.push_back(cycles_cell(result, waiting.waited, waiting.untimed));
    cells.push_back(cycles_cell(result, waiting.meeting, waiting.untimed));
    table.rows.push_back(std::move(cells));
  }
  if (const std::string text = predication_text(*result.run); !text.empty()) table.notes.push_back(text);
  return table;
}

report::Table kernel_clock_table(const KernelEmulation& result) {
  report::Table table{.id = "clock_reads",
                      .caption = "Cycles between two reads of the clock by the same lanes.",
                      .columns = {{"from_pc", "from", ""},
                                  {"to_pc", "to", ""},
                                  {"times", "times", "groups of lanes"},
                                  {"shortest_cycles", "shortest", "by the rules of the generation's record"},
                                  {"longest_cycles", "longest", ""},
                                  {"last_cycles", "last", ""},
                                  {"longest_cold_cycles", "longest cold",
                                   "estimate: longest if the code is not in the nearest instruction cache"},
                                  {"premise", "premise", "what the cycles assume"}}};
  const auto& function = result.executable->function;
  const auto& bands = result.run->bands;
  if (bands) add_band_columns("", "_cycles", table);
  // An assumption on loads leaves only the band.
  for (const auto& [rows, interval] : bands ? (*bands)[0].intervals : result.run->intervals) {
    const auto cold = result.run->cold_intervals.find(rows);
    const std::uint64_t longest_cold = cold == result.run->cold_intervals.end() ? 0 : cold->second.longest;
    const timing::ClockInterval& known = known_interval(result, rows, interval);
    const Cell last = cycles_cell(result, known.last, known.untimed);
    std::vector<Cell> row{pc_of(function, rows.first),
                          pc_of(function, rows.second),
                          cell(known.times),
                          cycles_cell(result, known.shortest, known.untimed),
                          cycles_cell(result, known.longest, known.untimed),
                          last,
                          cold_cell(result, longest_cold, known.untimed)};
    Cell premise = premise_cell(result, last);
    if (bands) {
      const std::vector<Cell> band = interval_band(result, rows);
      row.insert(row.end(), band.begin(), band.end());
      premise = band_premise_cell(result, band.front());
    }
    row.push_back(std::move(premise));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Of lines: those of all warps together, each by itself, if the launch has several.
std::string why_no_cycles(const run::KernelRun& run) {
  if (!run.has_many_warps()) return run.cycles ? "" : run.cycles.error().message;
  if (!run.no_warp_cycles_because.empty()) return run.no_warp_cycles_because;
  return run.untimed_warps == 0 ? "" : "an untimed instruction ran";
}

LineReport line_report(const KernelEmulation& result) {
  const run::KernelRun& run = *result.run;
  LineReport report = line_report(result.executable->function,
                                  {.counts = &run.instructions, .cycles = &run.account, .waiting = &run.waiting},
                                  why_no_cycles(run), missing_in_cycles(run, result.executable->function));
  if (run.by_caller) {
    take_lines_by_caller(
        run.by_caller->rows->function(),
        {.counts = &run.by_caller->instructions, .cycles = &run.by_caller->account, .waiting = &run.by_caller->waiting},
        report);
    return report;
  }
  const bool has_band = run.bands && !report.no_cycles_because.empty() &&
                        std::ranges::all_of(*run.bands, [](const run::AssumedRun& one) { return one.untimed.empty(); });
  return has_band ? with_band(std::move(report), run::accounts_of(*run.bands)) : report;
}

namespace {

/// A listing without source lines leaves a column that says so in each row.
report::Table without_absent_sources(report::Table table) {
  const auto column = std::ranges::find(table.columns, "source", &report::Column::key);
  const auto at = static_cast<std::size_t>(column - table.columns.begin());
  const auto is_absent = [&](const auto& row) { return std::holds_alternative<Absent>(row[at]); };
  if (column == table.columns.end() || table.rows.empty() || !std::ranges::all_of(table.rows, is_absent)) return table;
  report::erase_column(table, at);
  return table;
}

/// For text output: files without their folders, which JSON has, and no lines of a listing that a tool made.
report::Table with_base_names(const sass::Function& function, report::Table table) {
  const auto line = std::ranges::find(table.columns, "line", &report::Column::key);
  const bool is_of_tool = std::ranges::all_of(function.instructions, [](const auto& row) { return row.column == 0; });
  if (is_of_tool && line != table.columns.end())
    report::erase_column(table, static_cast<std::size_t>(line - table.columns.begin()));
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key != "source") continue;
    for (auto& row : table.rows)
      if (auto* file = std::get_if<std::string>(&row[i])) *file = core::base_name(*file);
  }
  return without_absent_sources(std::move(table));
}

}  // namespace

std::string kernel_text(const KernelEmulation& result, const std::string& summary, const std::string& lines,
                        int width) {
  const auto& run = result.run->run;
  const auto& function = result.executable->function;
  const auto paragraph = [&](const std::string& words) { return hanging("", words, width) + "\n"; };
  const std::string name = function.name.empty() ? result.input : sass::demangled(function.name);
  std::string text = paragraph(fmt::format("{} ({}, convergence barriers): {} after {} instructions", name,
                                           function.arch, to_string(run.ending), run.steps));
  const auto text_of = [&](const report::Table& table) { return report::to_text(table, width) + "\n"; };
  const auto named = [&](report::Table table) { return text_of(with_base_names(function, std::move(table))); };
  std::string findings = result.run->findings.empty()
                             ? ""
                             : named(report::without_absent_columns(findings_table(result.run->findings, function))) +
                                   findings_cures(result.run->findings, width);
  const std::string unfollowed = why_races_not_followed(result.run->races_unfollowed, function);
  if (!unfollowed.empty()) findings += paragraph("Races in shared memory: " + unfollowed + "; see `explain findings`.");
  const std::string branches = branch_tables_text(with_base_names(function, kernel_branches_table(result)), width);
  if (has_stopped(run)) return text + findings + branches + paragraph(std::string(what_stopped_runs_lack));
  text += summary + "\n";
  if (result.run->has_many_warps()) text += paragraph(launch_line(result));
  if (result.record.any()) text += paragraph(result.record.text());
  const auto known_columns = [&](report::Table table) {
    return text_of(report::without_absent_columns(with_premise_below(result, std::move(table))));
  };
  text += known_columns(kernel_counts_table(result));
  text += lines;
  if (result.run->block_cycles)
    text += paragraph(block_line(*result.run->block_cycles, result.record)) + block_lines_text(result, width);
  if (result.run->has_many_warps()) text += text_of(report::without_absent_columns(kernel_warps_table(result)));
  text += branches;
  if (!result.run->intervals.empty() || result.run->bands) text += known_columns(kernel_clock_table(result));
  if (!result.run->untimed.empty()) text += named(kernel_untimed_table(result));
  if (!result.run->doubts.empty()) text += named(kernel_doubts_table(result));
  if (!result.run->buffers.empty()) text += text_of(buffers_table(result.run->buffers));
  return text + findings;
}

void add_to_record(const KernelEmulation& result, ordered_json& record) {
  const auto& run = *result.run;
  const auto& function = result.executable->function;
  record["input"] = result.input;
  record["function"] = function.name;
  record["demangled"] = sass::demangled(function.name);
  record["arch"] = function.arch;
  record["mechanism"] = "convergence-barriers";
  record["ending"] = to_string(run.run.ending);
  record["executed_instructions"] = run.run.steps;
  record["complete"] = !run.run.diagnostic.has_value();
  record["diagnostic"] = run.run.diagnostic ? ordered_json(to_string(*run.run.diagnostic)) : ordered_json();
  record["launch"] = launch_json(result);
  record["counts"] = report::to_json(kernel_counts_table(result))["rows"].at(0);
  const auto block = report::to_json(kernel_block_table(result))["rows"];
  record["block_cycles"] = block.empty() ? ordered_json() : ordered_json(block.at(0));
  if (block.empty()) record["block_cycles_absent"] = why_no_block_cycles(run);
  record["block_lines"] = report::to_json(block_lines_table(result))["rows"];
  record["worst_warps_by"] = has_all_warp_cycles(run) ? "cycles" : "instructions";
  record["worst_warps"] = report::to_json(kernel_warps_table(result))["rows"];
  record["clock_reads"] = report::to_json(kernel_clock_table(result))["rows"];
  record["untimed"] = report::to_json(kernel_untimed_table(result))["rows"];
  record["doubts"] = report::to_json(kernel_doubts_table(result))["rows"];
  const bool assumes = run.bands && run.loads_from != timing::LoadsFrom::as_known;
  record["assumed_loads_from"] = assumes ? ordered_json(to_string(run.loads_from)) : ordered_json();
  if (std::string why = why_assumption_has_no_effect(run); !why.empty()) record["assumption_without_effect"] = why;
  record["record"] = result.record.json();
  record["branches"] = report::to_json(kernel_branches_table(result))["rows"];
  record["predication"] = predication_json(run);
  add_registers(function, run.warp, run.unknown_registers, run.unknown_because, record);
  record["buffers"] = buffers_json(run.buffers);
  record["findings"] = report::to_json(findings_table(run.findings, function))["rows"];
  if (std::string why = why_races_not_followed(run.races_unfollowed, function); !why.empty())
    record["shared_races_absent"] = why;
}

}  // namespace reconverge::cli
