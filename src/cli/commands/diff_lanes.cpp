// SPDX-License-Identifier: MIT
#include "cli/commands/diff_lanes.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/difference/lines.hpp"
#include "cli/commands/line_report.hpp"
#include "core/lane_mask.hpp"
#include "report/formats/formats.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;

constexpr const char* nothing_executed = "nothing was executed";

/// One number of both builds.
struct LaneNumber {
  std::string what;
  Cell before, after;
  bool is_share = false;  ///< in percent
};

double in_percent(std::uint64_t lanes, const run::LineCost& sum) {
  return 100.0 * static_cast<double>(lanes) / static_cast<double>(sum.executions * core::lane_count);
}

Cell efficiency_cell(const run::LineCost& sum, std::uint64_t lanes) {
  if (sum.executions == 0) return Absent{nothing_executed};
  return std::round(10 * in_percent(lanes, sum)) / 10;
}

Cell apart_cell(const DiffSide& side) {
  if (!side.cycles) return Absent{side.cycles.error().message};
  return static_cast<std::int64_t>(side.lanes.cycles_apart());
}

std::vector<LaneNumber> lane_numbers(const DiffResult& result) {
  const DiffSide &before = result.old_side, &after = result.new_side;
  const auto count = [](std::uint64_t value) { return Cell(static_cast<std::int64_t>(value)); };
  return {
      {"SIMT efficiency", efficiency_cell(before.lanes, before.lanes.active_lanes),
       efficiency_cell(after.lanes, after.lanes.active_lanes), true},
      {"with guards", efficiency_cell(before.lanes, before.lanes.executing_lanes),
       efficiency_cell(after.lanes, after.lanes.executing_lanes), true},
      {fmt::format("{} while lanes were elsewhere", result.unit_of_cycles()), apart_cell(before), apart_cell(after)},
      {"idle lane slots", count(before.lanes.idle_lanes()), count(after.lanes.idle_lanes())},
      {"lane slots that guards left out", count(before.lanes.left_out), count(after.lanes.left_out)}};
}

std::string number_text(const Cell& cell, bool is_share) {
  if (const auto* absent = std::get_if<Absent>(&cell)) return fmt::format("absent ({})", absent->reason);
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  return report::format_number(std::get<double>(cell), 1) + (is_share ? " %" : "");
}

Cell change_between(const DiffResult& result, const LaneNumber& number) {
  if (std::string why = result.not_compared(); !why.empty()) return Absent{std::move(why)};
  if (std::holds_alternative<Absent>(number.before) || std::holds_alternative<Absent>(number.after))
    return Absent{"both numbers are needed"};
  if (number.is_share) return std::round(10 * (std::get<double>(number.after) - std::get<double>(number.before))) / 10;
  return std::get<std::int64_t>(number.after) - std::get<std::int64_t>(number.before);
}

/// The line of a finding as the old build names it, if it has one.
analysis::LineKey old_line_of(const DiffResult& result, const analysis::LineKey& line) {
  for (const auto& one : result.difference.lines)
    if (one.new_line == line.second && one.old_line && one.file == line.first) return {"", *one.old_line};
  return line;
}

/// Findings of both builds: those of the first that the second has not, and the other way round.
std::pair<std::vector<LoneFinding>, std::vector<LoneFinding>> lone_findings(const DiffResult& result) {
  const DiffSide &olds = result.old_side, &news = result.new_side;
  if (!result.not_compared().empty()) return {};
  std::vector<bool> is_taken(olds.findings.size());
  const auto lone = [](const DiffSide& side, const observers::Finding& finding) {
    return LoneFinding{std::string(finding.kind), row_text(side.function, finding.index), finding.message, finding};
  };
  std::pair<std::vector<LoneFinding>, std::vector<LoneFinding>> found;
  for (const auto& finding : news.findings) {
    const analysis::LineKey line = old_line_of(result, analysis::line_of(news.function, finding.index));
    std::size_t i = 0;
    const auto is_like = [&](const observers::Finding& other) {
      return other.kind == finding.kind && analysis::line_of(olds.function, other.index).second == line.second;
    };
    while (i < olds.findings.size() && (is_taken[i] || !is_like(olds.findings[i]))) ++i;
    if (i < olds.findings.size()) is_taken[i] = true;
    else found.first.push_back(lone(news, finding));
  }
  for (std::size_t i = 0; i < olds.findings.size(); ++i)
    if (!is_taken[i]) found.second.push_back(lone(olds, olds.findings[i]));
  return found;
}

ordered_json to_json(const std::vector<LoneFinding>& findings) {
  ordered_json json = ordered_json::array();
  for (const LoneFinding& finding : findings)
    json.push_back({{"kind", finding.kind}, {"place", finding.place}, {"message", finding.message}});
  return json;
}

}  // namespace

std::string lanes_text(const DiffResult& result) {
  if (const std::string why = result.not_compared(); !why.empty()) return "not compared: " + why;
  std::vector<std::string> parts;
  for (const LaneNumber& number : lane_numbers(result)) {
    const std::string before = number_text(number.before, number.is_share),
                      after = number_text(number.after, number.is_share);
    parts.push_back(fmt::format("{} {}", number.what, before == after ? before : before + " -> " + after));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

void add_lanes(const DiffResult& result, report::Table& table) {
  for (const LaneNumber& number : lane_numbers(result))
    table.rows.push_back(
        {number.what + (number.is_share ? ", %" : ""), number.before, number.after, change_between(result, number)});
}

void add_lanes(const DiffSide& side, ordered_json& json) {
  const bool has_run = side.lanes.executions > 0;
  const auto share = [&](std::uint64_t lanes) {
    return has_run ? ordered_json(in_percent(lanes, side.lanes)) : ordered_json();
  };
  json["simt_efficiency"] = share(side.lanes.active_lanes);
  json["simt_efficiency_predicated_on"] = share(side.lanes.executing_lanes);
  if (!has_run) json["simt_efficiency_absent"] = nothing_executed;
  json["apart_cycles"] = side.cycles ? ordered_json(side.lanes.cycles_apart()) : ordered_json();
  json["idle_lanes"] = side.lanes.idle_lanes();
  json["guards_left_out"] = side.lanes.left_out;
}

std::vector<LoneFinding> new_findings(const DiffResult& result) { return lone_findings(result).first; }

std::vector<LoneFinding> gone_findings(const DiffResult& result) { return lone_findings(result).second; }

std::vector<std::string> finding_texts(const DiffResult& result) {
  std::vector<std::string> texts;
  const auto add = [&](std::string_view what, const std::vector<LoneFinding>& findings) {
    for (const LoneFinding& finding : findings)
      texts.push_back(fmt::format("{}: {} at {}: {}.", what, finding.kind, finding.place, finding.message));
  };
  add("New finding", new_findings(result));
  add("Finding of the old build alone", gone_findings(result));
  return texts;
}

void add_findings(const DiffResult& result, ordered_json& record) {
  record["new_findings"] = to_json(new_findings(result));
  record["gone_findings"] = to_json(gone_findings(result));
}

}  // namespace reconverge::cli
