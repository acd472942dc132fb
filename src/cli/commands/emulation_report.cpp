// SPDX-License-Identifier: MIT
#include "cli/commands/emulation_report.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <set>
#include <utility>

#include "cli/commands/launch_report.hpp"
#include "cli/terminal.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "report/tables.hpp"
#include "sass/names.hpp"
#include "sass/source_lines.hpp"
#include "timing/cost_model.hpp"

namespace reconverge::cli {
namespace {

using report::Absent;
using report::Cell;
using report::cell;

Absent unknown_spills(const GenerationRun& run) {
  return Absent{fmt::format("the stack capacity of {} is not known; give --capacity", run.generation.name)};
}

Cell spill_cell(const GenerationRun& run, std::uint64_t count) {
  if (run.spills_known) return cell(count);
  return unknown_spills(run);
}

/// Instructions of the region; a run that stopped before its first pop has not closed one.
Cell region_cell(const observers::EventCounts& counts) {
  if (counts.pushes > 0 && counts.pops == 0) return Absent{"the region was not closed: nothing was popped"};
  return cell(counts.instructions());
}

/// Cycles that hold spills are not known where the spills are not.
Cell cycles_cell(const GenerationRun& run, const core::Result<double>& cycles) {
  if (!run.spills_known && run.simulation.counts.depth > 0 && cycles) return unknown_spills(run);
  return cell(cycles);
}

Cell divergence_cell(const GenerationRun& run) { return cycles_cell(run, run.simulation.cycles.front().divergence); }

Cell total_cell(const EmulationResult& result, const GenerationRun& run) {
  const auto& total = run.simulation.cycles.front().total;
  const bool base_is_given = run.generation.find_cost(timing::cost::base).has_value();
  if (!base_is_given && !result.base_absent_because.empty()) return Absent{result.base_absent_because};
  return cycles_cell(run, total);
}

using ProfileRow = observers::DivergenceProfile::Row;

/// The numbers of a row in one run; none if the run stopped before it.
ProfileRow profile_of(const GenerationRun& run, std::uint32_t index) {
  const auto rows = run.simulation.profile.rows();
  const auto known = rows.find(index);
  return known == rows.end() ? ProfileRow{} : known->second;
}

/// The branches that were executed, and other rows that are charged for reloads.
std::set<std::uint32_t> charged_rows(const EmulationResult& result) {
  std::set<std::uint32_t> indices;
  for (const auto& run : result.runs)
    for (const auto& [index, row] : run.simulation.profile.rows())
      if (row.executed > 0 || (row.reloads > 0 && prices_apart(run.generation))) indices.insert(index);
  return indices;
}

/// Cycles of one row: its divergences, the spills of its pushes and, if priced apart, the reloads of
/// its pops.
Cell row_cycles(const GenerationRun& run, const ProfileRow& row) {
  const bool apart = prices_apart(run.generation);
  const std::array charges = {
      std::pair{row.divergent, timing::cost::divergent_branch},
      std::pair{row.spills, apart ? timing::cost::spill : timing::cost::spill_and_reload},
      std::pair{apart ? row.reloads : 0, timing::cost::reload},
  };
  double cycles = 0;
  for (const auto& [count, name] : charges) {
    if (count == 0) continue;
    const auto unit = run.generation.find_cost(name);
    if (!unit) return Absent{unit.error().message};
    cycles += static_cast<double>(count) * unit->value;
  }
  return cycles;
}

/// A count of a branch; empty for a row that only reloads.
Cell branch_cell(const ProfileRow& row, std::uint64_t count) {
  if (row.executed > 0) return cell(count);
  return Absent{"no branch: its pops reload spilled entries"};
}

/// Registers that the listing names.
std::set<int> named_registers(const sass::Function& function) {
  std::set<int> named;
  for (const auto& row : function.instructions)
    for (const auto& operand : row.operands)
      if (operand.kind == sass::OperandKind::general_register && operand.index >= 0 &&
          operand.index != sass::zero_register)
        named.insert(operand.index);
  return named;
}

/// Adds a column and a note if some run did not finish.
void mark_incomplete(const EmulationResult& result, report::Table& table) {
  if (result.diagnostic() == nullptr) return;
  table.columns.push_back({"incomplete", "incomplete", ""});
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const auto& run = result.runs[i].simulation.run;
    table.rows[i].emplace_back(run.diagnostic ? std::string(to_string(run.ending)) : std::string("no"));
  }
  table.notes.emplace_back("Incomplete: a run did not finish; the counts are those of what was executed.");
}

nlohmann::ordered_json costs_json(const timing::Generation& generation) {
  auto costs = nlohmann::ordered_json::array();
  for (const auto& cost : generation.costs)
    costs.push_back({{"name", cost.name},
                     {"kernel", cost.kernel.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(cost.kernel)},
                     {"value_cycles", cost.cycles.value},
                     {"grade", to_string(cost.cycles.grade)},
                     {"source", cost.cycles.source}});
  return costs;
}

}  // namespace

