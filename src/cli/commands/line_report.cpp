// SPDX-License-Identifier: MIT
#include "cli/commands/line_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>

#include "core/short_names.hpp"
#include "report/formats/utf8.hpp"
#include "report/tables.hpp"
#include "sass/names.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;
using report::cell;
using run::LineCost;
using timing::CycleClass;

double mean_lanes(const LineCost& line) {
  return line.executions == 0 ? 0 : static_cast<double>(line.active_lanes) / static_cast<double>(line.executions);
}

std::string where(const std::vector<sass::SourceFrame>& frames) {
  std::string text;
  for (const sass::SourceFrame& frame : frames)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " in ", core::base_name(frame.file), frame.line);
  return text;
}

/// The row under whose divergence most of a line ran.
Cell parted_cell(const LineReport& report, const LineCost& line) {
  if (line.apart.empty()) return std::string("-");
  const std::uint32_t cause = line.apart.front().cause;
  if (cause == emulator::no_index) return Absent{"no row is known at which the lanes parted"};
  return place_and_pc(*report.function, cause);
}

Cell share_cell(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return Absent{"nothing was counted"};
  return std::round(1000.0 * static_cast<double>(part) / static_cast<double>(whole)) / 10;
}

/// Whether lines have cycles to which those of untimed instructions alone are missing.
bool has_known_cycles(const LineReport& report) {
  return !report.no_cycles_because.empty() && !report.cycles_without.empty();
}

bool has_band(const LineReport& report) { return report.band.front() != nullptr; }

/// "meeting 34%": the class that most of the cycles went to.
Cell mostly_cell(const LineCost& line) {
  const auto most = std::ranges::max_element(line.cycles);
  if (*most == 0) return std::string("-");
  const auto per_cent = std::round(100.0 * static_cast<double>(*most) / static_cast<double>(line.total_cycles()));
  return fmt::format("{} {}%", to_string(static_cast<CycleClass>(most - line.cycles.begin())), per_cent);
}

/// What of a row is no number of the line.
struct LineRow {
  std::string place;
  Cell parted;
  std::string source;
};

/// Which line, how much, why; then the numbers.
std::vector<Cell> line_cells(const LineReport& report, const LineCost& line, const LineCost& all, LineRow row,
                             std::span<const LineCost> of) {
  const bool is_timed = report.no_cycles_because.empty();
  std::vector<Cell> cells{std::move(row.place)};
  if (is_timed) {
    cells.push_back(cell(line.total_cycles()));
    cells.push_back(share_cell(line.total_cycles(), all.total_cycles()));
    cells.push_back(cell(line.cycles_apart()));
  } else {
    if (has_band(report))
      for (const timing::CycleAccount* account : report.band) cells.push_back(cell(band_cycles(*account, of)));
    if (has_known_cycles(report) && !has_band(report)) cells.push_back(cell(line.total_cycles()));
    cells.push_back(cell(line.executions));
    cells.push_back(share_cell(line.executions, all.executions));
    cells.push_back(cell(line.executions_apart()));
  }
  cells.push_back(std::move(row.parted));
  if (is_timed) cells.push_back(mostly_cell(line));
  cells.emplace_back(std::move(row.source));
  if (is_timed) cells.push_back(cell(line.executions));
  cells.emplace_back(std::round(mean_lanes(line) * 10) / 10);
  if (all.left_out > 0) cells.push_back(cell(line.left_out));
  cells.push_back(cell(line.divergent));
  if (!is_timed) {
    cells.push_back(Absent{report.no_cycles_because});
    return cells;
  }
  for (const std::uint64_t cycles : line.cycles) cells.push_back(cell(cycles));
  cells.push_back(cell(line.serial));
  return cells;
}

