// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_warps.hpp"

#include <fmt/core.h>

#include "cli/commands/kernel_bands.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using report::cell;

bool has_all_warp_cycles(const run::KernelRun& run) {
  return run.no_warp_cycles_because.empty() && run.untimed_warps == 0;
}

namespace {

std::string warps_caption(const run::KernelRun& run) {
  if (has_all_warp_cycles(run)) return "The warps that cost most; `trace --warp BLOCK:WARP` opens one.";
  const std::uint64_t unknown = run.no_warp_cycles_because.empty() ? run.untimed_warps : run.warps_run;
  return fmt::format(
      "The warps that executed most instructions, since the cycles of {} of {} warps are not known; `trace --warp "
      "BLOCK:WARP` opens one.",
      unknown, run.warps_run);
}

}  // namespace

report::Table kernel_warps_table(const KernelEmulation& result) {
  report::Table table{.id = "worst_warps",
                      .caption = warps_caption(*result.run),
                      .columns = {{"block", "block", ""},
                                  {"warp", "warp", ""},
                                  {"cycles", "cycles", "by the rules of the generation's record, by itself"},
                                  {"instructions", "instructions", "emulated"},
                                  {"divergent_branches", "divergent", "emulated"},
                                  {"mean_active_lanes", "mean active lanes", "emulated"}}};
  const run::KernelRun& run = *result.run;
  const sass::Function& function = result.executable->function;
  for (const run::WarpSummary& warp : has_all_warp_cycles(run) ? run.worst : run.busiest) {
    const Cell cycles = warp.cycles ? cell(*warp.cycles)
                        : run.no_warp_cycles_because.empty()
                            ? Cell(Absent{"an untimed instruction ran: " + untimed_in_short(run.untimed, function)})
                            : Cell(Absent{run.no_warp_cycles_because});
    table.rows.push_back({cell(warp.block), cell(static_cast<std::uint64_t>(warp.warp)), cycles,
                          cell(warp.instructions), cell(warp.divergent_branches), warp.mean_active_lanes()});
  }
  return table;
}

}  // namespace reconverge::cli