void add_registers(const sass::Function& function, const emulator::Warp& warp,
                   const std::map<int, core::LaneMask>& unknown, const std::string& unknown_because,
                   nlohmann::ordered_json& record) {
  auto& registers = record["registers"] = nlohmann::ordered_json::object();
  bool all_known = true;
  for (const int index : named_registers(function)) {
    auto& values = registers[fmt::format("R{}", index)] = warp.register_value(index).lane;
    const auto found = unknown.find(index);
    if (found == unknown.end()) continue;
    all_known = false;
    for (std::size_t lane = 0; lane < emulator::lanes; ++lane)
      if (found->second.contains(static_cast<int>(lane))) values[lane] = nullptr;
  }
  if (!all_known) record["registers_absent"] = "depend on a value that is not known: " + unknown_because;
}

const core::Diagnostic* EmulationResult::diagnostic() const {
  for (const auto& run : runs)
    if (run.simulation.run.diagnostic) return &*run.simulation.run.diagnostic;
  return nullptr;
}

std::string_view to_string(emulator::Ending ending) {
  switch (ending) {
    case emulator::Ending::exited: return "exited";
    case emulator::Ending::left_listing: return "left the listing";
    case emulator::Ending::step_limit: return "step limit";
    case emulator::Ending::stopped: return "stopped";
    case emulator::Ending::interrupted: return "interrupted";
    case emulator::Ending::at_block_barrier: return "waits at a block barrier";
  }
  return "?";
}

bool has_stopped(const emulator::RunResult& run) {
  return run.diagnostic.has_value() && run.ending == emulator::Ending::stopped;
}

GenerationCycles generation_cycles(const EmulationResult& result, const GenerationRun& run) {
  return {total_cell(result, run), divergence_cell(run)};
}

Cell branch_cycles(const GenerationRun& run, std::uint32_t index) { return row_cycles(run, profile_of(run, index)); }

report::Table counts_table(const EmulationResult& result) {
  report::Table table{.id = "counts",
                      .caption = "Counts and cycles by generation.",
                      .columns = {{"generation", "generation", ""},
                                  {"depth", "depth", "emulated"},
                                  {"pushes", "pushes", "emulated"},
                                  {"branches", "branches", "emulated"},
                                  {"divergent_branches", "divergent", "emulated"},
                                  {"instructions", "instructions", "emulated: first push to last pop"},
                                  {"spills", "spills", "emulated"},
                                  {"reloads", "reloads", "emulated"},
                                  {"divergence_cycles", "divergence cycles", "priced by the generation record"},
                                  {"cycles", "cycles", "with the base of the kernel"}}};
  for (const auto& run : result.runs) {
    const auto& counts = run.simulation.counts;
    table.rows.push_back({run.generation.name, cell(std::uint64_t{counts.depth}), cell(counts.pushes),
                          cell(counts.branches), cell(counts.divergent_branches), region_cell(counts),
                          spill_cell(run, counts.spills), spill_cell(run, counts.reloads), divergence_cell(run),
                          total_cell(result, run)});
  }
  mark_incomplete(result, table);
  report::mark_given(result.given, table);
  return table;
}

