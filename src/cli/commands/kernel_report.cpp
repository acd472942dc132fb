#include "cli/commands/kernel_report.hpp"

#include <fmt/core.h>

#include <set>

#include "cli/commands/emulation_report.hpp"
#include "cli/commands/launch_report.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;
using study::cell;

Cell cycles_cell(const KernelEmulation& result, std::uint64_t cycles) {
  if (!result.run->cycles) return Absent{result.run->cycles.error().message};
  return cell(cycles);
}

/// Rows of branches, and rows where lanes waited or met.
std::set<std::uint32_t> told_rows(const KernelEmulation& result) {
  std::set<std::uint32_t> rows;
  for (const auto& [index, row] : result.run->profile.rows())
    if (row.executed > 0) rows.insert(index);
  for (const auto& [index, row] : result.run->waiting) rows.insert(index);
  return rows;
}

std::vector<Cell> branch_cells(const KernelEmulation& result, std::uint32_t index) {
  const auto& rows = result.run->profile.rows();
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

}  // namespace

report::Table kernel_counts_table(const KernelEmulation& result) {
  report::Table table{.id = "counts",
                      .caption = "Counts and cycles.",
                      .columns = {{"warp_instructions", "warp instructions", "emulated"},
                                  {"thread_instructions", "thread instructions", "emulated"},
                                  {"branches", "branches", "emulated"},
                                  {"divergent_branches", "divergent", "emulated"},
                                  {"cycles", "cycles", "by the rules of the generation's record"}}};
  const auto& run = *result.run;
  table.rows.push_back({cell(run.run.steps), cell(run.thread_instructions), cell(run.counts.branches),
                        cell(run.counts.divergent_branches), cycles_cell(result, run.cycles ? *run.cycles : 0)});
  return table;
}

report::Table kernel_branches_table(const KernelEmulation& result) {
  report::Table table{.id = "branches",
                      .caption = "Branches, and where lanes waited for each other.",
                      .columns = {{"pc", "pc", ""},
                                  {"line", "line", ""},
                                  {"source", "source", ""},
                                  {"instruction", "instruction", ""},
                                  {"executed", "executed", "emulated"},
                                  {"divergent", "divergent", "emulated"},
                                  {"lanes_taken", "lanes taken", "emulated"},
                                  {"lanes_not_taken", "lanes not taken", "emulated"},
                                  {"serial_cycles", "cycles serial", "from parting until those left behind go on"},
                                  {"meeting_cycles", "cycles meeting", "from arrival at a barrier to the next instruction"}}};
  const auto& function = result.executable->function;
  for (const std::uint32_t index : told_rows(result)) {
    const auto& row = function.instructions[index];
    const auto source = source_of(function, index);
    std::vector<Cell> cells{fmt::format("0x{:04x}", row.address), cell(std::uint64_t{row.line}),
                            source ? Cell(*source) : Cell(Absent{"the listing notes no source lines"}), row.mnemonic};
    const auto counted = branch_cells(result, index);
    cells.insert(cells.end(), counted.begin(), counted.end());
    const auto waiting = waiting_of(result, index);
    cells.push_back(cycles_cell(result, waiting.waited));
    cells.push_back(cycles_cell(result, waiting.meeting));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string kernel_text(const KernelEmulation& result, int width) {
  const auto& run = result.run->run;
  const auto& function = result.executable->function;
  std::string text = fmt::format("{} ({}, convergence barriers): {} after {} instructions\n\n",
                                 function.name.empty() ? result.input : function.name, function.arch,
                                 to_string(run.ending), run.steps);
  text += report::to_text(kernel_counts_table(result), width) + "\n";
  text += report::to_text(kernel_branches_table(result), width) + "\n";
  if (!result.run->buffers.empty()) text += report::to_text(buffers_table(result.run->buffers), width) + "\n";
  if (!result.run->findings.empty()) text += report::to_text(findings_table(result.run->findings, function), width) + "\n";
  return text;
}

void add_to_record(const KernelEmulation& result, ordered_json& record) {
  const auto& run = *result.run;
  const auto& function = result.executable->function;
  record["input"] = result.input;
  record["function"] = function.name;
  record["arch"] = function.arch;
  record["mechanism"] = "convergence-barriers";
  record["ending"] = to_string(run.run.ending);
  record["executed_instructions"] = run.run.steps;
  record["complete"] = !run.run.diagnostic.has_value();
  record["diagnostic"] = run.run.diagnostic ? ordered_json(to_string(*run.run.diagnostic)) : ordered_json();
  record["counts"] = report::to_json(kernel_counts_table(result))["rows"].at(0);
  record["untimed"] = run.untimed;
  record["branches"] = report::to_json(kernel_branches_table(result))["rows"];
  record["registers"] = registers_json(function, run.warp);
  record["buffers"] = buffers_json(run.buffers);
  record["findings"] = report::to_json(findings_table(run.findings, function))["rows"];
}

}  // namespace reconverge::cli