std::vector<report::Column> line_columns(const LineReport& report, const LineCost& all) {
  const bool is_timed = report.no_cycles_because.empty();
  const report::Column executed{"executed", "executed", "emulated"};
  const report::Column cycles{"cycles", "cycles", "by the rules of the generation's record"};
  std::vector<report::Column> columns{{"place", "line", ""}};
  const bool has_known = has_known_cycles(report);
  if (has_band(report))
    columns.insert(columns.end(), {{"low_cycles", "low", "cycles of the fastest run of the band, which is the sum"},
                                   {"typical_cycles", "typical", "of the run in which all accesses take their median"},
                                   {"high_cycles", "high", "of the slowest run"}});
  else if (has_known)
    columns.push_back(
        {"known_cycles", "known cycles", "by the same rules, without what is not timed: " + report.cycles_without});
  columns.push_back(is_timed ? cycles : executed);
  columns.push_back({"share", "%", has_known || has_band(report) ? "of the executions" : ""});
  if (is_timed) columns.push_back({"apart_cycles", "apart", "of the cycles, those while lanes were elsewhere"});
  else columns.push_back({"executed_apart", "apart", "executed while lanes were elsewhere"});
  columns.push_back(
      {"parted_at", "parted at",
       "the line of the branches under which most of that ran: of those that parted the lanes, the latest"});
  if (is_timed) columns.push_back({"mostly", "mostly", "what most of the cycles went to"});
  columns.push_back({"text", "source", ""});
  if (is_timed) columns.push_back(executed);
  columns.push_back({"mean_active_lanes", "lanes", "active, mean of all executions"});
  if (all.left_out > 0)
    columns.push_back({"left_out", "left out", "active lanes that guards left out, but for branches and exits"});
  columns.push_back({"divergent_branches", "divergent", "emulated"});
  if (!is_timed) {
    columns.push_back(cycles);
    return columns;
  }
  for (std::size_t i = 0; i < timing::cycle_class_count; ++i) {
    const std::string name(to_string(static_cast<CycleClass>(i)));
    columns.push_back({name + "_cycles", name, ""});
  }
  columns.push_back({"serial_cycles", "serial",
                     "lost by lanes that wait because its branches parted them; waits at one time count for each, so "
                     "that it is no part of the cycles, and not what one would save"});
  return columns;
}

ordered_json frame_json(const sass::SourceFrame& frame) {
  const bool is_named = !frame.function.empty();
  ordered_json json{{"file", report::clean_utf8(frame.file)},
                    {"line", frame.line},
                    {"function", is_named ? ordered_json(report::clean_utf8(frame.function)) : ordered_json()}};
  if (is_named) json["demangled"] = report::clean_utf8(sass::demangled(frame.function));
  else json["function_absent"] = "the data names no function of an inlined call";
  return json;
}

/// "a.cu:9" of a row, null if no line is known.
ordered_json source_json(const sass::Function& function, std::uint32_t row) {
  if (row == emulator::no_index) return {};
  const auto frames = frames_of(function, function.instructions[row]);
  if (frames.empty()) return {};
  return report::clean_utf8(to_string(frames[0]));
}

ordered_json parted_json(const LineReport& report, const LineCost::Apart& part) {
  ordered_json json;
  const bool is_known = part.cause != emulator::no_index;
  json["pc"] = is_known ? ordered_json(pc_of(*report.function, part.cause)) : ordered_json();
  if (!is_known) json["pc_absent"] = "no row is known at which the lanes parted";
  json["source"] = source_json(*report.function, part.cause);
  json["executed"] = part.executions;
  if (report.no_cycles_because.empty()) json["cycles"] = part.cycles;
  return json;
}

ordered_json idle_json(const LineReport& report, const LineCost::Idle& part) {
  ordered_json json{{"why", to_string(part.cause.why)}};
  const bool is_known = part.cause.row != emulator::no_index;
  json["pc"] = is_known ? ordered_json(pc_of(*report.function, part.cause.row)) : ordered_json();
  json["source"] = source_json(*report.function, part.cause.row);
  json["idle_lanes"] = part.lanes;
  if (report.no_cycles_because.empty()) json["idle_lane_cycles"] = part.cycles;
  return json;
}