report::Table branches_table(const EmulationResult& result) {
  report::Table table{.id = "branches",
                      .caption = "Branches, and what their divergence costs.",
                      .columns = {{"pc", "pc", ""},
                                  {"line", "line", ""},
                                  {"instruction", "instruction", ""},
                                  {"executed", "executed", "emulated"},
                                  {"divergent", "divergent", "emulated"},
                                  {"lanes_taken", "lanes taken", "emulated"},
                                  {"lanes_not_taken", "lanes not taken", "emulated"}}};
  for (const auto& run : result.runs)
    table.columns.push_back({run.generation.name + "_cycles", run.generation.name + " cycles", "priced"});
  for (const std::uint32_t index : charged_rows(result)) {
    const ProfileRow first = profile_of(result.runs.front(), index);
    const auto& row = result.executable->function.instructions[index];
    std::vector<Cell> cells{sass::pc_text(row),
                            cell(std::uint64_t{row.line}),
                            row.mnemonic,
                            branch_cell(first, first.executed),
                            branch_cell(first, first.divergent),
                            branch_cell(first, first.lanes_taken),
                            branch_cell(first, first.lanes_not_taken)};
    for (const auto& run : result.runs) cells.push_back(row_cycles(run, profile_of(run, index)));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string emulation_text(const EmulationResult& result, const std::string& summary, const std::string& lines,
                           int width) {
  const auto& run = result.first().run;
  const std::string name = sass::demangled(result.executable->function.name);
  std::string text = hanging("",
                             fmt::format("{} ({}): {} after {} instructions", name.empty() ? result.input : name,
                                         result.mechanism, to_string(run.ending), run.steps),
                             width);
  const auto& found = result.findings;
  const std::string findings =
      found.empty()
          ? ""
          : report::to_text(report::without_absent_columns(findings_table(found, result.executable->function)), width) +
                "\n" + findings_cures(found, width);
  if (has_stopped(run)) return text + "\n" + findings + hanging("", std::string(what_stopped_runs_lack), width) + "\n";
  text += "\n" + summary + "\n";
  text += report::to_text(report::without_given_column(counts_table(result)), width) + "\n";
  text += lines + report::to_text(branches_table(result), width) + "\n";
  text += findings;
  if (!result.buffers.empty()) text += report::to_text(buffers_table(result.buffers), width) + "\n";
  return text;
}

void add_to_record(const EmulationResult& result, nlohmann::ordered_json& record) {
  const auto& first = result.first();
  const auto& function = result.executable->function;
  record["input"] = result.input;
  record["function"] = function.name;
  record["demangled"] = sass::demangled(function.name);
  record["arch"] = function.arch.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(function.arch);
  record["mechanism"] = result.mechanism;
  record["carrier_order"] = result.carrier_order;
  record["spill_rule"] = result.spill_rule;
  record["given"] = result.given;
  record["ending"] = to_string(first.run.ending);
  record["executed_instructions"] = first.run.steps;
  const auto* diagnostic = result.diagnostic();
  record["complete"] = diagnostic == nullptr;
  record["diagnostic"] =
      diagnostic != nullptr ? nlohmann::ordered_json(to_string(*diagnostic)) : nlohmann::ordered_json();
  record["crosses_preamble"] = result.executable->has_preamble;
  auto assumed = nlohmann::ordered_json::array();
  for (const int index : result.assumed_zero) assumed.push_back(fmt::format("R{}", index));
  record["registers_assumed_zero"] = assumed;

  const auto rows = report::to_json(counts_table(result))["rows"];
  auto& generations = record["generations"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const auto& run = result.runs[i];
    auto entry = rows.at(i);
    entry.erase("generation");
    entry["stack_capacity"] =
        run.spill.capacity ? nlohmann::ordered_json(*run.spill.capacity) : nlohmann::ordered_json();
    if (!run.spill.capacity) entry["stack_capacity_absent"] = run.spills_known ? "unlimited, as given" : "not known";
    entry["spill_chunk"] = run.spills_known ? nlohmann::ordered_json(run.spill.chunk) : nlohmann::ordered_json();
    entry["costs"] = costs_json(run.generation);
    generations[run.generation.name] = std::move(entry);
  }
  record["branches"] = report::to_json(branches_table(result))["rows"];
  record["findings"] = report::to_json(findings_table(result.findings, function))["rows"];
  add_registers(function, first.warp, first.unknown_registers, first.unknown_because, record);
  if (result.launched) record["buffers"] = buffers_json(result.buffers);
}

}  // namespace reconverge::cli
