// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_bands.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <variant>

#include "cli/commands/line_report.hpp"
#include "report/tables.hpp"
#include "timing/cycles/premise.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using report::cell;

std::string untimed_text(const timing::Untimed& untimed, const sass::Function& function) {
  // Rows of one kind as one, the kind that ran most first.
  struct Kind {
    std::string name;
    std::uint64_t address = 0, rows = 0, times = 0;
  };
  std::vector<Kind> kinds;
  for (const auto& [row, count] : untimed) {
    const std::string name = to_string(row, function);
    auto known = std::ranges::find(kinds, name, &Kind::name);
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {name, function.instructions[row.index].address});
    ++known->rows;
    known->times += count;
  }
  std::ranges::stable_sort(kinds, std::ranges::greater(), &Kind::times);
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kinds.size(), most); ++i) {
    const Kind& kind = kinds[i];
    const std::string rows = kind.rows == 1 ? "" : fmt::format(" and at {} more", kind.rows - 1);
    text += fmt::format("{}{} at 0x{:x}{} ({})", i == 0 ? "" : ", ", kind.name, kind.address, rows, kind.times);
  }
  if (kinds.size() > most) text += fmt::format(" and {} more kinds of instructions", kinds.size() - most);
  return text;
}

std::string untimed_in_short(const timing::Untimed& untimed, const sass::Function& function) {
  if (untimed.empty()) return "";
  const timing::UntimedRow& first = untimed.begin()->first;
  const std::size_t others = untimed.size() - 1;
  return fmt::format("{} at 0x{:x}{}", to_string(first, function), function.instructions[first.index].address,
                     others == 0 ? "" : fmt::format(" and {} other place{}", others, others == 1 ? "" : "s"));
}

std::string missing_in_cycles(const run::KernelRun& run, const sass::Function& function) {
  const std::string& other_reason = run.has_many_warps() ? run.no_warp_cycles_because : run.no_cycles_because;
  return other_reason.empty() && !run.account.rows.empty() ? untimed_in_short(run.untimed, function) : "";
}

void add_band_columns(const std::string& prefix, const std::string& suffix, report::Table& table) {
  constexpr std::array<std::pair<const char*, const char*>, timing::assumption_count> assumptions{
      {{"low", "1st percentile of each access"}, {"typical", "median"}, {"high", "99th percentile"}}};
  for (const auto& [name, note] : assumptions)
    table.columns.insert(table.columns.end() - 1, {prefix + name + suffix, name, note});
}

namespace {

/// The three numbers, or absent, naming the instruction without a band.
std::vector<Cell> band_cells(const run::BandCycles& band, const timing::Untimed& untimed,
                             const sass::Function& function) {
  if (!untimed.empty())
    return std::vector<Cell>(timing::assumption_count, Absent{"not timed inside: " + untimed_text(untimed, function)});
  return {cell(band.low), cell(band.typical), cell(band.high)};
}

}  // namespace

std::vector<Cell> launch_band(const KernelEmulation& result) {
  const run::Bands& bands = *result.run->bands;
  return band_cells(run::band_of_launch(bands), bands[0].untimed, result.executable->function);
}

std::vector<Cell> interval_band(const KernelEmulation& result, std::pair<std::uint32_t, std::uint32_t> rows) {
  const run::Bands& bands = *result.run->bands;
  return band_cells(run::band_of_interval(bands, rows), bands[0].intervals.at(rows).untimed,
                    result.executable->function);
}

std::string why_assumption_has_no_effect(const run::KernelRun& run) {
  if (run.loads_from == timing::LoadsFrom::as_known || run.bands) return "";
  if (!run.no_cycles_because.empty()) return run.no_cycles_because;
  return run.run.diagnostic ? "the run did not finish" : "the run has no cycles";
}

Cell band_premise_cell(const KernelEmulation& result, const Cell& low) {
  if (std::holds_alternative<Absent>(low)) return Absent{"no cycles"};
  const timing::LoadsFrom from = result.run->loads_from;
  if (from == timing::LoadsFrom::as_known) return std::string(timing::band_premise);
  return fmt::format(timing::assumed_band_premise, to_string(from));
}

std::uint64_t band_cycles(const timing::CycleAccount& account, std::span<const run::LineCost> lines) {
  std::uint64_t sum = 0;
  for (const run::LineCost& line : lines)
    for (const std::uint32_t row : line.rows) sum += account.rows[row].total();
  return sum;
}

LineReport with_band(LineReport report, const std::array<const timing::CycleAccount*, timing::assumption_count>& band) {
  report.band = band;
  const timing::CycleAccount& typical = *band[static_cast<std::size_t>(timing::Assumption::typical)];
  std::ranges::stable_sort(report.lines, std::ranges::greater(), [&](const run::LineCost& line) {
    return band_cycles(typical, {&line, 1});
  });
  return report;
}

}  // namespace reconverge::cli