/// Columns that a line, a row and the whole have in common: `cost` is the sum of the lines or rows `of`.
void add_costs(const LineReport& report, const LineCost& cost, std::span<const LineCost> of, ordered_json& json) {
  json["executed"] = cost.executions;
  json["active_lanes"] = cost.active_lanes;
  json["thread_instructions"] = cost.executing_lanes;
  json["branches"] = cost.branches;
  json["divergent_branches"] = cost.divergent;
  json["executed_apart"] = cost.executions_apart();
  json["idle_lanes"] = cost.idle_lanes();
  json["caused_idle_lanes"] = cost.caused_lanes;
  json["predicated_off_lanes"] = cost.guarded_off();
  json["left_out_lanes"] = cost.left_out;
  const bool is_timed = report.no_cycles_because.empty();
  json["cycles"] = is_timed ? ordered_json(cost.total_cycles()) : ordered_json();
  if (!is_timed) {
    json["cycles_absent"] = report.no_cycles_because;
    if (has_known_cycles(report)) json["known_cycles"] = cost.total_cycles();
    if (!has_band(report)) return;
    for (std::size_t i = 0; const char* key : {"low_cycles", "typical_cycles", "high_cycles"})
      json[key] = band_cycles(*report.band[i++], of);
    return;
  }
  for (std::size_t i = 0; i < cost.cycles.size(); ++i)
    json[std::string(to_string(static_cast<CycleClass>(i))) + "_cycles"] = cost.cycles[i];
  json["apart_cycles"] = cost.cycles_apart();
  json["serial_cycles"] = cost.serial;
  json["idle_lane_cycles"] = cost.idle_cycles();
  json["caused_idle_lane_cycles"] = cost.caused_cycles;
}

void add_parts(const LineReport& report, const LineCost& cost, ordered_json& json) {
  auto parted = ordered_json::array(), idle = ordered_json::array();
  for (const auto& part : cost.apart) parted.push_back(parted_json(report, part));
  for (const auto& part : cost.idle) idle.push_back(idle_json(report, part));
  json["parted_at"] = std::move(parted);
  json["idle_because"] = std::move(idle);
}

ordered_json line_json(const LineReport& report, const LineCost& line) {
  ordered_json json;
  auto frames = ordered_json::array();
  for (const auto& frame : line.frames) frames.push_back(frame_json(frame));
  json["frames"] = std::move(frames);
  auto pcs = ordered_json::array();
  for (const std::uint32_t row : line.rows) pcs.push_back(pc_of(*report.function, row));
  json["pcs"] = std::move(pcs);
  add_costs(report, line, {&line, 1}, json);
  add_parts(report, line, json);
  return json;
}

ordered_json row_json(const LineReport& report, const LineCost& row) {
  ordered_json json{{"pc", pc_of(*report.function, row.rows.front())},
                    {"instruction", report.function->instructions[row.rows.front()].mnemonic}};
  add_costs(report, row, {&row, 1}, json);
  add_parts(report, row, json);
  return json;
}

/// "serial kernel.cu:6 1728": of each column of counts whose largest number is of a line that the table leaves out.
std::string largest_unshown(const LineReport& report, const LineCost& all, std::size_t shown,
                            const report::Table& table) {
  std::vector<std::int64_t> largest(table.columns.size(), 0);
  std::vector<std::size_t> line_of(table.columns.size(), 0);
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    const auto cells = line_cells(report, report.lines[i], all, {}, {&report.lines[i], 1});
    for (std::size_t column = 0; column < cells.size(); ++column)
      if (const auto* number = std::get_if<std::int64_t>(&cells[column]);
          number != nullptr && *number > largest[column])
        std::tie(largest[column], line_of[column]) = std::tuple(*number, i);
  }
  std::string text;
  for (std::size_t column = 0; column < largest.size(); ++column)
    if (largest[column] > 0 && line_of[column] >= shown)
      text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", table.columns[column].title,
                          place_of(*report.function, report.lines[line_of[column]]), largest[column]);
  return text;
}

}  // namespace

std::string pc_of(const sass::Function& function, std::uint32_t index) {
  return sass::pc_text(function.instructions[index]);
}

LineReport line_report(const sass::Function& function, run::RowCosts costs, std::string no_cycles_because,
                       std::string cycles_without) {
  if (!no_cycles_because.empty() && cycles_without.empty()) costs = {.counts = costs.counts};
  return {&function, line_costs(function, costs), row_costs(function, costs), std::move(no_cycles_because),
          std::move(cycles_without)};
}

