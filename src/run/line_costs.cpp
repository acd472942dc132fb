// SPDX-License-Identifier: MIT
#include "run/line_costs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "sass/control_flow/control_opcodes.hpp"

namespace reconverge::run {
namespace {

using FirstRows = std::vector<std::uint32_t>;

std::uint32_t line_of(std::uint32_t row, const FirstRows& first) { return row < first.size() ? first[row] : row; }

LineCost::Apart& apart_by(std::uint32_t cause, std::uint32_t of_line, LineCost& line) {
  const auto known = std::ranges::find(line.apart, cause, &LineCost::Apart::cause);
  return known != line.apart.end() ? *known : line.apart.emplace_back(LineCost::Apart{.cause = cause, .line = of_line});
}

LineCost::Idle& idle_by(emulator::IdleCause cause, std::uint32_t of_line, LineCost& line) {
  const auto known = std::ranges::find(line.idle, cause, &LineCost::Idle::cause);
  return known != line.idle.end() ? *known : line.idle.emplace_back(LineCost::Idle{.cause = cause, .line = of_line});
}

LineCost cost_of_row(std::uint32_t index, const RowCosts& costs, const FirstRows& first) {
  const auto& counts = costs.counts->rows[index];
  LineCost cost{.rows = {index},
                .executions = counts.executions,
                .active_lanes = counts.active_lanes,
                .executing_lanes = counts.executing_lanes,
                .branches = counts.branches,
                .divergent = counts.divergent};
  const auto apart = [&](std::uint32_t cause) -> auto& { return apart_by(cause, line_of(cause, first), cost); };
  const auto idle = [&](const emulator::IdleCause& cause) -> auto& {
    return idle_by(cause, line_of(cause.row, first), cost);
  };
  for (const auto& part : counts.apart) apart(part.cause).executions += part.executions;
  for (const auto& part : counts.idle) idle(part.cause).lanes += part.lanes;
  if (costs.cycles != nullptr && index < costs.cycles->rows.size()) {
    const auto& cycles = costs.cycles->rows[index];
    cost.cycles = cycles.cycles;
    for (const auto& part : cycles.apart) apart(part.cause).cycles += part.cycles;
    for (const auto& part : cycles.idle) idle(part.cause).cycles += part.lane_cycles;
  }
  if (costs.waiting != nullptr)
    if (const auto row = costs.waiting->find(index); row != costs.waiting->end()) cost.serial = row->second.waited;
  return cost;
}

using Size = std::pair<std::uint64_t, std::uint64_t>;

Size size_of(const LineCost::Apart& part) { return {part.cycles, part.executions}; }
Size size_of(const LineCost::Idle& part) { return {part.lanes, part.cycles}; }

/// Parts with one key are summed up.
std::pair<emulator::Idle, std::uint32_t> key_of(const LineCost::Apart& part) { return {emulator::Idle{}, part.line}; }
std::pair<emulator::Idle, std::uint32_t> key_of(const LineCost::Idle& part) { return {part.cause.why, part.line}; }

template <typename Part> void put_largest_lines_first(std::vector<Part>& parts) {
  std::map<std::pair<emulator::Idle, std::uint32_t>, Size> sums;
  for (const Part& part : parts) {
    const Size size = size_of(part);
    sums[key_of(part)].first += size.first;
    sums[key_of(part)].second += size.second;
  }
  const auto before = [&](const Part& a, const Part& b) {
    const auto key_a = key_of(a), key_b = key_of(b);
    if (key_a == key_b) return std::tuple(size_of(a), b.cause) > std::tuple(size_of(b), a.cause);
    return std::tuple(sums[key_a], key_b) > std::tuple(sums[key_b], key_a);
  };
  std::ranges::stable_sort(parts, before);
}

void put_worst_first(LineCost& line) {
  put_largest_lines_first(line.apart);
  put_largest_lines_first(line.idle);
}

/// Charges each row with the lanes that it took away, from others and itself.
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

std::vector<std::uint32_t> first_rows_of_lines(const sass::Function& function) {
  std::vector<std::uint32_t> first(function.instructions.size());
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> lines;
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    const auto frames = frames_of(function, function.instructions[i]);
    first[i] = frames.empty() ? i : lines.try_emplace({frames[0].file, frames[0].line}, i).first->second;
  }
  return first;
}

LineCost with_cycles(LineCost line, const timing::CycleAccount& cycles) {
  line.cycles = {};
  for (LineCost::Apart& part : line.apart) part.cycles = 0;
  for (LineCost::Idle& part : line.idle) part.cycles = 0;
  const auto line_of_cause = [&](std::uint32_t cause) {
    const auto known = std::ranges::find(line.apart, cause, &LineCost::Apart::cause);
    return known != line.apart.end() ? known->line : cause;
  };
  for (const std::uint32_t index : line.rows) {
    const timing::CycleAccount::Row& row = cycles.rows[index];
    for (std::size_t i = 0; i < row.cycles.size(); ++i) line.cycles[i] += row.cycles[i];
    for (const auto& part : row.apart) apart_by(part.cause, line_of_cause(part.cause), line).cycles += part.cycles;
    for (const auto& part : row.idle) idle_by(part.cause, part.cause.row, line).cycles += part.lane_cycles;
  }
  put_worst_first(line);
  return line;
}

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
  left_out += other.left_out;
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
  serial += other.serial;
  for (const Apart& part : other.apart) {
    Apart& own = apart_by(part.cause, part.line, *this);
    own.executions += part.executions;
    own.cycles += part.cycles;
  }
  for (const Idle& part : other.idle) {
    Idle& own = idle_by(part.cause, part.line, *this);
    own.lanes += part.lanes;
    own.cycles += part.cycles;
  }
  caused_lanes += other.caused_lanes;
  caused_cycles += other.caused_cycles;
}

std::vector<LineCost> row_costs(const sass::Function& function, const RowCosts& costs) {
  std::vector<LineCost> rows;
  const FirstRows first = first_rows_of_lines(function);
  const int arch = sass::arch_number(function.arch).value_or(0);
  for (std::uint32_t i = 0; i < costs.counts->rows.size(); ++i) {
    if (costs.counts->rows[i].executions == 0) continue;
    LineCost& row = rows.emplace_back(cost_of_row(i, costs, first));
    row.frames = frames_of(function, function.instructions[i]);
    if (!sass::moves_control(function.instructions[i], arch)) row.left_out = row.guarded_off();
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

std::vector<IdleOfLine> idle_by_line(const std::vector<LineCost::Idle>& idle) {
  std::vector<IdleOfLine> lines;
  for (const LineCost::Idle& part : idle) {
    if (lines.empty() || key_of(lines.back().idle) != key_of(part)) {
      lines.push_back({part, {part.cause.row}});
      continue;
    }
    lines.back().idle.lanes += part.lanes;
    lines.back().idle.cycles += part.cycles;
    lines.back().rows.push_back(part.cause.row);
  }
  return lines;
}

LineCost sum_of(const std::vector<LineCost>& lines) {
  LineCost sum;
  for (const LineCost& line : lines) sum.add(line);
  put_worst_first(sum);
  return sum;
}

}  // namespace reconverge::run
