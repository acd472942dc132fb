// SPDX-License-Identifier: MIT
#include "analysis/difference/difference.hpp"

#include <cxxabi.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

#include "analysis/difference/branches.hpp"
#include "analysis/difference/lines.hpp"
#include "analysis/difference/regions.hpp"
#include "analysis/difference/sequence.hpp"
#include "emulator/decoding/operand_use.hpp"

namespace reconverge::analysis {
namespace {

/// Rows of one build by line.
using RowsOfLines = std::map<LineKey, std::vector<std::size_t>>;

RowsOfLines rows_of_lines(const sass::Function& function) {
  RowsOfLines rows;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) rows[line_of(function, i)].push_back(i);
  return rows;
}

RunCounts counts_of(const Build& build, const std::vector<std::size_t>& rows) {
  RunCounts sum{.cycles = 0};
  if (build.rows.empty()) return {};
  for (const std::size_t row : rows)
    sum.add(row < build.called_rows.size() ? build.rows[row].without(build.called_rows[row]) : build.rows[row]);
  return sum;
}

/// The counts of a line: of its rows, and of code without a line that its calls reached.
RunCounts counts_of_line(const Build& build, const LineKey& key, const std::vector<std::size_t>& rows) {
  RunCounts sum = counts_of(build, rows);
  for (const auto& [note, counts] : build.called_from) {
    const sass::SourceNote& call = build.function->source_notes[static_cast<std::size_t>(note)];
    if (LineKey{call.file, call.line} == key) sum.add(counts);
  }
  return sum;
}

std::string text_of(const Build& build, const LineKey& key) {
  const auto source = build.sources.find(key.first);
  if (source == build.sources.end() || key.second == 0 || key.second > source->second.size()) return "";
  std::string text = source->second[key.second - 1];
  text.erase(0, text.find_first_not_of(" \t"));
  return text;
}

void set_old(const Build& build, const LineKey& key, const std::vector<std::size_t>& rows,
             const std::vector<std::size_t>& loops, LineDifference& line) {
  line.old_line = key.second;
  line.old_form = form_of(*build.function, rows, loops);
  line.old_counts = counts_of_line(build, key, rows);
  line.old_work = work_executions(build, rows);
}

/// Rows that were inlined at each line, in both builds; also where a build has no other row of the line.
void add_inlined(const Build& old_build, const Build& new_build, const std::map<LineKey, LineKey>& matched,
                 std::vector<LineDifference>& lines) {
  const auto olds = inlined_rows(*old_build.function), news = inlined_rows(*new_build.function);
  const auto count = [](const auto& rows, const LineKey& key) {
    const auto found = rows.find(key);
    return found == rows.end() ? std::size_t{0} : found->second;
  };
  const auto new_of = [&](const LineKey& old_key) {
    const auto found = std::ranges::find(matched, old_key, &std::pair<const LineKey, LineKey>::second);
    return found == matched.end() ? LineKey{} : found->first;
  };
  for (LineDifference& line : lines) {
    const LineKey key = line.new_line ? LineKey{line.file, *line.new_line} : new_of({line.file, *line.old_line});
    const auto other = matched.find(key);
    if (line.new_line && *line.new_line == 0) continue;  // rows of no line have none in common
    if (!line.new_line && *line.old_line == 0) continue;
    line.new_form.inlined = count(news, key);
    if (!line.new_line) line.old_form.inlined = count(olds, {line.file, *line.old_line});
    else if (other != matched.end()) line.old_form.inlined = count(olds, other->second);
  }
}

std::vector<LineDifference> lines_of(const Build& old_build, const Build& new_build) {
  RowsOfLines old_rows = rows_of_lines(*old_build.function);
  const auto matched = match_lines(old_build, new_build);
  const auto old_loops = innermost_loops(*old_build.function), new_loops = innermost_loops(*new_build.function);
  std::vector<LineDifference> lines;
  for (const auto& [key, rows] : rows_of_lines(*new_build.function)) {
    LineDifference& line = lines.emplace_back();
    line.file = key.first;
    line.new_line = key.second;
    line.text = text_of(new_build, key);
    line.new_form = form_of(*new_build.function, rows, new_loops);
    line.new_counts = counts_of_line(new_build, key, rows);
    line.new_work = work_executions(new_build, rows);
    line.old_counts = counts_of(old_build, {});  // unless it is found there
    const auto other = matched.find(key);
    const auto old = other == matched.end() ? old_rows.end() : old_rows.find(other->second);
    if (old == old_rows.end()) continue;
    set_old(old_build, old->first, old->second, old_loops, line);
    old_rows.erase(old);
  }
  for (const auto& [key, rows] : old_rows) {
    LineDifference& line = lines.emplace_back();
    line.file = key.first;
    line.text = text_of(old_build, key);
    line.new_counts = counts_of(new_build, {});
    set_old(old_build, key, rows, old_loops, line);
  }
  add_inlined(old_build, new_build, matched, lines);
  return lines;
}

/// A build's rows by line, and the loop of each.
struct Loops {
  explicit Loops(const Build& build)
      : function(*build.function), rows(rows_of_lines(function)), innermost(innermost_loops(function)) {}

