// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_bands.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <variant>

#include "study/support/presentation.hpp"
#include "timing/cycles/premise.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using study::cell;

std::string untimed_text(const timing::Untimed& untimed, const sass::Function& function) {
  std::string text;
  for (const auto& [row, count] : untimed)
    text += fmt::format("{}{} at 0x{:x} ({})", text.empty() ? "" : ", ", to_string(row, function),
                        function.instructions[row.index].address, count);
  return text;
}

void add_band_columns(const std::string& prefix, const std::string& suffix, report::Table& table) {
  constexpr std::array<std::pair<const char*, const char*>, timing::assumption_count> assumptions{
      {{"low", "1st percentile of each access"}, {"typical", "median"}, {"high", "99th percentile"}}};
  for (const auto& [name, note] : assumptions)
    table.columns.insert(table.columns.end() - 1, {prefix + name + suffix, name, note});
}

namespace {

/// Low, typical and high in their order, whatever the rules make of single accesses; absent, with what has no band.
std::vector<Cell> band_cells(std::array<std::uint64_t, timing::assumption_count> cycles, const timing::Untimed& untimed,
                             const sass::Function& function) {
  if (!untimed.empty())
    return std::vector<Cell>(cycles.size(), Absent{"not timed inside: " + untimed_text(untimed, function)});
  std::ranges::sort(cycles);
  return {cell(cycles[0]), cell(cycles[1]), cell(cycles[2])};
}

}  // namespace

std::vector<Cell> launch_band(const KernelEmulation& result) {
  const run::Bands& bands = *result.run->bands;
  return band_cells({bands[0].last_issue, bands[1].last_issue, bands[2].last_issue}, bands[0].untimed,
                    result.executable->function);
}

std::vector<Cell> interval_band(const KernelEmulation& result, std::pair<std::uint32_t, std::uint32_t> rows) {
  const run::Bands& bands = *result.run->bands;
  const auto& low = bands[0].intervals.at(rows);
  return band_cells({low.shortest, bands[1].intervals.at(rows).last, bands[2].intervals.at(rows).longest}, low.untimed,
                    result.executable->function);
}

Cell band_premise_cell(const KernelEmulation& result, const Cell& low) {
  if (std::holds_alternative<Absent>(low)) return Absent{"no cycles"};
  const timing::LoadsFrom from = result.run->loads_from;
  std::string premise = timing::band_premise;
  if (from != timing::LoadsFrom::as_known)
    premise += fmt::format("; assumed: all loads of global memory are answered from {}", to_string(from));
  return premise;
}

}  // namespace reconverge::cli
