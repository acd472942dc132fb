// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_block_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "cli/commands/line_report.hpp"
#include "report/formats/formats.hpp"
#include "report/tables.hpp"
#include "run/line_costs.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using report::cell;

report::Table kernel_block_table(const KernelEmulation& result) {
  report::Table table{
      .id = "block_cycles",
      .caption = "The block on a multiprocessor, from its first issue to its last.",
      .columns = {{"answer", "answer", "exact, estimate, or bounds"},
                  {"cycles", "cycles", "by the rules of the generation's record"},
                  {"mean_error_percent", "mean error %", "of estimates"},
                  {"mean_error_grade", "known as", "measured on the card, or given"},
                  {"worst_error_percent", "worst error %", "likewise"},
                  {"worst_error_grade", "known as", "likewise"},
                  {"at_least_cycles", "at least", "for any order of the warps"},
                  {"limit", "because of", "the latency of one warp, issue slots, the shared unit, or a unit"},
                  {"at_most_cycles", "at most", ""},
                  {"because", "not exact because", ""}}};
  const std::optional<run::BlockCycles>& block = result.run->block_cycles;
  if (!block) return table;
  const bool is_estimate = block->answer == run::BlockAnswer::estimate;
  const auto error = [&](double share) {
    constexpr double per_cent = 100;
    return is_estimate ? Cell(per_cent * share) : Cell(Absent{"it is not an estimate"});
  };
  const auto known_as = [&](core::Grade grade) {
    return is_estimate ? Cell(std::string(to_string(grade))) : Cell(Absent{"it is not an estimate"});
  };
  table.rows.push_back({std::string(to_string(block->answer)),
                        block->cycles ? cell(*block->cycles) : Cell(Absent{block->because}), error(block->mean_error),
                        known_as(block->mean_grade), error(block->worst_error), known_as(block->worst_grade),
                        cell(block->at_least.cycles), block->limit,
                        Absent{"no upper bound is proved: fetch and arbitration can delay any warp"},
                        block->because.empty() ? Cell(Absent{"it is exact"}) : Cell(block->because)});
  return table;
}

namespace {

/// "measured error 1.7% on average, 10.7% at worst": with where each comes from if that is not one measurement of
/// estimates by this very record.
std::string error_text(const run::BlockCycles& block, bool is_changed) {
  constexpr double per_cent = 100;
  const double mean = per_cent * block.mean_error, worst = per_cent * block.worst_error;
  const bool is_measured = block.mean_grade == core::Grade::measured && block.worst_grade == core::Grade::measured;
  if (is_measured && !is_changed)
    return fmt::format("measured error {:.1f}% on average, {:.1f}% at worst", mean, worst);
  const auto known_as = [](core::Grade grade) {
    return fmt::format("{}{}", to_string(grade), grade == core::Grade::measured ? " without --set" : "");
  };
  return fmt::format("error {:.1f}% on average ({}), {:.1f}% at worst ({})", mean, known_as(block.mean_grade), worst,
                     known_as(block.worst_grade));
}

}  // namespace

/// "On a multiprocessor the block takes about 1498 cycles (estimate; ...); at least 1320 (issue)."
std::string block_line(const run::BlockCycles& block, const RecordOptions& record) {
  const std::string least = fmt::format("at least {} ({})", block.at_least.cycles, block.limit);
  switch (block.answer) {
    case run::BlockAnswer::exact:
      return fmt::format("On a multiprocessor the block takes {} cycles (exact); {}.", *block.cycles, least);
    case run::BlockAnswer::estimate:
      return fmt::format("On a multiprocessor the block takes about {} cycles (estimate; {}); {}. Not exact: {}.",
                         *block.cycles, error_text(block, !record.assignments.empty()), least, block.because);
    case run::BlockAnswer::bounds:
      return fmt::format("On a multiprocessor the block takes {} cycles (bounds). Not estimated: {}.", least,
                         block.because);
  }
  return "";
}

namespace {

/// "a.cu:7", or "0x1f0 BRA" of code whose lines are not known.
std::string place_or_address(const sass::Function& function, std::uint32_t row) {
  if (std::string place = place_of_row(function, row); !place.empty()) return place;
  return fmt::format("0x{:x} {}", function.instructions[row].address, function.instructions[row].mnemonic);
}

}  // namespace

report::Table block_lines_table(const KernelEmulation& result) {
  report::Table table{.id = "block_lines",
                      .caption = "Issue slots by source line, while the warps of the block run concurrently.",
                      .columns = {{"line", "line", "of the source, or an instruction whose line is not known"},
                                  {"issued", "issued", "issue slots: a cycle of a sub-partition"},
                                  {"empty", "empty", "slots in which nothing issued before an instruction of the line"},
                                  {"share_percent", "% of slots", "issued and empty, of all slots of the block"},
                                  {"shared_unit", "shared unit", "operations"}}};
  const std::optional<run::BlockCycles>& block = result.run->block_cycles;
  if (!block || !block->cycles) return table;
  const sass::Function& function = result.executable->function;
  const std::vector<std::uint32_t> first = run::first_rows_of_lines(function);
  std::map<std::uint32_t, run::SlotAccount::Row> lines;
  for (std::uint32_t i = 0; i < block->slots.rows.size(); ++i) {
    const run::SlotAccount::Row& row = block->slots.rows[i];
    if (row.slots() == 0) continue;
    run::SlotAccount::Row& line = lines[first[i]];
    line.issued += row.issued;
    line.empty += row.empty;
    line.shared_unit += row.shared_unit;
  }
  std::vector<std::pair<std::uint32_t, run::SlotAccount::Row>> sorted(lines.begin(), lines.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{}, [](const auto& line) { return line.second.slots(); });
  const auto all = static_cast<double>(block->slots.total());
  const auto share = [&](std::uint64_t slots) {
    constexpr double per_cent = 100;
    return Cell(per_cent * static_cast<double>(slots) / all);
  };
  for (const auto& [row, line] : sorted)
    table.rows.push_back({place_or_address(function, row), cell(line.issued), cell(line.empty), share(line.slots()),
                          cell(line.shared_unit)});
  if (block->slots.ended > 0)
    table.rows.push_back({"after the last warp of a sub-partition", cell(std::uint64_t{0}), cell(block->slots.ended),
                          share(block->slots.ended), cell(std::uint64_t{0})});
  return table;
}

std::string block_lines_text(const KernelEmulation& result, int width) {
  constexpr std::size_t most_lines = 6;
  report::Table table = block_lines_table(result);
  if (table.rows.empty()) return "";
  const std::size_t more = table.rows.size() - std::min(table.rows.size(), most_lines);
  const auto share = std::ranges::find(table.columns, "share_percent", &report::Column::key) - table.columns.begin();
  for (auto& row : table.rows)
    if (auto* per_cent = std::get_if<double>(&row[static_cast<std::size_t>(share)]))
      *per_cent = std::round(*per_cent * 10) / 10;
  table.rows.resize(table.rows.size() - more);
  return report::to_text(table, width) +
         (more > 0 ? fmt::format("and {} more line{} (--json)\n", more, more == 1 ? "" : "s") : "") + "\n";
}

std::string why_no_block_cycles(const run::KernelRun& run) {
  if (!run.has_many_warps()) return "the launch is one warp";
  if (run.run.diagnostic) return "the run did not finish";
  if (run.blocks != 1) return "the launch has several blocks, and which share a multiprocessor is not known";
  return run.no_warp_cycles_because.empty() ? "the record has no numbers of the multiprocessor"
                                            : run.no_warp_cycles_because;
}

}  // namespace reconverge::cli
