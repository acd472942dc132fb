// SPDX-License-Identifier: MIT
#include "profile/by_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sass/source_lines.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::profile {
namespace {

using report::Absent;
using report::Cell;

Cell cell(std::uint64_t count) { return static_cast<std::int64_t>(count); }

Cell ratio(std::uint64_t part, std::uint64_t whole, double scale, const char* why_not) {
  if (whole == 0) return Absent{why_not};
  return scale * static_cast<double>(part) / static_cast<double>(whole);
}

const sass::Function* find_function(const Code& code, const Place& place) {
  const auto cubin = code.find(place.cubin);
  if (cubin == code.end()) return nullptr;
  const auto function = std::ranges::find(cubin->second, place.function, &sass::Function::name);
  return function == cubin->second.end() ? nullptr : &*function;
}

std::string unknown_line(const Place& place) { return fmt::format("{}+0x{:x}", place.function, place.pc); }

/// Cycles from the end of one group to the next instruction of another, by the record of a card.
std::optional<std::int32_t> handover(const std::string& arch, emulator::ControlTransfer transfer) {
  const timing::CycleRecord* record = timing::built_in_record(arch);
  if (record == nullptr) return std::nullopt;
  const auto found = std::ranges::find_if(record->transfers, [&](const timing::TransferTiming& timing) {
    return timing.opcode == "BSYNC" && timing.transfer == transfer;
  });
  return found == record->transfers.end() ? std::nullopt : std::optional(found->cycles);
}

Cell handover_cell(const LineCost& cost, emulator::ControlTransfer transfer) {
  const auto cycles = handover(cost.arch, transfer);
  if (!cycles) return Absent{"no record of this card's re-convergence"};
  return cell(cost.counts.divergent * static_cast<std::uint64_t>(*cycles));
}

struct KernelSum {
  core::CardCounts counts;
  std::uint64_t measured = 0;
};

}  // namespace

std::vector<std::string> lines_of(const Code& code, const Place& place) {
  const sass::Function* function = find_function(code, place);
  if (function == nullptr) return {};
  const auto row = std::ranges::find(function->instructions, place.pc, &sass::Instruction::address);
  if (row == function->instructions.end()) return {};
  std::vector<std::string> lines;
  for (const sass::SourceFrame& frame : frames_of(*function, *row))
    lines.push_back(fmt::format("{}:{}", frame.file, frame.line));
  return lines;
}

std::vector<LineCost> cost_by_line(const Collected& collected, const Code& code) {
  std::map<std::pair<std::string, std::string>, LineCost> lines;
  for (const Launch& launch : collected.launches)
    for (const auto& [place, counts] : launch.instructions) {
      const auto lines_of_place = lines_of(code, place);
      const std::string line = lines_of_place.empty() ? unknown_line(place) : lines_of_place.front();
      LineCost& cost = lines[{launch.kernel, line}];
      const sass::Function* function = find_function(code, place);
      cost.kernel = launch.kernel;
      cost.line = line;
      cost.counts += counts;
      if (function != nullptr) cost.arch = function->arch;
    }
  std::vector<LineCost> sorted;
  for (auto& [key, cost] : lines) sorted.push_back(std::move(cost));
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const LineCost& cost) {
    return std::tuple(cost.counts.idle_lanes(), cost.counts.warp_instructions);
  });
  return sorted;
}

