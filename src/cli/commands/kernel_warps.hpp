// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands/kernel_report.hpp"

namespace reconverge::cli {

/// Whether the cycles of every warp are known: then warps are in their order, else in that of their instructions.
bool has_all_warp_cycles(const run::KernelRun& run);
/// The warps that cost most: one row each.
report::Table kernel_warps_table(const KernelEmulation& result);

}  // namespace reconverge::cli
