// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_block_report.hpp"

#include <fmt/core.h>

#include "study/support/presentation.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using study::cell;

report::Table kernel_block_table(const KernelEmulation& result) {
  report::Table table{
      .id = "block_cycles",
      .caption = "The block on a multiprocessor, from its first issue to its last.",
      .columns = {{"answer", "answer", "exact, estimate, or bounds"},
                  {"cycles", "cycles", "by the rules of the generation's record"},
                  {"mean_error_percent", "mean error %", "of estimates, as measured on the card"},
                  {"worst_error_percent", "worst error %", "likewise"},
                  {"at_least_cycles", "at least", "whatever the order of the warps"},
                  {"limit", "because of", "the latency of one warp, issue slots, the shared unit, or a unit"},
                  {"at_most_cycles", "at most", ""},
                  {"because", "not exact because", ""}}};
  const std::optional<run::BlockCycles>& block = result.run->block_cycles;
  if (!block) return table;
  const bool is_estimate = block->answer == run::BlockAnswer::estimate;
  const auto error = [&](double share) {
    constexpr double per_cent = 100;
    return is_estimate ? Cell(per_cent * share) : Cell(Absent{"it is no estimate"});
  };
  table.rows.push_back({std::string(to_string(block->answer)),
                        block->cycles ? cell(*block->cycles) : Cell(Absent{block->because}), error(block->mean_error),
                        error(block->worst_error), cell(block->at_least.cycles), block->limit,
                        Absent{"no bound from above is proved: fetching and turns can cost any warp any time"},
                        block->because.empty() ? Cell(Absent{"it is exact"}) : Cell(block->because)});
  return table;
}

/// "On a multiprocessor the block takes about 1498 cycles (estimate; ...); at least 1320 (issue)."
std::string block_line(const run::BlockCycles& block) {
  constexpr double per_cent = 100;
  const std::string least = fmt::format("at least {} ({})", block.at_least.cycles, block.limit);
  switch (block.answer) {
    case run::BlockAnswer::exact:
      return fmt::format("On a multiprocessor the block takes {} cycles (exact); {}.", *block.cycles, least);
    case run::BlockAnswer::estimate:
      return fmt::format(
          "On a multiprocessor the block takes about {} cycles (estimate; measured error {:.1f}% on average, {:.1f}% "
          "at worst); {}. Not exact: {}.",
          *block.cycles, per_cent * block.mean_error, per_cent * block.worst_error, least, block.because);
    case run::BlockAnswer::bounds:
      return fmt::format("On a multiprocessor the block takes {} cycles (bounds). Not estimated: {}.", least,
                         block.because);
  }
  return "";
}

std::string why_no_block_cycles(const run::KernelRun& run) {
  if (!run.has_many_warps()) return "the launch is one warp";
  if (run.blocks != 1) return "the launch has several blocks, and which share a multiprocessor is not known";
  return run.no_warp_cycles_because.empty() ? "the record has no numbers of the multiprocessor"
                                            : run.no_warp_cycles_because;
}

}  // namespace reconverge::cli
