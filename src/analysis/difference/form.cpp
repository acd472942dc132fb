// SPDX-License-Identifier: MIT
// How a line is compiled, and what of that differs.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "analysis/difference/lines.hpp"
#include "sass/control_flow/control_flow.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::analysis {
namespace {

using sass::ControlRole;

bool is_one_of(std::string_view opcode, std::span<const std::string_view> names) {
  return std::ranges::find(names, opcode) != names.end();
}

bool is_select(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 7> opcodes{"SEL", "FSEL", "USEL", "FMNMX", "IMNMX", "VIMNMX", "DMNMX"};
  return is_one_of(row.opcode(), opcodes);
}

bool is_spill(const sass::Instruction& row) { return row.opcode() == "STL" || row.opcode() == "LDL"; }

/// Operations of which a line has as many as it has copies: addresses, conditions and moves change with the way it is
/// compiled.
bool does_work(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 23> opcodes{
      "FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA",  "HADD2", "HMUL2", "HFMA2", "MUFU", "LDG", "STG",
      "LDS",  "STS",  "LD",   "ST",   "ATOM", "ATOMG", "ATOMS", "RED",   "SHFL",  "POPC", "IDP"};
  // HFMA2 R0, -RZ, RZ, 0, 0 is how compilers move a constant.
  const bool moves =
      row.opcode() == "HFMA2" && row.operands.size() > 2 && row.operands[1].is_zero(true) && row.operands[2].is_zero();
  return is_one_of(row.opcode(), opcodes) && !moves;
}

/// The most rows of each opcode of work in one loop: the remainder of an unrolled loop is beside it.
std::map<std::string, std::size_t> work_of(const sass::Function& function, const std::vector<std::size_t>& rows,
                                           const std::vector<std::size_t>& loops) {
  std::map<std::pair<std::string, std::size_t>, std::size_t> counts;
  std::map<std::string, std::size_t> most;
  for (const std::size_t index : rows) {
    const sass::Instruction& row = function.instructions[index];
    if (!does_work(row)) continue;
    const std::string opcode(row.opcode());
    most[opcode] = std::max(most[opcode], ++counts[{opcode, loops[index]}]);
  }
  return most;
}

/// How many copies of a line's work the new code has for one in the old code; nothing if its operations disagree: code
/// of which parts went away, or were joined, is not unrolled.
std::optional<double> copies(const Form& old_form, const Form& new_form) {
  std::optional<double> least, most;
  for (const auto& [opcode, count] : old_form.opcodes) {
    const auto found = new_form.opcodes.find(opcode);
    if (found == new_form.opcodes.end()) return std::nullopt;
    const double ratio = static_cast<double>(found->second) / static_cast<double>(count);
    least = std::min(least.value_or(ratio), ratio);
    most = std::max(most.value_or(ratio), ratio);
  }
  constexpr double alike = 1.5;
  const bool is_common = least && new_form.opcodes.size() == old_form.opcodes.size() && *most <= alike * *least;
  return is_common ? std::optional(*most > 1 ? *most : *least) : std::nullopt;
}

double times_each(const RunCounts& counts, const Form& form) {
  return form.rows == 0 ? 0 : static_cast<double>(counts.executions) / static_cast<double>(form.rows);
}

/// The replacement of a line's branch may belong to the lines under it: then the whole function decides.
void add_branches(const LineDifference& line, const Form& old_whole, const Form& new_whole,
                  std::vector<std::string>& changes) {
  const Form& old_form = line.old_form;
  const Form& new_form = line.new_form;
  const bool fewer = new_form.branches<old_form.branches, more = new_form.branches> old_form.branches;
  if (!fewer && !more) return;
  const auto other_form = [](const Form& branching, const Form& without) -> std::string {
    if (without.selects > branching.selects) return "select";
    return without.predicated > branching.predicated ? "predicated" : "";
  };
  std::string instead = fewer ? other_form(old_form, new_form) : other_form(new_form, old_form);
  if (instead.empty()) instead = fewer ? other_form(old_whole, new_whole) : other_form(new_whole, old_whole);
  if (instead.empty()) changes.emplace_back(fewer ? "branch gone" : "branch added");
  else changes.push_back(fewer ? "branch -> " + instead : instead + " -> branch");
}

}  // namespace

bool can_part_lanes(const sass::Function& function, std::size_t row) {
  const auto& instruction = function.instructions[row];
  const ControlRole role = sass::control_role(instruction, sass::arch_number(function.arch).value_or(0));
  return (role == ControlRole::branch || role == ControlRole::indirect_branch) && sass::can_diverge(instruction, role);
}

std::vector<std::size_t> innermost_loops(const sass::Function& function) {
  const auto& rows = function.instructions;
  const int arch = sass::arch_number(function.arch).value_or(0);
  std::vector<std::size_t> loop(rows.size(), rows.size());
  std::vector<std::size_t> length(rows.size(), rows.size() + 1);
  for (std::size_t end = 0; end < rows.size(); ++end) {
    const bool is_branch = sass::control_role(rows[end], arch) == ControlRole::branch && rows[end].target;
    const auto start =
        is_branch && *rows[end].target < rows[end].address ? function.find(*rows[end].target) : std::nullopt;
    if (!start) continue;
    for (std::size_t i = *start; i <= end; ++i) {
      if (end - *start >= length[i]) continue;
      length[i] = end - *start;
      loop[i] = end;
    }
  }
  return loop;
}