void take_lines_by_caller(const sass::Function& function, run::RowCosts costs, LineReport& report) {
  if (!report.no_cycles_because.empty() && report.cycles_without.empty()) costs = {.counts = costs.counts};
  report.function = &function;
  report.lines = line_costs(function, costs);
}

bool has_lines(const LineReport& report) {
  return std::ranges::any_of(report.lines, [](const LineCost& line) { return !line.frames.empty(); });
}

std::string to_string(const sass::SourceFrame& frame) { return fmt::format("{}:{}", frame.file, frame.line); }

std::string place_of(const sass::Function& function, const LineCost& line) {
  if (!line.frames.empty()) return where(line.frames);
  return "(no line) " + place_in_code(function, function.instructions[line.rows.front()]);
}

std::string place_of_row(const sass::Function& function, std::uint32_t index) {
  if (index >= function.instructions.size()) return "";
  const auto frames = frames_of(function, function.instructions[index]);
  return frames.empty() ? "" : fmt::format("{}:{}", core::base_name(frames.front().file), frames.front().line);
}

std::string place_and_pc(const sass::Function& function, std::uint32_t index) {
  const std::string place = place_of_row(function, index);
  return fmt::format("{}{}{}", place, place.empty() ? "" : " ", pc_of(function, index));
}

std::string row_text(const sass::Function& function, std::uint32_t index) {
  if (index == emulator::no_index) return "";
  return fmt::format("{} {}", place_and_pc(function, index), function.instructions[index].mnemonic);
}

std::string to_string(const sass::Function& function, const emulator::IdleCause& cause) {
  const std::string why(to_string(cause.why));
  return cause.row == emulator::no_index ? why : fmt::format("{} {}", why, pc_of(function, cause.row));
}

void drop_source_if_unread(report::Table& table) {
  const auto column = std::ranges::find(table.columns, "text", &report::Column::key);
  const auto at = static_cast<std::size_t>(column - table.columns.begin());
  const auto is_empty = [&](const auto& row) { return row[at] == Cell(std::string()); };
  if (std::ranges::all_of(table.rows, is_empty)) report::erase_column(table, at);
}

report::Table lines_table(const LineReport& report, std::size_t most, SourceText& source) {
  const LineCost all = run::sum_of(report.lines);
  report::Table table{
      .id = "lines",
      .caption = fmt::format("Cost by source line, the most {} first.", report.no_cycles_because.empty() ? "cycles"
                                                                        : has_band(report)         ? "typical cycles"
                                                                        : has_known_cycles(report) ? "known cycles"
                                                                                                   : "executions"),
      .columns = line_columns(report, all)};
  const auto add = [&](const LineCost& line, LineRow row, std::span<const LineCost> of) {
    table.rows.push_back(line_cells(report, line, all, std::move(row), of));
  };
  const std::span<const LineCost> lines(report.lines);
  const std::size_t shown = std::min(most, report.lines.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const LineCost& line = report.lines[i];
    std::string text;
    if (!line.frames.empty()) text = source.line(line.frames[0].file, line.frames[0].line).value_or("");
    else text = report.function->instructions[line.rows.front()].mnemonic;
    add(line, {place_of(*report.function, line), parted_cell(report, line), std::move(text)}, {&line, 1});
  }
  if (shown < report.lines.size())
    add(run::sum_of({report.lines.begin() + static_cast<std::ptrdiff_t>(shown), report.lines.end()}),
        {fmt::format("{} more", report.lines.size() - shown), std::string("-"), ""}, lines.subspan(shown));
  add(all, {"all", std::string("-"), ""}, lines);
  const std::string largest = largest_unshown(report, all, shown, table);
  drop_source_if_unread(table);
  if (!largest.empty()) table.notes.push_back("Largest, of lines not shown: " + largest + ".");
  if (shown < report.lines.size()) table.notes.push_back("--lines all shows every line, --lines COUNT so many.");
  return report::without_absent_columns(std::move(table));
}