report::Table kernels_table(const Collected& collected) {
  report::Table table{.id = "kernels",
                      .caption = "Kernels, by lane slots without an active lane.",
                      .columns = {{"kernel", "kernel", ""},
                                  {"launches", "launches", ""},
                                  {"measured", "measured", ""},
                                  {"warp_instructions", "warp instructions", "smsp__sass_inst_executed"},
                                  {"simt_efficiency", "active %", "active lanes of 32 an instruction"},
                                  {"idle_lanes", "idle lane slots", "32 x warp instructions - thread instructions"},
                                  {"branches", "branches", "smsp__sass_inst_executed_op_branch"},
                                  {"divergent", "divergent", "smsp__sass_branch_targets_threads_divergent"}}};
  std::map<std::string, KernelSum> kernels;
  for (const Launch& launch : collected.launches) {
    KernelSum& sum = kernels[launch.kernel];
    ++sum.measured;
    for (const auto& [place, counts] : launch.instructions) sum.counts += counts;
  }
  std::vector<std::pair<std::string, KernelSum>> sorted(kernels.begin(), kernels.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(),
                           [](const auto& one) { return one.second.counts.idle_lanes(); });
  for (const auto& [kernel, sum] : sorted) {
    const auto total = collected.totals.find(kernel);
    table.rows.push_back(
        {kernel, total == collected.totals.end() ? Cell(Absent{"its process did not end"}) : cell(total->second),
         cell(sum.measured), cell(sum.counts.warp_instructions),
         ratio(sum.counts.thread_instructions, sum.counts.warp_instructions, 100.0 / 32, "nothing ran"),
         cell(sum.counts.idle_lanes()), cell(sum.counts.branches), cell(sum.counts.divergent)});
  }
  return table;
}

report::Table lines_table(const std::vector<LineCost>& costs, std::size_t most) {
  report::Table table{
      .id = "lines",
      .caption = "Source lines, by lane slots without an active lane.",
      .columns = {{"line", "line", ""},
                  {"kernel", "kernel", ""},
                  {"warp_instructions", "warp instructions", "smsp__sass_inst_executed"},
                  {"active_lanes", "active lanes", "smsp__sass_thread_inst_executed of one warp instruction, mean"},
                  {"idle_lanes", "idle lane slots", "32 x warp instructions - thread instructions"},
                  {"branches", "branches", "smsp__sass_inst_executed_op_branch"},
                  {"divergent", "divergent", "smsp__sass_branch_targets_threads_divergent"},
                  {"handover_cycles_least", "cycles at least", "divergent branches x resumed-newest of the record"},
                  {"handover_cycles_most", "cycles at most", "divergent branches x resumed-older of the record"}}};
  for (const LineCost& cost : costs) {
    if (table.rows.size() == most) break;
    table.rows.push_back({cost.line, cost.kernel, cell(cost.counts.warp_instructions),
                          ratio(cost.counts.thread_instructions, cost.counts.warp_instructions, 1, "nothing ran"),
                          cell(cost.counts.idle_lanes()), cell(cost.counts.branches), cell(cost.counts.divergent),
                          handover_cell(cost, emulator::ControlTransfer::resumed_newest),
                          handover_cell(cost, emulator::ControlTransfer::resumed_older)});
  }
  if (costs.size() > most)
    table.notes.push_back(fmt::format("{} more lines; --lines N shows N, --json all.", costs.size() - most));
  return table;
}

/// "a.cu:7" of "/src/a.cu:7", unless the column has files of one name in two folders.
void shorten_paths(std::size_t column, report::Table& table) {
  const auto base = [](const std::string& line) { return line.substr(line.find_last_of('/') + 1); };
  const auto file = [](const std::string& line) { return line.substr(0, line.find_last_of(':')); };
  std::map<std::string, std::set<std::string>> paths;
  for (const auto& row : table.rows)
    if (const auto* line = std::get_if<std::string>(&row[column])) paths[base(file(*line))].insert(file(*line));
  for (auto& row : table.rows)
    if (auto* line = std::get_if<std::string>(&row[column]); line && paths[base(file(*line))].size() == 1)
      *line = base(*line);
}

void shorten_names(const sass::FunctionNames& names, report::Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_line = table.columns[i].key == "line";
    if (!is_line && table.columns[i].key != "kernel") continue;
    for (auto& row : table.rows)
      if (auto* text = std::get_if<std::string>(&row[i])) *text = is_line ? names.of_place(*text) : names.of(*text);
    if (is_line) shorten_paths(i, table);
  }
}

}  // namespace reconverge::profile