std::size_t rows_without_padding(const sass::Function& function) {
  std::size_t end = function.instructions.size();
  while (end > 0 && function.instructions[end - 1].opcode() == "NOP") --end;
  return end;
}

Form form_of(const sass::Function& function, const std::vector<std::size_t>& rows,
             const std::vector<std::size_t>& loops) {
  const std::size_t end = rows_without_padding(function);
  const auto counted = std::ranges::count_if(rows, [&](std::size_t row) { return row < end; });
  Form form{.rows = static_cast<std::size_t>(counted), .opcodes = work_of(function, rows, loops)};
  const int arch = sass::arch_number(function.arch).value_or(0);
  for (const std::size_t index : rows) {
    const sass::Instruction& row = function.instructions[index];
    const ControlRole role = sass::control_role(row, arch);
    const bool back = role == ControlRole::branch && row.target && *row.target <= row.address;
    form.loops += back && *row.target != row.address ? 1 : 0;
    form.branches += !back && can_part_lanes(function, index) ? 1 : 0;
    form.predicated += role == ControlRole::none && !row.guard.always() ? 1 : 0;
    form.selects += is_select(row) ? 1 : 0;
    form.calls += role == ControlRole::call ? 1 : 0;
    form.spills += is_spill(row) ? 1 : 0;
  }
  return form;
}

std::map<LineKey, std::size_t> inlined_rows(const sass::Function& function) {
  std::map<LineKey, std::size_t> rows;
  for (const sass::Instruction& row : function.instructions) {
    const auto frames = sass::frames_of(function, row);
    for (std::size_t i = 1; i < frames.size(); ++i) ++rows[{frames[i].file, frames[i].line}];
  }
  return rows;
}

std::uint64_t work_executions(const Build& build, const std::vector<std::size_t>& rows) {
  std::uint64_t executions = 0;
  for (const std::size_t row : rows)
    if (row < build.rows.size() && does_work(build.function->instructions[row]))
      executions += build.rows[row].executions;
  return executions;
}

std::optional<double> unrolling_of(const LineDifference& line) {
  const auto ratio = copies(line.old_form, line.new_form);
  if (!ratio || line.old_counts.executions == 0 || line.new_counts.executions == 0) return std::nullopt;
  const double old_times = times_each(line.old_counts, line.old_form);
  const double new_times = times_each(line.new_counts, line.new_form);
  constexpr double clearly = 1.5;
  // As much work is done: a loop that goes round less often, or does less, is not unrolled.
  const auto old_work = static_cast<double>(line.old_work), new_work = static_cast<double>(line.new_work);
  constexpr double as_much = 1.25;
  if (old_work > as_much * new_work || new_work > as_much * old_work) return std::nullopt;
  const bool is_more = *ratio >= clearly && old_times >= clearly * new_times;
  const bool is_less = *ratio <= 1 / clearly && new_times >= clearly * old_times;
  return is_more || is_less ? ratio : std::nullopt;
}

std::string unrolling_text(double ratio) {
  const auto text = [](double number) { return fmt::format("{:g}", std::round(number * 10) / 10); };
  return ratio > 1 ? fmt::format("unrolled: {} times as many copies", text(ratio))
                   : fmt::format("less unrolled: {} times fewer copies", text(1 / ratio));
}

LineKey line_of_loop(const sass::Function& function, const std::vector<std::size_t>& rows,
                     const std::vector<std::size_t>& loops) {
  LineKey head;
  for (const std::size_t row : rows) {
    if (!does_work(function.instructions[row]) || loops[row] >= loops.size()) continue;
    LineKey line = line_of(function, loops[row]);
    // A loop that is closed under its body begins at the first line of the work in it.
    for (std::size_t i = 0; i < loops.size(); ++i)
      if (loops[i] == loops[row] && does_work(function.instructions[i]))
        if (const LineKey other = line_of(function, i); other.first == line.first) line = std::min(line, other);
    if (head.second == 0 || line < head) head = line;
  }
  return head;
}

std::vector<std::string> changes_of(const LineDifference& line, const Form& old_whole, const Form& new_whole) {
  std::vector<std::string> changes;
  const bool has_less_inlined = line.old_form.inlined > line.new_form.inlined;
  const bool has_more_inlined = line.old_form.inlined < line.new_form.inlined;
  const bool is_inlined = line.old_form.calls > line.new_form.calls && has_more_inlined;
  const bool is_called = line.old_form.calls < line.new_form.calls && has_less_inlined;
  if (!line.old_line || !line.new_line) {  // the other build may have inlined rows alone of it
    if (is_inlined) changes.emplace_back("call inlined");
    if (is_called) changes.emplace_back("called");
    return changes;
  }
  add_branches(line, old_whole, new_whole, changes);
  if (line.old_form.loops > 0 && line.new_form.loops == 0) changes.emplace_back("loop gone");
  if (line.old_form.loops == 0 && line.new_form.loops > 0) changes.emplace_back("loop added");
  if (is_inlined) changes.emplace_back("call inlined");
  if (is_called) changes.emplace_back("called");
  if (line.old_form.spills < line.new_form.spills)
    changes.push_back(fmt::format("local memory: {} -> {} accesses", line.old_form.spills, line.new_form.spills));
  if (line.old_form.spills > line.new_form.spills)
    changes.push_back(fmt::format("local memory: {} -> {} accesses", line.old_form.spills, line.new_form.spills));
  return changes;
}

}  // namespace reconverge::analysis