  const sass::Function& function;
  RowsOfLines rows;
  std::vector<std::size_t> innermost;
};

/// The line of the loop that the work of a line is in; nothing if it is in none that has a line.
LineDifference* loop_of(const Loops& loops, const LineDifference& line,
                        std::optional<std::uint32_t> LineDifference::*number, std::vector<LineDifference>& lines) {
  for (const auto& [key, rows] : loops.rows) {
    if (key.second != line.*number || base_of(key.first) != base_of(line.file)) continue;
    const LineKey head = line_of_loop(loops.function, rows, loops.innermost);
    const auto found = std::ranges::find_if(lines, [&](const LineDifference& one) {
      return head.second != 0 && one.*number == head.second && base_of(one.file) == base_of(head.first);
    });
    if (found != lines.end()) return &*found;
  }
  return nullptr;
}

/// Notes for each loop once that it was unrolled, according to its lines: by the largest number of copies.
void add_unrolling(const Build& old_build, const Build& new_build, std::vector<LineDifference>& lines) {
  const Loops olds(old_build), news(new_build);
  std::map<std::size_t, double> ratios;  // by the place of the loop's line
  const auto size = [](double ratio) { return ratio > 1 ? ratio : 1 / ratio; };
  for (const LineDifference& line : lines) {
    const auto ratio = line.old_line && line.new_line ? unrolling_of(line) : std::nullopt;
    if (!ratio) continue;
    const LineDifference* loop = loop_of(news, line, &LineDifference::new_line, lines);
    if (loop == nullptr) loop = loop_of(olds, line, &LineDifference::old_line, lines);  // all of it is unrolled
    if (loop == nullptr) loop = &line;
    const auto [place, is_new] = ratios.try_emplace(static_cast<std::size_t>(loop - lines.data()), *ratio);
    if (!is_new && size(*ratio) > size(place->second)) place->second = *ratio;
  }
  for (const auto& [place, ratio] : ratios) lines[place].changes.push_back(unrolling_text(ratio));
}

/// By one measure for all: a change of cycles and one of executions are not of one kind.
void put_largest_first(std::vector<LineDifference>& lines) {
  const bool by_cycles =
      std::ranges::all_of(lines, [](const LineDifference& line) { return line.cycles().has_value(); });
  const auto size = [&](const LineDifference& line) {
    return std::abs(by_cycles ? *line.cycles() : line.executions());
  };
  std::ranges::stable_sort(lines, std::greater<>(), size);
}

std::vector<std::string> shapes_of(const sass::Function& function) {
  std::vector<std::string> shapes;
  std::ranges::transform(std::span(function.instructions).first(rows_without_padding(function)),
                         std::back_inserter(shapes), shape_of);
  return shapes;
}

Form whole_form(const sass::Function& function) {
  std::vector<std::size_t> rows(function.instructions.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return form_of(function, rows, innermost_loops(function));
}

std::vector<std::string> changes_of_function(const sass::Function& old_function, const sass::Function& new_function) {
  const Form before = whole_form(old_function), after = whole_form(new_function);
  std::vector<std::string> changes;
  const auto compare = [&](std::string_view what, std::size_t old_count, std::size_t new_count) {
    if (old_count != new_count) changes.push_back(fmt::format("{}: {} -> {}", what, old_count, new_count));
  };
  compare("instructions", before.rows, after.rows);
  compare("registers", static_cast<std::size_t>(registers_of(old_function)),
          static_cast<std::size_t>(registers_of(new_function)));
  compare("branches that can part lanes", parting_branches(old_function), parting_branches(new_function));
  compare("loops", before.loops, after.loops);
  compare("predicated instructions", before.predicated, after.predicated);
  compare("selections", before.selects, after.selects);
  compare("calls", before.calls, after.calls);
  compare("accesses of local memory", before.spills, after.spills);
  return changes;
}

/// "ns::kernel" of "void ns::kernel<4>(int*)".
std::string source_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  std::string name = status == 0 ? text.get() : symbol;
  name = name.substr(0, name.find_first_of("<("));
  return name.substr(name.find_last_of(' ') + 1);
}

}  // namespace

