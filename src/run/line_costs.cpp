// SPDX-License-Identifier: MIT
#include "run/line_costs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace reconverge::run {
namespace {

LineCost::Apart& apart_by(std::uint32_t cause, LineCost& line) {
  const auto known = std::ranges::find(line.apart, cause, &LineCost::Apart::cause);
  return known != line.apart.end() ? *known : line.apart.emplace_back(LineCost::Apart{.cause = cause});
}

LineCost::Idle& idle_by(emulator::IdleCause cause, LineCost& line) {
  const auto known = std::ranges::find(line.idle, cause, &LineCost::Idle::cause);
  return known != line.idle.end() ? *known : line.idle.emplace_back(LineCost::Idle{.cause = cause});
}

LineCost cost_of_row(std::uint32_t index, const RowCosts& costs) {
  const auto& counts = costs.counts->rows[index];
  LineCost cost{.rows = {index},
                .executions = counts.executions,
                .active_lanes = counts.active_lanes,
                .executing_lanes = counts.executing_lanes,
                .branches = counts.branches,
                .divergent = counts.divergent};
  for (const auto& part : counts.apart) apart_by(part.cause, cost).executions += part.executions;
  for (const auto& part : counts.idle) idle_by(part.cause, cost).lanes += part.lanes;
  if (costs.cycles != nullptr && index < costs.cycles->rows.size()) {
    const auto& cycles = costs.cycles->rows[index];
    cost.cycles = cycles.cycles;
    for (const auto& part : cycles.apart) apart_by(part.cause, cost).cycles += part.cycles;
    for (const auto& part : cycles.idle) idle_by(part.cause, cost).cycles += part.lane_cycles;
  }
  if (costs.waiting != nullptr)
    if (const auto row = costs.waiting->find(index); row != costs.waiting->end()) cost.serial = row->second.waited;
  return cost;
}

void put_worst_first(LineCost& line) {
  std::ranges::stable_sort(line.apart, [](const LineCost::Apart& a, const LineCost::Apart& b) {
    return std::tuple(a.cycles, a.executions, b.cause) > std::tuple(b.cycles, b.executions, a.cause);
  });
  std::ranges::stable_sort(line.idle, [](const LineCost::Idle& a, const LineCost::Idle& b) {
    return std::tuple(a.lanes, a.cycles, b.cause) > std::tuple(b.lanes, b.cycles, a.cause);
  });
}

/// What each row took away from others and itself.
void charge_causes(std::vector<LineCost>& rows) {
  std::map<std::uint32_t, LineCost*> by_index;
  for (LineCost& row : rows) by_index.emplace(row.rows.front(), &row);
  for (const LineCost& row : rows)
    for (const LineCost::Idle& part : row.idle)
      if (const auto cause = by_index.find(part.cause.row); cause != by_index.end()) {
        cause->second->caused_lanes += part.lanes;
        cause->second->caused_cycles += part.cycles;
      }
}

template <typename Part> std::uint64_t sum_of(const std::vector<Part>& parts, std::uint64_t Part::*member) {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.*member;
  return sum;
}

}  // namespace

std::uint64_t LineCost::total_cycles() const { return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{}); }

std::uint64_t LineCost::executions_apart() const { return sum_of(apart, &Apart::executions); }

std::uint64_t LineCost::cycles_apart() const { return sum_of(apart, &Apart::cycles); }

std::uint64_t LineCost::idle_lanes() const { return sum_of(idle, &Idle::lanes); }

std::uint64_t LineCost::idle_cycles() const { return sum_of(idle, &Idle::cycles); }

void LineCost::add(const LineCost& other) {
  rows.insert(rows.end(), other.rows.begin(), other.rows.end());
  executions += other.executions;
  active_lanes += other.active_lanes;
  executing_lanes += other.executing_lanes;
  branches += other.branches;
  divergent += other.divergent;
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
  serial += other.serial;
  for (const Apart& part : other.apart) {
    Apart& own = apart_by(part.cause, *this);
    own.executions += part.executions;
    own.cycles += part.cycles;
  }
  for (const Idle& part : other.idle) {
    Idle& own = idle_by(part.cause, *this);
    own.lanes += part.lanes;
    own.cycles += part.cycles;
  }
  caused_lanes += other.caused_lanes;
  caused_cycles += other.caused_cycles;
}

std::vector<LineCost> row_costs(const sass::Function& function, const RowCosts& costs) {
  std::vector<LineCost> rows;
  for (std::uint32_t i = 0; i < costs.counts->rows.size(); ++i) {
    if (costs.counts->rows[i].executions == 0) continue;
    LineCost& row = rows.emplace_back(cost_of_row(i, costs));
    row.frames = frames_of(function, function.instructions[i]);
    put_worst_first(row);
  }
  charge_causes(rows);
  return rows;
}

std::vector<LineCost> line_costs(const sass::Function& function, const RowCosts& costs) {
  std::vector<LineCost> lines;
  std::map<std::vector<sass::SourceFrame>, std::size_t> places;
  for (LineCost& row : row_costs(function, costs)) {
    const auto [place, is_new] =
        row.frames.empty() ? std::pair(places.end(), true) : places.try_emplace(row.frames, lines.size());
    if (is_new) lines.push_back(std::move(row));
    else lines[place->second].add(row);
  }
  for (LineCost& line : lines) put_worst_first(line);
  std::ranges::stable_sort(lines, [](const LineCost& a, const LineCost& b) {
    return std::tuple(a.total_cycles(), a.executions) > std::tuple(b.total_cycles(), b.executions);
  });
  return lines;
}

LineCost sum_of(const std::vector<LineCost>& lines) {
  LineCost sum;
  for (const LineCost& line : lines) sum.add(line);
  put_worst_first(sum);
  return sum;
}

}  // namespace reconverge::run
