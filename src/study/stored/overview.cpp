// SPDX-License-Identifier: MIT
#include "study/stored/overview.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace reconverge::study::stored {
namespace {

/// The place of "cycles a lane" in a row.
constexpr std::size_t cost_column = 3;

using Points = std::vector<std::pair<double, double>>;

Points medians_of(const Entry& entry) {
  Points points;
  for (const auto n : all_n({entry}))
    if (const Json* state = state_at(entry, n); missing_because(state, "median_cycles").empty())
      points.emplace_back(static_cast<double>(n), member(*state, "median_cycles").get<double>());
  return points;
}

/// Of the line through the points with the least squares; nothing for fewer than two.
std::optional<double> slope_of(const Points& points) {
  if (points.size() < 2) return {};
  const auto size = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, covariance = 0, variance = 0;
  for (const auto& [x, y] : points) {
    mean_x += x / size;
    mean_y += y / size;
  }
  for (const auto& [x, y] : points) {
    covariance += (x - mean_x) * (y - mean_y);
    variance += (x - mean_x) * (x - mean_x);
  }
  return covariance / variance;
}

report::Cell cost_of_a_lane(const std::string& pattern, const Points& points) {
  if (const auto axis = core::pattern_axis(pattern); axis && !axis->counts_lanes)
    return report::Absent{why_n_is_no_number_of_lanes(*axis)};
  const auto slope = slope_of(points);
  if (!slope) return report::Absent{"fewer than two n have a median"};
  return std::round(*slope * 1e6) / 1e6 + 0.0;
}

/// The word alone: its reasons, which are long, stand with the kernel's numbers.
std::string verdict_of(const Entry& entry) {
  const Json& verdict = member(*entry.benchmark, "verdict");
  return verdict.is_null() ? "" : text(verdict);
}

std::vector<report::Cell> row_of(const std::string& kernel, const std::string& pattern, const Entry& entry) {
  const Points points = medians_of(entry);
  const report::Absent none{"no state of it has a median"};
  const std::string verdict = verdict_of(entry);
  return {kernel,
          pattern,
          entry.device,
          cost_of_a_lane(pattern, points),
          points.empty() ? report::Cell(none) : report::Cell(points.front().second),
          points.empty() ? report::Cell(none)
                         : report::Cell(fmt::format("{} to {}", points.front().first, points.back().first)),
          points.empty() ? report::Cell(none) : report::Cell(points.back().second),
          verdict.empty() ? report::Cell(report::Absent{"the file has none"}) : report::Cell(verdict)};
}

}  // namespace

std::string why_n_is_no_number_of_lanes(const core::PatternAxis& axis) {
  return fmt::format("n is not the number of lanes that diverge: {} lane{} the loop bound 32 - n for every n",
                     axis.lowered_lanes, axis.lowered_lanes == 1 ? " has" : "s have");
}

report::Table overview_of(const Groups& groups) {
  report::Table table{.id = "overview",
                      .caption = "Cost of a lane that diverges, the dearest first.",
                      .columns = {{"kernel", "kernel", ""},
                                  {"pattern", "lanes", ""},
                                  {"device", "card", ""},
                                  {"cycles_per_lane", "cycles a lane",
                                   "computed: slope of the line of least squares through the measured medians over n"},
                                  {"first_cycles", "cycles at the first n", "measured: median"},
                                  {"n", "n", ""},
                                  {"last_cycles", "cycles at the last n", "measured: median"},
                                  {"verdict", "verdict",
                                   "does the measured code diverge between the clock reads; the reason is given with "
                                   "the numbers of the kernel"}},
                      .sortable = true};
  for (const auto& [key, entries] : groups)
    for (const auto& entry : entries) table.rows.push_back(row_of(key.first, key.second, entry));
  const auto cost = [&](const std::vector<report::Cell>& row) {
    const auto* cycles = std::get_if<double>(&row[cost_column]);
    return cycles != nullptr ? *cycles : -std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(table.rows, std::greater{}, cost);
  return table;
}

}  // namespace reconverge::study::stored