report::Table lines_data(const LineReport& report, SourceText& source) {
  report::Table table{.id = "lines", .columns = {{"file"}, {"line"}, {"function"}, {"inlined_at"}, {"pc"}}};
  for (const char* key : {"executed", "active_lanes", "thread_instructions", "branches", "divergent_branches",
                          "executed_apart", "idle_lanes", "caused_idle_lanes", "predicated_off_lanes", "left_out_lanes",
                          "cycles", "known_cycles", "low_cycles", "typical_cycles", "high_cycles"})
    table.columns.push_back({key});
  for (std::size_t i = 0; i < timing::cycle_class_count; ++i)
    table.columns.push_back({std::string(to_string(static_cast<CycleClass>(i))) + "_cycles"});
  for (const char* key : {"apart_cycles", "serial_cycles", "idle_lane_cycles", "caused_idle_lane_cycles", "parted_at",
                          "idle_because", "source"})
    table.columns.push_back({key});
  const bool is_timed = report.no_cycles_because.empty();
  const auto timed = [&](std::uint64_t cycles) {
    return is_timed ? cell(cycles) : Cell(Absent{report.no_cycles_because});
  };
  for (const LineCost& line : report.lines) {
    const bool is_known = !line.frames.empty();
    const Cell absent = Absent{"no line is known"};
    std::string calls;
    for (std::size_t i = 1; i < line.frames.size(); ++i)
      calls += (calls.empty() ? "" : " ") + to_string(line.frames[i]);
    const std::string function = is_known ? line.frames[0].function : report.function->name;
    std::vector<Cell> cells{
        is_known ? Cell(line.frames[0].file) : absent,
        is_known ? cell(std::uint64_t{line.frames[0].line}) : absent,
        sass::demangled(function),
        calls,
        pc_of(*report.function, line.rows.front()),
        cell(line.executions),
        cell(line.active_lanes),
        cell(line.executing_lanes),
        cell(line.branches),
        cell(line.divergent),
        cell(line.executions_apart()),
        cell(line.idle_lanes()),
        cell(line.caused_lanes),
        cell(line.guarded_off()),
        cell(line.left_out),
        timed(line.total_cycles()),
        is_timed || has_known_cycles(report) ? cell(line.total_cycles()) : Cell(Absent{report.no_cycles_because})};
    for (const timing::CycleAccount* account : report.band)
      cells.push_back(account != nullptr ? cell(band_cycles(*account, {&line, 1}))
                                         : Cell(Absent{is_timed ? "cycles is one number" : report.no_cycles_because}));
    for (const std::uint64_t cycles : line.cycles) cells.push_back(timed(cycles));
    cells.push_back(timed(line.cycles_apart()));
    cells.push_back(timed(line.serial));
    cells.push_back(timed(line.idle_cycles()));
    cells.push_back(timed(line.caused_cycles));
    const bool is_apart = !line.apart.empty() && line.apart.front().cause != emulator::no_index;
    cells.push_back(is_apart ? Cell(pc_of(*report.function, line.apart.front().cause))
                             : Cell(Absent{"lanes were together"}));
    cells.push_back(line.idle.empty() ? Cell(Absent{"no lane was idle"})
                                      : Cell(to_string(*report.function, line.idle.front().cause)));
    cells.emplace_back(is_known ? source.line(line.frames[0].file, line.frames[0].line).value_or("") : "");
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void add_account(const LineReport& report, ordered_json& record) {
  ordered_json all;
  const LineCost sum = run::sum_of(report.lines);
  add_costs(report, sum, report.lines, all);
  const auto efficiency = [&](const char* key, std::uint64_t lanes) {
    all[key] =
        sum.executions == 0
            ? ordered_json()
            : ordered_json(100.0 * static_cast<double>(lanes) / static_cast<double>(sum.executions * core::lane_count));
    if (sum.executions == 0) all[std::string(key) + "_absent"] = "nothing was executed";
  };
  efficiency("simt_efficiency", sum.active_lanes);
  efficiency("simt_efficiency_predicated_on", sum.executing_lanes);
  add_parts(report, sum, all);
  if (has_known_cycles(report)) all["known_cycles_without"] = report.cycles_without;
  record["account"] = std::move(all);
}

std::vector<LateList> line_lists(const LineReport& report) {
  return {{"lines", report.lines.size(), [&report](std::size_t i) { return line_json(report, report.lines[i]); }},
          {"instructions", report.rows.size(), [&report](std::size_t i) { return row_json(report, report.rows[i]); }}};
}

}  // namespace reconverge::cli