std::string shape_of(const sass::Instruction& row) {
  std::string shape = (row.guard.always() ? "" : "@") + row.mnemonic;
  for (const auto& operand : row.operands) shape += fmt::format(" {}", static_cast<int>(operand.kind));
  return shape;
}

void RunCounts::add(const RunCounts& other) {
  executions += other.executions;
  lanes += other.lanes;
  branches += other.branches;
  divergent += other.divergent;
  for (std::size_t i = 0; i < by_class.size(); ++i) by_class[i] += other.by_class[i];
  if (cycles && other.cycles) *cycles += *other.cycles;
  else cycles.reset();
}

RunCounts RunCounts::without(const RunCounts& part) const {
  RunCounts rest{executions - part.executions,
                 lanes - part.lanes,
                 branches - part.branches,
                 divergent - part.divergent,
                 cycles,
                 by_class};
  if (rest.cycles && part.cycles) *rest.cycles -= *part.cycles;
  for (std::size_t i = 0; i < by_class.size(); ++i) rest.by_class[i] -= part.by_class[i];
  return rest;
}

std::int64_t LineDifference::executions() const {
  return static_cast<std::int64_t>(new_counts.executions) - static_cast<std::int64_t>(old_counts.executions);
}

std::optional<std::int64_t> LineDifference::cycles() const {
  const bool known = (!old_line || old_counts.cycles) && (!new_line || new_counts.cycles);
  if (!known) return std::nullopt;
  return static_cast<std::int64_t>(new_counts.cycles.value_or(0)) -
         static_cast<std::int64_t>(old_counts.cycles.value_or(0));
}

std::optional<timing::CycleClass> LineDifference::reason() const {
  const auto whole = cycles();
  if (!whole) return std::nullopt;
  std::optional<std::size_t> most;
  const auto change = [&](std::size_t i) {
    const std::int64_t one = static_cast<std::int64_t>(new_counts.by_class[i] - old_counts.by_class[i]);
    return *whole < 0 ? -one : *whole > 0 ? one : std::abs(one);
  };
  for (std::size_t i = 0; i < new_counts.by_class.size(); ++i)
    if (change(i) > 0 && (!most || change(i) > change(*most))) most = i;
  return most ? std::optional(static_cast<timing::CycleClass>(*most)) : std::nullopt;
}

Difference difference_of(const Build& old_build, const Build& new_build) {
  Difference difference{.lines = lines_of(old_build, new_build),
                        .regions = {},
                        .branches = branches_of(old_build, new_build),
                        .changes = changes_of_function(*old_build.function, *new_build.function)};
  const Form old_whole = whole_form(*old_build.function), new_whole = whole_form(*new_build.function);
  for (LineDifference& line : difference.lines) line.changes = changes_of(line, old_whole, new_whole);
  add_unrolling(old_build, new_build, difference.lines);
  put_largest_first(difference.lines);
  difference.regions = regions_of(old_build, new_build, difference.lines);
  const auto old_shapes = shapes_of(*old_build.function), new_shapes = shapes_of(*new_build.function);
  for (const auto& match : match_sequences(old_shapes, new_shapes)) difference.same_rows += match ? 1 : 0;
  difference.old_only = old_shapes.size() - difference.same_rows;
  difference.new_only = new_shapes.size() - difference.same_rows;
  return difference;
}

std::size_t parting_branches(const sass::Function& function) {
  std::size_t branches = 0;
  for (std::size_t row = 0; row < rows_without_padding(function); ++row) branches += can_part_lanes(function, row);
  return branches;
}

int registers_of(const sass::Function& function) {
  const int arch = sass::arch_number(function.arch).value_or(0);
  int highest = -1;
  for (const sass::Instruction& row : function.instructions) {
    const emulator::RegisterUse use = emulator::register_use(row, arch);
    for (const auto* registers : {&use.reads, &use.writes})
      for (const int index : *registers) highest = std::max(highest, index);
    for (const sass::Operand& operand : row.operands)
      if (operand.kind == sass::OperandKind::general_register && operand.index != sass::zero_register)
        highest = std::max(highest, operand.index);
  }
  return highest + 1;
}

std::optional<std::size_t> matching_function(const std::string& symbol, const std::vector<std::string>& symbols) {
  const auto same = std::ranges::find(symbols, symbol);
  if (same != symbols.end()) return static_cast<std::size_t>(same - symbols.begin());
  const std::string name = source_name(symbol);
  const auto fits = [&](const std::string& other) { return source_name(other) == name; };
  if (std::ranges::count_if(symbols, fits) == 1)
    return static_cast<std::size_t>(std::ranges::find_if(symbols, fits) - symbols.begin());
  return symbols.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace reconverge::analysis
